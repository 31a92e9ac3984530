import { describe, expect, it } from 'vitest';
import type { Point } from '../lib/desk';
import { extend, labelled, LEGS, legsOf, simplify } from './trail';

describe('a trail', () => {
  it('leaves out points on a straight line', () => {
    expect(simplify([[0, 0], [100, 1], [200, 0], [300, 0]], 10)).toEqual([[0, 0], [300, 0]]);
  });
  it('keeps its corners', () => {
    expect(legsOf([[0, 0], [2500, 0], [5000, 0], [5000, 2500], [5000, 5000]])).toEqual([[0, 0], [5000, 0], [5000, 5000]]);
  });
  it('never has more legs than a path may have, and keeps both ends', () => {
    const wild: Point[] = Array.from({ length: 400 }, (_, i) => [i * 300, Math.round(4000 * Math.sin(i / 3))]);
    const kept = legsOf(wild);
    expect(kept.length).toBeLessThanOrEqual(LEGS + 1);
    expect(kept[0]).toEqual(wild[0]);
    expect(kept[kept.length - 1]).toEqual(wild[wild.length - 1]);
  });
  it('gets shorter when the hand goes back', () => {
    let points: Point[] = [[0, 0]];
    for (const x of [1000, 2000, 3000, 4000]) points = extend(points, [x, 0]);
    expect(points).toHaveLength(5);
    expect(extend(points, [1010, 0])).toEqual([[0, 0], [1000, 0]]);
    expect(extend(points, [4100, 0])).toEqual(points);
  });
  it('tells the inches where there is room, and always at its end', () => {
    expect(labelled([[0, 5], [0, 20], [0, 21], [0, 40]], [[0, 0]], 6)).toEqual([false, true, false, true]);
    expect(labelled([[0, 39], [0, 40]], [], 6)).toEqual([false, true]);
    expect(labelled([], [], 6)).toEqual([]);
  });
});
