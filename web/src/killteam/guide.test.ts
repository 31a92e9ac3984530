import { describe, expect, it } from 'vitest';
import type { Entry, Seat } from '../lib/desk';
import { Guide, type Scene } from '../lib/guide/guide.svelte';
import { steps } from './guide';

function scene(ask: { kind: string; seat: Seat | null }, taken: Seat | null, phase = 'setup'): Scene {
  const entries = taken ? [{ number: 1, seat: taken, text: '', beats: [{ text: '', rule: null, event: { open: { side_taken: { seat: taken, side: 'near' } } }, dice: [] }] }] : [];
  return { me: 'A', asked: ask.seat === 'A', entries: entries as Entry[], sheet: { killteam: { phase, ask, models: [{ seat: 'A', id: 'A1', at: null, out: false }], activation: null } } } as unknown as Scene;
}
/** The step that is shown when the bar was explained. */
function third(at: Scene): string | undefined {
  const guide = new Guide(steps, 'test');
  guide.at = steps.findIndex(({ id }) => id === 'bar') + 1;
  guide.follow(at);
  return guide.step?.id;
}

describe('the guide after the roll-off', () => {
  it('lets those choose who won it', () => {
    expect(third(scene({ kind: 'side', seat: 'A' }, null))).toBe('side');
    expect(third(scene({ kind: 'deploy', seat: 'A' }, 'A'))).toBe('deploy');
  });
  it('says that the other side chooses if it won', () => {
    expect(third(scene({ kind: 'side', seat: 'B' }, null))).toBe('their-side');
    expect(third(scene({ kind: 'deploy', seat: 'B' }, 'B'))).toBe('their-side');
  });
  it('says nothing of sides where they were never chosen, or when the game is on', () => {
    expect(third(scene({ kind: 'deploy', seat: 'A' }, null))).toBe('deploy');
    expect(third(scene({ kind: 'turn', seat: 'A' }, 'B', 'turns'))).toBe('activate');
  });
});
