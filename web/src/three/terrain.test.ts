import { describe, expect, it } from 'vitest';
import type { Ground, Part } from '../lib/desk';
import { levels } from './levels';
import { palette } from './palette';
import { inner, seenThrough, terrain } from './terrain';
import { INCH } from './units';

const storey = 3 * INCH;
const square = (a: number, b: number): [number, number][] => [[a, a], [b, a], [b, b], [a, b]];
const ruin: Part[] = [
  { shape: 'area', outline: square(10000, 30000), z: 0, kinds: ['cover'] },
  {
    shape: 'wall', from: [10000, 10000], to: [30000, 10000], thick: 762, z: 0, height: storey, kinds: ['breachable'],
    openings: [{ along: 2000, width: 3000, sill: 0, height: 6000, door: true }],
  },
  { shape: 'floor', outline: square(10000, 30000), z: storey, thick: 254, kinds: [] },
  { shape: 'wall', from: [10000, 10000], to: [30000, 10000], thick: 762, z: storey, height: storey, kinds: ['breachable'], openings: [] },
  { shape: 'link', way: 'ladder', from: [10000, 20000], to: [10000, 22000], low: 0, high: storey },
  { shape: 'link', way: 'stairs', from: [30000, 20000], to: [30000, 26000], low: 0, high: storey },
  { shape: 'link', way: 'climb', from: [12000, 30000], to: [28000, 30000], low: 0, high: storey },
];
const ground: Ground = {
  name: 'Test', size: [36 * INCH, 36 * INCH],
  pieces: [
    { index: 0, name: 'Ruined house', kinds: [], told: '', parts: ruin },
    {
      index: 1, name: 'Woods', kinds: [], told: '',
      parts: [
        { shape: 'area', outline: square(50000, 60000), z: 0, kinds: ['difficult', 'dense'] },
        { shape: 'solid', outline: square(54000, 55000), z: 0, height: 9 * INCH, kinds: ['impassable'] },
      ],
    },
  ],
};

describe('terrain', () => {
  const built = terrain(ground, palette('dark'));
  const geometry = built.mesh.geometry();

  it('is whole: finite places, unit normals, an index within', () => {
    const at = geometry.getAttribute('position');
    const normals = geometry.getAttribute('normal');
    expect([...at.array].every(Number.isFinite)).toBe(true);
    for (let i = 0; i < normals.count; i++) {
      const length = Math.hypot(normals.getX(i), normals.getY(i), normals.getZ(i));
      expect(length).toBeGreaterThan(0.6);
      expect(length).toBeLessThan(1.01);
    }
    expect(Math.max(...geometry.index!.array)).toBeLessThan(at.count);
  });

  it('has every part, each triangle once', () => {
    const named = new Set(built.mesh.ranges.map((range) => range.part));
    for (let i = 0; i < ruin.length; i++) expect(named).toContain(`0:${i}`);
    const count = built.mesh.indexOf(() => true).length;
    expect(count).toBe(geometry.index!.count);
    expect(count).toBe(built.mesh.indexOf((p) => p === '0:1').length + built.mesh.indexOf((p) => p !== '0:1').length);
  });

  it('keeps true heights', () => {
    const at = geometry.getAttribute('position');
    const heights = (part: string) => built.mesh.indexOf((p) => p === part).map((i) => at.getY(i));
    expect(Math.max(...heights('0:1'))).toBeCloseTo(3);
    expect(Math.min(...heights('0:3'))).toBeCloseTo(3);
    expect(Math.max(...heights('0:3'))).toBeCloseTo(6);
    expect(Math.max(...heights('0:2'))).toBeCloseTo(3);
    expect(Math.max(...heights('1:1'))).toBeCloseTo(9);
  });

  it('leaves the door open', () => {
    const at = geometry.getAttribute('position');
    const index = built.mesh.indexOf((p) => p === '0:1');
    // No triangle of the wall's faces covers the middle of the door.
    const [x, y] = [(10000 + 3500) / INCH, 1];
    let covers = 0;
    for (let i = 0; i < index.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [at.getX(index[i + k]!), at.getY(index[i + k]!)] as const) as [
        readonly [number, number], readonly [number, number], readonly [number, number],
      ];
      const cross = (p: readonly [number, number], q: readonly [number, number]) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
      const s = [cross(a, b), cross(b, c), cross(c, a)];
      if (s.every((v) => v > 1e-9) || s.every((v) => v < -1e-9)) covers++;
    }
    expect(covers).toBe(0);
  });

  it('knows where an edge leads', () => {
    expect(inner(ground, [10000, 20000], [10000, 22000], storey).side).toBe(-1);
    expect(inner(ground, [10000, 22000], [10000, 20000], storey).side).toBe(1);
    expect(inner(ground, [54000, 54000], [55000, 54000], 9 * INCH)).toEqual({ side: 1, massive: true });
  });

  it('is seen through above the level, and above heads', () => {
    expect(levels(ground)).toEqual([0, storey]);
    const above = seenThrough(ground, built.parts, 0, []);
    expect(above).toEqual(new Set(['0:2', '0:3', '1:1:leaf']));
    expect(seenThrough(ground, built.parts, null, [])).toEqual(new Set());
    expect(seenThrough(ground, built.parts, null, [{ at: [20000, 20000], z: 0 }])).toEqual(new Set(['0:2', '0:3']));
    expect(seenThrough(ground, built.parts, null, [{ at: [5000, 5000], z: 0 }])).toEqual(new Set());
    expect(seenThrough(ground, built.parts, null, [{ at: [20000, 20000], z: storey }])).toEqual(new Set());
  });
});
