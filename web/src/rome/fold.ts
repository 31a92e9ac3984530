/** What lies on the table while events are played: cards that keep their identity, so that they can be seen to move. */
import type { Beat, Entry, RomeScene, RomeUnit, Seat } from '../lib/desk';
import { happening, type Happening, type Standing } from './events';
import { spaceOf, spot, title } from './words';

/** A card on the table. */
export interface Token {
  id: number;
  seat: Seat;
  unit: RomeUnit;
  /** What is happening to it right now. */
  doing: 'stand' | 'fall' | 'hold' | 'lift';
  /** It came onto the table before everybody's eyes. */
  born: boolean;
}

/** An attack that is being shown. */
export interface Blow {
  seat: Seat;
  from: string;
  target: Seat;
  to: string;
  hit: boolean;
}

/** The uppermost card of each discard pile; null where it is not known. */
export interface Tops {
  units: (string | null)[];
  commands: (string | null)[];
}

/** The table as it is shown. */
export interface Board {
  scene: RomeScene;
  tokens: Token[];
  blows: Blow[];
  /** Damage beside cards that were hit. */
  marks: { seat: Seat; at: string; text: string; dead: boolean }[];
  /** What was discarded last, as far as it was seen; by pile. */
  tops: Tops;
  next: number;
}

/** A board that shows a position at once. */
export function board(scene: RomeScene, entries: Entry[] = []): Board {
  const empty: Board = { scene: structuredClone(scene), tokens: [], blows: [], marks: [], tops: topsOf(scene, entries), next: 1 };
  reconcile(empty, scene);
  return empty;
}

/** The uppermost cards after all that was told; a pile that holds no such card any more was shuffled since. */
export function topsOf(scene: RomeScene, entries: Entry[]): Tops {
  const tops: Tops = { units: scene.discards.units.map(() => null), commands: scene.discards.commands.map(() => null) };
  for (const entry of entries) {
    for (const beat of entry.beats) {
      const event = happening(beat.event);
      if (event) top(tops, scene, event);
    }
  }
  const lies = (piles: [string, number][][]) => (kind: string | null, at: number) => (piles[at]?.some(([one, many]) => one === kind && many > 0) ? kind : null);
  return { units: tops.units.map(lies(scene.discards.units)), commands: tops.commands.map(lies(scene.discards.commands)) };
}

function top(tops: Tops, scene: RomeScene, event: Happening): void {
  if (event.name === 'killed') tops.units[pileOf(scene, event.with.seat)] = event.with.kind;
  else if (event.name === 'played' || event.name === 'discarded') tops.commands[pileOf(scene, event.with.seat)] = event.with.command;
}

/** Brings a board to exactly what the engine says, keeping cards where they already are. */
export function reconcile(board: Board, scene: RomeScene): void {
  const left = board.tokens.filter((token) => token.doing !== 'fall');
  const tokens: Token[] = [];
  const wanted = scene.lines.flatMap((line) => line.units.map((unit) => ({ seat: line.seat, unit })));
  const take = (fits: (token: Token) => boolean): Token | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  // First those that stand there already, then those of the same kind that stood elsewhere, then those that were turned over.
  const fits = [
    (token: Token, unit: RomeUnit) => token.unit.space === unit.space && token.unit.kind === unit.kind,
    (token: Token, unit: RomeUnit) => token.unit.kind !== null && token.unit.kind === unit.kind,
    (token: Token, unit: RomeUnit) => token.unit.space === unit.space && (token.unit.kind === null || unit.kind === null),
    (token: Token, unit: RomeUnit) => token.unit.kind === unit.kind,
  ];
  let waiting = wanted;
  for (const fit of fits) {
    const missing: typeof wanted = [];
    for (const want of waiting) {
      const token = take((token) => token.seat === want.seat && fit(token, want.unit));
      if (token) tokens.push({ ...token, unit: want.unit, doing: 'stand' });
      else missing.push(want);
    }
    waiting = missing;
  }
  for (const { seat, unit } of waiting) tokens.push({ id: board.next++, seat, unit, doing: 'stand', born: false });
  tokens.sort((a, b) => a.id - b.id);
  board.tokens = tokens;
  board.scene = structuredClone(scene);
  board.blows = [];
  board.marks = [];
}

function at(board: Board, seat: Seat, space: string): Token | undefined {
  return board.tokens.find((token) => token.seat === seat && token.unit.space === space && token.doing !== 'fall');
}

function put(token: Token | undefined, space: string): void {
  const goal = spot(space);
  if (!token || !goal) return;
  token.unit = { ...token.unit, space, row: goal.row, column: goal.column };
}

function unitAt(standing: Standing, faceUp: boolean): RomeUnit {
  const where = spot(standing.at) ?? { row: 'front' as const, column: 0 };
  const kind = standing.kind ?? null;
  return {
    space: standing.at, row: where.row, column: where.column, kind, name: kind === null ? 'hidden unit' : title(kind),
    faceUp, seenByAll: standing.known ?? false, chariot: standing.chariot ?? false, used: standing.used ?? false,
    power: null, attack: null, defence: null, immune: false, mounted: false,
  };
}

function add(board: Board, seat: Seat, unit: RomeUnit): void {
  board.tokens.push({ id: board.next++, seat, unit, doing: 'stand', born: true });
}

function pileOf(scene: RomeScene, seat: Seat): number {
  return scene.decks.units.length > 1 ? Math.max(0, scene.lines.findIndex((line) => line.seat === seat)) : 0;
}

function pile(board: Board, seat: Seat): number {
  return pileOf(board.scene, seat);
}

function bump(list: [string, number][] | undefined, name: string): void {
  const row = list?.find(([one]) => one === name);
  if (row) row[1] += 1;
  else list?.push([name, 1]);
}

/** Lets one event happen on a board. Positions are made true by `reconcile` afterwards; this is what is seen on the way. */
export function apply(board: Board, event: Happening): void {
  const { scene } = board;
  top(board.tops, scene, event);
  switch (event.name) {
    case 'unit_drawn': {
      const { seat, kind } = event.with;
      scene.drawn.push({ kind, name: title(kind), power: 0, mounted: false, gist: '', rule: '', chariot: false });
      draw(scene.decks.units, pile(board, seat));
      break;
    }
    case 'command_drawn': {
      const hand = scene.hands.find((hand) => hand.seat === event.with.seat);
      if (hand) hand.size += 1;
      draw(scene.decks.commands, pile(board, event.with.seat));
      break;
    }
    case 'placed': {
      const { seat, kind, at } = event.with;
      const drawn = scene.drawn.findIndex((card) => card.kind === kind);
      if (drawn >= 0) scene.drawn.splice(drawn, 1);
      add(board, seat, unitAt({ at, kind, known: true }, true));
      break;
    }
    case 'played':
    case 'discarded': {
      const { seat, command } = event.with;
      const hand = scene.hands.find((hand) => hand.seat === seat);
      if (hand && hand.size > 0) hand.size -= 1;
      bump(scene.discards.commands[pile(board, seat)], command);
      break;
    }
    case 'turn_began':
      scene.turn = event.with.turn;
      scene.active = event.with.seat;
      scene.command = null;
      board.blows = [];
      board.marks = [];
      break;
    case 'flanked':
      put(at(board, event.with.seat, event.with.from), event.with.to);
      break;
    case 'switched': {
      const { seat, unit } = event.with;
      const one = at(board, seat, unit);
      const other = at(board, seat, event.with.with);
      put(one, event.with.with);
      put(other, unit);
      break;
    }
    case 'rode':
      ride(board, event.with.seat, event.with.from, event.with.to);
      break;
    case 'stepped_up':
      put(at(board, event.with.seat, spaceOf('rear', event.with.column)), spaceOf('front', event.with.column));
      break;
    case 'closed_up':
      closeUp(board, event.with.seat, event.with.column, event.with.from === 'left' ? -1 : 1);
      break;
    case 'rear_moved': {
      const { seat, column } = event.with;
      put(at(board, seat, spaceOf('rear', column)), spaceOf('rear', column - Math.sign(column)));
      break;
    }
    case 'deployed':
      add(board, event.with.seat, unitAt(event.with.unit, event.with.unit.known ?? false));
      break;
    case 'line_cleared':
    case 'took_up':
      board.tokens = board.tokens.filter((token) => token.seat !== event.with.seat);
      break;
    case 'revealed': {
      const token = at(board, event.with.seat, event.with.unit.at);
      if (token) token.unit = { ...token.unit, ...unitAt(event.with.unit, true), power: token.unit.power };
      break;
    }
    case 'chariot_shown': {
      const token = at(board, event.with.seat, event.with.at);
      if (token) token.unit = { ...token.unit, chariot: true };
      break;
    }
    case 'lifted': {
      const token = at(board, event.with.seat, 'f0');
      if (token) token.doing = 'lift';
      break;
    }
    case 'settled': {
      const token = board.tokens.find((token) => token.seat === event.with.seat && token.doing === 'lift');
      if (token) token.doing = 'stand';
      put(token, event.with.to);
      break;
    }
    case 'struck': {
      const { strike, hit } = event.with;
      board.blows.push({ seat: strike.seat, from: strike.from, target: strike.target, to: strike.to, hit });
      show(at(board, strike.seat, strike.from), strike.kind);
      break;
    }
    case 'survived':
    case 'killed': {
      const { seat, kind, damage, defence, shot, shielded } = event.with;
      const token = at(board, seat, event.with.at);
      const dead = event.name === 'killed';
      show(token, kind);
      const stands = defence.printed + defence.chariot + defence.centurion + defence.consuls;
      const text = shot ? 'arrow' : damage === 0 && shielded ? 'immune' : `${damage} / ${stands}`;
      board.marks.push({ seat, at: event.with.at, text, dead });
      if (token) token.doing = dead ? 'fall' : 'hold';
      if (dead) {
        bump(scene.discards.units[pile(board, seat)], kind);
        if (event.with.chariot) bump(scene.discards.units[pile(board, seat)], 'chariot');
      }
      break;
    }
    case 'dealt':
      break;
  }
}

function draw(decks: number[], which: number): void {
  const left = decks[which];
  if (left !== undefined && left > 0) decks[which] = left - 1;
}

function show(token: Token | undefined, kind: string): void {
  if (token) token.unit = { ...token.unit, kind, name: title(kind), faceUp: true };
}

function ride(board: Board, seat: Seat, from: string, to: string): void {
  const mover = at(board, seat, from);
  const goal = at(board, seat, to);
  if (!mover) return;
  if (mover.unit.chariot) mover.unit = { ...mover.unit, chariot: false };
  else board.tokens = board.tokens.filter((token) => token !== mover);
  if (goal) goal.unit = { ...goal.unit, chariot: true };
  else add(board, seat, unitAt({ at: to, kind: 'chariot', known: true }, true));
}

function closeUp(board: Board, seat: Seat, gap: number, side: number): void {
  for (let column = gap + side; at(board, seat, spaceOf('front', column)); column += side) {
    put(at(board, seat, spaceOf('front', column)), spaceOf('front', column - side));
    if (!at(board, seat, spaceOf('rear', column - side))) {
      put(at(board, seat, spaceOf('rear', column)), spaceOf('rear', column - side));
    }
  }
}

/** Something that is shown in one go: one event, or several of a sort. */
export interface Step {
  /** The entry it belongs to. */
  entry: number;
  beats: Beat[];
  events: Happening[];
  /** How long it takes at normal speed, in milliseconds. */
  time: number;
}

const TOGETHER = new Set(['dealt', 'deployed', 'revealed', 'line_cleared', 'survived', 'killed', 'took_up']);
const TIMES: Partial<Record<Happening['name'], number>> = {
  struck: 260, survived: 350, killed: 350, turn_began: 150, command_drawn: 150, unit_drawn: 200, deployed: 350, revealed: 300, dealt: 150,
};
const MIXED = new Map([['survived', 'killed']]);

/** Cuts entries into steps that are shown one after another. */
export function steps(entries: Entry[]): Step[] {
  const all: Step[] = [];
  for (const entry of entries) {
    let last: string | null = null;
    for (const beat of entry.beats) {
      const event = happening(beat.event);
      if (!event) continue;
      const sort = MIXED.get(event.name) ?? event.name;
      const step = all.at(-1);
      if (step && step.entry === entry.number && last === sort && TOGETHER.has(event.name)) {
        step.beats.push(beat);
        step.events.push(event);
      } else {
        all.push({ entry: entry.number, beats: [beat], events: [event], time: TIMES[event.name] ?? 280 });
      }
      last = sort;
    }
  }
  return all;
}
