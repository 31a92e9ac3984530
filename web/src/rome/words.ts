/** Words for cards, spaces and numbers; for the screen and for screen readers. */
import type { RomeUnit } from '../lib/desk';

/** A space taken apart: `f-2` is the front row, column −2. */
export interface Spot {
  row: 'front' | 'rear';
  column: number;
}

/** Reads a space's name; null if it is none. */
export function spot(space: string): Spot | null {
  const found = /^([fr])(-?\d+)$/.exec(space);
  if (!found) return null;
  return { row: found[1] === 'f' ? 'front' : 'rear', column: Number(found[2]) };
}

/** The name of a space, as the engine writes it. */
export function spaceOf(row: 'front' | 'rear', column: number): string {
  return `${row === 'front' ? 'f' : 'r'}${column}`;
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A small number as a word, larger ones in figures. */
export function inWords(number: number): string {
  return SMALL[number] ?? String(number);
}

/** Where a space lies, in words: "front, two left of the vanguard". */
export function where(space: string): string {
  const at = spot(space);
  if (!at) return space;
  if (at.column === 0) return at.row === 'front' ? 'in the vanguard' : 'rear, behind the vanguard';
  const side = at.column < 0 ? 'left' : 'right';
  return `${at.row}, ${inWords(Math.abs(at.column))} ${side} of the vanguard`;
}

/** A space in few words, for the story: "vanguard", "front, 2 left", "rear, centre". */
export function shortly(space: string): string {
  const at = spot(space);
  if (!at) return space;
  if (at.column === 0) return at.row === 'front' ? 'vanguard' : 'rear centre';
  return `${at.row} ${Math.abs(at.column)} ${at.column < 0 ? 'left' : 'right'}`;
}

/** A sentence of the engine with its spaces in words. */
export function plainly(sentence: string): string {
  return sentence
    .replace(/\bat f0\b/g, 'in the vanguard')
    .replace(/\bto f0\b/g, 'to the vanguard')
    .replace(/\b[fr](?:0|-?[1-9]\d?)\b/g, (space) => shortly(space));
}

/** A unit's kind with a capital, from its id. */
export function title(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** A unit for a screen reader: "Infantry, front, two left of the vanguard, power 2". */
export function unitLabel(unit: RomeUnit, own: boolean): string {
  const parts = [unit.kind === null ? 'Face-down card' : unit.name, where(unit.space)];
  if (unit.power !== null) parts.push(`power ${unit.power}`);
  if (unit.attack !== null && unit.power !== null && unit.attack !== unit.power) parts.push(`attacks with ${unit.attack}`);
  if (unit.defence !== null && unit.power !== null && unit.defence !== unit.power) parts.push(`defends with ${unit.defence}`);
  if (unit.chariot) parts.push('on a Chariot');
  if (own && !unit.faceUp) parts.push('face down to the others');
  else if (unit.row === 'rear' && unit.faceUp && unit.seenByAll) parts.push('seen by everybody');
  if (unit.used) parts.push('ability used');
  if (unit.immune) parts.push('immune to Archers');
  return parts.join(', ');
}
