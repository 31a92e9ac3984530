/** What the player's hand is about to do: the chosen model and deed, the plans, and the answers to them. No rules: it asks the engine. */
import type { Action, AskAnswer, Choice, Deed, FeatAnswer, KtModel, KtScene, Point, Reasons, Seat, Target } from '../lib/desk';
import type { Session } from '../lib/session.svelte';
import { refuse, settle } from '../lib/toast.svelte';
import { Attacking } from './attacking.svelte';
import { Latest } from './latest';
import { isMove, Moving } from './moving.svelte';
import { Placing } from './placing.svelte';
import { Pointer } from './pointer.svelte';

/** Decisions made in the turn itself; all others are interruptions with a question of their own. */
const PLAIN = ['turn', 'act', 'deploy', 'terrain', 'over', 'nothing'];

/** The hand of those who sit here. */
export class Hand {
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  /** The level of the table that is shown; null for all. */
  level = $state<number | null>(null);
  deeds = $state.raw<Deed[]>([]);
  /** The deed that waits for a way, a target or a place. */
  chosen = $state.raw<Deed | null>(null);
  question = $state.raw<AskAnswer | null>(null);
  /** Whom one may charge. */
  charges = $state.raw<Target[]>([]);
  feat = $state.raw<{ deed: Deed; on: string | null; to: Point | null; /** It sets somebody down somewhere. */ places: boolean; answer: FeatAnswer | null } | null>(null);
  hint = $state.raw<Reasons | null>(null);
  /** How many actions had been taken when it came. */
  #advised = -1;
  /** Whose rest is being deployed by itself. */
  deploying = $state<Seat | null>(null);
  busy = $state(false);
  readonly moving: Moving;
  readonly attacking: Attacking;
  readonly placing: Placing;
  readonly pointer: Pointer;
  #round = 0;
  #actions = 0;
  /** What is to be played as soon as what is under way is done. */
  #settled: Action | null = null;
  #using = new Latest();

  constructor(readonly session: Session) {
    this.moving = new Moving(this.ask);
    this.attacking = new Attacking(this.ask);
    this.placing = new Placing(this.ask);
    this.pointer = new Pointer(this);
  }

  /** Asks for the seat that decides; those who only look ask as the first seat. */
  readonly ask = <T>(what: string, more: object = {}): Promise<T> => {
    const seat: Seat = this.session.toDecide ?? this.session.me[0] ?? 'A';
    const at = this.session.kind === 'replay' ? { at: this.session.sheet.at } : {};
    return this.session.ask<T>(what, { seat, ...at, ...more });
  };

  get scene(): KtScene {
    const scene = this.session.sheet.killteam;
    if (!scene) throw new Error('this is no table of Kill Team');
    return scene;
  }

  get kind(): string {
    return this.scene.ask.kind;
  }

  /** A model of the position as it is. */
  model(id: string | null): KtModel | null {
    return this.scene.models.find((model) => model.id === id) ?? null;
  }

  name = (id: string): string => this.model(id)?.name ?? id;

  /** The model that acts, if it is ours to move. */
  get actor(): KtModel | null {
    const seat = this.session.toDecide;
    const model = this.model(this.scene.activation?.model ?? this.scene.moving?.model ?? null);
    if (this.kind === 'fallback') return model?.seat === seat ? model : this.model(this.selected);
    return model && model.seat === seat && this.kind === 'act' ? model : null;
  }

  /** Who goes the planned way: the actor, or the one a feat moves. */
  get mover(): KtModel | null {
    return this.model(this.feat?.on ?? null) ?? this.actor;
  }

  deed(id: string): Deed | null {
    return this.deeds.find((deed) => deed.id === id) ?? null;
  }

  /** A hint came; it stays until the position changes. */
  advise(reasons: Reasons): void {
    this.hint = reasons;
    this.#advised = this.session.sheet.head.actions;
  }

  /** Looks at the position anew: who is asked what, and what could be done. */
  async refresh(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.cancel();
    this.moving.clear();
    if (this.#advised !== this.session.sheet.head.actions) this.hint = null;
    this.deeds = [];
    this.question = null;
    this.#settled = null;
    // Who takes back wants to place the model anew.
    const { actions } = this.session.sheet.head;
    const back = actions < this.#actions;
    if (back) this.deploying = null;
    this.#actions = actions;
    const seat = this.session.toDecide;
    if (!seat) {
      if (this.model(this.selected)?.out) this.selected = null;
      return;
    }
    this.#select(seat);
    try {
      const deeds = await this.ask<Deed[]>('kt.deeds', { model: this.selected });
      if (round !== this.#round) return;
      this.deeds = deeds;
      if (!PLAIN.includes(this.kind)) {
        const question = await this.ask<AskAnswer | null>('kt.question');
        if (round !== this.#round) return;
        this.question = question;
        // Where no other answer could be better nobody is asked.
        const only = !back && question?.options.length === 1 && question.dice ? question.options[0] : null;
        if (only) {
          this.#settled = only.action;
          if (!this.busy) void this.#settle();
          return;
        }
      }
      if (this.kind === 'terrain') {
        await this.placing.load();
        if (round !== this.#round) return;
      }
      if (this.kind === 'deploy' && this.deploying === seat) return void this.#deployNext(round);
      if (this.kind !== 'deploy') this.deploying = null;
      await this.#shade();
    } catch (error) {
      if (round === this.#round) refuse(error);
    }
  }

  #select(seat: Seat): void {
    const held = this.model(this.selected);
    const active = this.model(this.scene.activation?.model ?? null);
    if (active && active.seat === seat && this.kind !== 'turn') this.selected = active.id;
    else if (this.kind === 'deploy') {
      const waits = (model: KtModel | null) => !!model && model.seat === seat && !model.at && !model.out;
      if (!waits(held)) this.selected = this.scene.models.find(waits)?.id ?? null;
    } else if (held?.out) this.selected = null;
    if (this.kind === 'turn') {
      const ready = (model: KtModel | null) => !!model && model.seat === seat && !!model.at && !model.activated;
      const own = held?.seat === seat ? this.selected : null;
      if (!ready(this.model(this.selected))) this.selected = (this.scene.models.find(ready) ?? this.scene.models.find((model) => model.seat === seat && model.at))?.id ?? own;
    }
  }

  /** Shades where the chosen model could go. */
  async #shade(): Promise<void> {
    const model = this.model(this.selected);
    if (!model?.at || model.seat !== this.session.toDecide) return;
    if (this.kind === 'act' && model.id === this.actor?.id) {
      await this.moving.load(model.id, this.deeds.filter((deed) => ['walk', 'run', 'charge'].includes(deed.id) && !deed.why).map((deed) => deed.id));
    } else if (this.kind === 'turn' && !model.activated) await this.moving.load(model.id, before(model));
    else if (this.kind === 'fallback') await this.moving.load(model.id, ['fall_back']);
  }

  /** Chooses a model to look at and to act with. */
  async select(id: string | null): Promise<void> {
    if (id === this.selected) return;
    this.cancel();
    this.selected = id;
    const round = (this.#round += 1);
    if (!this.session.toDecide) return;
    if (this.kind === 'act' && this.actor && id !== this.actor.id) return;
    this.moving.clear();
    try {
      const deeds = await this.ask<Deed[]>('kt.deeds', { model: id });
      if (round !== this.#round) return;
      this.deeds = deeds;
      await this.#shade();
    } catch (error) {
      if (round === this.#round) refuse(error);
    }
  }

  /** Steps to the next model of ours that could be chosen now. */
  step(by: 1 | -1): void {
    const seat = this.session.toDecide ?? this.session.me[0];
    const list = this.scene.models.filter((model) => model.seat === seat && !model.out && (this.kind !== 'deploy' || !model.at) && (this.kind !== 'turn' || !model.activated));
    if (!list.length) return;
    const at = list.findIndex((model) => model.id === this.selected);
    void this.select(list[(at + by + list.length) % list.length]!.id);
  }

  /** Drops what was begun and not done. */
  cancel(): void {
    this.pointer.drop();
    this.chosen = null;
    this.charges = [];
    this.feat = null;
    this.#using.cancel();
    this.placing.drop();
    this.moving.drop();
    this.attacking.clear();
  }

  /** Plays, and shows what is refused. */
  async play(action: Action): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.session.play(action);
      settle();
    } catch (error) {
      refuse(error);
    } finally {
      this.busy = false;
    }
    // The same side may have something to keep or to deploy, and was asked while this was still under way.
    void this.#settle();
    if (this.deploying && this.kind === 'deploy' && this.session.toDecide === this.deploying) void this.#deployNext(this.#round);
  }

  /** Gives the one sensible answer to dice that lie there. */
  async #settle(): Promise<void> {
    const action = this.#settled;
    this.#settled = null;
    if (action !== null) await this.play(action);
  }

  /** Presses a deed: plays it, or waits for what it needs. */
  press(deed: Deed): void {
    if (deed.why) return refuse(deed.why);
    if (this.chosen && sameDeed(this.chosen, deed)) return this.cancel();
    this.cancel();
    const by = this.actor ?? this.model(this.selected);
    if (deed.action !== null && (deed.needs === 'nothing' || deed.needs === 'number')) return void this.play(deed.action);
    this.chosen = deed;
    if (deed.id === 'charge') return void this.#openCharge(deed);
    const striker = ownerOf(deed) ?? by?.id;
    if (deed.needs === 'target' && striker) return void this.attacking.open(deed, striker, null);
    if (deed.needs === 'feat' || deed.id.startsWith('feat:')) return this.openFeat(deed, null, null);
    if (isMove(deed) && by && !this.moving.reach[deed.id]) void this.moving.load(by.id, [...Object.keys(this.moving.reach), deed.id]);
  }

  async #openCharge(deed: Deed): Promise<void> {
    const by = this.actor;
    if (!by) return;
    try {
      const targets = await this.ask<Target[]>('kt.targets', { model: by.id, deed: 'charge', extra: deed.extra });
      if (this.chosen?.id === 'charge') this.charges = targets.sort((a, b) => Number(!!a.why) - Number(!!b.why) || a.gap - b.gap);
    } catch (error) {
      refuse(error);
    }
  }

  /** Plans a charge at somebody: the way is shown, and done when it is confirmed. */
  chargeAt(target: string): void {
    const deed = this.chosen?.id === 'charge' ? this.chosen : this.deed('charge');
    const by = this.actor;
    if (!deed || !by) return;
    if (deed.why) return refuse(deed.why);
    const why = this.charges.find((found) => found.id === target)?.why;
    if (why) return refuse(why);
    this.chosen = deed;
    this.moving.drop();
    this.pointer.settling = true;
    this.moving.aim(by, [deed], null, target, () => {
      this.pointer.settling = false;
      this.moving.pinned = true;
    });
  }

  /** Looks at a feat as it would be used. */
  openFeat(deed: Deed, on: string | null, to: Point | null): void {
    const by = this.actor ?? this.model(this.selected);
    if (!by) return;
    this.feat = { deed, on, to, places: this.feat?.places ?? false, answer: this.feat?.answer ?? null };
    this.#using.ask(
      () => this.ask<FeatAnswer>('kt.feat', { model: by.id, feat: Number(deed.id.split(':')[1] ?? 0), on, to: to ? { x: to[0], y: to[1], z: this.level } : null, extra: deed.extra }),
      (answer) => {
        if (!this.feat) return;
        this.feat = { ...this.feat, places: this.feat.places || answer.needs === 'to', answer };
        if (answer.needs === 'path') void this.moving.load(by.id, [deed.id], on);
      },
      refuse,
    );
  }

  /** Uses the feat on somebody. */
  featOn(id: string): void {
    if (this.feat) this.openFeat(this.feat.deed, id, this.feat.to);
  }

  /** Whether the pointer plans a way now. */
  get steers(): boolean {
    if (this.attacking.deed || !this.actor) return false;
    if (this.feat) return this.feat.answer?.needs === 'path';
    if (this.chosen) return isMove(this.chosen) || this.chosen.id === 'charge';
    return this.deeds.some((deed) => isMove(deed) && !deed.why);
  }

  /** Whether a model can be dragged along a trail. */
  draggable = (id: string): boolean => !!this.session.toDecide && id === this.actor?.id && this.steers;

  /** What Enter would do now, in words; null if nothing is ready. */
  get ready(): { label: string; action: Action } | null {
    const path = this.moving.path;
    if (this.attacking.settled && this.attacking.answer?.action && !this.attacking.answer.refused) return { label: 'Roll the dice', action: this.attacking.answer.action };
    if (this.moving.pinned && path?.action && this.moving.legal) return { label: this.moving.label, action: path.action };
    if (this.feat?.answer?.action) return { label: this.feat.deed.label, action: this.feat.answer.action };
    return null;
  }

  /** Does what is ready. */
  confirm(): void {
    if (this.ready) return void this.play(this.ready.action);
    const activate = this.deed('activate');
    if (this.kind === 'turn' && activate && !activate.why && activate.action !== null) void this.play(activate.action);
  }

  /** Lets the rest be deployed. */
  async deployRest(): Promise<void> {
    this.deploying = this.session.toDecide;
    await this.#deployNext(this.#round);
  }

  async #deployNext(round: number): Promise<void> {
    try {
      const choices = await this.ask<Choice[]>('choices', { limit: 12 });
      if (round !== this.#round) return;
      const first = choices[0];
      if (first && this.deploying) await this.play(first.action);
      else this.deploying = null;
    } catch (error) {
      this.deploying = null;
      refuse(error);
    }
  }
}

/** How a model could move if it were activated: who lies must get up first, and who is engaged can't charge. */
function before(model: KtModel): string[] {
  if (model.down) return ['walk'];
  return model.engagedWith.length ? ['walk', 'run'] : ['walk', 'run', 'charge'];
}

/** Whose deed it is, where that is another than the chosen model. */
export function ownerOf(deed: Deed): string | null {
  return (deed as { model?: string | null }).model ?? null;
}

/** Whether two deeds of the bar are the same. */
export function sameDeed(a: Deed, b: Deed): boolean {
  return a.id === b.id && a.extra === b.extra && ownerOf(a) === ownerOf(b);
}
