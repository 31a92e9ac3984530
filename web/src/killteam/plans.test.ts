import { describe, expect, it } from 'vitest';
import type { Deed } from '../lib/desk';
import { shifted } from './attacking.svelte';
import { arrowStep, deedKeys } from './keymap';
import { Latest } from './latest';
import { Moving } from './moving.svelte';

function deed(id: string, why: string | null = null): Deed {
  return { id, label: id, about: '', cost: 'long', cp: 0, why: why ? { message: why, rule: null } : null, needs: 'path', model: null, extra: false, action: null, max: null };
}

describe('splitting dice', () => {
  it('takes a die from the other and gives it back', () => {
    const all = [{ target: 'B1', dice: 3 }];
    const two = shifted(all, 'B2', 1);
    expect(two).toEqual([{ target: 'B1', dice: 2 }, { target: 'B2', dice: 1 }]);
    expect(shifted(two!, 'B2', -1)).toEqual(all);
  });
  it('never makes or loses dice', () => {
    expect(shifted([{ target: 'B1', dice: 3 }], 'B1', 1)).toBeNull();
    expect(shifted([{ target: 'B1', dice: 3 }], 'B1', -1)).toBeNull();
    expect(shifted([{ target: 'B1', dice: 1 }, { target: 'B2', dice: 2 }], 'B1', -1)).toEqual([{ target: 'B2', dice: 3 }]);
  });
});

describe('keys', () => {
  it('give every deed its own', () => {
    const ids = ['activate', 'walk', 'run', 'charge', 'attack', 'aim', 'focus', 'done', 'feat:1', 'feat:2', 'walk'];
    const keys = deedKeys(ids.map((id) => ({ id, label: id })));
    const given = keys.filter((key) => key !== null);
    expect(new Set(given).size).toBe(given.length);
    expect(keys[1]).toBe('w');
    expect(keys[8]).toBe('1');
  });
  it('never take those of the table', () => {
    const keys = deedKeys(['keep', 'hold', 'pass', 'stand_up', 'finish'].map((id) => ({ id, label: id })));
    for (const key of ['u', 'h', 'm', 'l', 'z', 'v', 'n']) expect(keys).not.toContain(key);
  });
  it('move the cursor, finely with shift', () => {
    expect(arrowStep({ key: 'ArrowUp', shiftKey: false })).toEqual([0, -1]);
    expect(arrowStep({ key: 'ArrowLeft', shiftKey: true })).toEqual([-0.25, 0]);
    expect(arrowStep({ key: 'a', shiftKey: false })).toBeNull();
  });
});

describe('questions in a hurry', () => {
  it('answers the first and the newest, and leaves out those between', async () => {
    const latest = new Latest();
    const got: number[] = [];
    const asked: number[] = [];
    for (const n of [1, 2, 3, 4]) latest.ask(async () => (asked.push(n), n), (answer) => got.push(answer));
    await new Promise((done) => setTimeout(done, 5));
    expect(asked).toEqual([1, 4]);
    expect(got).toEqual([1, 4]);
  });
  it('drops answers that come after it was cancelled', async () => {
    const latest = new Latest();
    const got: number[] = [];
    latest.ask(async () => 1, (answer) => got.push(answer));
    latest.cancel();
    await new Promise((done) => setTimeout(done, 5));
    expect(got).toEqual([]);
  });
});

describe('planning a move', () => {
  const square = (size: number) => [[[-size, -size], [size, -size], [size, size], [-size, size]] as [number, number][]];
  it('walks where walking is enough and runs where it is not', () => {
    const moving = new Moving(async () => Promise.reject(new Error('not asked')));
    moving.reach = { walk: { allowed: 1, levels: [{ z: 0, rings: square(100) }] }, run: { allowed: 2, levels: [{ z: 0, rings: square(200) }] } };
    const deeds = [deed('run'), deed('walk'), deed('charge')];
    expect(moving.deedFor([50, 0], deeds, null)?.id).toBe('walk');
    expect(moving.deedFor([150, 0], deeds, null)?.id).toBe('run');
    expect(moving.deedFor([50, 0], [deed('run'), deed('walk', 'no')], null)?.id).toBe('run');
    expect(moving.deedFor([50, 0], deeds, deeds[0]!)?.id).toBe('run');
  });
  it('means the highest place that can be reached unless a level is shown', () => {
    const moving = new Moving(async () => Promise.reject(new Error('not asked')));
    moving.reach = { walk: { allowed: 1, levels: [{ z: 0, rings: square(100) }, { z: 7620, rings: square(20) }] } };
    expect(moving.heightAt([10, 10], 'walk', null)).toBe(7620);
    expect(moving.heightAt([10, 10], 'walk', 0)).toBe(0);
    expect(moving.heightAt([50, 50], 'walk', null)).toBe(0);
    expect(moving.heightAt([500, 0], 'walk', null)).toBeNull();
  });
});
