/** What an objective brings, for the number at its marker. The engine counts; this only writes what INTEL-2 says of places. */
import type { KtScene, Point, Seat } from '../lib/desk';

/** Victory points a round: 1 nearest one's own zone, 3 in the centre, 2 nearest theirs; null while sides are not taken and it could be either. */
export function worth(at: Point, zones: KtScene['zones'], seat: Seat): 1 | 2 | 3 | null {
  const [one, other] = zones.map((zone) => Math.min(...zone.outline.map(([, y]) => Math.abs(y - at[1]))));
  if (one === undefined || other === undefined) return null;
  if (Math.abs(one - other) < 1) return 3;
  const near = zones[one < other ? 0 : 1]?.seat;
  return near ? (near === seat ? 1 : 2) : null;
}
