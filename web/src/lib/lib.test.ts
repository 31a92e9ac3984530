import { describe, expect, it } from 'vitest';
import type { Head, Seat, Sheet } from './desk';
import { latest, unwrap } from './engine';
import { ago, count, inches, number, percent, roman } from './format';
import { seating } from './games';
import { setupTitle } from './modes';
import { called, gameTitle } from './names.svelte';
import { backOff } from './online.svelte';
import { mergePatch } from './patch';
import { Refused } from './refused';
import { fileName, fromLink, merge, rosterId, toLink } from './rosters.svelte';
import { cut, parts, search } from './rulebook.svelte';
import { waitingFor } from './waiting';
import { fieldOf, keysFor } from '../pages/odds';

describe('words and numbers', () => {
  it('tell lengths, chances and counts as people say them', () => {
    expect(inches(2540 * 6.2)).toBe('6.2"');
    expect([percent(0.5), percent(0.001), percent(0.999), percent(0), percent(1)]).toEqual(['50%', '<1%', '>99%', '0%', '100%']);
    expect([roman(4), roman(9), roman(14)]).toEqual(['IV', 'IX', 'XIV']);
    expect([count(1, 'model'), count(2, 'model')]).toEqual(['1 model', '2 models']);
    expect(number(2.5)).toBe('2.5');
    expect(ago(0, 7_200_000)).toBe('2 hours ago');
  });
});

describe('who sits where', () => {
  it('oneself first or last, friends next, the computer in what is left', () => {
    expect(seating(2, true, 'human', { many: 0, are: 'open' }, 'level2')).toEqual(['human', 'level2']);
    expect(seating(4, true, 'me', { many: 1, are: 'open' }, 'level3')).toEqual(['me', 'open', 'level3', 'level3']);
    expect(seating(3, false, 'me', { many: 2, are: 'open' }, 'level3')).toEqual(['open', 'open', 'me']);
  });
});

describe('names at the table', () => {
  const levels = [{ id: 'level1', name: 'Recruit' }, { id: 'level4', name: 'Captain' }];
  const head = (players: string[], names: string[] = []): Head => ({
    game: 'rome', seats: (['A', 'B', 'C'] as Seat[]).slice(0, players.length), names, players, actions: 0, owes: [], outcome: null, mayUndo: [], setup: '', rules: '', seed: null,
  });
  it('are "You", what was given, or what the computer is called', () => {
    expect(called(head(['human', 'level4'], ['A', 'B']), ['A'], levels)).toEqual({ A: 'You', B: 'Captain' });
    expect(called(head(['human', 'human'], ['Livia', '']), [], levels)).toEqual({ A: 'Livia', B: 'Player B' });
    // Two of the same level are told apart.
    expect(called(head(['level1', 'level1', 'level4']), [], levels)).toEqual({ A: 'Recruit A', B: 'Recruit B', C: 'Captain' });
  });
});

describe('a merge patch', () => {
  // The examples of RFC 7396, appendix A.
  const cases: [unknown, unknown, unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ a: 'foo' }, null, null],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  it.each(cases)('%j with %j is %j', (target, patch, result) => {
    const before = JSON.stringify(target);
    expect(mergePatch(target, patch)).toEqual(result);
    expect(JSON.stringify(target)).toBe(before);
  });
});

describe('questions asked again and again', () => {
  it('are asked one at a time, and only the newest answer counts', async () => {
    const asked: number[] = [];
    const release: (() => void)[] = [];
    const ask = latest((question: number) => {
      asked.push(question);
      return new Promise<number>((done) => release.push(() => done(question * 10)));
    });
    const answers = [ask(1), ask(2), ask(3)];
    expect(asked).toEqual([1]);
    release[0]?.();
    expect(await answers[1]).toBeNull();
    expect(await answers[0]).toBeNull();
    await new Promise((done) => setTimeout(done));
    expect(asked).toEqual([1, 3]);
    release[1]?.();
    expect(await answers[2]).toBe(30);
  });

  it('go on after a refusal', async () => {
    const ask = latest((fine: boolean) => (fine ? Promise.resolve('yes') : Promise.reject(new Error('no'))));
    await expect(ask(false)).rejects.toThrow('no');
    expect(await ask(true)).toBe('yes');
  });
});

it('a refusal is thrown with its rule', () => {
  expect(unwrap('{"ok":5}')).toBe(5);
  expect(() => unwrap('{"refused":{"message":"too far","rule":"killteam:MOVE-3"}}')).toThrow(Refused);
});

it('tries to connect less and less often, but never stops', () => {
  const waits = Array.from({ length: 20 }, (_, tries) => backOff(tries, 1));
  expect(waits[0]).toBeLessThan(1000);
  expect(Math.max(...waits)).toBe(15_000);
  expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true);
});

describe('rosters', () => {
  it('give their files a plain name', () => {
    expect(fileName('The Last Candle')).toBe('the-last-candle');
    expect(fileName('«»')).toBe('roster');
    expect(rosterId('Red Thorn')).toMatch(/^red-thorn-[0-9a-f]{4}$/);
  });
  it('go into a link and come back, whatever letters they have', () => {
    for (const text of ['', 'name = "Ærø & Søn"\n', '💥'.repeat(50)]) expect(fromLink(toLink(text))).toBe(text);
    expect(toLink('??>>~~')).toMatch(/^[A-Za-z0-9_-]*$/);
    expect(fromLink('%%%')).toBeNull();
  });

  it('of two places are brought together by which is newer', () => {
    const old = { id: 'a', name: 'Old', text: '', changed: '2026-01-01' };
    const fresh = { ...old, name: 'New', changed: '2026-02-01' };
    const other = { ...old, id: 'b' };
    expect(merge([old, other], [fresh])).toEqual([fresh, other]);
    expect(merge([fresh], [old, other])).toEqual([fresh, other]);
  });
});

describe('the rulebook', () => {
  it('finds the rules named in a sentence', () => {
    expect(cut('No: too far [killteam:MOVE-3], and [rome:R15]')).toEqual([
      { text: 'No: too far ', rule: null },
      { text: 'killteam:MOVE-3', rule: 'killteam:MOVE-3' },
      { text: ', and ', rule: null },
      { text: 'rome:R15', rule: 'rome:R15' },
    ]);
    expect(parts('killteam:MOVE-3')).toEqual({ game: 'killteam', id: 'MOVE-3' });
  });

  it('searches for all words at once', () => {
    const rule = { id: 'killteam:A-1', chapter: 'Moving', title: 'Walk', text: 'As far as the speed.', source: '', ruling: false, also: [] };
    expect(search([rule], 'walk SPEED')).toEqual([rule]);
    expect(search([rule], 'walk fly')).toEqual([]);
    expect(search([rule], '')).toEqual([rule]);
  });
});

describe('the fields of a question about odds', () => {
  const key = (key: string, values: string, about = '') => ({ key, values, about });
  it('follow from how the values are told', () => {
    expect(fieldOf(key('melee', ''))).toEqual({ kind: 'yes' });
    expect(fieldOf(key('bonus', '-9 to 9'))).toEqual({ kind: 'number', min: -9, max: 9 });
    expect(fieldOf(key('repeat', 'ones, one, failures'))).toEqual({ kind: 'one', of: ['ones', 'one', 'failures'] });
    expect(fieldOf(key('with', 'LIST', 'modifiers with commas: obscured, aim'))).toEqual({ kind: 'some', of: ['obscured', 'aim'] });
    expect(fieldOf(key('rolled', '6,4,2'))).toEqual({ kind: 'text' });
  });

  it('are those that have a meaning beside what is asked', () => {
    const keys = [key('dice', '1 to 20'), key('hit', '1 to 9'), key('edge', ''), key('target', 'B2')];
    expect(keysFor(keys, 'killteam', 'dice', false).map(({ key }) => key)).toEqual(['dice', 'hit']);
    expect(keysFor(keys, 'killteam', 'dice', true).map(({ key }) => key)).toEqual(['dice', 'hit', 'target']);
  });
});

describe('whoever waits', () => {
  const at = (owes: Seat[], more: object) => ({ sheet: { head: { owes } } as Sheet, me: ['A'] as Seat[], open: false, away: [] as Seat[], ...more });
  const names = { A: 'You', B: 'Zoë', C: 'Max', D: '' };

  it('is told for whom, and whether they are there', () => {
    expect(waitingFor(at(['B'], {}), names)).toBe('Waiting for Zoë.');
    expect(waitingFor(at(['A', 'B', 'C'], { away: ['B'] }), names)).toBe('Waiting for Zoë (connection lost) and Max.');
    expect(waitingFor(at(['B'], { open: true }), names)).toMatch(/opened the link/);
    expect(waitingFor(at(['B'], { me: [] }), names)).toBe('You are watching. Zoë is to decide.');
  });
});

describe('a game is called', () => {
  it('by its mode, and by who plays', () => {
    expect(setupTitle('rome', 'full, 2 players')).toBe('Vanguard: Rome, the whole game');
    expect(setupTitle('rome', 'first, 3 players, divided')).toBe('Vanguard: Rome, first game, 3 players, divided');
    expect(setupTitle('killteam', 'Noon against The Spill')).toBe('Noon against The Spill');
    const sheet = { head: { game: 'rome', seats: ['A', 'B'], names: [], players: [] } } as unknown as Sheet;
    const session = { kind: 'online' as const, sheet, mine: ['A'] as Seat[], open: false };
    const names = { A: 'Livia', B: 'Zoë', C: '', D: '' };
    expect(gameTitle(session, names)).toBe('Rome against Zoë');
    expect(gameTitle({ ...session, mine: [] }, names)).toBe('Rome: Livia against Zoë');
    expect(gameTitle({ ...session, kind: 'replay', mine: ['A', 'B'] }, names)).toBe('Replay of Rome on one screen');
  });
});
