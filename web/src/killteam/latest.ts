/** Questions that come faster than their answers: one is on its way, only the newest of the others waits. */
export class Latest {
  #busy = false;
  #waiting: (() => Promise<void>) | null = null;
  #epoch = 0;

  /** Asks, now or when the last one is answered; an answer that came after `cancel` is dropped. */
  ask<T>(question: () => Promise<T>, then: (answer: T) => void, fail: (error: unknown) => void = () => undefined): void {
    const epoch = this.#epoch;
    const run = async () => {
      try {
        const answer = await question();
        if (epoch === this.#epoch) then(answer);
      } catch (error) {
        if (epoch === this.#epoch) fail(error);
      }
    };
    if (this.#busy) this.#waiting = run;
    else void this.#run(run);
  }

  /** Forgets what is on its way. */
  cancel(): void {
    this.#epoch += 1;
    this.#waiting = null;
  }

  async #run(first: () => Promise<void>): Promise<void> {
    this.#busy = true;
    let next: (() => Promise<void>) | null = first;
    while (next) {
      this.#waiting = null;
      await next();
      next = this.#waiting;
    }
    this.#busy = false;
  }
}
