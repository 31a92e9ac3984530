import { beforeEach, describe, expect, it } from 'vitest';
import type { RomeScene, Sheet } from '../lib/desk';
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
});
