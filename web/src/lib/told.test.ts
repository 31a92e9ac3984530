import { describe, expect, it } from 'vitest';
import { named } from './told';

const names = { A: 'You', B: 'Recruit' } as const;

describe('names in the story', () => {
  it.each([
    ['A draws the Infantry.', 'You draw the Infantry.'],
    ['B draws a command.', 'Recruit draws a command.'],
    ["A's Archer in the vanguard attacks B's vanguard with 2.", 'Your Archer in the vanguard attacks Recruit\'s vanguard with 2.'],
    ["B's Archer attacks A's vanguard.", "Recruit's Archer attacks your vanguard."],
    ['Turn 3: A.', 'Turn 3: you.'],
    ['A has decided how to stand.', 'You have decided how to stand.'],
    ['A has declared its attacks.', 'You have declared your attacks.'],
    ['A wins the Initial Vanguard: it killed more units.', 'You win the Initial Vanguard: you killed more units.'],
    ['A unit of B stands face down at f0.', 'A unit of Recruit stands face down at f0.'],
    ['A Chariot is shown below A\'s unit.', 'A Chariot is shown below your unit.'],
    ['A pass token is spent.', 'A pass token is spent.'],
    ['A is dealt ten units, B is dealt nine units.', 'You are dealt ten units, Recruit is dealt nine units.'],
    // Two verbs: only one of them would agree.
    ['A wins the roll-off and chooses.', 'A wins the roll-off and chooses.'],
    ['A rule [rome:A-1] of B.', 'A rule [rome:A-1] of Recruit.'],
    ['C draws.', 'C draws.'],
  ])('%s', (text, told) => expect(named(text, names)).toBe(told));
});
