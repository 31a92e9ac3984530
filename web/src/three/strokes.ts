/** Overlays as triangles with colour and transparency: fills, ribbons that lie flat, lines through the air. */

import { BufferGeometry, Float32BufferAttribute } from 'three';
import type { Ring } from '../lib/desk';
import { cross, linear, triangles, unit } from './mesh';
import type { Shape } from './shapes';
import { INCH, type Vec3 } from './units';

/** A line's pattern in inches: drawn, left out. */
export type Dash = [number, number] | null;

/** The pieces of a line that are drawn under a pattern. */
export function dashes(points: Vec3[], dash: Dash): Vec3[][] {
  if (!dash) return points.length > 1 ? [points] : [];
  const [on, off] = [dash[0] * INCH, dash[1] * INCH];
  const found: Vec3[][] = [];
  let drawn = true;
  let left = on;
  let run: Vec3[] = points.length ? [points[0]!] : [];
  for (let i = 0; i + 1 < points.length; i++) {
    let from = points[i]!;
    const to = points[i + 1]!;
    for (;;) {
      const far = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
      if (far <= left) {
        left -= far;
        if (drawn) run.push(to);
        break;
      }
      const t = left / far;
      const mid: Vec3 = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
      if (drawn) found.push([...run, mid]);
      drawn = !drawn;
      run = drawn ? [mid] : [];
      left = drawn ? on : off;
      from = mid;
    }
  }
  if (drawn && run.length > 1) found.push(run);
  return found;
}

/** Gathers overlays. Places in table units. */
export class Strokes {
  private readonly at: number[] = [];
  private readonly colours: number[] = [];
  private readonly index: number[] = [];

  private vertex(p: Vec3, colour: number, alpha: number): number {
    const [r, g, b] = linear(colour);
    this.at.push(p[0] / INCH, p[2] / INCH, -p[1] / INCH);
    this.colours.push(r, g, b, alpha);
    return this.at.length / 3 - 1;
  }

  /** A flat area. */
  fill(shape: Shape, z: number, colour: number, alpha: number): void {
    const { points, faces } = triangles(shape);
    const first = points.map(([x, y]) => this.vertex([x, y, z], colour, alpha))[0] ?? 0;
    for (const [a, b, c] of faces as [number, number, number][]) this.index.push(first + a, first + b, first + c);
  }

  /** A ribbon that lies flat along a line, so wide in inches. */
  ribbon(points: Vec3[], width: number, colour: number, alpha: number, dash: Dash = null): void {
    for (const run of dashes(points, dash)) {
      for (let i = 0; i + 1 < run.length; i++) {
        const [a, b] = [run[i]!, run[i + 1]!];
        const steep = Math.abs(b[2] - a[2]) > Math.hypot(b[0] - a[0], b[1] - a[1]);
        if (steep) this.line([a, b], width, colour, alpha);
        else this.strip(a, b, unit(cross([b[0] - a[0], b[1] - a[1], 0], [0, 0, 1])), width, colour, alpha);
      }
    }
  }

  private strip(a: Vec3, b: Vec3, aside: Vec3, width: number, colour: number, alpha: number): void {
    const h = (width * INCH) / 2;
    const off = (p: Vec3, s: number): Vec3 => [p[0] + aside[0] * h * s, p[1] + aside[1] * h * s, p[2] + aside[2] * h * s];
    const [e, f, g, i] = [off(a, 1), off(b, 1), off(b, -1), off(a, -1)].map((p) => this.vertex(p, colour, alpha)) as [number, number, number, number];
    this.index.push(e, f, g, e, g, i);
  }

  /** A line through the air: two strips crosswise. */
  line(points: Vec3[], width: number, colour: number, alpha: number, dash: Dash = null): void {
    for (const run of dashes(points, dash)) {
      for (let i = 0; i + 1 < run.length; i++) {
        const [a, b] = [run[i]!, run[i + 1]!];
        const way = unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
        const v = Math.abs(way[2]) > 0.95 ? unit(cross(way, [1, 0, 0])) : unit(cross(way, [0, 0, 1]));
        this.strip(a, b, v, width, colour, alpha);
        this.strip(a, b, unit(cross(way, v)), width, colour, alpha);
      }
    }
  }

  /** A closed line that lies flat. */
  ring(ring: Ring, z: number, width: number, colour: number, alpha: number, dash: Dash = null): void {
    const points = [...ring, ring[0]!].map(([x, y]): Vec3 => [x, y, z]);
    this.ribbon(points, width, colour, alpha, dash);
  }

  /** A flat cross. */
  mark(at: Vec3, size: number, colour: number, alpha: number): void {
    const s = size * INCH;
    for (const k of [1, -1]) {
      this.ribbon([[at[0] - s, at[1] - s * k, at[2]], [at[0] + s, at[1] + s * k, at[2]]], size * 0.5, colour, alpha);
    }
  }

  /** A flat arrow head at the end of a way. */
  head(from: Vec3, to: Vec3, size: number, colour: number, alpha: number): void {
    const u = unit([to[0] - from[0], to[1] - from[1], 0]);
    const s = size * INCH;
    const a = this.vertex(to, colour, alpha);
    const b = this.vertex([to[0] - u[0] * s - u[1] * s * 0.6, to[1] - u[1] * s + u[0] * s * 0.6, to[2]], colour, alpha);
    const c = this.vertex([to[0] - u[0] * s + u[1] * s * 0.6, to[1] - u[1] * s - u[0] * s * 0.6, to[2]], colour, alpha);
    this.index.push(a, b, c);
  }

  /** A small stone of eight faces in the air. */
  gem(at: Vec3, size: number, colour: number, alpha: number): void {
    const s = size * INCH;
    const tips = [1, -1].map((k) => this.vertex([at[0], at[1], at[2] + k * s * 1.5], colour, alpha));
    const round = [0, 1, 2, 3].map((i) => {
      const a = (i * Math.PI) / 2 + 0.4;
      return this.vertex([at[0] + s * Math.cos(a), at[1] + s * Math.sin(a), at[2]], colour, alpha * (i % 2 ? 0.55 : 0.85));
    });
    for (const tip of tips) round.forEach((corner, i) => this.index.push(tip, corner, round[(i + 1) % 4]!));
  }

  /** Whether there is nothing. */
  get empty(): boolean {
    return this.index.length === 0;
  }

  /** Everything as a geometry. */
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.at, 3));
    geometry.setAttribute('color', new Float32BufferAttribute(this.colours, 4));
    geometry.setIndex(this.index);
    return geometry;
  }
}
