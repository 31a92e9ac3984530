import type { Refusal } from './desk';
import { reason } from './refused';

/** A short message at the edge of the page. */
export interface Toast {
  id: number;
  kind: 'said' | 'refused';
  message: string;
  rule: string | null;
  /** What can be done about it while it is shown. */
  offer: { label: string; take: () => void } | null;
}

let next = 0;
/** A message somebody is about to answer stays. */
let held: number | null = null;
/** What is shown now. */
export const toasts: { list: Toast[] } = $state({ list: [] });

function show(kind: Toast['kind'], { message, rule }: Refusal, offer: Toast['offer'] = null): void {
  const id = next++;
  // What is offered stands for something of its own, even in the same words.
  const others = toasts.list.filter((toast) => toast.offer || toast.message !== message);
  toasts.list = [...others, { id, kind, message, rule, offer }].slice(-3);
  fade(id, offer ? 8000 : 4000 + message.length * 60);
}

function fade(id: number, after: number): void {
  setTimeout(() => (held === id ? fade(id, 2000) : dismiss(id)), after);
}

/** Lets a message stay, or go again. */
export function hold(id: number | null): void {
  held = id;
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((toast) => toast.id !== id);
  if (held === id) held = null;
}

/** Takes away what was refused: something else was done since. */
export function settle(): void {
  toasts.list = toasts.list.filter(({ kind }) => kind !== 'refused');
}

/** Says something. */
export function say(message: string): void {
  show('said', { message, rule: null });
}

/** Says what was done, and offers for a while to undo it or to do more. */
export function offer(message: string, label: string, work: () => Promise<unknown>): void {
  show('said', { message, rule: null }, { label, take: () => void attempt(work) });
}

/** Shows a refusal or any error, with the rule if there is one. */
export function refuse(error: unknown): void {
  show('refused', error && typeof error === 'object' && 'rule' in error && !(error instanceof Error) ? (error as Refusal) : reason(error));
}

/** Runs something and shows what it refuses; says whether it went well. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    refuse(error);
    return false;
  }
}
