import { describe, expect, it } from 'vitest';
import { firstPick, movable, targets, type Move, type Offer } from './targets';
import { title } from './words';

const move = (from: string | null, space: string, deed: string): Move => ({ from, space, deed, label: deed, about: '', action: `${deed} ${from} ${space}` });
const offer: Offer = {
  places: [{ kind: 'archer', columns: [-3, 3], actions: ['left', 'right'] }],
  moves: [move('f1', 'f2', 'switch'), move('f1', 'f2', 'ride'), move('f1', 'r1', 'switch'), move('f-2', 'f-1', 'shift')],
  command: [move('r0', 'f3', 'flank'), move('r0', 'f-3', 'flank')],
};

describe('targets', () => {
  it('begin with the unit that waits to be placed', () => {
    expect(firstPick(offer)).toEqual({ what: 'drawn', kind: 'archer' });
    expect(firstPick({ ...offer, places: [] })).toBeNull();
  });
  it('of a drawn unit are its spaces, each with its action', () => {
    const found = targets(offer, { what: 'drawn', kind: 'archer' }, title);
    expect(found.map(({ space, moves }) => [space, moves[0]?.action])).toEqual([['f-3', 'left'], ['f3', 'right']]);
  });
  it('of a unit are gathered by space, so that it can be asked which is meant', () => {
    const found = targets(offer, { what: 'unit', space: 'f1' }, title);
    expect(found.map(({ space, moves }) => [space, moves.length])).toEqual([['f2', 2], ['r1', 1]]);
  });
  it('with nothing picked are the shifts', () => {
    expect(targets(offer, null, title).map(({ space }) => space)).toEqual(['f-1']);
  });
  it('of a command come after its unit', () => {
    expect(targets(offer, { what: 'command', id: 'flank', unit: null }, title)).toEqual([]);
    expect(targets(offer, { what: 'command', id: 'flank', unit: 'r0' }, title).map(({ space }) => space)).toEqual(['f3', 'f-3']);
    expect([...movable(offer, { what: 'command', id: 'flank', unit: null })]).toEqual(['r0']);
    expect([...movable(offer, null)]).toEqual(['f1', 'f-2']);
  });
});
