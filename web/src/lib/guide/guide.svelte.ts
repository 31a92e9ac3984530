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
}

/** The way through a guide's steps while a game goes on. */
export class Guide {
  at = $state(0);
  readonly #name: string;

  constructor(
    readonly steps: Step[],
    game: string,
  ) {
    this.#name = `guide.${game}`;
    this.at = Math.min(kept<number>(this.#name) ?? 0, steps.length);
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  /** Goes on by hand. */
  next(): void {
    this.#to(this.at + 1);
  }

  back(): void {
    this.#to(Math.max(0, this.at - 1));
  }

  /** Goes on as far as the game has: past steps that are done or have nothing to say any more. */
  follow(scene: Scene): void {
    for (let step = this.step; step; step = this.step) {
      if (!step.skip?.(scene) && !step.done?.(scene)) return;
      this.#to(this.at + 1);
    }
  }

  #to(at: number): void {
    this.at = at;
    keep(this.#name, at);
  }
}

/** What the guide sees of a session. */
export function sceneOf(session: Session): Scene {
  return { sheet: session.sheet, entries: session.entries, me: session.me[0] ?? 'A', asked: session.toDecide !== null };
}
