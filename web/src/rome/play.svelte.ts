/** A player's decisions: what the engine offers, what is picked, what it would bring. */
import type { Action, Refusal, RomeDeed, RomePlan, Seat } from '../lib/desk';
import { reason } from '../lib/refused';
import type { Session } from '../lib/session.svelte';
import { refuse } from '../lib/toast.svelte';
import { dismount, draft, mount, move, plan, type Draft } from './arrange';
import { best, type Forecast, type Option } from './orders';
import { firstPick, type Move, type Offer, type Picked, type Places } from './targets';

/** A sum against a unit if everybody attacked now. */
export interface Threat {
  seat: Seat;
  at: string;
  against: number;
  /** Whether an arrow is among it that is not known to be stopped. */
  arrow: boolean;
  /** Whether it would die of it, as far as is known. */
  dies: boolean;
  from: string[];
}

const NOTHING: Offer = { places: [], moves: [], command: [] };

/** The decisions of whoever is asked at this table. */
export class Play {
  deeds: RomeDeed[] = $state.raw([]);
  offer: Offer = $state.raw(NOTHING);
  threats: Threat[] = $state.raw([]);
  picked: Picked | null = $state.raw(null);
  /** Several things a chosen space may mean: the player says which. */
  asked: Move[] = $state.raw([]);
  /** The attack as it would be; null while it is not being declared. */
  forecast: Forecast | null = $state.raw(null);
  /** The line as it is being arranged. */
  draft: Draft | null = $state.raw(null);
  /** What the engine says to it. */
  verdict: { refused: Refusal | null; action: Action | null } | null = $state.raw(null);
  suggestions: RomePlan[] = $state.raw([]);
  /** The card that is being arranged and was picked up. */
  held: string | null = $state(null);
  /** Something is being played. */
  busy = $state(false);
  /** The offers are those of the position shown. */
  ready = $state(false);

  #round = 0;
  #suggested = 0;

  constructor(private readonly session: Session) {}

  #phase(): string {
    return this.session.sheet.rome?.phase ?? '';
  }

  /** Whether the seat that is asked has a line to arrange. */
  get arranging(): boolean {
    return this.session.toDecide !== null && (this.#phase() === 'arranging' || this.#phase() === 'night');
  }

  /** Asks everything that the new position offers. */
  async refresh(): Promise<void> {
    const round = ++this.#round;
    this.ready = false;
    this.asked = [];
    this.forecast = null;
    this.held = null;
    this.picked = null;
    this.offer = NOTHING;
    this.deeds = [];
    if (!this.arranging) this.draft = null;
    const { session } = this;
    const seat = session.toDecide;
    const eyes = session.eyes;
    if (eyes !== 'nobody' && eyes !== 'all') {
      void session.ask<Threat[]>('rome.threats').then((threats) => { if (round === this.#round) this.threats = threats; }, () => { if (round === this.#round) this.threats = []; });
    } else {
      this.threats = [];
    }
    if (seat === null) return;
    try {
      const deeds = await session.ask<RomeDeed[]>('rome.deeds');
      if (round !== this.#round) return;
      this.deeds = deeds;
      if (this.arranging) {
        const suggestions = await session.ask<RomePlan[]>('rome.suggest');
        if (round !== this.#round) return;
        this.suggestions = suggestions;
        this.#suggested = 0;
        if (!this.draft && suggestions[0]) this.draft = draft(suggestions[0]);
        await this.#judge();
      } else if (this.#phase() === 'clash') {
        await this.declare();
      } else {
        const [places, moves] = await Promise.all([
          session.ask<Places[]>('rome.places'),
          session.ask<Move[]>('rome.spaces', { unit: null, command: null }),
        ]);
        if (round !== this.#round) return;
        this.offer = { places, moves, command: [] };
        this.picked = firstPick(this.offer);
      }
    } catch (error) {
      if (round === this.#round) refuse(error);
    }
    if (round === this.#round) this.ready = true;
  }

  /** Plays an action; a refusal is kept to be shown. */
  async act(action: Action): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await this.session.play(action);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Chooses a space: plays what it means, or asks which. */
  async choose(moves: Move[]): Promise<void> {
    const [only, ...more] = moves;
    if (!only) return;
    if (more.length > 0) this.asked = moves;
    else await this.act(only.action);
  }

  pick(picked: Picked | null): void {
    this.picked = picked;
    this.asked = [];
  }

  /** Lets go of everything. */
  cancel(): void {
    if (this.asked.length > 0) this.asked = [];
    else if (this.held !== null) this.held = null;
    else if (this.forecast && this.#phase() !== 'clash') this.forecast = null;
    else if (this.picked?.what === 'command' && this.picked.unit !== null) this.pick({ ...this.picked, unit: null });
    else this.pick(firstPick(this.offer));
  }

  /** What is done with a command of the hand: it is thrown away if there are too many, else played. */
  deedOf(id: string): RomeDeed | null {
    return this.deeds.find((deed) => deed.id === `discard:${id}`) ?? this.deeds.find((deed) => deed.id === `play:${id}`) ?? null;
  }

  /** The command that is picked and needs nothing more: it waits to be confirmed. */
  get weighed(): RomeDeed | null {
    const deed = this.picked?.what === 'command' ? this.deedOf(this.picked.id) : null;
    return deed?.action != null && !deed.why ? deed : null;
  }

  /** Takes a command in hand, or lets it go again. One that needs a unit asks for it; any other waits to be confirmed. */
  async command(id: string): Promise<void> {
    if (this.picked?.what === 'command' && this.picked.id === id) {
      this.pick(firstPick(this.offer));
      return;
    }
    this.forecast = null;
    this.offer = { ...this.offer, command: [] };
    this.pick({ what: 'command', id, unit: null });
    if (this.weighed) return;
    const round = this.#round;
    try {
      const command = await this.session.ask<Move[]>('rome.spaces', { unit: null, command: id });
      if (round === this.#round) this.offer = { ...this.offer, command };
    } catch (error) {
      refuse(error);
    }
  }

  /** Plays, or throws away, the command that waits for it. */
  async confirm(): Promise<void> {
    const action = this.weighed?.action;
    if (action != null) await this.act(action);
  }

  /** Declares the attack, with these orders, or with what looks best to begin with: shows what it would bring. */
  async declare(orders: Action[] | null = null): Promise<void> {
    const round = this.#round;
    try {
      const asked = (orders: Action[]) => this.session.ask<Forecast>('rome.attack', { orders });
      const forecast = orders ? await asked(orders) : await best(asked, this.session.toDecide);
      if (round !== this.#round) return;
      this.forecast = forecast;
      this.asked = [];
      if (this.picked?.what !== 'unit') this.picked = null;
    } catch (error) {
      refuse(error);
    }
  }

  /** Picks an option of one of the attack's choices. */
  order(option: Option): Promise<void> {
    return this.declare(option.orders);
  }

  /** Changes the arrangement. */
  async rearrange(next: Draft): Promise<void> {
    this.draft = next;
    this.held = null;
    await this.#judge();
  }

  /** Moves a card of the arrangement. */
  async lay(from: string, to: string): Promise<void> {
    if (this.draft) await this.rearrange(move(this.draft, from, to));
  }

  /** Takes a Chariot off its rider, or puts it below again. */
  async chariot(space: string, on: boolean, rear: boolean): Promise<void> {
    if (this.draft) await this.rearrange(on ? mount(this.draft, space) : dismount(this.draft, space, rear));
  }

  /** Lays the cards as the next suggestion says. */
  async suggest(): Promise<void> {
    if (this.suggestions.length === 0) return;
    this.#suggested = (this.#suggested + 1) % this.suggestions.length;
    const next = this.suggestions[this.#suggested];
    if (next) await this.rearrange(draft(next, this.draft));
  }

  async #judge(): Promise<void> {
    if (!this.draft) return;
    const round = this.#round;
    const asked = this.draft;
    try {
      const verdict = await this.session.ask<{ refused: Refusal | null; action: Action | null }>('rome.arrange', { plan: plan(asked) });
      if (round === this.#round && this.draft === asked) this.verdict = verdict;
    } catch (error) {
      this.verdict = { refused: reason(error), action: null };
    }
  }
}
