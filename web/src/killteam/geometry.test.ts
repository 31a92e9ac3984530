import { describe, expect, it } from 'vitest';
import { arc, inside, inset, levelsOf, onMap, onTable, plane, pointAlong, ringsPath, stretches, turnOnMap, type Vec } from './geometry';

const INCH = 2540;

describe('the plane', () => {
  it.each([false, true])('turns table points into map points and back (turned: %s)', (turned) => {
    const flat = plane([36 * INCH, 24 * INCH], turned);
    for (const point of [[0, 0], [12345, 54321], [36 * INCH, 24 * INCH]] as [number, number][]) {
      expect(onTable(flat, onMap(flat, point))).toEqual(point);
    }
  });
  it('has the near edge below, or above for the one who sits there', () => {
    expect(onMap(plane([36 * INCH, 36 * INCH], false), [INCH, 0])).toEqual([1, 36]);
    expect(onMap(plane([36 * INCH, 36 * INCH], true), [INCH, 0])).toEqual([35, 0]);
  });
  it('turns directions as it turns points', () => {
    for (const turned of [false, true]) {
      const flat = plane([36 * INCH, 36 * INCH], turned);
      const a = onMap(flat, [18 * INCH, 18 * INCH]);
      const b = onMap(flat, [18 * INCH, 20 * INCH]);
      const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
      expect(((turnOnMap(flat, 90) - angle) % 360 + 360) % 360).toBeCloseTo(0);
    }
  });
});

describe('shapes', () => {
  const square: Vec[] = [[0, 0], [4, 0], [4, 4], [0, 4]];
  const hole: Vec[] = [[1, 1], [3, 1], [3, 3], [1, 3]];
  it('knows what is inside by the even-odd rule', () => {
    expect(inside([0.5, 0.5], [square, hole])).toBe(true);
    expect(inside([2, 2], [square, hole])).toBe(false);
    expect(inside([5, 2], [square, hole])).toBe(false);
  });
  it('draws contours within their ring', () => {
    for (const point of inset(square, 0.5)) expect(inside(point, [square])).toBe(true);
  });
  it('goes along a line by its length', () => {
    const line: Vec[] = [[0, 0], [2, 0], [2, 2]];
    expect(pointAlong(line, 0.25)).toEqual([1, 0]);
    expect(pointAlong(line, 0.75)).toEqual([2, 1]);
    expect(pointAlong(line, 2)).toEqual([2, 2]);
  });
  it('writes closed paths', () => {
    expect(ringsPath(plane([INCH, INCH], false), [[[0, 0], [INCH, 0], [INCH, INCH]]])).toBe('M0 1L1 1L1 0Z');
    expect(arc(1, 0, 90)).toContain('A1 1 0 0 1');
  });
});

describe('walls', () => {
  const flat = plane([36 * INCH, 36 * INCH], false);
  it('are cut by their openings, and nothing is lost', () => {
    const parts = stretches(flat, {
      shape: 'wall',
      from: [0, 0],
      to: [6 * INCH, 0],
      thick: 700,
      z: 0,
      height: 3 * INCH,
      kinds: [],
      openings: [
        { along: 4 * INCH, width: INCH, sill: 0, height: 2 * INCH, door: true },
        { along: INCH, width: INCH, sill: INCH, height: 2 * INCH, door: false },
      ],
    });
    expect(parts.map((part) => part.kind)).toEqual(['solid', 'window', 'solid', 'door', 'solid']);
    expect(parts[0]!.from).toEqual([0, 36]);
    expect(parts[4]!.to).toEqual([6, 36]);
    for (let i = 1; i < parts.length; i++) expect(parts[i]!.from).toEqual(parts[i - 1]!.to);
  });
  it('levels are those of the floors and the ground', () => {
    expect(levelsOf([{ shape: 'floor', outline: [], z: 6 * INCH, thick: 100, kinds: [] }, { shape: 'floor', outline: [], z: 3 * INCH, thick: 100, kinds: [] }])).toEqual([0, 3 * INCH, 6 * INCH]);
  });
});
