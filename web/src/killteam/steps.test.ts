import { describe, expect, it } from 'vitest';
import type { Beat, Entry, KtModel } from '../lib/desk';
import { Player } from './player.svelte';
import { eventOf, placeAlong, spotOf, stepsOf } from './steps';

const INCH = 2540;

function model(id: string, at: [number, number] | null): KtModel {
  return {
    id, seat: 'A', name: id, kind: 'trooper', role: 'trooper', at, z: 0, facing: 0, base: { shape: 'round', width: 2800, depth: 2800 },
    height: 4000, wounds: 2, maxWounds: 2, out: false, activated: false, down: false, engagedWith: [], aim: false, focus: false,
    statuses: [], steady: false, engagement: INCH, speed: 5 * INCH,
  };
}
function beat(event: unknown, text = ''): Beat {
  return { text, rule: null, event, dice: [] };
}
function entry(...beats: Beat[]): Entry {
  return { number: 1, seat: 'A', text: '', beats };
}
const walk = entry(
  beat({ open: { set_out: { model: 'A1', why: 'walk', path: ['3,0', '3,4 up 3'], falls: [] } } }, 'A1 walks.'),
  beat({ open: { moved: { model: 'A1', to: '3,4 up 3', leg: 1, along: 4 } } }),
  beat({ open: { arrived: { model: 'A1' } } }),
);

describe('steps', () => {
  it('reads places as records write them', () => {
    expect(spotOf('12.5,3 up 3 facing 90')).toEqual({ at: [31750, 7620], z: 7620, facing: 90 });
    expect(spotOf('climb 1,2')).toEqual({ at: [2540, 5080], z: 0, facing: 0 });
    expect(spotOf(7)).toBeNull();
  });
  it('reads events in their envelope', () => {
    expect(eventOf({ open: 'turn_ended' })).toEqual(['turn_ended', {}]);
    expect(eventOf({ open: { fell: { model: 'A1' } } })).toEqual(['fell', { model: 'A1' }]);
    expect(eventOf({ secret_bid: { seat: 'B' } })).toEqual(['secret_bid', { seat: 'B' }]);
    expect(eventOf(null)).toEqual(['', {}]);
  });
  it('follows the path with its turns', () => {
    const [step] = stepsOf([walk], [model('A1', [0, 0])]);
    expect(step).toMatchObject({ kind: 'move', model: 'A1', look: { at: [3 * INCH, 4 * INCH], z: 3 * INCH } });
    expect(step?.kind === 'move' && step.path.map((place) => place.at)).toEqual([[0, 0], [3 * INCH, 0], [3 * INCH, 4 * INCH]]);
    expect(step!.ms).toBeGreaterThanOrEqual(150);
    expect(step!.ms).toBeLessThanOrEqual(350);
  });
  it('shows wounds, falls and losses', () => {
    const steps = stepsOf(
      [entry(beat({ open: { wounded: { model: 'A1', saved: 0, wounds: 3, mortal: 0, left: -1 } } }), beat({ open: { removed: { model: 'A1', why: 'was_down' } } }))],
      [model('A1', [0, 0])],
    );
    expect(steps).toMatchObject([{ look: { wounds: 0 }, sign: '−3' }, { look: { out: true, at: null } }]);
  });
  it('is somewhere on the way at every moment', () => {
    const path = [{ at: [0, 0] as [number, number], z: 0 }, { at: [100, 0] as [number, number], z: 0 }, { at: [100, 100] as [number, number], z: 50 }];
    expect(placeAlong(path, 0.75)).toEqual({ at: [100, 50], z: 25 });
    expect(placeAlong(path, 1)).toEqual({ at: [100, 100], z: 50 });
  });
});

describe('the player', () => {
  function clocked(speed = 1) {
    let now = 1;
    const waiting: ((now: number) => void)[] = [];
    const player = new Player((then) => waiting.push(then), () => speed);
    const run = (ms: number) => {
      now += ms;
      for (const then of waiting.splice(0)) then(now);
    };
    return { player, run };
  }
  it('moves a model along and ends at the newest position', () => {
    const { player, run } = clocked();
    player.add([walk], [model('A1', [0, 0])]);
    expect(player.playing).toBe(true);
    expect(player.looks.get('A1')?.at).toEqual([0, 0]);
    run(1);
    run(120);
    const between = player.looks.get('A1')?.at;
    expect(between).not.toEqual([0, 0]);
    expect(between).not.toEqual([3 * INCH, 4 * INCH]);
    run(1000);
    expect(player.playing).toBe(false);
    expect(player.looks.size).toBe(0);
  });
  it('skips to the end at once', () => {
    const { player, run } = clocked();
    player.add([walk], [model('A1', [0, 0])]);
    player.skip();
    expect(player.playing).toBe(false);
    expect(player.looks.size).toBe(0);
    run(50);
    expect(player.playing).toBe(false);
  });
  it('plays nothing without motion, but keeps the words', () => {
    const { player } = clocked(0);
    player.add([walk], [model('A1', [0, 0])]);
    expect(player.playing).toBe(false);
    expect(player.words).toBe('A1 walks.');
  });
  it('tells a sentence with the step that shows it', () => {
    const { player } = clocked();
    player.add([walk], [model('A1', [0, 0])]);
    expect(player.words).toBe('A1 walks.');
  });
  it('has the words and dice of the moment it is sent to, and none of an older one', () => {
    const { player } = clocked();
    const face = { face: 4, success: true, again: false };
    const hit: Entry = { ...entry(beat({ open: { hit: {} } }, 'A hit.')), number: 2 };
    hit.beats[0]!.dice = [{ label: 'To hit', seat: 'A', need: 4, faces: [face] }] as unknown as Beat['dice'];
    player.jump(hit);
    expect([player.words, player.dice.length]).toEqual(['A hit.', 1]);
    player.jump(walk);
    expect([player.words, player.dice.length]).toEqual(['A1 walks.', 0]);
    player.add([walk], [model('A1', [0, 0])]);
    player.jump(null);
    expect([player.words, player.playing, player.looks.size]).toEqual(['', false, 0]);
  });
  it('forgets the dice before when something new comes', () => {
    const { player } = clocked(0);
    const hit = entry(beat({ open: { hit: {} } }, 'A hit.'));
    hit.beats[0]!.dice = [{ label: 'To hit', seat: 'A', need: 4, faces: [] }] as unknown as Beat['dice'];
    player.jump(hit);
    player.add([entry(beat({ open: 'turn_ended' }))], []);
    expect([player.words, player.dice.length]).toEqual(['', 0]);
  });
  it('appends what comes while it plays', () => {
    const { player, run } = clocked();
    const back = entry(beat({ open: { set_out: { model: 'A1', why: 'walk', path: ['0,0'], falls: [] } } }), beat({ open: { moved: { model: 'A1', to: '0,0', leg: 0, along: 5 } } }));
    player.add([walk], [model('A1', [0, 0])]);
    player.add([back], [model('A1', [3 * INCH, 4 * INCH])]);
    run(1);
    run(1000);
    expect(player.playing).toBe(true);
    expect(player.looks.get('A1')?.at).toEqual([3 * INCH, 4 * INCH]);
    run(1000);
    expect(player.playing).toBe(false);
  });
});
