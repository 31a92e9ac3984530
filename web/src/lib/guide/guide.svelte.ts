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
  /** Left out when it came up, it is said later, as soon as there is something to say. */
  returns?: boolean;
}

/** The way through a guide's steps while a game goes on. */
export class Guide {
  at = $state(0);
  /** A step left out before that has its moment now. */
  #aside = $state<number | null>(null);
  /** Steps that were left out and may still come. */
  readonly #owed = new Set<number>();
  /** The step that was followed last, and how many entries there were when it came up. */
  #began: { at: number; entries: number } | null = null;
  readonly #name: string;

  constructor(
    readonly steps: Step[],
    game: string,
  ) {
    this.#name = `guide.${game}`;
    this.at = Math.min(kept<number>(this.#name) ?? 0, steps.length);
  }

  get step(): Step | null {
    return this.steps[this.shown] ?? null;
  }

  /** Which step is shown. */
  get shown(): number {
    return this.#aside ?? this.at;
  }

  /** Goes on by hand. */
  next(): void {
    if (this.#aside === null) return this.#to(this.at + 1);
    this.#owed.delete(this.#aside);
    this.#aside = null;
  }

  back(): void {
    if (this.#aside === null) this.#to(Math.max(0, this.at - 1));
    else this.next();
  }

  /** Goes on as far as the game has: past steps that are done or have nothing to say any more. */
  follow(now: Scene): void {
    const since = (): Scene => {
      if (this.#began?.at !== this.at) this.#began = { at: this.at, entries: now.entries.length };
      return { ...now, since: this.#began.entries };
    };
    let scene = since();
    for (let step = this.steps[this.at]; step; step = this.steps[this.at]) {
      const left = step.skip?.(scene) ?? false;
      if (!left && !step.done?.(scene) && !step.gone?.(scene)) break;
      if (left && step.returns) this.#owed.add(this.at);
      this.#to(this.at + 1);
      scene = since();
    }
    const said = this.#aside;
    this.#aside = [...this.#owed].find((index) => this.steps[index]?.skip?.(scene) === false) ?? null;
    if (said !== null && said !== this.#aside) this.#owed.delete(said);
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
