import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry, RomeScene, Sheet } from '../lib/desk';
import { Guide, type Scene } from '../lib/guide/guide.svelte';
import { scene, unit } from './fixture';
import { steps } from './guide';

const card = { kind: 'archer', name: 'Archer', power: 1, mounted: false, gist: '', rule: '', chariot: false };
const table = scene([unit('f0', 'archer')], [unit('f0', 'slinger')]);
const seen = (rome: Partial<RomeScene>): Scene => ({ sheet: { rome: { ...table, ...rome } } as Sheet, entries: [], me: 'A', asked: true });
const arranging = seen({ phase: 'arranging', turn: 0, dealt: [card] });
const clash = seen({ phase: 'clash', turn: 0 });
const broken = table.lines.map((line) => ({ ...line, legal: line.seat !== 'A' }));

beforeEach(() => localStorage.clear());

describe('the guide of Rome', () => {
  it('stays with the Initial Vanguard until it is decided, however often it is fought', () => {
    const guide = new Guide(steps, 'test');
    guide.next();
    guide.follow(arranging);
    expect(guide.step?.id).toBe('arrange');
    for (const next of [clash, arranging, clash]) {
      guide.follow(next);
      expect(guide.step?.id).toBe('clash');
    }
    guide.follow(seen({ turn: 1, drawn: [card] }));
    expect(guide.step?.id).toBe('place');
  });
  it('speaks of closing the line only where there is something to close', () => {
    for (const [lines, next] of [[broken, 'close'], [table.lines, 'abilities']] as const) {
      const guide = new Guide(steps, next);
      guide.at = steps.findIndex((step) => step.id === 'place');
      guide.follow(seen({ turn: 1, lines }));
      expect(guide.step?.id).toBe(next);
    }
  });
  it('says later what was left out because there was nothing to say', () => {
    const guide = new Guide(steps, 'later');
    guide.at = steps.findIndex((step) => step.id === 'place');
    guide.follow(seen({ turn: 1 }));
    expect(guide.step?.id).toBe('abilities');
    guide.follow(seen({ turn: 3, lines: broken }));
    expect(guide.step?.id).toBe('close');
    guide.follow(seen({ turn: 3 }));
    expect(guide.step?.id).toBe('abilities');
    guide.follow(seen({ turn: 3, lines: broken }));
    expect(guide.step?.id).toBe('abilities');
  });
  it('follows whoever plays without ever pressing "Go on"', () => {
    const guide = new Guide(steps, 'silent');
    const reached: (string | undefined)[] = [];
    const entries: Entry[] = [];
    const follow = (rome: Partial<RomeScene>, ...events: object[]) => {
      entries.push({ number: entries.length + 1, seat: 'A', text: '', beats: events.map((event) => ({ text: '', rule: null, event: { open: event }, dice: [] })) });
      guide.follow({ ...seen(rome), entries: [...entries] });
      reached.push(guide.step?.id);
    };
    const struck = { struck: { strike: { seat: 'A', from: 'f0', kind: 'archer', cause: 'vanguard', target: 'B', to: 'f0' }, hit: true } };
    const began = (turn: number) => ({ turn_began: { seat: turn % 2 === 1 ? 'A' : 'B', turn } });
    guide.follow(arranging);
    reached.push(guide.step?.id);
    follow({ phase: 'clash', turn: 0 });
    follow({ turn: 1, drawn: [card] }, struck, began(1));
    follow({ turn: 1 }, { placed: { seat: 'A', kind: 'archer', at: 'f1' } });
    follow({ turn: 2, active: 'B' }, struck, began(2));
    follow({ turn: 3 }, began(3));
    follow({ turn: 4, active: 'B' }, struck, began(4));
    follow({ turn: 6, active: 'B' }, began(5), struck, began(6));
    follow({ phase: 'over', turn: 5 });
    expect(reached).toEqual(['welcome', 'clash', 'place', 'abilities', 'attack', 'attack', 'story', 'help', undefined]);
  });
  it('does not take the Initial Vanguard for an attack of a turn', () => {
    const guide = new Guide(steps, 'clash');
    guide.at = steps.findIndex((step) => step.id === 'attack');
    const strike = { seat: 'A', from: 'f0', kind: 'archer', cause: 'vanguard', target: 'B', to: 'f0' };
    const entries = [{ number: 1, seat: 'A', text: '', beats: [{ text: '', rule: null, event: { open: { struck: { strike, hit: true } } }, dice: [] }] }] as Entry[];
    guide.follow(seen({ turn: 0 }));
    guide.follow({ ...seen({ turn: 1 }), entries });
    expect(guide.step?.id).toBe('attack');
  });
});
