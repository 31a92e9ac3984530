/** Where everything lies on the card table. Pure arithmetic: the page draws what comes out. */
import type { Seat } from '../lib/desk';
import { spot } from './words';

/** What has to be laid out. */
export interface Wanted {
  width: number;
  height: number;
  /** The seat whose line is nearest. */
  near: Seat;
  /** The opponent who is shown large. */
  facing: Seat | null;
  /** All other opponents, shown as strips. */
  others: Seat[];
  /** The columns used, as the near seat counts them across the table. */
  left: number;
  right: number;
  /** Whether there are rear rows. */
  rear: boolean;
}

/** A place on the table: the middle of a card and how large it is drawn. */
export interface Place {
  x: number;
  y: number;
  scale: number;
}

/** A finished layout. */
export interface Layout {
  /** Width of the whole table; more than asked for if the line has to scroll. */
  width: number;
  height: number;
  card: { w: number; h: number };
  /** The middle line between the armies. */
  middle: number;
  /** How wide the no-man's-land is. */
  gap: number;
  place(seat: Seat, space: string): Place;
  /** The box of a strip, for its name and its button. */
  strips: { seat: Seat; x: number; y: number; w: number; h: number }[];
}

const RATIO = 1.36;
const SPREAD = 1.1;
/** The narrowest card that can be read and touched. */
export const NARROWEST = 41;
const WIDEST = 112;

/** Lays the table out. */
export function layout(wanted: Wanted): Layout {
  const { width, height, near, facing, others, rear } = wanted;
  const columns = wanted.right - wanted.left + 1;
  const stripHeight = others.length > 0 ? Math.max(76, Math.min(130, height * 0.18)) : 0;
  const room = height - stripHeight;
  const rows = rear ? 2 : 1;
  // Cards of both sides, a breath between rows, vanguards pushed forward, the no-man's-land.
  const heights = rows * 2 + (rows - 1) * 2 * 0.1 + 2 * 0.2 + 0.62 + 0.2;
  const byHeight = room / heights / RATIO;
  const byWidth = (width - 16) / (columns * SPREAD);
  const w = Math.floor(Math.max(NARROWEST, Math.min(WIDEST, byHeight, byWidth)));
  const h = Math.floor(w * RATIO);
  const whole = Math.max(width, Math.ceil(columns * w * SPREAD + 16));
  const gap = Math.min(h * 0.95, Math.max(h * 0.45, room - (rows * 2 + (rows - 1) * 0.2 + 0.6) * h));
  const middle = stripHeight + room / 2;
  // The vanguard column stands in the middle if that fits, else the used columns do.
  const used = ((wanted.left + wanted.right) / 2) * w * SPREAD;
  const half = (Math.max(-wanted.left, wanted.right) + 0.5) * w * SPREAD + 8;
  const origin = half * 2 <= whole ? whole / 2 : whole / 2 - used;
  const push = h * 0.2;

  const row = (at: { row: 'front' | 'rear'; column: number }): number => {
    const front = gap / 2 + push + h / 2;
    if (at.row === 'rear') return front + h * 1.1;
    return at.column === 0 ? front - push : front;
  };

  const stripWidth = others.length > 0 ? whole / others.length : 0;
  const strips = others.map((seat, index) => ({ seat, x: index * stripWidth, y: 0, w: stripWidth, h: stripHeight }));
  const small = Math.min(0.52, (stripHeight - 22) / (h * (rows * 1.06 + 0.12)), stripWidth / (columns * w * SPREAD));

  const place = (seat: Seat, space: string): Place => {
    const at = spot(space) ?? { row: 'front' as const, column: 0 };
    if (seat === near) return { x: origin + at.column * w * SPREAD, y: middle + row(at), scale: 1 };
    const strip = strips.find((strip) => strip.seat === seat);
    if (strip && seat !== facing) {
      const step = h * small * 1.06;
      const bottom = strip.y + strip.h - (h * small) / 2 - 4;
      const y = at.row === 'front' ? bottom - (at.column === 0 ? 0 : h * small * 0.1) : bottom - step - h * small * 0.1;
      return { x: strip.x + strip.w / 2 - at.column * w * SPREAD * small, y, scale: small };
    }
    // An opponent sits on the other side: left is right.
    return { x: origin - at.column * w * SPREAD, y: middle - row(at), scale: 1 };
  };
  return { width: whole, height, card: { w, h }, middle, gap, place, strips };
}

/** The columns that lines take up, as the near seat sees them, with one free on each side. */
export function span(lines: { seat: Seat; columns: number[] }[], near: Seat, least: number): { left: number; right: number } {
  let left = -least;
  let right = least;
  for (const line of lines) {
    for (const column of line.columns) {
      const seen = line.seat === near ? column : -column;
      left = Math.min(left, seen - 1);
      right = Math.max(right, seen + 1);
    }
  }
  return { left, right };
}

/** The nearest of some places in a direction, for the arrow keys; null if there is none. */
export function toward<T extends { x: number; y: number }>(from: { x: number; y: number }, all: T[], key: string): T | null {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return null;
  const [dx, dy] = way as [number, number];
  let best: T | null = null;
  let least = Infinity;
  for (const one of all) {
    const x = one.x - from.x;
    const y = one.y - from.y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along < 4) continue;
    const far = along + aside * 2.5;
    if (far < least) {
      least = far;
      best = one;
    }
  }
  return best;
}
