/** What a click on a space would do. */
import type { Action } from '../lib/desk';
import { spaceOf } from './words';

/** One thing a unit may do, as the engine offers it. */
export interface Move {
  /** The space of the unit that moves; null for the one that retreats. */
  from: string | null;
  space: string;
  deed: string;
  label: string;
  about: string;
  action: Action;
}

/** Where a drawn unit may go. */
export interface Places {
  kind: string;
  columns: number[];
  actions: Action[];
}

/** What is in the player's fingers. */
export type Picked =
  | { what: 'drawn'; kind: string }
  | { what: 'unit'; space: string }
  | { what: 'command'; id: string; unit: string | null };

/** A space that can be chosen, with everything that choosing it may mean. */
export interface Target {
  space: string;
  moves: Move[];
}

/** Everything a seat may choose from. */
export interface Offer {
  places: Places[];
  moves: Move[];
  /** The moves of the command that is being played. */
  command: Move[];
}

function gather(moves: Move[]): Target[] {
  const found = new Map<string, Target>();
  for (const move of moves) {
    const target = found.get(move.space);
    if (target) target.moves.push(move);
    else found.set(move.space, { space: move.space, moves: [move] });
  }
  return [...found.values()];
}

/** A placing as a move. */
export function placing(places: Places, name: string): Move[] {
  return places.columns.flatMap((column, index) => {
    const action = places.actions[index];
    if (action === undefined) return [];
    return [{ from: null, space: spaceOf('front', column), deed: 'place', label: `Place the ${name} here`, about: '', action }];
  });
}

/** The spaces to highlight for what is picked. With nothing picked: shifts and settling, which belong to no one unit. */
export function targets(offer: Offer, picked: Picked | null, nameOf: (kind: string) => string): Target[] {
  if (picked?.what === 'drawn') {
    const places = offer.places.find((one) => one.kind === picked.kind);
    return places ? gather(placing(places, nameOf(picked.kind))) : [];
  }
  if (picked?.what === 'unit') return gather(offer.moves.filter((move) => move.from === picked.space));
  if (picked?.what === 'command') return picked.unit === null ? [] : gather(offer.command.filter((move) => move.from === picked.unit));
  return gather(offer.moves.filter((move) => move.deed === 'shift' || move.deed === 'settle'));
}

/** The units that may be picked up: those with a move of their own, or with one by the command that is being played. */
export function movable(offer: Offer, picked: Picked | null): Set<string> {
  const from = picked?.what === 'command' ? offer.command : offer.moves;
  return new Set(from.flatMap((move) => (move.from === null ? [] : [move.from])));
}

/** What to pick at first: a drawn unit waits to be placed. */
export function firstPick(offer: Offer): Picked | null {
  const waiting = offer.places.find((places) => places.columns.length > 0);
  return waiting ? { what: 'drawn', kind: waiting.kind } : null;
}
