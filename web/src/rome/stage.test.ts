import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry, Eyes, RomeScene, Sheet } from '../lib/desk';
import { settings } from '../lib/settings.svelte';
import { scene, unit } from './fixture';
import { Stage } from './stage.svelte';

const before = scene([unit('f0', 'archer'), unit('f1', 'consul')], [unit('f0', 'slinger')]);
const after = scene([unit('f0', 'consul'), unit('f1', 'archer')], [unit('f0', 'slinger')]);
const later = scene([unit('f0', 'consul'), unit('r1', 'archer')], [unit('f0', 'slinger')]);
const sheet = (rome: RomeScene, eyes: Eyes = 'A'): Sheet => ({
  head: { game: 'rome', seats: ['A', 'B'], names: ['', ''], players: [], actions: 0, owes: [], outcome: null, mayUndo: [], setup: '', rules: '', seed: null },
  eyes, at: 0, question: null, killteam: null, rome,
});
const entry = (number: number): Entry => ({
  number, seat: 'A', text: '', beats: [{ text: '', rule: null, event: { open: { switched: { seat: 'A', unit: 'f1', with: 'f0' } } }, dice: [] }],
});
const where = (stage: Stage, kind: string) => stage.board.tokens.find((token) => token.unit.kind === kind)?.unit.space;
const start = () => new Stage(sheet(before), before, [], 1);

beforeEach(() => {
  settings.motion = 'full';
  vi.useFakeTimers();
});
afterEach(() => {
  settings.motion = 'auto';
  vi.useRealTimers();
});

describe('the stage in time', () => {
  it('plays what is new and then shows exactly what the engine says', async () => {
    const stage = start();
    stage.follow(sheet(after), after, [entry(1)], 1);
    expect(stage.playing).toBe(true);
    expect(where(stage, 'consul')).toBe('f0');
    const caughtUp = stage.caughtUp();
    await vi.advanceTimersByTimeAsync(400);
    await caughtUp;
    expect(stage.playing).toBe(false);
    expect(stage.entry).toBe(1);
    expect(stage.board.scene).toEqual(after);
  });
  it('queues what comes while it plays', async () => {
    const stage = start();
    stage.follow(sheet(after), after, [entry(1)], 1);
    stage.follow(sheet(later), later, [entry(1), entry(2)], 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(stage.playing).toBe(false);
    expect(stage.entry).toBe(2);
    expect(where(stage, 'archer')).toBe('r1');
  });
  it('can be skipped', async () => {
    const stage = start();
    stage.follow(sheet(after), after, [entry(1)], 1);
    stage.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.playing).toBe(false);
    expect(stage.board.scene).toEqual(after);
  });
  it('jumps when something was taken back or other eyes look', async () => {
    const stage = start();
    stage.follow(sheet(after), after, [entry(1)], 1);
    stage.follow(sheet(before), before, [], 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.playing).toBe(false);
    expect(where(stage, 'archer')).toBe('f0');
    stage.follow(sheet(after, 'B'), after, [entry(1)], 1);
    expect(stage.playing).toBe(false);
    expect(where(stage, 'archer')).toBe('f1');
  });
  it('does not move for those who asked for that', () => {
    settings.motion = 'none';
    const stage = start();
    stage.follow(sheet(after), after, [entry(1)], 1);
    expect(stage.playing).toBe(false);
    expect(stage.entry).toBe(1);
    expect(stage.board.scene).toEqual(after);
  });
});
