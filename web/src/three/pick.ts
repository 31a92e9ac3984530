/** What a ray from the camera meets: a model, or a place somebody could stand. No three.js here. */

import type { Ground, KtModel, Point, Ring } from '../lib/desk';
import { within } from './shapes';
import type { Vec3 } from './units';

/** A ray in the table's units. */
export interface Ray {
  from: Vec3;
  way: Vec3;
}

/** A surface people can stand on. */
export interface Surface {
  outline: Ring;
  z: number;
  /** For a solid block: where its sides begin. */
  foot: number | null;
  /** The part it belongs to, as `piece:part`. */
  part: string;
}

/** What was picked. */
export type Picked = { model: string } | { point: Point; z: number };

/** All surfaces of a table, its ground last. */
export function surfaces(ground: Ground): Surface[] {
  const [w, d] = ground.size;
  const found: Surface[] = [];
  for (const piece of ground.pieces) {
    piece.parts.forEach((part, i) => {
      const name = `${piece.index}:${i}`;
      if (part.shape === 'floor') found.push({ outline: part.outline, z: part.z, foot: null, part: name });
      if (part.shape === 'solid') {
        found.push({ outline: part.outline, z: part.z + part.height, foot: part.z, part: name });
      }
    });
  }
  found.push({ outline: [[0, 0], [w, 0], [w, d], [0, d]], z: 0, foot: null, part: 'ground' });
  return found;
}

const along = (ray: Ray, t: number): Vec3 => [
  ray.from[0] + ray.way[0] * t,
  ray.from[1] + ray.way[1] * t,
  ray.from[2] + ray.way[2] * t,
];

/** Where the ray enters the side of an upright prism, if it does: the parameter along the ray. */
function side(ray: Ray, ring: Ring, low: number, high: number): number | null {
  let best: number | null = null;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const [ex, ey] = [bx - ax, by - ay];
    const cross = ray.way[0] * ey - ray.way[1] * ex;
    if (cross === 0) continue;
    const t = ((ax - ray.from[0]) * ey - (ay - ray.from[1]) * ex) / cross;
    const u = ((ax - ray.from[0]) * ray.way[1] - (ay - ray.from[1]) * ray.way[0]) / cross;
    if (t <= 0 || u < 0 || u > 1) continue;
    const z = ray.from[2] + ray.way[2] * t;
    if (z >= low && z <= high && (best === null || t < best)) best = t;
  }
  return best;
}

/** The first place the ray meets. Surfaces for which `hidden` holds are looked through. */
export function pickPlace(
  ray: Ray,
  all: Surface[],
  hidden: (part: string) => boolean = () => false,
): { at: Point; z: number; t: number } | null {
  let best: { at: Point; z: number; t: number } | null = null;
  for (const surface of all) {
    if (hidden(surface.part)) continue;
    if (ray.way[2] < 0) {
      const t = (surface.z - ray.from[2]) / ray.way[2];
      const [x, y] = along(ray, t);
      if (t > 0 && (!best || t < best.t) && within(surface.outline, x, y)) {
        best = { at: [Math.round(x), Math.round(y)], z: surface.z, t };
      }
    }
    if (surface.foot !== null) {
      const t = side(ray, surface.outline, surface.foot, surface.z);
      if (t !== null && (!best || t < best.t)) {
        const [x, y] = along(ray, t);
        best = { at: [Math.round(x), Math.round(y)], z: surface.foot, t };
      }
    }
  }
  return best;
}

/** Where the ray first meets a model's body (an upright cylinder on its base), as a parameter. */
export function meets(ray: Ray, model: KtModel, at: Point, z: number): number | null {
  const radius = Math.max(model.base.width, model.base.depth) / 2;
  const height = model.down ? Math.min(model.height, radius) : model.height;
  const [ox, oy] = [ray.from[0] - at[0], ray.from[1] - at[1]];
  const [dx, dy, dz] = ray.way;
  const a = dx * dx + dy * dy;
  const b = 2 * (ox * dx + oy * dy);
  const c = ox * ox + oy * oy - radius * radius;
  const root = b * b - 4 * a * c;
  const hits: number[] = [];
  if (a > 0 && root >= 0) {
    const t = (-b - Math.sqrt(root)) / (2 * a);
    const high = ray.from[2] + dz * t;
    if (t > 0 && high >= z && high <= z + height) hits.push(t);
  }
  if (dz < 0) {
    const t = (z + height - ray.from[2]) / dz;
    const [x, y] = [ox + dx * t, oy + dy * t];
    if (t > 0 && x * x + y * y <= radius * radius) hits.push(t);
  }
  return hits.length ? Math.min(...hits) : null;
}

/** What the ray meets first. Walls are looked through: one points at what stands behind them. */
export function pick(
  ray: Ray,
  all: Surface[],
  models: Iterable<{ model: KtModel; at: Point; z: number }>,
  hidden?: (part: string) => boolean,
): Picked | null {
  const place = pickPlace(ray, all, hidden);
  let best: { id: string; t: number } | null = null;
  for (const { model, at, z } of models) {
    const t = meets(ray, model, at, z);
    if (t !== null && (!best || t < best.t)) best = { id: model.id, t };
  }
  if (best && (!place || best.t <= place.t)) return { model: best.id };
  return place && { point: place.at, z: place.z };
}
