/** Which key presses which deed: the same deed has the same key wherever it stands. */
import type { Deed } from '../lib/desk';

const FIXED: Record<string, string> = {
  activate: 'Enter',
  walk: 'w',
  run: 'r',
  charge: 'c',
  attack: 'a',
  strike: 'a',
  aim: 'i',
  focus: 'o',
  stand_up: 's',
  done: 'd',
  keep: 'k',
  hold: 'k',
  pass: 'p',
  finish: 'x',
  fall_back: 'r',
  reactivate: 'e',
};

/** Keys that belong to the table itself. */
const TAKEN = new Set(['u', 'h', 'm', 'l', 'z', 'v', 'n', 'b', '?', '+', '-', '0', '[', ']', 't']);

/** A key for each deed in the bar, by its place. */
export function deedKeys(deeds: readonly Pick<Deed, 'id' | 'label'>[]): (string | null)[] {
  const used = new Set<string>(TAKEN);
  const keys: (string | null)[] = deeds.map((deed) => {
    const key = FIXED[deed.id];
    if (!key || used.has(key)) return null;
    used.add(key);
    return key;
  });
  let number = 1;
  return keys.map((key) => {
    if (key) return key;
    while (number <= 9 && used.has(String(number))) number += 1;
    if (number > 9) return null;
    used.add(String(number));
    return String(number);
  });
}

/** A key for each answer to a question: a bid has its own number, others are counted from 1. */
export function answerKeys(kind: string, answers: readonly { cp: number }[], used: readonly (string | null)[]): (string | null)[] {
  if (kind === 'bid') return answers.map(({ cp }) => (cp <= 9 ? String(cp) : null));
  const free = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((key) => !used.includes(key));
  return answers.map((_, i) => free[i] ?? null);
}

/** How far the cursor on the table goes at a press of an arrow, in inches to the right and down on the map. */
export function arrowStep(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): [number, number] | null {
  const far = event.shiftKey ? 0.25 : 1;
  switch (event.key) {
    case 'ArrowLeft':
      return [-far, 0];
    case 'ArrowRight':
      return [far, 0];
    case 'ArrowUp':
      return [0, -far];
    case 'ArrowDown':
      return [0, far];
    default:
      return null;
  }
}
