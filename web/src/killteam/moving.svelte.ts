/** Planning a move: where it may go, the way it would take, and what that costs, before anything is done. */
import type { Deed, KtModel, PathAnswer, Point, Reach, Refusal } from '../lib/desk';
import { reason } from '../lib/refused';
import { inside } from './geometry';
import { Latest } from './latest';
import type { ReachArea, Trail } from './overlays';
import { extend, legsOf } from './trail';

/** How a question of this seat is asked. */
export type Ask = <T>(what: string, more?: object) => Promise<T>;

/** The deeds that go along a way. */
export function isMove(deed: Deed): boolean {
  return deed.needs === 'path';
}

/** What kind of shading a deed's reach has. */
function shade(id: string): ReachArea['why'] {
  return id === 'walk' || id === 'run' || id === 'charge' ? id : 'other';
}

/** Whether a way may be gone. */
function allowed(path: PathAnswer): boolean {
  return path.ok && !path.refused && path.action !== null;
}

/** A point that was pointed at: its height, where that is known, and the level that is shown. */
export interface Pointed {
  point: Point;
  z: number | null;
  level: number | null;
}

/** One model's plans to move. */
export class Moving {
  /** Where it may end, by deed. */
  reach = $state.raw<Record<string, Reach>>({});
  /** The way that is planned, and for which deed. */
  path = $state.raw<PathAnswer | null>(null);
  deed = $state.raw<Deed | null>(null);
  /** Fixed until it is confirmed or dropped; else it follows the pointer. */
  pinned = $state(false);
  /** The points a hand has drawn. */
  drawn = $state.raw<Point[] | null>(null);
  refused = $state.raw<Refusal | null>(null);
  #latest = new Latest();
  #round = 0;

  constructor(private readonly ask: Ask) {}

  /** Drops the plan; the reach stays. */
  drop(): void {
    this.#latest.cancel();
    this.path = null;
    this.deed = null;
    this.pinned = false;
    this.drawn = null;
    this.refused = null;
  }

  /** Forgets everything. */
  clear(): void {
    this.#round += 1;
    this.drop();
    this.reach = {};
  }

  /** Asks where a model may go by these deeds. */
  async load(model: string, deeds: string[], target: string | null = null): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const found: Record<string, Reach> = {};
    for (const why of deeds) {
      try {
        const reach = await this.ask<Reach>('kt.reach', { model, why, target });
        if (round !== this.#round) return;
        found[why] = reach;
        this.reach = { ...found };
      } catch {
        // No such move now: there is nothing to shade, and the deed's button says why.
      }
    }
  }

  /** The shaded areas, the widest first. */
  areas(only: string | null): ReachArea[] {
    const order = ['charge', 'run', 'walk'];
    return Object.entries(this.reach)
      .filter(([why]) => only === null || why === only)
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .flatMap(([why, reach]) => reach.levels.map((level) => ({ why: shade(why), z: level.z, rings: level.rings })));
  }

  /**
   * The deeds that could get to a point, to be tried in order: the chosen one, else the cheapest that reaches it.
   * What lies in no shaded area may still have room beside it, so there every one is tried, the cheapest first.
   */
  deedsFor(point: Point, deeds: Deed[], chosen: Deed | null): Deed[] {
    if (chosen && isMove(chosen)) return [chosen];
    const sorted = this.steps(deeds);
    const reaches = sorted.find((deed) => this.reach[deed.id]?.levels.some((level) => inside(point, level.rings)));
    return reaches ? [reaches] : sorted;
  }

  /** The ways to move that are open, the cheapest first; a charge needs somebody to charge. */
  steps(deeds: Deed[]): Deed[] {
    const order = ['walk', 'fall_back', 'run'];
    return deeds.filter((deed) => isMove(deed) && !deed.why && order.includes(deed.id)).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  }

  /** The height at which a point is meant: that of the shown level, else the highest place one could end there. */
  heightAt(point: Point, why: string, level: number | null): number | null {
    const there = this.reach[why]?.levels.filter((found) => inside(point, found.rings)).map((found) => found.z) ?? [];
    if (level !== null) return there.includes(level) ? level : (there.find((z) => Math.abs(z - level) < 1300) ?? level);
    return there.length ? Math.max(...there) : null;
  }

  /** Plans a way to a point, or into contact with somebody, by the first of the deeds that gets there. */
  aim(model: KtModel, deeds: Deed[], to: Pointed | null, target: string | null, then?: () => void): void {
    this.#plan(
      deeds,
      (deed) => ({
        model: model.id,
        why: deed.id,
        target,
        to: to ? { x: to.point[0], y: to.point[1], z: to.z ?? this.heightAt(to.point, deed.id, to.level) } : null,
        legs: null,
        extra: deed.extra,
      }),
      then,
    );
  }

  /** Begins to draw a trail from where the model stands. */
  draw(model: KtModel): void {
    this.drop();
    this.drawn = model.at ? [model.at] : [];
  }

  /** The hand goes on to a point: by the first of the deeds that may go the whole trail. */
  drawTo(model: KtModel, point: Point, deeds: Deed[], then?: () => void): void {
    if (!this.drawn) return;
    this.drawn = extend(this.drawn, point);
    const legs = legsOf([...this.drawn.slice(0, -1), point]).slice(1);
    this.#plan(
      deeds,
      (deed) => ({ model: model.id, why: deed.id, target: null, to: null, legs: legs.map((to) => ({ to, z: model.z, way: 'walk' })), extra: deed.extra }),
      then,
    );
  }

  /** Asks deed after deed until one may go there; what the last one says stands if none may. */
  #plan(deeds: Deed[], wish: (deed: Deed) => object, then?: () => void): void {
    this.#latest.ask(
      async () => {
        let tried: { deed: Deed; answer: PathAnswer } | null = null;
        for (const deed of deeds) {
          tried = { deed, answer: await this.ask<PathAnswer>('kt.path', wish(deed)) };
          if (allowed(tried.answer)) break;
        }
        return tried;
      },
      (tried) => {
        this.deed = tried?.deed ?? null;
        this.path = tried?.answer ?? null;
        this.refused = tried?.answer.refused ?? null;
        then?.();
      },
      (error) => {
        this.deed = deeds[deeds.length - 1] ?? null;
        this.path = null;
        this.refused = reason(error);
        then?.();
      },
    );
  }

  /** Whether the planned way may be gone. */
  get legal(): boolean {
    return !!this.path && allowed(this.path);
  }

  /** Whether the way provokes an attack, or climbs or drops anywhere, so that one is asked before it is gone. */
  get risky(): boolean {
    const legs = this.path?.legs ?? [];
    return !!this.path?.provokes.length || legs.some((leg) => /\b(climb|drop|ladder|hit)/.test(`${leg.way} ${leg.text ?? ''}`));
  }

  /** What confirms the plan: most ways lead somewhere. */
  get label(): string {
    const { deed } = this;
    return deed && ['walk', 'run', 'fall_back'].includes(deed.id) ? `${deed.label} here` : (deed?.label ?? 'Go');
  }

  /** What should be known before it is done: ground that costs more, climbs, falls, attacks it provokes, where it ends. */
  get notes(): string[] {
    if (!this.path) return [];
    return [...new Set([...this.path.legs.flatMap((leg) => (leg.text ? [leg.text] : [])), ...this.path.notes])];
  }

  /** The trail as it is drawn over the table. */
  trail(model: KtModel): Trail | null {
    if (!this.path || !model.at) return null;
    return { from: { at: model.at, z: model.z }, legs: this.path.legs, legal: this.legal, stopsAt: this.path.stopsAt };
  }
}
