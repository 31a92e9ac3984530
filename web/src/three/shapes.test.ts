import { describe, expect, it } from 'vitest';
import type { Ring } from '../lib/desk';
import { anticlockwise, area2, baseRing, blocks, onWall, ridges, shapes, within, type Wall } from './shapes';

const box = (x0: number, y0: number, x1: number, y1: number): Ring => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
const wall = (openings: Wall['openings']): Wall => ({
  shape: 'wall', from: [0, 0], to: [1000, 0], thick: 30, z: 0, height: 300, kinds: [], openings,
});
const hole = (along: number, width: number, sill: number, height: number) => ({ along, width, sill, height, door: sill === 0 });
const face = (all: ReturnType<typeof blocks>) => all.reduce((sum, b) => sum + (b.to - b.from) * (b.high - b.low), 0);

describe('walls', () => {
  it('without openings are one block', () => {
    expect(blocks(wall([]))).toEqual([{ from: 0, to: 1000, low: 0, high: 300 }]);
  });

  it('have doors down to the foot and windows with a sill', () => {
    const all = blocks(wall([hole(100, 160, 0, 240), hole(600, 100, 80, 130)]));
    expect(face(all)).toBe(1000 * 300 - 160 * 240 - 100 * 130);
    expect(all).toContainEqual({ from: 100, to: 260, low: 240, high: 300 });
    expect(all).toContainEqual({ from: 600, to: 700, low: 0, high: 80 });
    const inside = (x: number, z: number) => all.some((b) => b.from < x && b.to > x && b.low < z && b.high > z);
    expect(inside(180, 100)).toBe(false);
    expect(inside(650, 100)).toBe(false);
    expect(inside(650, 40)).toBe(true);
  });

  it('lose nothing twice where openings overlap or stand above each other', () => {
    const above = blocks(wall([hole(100, 100, 20, 60), hole(100, 100, 150, 60)]));
    expect(face(above)).toBe(1000 * 300 - 2 * 100 * 60);
    const crossing = blocks(wall([hole(100, 100, 50, 100), hole(150, 100, 50, 100)]));
    expect(face(crossing)).toBe(1000 * 300 - 150 * 100);
  });

  it('cut openings off at their ends', () => {
    expect(face(blocks(wall([hole(950, 200, 0, 900)])))).toBe(950 * 300);
  });

  it('keep any cut within the wall, whatever the openings', () => {
    let seed = 7;
    const below = (n: number) => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8) % n;
    for (let round = 0; round < 300; round++) {
      const openings = Array.from({ length: below(4) }, () => hole(below(1000), 1 + below(400), below(300), 1 + below(300)));
      const all = blocks(wall(openings));
      for (let probe = 0; probe < 40; probe++) {
        const [x, z] = [below(1000) + 0.5, below(300) + 0.5];
        const open = openings.some((o) => x > o.along && x < o.along + o.width && z > o.sill && z < o.sill + o.height);
        const times = all.filter((b) => b.from < x && b.to > x && b.low < z && b.high > z).length;
        expect(times).toBe(open ? 0 : 1);
      }
    }
  });

  it('have one ridge as long as nothing reaches their top', () => {
    expect(ridges(blocks(wall([hole(100, 160, 0, 240), hole(600, 100, 80, 130)])), 300)).toEqual([[0, 1000]]);
    expect(ridges(blocks(wall([hole(100, 100, 200, 100)])), 300)).toEqual([[0, 100], [200, 1000]]);
  });

  it('lead from one end to the other', () => {
    const slanted = { from: [100, 100] as [number, number], to: [100, 500] as [number, number] };
    expect(onWall(slanted, 0, 0)).toEqual([100, 100]);
    expect(onWall(slanted, 400, 0)).toEqual([100, 500]);
    expect(onWall(slanted, 200, 50)).toEqual([50, 300]);
  });
});

describe('rings', () => {
  it('within each other are holes and islands', () => {
    const found = shapes([box(0, 0, 100, 100), box(20, 20, 80, 80), box(40, 40, 60, 60), box(200, 0, 300, 100)]);
    expect(found).toHaveLength(3);
    expect(found.map((s) => s.holes.length).sort()).toEqual([0, 0, 1]);
    const area = found.reduce((sum, s) => sum + area2(s.outer) + s.holes.reduce((h, r) => h + area2(r), 0), 0) / 2;
    expect(area).toBe(10000 - 3600 + 400 + 10000);
  });

  it('that touch at an edge are told apart', () => {
    const found = shapes([box(0, 0, 100, 100), box(100, 0, 200, 100), box(0, 20, 50, 80)]);
    expect(found.map((s) => s.holes.length).sort()).toEqual([0, 1]);
  });

  it('without an area are left out', () => {
    expect(shapes([[[0, 0], [1, 1]], [[0, 0], [5, 5], [10, 10]]])).toEqual([]);
  });

  it('can be turned and asked', () => {
    expect(area2(anticlockwise(box(0, 0, 10, 10).reverse()))).toBe(200);
    expect(within(box(0, 0, 10, 10), 5, 5)).toBe(true);
    expect(within(box(0, 0, 10, 10), 15, 5)).toBe(false);
  });
});

describe('bases', () => {
  it('have their size and turn with their facing', () => {
    const ring = baseRing({ shape: 'oval', width: 600, depth: 200 }, [1000, 1000], 90);
    expect(Math.max(...ring.map((p) => p[1]))).toBeCloseTo(1300);
    expect(Math.max(...ring.map((p) => p[0]))).toBeCloseTo(1100);
    const rect = baseRing({ shape: 'rect', width: 500, depth: 250 }, [0, 0], 0, 100);
    expect(Math.max(...rect.map((p) => p[0]))).toBeCloseTo(350);
    expect(Math.max(...rect.map((p) => Math.hypot(...p)))).toBeCloseTo(Math.hypot(250, 125) + 100, 0);
    expect(area2(rect)).toBeGreaterThan(0);
  });
});
