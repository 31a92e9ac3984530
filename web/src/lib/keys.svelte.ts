import { SvelteSet } from 'svelte/reactivity';

/** A key and what it does. `key` is as in KeyboardEvent.key, letters small: 'u', '?', 'Escape', 'ArrowLeft'. */
export interface Key {
  key: string;
  about: string;
  run: () => void;
}

/** The keys that do something now; the help (?) lists them. */
export const keys = new SvelteSet<Key>();

/** Gives keys a meaning while a component is there. `list` is read again whenever what it reads changes. */
export function useKeys(list: () => Key[]): void {
  $effect(() => {
    const mine = list();
    for (const key of mine) keys.add(key);
    return () => {
      for (const key of mine) keys.delete(key);
    };
  });
}

/** Whether a person is typing into something. */
function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !ticks(target));
}

/** Whether it is something to tick: only Space belongs to that. */
function ticks(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio');
}

/** Whether Enter and Space belong to what has the focus: they press it. */
function presses(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a[href], summary, [role="option"], [role="radio"], [role="tab"]') !== null;
}

/** Runs the key's meaning; what was registered last counts. */
export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (typing(event.target) && event.key !== 'Escape') return;
  if ((event.key === 'Enter' || event.key === ' ') && presses(event.target)) return;
  if ((event.key === ' ' || event.key.startsWith('Arrow')) && ticks(event.target)) return;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const meaning = [...keys].reverse().find(({ key }) => key === pressed);
  if (!meaning) return;
  event.preventDefault();
  meaning.run();
}

/** How a key is written on a cap. */
export function cap(key: string): string {
  const names: Record<string, string> = {
    Escape: 'Esc', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space', Enter: 'Enter',
  };
  return names[key] ?? key.toUpperCase();
}
