/** The keyboard's cursor on the table: arrow keys move it, and what lies under it counts as pointed at. */
import type { KtModel, Point } from '../lib/desk';
import { distance, INCH, onMap, onTable, type Plane } from './geometry';
import { arrowStep } from './keymap';
import type { Pointing } from './pointer.svelte';

/** A small base is as easy to meet as one of this radius. */
const REACH = 0.6 * INCH;

/** Where the cursor is, if anywhere. */
export class Cursor {
  at = $state.raw<Point | null>(null);

  /** Moves by an arrow key, from where it is or else from `start`; null if the key is no arrow. */
  step(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>, plane: Plane, start: Point | null): Point | null {
    const step = arrowStep(event);
    if (!step) return null;
    const [x, y] = onMap(plane, this.at ?? start ?? [plane.width * INCH * 0.5, plane.height * INCH * 0.5]);
    const within = (n: number, most: number) => Math.min(Math.max(n, 0), most);
    this.at = onTable(plane, [within(x + step[0], plane.width), within(y + step[1], plane.height)]);
    return this.at;
  }
}

/** Pointing at a place without a pointer: the nearest model there is meant. */
export function pointingAt(at: Point, models: readonly KtModel[]): Pointing {
  const near = models
    .filter((model) => model.at)
    .map((model) => ({ id: model.id, far: distance(model.at ?? [0, 0], at), reach: Math.max(model.base.width / 2, REACH) }))
    .filter(({ far, reach }) => far <= reach)
    .sort((a, b) => a.far - b.far)[0];
  return { point: at, model: near?.id ?? null, touch: true, shift: false };
}
