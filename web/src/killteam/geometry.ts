/** Plain geometry of the map. The table counts in units of 0.01 mm from its near left corner; the map in inches from the upper left one. */
import type { Part, Point, Ring } from '../lib/desk';

/** Units in an inch. */
export const INCH = 2540;

/** A point of the map, in inches. */
export type Vec = [number, number];

/** How the table lies on the map: whoever looks has their own edge below. */
export interface Plane {
  width: number;
  height: number;
  turned: boolean;
}

/** The plane of a table of this size. */
export function plane(size: Point, turned: boolean): Plane {
  return { width: size[0] / INCH, height: size[1] / INCH, turned };
}

/** A point of the table on the map. */
export function onMap(plane: Plane, [x, y]: Point | readonly [number, number, number]): Vec {
  return plane.turned ? [plane.width - x / INCH, y / INCH] : [x / INCH, plane.height - y / INCH];
}

/** A point of the map on the table, in whole units. */
export function onTable(plane: Plane, [x, y]: Vec): Point {
  return plane.turned
    ? [Math.round((plane.width - x) * INCH), Math.round(y * INCH)]
    : [Math.round(x * INCH), Math.round((plane.height - y) * INCH)];
}

/** A direction of the table, in degrees, as the map turns it (clockwise). */
export function turnOnMap(plane: Plane, facing: number): number {
  return plane.turned ? 180 - facing : -facing;
}

/** Numbers in paths need no more than a thousandth of an inch. */
function short(n: number): string {
  return String(Math.round(n * 1000) / 1000);
}

/** Points joined to an SVG path. */
export function pathOf(points: readonly Vec[], close: boolean): string {
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${short(x)} ${short(y)}`).join('') + (close && points.length ? 'Z' : '');
}

/** Rings as one SVG path, for the even-odd rule. */
export function ringsPath(plane: Plane, rings: readonly Ring[]): string {
  return rings.map((ring) => pathOf(ring.map((p) => onMap(plane, p)), true)).join('');
}

/** The distance of two points. */
export function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The length of a line of points. */
export function lengthOf(points: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += distance(points[i - 1]!, points[i]!);
  return sum;
}

/** The point at a share (0 to 1) of a line's length. */
export function pointAlong(points: readonly Vec[], share: number): Vec {
  const last = points[points.length - 1];
  if (!last) return [0, 0];
  let left = lengthOf(points) * Math.min(Math.max(share, 0), 1);
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!;
    const b = points[i]!;
    const leg = distance(a, b);
    if (leg > 0 && left <= leg) return [a[0] + ((b[0] - a[0]) * left) / leg, a[1] + ((b[1] - a[1]) * left) / leg];
    left -= leg;
  }
  return last;
}

/** Whether a point lies in rings, by the even-odd rule. */
export function inside([x, y]: readonly [number, number], rings: readonly (readonly (readonly [number, number])[])[]): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i]!;
      const [xj, yj] = ring[j]!;
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
    }
  }
  return odd;
}

/** The mean of a ring's corners. */
export function middle(ring: readonly Vec[]): Vec {
  const n = ring.length || 1;
  return [ring.reduce((s, p) => s + p[0], 0) / n, ring.reduce((s, p) => s + p[1], 0) / n];
}

/** A ring drawn in towards its middle by some inches: a contour line. */
export function inset(ring: readonly Vec[], by: number): Vec[] {
  const [cx, cy] = middle(ring);
  return ring.map(([x, y]) => {
    const d = Math.hypot(x - cx, y - cy);
    const k = d > by ? (d - by) / d : 0;
    return [cx + (x - cx) * k, cy + (y - cy) * k];
  });
}

/** The shadow of a ring of some height: everything between it and itself moved along the light. */
export function shadowPath(ring: readonly Vec[], by: Vec): string {
  const moved = ring.map(([x, y]): Vec => [x + by[0], y + by[1]]);
  let path = turnedRight(ring) + turnedRight(moved);
  for (let i = 0; i < ring.length; i++) {
    const j = (i + 1) % ring.length;
    path += turnedRight([ring[i]!, ring[j]!, moved[j]!, moved[i]!]);
  }
  return path;
}

/** A ring's path, always the same way round, so that overlapping rings fill as one. */
function turnedRight(ring: readonly Vec[]): string {
  let twice = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    twice += ax * by - bx * ay;
  }
  return pathOf(twice < 0 ? [...ring].reverse() : ring, true);
}

/** A piece of a wall on the map: solid, a window to look through, or a way through. */
export interface Stretch {
  kind: 'solid' | 'window' | 'door';
  from: Vec;
  to: Vec;
  told: string;
}

/** The stretches of a wall, from its beginning to its end. */
export function stretches(plane: Plane, wall: Extract<Part, { shape: 'wall' }>): Stretch[] {
  const a = onMap(plane, wall.from);
  const b = onMap(plane, wall.to);
  const whole = distance(wall.from, wall.to) || 1;
  const at = (along: number): Vec => {
    const k = Math.min(Math.max(along / whole, 0), 1);
    return [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k];
  };
  const found: Stretch[] = [];
  let done = 0;
  for (const gap of [...wall.openings].sort((p, q) => p.along - q.along)) {
    if (gap.along > done) found.push({ kind: 'solid', from: at(done), to: at(gap.along), told: '' });
    found.push({ kind: gap.door ? 'door' : 'window', from: at(gap.along), to: at(gap.along + gap.width), told: gap.door ? 'door' : 'window' });
    done = gap.along + gap.width;
  }
  if (done < whole) found.push({ kind: 'solid', from: at(done), to: at(whole), told: '' });
  return found;
}

/** A wall's outline on the map. */
export function wallRing(from: Vec, to: Vec, thick: number): Vec[] {
  const d = distance(from, to) || 1;
  const nx = (-(to[1] - from[1]) / d) * (thick / 2);
  const ny = ((to[0] - from[0]) / d) * (thick / 2);
  return [
    [from[0] + nx, from[1] + ny],
    [to[0] + nx, to[1] + ny],
    [to[0] - nx, to[1] - ny],
    [from[0] - nx, from[1] - ny],
  ];
}

/** The heights of the surfaces people stand on, lowest first; the ground is always among them. */
export function levelsOf(parts: readonly Part[]): number[] {
  const found = new Set<number>([0]);
  for (const part of parts) if (part.shape === 'floor') found.add(part.z);
  return [...found].sort((a, b) => a - b);
}

/** An arc of a circle about the origin from one angle to another (degrees, clockwise from the right). */
export function arc(radius: number, from: number, to: number): string {
  const p = (deg: number): Vec => [radius * Math.cos((deg * Math.PI) / 180), radius * Math.sin((deg * Math.PI) / 180)];
  const [x1, y1] = p(from);
  const [x2, y2] = p(to);
  return `M${short(x1)} ${short(y1)}A${short(radius)} ${short(radius)} 0 ${Math.abs(to - from) > 180 ? 1 : 0} ${to > from ? 1 : 0} ${short(x2)} ${short(y2)}`;
}
