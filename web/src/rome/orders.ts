/** The choices in a declaration of attacks. */
import type { Action, Refusal, Seat } from '../lib/desk';

/** One way to choose, with all orders as they would be then. */
export interface Option {
  label: string;
  order: Action | null;
  orders: Action[];
  chosen: boolean;
}

/** Something that may be chosen. */
export interface Choice {
  role: string;
  text: string;
  /** The unit it is about; empty where any unit may be named. */
  unit: string;
  options: Option[];
}

/** The attack as it would be. */
export interface Forecast {
  refused: Refusal | null;
  action: Action | null;
  strikes: { seat: Seat; from: string; target: Seat; to: string; kind: string; strength: number; mods: { delta: number; reason: string; rule: string }[] }[];
  fates: { seat: Seat; at: string; kind: string | null; damage: number; defence: number | null; dies: number }[];
  choices: Choice[];
  /** What is worth knowing before it is done. */
  warning: string | null;
}

/** The unit that an order names. */
function named(order: Action | null): string | null {
  if (typeof order !== 'object' || order === null || !('unit' in order)) return null;
  return typeof order.unit === 'string' ? order.unit : null;
}

/** What a click on a unit chooses: to name it, if it can be named; else the next option of a choice of its own. */
export function nextFor(choices: Choice[], space: string): Option | null {
  for (const choice of choices) {
    if (choice.unit === space) continue;
    const about = choice.options.filter((option) => named(option.order) === space);
    if (about.length === 0) continue;
    const now = about.findIndex((option) => option.chosen);
    // After the last way of naming it comes not naming it.
    return about[now + 1] ?? choice.options.find((option) => option.order === null) ?? about[0] ?? null;
  }
  const own = choices.find((choice) => choice.unit === space && choice.options.length > 1);
  if (!own) return null;
  const now = own.options.findIndex((option) => option.chosen);
  return own.options[(now + 1) % own.options.length] ?? null;
}

/** The units that a click may mean in these choices. */
export function choosable(choices: Choice[]): Set<string> {
  const found = new Set<string>();
  for (const choice of choices) {
    if (choice.options.length < 2) continue;
    if (choice.unit !== '') found.add(choice.unit);
    for (const option of choice.options) {
      const unit = named(option.order);
      if (unit !== null) found.add(unit);
    }
  }
  return found;
}

/** How much an attack is expected to kill: others' units count for it, own ones against it. */
function worth(forecast: Forecast, seat: Seat | null): number {
  return forecast.fates.reduce((sum, fate) => sum + (fate.seat === seat ? -fate.dies : fate.dies + 0.001 * fate.damage), 0);
}

/** More options than this are not tried out. */
const TRIES = 40;

/** The attack to begin with: of every choice the option that is expected to kill most, one choice after another. */
export async function best(ask: (orders: Action[]) => Promise<Forecast>, seat: Seat | null): Promise<Forecast> {
  let forecast = await ask([]);
  let tries = 0;
  for (let which = 0; which < forecast.choices.length && tries < TRIES; which++) {
    for (const option of forecast.choices[which]?.options ?? []) {
      if (option.chosen || ++tries > TRIES) continue;
      const other = await ask(option.orders);
      if (other.refused === null && worth(other, seat) > worth(forecast, seat)) forecast = other;
    }
  }
  return forecast;
}
