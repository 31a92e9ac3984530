import type { Answer } from './desk';
import { Refused } from './refused';

/** Whoever answers questions to the desk. */
export interface Desk {
  /** Asks; throws `Refused` with the engine's reason. */
  ask<T>(question: object): Promise<T>;
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code: fetched and compiled once, for all workers; begun before anybody asks, it is there sooner. */
export function fetchEngine(): Promise<WebAssembly.Module> {
  if (!compiled) {
    compiled = WebAssembly.compileStreaming(fetch(new URL('../../engine/engine.wasm', import.meta.url)));
    compiled.catch(() => (compiled = null)); // The next question tries again.
  }
  return compiled;
}

/** The engine in a worker of its own. Questions are answered in the order they are asked. */
export class Engine implements Desk {
  #worker: Worker | null = null;
  #next = 0;
  readonly #waiting = new Map<number, { done: (answer: string) => void; failed: (error: Error) => void }>();

  ask<T>(question: object): Promise<T> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    const text = new Promise<string>((done, failed) => this.#waiting.set(id, { done, failed }));
    worker.postMessage({ id, question: JSON.stringify(question) });
    return text.then((answer) => unwrap<T>(answer));
  }

  /** Ends the worker and refuses whatever was asked; the next question starts another. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { failed } of this.#waiting.values()) failed(new Refused({ message: 'The question was dropped.', rule: null }));
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<{ id: number; answer: string }>) => {
      this.#waiting.get(event.data.id)?.done(event.data.answer);
      this.#waiting.delete(event.data.id);
    };
    worker.onerror = (event) => this.#fail(event.message || 'is the page whole?');
    fetchEngine().then(
      (module) => worker.postMessage({ module }),
      (error) => {
        if (this.#worker === worker) this.#fail(String(error));
      },
    );
    return worker;
  }

  /** Nobody will answer: whoever waits is told, and the next question starts anew. */
  #fail(why: string): void {
    const message = `The rules can't be loaded (${why}). Is the connection gone? Try again, or reload the page; games on this device are kept.`;
    this.#worker?.terminate();
    this.#worker = null;
    for (const { failed } of this.#waiting.values()) failed(new Refused({ message, rule: null }));
    this.#waiting.clear();
  }
}

/** An answer's content, or its refusal thrown. */
export function unwrap<T>(text: string): T {
  const answer = JSON.parse(text) as Answer<T>;
  if ('refused' in answer) throw new Refused(answer.refused);
  return answer.ok;
}

/** The engine that answers hovering and clicks: never busy for long. */
export const engine = new Engine();
/** The engine in which bots and hints think. */
export const thinker = new Engine();

/**
 * A question asked again and again (hovering): one at a time, and only the newest of those that wait.
 * An answer that is no longer the newest is dropped: its promise gives null.
 */
export function latest<Q, T>(ask: (question: Q) => Promise<T>): (question: Q) => Promise<T | null> {
  let busy = false;
  let newest = 0;
  let next: { run: () => void; drop: () => void } | null = null;
  return (question) =>
    new Promise((done, failed) => {
      const mine = ++newest;
      const run = () => {
        busy = true;
        ask(question)
          .then((answer) => done(mine === newest ? answer : null), failed)
          .finally(() => {
            busy = false;
            const waiting = next;
            next = null;
            waiting?.run();
          });
      };
      next?.drop();
      next = null;
      if (busy) next = { run, drop: () => done(null) };
      else run();
    });
}
