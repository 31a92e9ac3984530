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
  /** The size of the whole table; more than asked for if it has to scroll. */
  width: number;
  height: number;
  card: { w: number; h: number };
  /** The middle line between the armies. */
  middle: number;
  /** How wide the no-man's-land is. */
  gap: number;
  place(seat: Seat, space: string): Place;
  /** The box of each strip, and the part of it that is its name's alone: no card lies there. */
  strips: (Box & { seat: Seat; label: Box })[];
}

/** A box on the table. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const RATIO = 1.36;
const SPREAD = 1.1;
/** Long lines stand closer: their cards would be smaller still. */
const CLOSE = 1.05;
/** The narrowest card that can be read and touched. */
export const NARROWEST = 41;
/** Where height is wanting they may be narrower than where width is: what does not fit has to scroll, and a battle is watched whole. */
export const LOWEST = 32;
/** Cards of two rows, and of one. */
const WIDEST = [112, 144] as const;
/** A strip this wide has its name beside its cards; a narrower one above them. */
const ROOMY = 420;
const LABEL = { beside: 132, above: 26 };

/** Lays the table out. */
export function layout(wanted: Wanted): Layout {
  const { width, height, near, facing, others, rear } = wanted;
  const columns = wanted.right - wanted.left + 1;
  const spread = columns > 11 ? CLOSE : SPREAD;
  const rows = rear ? 2 : 1;
  const widest = WIDEST[rear ? 0 : 1];
  // Cards of both sides, a breath between rows, vanguards pushed forward, the no-man's-land.
  const heights = rows * 2 + (rows - 1) * 2 * 0.1 + 2 * 0.2 + 0.62 + 0.2;
  const byWidth = (width - 16) / (columns * spread);
  // Strips get what cards that are narrow anyway leave over.
  const left = height - heights * RATIO * Math.max(NARROWEST, Math.min(widest, byWidth));
  const stripHeight = others.length > 0 ? Math.max(76, Math.min(130, height * 0.18), Math.min(150, left - 12)) : 0;
  const byHeight = (height - stripHeight) / heights / RATIO;
  const w = Math.floor(Math.max(Math.min(NARROWEST, Math.max(LOWEST, byHeight)), Math.min(widest, byHeight, byWidth)));
  const h = Math.floor(w * RATIO);
  const whole = Math.max(width, Math.ceil(columns * w * spread + 16));
  const tall = Math.max(height, Math.floor(stripHeight + heights * h));
  const room = tall - stripHeight;
  const gap = Math.min(h * 0.95, Math.max(h * 0.45, room - (rows * 2 + (rows - 1) * 0.2 + 0.6) * h));
  const middle = stripHeight + room / 2;
  // The vanguard column stands in the middle if that fits, else the used columns do.
  const used = ((wanted.left + wanted.right) / 2) * w * spread;
  const half = (Math.max(-wanted.left, wanted.right) + 0.5) * w * spread + 8;
  const origin = half * 2 <= whole ? whole / 2 : whole / 2 - used;
  const push = h * 0.2;

  const row = (at: { row: 'front' | 'rear'; column: number }): number => {
    const front = gap / 2 + push + h / 2;
    if (at.row === 'rear') return front + h * 1.1;
    return at.column === 0 ? front - push : front;
  };

  const stripWidth = others.length > 0 ? whole / others.length : 0;
  const beside = stripWidth >= ROOMY;
  const [aside, above] = beside ? [LABEL.beside, 0] : [0, LABEL.above];
  const strips = others.map((seat, index) => {
    const x = index * stripWidth;
    return { seat, x, y: 0, w: stripWidth, h: stripHeight, label: { x, y: 0, w: beside ? aside : stripWidth, h: beside ? stripHeight : above } };
  });
  const small = Math.min(0.6, (stripHeight - above - 8) / (h * ((rows - 1) * 1.06 + 1.1)), (stripWidth - aside - 12) / (columns * w * spread));

  const place = (seat: Seat, space: string): Place => {
    const at = spot(space) ?? { row: 'front' as const, column: 0 };
    if (seat === near) return { x: origin + at.column * w * spread, y: middle + row(at), scale: 1 };
    const strip = strips.find((strip) => strip.seat === seat);
    if (strip && seat !== facing) {
      const bottom = strip.y + strip.h - (h * small) / 2 - 4;
      const front = bottom - h * small * 0.1;
      const y = at.row === 'rear' ? front - h * small * 1.06 : at.column === 0 ? bottom : front;
      const centre = strip.x + aside + (strip.w - aside) / 2;
      return { x: centre - (at.column + (wanted.left + wanted.right) / 2) * w * spread * small, y, scale: small };
    }
    // An opponent sits on the other side: left is right.
    return { x: origin - at.column * w * spread, y: middle - row(at), scale: 1 };
  };
  return { width: whole, height: tall, card: { w, h }, middle, gap, place, strips };
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
