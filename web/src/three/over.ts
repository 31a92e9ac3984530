/** What lies over the table (reach, trail, sight, zones, objectives) as strokes and labels. */

import type { KtModel, KtScene, Point, Seat } from '../lib/desk';
import type { Overlays, SightLine } from '../killteam/overlays';
import { SIGNS } from './icons';
import type { Label } from './labels';
import type { Stand } from './models';
import type { Palette } from './palette';
import { anticlockwise, baseRing, shapes } from './shapes';
import { Strokes } from './strokes';
import { INCH, world, type Vec3 } from './units';

/** Who sees whom through a model's eyes. */
export type Seen = { id: string; sight: 'clear' | 'obscured' | 'blocked' }[];

/** Everything that is drawn over the table, from plain data. */
export interface OverInput {
  scene: KtScene;
  overlays: Overlays;
  selected: string | null;
  hovered: string | null;
  stands: Stand[];
  /** Who sits at this edge of the table. */
  own: Seat | null;
  /** While looking through eyes. */
  seen: Seen | null;
  p: Palette;
}

/** Strokes that lie on surfaces, strokes in the air, words. */
export interface Over {
  flat: Strokes;
  air: Strokes;
  labels: Label[];
}

const css = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`;
const inches = (units: number) => `${(units / INCH).toFixed(1)}″`;
/** How far strokes lie above their surface, in units, so that they don't flicker. */
const LIFT = 0.05 * INCH;

/** A label with words, in the usual dress. */
export function words(p: Palette, at: Vec3, text: string, rise: number, more: Partial<Label> = {}): Label {
  const paper = p.room < 0x808080 ? 'rgb(10 14 21 / 88%)' : 'rgb(253 250 243 / 92%)';
  const ink = p.room < 0x808080 ? '#eef3f8' : '#1c222a';
  return { at, rise, words: text, icons: [], wounds: null, ink, paper, edge: null, small: false, ...more };
}

/** The badge of a model, or nothing if there is nothing to tell. */
export function badge(model: KtModel, p: Palette, named: boolean): Omit<Label, 'at' | 'rise'> | null {
  const bad = css(p.bad);
  const good = css(p.good);
  const blank = words(p, [0, 0, 0], named ? model.name : '', 0);
  const icons = [
    ...(model.down ? [{ path: SIGNS.down, colour: bad }] : []),
    ...(model.engagedWith.length ? [{ path: SIGNS.engaged, colour: bad }] : []),
    ...(model.aim ? [{ path: SIGNS.aim, colour: good }] : []),
    ...(model.focus ? [{ path: SIGNS.focus, colour: good }] : []),
    ...(model.statuses.length ? [{ path: SIGNS.status, colour: css(p.obscured) }] : []),
    ...(model.activated ? [{ path: SIGNS.done, colour: css(p.figure) }] : []),
  ];
  const wounds: [number, number] | null = model.maxWounds > 1 || model.wounds < model.maxWounds ? [model.wounds, model.maxWounds] : null;
  const hurt = wounds && model.wounds < model.maxWounds;
  if (!named && !icons.length && !hurt) return null;
  const { words: text, ink, paper } = blank;
  return { words: text, icons, wounds: named || hurt ? wounds : null, ink, paper, edge: css(p.sides[model.seat] ?? p.figure), small: !named };
}

function sightLine(air: Strokes, line: SightLine, stands: Map<string, Stand>, p: Palette): void {
  const eye = (id: string): Vec3 | null => {
    const stand = stands.get(id);
    return stand ? [stand.at[0], stand.at[1], stand.z + stand.model.height * 0.85] : null;
  };
  let points: Vec3[] = line.line && line.line.length > 1 ? line.line : [];
  const [a, b] = [eye(line.from), eye(line.to)];
  if (!points.length && a && b) points = [a, b];
  if (points.length < 2) return;
  const wide = line.strong ? 0.075 : 0.035;
  if (line.sight === 'clear') return air.line(points, wide, p.pale, line.strong ? 0.95 : 0.5);
  if (line.sight === 'obscured') {
    air.line(points, wide, p.obscured, line.strong ? 0.95 : 0.55, [0.16, 0.16]);
  } else {
    air.line(points, wide, p.bad, line.strong ? 0.9 : 0.4, [0.4, 0.18]);
    const end = points.at(-1)!;
    air.mark(end, line.strong ? 0.22 : 0.14, p.bad, 0.95);
  }
  for (const id of line.hiderModels) {
    const hider = eye(id);
    if (hider) air.mark(hider, 0.16, p.obscured, 0.95);
  }
}

/** The place a little above a surface. */
const above = (at: Point, z: number): Vec3 => [at[0], at[1], z + LIFT];

/** Objectives and deployment zones, which are always there. */
function grounds({ scene, own, p }: OverInput, over: Over): void {
  const deploying = scene.phase === 'setup';
  for (const zone of scene.zones) {
    const colour = p.sides[zone.seat ?? ''] ?? p.ink;
    for (const shape of shapes([zone.outline])) {
      if (deploying) over.flat.fill(shape, LIFT * 0.4, colour, 0.12);
      over.flat.ring(shape.outer, LIFT * 0.5, 0.07, colour, deploying ? 0.9 : 0.4, [0.5, 0.3]);
    }
  }
  for (const { at, radius, holder, worth } of scene.objectives) {
    const colour = p.sides[holder ?? ''] ?? p.pale;
    const disc = (r: number) => anticlockwise(baseRing({ shape: 'round', width: 2 * r, depth: 2 * r }, at, 0));
    const core = Math.min(radius, 0.5 * INCH);
    over.flat.fill({ outer: disc(radius), holes: [] }, LIFT * 0.6, colour, 0.12);
    if (radius > core) over.flat.ring(disc(radius), LIFT * 0.7, 0.06, colour, 0.75, [0.22, 0.14]);
    over.flat.ring(disc(core), LIFT * 0.8, 0.1, colour, 0.95);
    over.flat.fill({ outer: disc(core * 0.4), holes: [] }, LIFT * 0.8, colour, 0.95);
    // A thread of light, so that it is found behind walls.
    over.air.line([above(at, 0), above(at, 1.6 * INCH)], 0.05, colour, 0.55);
    over.air.gem([at[0], at[1], 1.85 * INCH], 0.2, colour, 0.95);
    const points = own && worth?.[own === 'A' ? 0 : 1];
    if (points) over.labels.push(words(p, world(at[0], at[1], 2.1 * INCH), String(points), 4, { edge: css(colour), small: true }));
  }
}

function trail({ overlays, p }: OverInput, over: Over): void {
  const way = overlays.trail;
  if (!way || !way.legs.length) return;
  const colour = way.legal ? p.good : p.bad;
  const points = [above(way.from.at, way.from.z)];
  let z = way.from.z;
  for (const leg of way.legs) {
    // Up the wall first when climbing, over the edge first when dropping.
    if (leg.z > z) points.push(above([points.at(-1)![0], points.at(-1)![1]], leg.z));
    else if (leg.z < z) points.push(above(leg.to, z));
    points.push(above(leg.to, leg.z));
    z = leg.z;
  }
  over.air.ribbon(points, 0.13, colour, 0.95, [0.34, 0.2]);
  let sum = 0;
  way.legs.forEach((leg, i) => {
    sum += leg.cost;
    const last = i === way.legs.length - 1;
    const text = [inches(sum), leg.text].filter(Boolean).join(' · ');
    over.labels.push(words(p, world(leg.to[0], leg.to[1], leg.z), text, last ? -34 : 8, { edge: css(colour), small: !last }));
  });
  if (way.stopsAt) over.air.mark(above(way.stopsAt, z), 0.3, p.bad, 1);
}

/** Builds all of it. */
export function over(input: OverInput): Over {
  const { overlays, stands, selected, hovered, seen, p } = input;
  const found: Over = { flat: new Strokes(), air: new Strokes(), labels: [] };
  const { flat, air, labels } = found;
  const byId = new Map(stands.map((stand) => [stand.model.id, stand]));
  grounds(input, found);
  overlays.reach.forEach((area, i) => {
    const colour = p.reach[area.why] ?? p.reach['other']!;
    for (const shape of shapes(area.rings)) {
      flat.fill(shape, area.z + LIFT * (0.9 + i * 0.05), colour, 0.2);
      for (const ring of [shape.outer, ...shape.holes]) flat.ring(ring, area.z + LIFT * (1 + i * 0.05), 0.06, colour, 0.85);
    }
  });
  for (const zone of overlays.zones) {
    const stand = byId.get(zone.model);
    if (!stand) continue;
    const colour = p.sides[stand.model.seat] ?? p.ink;
    const ring = anticlockwise(baseRing(stand.model.base, stand.at, stand.model.facing, zone.radius));
    flat.fill({ outer: ring, holes: [] }, stand.z + LIFT * 1.2, colour, zone.kind === 'engagement' ? 0.12 : 0.05);
    flat.ring(ring, stand.z + LIFT * 1.3, 0.05, colour, 0.8, [0.16, 0.12]);
  }
  const rim = (stand: Stand, wider: number, width: number, colour: number, alpha: number) =>
    air.ring(baseRing(stand.model.base, stand.at, stand.model.facing, wider * INCH), stand.z + LIFT * 1.5, width, colour, alpha);
  for (const { id, legal } of overlays.targets) {
    const stand = byId.get(id);
    if (stand) rim(stand, 0.16, legal ? 0.1 : 0.05, legal ? p.bad : p.figure, legal ? 0.95 : 0.5);
  }
  const one = (id: string | null) => (id ? byId.get(id) : undefined);
  const [chosen, under] = [one(selected), one(hovered)];
  if (under && under !== chosen) rim(under, 0.1, 0.06, p.select, 0.7);
  if (chosen) rim(chosen, 0.12, 0.1, p.select, 1);
  trail(input, found);
  const ghost = overlays.ghost;
  const ghostModel = ghost && input.scene.models.find((model) => model.id === ghost.model);
  if (ghost && ghostModel) {
    const ring = anticlockwise(baseRing(ghostModel.base, ghost.at, ghost.facing));
    const colour = ghost.legal ? p.good : p.bad;
    air.fill({ outer: ring, holes: [] }, ghost.z + LIFT * 1.5, colour, 0.35);
    air.ring(ring, ghost.z + LIFT * 1.6, 0.09, colour, 1);
  }
  if (overlays.outline) {
    const colour = overlays.outline.legal ? p.good : p.bad;
    for (const shape of shapes(overlays.outline.rings)) {
      flat.fill(shape, LIFT, colour, 0.3);
      for (const ring of [shape.outer, ...shape.holes]) flat.ring(ring, LIFT * 1.1, 0.1, colour, 1);
    }
  }
  for (const line of overlays.sight) sightLine(air, line, byId, p);
  if (overlays.measure) {
    const { from, to, text } = overlays.measure;
    const [a, b] = [above(from.at, from.z + 0.1 * INCH), above(to.at, to.z + 0.1 * INCH)];
    air.line([a, b], 0.05, p.pale, 0.95);
    labels.push(words(p, world((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2), text, 6));
  }
  for (const { from, to } of overlays.hint) {
    const zOf = (at: Point) => stands.find((s) => Math.hypot(s.at[0] - at[0], s.at[1] - at[1]) < 10)?.z ?? 0;
    const [a, b] = [above(from, zOf(from) + 0.08 * INCH), above(to, zOf(to) + 0.08 * INCH)];
    air.ribbon([a, b], 0.12, p.obscured, 0.9);
    air.head(a, b, 0.55, p.obscured, 1);
  }
  const sights = new Map(seen?.map(({ id, sight }) => [id, sight]));
  for (const stand of stands) {
    const { model } = stand;
    const tall = model.down ? model.height * 0.4 : model.height * (model.role === 'leader' ? 1.7 : 1.05);
    const at = world(stand.at[0], stand.at[1], stand.z + tall);
    const sight = sights.get(model.id);
    if (seen) {
      if (!sight || sight === 'blocked') continue;
      const colour = sight === 'clear' ? p.good : p.obscured;
      rim(stand, 0.14, 0.09, colour, 1);
      labels.push(words(p, at, `${model.name} · ${sight}`, 6, { edge: css(colour), small: true }));
      continue;
    }
    const found = badge(model, p, stand === chosen || stand === under);
    if (found) labels.push({ ...found, at, rise: 4 });
  }
  return found;
}
