/** Arranging a line, at the start and at Nightfall: cards change places until their owner is content. */
import type { RomePlan } from '../lib/desk';
import { spaceOf, spot } from './words';

/** A card in an arrangement. */
export interface Laid {
  /** Stays the same while the card is moved about. */
  id: number;
  kind: string;
  chariot: boolean;
}

/** One row: cards side by side from a column to the right. */
export interface Row {
  from: number;
  cards: Laid[];
}

/** Both rows. */
export interface Draft {
  front: Row;
  rear: Row;
}

/** A draft from a plan, keeping the ids of cards that were there before. */
export function draft(plan: RomePlan, before: Draft | null = null): Draft {
  const old = before ? [...before.front.cards, ...before.rear.cards] : [];
  let next = old.reduce((most, card) => Math.max(most, card.id), 0);
  const take = (kind: string, chariot: boolean): Laid => {
    const at = old.findIndex((card) => card.kind === kind && card.chariot === chariot);
    if (at >= 0) return old.splice(at, 1)[0] as Laid;
    next += 1;
    return { id: next, kind, chariot };
  };
  const row = (from: RomePlan['front']): Row => ({
    from: from.from,
    cards: from.units.map((unit) => take(unit.kind, unit.chariot)),
  });
  return { front: row(plan.front), rear: row(plan.rear) };
}

/** A draft as the engine wants it. */
export function plan(from: Draft): RomePlan {
  const row = ({ from, cards }: Row): RomePlan['front'] => ({
    from: cards.length > 0 ? from : 0,
    units: cards.map(({ kind, chariot }) => ({ kind, chariot })),
  });
  return { front: row(from.front), rear: row(from.rear) };
}

/** All cards with their spaces. */
export function laid(from: Draft): { space: string; card: Laid }[] {
  return (['front', 'rear'] as const).flatMap((name) =>
    from[name].cards.map((card, index) => ({ space: spaceOf(name, from[name].from + index), card })),
  );
}

/** The card in a space. */
export function cardAt(from: Draft, space: string): Laid | null {
  const at = spot(space);
  if (!at) return null;
  return from[at.row].cards[at.column - from[at.row].from] ?? null;
}

/** The free spaces a card may be put into: one beyond each end of a row. */
export function ends(from: Draft, rear: boolean): string[] {
  const rows = rear ? (['front', 'rear'] as const) : (['front'] as const);
  return rows.flatMap((name) => {
    const row = from[name];
    if (row.cards.length === 0) return [spaceOf(name, 0)];
    return [spaceOf(name, row.from - 1), spaceOf(name, row.from + row.cards.length)];
  });
}

function copy(from: Draft): Draft {
  return {
    front: { from: from.front.from, cards: [...from.front.cards] },
    rear: { from: from.rear.from, cards: [...from.rear.cards] },
  };
}

/** Takes a card out of a row; those further out close up towards the vanguard. */
function lift(row: Row, column: number): Laid | null {
  const [card] = row.cards.splice(column - row.from, 1);
  if (!card) return null;
  if (column < 0) row.from += 1;
  return card;
}

/** Moves a card: onto another they change places, into a free space at an end it is added there. */
export function move(from: Draft, what: string, to: string): Draft {
  const start = spot(what);
  const goal = spot(to);
  const card = cardAt(from, what);
  if (!start || !goal || !card || what === to) return from;
  const next = copy(from);
  const other = cardAt(from, to);
  if (other) {
    next[start.row].cards[start.column - next[start.row].from] = other;
    next[goal.row].cards[goal.column - next[goal.row].from] = card;
    return next;
  }
  lift(next[start.row], start.column);
  const row = next[goal.row];
  if (row.cards.length === 0) {
    row.from = goal.column;
    row.cards.push(card);
  } else if (goal.column < row.from) {
    row.from -= 1;
    row.cards.unshift(card);
  } else {
    row.cards.push(card);
  }
  return next;
}

/** Takes the Chariot from below a unit: it becomes a card of its own, at the end of the shorter row. */
export function dismount(from: Draft, space: string, rear: boolean): Draft {
  const at = spot(space);
  const card = cardAt(from, space);
  if (!at || !card?.chariot) return from;
  const next = copy(from);
  next[at.row].cards[at.column - next[at.row].from] = { ...card, chariot: false };
  const id = laid(from).reduce((most, one) => Math.max(most, one.card.id), 0) + 1;
  const row = rear && next.rear.cards.length < next.front.cards.length ? next.rear : next.front;
  const chariot: Laid = { id, kind: 'chariot', chariot: false };
  // Where the row is shorter, so that it stays as even as it was.
  if (row.cards.length > 0 && -row.from < row.from + row.cards.length - 1) {
    row.from -= 1;
    row.cards.unshift(chariot);
  } else {
    row.cards.push(chariot);
  }
  return next;
}

/** Puts a Chariot that came off below a unit again. */
export function mount(from: Draft, space: string): Draft {
  const at = spot(space);
  const card = cardAt(from, space);
  const loose = laid(from).find((one) => one.card.kind === 'chariot' && one.space !== space);
  if (!at || !card || card.chariot || !loose) return from;
  const next = copy(from);
  next[at.row].cards[at.column - next[at.row].from] = { ...card, chariot: true };
  const gone = spot(loose.space);
  if (gone) lift(next[gone.row], gone.column);
  return next;
}
