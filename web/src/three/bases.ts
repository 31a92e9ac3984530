/** Bases: a disc in its side's colour, darkened, with its side's rim. Side A's rim is whole, the others' have notches. */

import type { BufferGeometry } from 'three';
import type { KtModel, Point, Ring } from '../lib/desk';
import { MeshBuilder, PAINT } from './mesh';
import type { Palette } from './palette';
import { INCH } from './units';

/** How high a base's rim is, in inches. */
export const RIM = 0.13;

/** The outline of a base one inch wide and deep, in so many steps. */
export function outline(shape: KtModel['base']['shape'], scale: number, steps = 72): Ring {
  const half = (INCH / 2) * scale;
  return Array.from({ length: steps }, (_, i): Point => {
    const a = (i / steps) * Math.PI * 2;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    const out = shape === 'rect' ? half / Math.max(Math.abs(c), Math.abs(s)) : half;
    return [c * out, s * out];
  });
}

/** How many notches a seat's rim has. */
export const notches = (seat: string): number => ({ A: 0, B: 9, C: 4, D: 18 })[seat] ?? 0;

/** A colour on its way to a dark one. */
function dark(colour: number, towards: number): number {
  const mixed = (shift: number) => Math.round(0.55 * ((colour >> shift) & 255) + 0.45 * ((towards >> shift) & 255)) << shift;
  return mixed(16) | mixed(8) | mixed(0);
}

/** The base of a side, one inch wide and deep. */
export function base(shape: KtModel['base']['shape'], seat: string, p: Palette): BufferGeometry {
  const mesh = new MeshBuilder();
  const side = { colour: p.sides[seat] ?? p.figure, paint: PAINT.plain };
  const body = { colour: dark(side.colour, p.base), paint: PAINT.plain };
  const [outer, inner] = [outline(shape, 1), outline(shape, 0.8)];
  mesh.prism([outline(shape, 0.94)], 0, RIM * 0.7 * INCH, body);
  const teeth = notches(seat);
  if (!teeth) {
    mesh.prism([outer, inner], 0, RIM * INCH, side, side, false, 0.8);
  } else {
    const each = outer.length / teeth;
    for (let i = 0; i < teeth; i++) {
      const [from, to] = [Math.round(i * each), Math.round(i * each + each * 0.64)];
      const arc = (ring: Ring) => Array.from({ length: to - from + 1 }, (_, k) => ring[(from + k) % ring.length]!);
      mesh.prism([[...arc(outer), ...arc(inner).reverse()]], 0, RIM * INCH, side, side, false, 0.8);
    }
  }
  return mesh.geometry();
}
