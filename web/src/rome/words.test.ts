import { describe, expect, it } from 'vitest';
import type { RomeUnit } from '../lib/desk';
import { plainly, spaceOf, spot, unitLabel, where } from './words';

const infantry: RomeUnit = {
  space: 'f-2', row: 'front', column: -2, kind: 'infantry', name: 'Infantry', faceUp: true, seenByAll: true,
  chariot: false, used: false, power: 2, attack: 2, defence: 2, immune: false, mounted: false,
};

describe('words', () => {
  it('reads and writes spaces', () => {
    for (const space of ['f0', 'r-3', 'f12']) {
      const at = spot(space);
      expect(at && spaceOf(at.row, at.column)).toBe(space);
    }
    expect(spot('x1')).toBeNull();
  });
  it('says where a space lies', () => {
    expect(where('f0')).toBe('in the vanguard');
    expect(where('r0')).toBe('rear, behind the vanguard');
    expect(where('r1')).toBe('rear, one right of the vanguard');
  });
  it('tells spaces of the story in words', () => {
    expect(plainly("A's Elephant at f0 attacks B's f0 with 6.")).toBe("A's Elephant in the vanguard attacks B's vanguard with 6.");
    expect(plainly("B's units at f-2 and r1 change places [rome:R15].")).toBe("B's units at front 2 left and rear 1 right change places [rome:R15].");
  });
  it('names a unit for a screen reader', () => {
    expect(unitLabel(infantry, true)).toBe('Infantry, front, two left of the vanguard, power 2');
    expect(unitLabel({ ...infantry, attack: 3, chariot: true }, true)).toContain('attacks with 3, on a Chariot');
    expect(unitLabel({ ...infantry, space: 'r1', row: 'rear', kind: null, name: 'hidden unit', faceUp: false, power: null }, false)).toBe('Face-down card, rear, one right of the vanguard');
    expect(unitLabel({ ...infantry, space: 'r1', faceUp: false, seenByAll: false }, true)).toContain('face down to the others');
  });
});
