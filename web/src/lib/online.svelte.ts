import type { Action, Entry, Head, Opened, Reasons, Seat, Sheet } from './desk';
import type { Desk } from './engine';
import { ADVISER } from './local.svelte';
import { mergePatch } from './patch';
import { Refused } from './refused';
import type { FromServer, GameCard, ToServer } from './server';
import { TableSession } from './table.svelte';
import { say } from './toast.svelte';

/** How long to wait before the next try to connect, in milliseconds: longer each time, with some chance in it. */
export function backOff(tries: number, chance = Math.random()): number {
  return Math.min(15_000, 400 * 2 ** Math.min(tries, 6)) * (0.6 + 0.4 * chance);
}

/** How long a connection may be silent before it is asked whether it still stands. */
const QUIET = 20_000;

/** A seat (or a watcher's chair) at a game on the server. Reconnects by itself and goes on from the last entry seen. */
export class OnlineSession extends TableSession {
  readonly kind = 'online';
  card: GameCard | null = $state.raw(null);
  seat: Seat | null = $state(null);
  /** Settles with the first position. */
  readonly ready: Promise<void>;

  readonly #url: string;
  readonly #token: string;
  #socket: WebSocket | null = null;
  #head: Head | null = null;
  #view: unknown = null;
  #next = 0;
  #tries = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<number, { message: ToServer; done: () => void; failed: (error: Error) => void }>();
  #opened!: { done: () => void; failed: (error: Error) => void };
  /** Messages are taken in one after another, since each asks the desk. */
  #line: Promise<void> = Promise.resolve();

  /** Counts every change of the game, what was taken back too. */
  #revision: number | null = null;

  constructor(desk: Desk, thinker: Desk, url: string, token: string) {
    super(desk, thinker);
    this.#url = url;
    this.#token = token;
    this.connection = 'trying';
    this.ready = new Promise((done, failed) => (this.#opened = { done, failed }));
    this.#connect();
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#offline);
  }

  get toDecide(): Seat | null {
    const seat = this.seat;
    return seat && this.seen && !this.seen.head.outcome && this.seen.head.owes.includes(seat) ? seat : null;
  }

  override get open(): boolean {
    return this.card?.players.some((player) => player.open) ?? false;
  }

  override get away(): Seat[] {
    const gone = this.card?.players.filter(({ seat, bot, open, here }) => !open && bot === null && !here && seat !== this.seat);
    return gone?.map(({ seat }) => seat) ?? [];
  }

  get mayUndo(): boolean {
    return this.seat !== null && (this.seen?.head.mayUndo.includes(this.seat) ?? false);
  }

  async play(action: Action): Promise<void> {
    this.asked();
    const after = this.#head?.actions ?? 0;
    const revision = this.#revision;
    await this.#request((id) => ({ play: { id, after, revision, action } }));
  }

  async undo(): Promise<void> {
    await this.#request((id) => ({ undo: { id } }));
  }

  async hint(): Promise<Reasons> {
    const seat = this.asked();
    const { table } = await this.thinker.ask<Opened>({ ask: 'sit', table: null, eyes: seat, head: this.#head, view: this.#view });
    try {
      return await this.thinker.ask<Reasons>({ ask: 'hint', table, seat, bot: ADVISER });
    } finally {
      void this.thinker.ask({ ask: 'close', table }).catch(() => undefined);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#offline);
    this.#socket?.close();
    if (this.table >= 0) void this.desk.ask({ ask: 'close', table: this.table }).catch(() => undefined);
  }

  #hurry = (): void => {
    if (this.connection !== 'lost') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  /** The browser says the network is gone; a server on this very machine may still hear. */
  #offline = (): void => {
    if (this.connection === 'here') this.#doubt(2_000);
  };

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.connection = 'trying';
    socket.onopen = () => this.#send({ hello: { token: this.#token, seen: this.entries.at(-1)?.number ?? -1, revision: this.#revision } });
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#listenForSilence();
      const message = JSON.parse(event.data) as FromServer;
      this.#line = this.#line.then(() => this.#take(message)).catch((error: Error) => this.#opened.failed(error));
    };
    socket.onclose = () => this.#gone(socket);
  }

  #gone(socket: WebSocket | null): void {
    if (this.#closed || this.#socket !== socket) return;
    this.#socket = null;
    this.connection = 'lost';
    clearTimeout(this.#quiet);
    this.#timer = setTimeout(() => this.#connect(), backOff(this.#tries++));
  }

  /** A connection that says nothing is asked; if it stays silent, it is given up for a new one. */
  #listenForSilence(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#doubt(8_000), QUIET);
  }

  /** Asks whether anybody hears. */
  #doubt(wait: number): void {
    this.#send({ ping: Date.now() % 1_000_000 });
    this.#await(wait);
  }

  /** Without a word for so long the connection is given up; to close a dead one properly may take much longer. */
  #await(wait: number): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const socket = this.#socket;
      this.#gone(socket);
      socket?.close();
    }, wait);
  }

  #send(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a request and waits for its answer; what was not answered is sent again after a reconnect. */
  #request(make: (id: number) => ToServer): Promise<void> {
    if (this.connection === 'lost') {
      return Promise.reject(new Refused({ message: 'The connection is lost. Nothing was played; it is tried again by itself.', rule: null }));
    }
    const id = this.#next++;
    const message = make(id);
    return new Promise((done, failed) => {
      this.#waiting.set(id, { message, done, failed });
      this.#send(message);
      if (this.connection === 'here') this.#await(5_000);
    });
  }

  async #take(message: FromServer): Promise<void> {
    if ('welcome' in message) {
      const { seat, head, view, entries, back, revision, card } = message.welcome;
      this.seat = seat;
      this.me = seat ? [seat] : [];
      this.eyes = seat ?? 'nobody';
      this.card = card;
      // The server may have gone on, or taken back what was seen.
      const first = entries[0]?.number ?? Infinity;
      const kept = this.entries.filter(({ number }) => number < first && number <= (back ?? head.actions));
      await this.#show(head, view, kept, entries, this.entries.length > 0);
      this.#revision = revision;
      this.#tries = 0;
      this.connection = 'here';
      this.#opened.done();
      this.#settleOld(head);
    } else if ('update' in message) {
      const { head, patch, view, entries, back, revision } = message.update;
      const kept = back === null ? this.entries : this.entries.filter(({ number }) => number <= back);
      await this.#show(head, view ?? mergePatch(this.#view, patch), kept, entries, true);
      this.#revision = revision;
    } else if ('done' in message) {
      this.#waiting.get(message.done.id)?.done();
      this.#waiting.delete(message.done.id);
    } else if ('refused' in message) {
      this.#waiting.get(message.refused.id)?.failed(new Refused(message.refused.refusal));
      this.#waiting.delete(message.refused.id);
    } else if ('card' in message) {
      this.card = message.card;
      if (this.#head) this.#head = this.#named(this.#head);
      if (this.seen) this.seen = { ...this.seen, head: this.#named(this.seen.head) };
    } else if ('closing' in message) {
      const { reason, again } = message.closing;
      if (!again) {
        this.#closed = true;
        this.connection = 'lost';
        this.#opened.failed(new Refused({ message: reason, rule: null }));
        say(reason);
      }
    }
  }

  /** After a reconnect: what was played is either in the position by now, or it was never heard. */
  #settleOld(head: Head): void {
    for (const [id, { message, done }] of this.#waiting) {
      if ('play' in message && head.actions > message.play.after) {
        this.#waiting.delete(id);
        done();
      } else this.#send(message);
    }
  }

  /** The head with the names of the people, which the server tells apart from the game. */
  #named(head: Head): Head {
    const name = (seat: Seat) => this.card?.players.find((player) => player.seat === seat && player.bot === null && !player.open)?.name ?? '';
    return { ...head, names: head.seats.map(name) };
  }

  async #show(told: Head, view: unknown, kept: Entry[], more: Entry[], animate: boolean): Promise<void> {
    const head = this.#named(told);
    const table = this.table < 0 ? null : this.table;
    const opened = await this.desk.ask<Opened>({ ask: 'sit', table, eyes: this.eyes, head, view });
    this.table = opened.table;
    this.#head = head;
    this.#view = view;
    const sheet = await this.desk.ask<Sheet>({ ask: 'look', table: this.table, eyes: this.eyes, at: null, whole: this.seen === null });
    this.entries = [...kept, ...more];
    this.fresh = animate ? more : [];
    this.seen = this.withGround(sheet);
    const bot = head.owes.find((seat) => this.card?.players.find((player) => player.seat === seat)?.bot);
    this.thinking = head.outcome ? null : (bot ?? null);
  }
}
