/** The levels of a table. */

import type { Ground } from '../lib/desk';

/** The levels one can stand on, lowest first: the ground and the heights of floors. */
export function levels(ground: Ground): number[] {
  const found = new Set([0]);
  for (const piece of ground.pieces) {
    for (const part of piece.parts) if (part.shape === 'floor') found.add(part.z);
  }
  return [...found].sort((a, b) => a - b);
}
