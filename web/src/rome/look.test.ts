import { describe, expect, it } from 'vitest';
import type { Session } from '../lib/session.svelte';
import { scene, unit } from './fixture';
import { board, reconcile } from './fold';
import { Look } from './look.svelte';

/** A table that says of a unit where it was asked about. */
function table() {
  const shown = board(scene([unit('f0', 'elephant'), unit('r1', 'consul')], [unit('f0', 'archer')]));
  const session = { ask: (_: string, { of, space }: { of: string; space: string }) => Promise.resolve([`${of} at ${space}`]) } as unknown as Session;
  return { shown, look: new Look(session, () => shown) };
}

describe('the card that is looked at', () => {
  it('is followed where it goes, and has the words of its new place', async () => {
    const { shown, look } = table();
    await look.at('A', 'r1');
    expect([look.shown?.unit.kind, look.lines]).toEqual(['consul', ['A at r1']]);
    const now = scene([unit('f0', 'consul'), unit('r1', 'elephant')], [unit('f0', 'archer')]);
    reconcile(shown, now);
    // What was said about its old place is not shown for a moment.
    expect([look.shown?.unit.kind, look.lines]).toEqual(['consul', []]);
    await look.refresh(now);
    expect([look.shown?.unit.space, look.lines]).toEqual(['f0', ['A at f0']]);
  });
  it('is let go when it has fallen, whoever stands there then', async () => {
    const { shown, look } = table();
    await look.at('A', 'f0');
    const now = scene([unit('f0', 'consul')], [unit('f0', 'archer')]);
    reconcile(shown, now);
    await look.refresh(now);
    expect([look.shown, look.lines]).toEqual([null, []]);
  });
  it('is the unit that a drawn card became', async () => {
    const { shown, look } = table();
    const card = { kind: 'slinger', name: 'Slinger', power: 1, mounted: false, gist: 'helps', rule: 'rome:R1', chariot: false };
    look.card('A', card);
    expect([look.shown?.unit.kind, look.lines]).toEqual(['slinger', ['Helps. [rome:R1]']]);
    const now = scene([unit('f0', 'elephant'), unit('f1', 'slinger')], [unit('f0', 'archer')]);
    await look.refresh({ ...now, drawn: [card] });
    expect(look.shown?.unit.space).toBe('');
    reconcile(shown, now);
    await look.refresh(now);
    expect([look.shown?.unit.space, look.lines]).toEqual(['f1', ['A at f1']]);
  });
});
