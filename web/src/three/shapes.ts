/** Plane geometry behind the picture: outlines, holes, walls with openings. No three.js here. */

import type { Part, Point, Ring } from '../lib/desk';

/** An outline with the holes in it. */
export interface Shape {
  outer: Ring;
  holes: Ring[];
}

/** A wall. */
export type Wall = Extract<Part, { shape: 'wall' }>;

/** A block of a wall: from where to where along it, and from which to which height above its foot. */
export interface Block {
  from: number;
  to: number;
  low: number;
  high: number;
}

/** Twice the area, positive if the ring goes round anticlockwise. */
export function area2(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    sum += ax * by - bx * ay;
  }
  return sum;
}

/** The ring, anticlockwise. */
export function anticlockwise(ring: Ring): Ring {
  return area2(ring) < 0 ? [...ring].reverse() : ring;
}

/** Whether a place is within a ring (even-odd). */
export function within(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Whether most of the middles of a ring's edges are within another. */
function inside(ring: Ring, other: Ring): boolean {
  let votes = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    votes += within(other, (ax + bx) / 2, (ay + by) / 2) ? 1 : -1;
  }
  return votes > 0;
}

/** Rings by the even-odd rule as outlines with holes. Rings may touch but not cross. */
export function shapes(rings: Ring[]): Shape[] {
  const real = rings.filter((ring) => ring.length >= 3 && area2(ring) !== 0);
  const size = real.map((ring) => Math.abs(area2(ring)));
  const parents = real.map((ring, i) =>
    real.flatMap((other, j) => (j !== i && size[j]! > size[i]! && inside(ring, other) ? [j] : [])),
  );
  const found = new Map<number, Shape>();
  real.forEach((ring, i) => {
    if (parents[i]!.length % 2 === 0) found.set(i, { outer: anticlockwise(ring), holes: [] });
  });
  real.forEach((ring, i) => {
    if (parents[i]!.length % 2 === 0) return;
    const owner = parents[i]!.reduce((a, b) => (size[a]! < size[b]! ? a : b));
    found.get(owner)?.holes.push([...anticlockwise(ring)].reverse());
  });
  return [...found.values()];
}

/** What is left of a wall when its windows and doors are cut out, as few blocks as possible. */
export function blocks(wall: Wall): Block[] {
  const length = Math.hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]);
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const holes = wall.openings
    .map((o) => ({
      from: clamp(o.along, length),
      to: clamp(o.along + o.width, length),
      low: clamp(o.sill, wall.height),
      high: clamp(o.sill + o.height, wall.height),
    }))
    .filter((o) => o.to > o.from && o.high > o.low);
  const cuts = [...new Set([0, length, ...holes.flatMap((o) => [o.from, o.to])])].sort((a, b) => a - b);
  const found: Block[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i]!, cuts[i + 1]!];
    let low = 0;
    const here = holes.filter((o) => o.from <= from && o.to >= to).sort((a, b) => a.low - b.low);
    for (const hole of [...here, { low: wall.height, high: wall.height }]) {
      if (hole.low > low) {
        const before = found.find((b) => b.to === from && b.low === low && b.high === hole.low);
        if (before) before.to = to;
        else found.push({ from, to, low, high: hole.low });
      }
      low = Math.max(low, hole.high);
    }
  }
  return found;
}

/** Where a wall has its full height: stretches along it, as long as they go. */
export function ridges(all: Block[], height: number): [number, number][] {
  const found: [number, number][] = [];
  for (const { from, to } of all.filter((block) => block.high === height).sort((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && last[1] === from) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/** The place so far along a wall and so far to its left. */
export function onWall(wall: { from: Point; to: Point }, along: number, aside: number): Point {
  const [dx, dy] = [wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  return [wall.from[0] + ux * along - uy * aside, wall.from[1] + uy * along + ux * aside];
}

/** The middle of a ring's box. */
export function middle(ring: Ring): Point {
  const xs = ring.map((p) => p[0]);
  const ys = ring.map((p) => p[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** How wide and deep a ring's box is. */
export function extent(ring: Ring): Point {
  const xs = ring.map((p) => p[0]);
  const ys = ring.map((p) => p[1]);
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

/** A base's outline about a place, so many units wider on each side. */
export function baseRing(
  base: { shape: 'round' | 'oval' | 'rect'; width: number; depth: number },
  at: Point,
  facing: number,
  wider = 0,
): Ring {
  const [c, s] = [Math.cos((facing * Math.PI) / 180), Math.sin((facing * Math.PI) / 180)];
  const [w, d] = [base.width / 2, base.depth / 2];
  const turn = (x: number, y: number): Point => [at[0] + x * c - y * s, at[1] + x * s + y * c];
  if (base.shape !== 'rect') {
    return Array.from({ length: 64 }, (_, i) => {
      const a = (i * Math.PI) / 32;
      return turn((w + wider) * Math.cos(a), (d + wider) * Math.sin(a));
    });
  }
  if (!wider) return [turn(w, d), turn(-w, d), turn(-w, -d), turn(w, -d)];
  const corners: [number, number, number][] = [[w, d, 0], [-w, d, 1], [-w, -d, 2], [w, -d, 3]];
  return corners.flatMap(([x, y, quarter]) =>
    Array.from({ length: 9 }, (_, i) => {
      const a = ((quarter + i / 8) * Math.PI) / 2;
      return turn(x + wider * Math.cos(a), y + wider * Math.sin(a));
    }),
  );
}
