import { describe, expect, it } from 'vitest';
import type { RomePlan } from '../lib/desk';
import { cardAt, dismount, draft, ends, laid, mount, move, plan } from './arrange';

const unit = (kind: string, chariot = false) => ({ kind, chariot });
const start: RomePlan = {
  front: { from: -1, units: [unit('archer'), unit('elephant'), unit('infantry', true)] },
  rear: { from: -1, units: [unit('slinger'), unit('consul'), unit('slinger')] },
};
const kinds = (from: RomePlan) => [...from.front.units, ...from.rear.units].map((one) => one.kind).sort();

describe('arranging', () => {
  it('gives back the plan it was made from', () => {
    expect(plan(draft(start))).toEqual(start);
  });
  it('lets two cards change places, also between the rows', () => {
    const next = move(draft(start), 'f-1', 'r0');
    expect(cardAt(next, 'f-1')?.kind).toBe('consul');
    expect(cardAt(next, 'r0')?.kind).toBe('archer');
    expect(kinds(plan(next))).toEqual(kinds(start));
  });
  it('keeps a card that is dropped where it was', () => {
    expect(plan(move(draft(start), 'f0', 'f0'))).toEqual(start);
  });
  it('adds a card at an end, and its row closes up towards the vanguard', () => {
    const next = plan(move(draft(start), 'r-1', 'f2'));
    expect(next.front).toEqual({ from: -1, units: [unit('archer'), unit('elephant'), unit('infantry', true), unit('slinger')] });
    expect(next.rear).toEqual({ from: 0, units: [unit('consul'), unit('slinger')] });
    const left = plan(move(draft(start), 'r1', 'f-2'));
    expect(left.front.from).toBe(-2);
    expect(left.front.units[0]).toEqual(unit('slinger'));
    expect(left.rear).toEqual({ from: -1, units: [unit('slinger'), unit('consul')] });
  });
  it('has a free space beyond each end', () => {
    expect(ends(draft(start), true)).toEqual(['f-2', 'f2', 'r-2', 'r2']);
    expect(ends(draft(start), false)).toEqual(['f-2', 'f2']);
    expect(ends(draft({ ...start, rear: { from: 0, units: [] } }), true)).toContain('r0');
  });
  it('takes a Chariot off and puts it below again', () => {
    const off = dismount(draft(start), 'f1', true);
    expect(cardAt(off, 'f1')).toMatchObject(unit('infantry'));
    expect(laid(off).filter(({ card }) => card.kind === 'chariot')).toHaveLength(1);
    expect(laid(off)).toHaveLength(7);
    const on = mount(off, laid(off).find(({ card }) => card.kind === 'infantry')?.space ?? '');
    expect(kinds(plan(on))).toEqual(kinds(start));
    expect(laid(on).filter(({ card }) => card.chariot)).toHaveLength(1);
  });
  it('keeps cards recognisable when another suggestion is laid', () => {
    const first = draft(start);
    const second = draft({ front: start.rear, rear: start.front }, first);
    expect(new Set(laid(second).map(({ card }) => card.id))).toEqual(new Set(laid(first).map(({ card }) => card.id)));
  });
});
