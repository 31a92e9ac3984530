/** Arrows from attackers to what they attack. */
import type { Seat } from '../lib/desk';
import type { Place } from './layout';

/** An arrow to draw. */
export interface Arrow {
  seat: Seat;
  from: string;
  target: Seat;
  to: string;
  /** What is written on it. */
  text: string;
  /** It goes the other way beside others: how far aside, in lanes. */
  aside?: number;
}

/** How far aside an arrow begins and ends, so that those at one card stand next to each other: −1, 0, 1, … */
export function lanes(arrows: { target: string; to: string }[]): number[] {
  const all = new Map<string, number>();
  for (const { target, to } of arrows) all.set(`${target}:${to}`, (all.get(`${target}:${to}`) ?? 0) + 1);
  const seen = new Map<string, number>();
  return arrows.map(({ target, to }) => {
    const key = `${target}:${to}`;
    const index = seen.get(key) ?? 0;
    seen.set(key, index + 1);
    return index - ((all.get(key) ?? 1) - 1) / 2;
  });
}

/** The path of an arrow between two cards: it leaves and meets them at the edge, slightly bent so that two don't hide each other. */
export function path(from: Place, to: Place, card: { w: number; h: number }, lane: number): { line: string; head: string; x: number; y: number } {
  const aside = lane * card.w * 0.3;
  const bend = aside * 0.2;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const out = (scale: number) => Math.min(far * 0.3, card.h * 0.34 * scale);
  const a = { x: from.x + aside + ux * out(from.scale), y: from.y + uy * out(from.scale) };
  const b = { x: to.x + aside - ux * out(to.scale), y: to.y - uy * out(to.scale) };
  const middle = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
  const tx = b.x - middle.x;
  const ty = b.y - middle.y;
  const t = Math.hypot(tx, ty) || 1;
  const [hx, hy] = [tx / t, ty / t];
  const size = Math.max(8, Math.min(13, card.w * 0.15));
  const neck = { x: b.x - hx * size, y: b.y - hy * size };
  const corner = (side: number) => `${(b.x - hx * size * 1.3 - hy * size * 0.75 * side).toFixed(1)},${(b.y - hy * size * 1.3 + hx * size * 0.75 * side).toFixed(1)}`;
  return {
    line: `M${a.x.toFixed(1)},${a.y.toFixed(1)} Q${middle.x.toFixed(1)},${middle.y.toFixed(1)} ${neck.x.toFixed(1)},${neck.y.toFixed(1)}`,
    head: `${b.x.toFixed(1)},${b.y.toFixed(1)} ${corner(1)} ${corner(-1)}`,
    x: (a.x + 2 * middle.x + b.x) / 4,
    y: (a.y + 2 * middle.y + b.y) / 4,
  };
}
