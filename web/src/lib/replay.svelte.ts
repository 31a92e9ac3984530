import type { Entry, Eyes, Opened, Reasons, Seat, Sheet } from './desk';
import type { Desk } from './engine';
import { hides } from './local.svelte';
import { Refused } from './refused';
import { TableSession } from './table.svelte';

/** Several at this screen hide something from each other: nothing of their game is shown before its end. */
export class NotYet extends Error {}

/** A recorded game, looked at from any moment and with anybody's eyes. */
export class ReplaySession extends TableSession {
  readonly kind = 'replay';
  readonly toDecide = null;
  readonly mayUndo = false;
  /** The moment shown: so many actions were played. */
  at = $state(0);
  actions = $state(0);
  readonly record: string;
  /** The only eyes to look with: the game still runs and hides something from those who play it here. */
  only: Seat | null = null;
  #all: Entry[] = [];
  #wanted = 0;

  readonly #mine: Seat[];
  readonly #names: string[] | null;

  private constructor(desk: Desk, thinker: Desk, record: string, mine: Seat[], names: string[] | null) {
    super(desk, thinker);
    this.record = record;
    this.#mine = mine;
    this.#names = names;
  }

  override get mine(): Seat[] {
    return this.#mine;
  }

  /** Opens a record; `at` null is its end. `mine` are the seats of those who look at it, `names` what people are called in place of what the record says. */
  static async open(desk: Desk, thinker: Desk, record: string, at: number | null = null, mine: Seat[] = [], names: string[] | null = null): Promise<ReplaySession> {
    const session = new ReplaySession(desk, thinker, record, mine, names);
    const { table, actions } = await desk.ask<Opened>({ ask: 'load', record, at: null });
    session.table = table;
    session.actions = actions;
    const now = await desk.ask<Sheet>({ ask: 'look', table, eyes: 'nobody', at: null });
    if (!now.head.outcome && hides(now)) {
      if (mine.length > 1) {
        session.close();
        throw new NotYet('Several of you play at this screen: until the game is over, its replay would show what each hides from the others.');
      }
      session.only = mine[0] ?? null;
    }
    await session.show(at ?? actions, session.only ?? (now.head.outcome ? 'all' : 'A'));
    return session;
  }

  /** Goes to a moment; a newer wish overtakes an older one. */
  async show(at: number, wanted: Eyes = this.eyes): Promise<void> {
    const eyes = this.only ?? wanted;
    const to = Math.max(0, Math.min(this.actions, at));
    const mine = ++this.#wanted;
    const { table } = this;
    if (eyes !== this.eyes || this.#all.length === 0) {
      const all = await this.desk.ask<Entry[]>({ ask: 'entries', table, eyes, from: 0 });
      if (mine !== this.#wanted) return;
      this.#all = all;
    }
    const sheet = await this.desk.ask<Sheet>({ ask: 'look', table, eyes, at: to, whole: this.seen === null });
    if (mine !== this.#wanted) return;
    const step = to === this.at + 1 && eyes === this.eyes;
    this.eyes = eyes;
    this.at = to;
    this.entries = this.#all.filter(({ number }) => number <= to);
    this.fresh = step ? this.entries.slice(-1) : [];
    this.seen = this.withGround(this.#names ? { ...sheet, head: { ...sheet.head, names: this.#names } } : sheet);
  }

  async play(): Promise<void> {
    throw new Refused({ message: 'This is a replay. Use “Play on from here” to change history.', rule: null });
  }

  undo(): Promise<void> {
    return this.play();
  }

  async hint(): Promise<Reasons> {
    throw new Refused({ message: 'Hints are for games that are being played.', rule: null });
  }

  close(): void {
    void this.desk.ask({ ask: 'close', table: this.table }).catch(() => undefined);
  }
}
