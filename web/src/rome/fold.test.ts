import { describe, expect, it } from 'vitest';
import type { Entry, Seat } from '../lib/desk';
import { happening } from './events';
import { scene, unit } from './fixture';
import { apply, board, reconcile, steps, topsOf, type Board } from './fold';
import { folded } from './told';

const beat = (event: unknown, text = '') => ({ text, rule: null, event, dice: [] });
function after(from: Board, ...events: object[]): Board {
  for (const event of events) {
    const read = happening({ open: event });
    if (read) apply(from, read);
  }
  return from;
}
const spaces = (from: Board, seat: Seat) => from.tokens.filter((token) => token.seat === seat).map((token) => [token.unit.space, token.unit.kind]);
const fate = { seat: 'B', at: 'f0', kind: 'archer', chariot: false, damage: 2, defence: { printed: 1, chariot: 0, centurion: 0, consuls: 0 }, shot: false, shielded: false };

describe('the discard piles', () => {
  it('show what was discarded last, as far as it was seen', () => {
    const table = scene([], []);
    table.discards = { units: [[['archer', 1], ['slinger', 1]]], commands: [[['volley', 1]]] };
    const killed = (kind: string) => beat({ open: { killed: { ...fate, kind } } });
    const told = (...beats: Entry['beats']): Entry[] => [{ number: 1, seat: 'A', text: '', beats }];
    expect(topsOf(table, told(killed('slinger'), killed('archer')))).toEqual({ units: ['archer'], commands: [null] });
    // The pile was shuffled since.
    expect(topsOf(table, told(killed('elephant')))).toEqual({ units: [null], commands: [null] });
    expect(after(board(table), { killed: { ...fate, kind: 'slinger' } }).tops.units).toEqual(['slinger']);
  });
});

describe('the stage', () => {
  it('keeps a card the same while it moves', () => {
    const table = board(scene([unit('f0', 'elephant'), unit('r1', 'consul')], []));
    const consul = table.tokens.find((token) => token.unit.kind === 'consul')?.id;
    after(table, { switched: { seat: 'A', unit: 'r1', with: 'f0' } });
    expect(spaces(table, 'A')).toEqual([['r1', 'elephant'], ['f0', 'consul']]);
    reconcile(table, scene([unit('f0', 'consul'), unit('r1', 'elephant')], []));
    expect(table.tokens.find((token) => token.unit.kind === 'consul')?.id).toBe(consul);
  });
  it('keeps a card the same when the line is another one at once', () => {
    const table = board(scene([unit('f0', 'elephant'), unit('r0', null), unit('r1', 'consul')], []));
    const [elephant, hidden, consul] = table.tokens.map((token) => token.id);
    reconcile(table, scene([unit('f0', 'consul'), unit('r0', 'archer'), unit('r1', 'elephant'), unit('f1', 'slinger')], []));
    expect(table.tokens.map((token) => [token.id, token.unit.kind])).toEqual([[elephant, 'elephant'], [hidden, 'archer'], [consul, 'consul'], [table.next - 1, 'slinger']]);
  });
  it('closes up a run, and the rear goes along where it is free', () => {
    const table = board(scene([unit('f1', 'archer'), unit('f2', 'infantry'), unit('r1', 'slinger'), unit('r0', 'consul')], []));
    after(table, { closed_up: { seat: 'A', column: 0, from: 'right' } });
    expect(spaces(table, 'A')).toEqual([['f0', 'archer'], ['f1', 'infantry'], ['r1', 'slinger'], ['r0', 'consul']]);
  });
  it('lets a Chariot take up a rider and come off again', () => {
    const table = board(scene([unit('f0', 'archer'), unit('f1', 'chariot')], []));
    after(table, { rode: { seat: 'A', from: 'f1', to: 'f0' } });
    expect(table.tokens.map((token) => [token.unit.kind, token.unit.chariot])).toEqual([['archer', true]]);
    after(table, { rode: { seat: 'A', from: 'f0', to: 'r0' } });
    expect(spaces(table, 'A')).toEqual([['f0', 'archer'], ['r0', 'chariot']]);
  });
  it('shows blows, lets the dead fall and counts them', () => {
    const table = board(scene([unit('f0', 'elephant')], [unit('f0', null)]));
    after(table, { struck: { strike: { seat: 'A', from: 'f0', kind: 'elephant', cause: 'vanguard', target: 'B', to: 'f0' }, hit: true } }, { killed: fate });
    expect(table.blows).toHaveLength(1);
    expect(table.tokens.find((token) => token.seat === 'B')).toMatchObject({ doing: 'fall', unit: { kind: 'archer', faceUp: true } });
    expect(table.scene.discards.units[0]).toEqual([['archer', 1]]);
    reconcile(table, scene([unit('f0', 'elephant')], []));
    expect(spaces(table, 'B')).toEqual([]);
  });
  it('counts decks and hands down as cards are drawn', () => {
    const table = board(scene([], []));
    apply(table, { name: 'command_drawn', with: { seat: 'B', command: null } });
    after(table, { unit_drawn: { seat: 'A', kind: 'archer' } });
    expect(table.scene.hands[1]?.size).toBe(2);
    expect(table.scene.decks).toEqual({ units: [19], commands: [9] });
    expect(table.scene.drawn[0]?.kind).toBe('archer');
  });
  it('plays fates together and everything else one after another', () => {
    const strike = { open: { struck: { strike: { seat: 'A', from: 'f0', kind: 'elephant', cause: 'vanguard', target: 'B', to: 'f0' }, hit: true } } };
    const entry: Entry = { number: 7, seat: 'A', text: '', beats: [beat(strike), beat(strike), beat({ open: { survived: fate } }), beat({ open: { killed: fate } }), beat({ open: 'night_ended' }), beat({ open: { turn_began: { seat: 'B', turn: 4 } } })] };
    const all = steps([entry]);
    expect(all.map((step) => step.events.map((event) => event.name))).toEqual([['struck'], ['struck'], ['survived', 'killed'], ['turn_began']]);
    for (const step of all) expect(step.time).toBeGreaterThanOrEqual(150);
    for (const step of all) expect(step.time).toBeLessThanOrEqual(350);
  });
  it('tells the dealing in one line', () => {
    const deal = (seat: Seat, kind: string | null) => beat({ dealt: { seat, kind } }, `${seat} is dealt a card.`);
    const entry: Entry = { number: 0, seat: null, text: '', beats: [deal('A', 'archer'), deal('A', 'archer'), deal('B', null), deal('B', null), beat({ open: 'arranging_began' }, 'Everybody arranges.')] };
    const texts = folded(entry, 'A').beats.map((one) => one.text);
    expect(texts).toEqual(['Everybody is dealt two units. Yours: Archer ×2. ', '', '', '', 'Everybody arranges. ']);
  });
  it('tells a line that is laid open in one sentence, without the ids of rules', () => {
    const lay = (at: string, kind?: string) => beat({ deployed: { seat: 'B', unit: { at, kind } } }, `A unit stands at ${at}.`);
    const entry: Entry = { number: 3, seat: 'A', text: '', beats: [lay('f-1', 'archer'), lay('f0', 'elephant'), lay('r0'), beat(null, "B's Archer at f-1 dies [rome:ATK-2].")] };
    expect(folded(entry, 'A').beats.map((one) => one.text)).toEqual([
      "B's front from left to right: Archer, Elephant; one more in the rear. ", '', '', "B's Archer at front 1 left dies. ",
    ]);
  });
});
