/** The table and its terrain as one mesh, and which parts of it are seen through. */

import type { Ground, Part, Piece, Point, Ring } from '../lib/desk';
import { MeshBuilder, PAINT, type Coat } from './mesh';
import type { Palette } from './palette';
import { blocks, extent, middle, onWall, ridges, shapes, within, type Block } from './shapes';
import { INCH, type Vec3 } from './units';

/** A part as the picture knows it. */
export interface Placed {
  /** `piece:part`, with `:leaf` for the crown of a tree. */
  part: string;
  piece: number;
  /** Where it stands: a floor's upper side, the foot of everything else. */
  foot: number;
  leaf: boolean;
}

/** The terrain of a table, built. */
export interface Built {
  mesh: MeshBuilder;
  parts: Placed[];
}

const has = (kinds: string[], ...any: string[]) => any.some((kind) => kinds.includes(kind));
const named = (piece: Piece, pattern: RegExp) => pattern.test(piece.name);
const METAL = /container|tank|pipe|silo|generator|gantry|crate|iron|fence|fuel|machine|wreck|crane|vat/i;
const ROCK = /crag|hill|rock|boulder|mound|crater|rubble|cairn|stump/i;
const WOOD = /wagon|palisade|barricade|cart|log|timber|plank|shack|barrel|watchtower|platform/i;
const WATER = /marsh|pond|bog|mire|water|pool|stream|swamp/i;

/** Colour and paint of a piece's stuff: sides and top. */
function stuff(piece: Piece, kinds: string[], p: Palette): { side: Coat; cap: Coat } {
  const coats = (paint: Coat['paint'], side: number, cap: number) => ({
    side: { paint, colour: side },
    cap: { paint, colour: cap },
  });
  if (has(kinds, 'dense') || named(piece, /hedge|bush/i)) return coats(PAINT.leaf, p.leaf, p.leafCap);
  if (named(piece, METAL)) return coats(PAINT.metal, p.metal, p.metalCap);
  if (named(piece, ROCK)) return coats(PAINT.rock, p.rock, p.rockCap);
  if (named(piece, WOOD)) return coats(PAINT.plank, p.wood, p.woodCap);
  return coats(PAINT.brick, p.stone, p.stoneCap);
}

function areaCoat(piece: Piece, kinds: string[], p: Palette): Coat {
  if (has(kinds, 'dangerous')) return { colour: p.danger, paint: PAINT.rough };
  if (named(piece, WATER)) return { colour: p.water, paint: PAINT.water };
  if (has(kinds, 'dense')) return { colour: p.leaf, paint: PAINT.rough };
  if (has(kinds, 'difficult')) return { colour: p.rough, paint: PAINT.rough };
  return { colour: p.paved, paint: PAINT.mat };
}

function wall(mesh: MeshBuilder, piece: Piece, part: Extract<Part, { shape: 'wall' }>, p: Palette): void {
  const kinds = [...piece.kinds, ...part.kinds];
  const { side, cap } = has(kinds, 'breachable')
    ? { side: { colour: p.wall, paint: PAINT.brick }, cap: { colour: p.wallCap, paint: PAINT.plain } }
    : stuff(piece, kinds, p);
  const half = part.thick / 2;
  const all = blocks(part);
  const strip = (from: number, to: number): Ring => [
    onWall(part, from, -half),
    onWall(part, to, -half),
    onWall(part, to, half),
    onWall(part, from, half),
  ];
  const covered = (block: Block, at: number) =>
    all.some((other) => other !== block && (other.from === at || other.to === at) && other.low <= block.low && other.high >= block.high);
  for (const block of all) {
    const ring = strip(block.from, block.to);
    const [low, high] = [part.z + block.low, part.z + block.high];
    const foot = block.low > 0 ? 0.95 : 0.72;
    // Where another block goes on, there is no end to be seen.
    mesh.sides(ring, low, high, side, false, foot, (edge) => !(edge === 1 && covered(block, block.to)) && !(edge === 3 && covered(block, block.from)));
    if (block.low > 0 || part.z > 0) mesh.flat({ outer: ring, holes: [] }, low, { ...side, paint: PAINT.plain }, false);
    if (block.high < part.height) mesh.flat({ outer: ring, holes: [] }, high, cap);
  }
  for (const [from, to] of ridges(all, part.height)) mesh.flat({ outer: strip(from, to), holes: [] }, part.z + part.height, cap);
}

/** Which side of an edge the higher surface is on (1 to the left, −1 to the right), and whether it is massive. */
export function inner(ground: Ground, from: Point, to: Point, high: number): { side: 1 | -1; massive: boolean } {
  const edge = { from, to };
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const parts = ground.pieces.flatMap((piece) => piece.parts);
  const block = (aside: number) => {
    const [x, y] = onWall(edge, length / 2, aside);
    return parts.some((part) => part.shape === 'solid' && Math.abs(part.z + part.height - high) < 0.2 * INCH && within(part.outline, x, y));
  };
  const floor = (aside: number) => {
    const [x, y] = onWall(edge, length / 2, aside);
    return parts.some((part) => part.shape === 'floor' && part.z === high && within(part.outline, x, y));
  };
  const [left, right] = [0.3 * INCH, -0.3 * INCH];
  const side = block(left) || floor(left) || !(block(right) || floor(right)) ? 1 : -1;
  return { side, massive: block(side * left) };
}

function link(mesh: MeshBuilder, ground: Ground, part: Extract<Part, { shape: 'link' }>, p: Palette): void {
  const { from, to, low, high } = part;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const { side, massive } = inner(ground, from, to, high);
  const out = -side;
  const at = (along: number, aside: number, z: number): Vec3 => [...onWall(part, along, out * aside), z];
  const iron: Coat = { colour: p.iron, paint: PAINT.plain };
  const wood: Coat = { colour: p.woodCap, paint: PAINT.plain };
  const rise = high - low;
  if (part.way === 'ladder') {
    const wide = Math.min(length * 0.8, 0.8 * INCH);
    const [l, r] = [(length - wide) / 2, (length + wide) / 2];
    const lean = (z: number) => 0.06 * INCH + 0.28 * INCH * (1 - (z - low) / rise);
    const top = high + 0.45 * INCH;
    for (const x of [l, r]) mesh.beam(at(x, lean(low), low), at(x, lean(top), top), 0.1 * INCH, wood);
    for (let z = low + 0.3 * INCH; z < high + 0.3 * INCH; z += 0.42 * INCH) {
      mesh.beam(at(l, lean(z), z), at(r, lean(z), z), 0.07 * INCH, wood);
    }
  } else if (part.way === 'stairs') {
    const wide = Math.min(length, 2.2 * INCH);
    const [l, r] = [(length - wide) / 2, (length + wide) / 2];
    const steps = Math.max(3, Math.round(rise / (0.3 * INCH)));
    const run = rise * 0.7;
    for (let i = 0; i < steps; i++) {
      const z = low + (rise * (i + 1)) / steps;
      const [near, far] = [(run * (steps - i - 1)) / steps, (run * (steps - i)) / steps];
      const ring = [at(l, near, 0), at(r, near, 0), at(r, far, 0), at(l, far, 0)].map(([x, y]): Point => [x, y]);
      mesh.prism([ring], z - 0.12 * INCH, z, wood, { colour: p.woodCap, paint: PAINT.plain }, false, 1);
    }
    for (const x of [l, r]) mesh.beam(at(x, run, low), at(x, 0, high), 0.14 * INCH, { colour: p.wood, paint: PAINT.plain });
  } else if (part.way === 'climb' && !massive) {
    // Nothing to hold on to: a knotted rope hangs there.
    const x = length / 2;
    const rope: Coat = { colour: p.skin, paint: PAINT.plain };
    mesh.beam(at(x, 0.06 * INCH, low + 0.1 * INCH), at(x, 0.06 * INCH, high), 0.06 * INCH, rope);
    for (let z = low + 0.3 * INCH; z < high; z += 0.5 * INCH) {
      mesh.beam(at(x, 0.06 * INCH, z), at(x, 0.06 * INCH, z + 0.12 * INCH), 0.13 * INCH, rope);
    }
  } else if (part.way === 'climb') {
    for (let z = low + 0.4 * INCH, i = 0; z < high; z += 0.42 * INCH, i++) {
      const x = length / 2 + (i % 2 ? 0.16 : -0.16) * INCH;
      mesh.beam(at(x - 0.14 * INCH, 0.05 * INCH, z), at(x + 0.14 * INCH, 0.05 * INCH, z), 0.09 * INCH, iron);
    }
  }
}

/** A tree's crown about its trunk, of a few flat faces. */
function crown(mesh: MeshBuilder, at: Point, radius: number, low: number, high: number, coat: Coat, turn: number): void {
  const tiers = 3;
  for (let i = 0; i < tiers; i++) {
    const foot = low + ((high - low) * i * 0.75) / tiers;
    const top = low + ((high - low) * (i + 1.35)) / tiers;
    const wide = radius * (1 - (i * 0.55) / tiers);
    const corners = Array.from({ length: 9 }, (_, k): Vec3 => {
      const a = turn + i * 0.4 + (k * Math.PI * 2) / 9;
      const r = wide * (k % 2 ? 0.86 : 1.06);
      return [at[0] + r * Math.cos(a), at[1] + r * Math.sin(a), foot + (k % 2 ? 0.22 : 0) * INCH];
    });
    const tip: Vec3 = [at[0], at[1], Math.min(top, high)];
    corners.forEach((c, k) => {
      const next = corners[(k + 1) % corners.length]!;
      mesh.triangle(c, next, tip, coat, 0.86 + 0.09 * (k % 3));
      mesh.triangle(next, c, [at[0], at[1], foot + 0.5 * INCH], coat, 0.5);
    });
  }
}

function solid(mesh: MeshBuilder, piece: Piece, part: Extract<Part, { shape: 'solid' }>, p: Palette): boolean {
  const kinds = [...piece.kinds, ...part.kinds];
  const [w, d] = extent(part.outline);
  const round = part.outline.length > 6;
  const wooded = piece.parts.some((q) => q.shape === 'area' && has([...piece.kinds, ...q.kinds], 'dense'));
  if (wooded && Math.max(w, d) < 2.2 * INCH && part.height > 2 * INCH) {
    const bark: Coat = { colour: p.bark, paint: PAINT.rock };
    mesh.prism([part.outline], part.z, part.z + part.height, bark, bark, true);
    return true;
  }
  const { side, cap } = stuff(piece, kinds, p);
  mesh.prism([part.outline], part.z, part.z + part.height, side, cap, round && side.paint !== PAINT.rock);
  return false;
}

/** Builds a table. */
export function terrain(ground: Ground, p: Palette): Built {
  const mesh = new MeshBuilder();
  const parts: Placed[] = [];
  const [w, d] = ground.size;
  const begin = (part: string, piece: number, foot: number, leaf = false) => {
    mesh.part = part;
    parts.push({ part, piece, foot, leaf });
  };
  begin('ground', -1, 0);
  const box = (x0: number, y0: number, x1: number, y1: number): Ring => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  mesh.flat({ outer: box(0, 0, w, d), holes: [] }, 0, { colour: p.mat, paint: PAINT.mat });
  const rim = 1.5 * INCH;
  const [bottom, top] = [-1.4 * INCH, 0.14 * INCH];
  const frame: Coat = { colour: p.frame, paint: PAINT.plank };
  mesh.prism([box(-rim, -rim, w + rim, d + rim), box(0, 0, w, d)], bottom, top, frame, { ...frame, paint: PAINT.plain }, false, 0.5);
  // Areas lie a hair above each other, so that none flickers.
  let lift = 0;
  for (const piece of ground.pieces) {
    piece.parts.forEach((part, i) => {
      const name = `${piece.index}:${i}`;
      switch (part.shape) {
        case 'area': {
          begin(name, piece.index, part.z);
          lift += 1;
          const coat = areaCoat(piece, [...piece.kinds, ...part.kinds], p);
          for (const shape of shapes([part.outline])) mesh.flat(shape, part.z + 30 + lift * 2, coat);
          break;
        }
        case 'solid': {
          begin(name, piece.index, part.z);
          if (!solid(mesh, piece, part, p)) break;
          begin(`${name}:leaf`, piece.index, part.z + 1, true);
          const [x, y] = middle(part.outline);
          const dead = named(piece, /dead/i);
          const coat: Coat = { colour: dead ? p.bark : (x + y) % 2 > 0.99 ? p.leafCap : p.leaf, paint: PAINT.leaf };
          const high = part.z + part.height + (dead ? 0.2 : 1.6) * INCH;
          crown(mesh, [x, y], (dead ? 0.75 : 1.35) * INCH, part.z + part.height * 0.42, high, coat, (x * 7 + y * 3) % 6);
          break;
        }
        case 'wall':
          begin(name, piece.index, part.z);
          wall(mesh, piece, part, p);
          break;
        case 'floor': {
          begin(name, piece.index, part.z);
          const { side, cap } = named(piece, METAL) || named(piece, ROCK)
            ? stuff(piece, [], p)
            : { side: { colour: p.wood, paint: PAINT.plain }, cap: { colour: p.woodCap, paint: PAINT.plank } };
          mesh.prism([part.outline], part.z - part.thick, part.z, side, cap, false, 0.9);
          break;
        }
        case 'link':
          begin(name, piece.index, part.low);
          link(mesh, ground, part, p);
          break;
      }
    });
  }
  return { mesh, parts };
}

/**
 * The parts that are seen through: all above the level looked at, and whatever of a piece is over the heads of those
 * that matter now (the selected model, the ghost).
 */
export function seenThrough(
  ground: Ground,
  parts: Placed[],
  level: number | null,
  heads: { at: Point; z: number }[],
): Set<string> {
  const over = new Map<number, number>();
  for (const { at, z } of heads) {
    for (const piece of ground.pieces) {
      const roofed = piece.parts.some((part) => part.shape === 'floor' && part.z > z && within(part.outline, ...at));
      const wooded = piece.parts.some((part) => part.shape === 'area' && within(part.outline, ...at));
      if (roofed || wooded) over.set(piece.index, Math.min(over.get(piece.index) ?? Infinity, z));
    }
  }
  const found = new Set<string>();
  for (const { part, piece, foot } of parts) {
    const least = Math.min(level ?? Infinity, over.get(piece) ?? Infinity);
    if (piece >= 0 && foot > least) found.add(part);
  }
  return found;
}
