/** What lies over the table while somebody plans: plain data that the map and the view in depth both draw. */
import type { Point, Ring } from '../lib/desk';

/** A place on the table with its height. */
export type Place = { at: Point; z: number };

/** Where a model may end, softly shaded; `rings` by the even-odd rule. */
export interface ReachArea {
  why: 'walk' | 'run' | 'charge' | 'other';
  z: number;
  rings: Ring[];
}

/** A way as it is planned or was gone: measured at each turn. */
export interface Trail {
  from: Place;
  legs: { to: Point; z: number; way: string; cost: number; text: string | null }[];
  legal: boolean;
  /** Where it stops being legal. */
  stopsAt: Point | null;
}

/** A line of sight between two models. */
export interface SightLine {
  from: string;
  to: string;
  sight: 'clear' | 'obscured' | 'blocked' | 'none';
  /** The line that was checked, with heights; without it, from middle to middle. */
  line: [number, number, number][] | null;
  /** Pieces and models that hide. */
  hiderPieces: number[];
  hiderModels: string[];
  /** The one in question: drawn stronger. */
  strong: boolean;
}

/** A ring around a model: how far something of it reaches from its base. */
export interface Zone {
  model: string;
  /** From the edge of the base. */
  radius: number;
  kind: 'engagement' | 'range';
}

/** A base where somebody would stand. */
export interface Ghost {
  model: string;
  at: Point;
  z: number;
  facing: number;
  legal: boolean;
}

/** A length measured on the table. */
export interface Measure {
  from: Place;
  to: Place;
  text: string;
}

/** Everything over the table at this moment. */
export interface Overlays {
  reach: ReachArea[];
  trail: Trail | null;
  sight: SightLine[];
  zones: Zone[];
  ghost: Ghost | null;
  measure: Measure | null;
  /** Outlines of something that is to be placed. */
  outline: { rings: Ring[]; legal: boolean } | null;
  /** Models that may be chosen as a target, and those that may not. */
  targets: { id: string; legal: boolean }[];
  /** Arrows of a hint: from a model to where it goes or whom it attacks. */
  hint: { from: Point; to: Point }[];
}

/** Nothing over the table. */
export const NOTHING: Overlays = {
  reach: [],
  trail: null,
  sight: [],
  zones: [],
  ghost: null,
  measure: null,
  outline: null,
  targets: [],
  hint: [],
};
