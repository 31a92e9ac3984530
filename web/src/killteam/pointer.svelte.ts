/** What pointing at the table means: plans while the pointer moves, and a click or a drag that carries them out. */
import type { KtModel, Point } from '../lib/desk';
import { inches } from '../lib/format';
import { refuse } from '../lib/toast.svelte';
import { distance, INCH } from './geometry';
import type { Hand } from './hand.svelte';
import { Latest } from './latest';

/** How somebody pointed at the table. */
export interface Pointing {
  point: Point;
  /** The height of the surface that was pointed at, where that is known. */
  z?: number;
  model: string | null;
  touch: boolean;
  shift: boolean;
  /** A measurement begins here, whatever was begun before. */
  begins?: boolean;
}

/** A second click so near to where a plan ends confirms it. */
const NEAR = 1800;
/** A way that ends so far from the click was corrected: that is asked first. */
const BESIDE = INCH / 8;
/** A place so far from the click is not what was meant. */
const ELSEWHERE = 2 * INCH;

/** The pointer of those who sit here. */
export class Pointer {
  /** Where it is. */
  at = $state.raw<Point | null>(null);
  /** Words about what it is over. */
  here = $state.raw<{ at: Point; text: string[] } | null>(null);
  /** A click waits for its answer; pointing elsewhere must not replace it. */
  settling = false;
  #ground = new Latest();

  constructor(private readonly hand: Hand) {}

  /** Forgets what was pointed at. */
  drop(): void {
    this.settling = false;
    this.here = null;
  }

  /** It is over a place of the table, or has left it. */
  hover(at: Pointing | null): void {
    const { hand } = this;
    hand.hovered = at?.model ?? null;
    this.at = at?.point ?? null;
    if (this.settling || hand.busy) return;
    const { moving } = hand;
    if (!at) {
      this.here = null;
      if (!moving.pinned && !moving.drawn) moving.drop();
      return;
    }
    if (hand.session.toDecide) {
      if (hand.kind === 'deploy') return this.#place(at);
      if (hand.kind === 'terrain') return hand.placing.terrain(at.point);
      if (hand.steers && !moving.pinned && !moving.drawn) {
        const actor = hand.actor;
        const over = hand.model(at.model);
        if (actor && (!over || over.id === actor.id)) return this.#aim(actor, at);
        moving.drop();
      }
    }
    this.#tell(at.point);
  }

  #tell(point: Point): void {
    this.#ground.ask(
      () => this.hand.ask<string[]>('kt.ground', { x: point[0], y: point[1] }),
      (text) => (this.here = text.length ? { at: point, text } : null),
    );
  }

  #aim(actor: KtModel, { point, z }: Pointing, then?: () => void): void {
    const { hand } = this;
    this.here = null;
    const deeds = hand.feat ? [hand.feat.deed] : hand.moving.deedsFor(point, hand.deeds, hand.chosen);
    if (!deeds.length) {
      this.settling = false;
      return;
    }
    hand.moving.aim(actor, deeds, { point, z: z ?? null, level: hand.level }, hand.feat?.on ?? null, then);
  }

  #place({ point, z }: Pointing, then?: () => void): void {
    const { hand } = this;
    if (hand.selected) hand.placing.model(hand.selected, point, z ?? hand.level, then);
  }

  /** Somebody clicked or tapped on the table. */
  pick(at: Pointing): void {
    const { hand } = this;
    const seat = hand.session.toDecide;
    const over = hand.model(at.model);
    if (!seat) return void hand.select(at.model);
    if (hand.kind === 'deploy') {
      if (over && over.seat !== seat) return void hand.select(over.id);
      this.settling = true;
      return this.#place(at, () => this.#settle(at.point));
    }
    if (hand.kind === 'terrain') {
      this.settling = true;
      return hand.placing.terrain(at.point, () => this.#settle());
    }
    if (hand.feat) {
      if (over && hand.feat.answer?.ons.some((on) => on.id === over.id)) return hand.featOn(over.id);
      if (hand.feat.places) return hand.openFeat(hand.feat.deed, hand.feat.on, at.point);
    }
    if (hand.attacking.deed && over && over.seat !== seat) return hand.attacking.choose(over.id);
    const actor = hand.actor;
    if (actor && over && over.seat !== seat) return this.#enemy(actor, over);
    if (over && over.id !== actor?.id) {
      const activate = hand.deed('activate');
      if (over.id === hand.selected && hand.kind === 'turn' && activate) return hand.press(activate);
      return void hand.select(over.id);
    }
    if (actor && !over) {
      if (hand.selected !== actor.id) void hand.select(actor.id);
      if (hand.steers) return this.#walk(actor, at);
      // Who has moved already only puts away what was begun.
      const why = hand.deed('walk')?.why;
      const moved = hand.scene.activation?.done.length;
      if (why && !moved && !hand.attacking.deed && !hand.feat) refuse(why);
    }
  }

  #enemy(actor: KtModel, enemy: KtModel): void {
    const { hand } = this;
    if (hand.chosen?.id === 'charge') return hand.chargeAt(enemy.id);
    const attack = hand.deed('attack');
    const charge = hand.deed('charge');
    hand.cancel();
    if (attack && !attack.why) {
      hand.chosen = attack;
      void hand.attacking.open(attack, actor.id, enemy.id);
    } else if (charge && !charge.why) hand.chargeAt(enemy.id);
    else void hand.select(enemy.id);
  }

  #walk(actor: KtModel, at: Pointing): void {
    const { hand } = this;
    const { moving } = hand;
    const end = moving.path?.end;
    if (moving.pinned && moving.legal && end && Math.hypot(end.at[0] - at.point[0], end.at[1] - at.point[1]) < NEAR) return hand.confirm();
    moving.pinned = false;
    this.settling = true;
    this.#aim(actor, at, () => {
      this.settling = false;
      this.#go(at);
    });
  }

  /** Goes the planned way; a finger is asked first, and whoever risks something or would end where nobody pointed. */
  #go(at: Pointing): void {
    const { moving } = this.hand;
    if (!moving.legal) {
      if (moving.refused) refuse(moving.refused);
      return;
    }
    moving.pinned = true;
    const end = moving.path?.end;
    const elsewhere = !!end && distance(end.at, at.point) > BESIDE;
    if (!at.touch && !elsewhere && !moving.risky) this.hand.confirm();
  }

  #settle(wish?: Point): void {
    this.settling = false;
    const place = this.hand.placing.place;
    if (place?.refused) refuse(place.refused);
    else if (wish && place?.at && distance(place.at, wish) > ELSEWHERE) {
      const name = this.hand.name(this.hand.selected ?? '');
      const message = `${name} can't begin there. The nearest place, ${inches(distance(place.at, wish))} away, is shown: click there, or anywhere in your lit strip.`;
      refuse({ message, rule: 'killteam:SETUP-8' });
    } else if (place?.action) void this.hand.play(place.action);
  }

  /** A model is dragged along a trail. */
  drag(phase: 'begin' | 'move' | 'end' | 'cancel', at: Pointing): void {
    const { hand } = this;
    const { moving, actor } = hand;
    this.at = phase === 'cancel' ? null : at.point;
    this.here = null;
    if (!actor) return;
    const chosen = hand.chosen?.id === 'charge' ? null : hand.chosen;
    const deeds = hand.feat ? [hand.feat.deed] : chosen ? [chosen] : moving.steps(hand.deeds);
    if (!deeds.length || phase === 'cancel') return moving.drop();
    if (phase === 'begin') moving.draw(actor);
    else if (phase === 'move') moving.drawTo(actor, at.point, deeds);
    else {
      moving.drawTo(actor, at.point, deeds, () => {
        moving.drawn = null;
        this.#go(at);
        if (!moving.legal) moving.drop();
      });
    }
  }
}
