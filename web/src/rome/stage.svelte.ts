/** Plays what happened, one step after another, and says what the table shows meanwhile. */
import type { Entry, RomeScene, Sheet } from '../lib/desk';
import { lasting } from '../lib/settings.svelte';
import { apply, board, reconcile, steps, topsOf, type Board, type Step } from './fold';

interface Job {
  steps: Step[];
  scene: RomeScene;
  /** The story to its end. */
  told: Entry[];
  entry: number;
}

/** More entries than this at once are not played: somebody jumped. */
const MANY = 12;

/** What is shown of a session's table. */
export class Stage {
  /** The table as it is shown. */
  board: Board;
  /** Whether something is being played. */
  playing = $state(false);
  /** The last entry that is shown. */
  entry = $state(0);

  #eyes: string;
  #table: number;
  #jobs: Job[] = [];
  #wait: { timer: ReturnType<typeof setTimeout>; done: () => void } | null = null;
  #hurry = false;
  #watchers: (() => void)[] = [];

  constructor(sheet: Sheet, scene: RomeScene, entries: Entry[], table: number) {
    this.board = $state.raw(board(scene, entries));
    this.#eyes = sheet.eyes;
    this.#table = table;
    this.entry = entries.at(-1)?.number ?? 0;
  }

  /** Shows another position: what is new in the story is played, anything else is there at once. */
  follow(sheet: Sheet, scene: RomeScene, entries: Entry[], table: number): void {
    const last = entries.at(-1)?.number ?? 0;
    const queued = this.#jobs.at(-1)?.entry ?? this.entry;
    const fresh = entries.filter((entry) => entry.number > queued);
    const same = sheet.eyes === this.#eyes && table === this.#table;
    this.#eyes = sheet.eyes;
    this.#table = table;
    if (!same || last < queued || fresh.length === 0 || fresh.length > MANY || lasting(1) === 0) {
      if (same && last === queued && this.playing) {
        // Nothing new happened; where it is played to is known better now.
        const job = this.#jobs.at(-1);
        if (job) job.scene = scene;
        return;
      }
      this.#snap(scene, last, entries);
      return;
    }
    this.#jobs.push({ steps: steps(fresh), scene, told: entries, entry: last });
    if (!this.playing) void this.#play();
  }

  /** Resolves when everything that happened is shown. */
  caughtUp(): Promise<void> {
    if (!this.playing) return Promise.resolve();
    return new Promise((done) => this.#watchers.push(done));
  }

  /** Goes back to an earlier position, to play from there what its viewer has not seen yet. */
  rewind(scene: RomeScene, entry: number): void {
    this.#snap(scene, entry, []);
  }

  /** Ends what is being played: the result is there at once. */
  skip(): void {
    if (!this.playing) return;
    this.#hurry = true;
    this.#release();
  }

  #release(): void {
    const wait = this.#wait;
    this.#wait = null;
    if (wait) {
      clearTimeout(wait.timer);
      wait.done();
    }
  }

  #snap(scene: RomeScene, entry: number, told: Entry[]): void {
    this.#jobs = [];
    this.#hurry = true;
    this.#release();
    const next: Board = { ...this.board, tops: topsOf(scene, told) };
    reconcile(next, scene);
    this.board = next;
    this.entry = entry;
  }

  async #play(): Promise<void> {
    this.playing = true;
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      this.#hurry = false;
      for (const step of job.steps) {
        if (this.#hurry) break;
        this.#show(step);
        this.entry = Math.max(this.entry, step.entry - 1);
        await this.#pause(lasting(step.time));
      }
      // A jump in between has emptied the queue and shown something else.
      if (this.#jobs[0] !== job) continue;
      const next: Board = { ...this.board, tops: topsOf(job.scene, job.told) };
      reconcile(next, job.scene);
      this.board = next;
      this.entry = job.entry;
      this.#jobs.shift();
    }
    this.playing = false;
    for (const done of this.#watchers.splice(0)) done();
  }

  #show(step: Step): void {
    const next: Board = {
      ...this.board,
      scene: structuredClone(this.board.scene),
      tokens: this.board.tokens.map((token) => ({ ...token, doing: token.doing === 'hold' ? 'stand' : token.doing })),
      blows: step.events.some((event) => event.name === 'struck' || event.name === 'survived' || event.name === 'killed') ? [...this.board.blows] : [],
      marks: [...this.board.marks],
      tops: { units: [...this.board.tops.units], commands: [...this.board.tops.commands] },
    };
    for (const event of step.events) apply(next, event);
    this.board = next;
  }

  #pause(time: number): Promise<void> {
    if (time <= 0 || this.#hurry) return Promise.resolve();
    return new Promise((done) => {
      this.#wait = { timer: setTimeout(() => this.#release(), time), done };
    });
  }
}
