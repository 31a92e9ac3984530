/** Where the names of shaded areas stand: at the far end of each, clear of one another. */
import type { Vec } from './geometry';
import type { ReachArea } from './overlays';

export interface AreaName {
  why: ReachArea['why'];
  at: Vec;
}

/**
 * A name for each kind of area, on the lowest level it has. `rings` turns an area into outlines on the map, `room` is the space a name takes there.
 * A name that finds no clear place is left out.
 */
export function areaNames(areas: readonly ReachArea[], rings: (area: ReachArea) => Vec[][], room: Vec): AreaName[] {
  const names: AreaName[] = [];
  for (const why of ['walk', 'charge', 'run'] as const) {
    const lowest = areas.filter((area) => area.why === why).sort((a, b) => a.z - b.z)[0];
    if (!lowest) continue;
    const points = rings(lowest).flat().sort((a, b) => a[1] - b[1]);
    const clear = ([x, y]: Vec) => names.every(({ at }) => Math.abs(at[0] - x) > room[0] || Math.abs(at[1] - y) > room[1]);
    const at = points.find(clear);
    if (at) names.push({ why, at });
  }
  return names;
}
