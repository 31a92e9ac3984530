import { describe, expect, it } from 'vitest';
import type { Deed, KtModel } from '../lib/desk';
import { shifted } from './attacking.svelte';
import { answerKeys, arrowStep, deedKeys } from './keymap';
import { Latest } from './latest';
import { type Ask, Moving } from './moving.svelte';

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
  it('of a bid are its number', () => {
    const bids = [0, 1, 2, 3].map((cp) => ({ label: `Bid ${cp}`, cp }));
    expect(answerKeys('bid', bids, [])).toEqual(['0', '1', '2', '3']);
    const many = Array.from({ length: 12 }, (_, cp) => ({ label: `Bid ${cp}`, cp }));
    expect(answerKeys('bid', many, []).slice(9)).toEqual(['9', null, null]);
  });
  it('of other answers count from 1 and leave out those of deeds', () => {
    const answers = ['Keep', 'Roll the 3 again', 'Roll the 2 again'].map((label) => ({ label, cp: 0 }));
    expect(answerKeys('reroll_hit', answers, ['2', null])).toEqual(['1', '3', '4']);
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
  const reach = { walk: { allowed: 1, levels: [{ z: 0, rings: square(100) }] }, run: { allowed: 2, levels: [{ z: 0, rings: square(200) }] } };
  const ids = (list: Deed[]) => list.map((found) => found.id);
  it('walks where walking is enough and runs where it is not', () => {
    const moving = new Moving(async () => Promise.reject(new Error('not asked')));
    moving.reach = reach;
    const deeds = [deed('run'), deed('walk'), deed('charge')];
    expect(ids(moving.deedsFor([50, 0], deeds, null))).toEqual(['walk']);
    expect(ids(moving.deedsFor([150, 0], deeds, null))).toEqual(['run']);
    expect(ids(moving.deedsFor([50, 0], [deed('run'), deed('walk', 'no')], null))).toEqual(['run']);
    expect(ids(moving.deedsFor([50, 0], deeds, deeds[0]!))).toEqual(['run']);
  });
  it('walks to the room beside a point that is out of reach, runs if that is too far, and tells the farthest no', async () => {
    const model = { id: 'A1', at: [0, 0], z: 0 } as unknown as KtModel;
    for (const [gets, by, legal] of [[['walk', 'run'], 'walk', true], [['run'], 'run', true], [[], 'run', false]] as const) {
      const asked: string[] = [];
      const moving = new Moving((async (_: string, { why }: { why: string }) => {
        asked.push(why);
        const ok = (gets as readonly string[]).includes(why);
        return { ok, refused: ok ? null : { message: `${why} is too short`, rule: null }, action: ok ? why : null, legs: [], provokes: [], notes: [] };
      }) as unknown as Ask);
      moving.reach = reach;
      const done = new Promise<void>((then) => moving.aim(model, moving.deedsFor([300, 0], [deed('run'), deed('walk')], null), { point: [300, 0], z: null, level: null }, null, then));
      await done;
      expect(moving.deed?.id).toBe(by);
      expect(moving.legal).toBe(legal);
      expect(asked).toEqual(by === 'walk' ? ['walk'] : ['walk', 'run']);
      if (!legal) expect(moving.refused?.message).toBe('run is too short');
    }
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
