import type { Entry, Seat, Sheet } from '../desk';
import { keep, kept } from '../keep';
import type { Session } from '../session.svelte';

/** What a step of a guide can see. */
export interface Scene {
  sheet: Sheet;
  entries: Entry[];
  /** The learner's seat. */
  me: Seat;
  /** Whether the learner is asked something. */
  asked: boolean;
  /** How many entries there were when the step came up. */
  since?: number;
  /** The deeds the bar offers now. */
  offers?: string[];
}

/** One step: words, what to look at, and when it is done. */
export interface Step {
  id: string;
  title: string;
  /** A few sentences. */
  text: string;
  /** A rule to read more in. */
  rule?: string;
  /** The `data-guide` of what is meant; the first one on the page is marked. */
  anchors?: string[];
  /** The step waits until this holds; without, it has a button "Go on". */
  done?: (scene: Scene) => boolean;
  /** The step is left out if this holds when it comes up. */
  skip?: (scene: Scene) => boolean;
  /** Its moment is over: whoever played on without a word has no more use for it. */
  gone?: (scene: Scene) => boolean;
  /** The step is left for later while this holds, and comes up as soon as it does not. */
  waits?: (scene: Scene) => boolean;
}

/** The way through a guide's steps while a game goes on. */
export class Guide {
  at = $state(0);
  /** The step that was followed last, and how many entries there were when it came up. */
  #began: { at: number; entries: number } | null = null;
  readonly #name: string;
  /** Steps left for later, and where to go on after one of them. */
  #left: string[];
  #back: number | null = null;

  constructor(
    readonly steps: Step[],
    game: string,
  ) {
    this.#name = `guide.${game}`;
    const at = kept<number>(this.#name);
    this.at = Math.min(at ?? 0, steps.length);
    this.#left = at === null ? [] : (kept<string[]>(`${this.#name}.left`) ?? []);
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  /** Goes on by hand. */
  next(): void {
    const to = this.#back ?? this.at + 1;
    this.#back = null;
    this.#to(to);
  }

  back(): void {
    this.#back = null;
    this.#to(Math.max(0, this.at - 1));
  }

  /** Goes on as far as the game has: past steps that are done or have nothing to say any more, and to those it left for later. */
  follow(now: Scene): void {
    const over = (step: Step, scene: Scene) => step.skip?.(scene) || step.done?.(scene) || step.gone?.(scene);
    for (let step = this.step; step; step = this.step) {
      const scene = this.#since(now);
      if (over(step, scene)) this.next();
      else if (step.waits?.(scene)) {
        // What came up late has had its moment when it passes.
        if (this.#back === null) this.#leave([...this.#left, step.id]);
        this.next();
      } else break;
    }
    if (this.#back !== null || !this.#left.length) return;
    const due = this.steps.findIndex((step) => this.#left.includes(step.id) && !step.waits?.(now) && !over(step, now));
    if (due < 0) return;
    const on = this.at;
    this.#leave(this.#left.filter((id) => id !== this.steps[due]?.id));
    this.#to(due);
    this.#back = on;
    // Who comes back goes on where the guide was.
    keep(this.#name, on);
  }

  /** The game as it is, with how long it had gone on when the step came up. */
  #since(now: Scene): Scene {
    if (this.#began?.at !== this.at) this.#began = { at: this.at, entries: now.entries.length };
    return { ...now, since: this.#began.entries };
  }

  #leave(left: string[]): void {
    this.#left = left;
    keep(`${this.#name}.left`, left);
  }

  #to(at: number): void {
    this.at = at;
    keep(this.#name, at);
  }
}

/** What the guide sees of a session. */
export function sceneOf(session: Session): Scene {
  const offered = document.querySelectorAll<HTMLElement>('[data-bar] [data-deed]:not([aria-disabled])');
  const offers = [...offered].map((button) => button.dataset['deed'] ?? '');
  return { offers, sheet: session.sheet, entries: session.entries, me: session.me[0] ?? 'A', asked: session.toDecide !== null };
}
