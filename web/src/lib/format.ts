import type { Seat } from './desk';

/** Units of the table in an inch. */
export const INCH = 2540;

/** A length in inches: `6.2"`. */
export function inches(units: number, digits = 1): string {
  return `${(units / INCH).toFixed(digits)}"`;
}

/** A chance from 0 to 1 in percent: `56%`; what is possible is never 0%, what is uncertain never 100%. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.005) return '<1%';
  if (chance < 1 && chance > 0.995) return '>99%';
  return `${Math.round(chance * 100)}%`;
}

/** A number with at most so many decimals, without trailing zeros. */
export function number(value: number, digits = 2): string {
  return String(Number(value.toFixed(digits)));
}

const numerals: [number, string][] = [
  [1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'], [100, 'C'], [90, 'XC'],
  [50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I'],
];

/** A Roman numeral; there is none below 1. */
export function roman(value: number): string {
  let [rest, text] = [Math.floor(value), ''];
  for (const [worth, letters] of numerals) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text || '0';
}

/** "3 models", "1 model". */
export function count(many: number, one: string, more = `${one}s`): string {
  return `${many} ${many === 1 ? one : more}`;
}

/** A sentence with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How long ago, in words. */
export function ago(then: string | number, now = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(then).getTime()) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${count(Math.floor(seconds / 60), 'minute')} ago`;
  if (seconds < 86400) return `${count(Math.floor(seconds / 3600), 'hour')} ago`;
  return `${count(Math.floor(seconds / 86400), 'day')} ago`;
}

/** The css class that gives a seat its colour. */
export function side(seat: Seat | null | undefined): string {
  return seat ? `side-${seat}` : '';
}
