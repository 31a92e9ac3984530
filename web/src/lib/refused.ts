import type { Refusal } from './desk';

/** A "no" with its reason: from the engine, the server or the connection. */
export class Refused extends Error {
  readonly rule: string | null;

  constructor({ message, rule }: Refusal) {
    super(message);
    this.name = 'Refused';
    this.rule = rule;
  }
}

/** What went wrong, as a sentence for people. */
export function reason(error: unknown): Refusal {
  if (error instanceof Refused) return { message: error.message, rule: error.rule };
  return { message: error instanceof Error ? error.message : String(error), rule: null };
}
