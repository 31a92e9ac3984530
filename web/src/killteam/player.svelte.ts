/** Plays what happened, step after step, and shows the newest position as soon as somebody wants to go on. */
import { SvelteMap } from 'svelte/reactivity';
import type { Dice, Entry, KtModel, Seat } from '../lib/desk';
import { placeAlong, type Look, type Step, stepsOf } from './steps';

/** How the clock is asked for the next moment; tests bring their own. */
export type Tick = (then: (now: number) => void) => number;

/** A sign that rises from a model: "−2", "saved". */
export interface Sign {
  key: number;
  model: string;
  text: string;
  tone: 'good' | 'bad' | 'plain';
}

/** The queue of steps and what they have changed so far. */
export class Player {
  /** What differs from the newest position while steps play. */
  readonly looks = new SvelteMap<string, Look>();
  dice = $state.raw<Dice[]>([]);
  /** Counts dice rolls, so that each tumbles anew. */
  rolls = $state(0);
  words = $state('');
  strike = $state.raw<{ from: string; to: string[] } | null>(null);
  signs = $state.raw<Sign[]>([]);
  /** Who acts in the step that is shown. */
  acts = $state<string | null>(null);
  playing = $state(false);

  #queue: Step[] = [];
  #began = 0;
  #current: Step | null = null;
  #signs = 0;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly tick: Tick,
    /** The speed: 1 is ordinary, 0 shows nothing on the way. */
    private readonly speed: () => number,
  ) {}

  /** Puts entries in the queue; `before` is how the models stood when they began. What others than `own` do takes its time. */
  add(entries: readonly Entry[], before: readonly KtModel[], own: readonly Seat[] = []): void {
    if (!this.playing) this.#forget();
    if (this.speed() <= 0) {
      this.#last(entries);
      return this.skip();
    }
    const from = before.map((model) => ({ ...model, ...this.#ahead(model.id) }));
    const steps = stepsOf(entries, from, own);
    if (!steps.length) return;
    for (const model of before) {
      if (!this.looks.has(model.id)) {
        const { at, z, facing, wounds, down, out, activated } = model;
        this.looks.set(model.id, { at, z, facing, wounds, down, out, activated });
      }
    }
    this.#queue.push(...steps);
    if (!this.playing) {
      this.playing = true;
      this.#next(0);
    }
  }

  /** When everything that has come so far is shown. */
  caughtUp(): Promise<void> {
    return this.playing ? new Promise((done) => this.#waiting.push(done)) : Promise.resolve();
  }

  /** Shows the newest position at once. */
  skip(): void {
    for (const step of this.#current ? [this.#current, ...this.#queue] : this.#queue) {
      if (step.kind === 'dice') this.dice = step.dice;
      if (step.words) this.words = step.words;
    }
    this.#queue = [];
    this.#current = null;
    this.#end();
  }

  /** Goes to another moment: what was being played is dropped, and words and dice are those of its last entry. */
  jump(entry: Entry | null): void {
    this.#queue = [];
    this.#current = null;
    this.#end();
    this.#forget();
    if (entry) this.#last([entry]);
  }

  #forget(): void {
    this.words = '';
    this.dice = [];
  }

  #last(entries: readonly Entry[]): void {
    for (const entry of entries) {
      for (const beat of entry.beats) {
        if (beat.dice.length) this.dice = beat.dice;
        if (beat.text) this.words = beat.text;
      }
    }
  }

  /** What the queued steps will have made of a model. */
  #ahead(model: string): Look {
    let look: Look = { ...this.looks.get(model) };
    for (const step of this.#current ? [this.#current, ...this.#queue] : this.#queue) {
      if ((step.kind === 'move' || step.kind === 'look') && step.model === model) look = { ...look, ...step.look };
    }
    return look;
  }

  #end(): void {
    this.looks.clear();
    this.strike = null;
    this.signs = [];
    this.acts = null;
    this.playing = false;
    for (const done of this.#waiting.splice(0)) done();
  }

  #next(now: number): void {
    const step = this.#queue.shift();
    this.#current = step ?? null;
    this.strike = null;
    if (!step) return this.#end();
    this.acts = step.by ?? null;
    if (step.words) this.words = step.words;
    if (step.kind === 'dice') {
      this.dice = step.dice;
      this.rolls += 1;
    } else if (step.kind === 'strike') {
      this.strike = { from: step.from, to: step.to };
    } else if (step.kind === 'look') {
      this.looks.set(step.model, { ...this.looks.get(step.model), ...step.look });
      if (step.sign) {
        this.#signs += 1;
        this.signs = [...this.signs.slice(-3), { key: this.#signs, model: step.model, text: step.sign, tone: step.tone }];
      }
    }
    this.#began = now;
    this.tick((then) => this.#on(then, step));
  }

  #on(now: number, step: Step): void {
    if (this.#current !== step) return;
    if (!this.#began) this.#began = now;
    const speed = this.speed();
    const share = speed > 0 && step.ms > 0 ? (now - this.#began) / (step.ms / speed) : 1;
    if (step.kind === 'move') {
      const { at, z } = placeAlong(step.path, Math.min(share, 1));
      this.looks.set(step.model, { ...this.looks.get(step.model), ...(share >= 1 ? step.look : { at, z }) });
    }
    if (share >= 1) this.#next(now);
    else this.tick((then) => this.#on(then, step));
  }
}
