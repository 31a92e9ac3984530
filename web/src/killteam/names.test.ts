import { describe, expect, it } from 'vitest';
import type { Vec } from './geometry';
import { areaNames } from './names';
import type { ReachArea } from './overlays';

const area = (why: ReachArea['why'], z: number, ring: Vec[]): ReachArea => ({ why, z, rings: [ring] });
const rings = ({ rings }: ReachArea) => rings as Vec[][];

describe('names of shaded areas', () => {
  it('stand at the far end of the lowest level', () => {
    const areas = [area('walk', 3, [[5, 1], [6, 2]]), area('walk', 0, [[5, 9], [5, 4], [7, 8]]), area('run', 0, [[5, 2], [1, 9]])];
    expect(areaNames(areas, rings, [1, 1])).toEqual([{ why: 'walk', at: [5, 4] }, { why: 'run', at: [5, 2] }]);
  });
  it('keep clear of one another, and are left out where that is impossible', () => {
    const same: Vec[] = [[5, 0], [20, 0]];
    const areas = [area('walk', 0, same), area('run', 0, same), area('charge', 0, [[5, 0]])];
    expect(areaNames(areas, rings, [4, 1])).toEqual([{ why: 'walk', at: [5, 0] }, { why: 'run', at: [20, 0] }]);
  });
});
