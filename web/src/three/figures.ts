/** Figures of simple solids: a silhouette for each role, one unit tall, looking along +x of the table. */

import {
  BoxGeometry, BufferGeometry, ConeGeometry, CylinderGeometry, Float32BufferAttribute, IcosahedronGeometry, Matrix4, Quaternion,
  Euler, SphereGeometry, Vector3,
} from 'three';
import type { KtModel } from '../lib/desk';
import { linear } from './mesh';
import type { Palette } from './palette';

/** The silhouettes. */
export type Role = KtModel['role'];

type Turn = [number, number, number];

/** Gathers solids; x is forward, y up, z to the right. */
class Kit {
  readonly all: BufferGeometry[] = [];

  add(solid: BufferGeometry, colour: number, at: Turn, turn: Turn = [0, 0, 0], size: Turn = [1, 1, 1]): this {
    const flat = solid.index ? solid.toNonIndexed() : solid.clone();
    flat.applyMatrix4(new Matrix4().compose(new Vector3(...at), new Quaternion().setFromEuler(new Euler(...turn)), new Vector3(...size)));
    flat.computeVertexNormals();
    flat.deleteAttribute('uv');
    const count = flat.getAttribute('position').count;
    const [r, g, b] = linear(colour);
    const colours = new Float32Array(count * 3);
    for (let i = 0; i < count; i++) colours.set([r, g, b], i * 3);
    flat.setAttribute('color', new Float32BufferAttribute(colours, 3));
    this.all.push(flat);
    solid.dispose();
    return this;
  }

  box(colour: number, size: Turn, at: Turn, turn?: Turn): this {
    return this.add(new BoxGeometry(...size), colour, at, turn);
  }

  rod(colour: number, top: number, foot: number, long: number, at: Turn, turn?: Turn, sides = 7): this {
    return this.add(new CylinderGeometry(top, foot, long, sides), colour, at, turn);
  }

  ball(colour: number, radius: number, at: Turn, size?: Turn): this {
    return this.add(new IcosahedronGeometry(radius, 1), colour, at, undefined, size);
  }

  /** A limb from one place to another. */
  limb(colour: number, a: Turn, b: Turn, thick: number, thin = thick * 0.8): this {
    const from = new Vector3(...a);
    const way = new Vector3(...b).sub(from);
    const turn = new Euler().setFromQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize()));
    const mid = from.addScaledVector(way, 0.5);
    return this.rod(colour, thin, thick, way.length() * 1.06, [mid.x, mid.y, mid.z], [turn.x, turn.y, turn.z]);
  }
}

interface Dress {
  side: number;
  plate: number;
  cloth: number;
  iron: number;
  skin: number;
  glow: number;
}

/** A person: legs apart, chest, head; arms are given by where the hands are. */
function person(kit: Kit, d: Dress, o: { wide: number; lean: number; left: Turn; right: Turn; helm: boolean }): void {
  const w = o.wide;
  const hip = 0.44;
  for (const s of [-1, 1]) {
    kit.limb(d.cloth, [0.02 * -s, hip, 0.07 * s * w], [0.05 * s, 0.24, 0.11 * s * w], 0.075 * w, 0.07 * w);
    kit.limb(d.plate, [0.05 * s, 0.25, 0.11 * s * w], [0.02 * s, 0.05, 0.12 * s * w], 0.07 * w, 0.055 * w);
    kit.box(d.iron, [0.17 * w, 0.06, 0.1 * w], [0.05 + 0.02 * s, 0.03, 0.12 * s * w]);
  }
  kit.box(d.cloth, [0.15 * w, 0.1, 0.22 * w], [0, hip + 0.01, 0]);
  kit.add(new CylinderGeometry(0.17 * w, 0.11 * w, 0.27, 6), d.side, [o.lean * 0.5, 0.61, 0], [0, 0, -o.lean], [0.8, 1, 1.05]);
  kit.box(d.plate, [0.05 * w, 0.14, 0.2 * w], [0.115 * w + o.lean * 0.6, 0.64, 0], [0, 0, -o.lean]);
  for (const [s, hand] of [[-1, o.left], [1, o.right]] as [number, Turn][]) {
    const shoulder: Turn = [o.lean, 0.71, 0.19 * s * w];
    const elbow: Turn = [(shoulder[0] + hand[0]) / 2 - 0.02, (shoulder[1] + hand[1]) / 2 - 0.06, (shoulder[2] + hand[2]) / 2 + 0.06 * s];
    kit.ball(d.side, 0.085 * w, shoulder, [1.05, 0.85, 1]);
    kit.limb(d.cloth, shoulder, elbow, 0.052 * w);
    kit.limb(d.plate, elbow, hand, 0.052 * w, 0.042 * w);
  }
  kit.ball(o.helm ? d.plate : d.skin, 0.092, [o.lean + 0.02, 0.865, 0], [1.05, 1.12, 0.95]);
  if (o.helm) {
    kit.box(d.glow, [0.03, 0.026, 0.11], [o.lean + 0.105, 0.87, 0]);
    kit.box(d.side, [0.17, 0.035, 0.04], [o.lean + 0.01, 0.955, 0]);
  } else {
    kit.add(new SphereGeometry(0.1, 7, 4, 0, Math.PI * 2, 0, Math.PI / 2), d.side, [o.lean + 0.005, 0.885, 0], [0, 0, 0.15]);
  }
}

function rifle(kit: Kit, d: Dress, at: Turn, long: number, thick: number): void {
  kit.box(d.iron, [long * 0.5, thick * 1.5, thick], [at[0], at[1], at[2]]);
  kit.rod(d.iron, thick * 0.32, thick * 0.32, long * 0.55, [at[0] + long * 0.5, at[1] + thick * 0.25, at[2]], [0, 0, Math.PI / 2]);
  kit.box(d.iron, [long * 0.14, thick * 2.6, thick * 0.7], [at[0] + long * 0.05, at[1] - thick * 1.4, at[2]], [0, 0, -0.2]);
  kit.box(d.cloth, [long * 0.28, thick * 1.7, thick * 0.8], [at[0] - long * 0.36, at[1] - thick * 0.45, at[2]], [0, 0, 0.16]);
}

const builders: Record<Role, (kit: Kit, d: Dress) => void> = {
  trooper(kit, d) {
    person(kit, d, { wide: 1, lean: 0.03, left: [0.3, 0.6, 0.02], right: [0.12, 0.56, 0.13], helm: true });
    rifle(kit, d, [0.22, 0.61, 0.09], 0.5, 0.05);
    kit.box(d.cloth, [0.1, 0.2, 0.2], [-0.16, 0.65, 0]);
  },
  leader(kit, d) {
    person(kit, d, { wide: 1.06, lean: 0.0, left: [0.16, 0.5, -0.26], right: [0.24, 0.74, 0.26], helm: false });
    // A blade held up, a cloak, and the banner on the back.
    kit.box(d.glow, [0.035, 0.46, 0.075], [0.32, 1.0, 0.27], [0, 0, -0.3]);
    kit.box(d.iron, [0.06, 0.03, 0.17], [0.25, 0.78, 0.265], [0, 0, -0.3]);
    kit.box(d.iron, [0.2, 0.06, 0.05], [0.24, 0.51, -0.27]);
    kit.box(d.side, [0.04, 0.56, 0.36], [-0.17, 0.44, 0], [0, 0, -0.16]);
    kit.rod(d.iron, 0.016, 0.02, 1.15, [-0.19, 1.05, -0.05]);
    kit.box(d.iron, [0.02, 0.024, 0.38], [-0.19, 1.58, -0.05]);
    kit.box(d.side, [0.02, 0.46, 0.34], [-0.19, 1.34, -0.05]);
    kit.box(d.plate, [0.026, 0.07, 0.35], [-0.19, 1.2, -0.05]);
    kit.add(new ConeGeometry(0.035, 0.12, 5), d.glow, [-0.19, 1.68, -0.05]);
  },
  heavy(kit, d) {
    person(kit, d, { wide: 1.34, lean: 0.05, left: [0.34, 0.5, -0.04], right: [0.06, 0.5, 0.22], helm: true });
    rifle(kit, d, [0.24, 0.5, 0.16], 0.72, 0.1);
    kit.rod(d.iron, 0.075, 0.075, 0.16, [0.66, 0.53, 0.16], [0, 0, Math.PI / 2], 8);
    kit.box(d.iron, [0.2, 0.34, 0.34], [-0.24, 0.68, 0]);
    for (const s of [-1, 1]) kit.rod(d.glow, 0.035, 0.035, 0.3, [-0.32, 0.82, 0.11 * s], [0, 0, 0.12]);
    for (const s of [-1, 1]) kit.box(d.side, [0.24, 0.07, 0.2], [0.03, 0.79, 0.29 * s], [0.35 * s, 0, 0]);
  },
  scout(kit, d) {
    person(kit, d, { wide: 0.86, lean: 0.09, left: [0.34, 0.66, 0.03], right: [0.14, 0.62, 0.11], helm: false });
    rifle(kit, d, [0.27, 0.68, 0.07], 0.74, 0.036);
    kit.rod(d.glow, 0.02, 0.02, 0.14, [0.22, 0.735, 0.07], [0, 0, Math.PI / 2]);
    // A hood and a long cloak.
    kit.add(new ConeGeometry(0.125, 0.22, 7), d.side, [0.055, 0.91, 0], [0, 0, 0.45]);
    kit.box(d.side, [0.03, 0.52, 0.3], [-0.15, 0.45, 0], [0, 0, -0.3]);
    kit.box(d.cloth, [0.03, 0.3, 0.2], [-0.11, 0.6, 0], [0, 0, -0.25]);
  },
  beast(kit, d) {
    kit.ball(d.side, 0.3, [-0.08, 0.6, 0], [1.5, 0.85, 0.85]);
    kit.ball(d.plate, 0.24, [0.28, 0.68, 0], [1.1, 1, 0.95]);
    kit.ball(d.side, 0.17, [0.58, 0.74, 0], [1.25, 0.85, 0.85]);
    kit.box(d.plate, [0.2, 0.06, 0.16], [0.68, 0.64, 0], [0, 0, -0.25]);
    for (const s of [-1, 1]) {
      kit.add(new ConeGeometry(0.04, 0.22, 5), d.skin, [0.52, 0.9, 0.1 * s], [0.35 * s, 0, 0.5]);
      kit.box(d.glow, [0.04, 0.035, 0.03], [0.69, 0.79, 0.09 * s]);
      kit.limb(d.cloth, [0.3, 0.58, 0.17 * s], [0.42, 0.3, 0.22 * s], 0.1, 0.07);
      kit.limb(d.plate, [0.42, 0.31, 0.22 * s], [0.38, 0.03, 0.22 * s], 0.07, 0.05);
      kit.limb(d.cloth, [-0.34, 0.58, 0.16 * s], [-0.44, 0.3, 0.21 * s], 0.12, 0.07);
      kit.limb(d.plate, [-0.44, 0.31, 0.21 * s], [-0.34, 0.03, 0.21 * s], 0.07, 0.05);
      for (const x of [0.47, -0.25]) kit.add(new ConeGeometry(0.045, 0.16, 4), d.skin, [x, 0.03, 0.22 * s], [0, 0, -Math.PI / 2]);
    }
    for (let i = 0; i < 5; i++) kit.add(new ConeGeometry(0.05, 0.2 - i * 0.02, 4), d.skin, [0.26 - i * 0.15, 0.9 - i * 0.035, 0], [0, 0, 0.45]);
    kit.limb(d.side, [-0.42, 0.66, 0], [-0.78, 0.8, 0.05], 0.09, 0.02);
  },
  machine(kit, d) {
    for (const s of [-1, 1]) {
      kit.limb(d.iron, [-0.02, 0.5, 0.2 * s], [-0.16, 0.3, 0.3 * s], 0.08, 0.08);
      kit.limb(d.plate, [-0.16, 0.31, 0.3 * s], [0.02, 0.05, 0.3 * s], 0.09, 0.07);
      kit.box(d.iron, [0.36, 0.07, 0.2], [0.05, 0.035, 0.3 * s]);
      kit.rod(d.iron, 0.08, 0.08, 0.14, [0, 0.5, 0.24 * s], [Math.PI / 2, 0, 0]);
    }
    kit.box(d.iron, [0.26, 0.12, 0.36], [0, 0.52, 0]);
    kit.box(d.side, [0.44, 0.34, 0.46], [0, 0.75, 0]);
    kit.box(d.plate, [0.12, 0.24, 0.4], [0.25, 0.76, 0], [0, 0, -0.3]);
    kit.box(d.glow, [0.04, 0.05, 0.24], [0.285, 0.85, 0], [0, 0, -0.3]);
    kit.box(d.plate, [0.34, 0.06, 0.5], [-0.03, 0.94, 0]);
    for (const s of [-1, 1]) {
      kit.box(d.plate, [0.3, 0.2, 0.14], [0.02, 0.78, 0.34 * s]);
      kit.rod(d.iron, 0.05, 0.06, 0.5, [0.3, 0.74, 0.36 * s], [0, 0, -Math.PI / 2], 8);
      kit.rod(d.iron, 0.065, 0.065, 0.1, [0.54, 0.74, 0.36 * s], [0, 0, -Math.PI / 2], 8);
      kit.rod(d.iron, 0.04, 0.04, 0.26, [-0.27, 0.96, 0.14 * s], [0, 0, 0.25]);
    }
  },
};

/** The figure of a role in a side's colours, one inch tall. */
export function figure(role: Role, seat: string, p: Palette): BufferGeometry {
  const kit = new Kit();
  builders[role](kit, { side: p.sides[seat] ?? p.figure, plate: p.figure, cloth: p.cloth, iron: p.iron, skin: p.skin, glow: p.pale });
  const merged = new BufferGeometry();
  for (const name of ['position', 'normal', 'color']) {
    const all = kit.all.flatMap((solid) => [...solid.getAttribute(name).array]);
    merged.setAttribute(name, new Float32BufferAttribute(all, 3));
  }
  for (const solid of kit.all) solid.dispose();
  return merged;
}
