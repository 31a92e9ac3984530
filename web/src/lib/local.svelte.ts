import type { Action, Entry, Head, Opened, Reasons, Seat, Sheet } from './desk';
import type { Desk } from './engine';
import { type SavedGame, saveGame } from './store';
import { TableSession } from './table.svelte';
import { refuse } from './toast.svelte';

/** What a new local game is made of. */
export interface LocalSetup {
  game: 'rome' | 'killteam';
  title: string;
  options: [string, string][];
  files: Record<string, string>;
  /** 'human' or a level's id, a seat each. */
  players: string[];
  seed?: string | null;
  guide?: boolean;
}

/** How strong the advice of hints is. */
export const ADVISER = 'level5';

/** A game in this browser: the engine in a worker, bots in another. Kept after every action. */
export class LocalSession extends TableSession {
  readonly kind = 'local';
  readonly saved: SavedGame;
  /** The thinker's copy of the table and how many actions it has. */
  #mirror: { table: number; actions: number } | null = null;
  #lastSeen = new Map<Seat, number>();
  #busy = false;
  #closed = false;
  #version = 0;
  /** What is being taken over from another tab: until it is done the table is further than the sheet. */
  #adopted: Promise<void> = Promise.resolve();
  #save: (game: SavedGame) => Promise<void>;

  constructor(desk: Desk, thinker: Desk, saved: SavedGame, save = saveGame) {
    super(desk, thinker);
    this.saved = { ...saved };
    this.#save = save;
  }

  /** A new game, laid out and kept. */
  static async create(desk: Desk, thinker: Desk, setup: LocalSetup, save = saveGame): Promise<LocalSession> {
    const { game, title, options, files, players, seed = null, guide = false } = setup;
    const opened = await desk.ask<Opened>({ ask: 'new', game, options, files, seats: players.length, seed, players });
    const saved: SavedGame = {
      id: crypto.randomUUID(), game, title, players, options, files, names: [], record: '', actions: 0, over: false, changed: 0, guide,
    };
    const session = new LocalSession(desk, thinker, saved, save);
    await session.#open(opened);
    return session;
  }

  /** A kept game, as it was left. */
  static async resume(desk: Desk, thinker: Desk, saved: SavedGame, save = saveGame): Promise<LocalSession> {
    const opened = await desk.ask<Opened>({ ask: 'load', record: saved.record, at: null });
    const session = new LocalSession(desk, thinker, saved, save);
    await session.#open(opened);
    return session;
  }

  get toDecide(): Seat | null {
    if (this.handover || !this.seen || this.seen.head.outcome) return null;
    return this.#owing(this.seen.head);
  }

  get mayUndo(): boolean {
    return this.#undoes() !== null;
  }

  /** Who takes back: whoever sits here, but where something is hidden only the one who looks. */
  #undoes(): Seat | null {
    if (!this.seen || this.handover) return null;
    const { mayUndo } = this.seen.head;
    if (this.me.length > 1 && hides(this.seen)) return mayUndo.find((seat) => seat === this.eyes) ?? null;
    return mayUndo.find((seat) => this.me.includes(seat)) ?? null;
  }

  async play(action: Action): Promise<void> {
    await this.#act(this.asked(), action);
    void this.#bots();
  }

  async undo(): Promise<void> {
    const seat = this.#undoes() ?? this.asked();
    await this.desk.ask({ ask: 'undo', table: this.table, seat });
    this.#version++;
    this.#leave();
    await this.#refresh(true);
    await this.#keep();
  }

  async hint(): Promise<Reasons> {
    const seat = this.asked();
    const table = await this.#reflect();
    return this.thinker.ask<Reasons>({ ask: 'hint', table, seat, bot: ADVISER });
  }

  /** Takes over what another tab has made of the game. What is older than what stands here is left alone. */
  async adopt(kept: SavedGame): Promise<void> {
    const before = this.#adopted;
    this.#adopted = before.catch(() => undefined).then(() => this.#adopt(kept));
    await this.#adopted;
    void this.#bots();
  }

  async #adopt(kept: SavedGame): Promise<void> {
    if (this.#closed || kept.changed <= this.saved.changed || kept.record === this.saved.record) return;
    this.#version++;
    const version = this.#version;
    const { table } = await this.desk.ask<Opened>({ ask: 'load', record: kept.record, at: null });
    const stale = version !== this.#version || this.#closed;
    const left = stale ? table : this.table;
    void this.desk.ask({ ask: 'close', table: left }).catch(() => undefined);
    if (stale) return;
    this.table = table;
    this.#leave();
    Object.assign(this.saved, kept);
    await this.#refresh(true);
    this.#cover();
  }

  /** Who sat before the other tab is before this one now: whoever is next says so here, too. */
  #cover(): void {
    if (this.me.length < 2) return;
    const { head } = this.sheet;
    if (head.outcome || !hides(this.sheet)) this.handover = null;
    else this.handover = this.#owing(head) ?? this.handover ?? this.me.find((seat) => seat === this.eyes) ?? null;
  }

  override async takeSeat(): Promise<void> {
    const seat = this.handover;
    await this.#adopted.catch(() => undefined);
    // Another tab may have gone on meanwhile: then somebody else is meant.
    if (!seat || this.handover !== seat) return;
    this.eyes = seat;
    await this.#look();
    if (this.handover === seat) this.handover = null;
  }

  close(): void {
    this.#closed = true;
    const drop = (desk: Desk, table: number) => desk.ask({ ask: 'close', table }).catch(() => undefined);
    void drop(this.desk, this.table);
    if (this.#mirror) void drop(this.thinker, this.#mirror.table);
  }

  async #open(opened: Opened): Promise<void> {
    this.table = opened.table;
    const all: Seat[] = ['A', 'B', 'C', 'D'];
    this.me = all.filter((_, index) => this.saved.players[index] === 'human');
    this.eyes = this.me[0] ?? 'nobody';
    await this.#refresh(true);
    // Whoever sits down first may not be the one before the screen.
    if (this.me.length > 1 && !this.sheet.head.outcome && hides(this.sheet)) this.handover = this.#owing(this.sheet.head);
    await this.#keep();
    void this.#bots();
  }

  /** Which person here must decide: the one who looks, if it is among them. */
  #owing(head: Head): Seat | null {
    const mine = head.owes.filter((seat) => this.me.includes(seat));
    return mine.find((seat) => seat === this.eyes) ?? mine[0] ?? null;
  }

  async #act(seat: Seat, action: Action): Promise<void> {
    await this.desk.ask<Head>({ ask: 'play', table: this.table, seat, action });
    this.#version++;
    await this.#refresh(false);
    await this.#keep();
  }

  /** Looks again; passes the view on to whoever must decide, behind a hand-over screen if something is hidden. */
  async #refresh(whole: boolean): Promise<void> {
    const hid = this.seen === null || hides(this.seen);
    await this.#look(whole);
    const next = this.sheet.head.outcome ? null : this.#owing(this.sheet.head);
    if (this.me.length < 2 || !next) return;
    // Secrets begin: even the one who looks decides alone.
    if (!hid && hides(this.sheet)) this.handover = next;
    if (next === this.eyes) return;
    if (hides(this.sheet)) this.handover = next;
    else {
      this.eyes = next;
      await this.#look();
    }
  }

  async #look(whole = true): Promise<void> {
    const [table, eyes] = [this.table, this.eyes];
    const from = whole ? 0 : this.entries.length;
    const [sheet, told] = await Promise.all([
      this.desk.ask<Sheet>({ ask: 'look', table, eyes, at: null, whole: this.seen === null }),
      this.desk.ask<Entry[]>({ ask: 'entries', table, eyes, from }),
    ]);
    // Another tab's table lies here by now, and is looked at itself.
    if (table !== this.table) return;
    const entries = whole ? told : [...this.entries, ...told];
    const seat = eyes === 'nobody' || eyes === 'all' ? null : eyes;
    const before = seat ? (this.#lastSeen.get(seat) ?? entries.length - 1) : entries.length - 1;
    const last = entries.at(-1)?.number ?? -1;
    this.entries = entries;
    this.fresh = whole ? entries.filter(({ number }) => number > before) : told;
    if (seat) this.#lastSeen.set(seat, last);
    this.seen = this.withGround(sheet);
  }

  async #keep(): Promise<void> {
    const { json } = await this.desk.ask<{ json: string }>({ ask: 'record', table: this.table });
    const { head } = this.sheet;
    Object.assign(this.saved, { record: json, actions: head.actions, names: head.names, over: head.outcome !== null, changed: Date.now() });
    await this.#save({ ...this.saved }).catch(refuse);
  }

  /** The position is another now: as many actions need not be the same ones. A copy that is thought about goes when that is done. */
  #leave(): void {
    if (this.thinking === null) this.#forget();
  }

  /** Gives up the thinker's copy. */
  #forget(): void {
    if (this.#mirror) void this.thinker.ask({ ask: 'close', table: this.#mirror.table }).catch(() => undefined);
    this.#mirror = null;
  }

  /** The thinker's table, brought to where this one is. What is being saved may still be a moment behind it. */
  async #reflect(): Promise<number> {
    if (this.#mirror?.actions === this.sheet.head.actions) return this.#mirror.table;
    this.#forget();
    const { json } = await this.desk.ask<{ json: string }>({ ask: 'record', table: this.table });
    const { table, actions } = await this.thinker.ask<Opened>({ ask: 'load', record: json, at: null });
    this.#mirror = { table, actions };
    return table;
  }

  /** What a bot does here, thought out by the other worker on its copy. */
  async #think(seat: Seat, bot: string): Promise<Action> {
    const table = await this.#reflect();
    await this.thinker.ask<Reasons>({ ask: 'bot', table, seat, bot });
    const { json } = await this.thinker.ask<{ json: string }>({ ask: 'record', table });
    const { actions } = JSON.parse(json) as { actions: { action: Action }[] };
    this.#mirror = { table, actions: actions.length };
    return actions.at(-1)?.action;
  }

  /** Lets the bots that owe a decision decide, one after another, in one tab at a time. */
  async #bots(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await alone(`vanguard.bots.${this.saved.id}`, () => this.#decide());
    } catch (error) {
      if (!this.#closed) refuse(error);
    } finally {
      this.thinking = null;
      this.#busy = false;
    }
  }

  async #decide(): Promise<void> {
    for (;;) {
      await this.#adopted.catch(() => undefined);
      if (this.#closed || this.sheet.head.outcome) break;
      const { owes, seats } = this.sheet.head;
      const seat = owes.find((seat) => !this.me.includes(seat));
      if (!seat) break;
      this.thinking = seat;
      const version = this.#version;
      // Meanwhile somebody may act or take back, or another tab go on: then what was thought is about another position.
      const stale = () => version !== this.#version;
      const thought = await this.#think(seat, this.saved.players[seats.indexOf(seat)] ?? ADVISER).catch((error: unknown) => {
        if (!stale()) throw error;
      });
      this.thinking = null;
      await this.caughtUp?.();
      if (this.#closed) break;
      if (stale()) this.#forget();
      else await this.#act(seat, thought);
    }
  }
}

/** Does something while no other tab does it, where the browser can tell. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks) await locks.request(name, work);
  else await work();
}

/** Whether this position hides something from another seat at the same screen. */
export function hides(sheet: Sheet): boolean {
  return sheet.rome !== null || sheet.killteam?.phase === 'bidding';
}
