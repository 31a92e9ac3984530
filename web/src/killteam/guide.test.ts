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

describe('steps that wait', () => {
  const turns = (offers: string[], events: string[] = [], kind = 'act') => {
    const made = scene({ kind, seat: 'A' }, null, 'turns');
    const entries = events.map((event, at) => ({ number: at + 1, seat: 'A', text: '', beats: [{ text: '', rule: null, event: { open: { [event]: {} } }, dice: [] }] }));
    const killteam = { ...made.sheet.killteam, models: [{ seat: 'A', id: 'A1', at: [0, 0], out: false }], activation: { model: 'A1', done: ['Walk'] }, turn: 'A', round: 1 };
    return { ...made, entries, offers, sheet: { killteam } } as unknown as Scene;
  };
  it('speak of an attack when there is one to make, and of its dice when they were rolled', () => {
    localStorage.clear();
    const guide = new Guide(steps, 'waits');
    guide.at = steps.findIndex(({ id }) => id === 'activate');
    guide.follow(turns(['done']));
    expect(guide.step?.id).toBe('finish');
    guide.follow(turns(['attack', 'done']));
    expect(guide.step?.id).toBe('shoot');
    guide.follow(turns(['done'], ['declared']));
    expect(guide.step?.id).toBe('dice');
    guide.next();
    guide.follow(turns(['done'], ['declared']));
    expect(guide.step?.id).toBe('finish');
  });
  it('ask who goes first when that is asked', () => {
    localStorage.clear();
    const guide = new Guide(steps, 'order');
    guide.at = steps.findIndex(({ id }) => id === 'order');
    guide.follow(turns([], [], 'turn'));
    expect(guide.step?.id).not.toBe('order');
    guide.follow(turns([], [], 'order'));
    expect(guide.step?.id).toBe('order');
  });
  it('does not stay with its welcome when the game is on', () => {
    localStorage.clear();
    const guide = new Guide(steps, 'welcome');
    guide.follow(turns([], ['deployed']));
    expect(guide.step?.id).not.toBe('welcome');
  });
});
