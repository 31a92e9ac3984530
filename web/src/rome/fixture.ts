// Positions for tests.
import type { RomeScene, RomeUnit, Seat } from '../lib/desk';
import { spot, title } from './words';

/** A unit in a space; face down if no kind is given. */
export const unit = (space: string, kind: string | null): RomeUnit => ({
  space, row: spot(space)?.row ?? 'front', column: spot(space)?.column ?? 0, kind, name: kind === null ? 'hidden unit' : title(kind),
  faceUp: kind !== null, seenByAll: kind !== null, chariot: false, used: false, power: 1, attack: 1, defence: 1, immune: false, mounted: false,
});

/** A position with these units of the two players. */
export function scene(a: RomeUnit[], b: RomeUnit[]): RomeScene {
  const line = (seat: Seat, units: RomeUnit[]) => ({ seat, legal: true, fault: null, units, remembered: [] });
  return {
    mode: 'full', players: 2, phase: 'turn', turn: 3, active: 'A', owing: ['A'], alive: ['A', 'B'], lines: [line('A', a), line('B', b)],
    hand: [], hands: [{ seat: 'A', size: 2, cards: null }, { seat: 'B', size: 1, cards: null }], dealt: [], dealtSizes: [0, 0], drawn: [], command: null,
    decks: { units: [20], commands: [10] }, discards: { units: [[]], commands: [[]] }, plan: null, retreating: null,
  };
}
