import { describe, expect, it } from 'vitest';
import { keyWish } from './input';
import { between, direction, LIMITS, looking, moved, narrowed, overview, position, turned, zoomed } from './orbit';
import { dashes } from './strokes';
import { INCH, table, world, type Vec3 } from './units';

const start = overview(36, 36, 1.6, 36);

describe('the camera', () => {
  it('begins at the near edge, above the table', () => {
    const [x, y, z] = position(start);
    expect(x).toBeCloseTo(18);
    expect(y).toBeGreaterThan(20);
    expect(z).toBeGreaterThan(0);
    expect(position(overview(36, 36, 1.6, 36, true))[2]).toBeLessThan(-36);
  });

  it('stays farther away in a narrow window', () => {
    expect(overview(36, 36, 0.5, 36).distance).toBeGreaterThan(start.distance);
  });

  it('turns at a constant distance and never dives under the table', () => {
    const round = turned(start, 1, -9);
    expect(round.tilt).toBe(LIMITS.low);
    expect(turned(start, 0, 9).tilt).toBe(LIMITS.high);
    const far = (o: typeof start) => Math.hypot(...position(o).map((v, i) => v - o.target[i]!));
    expect(far(round)).toBeCloseTo(far(start));
  });

  it('moves as it looks, and stays over the table', () => {
    expect(moved(start, 3, 0, 36, 36).target[0]).toBeCloseTo(start.target[0] + 3);
    expect(moved(turned(start, Math.PI, 0), 3, 0, 36, 36).target[0]).toBeCloseTo(start.target[0] - 3);
    expect(moved(start, 0, 3, 36, 36).target[2]).toBeCloseTo(start.target[2] - 3);
    expect(moved(start, 999, 999, 36, 36).target).toEqual([38, 0, -38]);
  });

  it('zooms about a place, which stays where it is', () => {
    const about: Vec3 = [5, 0, -5];
    const near = zoomed(start, 0.5, about, 36, 36);
    const ratio = (o: typeof start) => (about[0] - o.target[0]) / o.distance;
    expect(ratio(near)).toBeCloseTo(ratio(start));
    expect(zoomed(start, 0.0001, null, 36, 36).distance).toBe(LIMITS.near);
  });

  it('flies the shorter way round', () => {
    const [a, b] = [{ ...start, azimuth: 0.2 }, { ...start, azimuth: 2 * Math.PI - 0.2 }];
    expect(between(a, b, 0.5).azimuth).toBeCloseTo(0);
    expect(position(between(a, b, 1))[0]).toBeCloseTo(position(b)[0]);
  });
});

describe('a gaze', () => {
  it('looks along the table, and not over its head', () => {
    const gaze = { yaw: Math.PI / 2, pitch: 0, angle: 70 };
    const [x, y, z] = direction(gaze);
    expect([x, y, z].map((v) => Math.round(v * 1000) / 1000 + 0)).toEqual([0, 0, -1]);
    expect(looking(gaze, 0, 9).pitch).toBeLessThan(Math.PI / 2);
    expect(narrowed(gaze, 0.01).angle).toBe(20);
  });
});

describe('units', () => {
  it('go there and back', () => {
    const [x, y, z] = world(12 * INCH, 5 * INCH, 3 * INCH);
    expect([x, y, z]).toEqual([12, 3, -5]);
    expect(table({ x, y, z })).toEqual([12 * INCH, 5 * INCH, 3 * INCH]);
  });
});

describe('keys', () => {
  it('move, turn, zoom and reset; others are left alone', () => {
    expect(keyWish('ArrowLeft', false)).toEqual(['move', 48, -0]);
    expect(keyWish('ArrowLeft', true)).toEqual(['turn', 48, -0]);
    expect(keyWish('+', true)?.[0]).toBe('zoom');
    expect(keyWish('Home', false)).toEqual(['reset']);
    expect(keyWish('a', false)).toBeNull();
  });
});

describe('dashes', () => {
  const length = (run: Vec3[]) => run.slice(1).reduce((sum, p, i) => sum + Math.hypot(...p.map((v, k) => v - run[i]![k]!)), 0);

  it('leave out their part, around corners too', () => {
    const runs = dashes([[0, 0, 0], [1.5 * INCH, 0, 0], [1.5 * INCH, 2.5 * INCH, 0]], [0.5, 0.5]);
    expect(runs).toHaveLength(4);
    for (const run of runs) expect(length(run)).toBeCloseTo(0.5 * INCH);
  });

  it('without a pattern are the line itself', () => {
    expect(dashes([[0, 0, 0], [1, 0, 0]], null)).toEqual([[[0, 0, 0], [1, 0, 0]]]);
    expect(dashes([[0, 0, 0]], null)).toEqual([]);
  });
});
