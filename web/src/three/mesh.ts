/** Gathers triangles of many parts into one geometry, and remembers which triangles are whose. */

import { BufferGeometry, Color, Float32BufferAttribute, ShapeUtils, Vector2 } from 'three';
import type { Ring } from '../lib/desk';
import { shapes, type Shape } from './shapes';
import { INCH, type Vec3 } from './units';

/** How a surface is painted by the detail shader. */
export const PAINT = { plain: 0, brick: 1, plank: 2, metal: 3, rock: 4, leaf: 5, rough: 6, water: 7, mat: 8 } as const;
/** One of them. */
export type Paint = (typeof PAINT)[keyof typeof PAINT];

/** Colour and paint of a surface. */
export interface Coat {
  colour: number;
  paint: Paint;
}

const cache = new Map<number, [number, number, number]>();
/** A colour's parts in linear light. */
export function linear(colour: number): [number, number, number] {
  let found = cache.get(colour);
  if (!found) {
    const c = new Color(colour);
    cache.set(colour, (found = [c.r, c.g, c.b]));
  }
  return found;
}

/** Triangles of an outline with holes: flat list of places, and indices of threes. */
export function triangles(shape: Shape): { points: Ring; faces: number[][] } {
  const flat = (ring: Ring) => ring.map(([x, y]) => new Vector2(x, y));
  return {
    points: [shape.outer, ...shape.holes].flat(),
    faces: ShapeUtils.triangulateShape(flat(shape.outer), shape.holes.map(flat)),
  };
}

/** The gatherer. Places are given in table units, kept in inches. */
export class MeshBuilder {
  private readonly at: number[] = [];
  private readonly normals: number[] = [];
  private readonly colours: number[] = [];
  private readonly paints: number[] = [];
  private readonly index: number[] = [];
  /** The part in whose name triangles are gathered now. */
  part = '';
  /** Ranges in the index, by part. */
  readonly ranges: { part: string; start: number; end: number }[] = [];

  private vertex(x: number, y: number, z: number, normal: Vec3, coat: Coat, shade: number): number {
    const [r, g, b] = linear(coat.colour);
    this.at.push(x / INCH, z / INCH, -y / INCH);
    this.normals.push(normal[0], normal[2], -normal[1]);
    this.colours.push(r * shade, g * shade, b * shade);
    this.paints.push(coat.paint);
    return this.at.length / 3 - 1;
  }

  private face(...corners: number[]): void {
    const last = this.ranges.at(-1);
    const start = this.index.length;
    this.index.push(...corners);
    if (last && last.part === this.part && last.end === start) last.end = this.index.length;
    else this.ranges.push({ part: this.part, start, end: this.index.length });
  }

  /** A flat surface at a height, seen from above (or from below). */
  flat(shape: Shape, z: number, coat: Coat, up = true): void {
    const { points, faces } = triangles(shape);
    const normal: Vec3 = [0, 0, up ? 1 : -1];
    const first = points.map(([x, y]) => this.vertex(x, y, z, normal, coat, 1))[0] ?? 0;
    for (const [a, b, c] of faces as [number, number, number][]) {
      if (up) this.face(first + a, first + b, first + c);
      else this.face(first + a, first + c, first + b);
    }
  }

  /** The upright sides of a ring (anticlockwise: seen from outside), darker towards the foot. */
  sides(ring: Ring, low: number, high: number, coat: Coat, smooth = false, foot = 0.72, which: (edge: number) => boolean = () => true): void {
    const out = ring.map((p, i) => {
      const q = ring[(i + 1) % ring.length]!;
      const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
      return [(q[1] - p[1]) / length, -(q[0] - p[0]) / length] as const;
    });
    for (let i = 0; i < ring.length; i++) {
      if (!which(i)) continue;
      const p = ring[i]!;
      const q = ring[(i + 1) % ring.length]!;
      const n = out[i]!;
      const before = out[(i + ring.length - 1) % ring.length]!;
      const after = out[(i + 1) % ring.length]!;
      const np: Vec3 = smooth ? [(n[0] + before[0]) / 2, (n[1] + before[1]) / 2, 0] : [n[0], n[1], 0];
      const nq: Vec3 = smooth ? [(n[0] + after[0]) / 2, (n[1] + after[1]) / 2, 0] : [n[0], n[1], 0];
      const a = this.vertex(p[0], p[1], low, np, coat, foot);
      const b = this.vertex(q[0], q[1], low, nq, coat, foot);
      const c = this.vertex(q[0], q[1], high, nq, coat, 1);
      const d = this.vertex(p[0], p[1], high, np, coat, 1);
      this.face(a, b, c, a, c, d);
    }
  }

  /** An upright prism with a lid (and a bottom, if it does not stand on the ground). */
  prism(rings: Ring[], low: number, high: number, coat: Coat, cap: Coat = coat, smooth = false, foot = 0.72): void {
    for (const shape of shapes(rings)) {
      this.flat(shape, high, cap);
      if (low > 0) this.flat(shape, low, { ...coat, paint: PAINT.plain }, false);
      for (const ring of [shape.outer, ...shape.holes]) this.sides(ring, low, high, coat, smooth, foot);
    }
  }

  /** A four-sided beam between two places, so thick. */
  beam(a: Vec3, b: Vec3, thick: number, coat: Coat): void {
    const d: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const length = Math.hypot(...d) || 1;
    const u: Vec3 = [d[0] / length, d[1] / length, d[2] / length];
    const v: Vec3 = Math.abs(u[2]) > 0.9 ? unit(cross(u, [1, 0, 0])) : unit(cross(u, [0, 0, 1]));
    const w = cross(u, v);
    const h = thick / 2;
    const corner = (p: Vec3, i: number, j: number): Vec3 => [
      p[0] + (v[0] * i + w[0] * j) * h,
      p[1] + (v[1] * i + w[1] * j) * h,
      p[2] + (v[2] * i + w[2] * j) * h,
    ];
    const turn: [number, number][] = [[1, 1], [-1, 1], [-1, -1], [1, -1]];
    turn.forEach(([i, j], k) => {
      const [m, n] = turn[(k + 1) % 4]!;
      const normal: Vec3 = [
        (v[0] * (i + m) + w[0] * (j + n)) / 2,
        (v[1] * (i + m) + w[1] * (j + n)) / 2,
        (v[2] * (i + m) + w[2] * (j + n)) / 2,
      ];
      this.quad(corner(a, i, j), corner(b, i, j), corner(b, m, n), corner(a, m, n), normal, coat);
    });
    this.quad(corner(b, 1, 1), corner(b, 1, -1), corner(b, -1, -1), corner(b, -1, 1), u, coat);
    this.quad(corner(a, 1, 1), corner(a, -1, 1), corner(a, -1, -1), corner(a, 1, -1), [-u[0], -u[1], -u[2]], coat);
  }

  /** Four corners, turned so that they are seen from where the normal points. */
  quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, normal: Vec3, coat: Coat): void {
    const n = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    const right = n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] >= 0;
    const corners = (right ? [a, b, c, d] : [a, d, c, b]).map((p) => this.vertex(...p, normal, coat, 1));
    const [e, f, g, h] = corners as [number, number, number, number];
    this.face(e, f, g, e, g, h);
  }

  /** A triangle with the normal it has. */
  triangle(a: Vec3, b: Vec3, c: Vec3, coat: Coat, shade = 1): void {
    const n = unit(cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]));
    this.face(...[a, b, c].map((p) => this.vertex(...p, n, coat, shade)));
  }

  /** The index of all parts for which it holds. */
  indexOf(which: (part: string) => boolean): number[] {
    const found: number[] = [];
    for (const { part, start, end } of this.ranges) {
      if (which(part)) for (let i = start; i < end; i++) found.push(this.index[i]!);
    }
    return found;
  }

  /** Everything as a geometry. */
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.at, 3));
    geometry.setAttribute('normal', new Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute('color', new Float32BufferAttribute(this.colours, 3));
    geometry.setAttribute('paint', new Float32BufferAttribute(this.paints, 1));
    geometry.setIndex(this.index);
    return geometry;
  }
}

/** The cross product. */
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The same way, of length one. */
export function unit(a: Vec3): Vec3 {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
