/** Icons as paths that a canvas can fill. */

import eye from 'icon:all-seeing-eye';
import check from 'icon:check-mark';
import crosshair from 'icon:crosshair';
import swords from 'icon:crossed-swords';
import falling from 'icon:falling';
import sparkles from 'icon:sparkles';

/** What stands in the `d` of an icon's path. */
export function pathOf(body: string): string {
  return /\bd="([^"]+)"/.exec(body)?.[1] ?? '';
}

/** The signs of a model's state. */
export const SIGNS = {
  focus: pathOf(eye),
  done: pathOf(check),
  aim: pathOf(crosshair),
  engaged: pathOf(swords),
  down: pathOf(falling),
  status: pathOf(sparkles),
};
