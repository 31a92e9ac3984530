import type { Refusal } from './desk';
import { reason } from './refused';

/** A short message at the edge of the page. */
export interface Toast {
  id: number;
  kind: 'said' | 'refused';
  message: string;
  rule: string | null;
}

let next = 0;
/** What is shown now. */
export const toasts: { list: Toast[] } = $state({ list: [] });

function show(kind: Toast['kind'], { message, rule }: Refusal): void {
  const id = next++;
  toasts.list = [...toasts.list.filter((toast) => toast.message !== message), { id, kind, message, rule }].slice(-3);
  setTimeout(() => dismiss(id), 4000 + message.length * 60);
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((toast) => toast.id !== id);
}

/** Takes away what was refused: something else was done since. */
export function settle(): void {
  toasts.list = toasts.list.filter(({ kind }) => kind !== 'refused');
}

/** Says something. */
export function say(message: string): void {
  show('said', { message, rule: null });
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
