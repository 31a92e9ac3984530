/** The engine's seen events, as far as the table shows them. */
import type { Seat } from '../lib/desk';

/** A unit where it stands, as the engine writes it: what is absent is false or hidden. */
export interface Standing {
  at: string;
  kind?: string;
  chariot?: boolean;
  known?: boolean;
  used?: boolean;
}

/** What became of a unit that was hit. */
export interface Fate {
  seat: Seat;
  at: string;
  kind: string;
  chariot: boolean;
  damage: number;
  defence: { printed: number; chariot: number; centurion: number; consuls: number };
  shot: boolean;
  shielded: boolean;
}

/** One attack. */
export interface Strike {
  seat: Seat;
  from: string;
  kind: string;
  cause: string;
  target: Seat;
  to: string;
}

/** Every event by its name, with what it carries. */
export interface Happenings {
  dealt: { seat: Seat; kind: string | null };
  command_drawn: { seat: Seat; command: string | null };
  deployed: { seat: Seat; unit: Standing };
  line_cleared: { seat: Seat };
  took_up: { seat: Seat };
  unit_drawn: { seat: Seat; kind: string };
  placed: { seat: Seat; kind: string; at: string };
  played: { seat: Seat; command: string };
  flanked: { seat: Seat; from: string; to: string };
  switched: { seat: Seat; unit: string; with: string };
  rode: { seat: Seat; from: string; to: string };
  stepped_up: { seat: Seat; column: number };
  closed_up: { seat: Seat; column: number; from: 'left' | 'right' };
  rear_moved: { seat: Seat; column: number };
  revealed: { seat: Seat; unit: Standing };
  chariot_shown: { seat: Seat; at: string };
  lifted: { seat: Seat };
  settled: { seat: Seat; to: string };
  struck: { strike: Strike; hit: boolean };
  survived: Fate;
  killed: Fate;
  discarded: { seat: Seat; command: string };
  turn_began: { seat: Seat; turn: number };
}

/** One event that the table shows. */
export type Happening = { [Name in keyof Happenings]: { name: Name } & { with: Happenings[Name] } }[keyof Happenings];

const KNOWN = new Set<string>([
  'dealt', 'command_drawn', 'deployed', 'line_cleared', 'took_up', 'unit_drawn', 'placed', 'played', 'flanked', 'switched',
  'rode', 'stepped_up', 'closed_up', 'rear_moved', 'revealed', 'chariot_shown', 'lifted', 'settled', 'struck', 'survived',
  'killed', 'discarded', 'turn_began',
]);

/** Reads an event of a beat; null for one that changes nothing on the table. */
export function happening(event: unknown): Happening | null {
  if (typeof event !== 'object' || event === null) return null;
  const [name, content] = Object.entries(event)[0] ?? [];
  if (name === 'open') return happening(content);
  if (name === undefined || !KNOWN.has(name)) return null;
  return { name, with: content } as Happening;
}
