/** The table's units (0.01 mm, y towards the far edge, z up) and the world's (inches, y up, far is −z). */

/** Units in an inch. */
export const INCH = 2540;

/** Three numbers: a place or a direction. */
export type Vec3 = [number, number, number];

/** A place on the table, in the world. */
export function world(x: number, y: number, z: number): Vec3 {
  return [x / INCH, z / INCH, -y / INCH];
}

/** A place in the world, on the table (not rounded). */
export function table(p: { x: number; y: number; z: number }): Vec3 {
  return [p.x * INCH, -p.z * INCH, p.y * INCH];
}

/** Degrees as radians. */
export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
