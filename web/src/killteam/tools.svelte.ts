/** Looking without doing: ruler, lines of sight, zones. Always allowed. */
import type { Point, Reasons, SightAnswer } from '../lib/desk';
import { refuse } from '../lib/toast.svelte';
import type { Pointing } from './pointer.svelte';
import { Latest } from './latest';
import type { Ask } from './moving.svelte';
import type { Measure, SightLine } from './overlays';

type End = { model: string } | { x: number; y: number; z: number };

/** The tools on the table. */
export class Tools {
  ruler = $state(false);
  sight = $state(false);
  zones = $state(false);
  measure = $state.raw<Measure | null>(null);
  line = $state.raw<{ answer: SightAnswer; from: string; to: string } | null>(null);
  #from: { end: End; at: Point; z: number } | null = null;
  #fixed = false;
  #latest = new Latest();
  #sights = new Latest();

  constructor(
    private readonly ask: Ask,
    private readonly place: (model: string) => { at: Point; z: number } | null,
  ) {}

  /** Takes the ruler or lays it down. */
  toggleRuler(): void {
    this.ruler = !this.ruler;
    this.sight = false;
    this.clear();
  }

  /** Takes the thread for lines of sight or lays it down. */
  toggleSight(): void {
    this.sight = !this.sight;
    this.ruler = false;
    this.clear();
  }

  /** Forgets what was measured. */
  clear(): void {
    this.#latest.cancel();
    this.#sights.cancel();
    this.measure = null;
    this.line = null;
    this.#from = null;
    this.#fixed = false;
  }

  get open(): boolean {
    return this.ruler || this.sight;
  }

  #end(at: Pointing): { end: End; at: Point; z: number } {
    const model = at.model ? this.place(at.model) : null;
    if (at.model && model) return { end: { model: at.model }, ...model };
    return { end: { x: at.point[0], y: at.point[1], z: 0 }, at: at.point, z: 0 };
  }

  /** A click with a tool in hand: the first end, then the second. */
  pick(at: Pointing): void {
    if (this.ruler) {
      if (!this.#from || this.#fixed || at.begins) {
        this.#from = this.#end(at);
        this.#fixed = false;
        this.measure = null;
      } else {
        this.#measure(at);
        this.#fixed = true;
      }
    } else if (this.sight && at.model) {
      const from = this.#from?.end;
      if (from && 'model' in from && from.model !== at.model && !this.#fixed && !at.begins) {
        this.see(from.model, at.model);
        this.#fixed = true;
      } else {
        this.#from = this.#end(at);
        this.#fixed = false;
        this.line = null;
      }
    }
  }

  /** The pointer moves with a tool in hand. */
  hover(at: Pointing | null): void {
    if (!at || !this.#from || this.#fixed) return;
    if (this.ruler) this.#measure(at);
    else if (at.model && 'model' in this.#from.end && at.model !== this.#from.end.model) this.see(this.#from.end.model, at.model);
  }

  #measure(at: Pointing): void {
    const from = this.#from;
    if (!from) return;
    const to = this.#end(at);
    this.#latest.ask(
      () => this.ask<{ gap: number; text: string }>('kt.measure', { from: from.end, to: to.end }),
      ({ text }) => (this.measure = { from, to, text }),
      refuse,
    );
  }

  /** The line of sight between two models. */
  see(from: string, to: string): void {
    this.#sights.ask(
      () => this.ask<SightAnswer>('kt.sight', { from, to }),
      (answer) => (this.line = { answer, from, to }),
    );
  }

  /** Forgets the line of sight. */
  unsee(): void {
    this.#sights.cancel();
    this.line = null;
  }

  /** The line as it is drawn. */
  lines(): SightLine[] {
    if (!this.line) return [];
    const { answer, from, to } = this.line;
    return [{ from, to, sight: answer.sight, line: answer.line, hiderPieces: answer.hiderPieces, hiderModels: answer.hiderModels, strong: true }];
  }
}

/** Finds in an action who acts and where it leads, to point at it on the table. */
export function arrowsOf(reasons: Reasons, at: (model: string) => Point | null, active: string | null): { from: Point; to: Point }[] {
  const best = reasons.weighed[0]?.choice;
  if (!best) return [];
  const ids = [...best.text.matchAll(/\b([A-D]\d{1,2})\b/g)].map((found) => found[1]!);
  const places = [...best.text.matchAll(/(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/g)].map((found): Point => [Number(found[1]) * 2540, Number(found[2]) * 2540]);
  const who = active ?? ids[0] ?? null;
  const from = who ? at(who) : null;
  const other = ids.find((id) => id !== who);
  const to = places[places.length - 1] ?? (other ? at(other) : null);
  if (from && to) return [{ from, to }];
  if (from) return [{ from, to: from }];
  return to ? [{ from: to, to }] : [];
}
