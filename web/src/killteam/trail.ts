/** A dragged trail: what the hand drew, made into the few legs a path may have. */
import type { Point } from '../lib/desk';
import { distance, type Vec } from './geometry';

/** The most legs a path may have. */
export const LEGS = 12;

function offLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax;
  const dy = by - ay;
  const long = dx * dx + dy * dy;
  const k = long ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / long, 0), 1) : 0;
  return Math.hypot(x - ax - k * dx, y - ay - k * dy);
}

/** Leaves out the points that are no further than `slack` from the line without them. */
export function simplify(points: readonly Point[], slack: number): Point[] {
  if (points.length < 3) return [...points];
  const first = points[0]!;
  const last = points[points.length - 1]!;
  let worst = 0;
  let at = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const off = offLine(points[i]!, first, last);
    if (off > worst) {
      worst = off;
      at = i;
    }
  }
  if (worst <= slack) return [first, last];
  return [...simplify(points.slice(0, at + 1), slack).slice(0, -1), ...simplify(points.slice(at), slack)];
}

/** The drawn points as at most `LEGS` turns after the first, as true to the hand as that allows. */
export function legsOf(points: readonly Point[], slack = 250): Point[] {
  let kept = simplify(points, slack);
  for (let more = slack * 1.5; kept.length > LEGS + 1; more *= 1.5) kept = simplify(points, more);
  return kept;
}

/** Adds a point the hand passed; going back over the last point shortens the trail. */
export function extend(points: readonly Point[], to: Point, step = 300): Point[] {
  const last = points[points.length - 1];
  if (last && Math.hypot(last[0] - to[0], last[1] - to[1]) < step) return [...points];
  for (let i = 0; i < points.length - 2; i++) {
    const p = points[i]!;
    if (i > 0 && Math.hypot(p[0] - to[0], p[1] - to[1]) < step * 0.8) return points.slice(0, i + 1);
  }
  return [...points, to];
}

/** Which turns of a way have room for their inches: the last always, the others where they stand clear of it, of `clear` and of each other. */
export function labelled(turns: readonly Vec[], clear: readonly Vec[], room: number): boolean[] {
  const taken = [...clear];
  const last = turns.length - 1;
  if (last >= 0) taken.push(turns[last]!);
  return turns.map((at, i) => {
    if (i === last) return true;
    if (taken.some((other) => distance(other, at) < room)) return false;
    taken.push(at);
    return true;
  });
}
