import { describe, expect, it } from 'vitest';
import type { Ground, KtModel } from '../lib/desk';
import { meets, pick, pickPlace, surfaces, type Ray } from './pick';

const ground: Ground = {
  name: 'Test', size: [10000, 10000],
  pieces: [
    {
      index: 0, name: 'Ruin', kinds: [], told: '',
      parts: [
        { shape: 'floor', outline: [[2000, 2000], [5000, 2000], [5000, 5000], [2000, 5000]], z: 7620, thick: 254, kinds: [] },
        { shape: 'wall', from: [2000, 2000], to: [5000, 2000], thick: 300, z: 0, height: 7620, kinds: [], openings: [] },
      ],
    },
    {
      index: 1, name: 'Crate', kinds: [], told: '',
      parts: [{ shape: 'solid', outline: [[7000, 7000], [9000, 7000], [9000, 9000], [7000, 9000]], z: 0, height: 2000, kinds: [] }],
    },
  ],
};
const all = surfaces(ground);
const model = (id: string, at: [number, number], z = 0): { model: KtModel; at: [number, number]; z: number } => ({
  model: {
    id, seat: 'A', name: id, kind: 'x', role: 'trooper', at, z, facing: 0, base: { shape: 'round', width: 2800, depth: 2800 }, height: 3800,
    wounds: 1, maxWounds: 1, out: false, activated: false, down: false, engagedWith: [], aim: false, focus: false, statuses: [], steady: false,
    engagement: 2540, speed: 12700,
  },
  at,
  z,
});
const straightDown = (x: number, y: number): Ray => ({ from: [x, y, 50000], way: [0, 0, -1] });

describe('places', () => {
  it('are the ground, a floor, the top of a block', () => {
    expect(pickPlace(straightDown(1000, 1000), all)).toMatchObject({ at: [1000, 1000], z: 0 });
    expect(pickPlace(straightDown(3000, 3000), all)).toMatchObject({ at: [3000, 3000], z: 7620 });
    expect(pickPlace(straightDown(8000, 8000), all)).toMatchObject({ at: [8000, 8000], z: 2000 });
  });

  it('are below what is seen through', () => {
    expect(pickPlace(straightDown(3000, 3000), all, (part) => part === '0:0')).toMatchObject({ at: [3000, 3000], z: 0 });
  });

  it('end at the side of a block', () => {
    const level: Ray = { from: [0, 8000, 1000], way: [1, 0, 0] };
    expect(pickPlace(level, all)).toMatchObject({ at: [7000, 8000], z: 0 });
  });

  it('are nowhere beside the table', () => {
    expect(pickPlace(straightDown(-500, 3000), all)).toBeNull();
    expect(pickPlace({ from: [100, 100, 100], way: [0, 0, 1] }, all)).toBeNull();
  });
});

describe('models', () => {
  it('are met from above and from the side', () => {
    const one = model('A1', [1500, 8000]);
    expect(meets(straightDown(1500, 9000), one.model, one.at, 0)).toBeCloseTo(50000 - 3800);
    expect(meets(straightDown(1500, 9500), one.model, one.at, 0)).toBeNull();
    expect(meets({ from: [-5000, 8000, 2000], way: [1, 0, 0] }, one.model, one.at, 0)).toBeCloseTo(5100);
    expect(meets({ from: [-5000, 8000, 4000], way: [1, 0, 0] }, one.model, one.at, 0)).toBeNull();
  });

  it('lying down are met lower', () => {
    const one = model('A1', [1500, 8000]);
    one.model.down = true;
    expect(meets({ from: [-5000, 8000, 2000], way: [1, 0, 0] }, one.model, one.at, 0)).toBeNull();
    expect(meets({ from: [-5000, 8000, 1000], way: [1, 0, 0] }, one.model, one.at, 0)).not.toBeNull();
  });

  it('come before the place they stand on, and the nearer one first', () => {
    const [near, far] = [model('A1', [3000, 8000]), model('A2', [6000, 8000])];
    expect(pick({ from: [-5000, 8000, 1000], way: [1, 0, 0] }, all, [far, near])).toEqual({ model: 'A1' });
    expect(pick(straightDown(1000, 1000), all, [near, far])).toEqual({ point: [1000, 1000], z: 0 });
  });

  it('under a roof are not met, unless it is seen through', () => {
    const inside = model('A1', [3500, 3500]);
    expect(pick(straightDown(3500, 3500), all, [inside])).toEqual({ point: [3500, 3500], z: 7620 });
    expect(pick(straightDown(3500, 3500), all, [inside], (part) => part === '0:0')).toEqual({ model: 'A1' });
  });

  it('behind a wall are met', () => {
    const inside = model('A1', [3500, 4000]);
    expect(pick({ from: [3500, -5000, 2000], way: [0, 1, 0] }, all, [inside])).toEqual({ model: 'A1' });
  });
});
