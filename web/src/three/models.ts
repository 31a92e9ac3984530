/** The figures on the table: instances by role and side, where they stand now and where they are going. */

import {
  Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3, type BufferGeometry,
} from 'three';
import type { KtModel, Point } from '../lib/desk';
import { base, RIM } from './bases';
import { figure } from './figures';
import type { Palette } from './palette';
import { INCH, radians, world } from './units';

/** Where a model is shown. */
export interface Stand {
  model: KtModel;
  at: Point;
  z: number;
  /** Where it looks, in radians, anticlockwise from +x. */
  way: number;
}

interface Going {
  from: Stand;
  began: number;
  takes: number;
}

/** Jumps shorter than this are shown as they come: somebody else plays the way. */
const STEP = 0.7 * INCH;
const UP = new Vector3(0, 1, 0);

/** Where a model looks: its facing if the base has one, else towards the nearest enemy. */
export function lookOf(model: KtModel, all: KtModel[]): number {
  if (model.base.shape !== 'round') return radians(model.facing);
  let best = Infinity;
  let way = radians(model.seat === 'A' ? 90 : -90);
  for (const other of all) {
    if (other.seat === model.seat || !other.at || other.out || !model.at) continue;
    const [dx, dy] = [other.at[0] - model.at[0], other.at[1] - model.at[1]];
    if (dx * dx + dy * dy < best && (dx || dy)) {
      best = dx * dx + dy * dy;
      way = Math.atan2(dy, dx);
    }
  }
  return way;
}

/** How large a figure is: its true height, and so wide that it does not stand far beyond its base. */
export function scaleOf(model: KtModel): { tall: number; wide: number } {
  const room = Math.max(model.base.width, model.base.depth) / INCH;
  // Who lies is lower than they are tall.
  const tall = model.down ? Math.max(model.height / INCH, room * 1.15) : model.height / INCH;
  return { tall, wide: Math.min(tall, room * 1.25) };
}

/** The models of a scene. */
export class Models {
  readonly group = new Group();
  private stands = new Map<string, Stand>();
  private going = new Map<string, Going>();
  private readonly geometries = new Map<string, BufferGeometry>();
  private readonly meshes = new Map<string, InstancedMesh>();
  private readonly material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.62, metalness: 0.08, flatShading: true, fog: false });
  private hidden: string | null = null;

  constructor(private p: Palette) {}

  /** Other colours: everything is built anew. */
  repaint(p: Palette): void {
    this.p = p;
    this.clear();
  }

  /** The new position. Models that jumped go there in so many milliseconds, if any. */
  set(models: KtModel[], now: number, takes: number): void {
    const next = new Map<string, Stand>();
    for (const model of models) {
      if (!model.at || model.out) continue;
      const stand: Stand = { model, at: model.at, z: model.z, way: lookOf(model, models) };
      const shown = this.shown(model.id, now);
      const far = shown ? Math.hypot(stand.at[0] - shown.at[0], stand.at[1] - shown.at[1], stand.z - shown.z) : 0;
      if (shown && takes > 0 && far > STEP) this.going.set(model.id, { from: shown, began: now, takes });
      else if (far > 0 || !takes) this.going.delete(model.id);
      next.set(model.id, stand);
    }
    for (const id of this.going.keys()) if (!next.has(id)) this.going.delete(id);
    this.stands = next;
  }

  /** Whether somebody is still going somewhere. */
  get moving(): boolean {
    return this.going.size > 0;
  }

  /** Who is not shown, because one looks through their eyes. */
  hide(id: string | null): void {
    this.hidden = id;
  }

  /** Where a model is shown at this moment. */
  shown(id: string, now: number): Stand | null {
    const stand = this.stands.get(id);
    const going = this.going.get(id);
    if (!stand || !going) return stand ?? null;
    const t = Math.min(1, (now - going.began) / going.takes);
    const k = t * t * (3 - 2 * t);
    const mix = (a: number, b: number) => a + (b - a) * k;
    return {
      ...stand,
      at: [mix(going.from.at[0], stand.at[0]), mix(going.from.at[1], stand.at[1])],
      z: mix(going.from.z, stand.z),
    };
  }

  /** All that are shown at this moment. */
  all(now: number): Stand[] {
    return [...this.stands.keys()].map((id) => this.shown(id, now)!).filter((stand) => stand.model.id !== this.hidden);
  }

  /** Puts the instances where they are now. */
  place(now: number, dim: (model: KtModel) => number): void {
    for (const [id, going] of this.going) if (now - going.began >= going.takes) this.going.delete(id);
    const lots = new Map<string, { matrix: Matrix4; shade: number }[]>();
    const put = (key: string, matrix: Matrix4, shade: number) => {
      const lot = lots.get(key);
      if (lot) lot.push({ matrix, shade });
      else lots.set(key, [{ matrix, shade }]);
    };
    for (const { model, at, z, way } of this.all(now)) {
      const place = new Vector3(...world(at[0], at[1], z));
      const shade = dim(model);
      const flat = new Quaternion().setFromAxisAngle(UP, model.base.shape === 'round' ? way : radians(model.facing));
      const size = new Vector3(model.base.width / INCH, 1, model.base.depth / INCH);
      put(`base ${model.base.shape} ${model.seat}`, new Matrix4().compose(place, flat, size), shade);
      const { tall, wide } = scaleOf(model);
      const stand = place.clone();
      const turn = new Quaternion().setFromAxisAngle(UP, way);
      stand.y += RIM * 0.7;
      if (model.down) {
        // On its back, along the base.
        turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2));
        stand.y += 0.2 * wide;
        stand.addScaledVector(new Vector3(Math.cos(way), 0, -Math.sin(way)), 0.42 * tall);
      }
      put(`figure ${model.role} ${model.seat}`, new Matrix4().compose(stand, turn, new Vector3(wide, tall, wide)), shade);
    }
    for (const [key, mesh] of this.meshes) if (!lots.has(key)) mesh.count = 0;
    const colour = new Color();
    for (const [key, lot] of lots) {
      const mesh = this.mesh(key, lot.length);
      mesh.count = lot.length;
      lot.forEach(({ matrix, shade }, i) => {
        mesh.setMatrixAt(i, matrix);
        mesh.setColorAt(i, colour.setScalar(shade));
      });
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      mesh.visible = lot.length > 0;
    }
  }

  /** The geometry of a figure or a base, shared. */
  geometry(key: string): BufferGeometry {
    let found = this.geometries.get(key);
    if (!found) {
      const [what, kind, seat] = key.split(' ') as [string, never, string];
      found = what === 'base' ? base(kind, seat, this.p) : figure(kind, seat, this.p);
      this.geometries.set(key, found);
    }
    return found;
  }

  private mesh(key: string, count: number): InstancedMesh {
    const old = this.meshes.get(key);
    if (old && old.instanceMatrix.count >= count) return old;
    if (old) {
      this.group.remove(old);
      old.dispose();
    }
    const mesh = new InstancedMesh(this.geometry(key), this.material, Math.max(4, count * 2));
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.meshes.set(key, mesh);
    this.group.add(mesh);
    return mesh;
  }

  private clear(): void {
    for (const mesh of this.meshes.values()) {
      this.group.remove(mesh);
      mesh.dispose();
    }
    for (const geometry of this.geometries.values()) geometry.dispose();
    this.meshes.clear();
    this.geometries.clear();
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }
}
