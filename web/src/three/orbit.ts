/** The camera's way about the table, and about one's head. Plain numbers: the scene turns them into a camera. */

import type { Vec3 } from './units';

/** Looking at a place of the table, in world inches; angles in radians. */
export interface Orbit {
  target: Vec3;
  /** 0: from the near edge; grows as the camera goes round to the right. */
  azimuth: number;
  /** 0: level with the table; a quarter turn: straight down. */
  tilt: number;
  distance: number;
}

/** Looking out of a head: 0 looks along +x of the table, anticlockwise. */
export interface Gaze {
  yaw: number;
  pitch: number;
  /** The angle of view, in degrees. */
  angle: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** How low and how high the camera may go, how near and how far. */
export const LIMITS = { low: 0.12, high: Math.PI / 2 - 0.001, near: 5, far: 120 } as const;

/** The usual view of a table so wide and deep (in inches) in a window of that aspect, from a side. */
export function overview(width: number, depth: number, aspect: number, angle: number, far = false): Orbit {
  const half = Math.tan((angle * Math.PI) / 360);
  const tilt = aspect < 0.8 ? 1.22 : 0.92;
  const wide = (width / 2 + 2.2) / (half * aspect);
  const deep = ((depth / 2 + 2) * Math.sin(tilt)) / half;
  // Near edges are nearer and look larger: half a depth more.
  const distance = Math.max(wide + (depth / 2) * Math.cos(tilt), deep * 1.04 + (depth / 2) * Math.cos(tilt) * 0.62);
  return {
    target: [width / 2, 0, -depth / 2 + (far ? -0.03 : 0.03) * depth],
    azimuth: far ? Math.PI : 0,
    tilt,
    distance: clamp(distance, LIMITS.near, LIMITS.far),
  };
}

/** Where the camera of an orbit is. */
export function position(o: Orbit): Vec3 {
  const flat = o.distance * Math.cos(o.tilt);
  return [
    o.target[0] + flat * Math.sin(o.azimuth),
    o.target[1] + o.distance * Math.sin(o.tilt),
    o.target[2] + flat * Math.cos(o.azimuth),
  ];
}

/** Turned about the target. */
export function turned(o: Orbit, round: number, up: number): Orbit {
  return { ...o, azimuth: o.azimuth + round, tilt: clamp(o.tilt + up, LIMITS.low, LIMITS.high) };
}

/** Moved over the table: so far to the right and so far away, as the camera sees it; kept over the table. */
export function moved(o: Orbit, right: number, away: number, width: number, depth: number): Orbit {
  const [s, c] = [Math.sin(o.azimuth), Math.cos(o.azimuth)];
  return {
    ...o,
    target: [
      clamp(o.target[0] + right * c - away * s, -2, width + 2),
      o.target[1],
      clamp(o.target[2] - right * s - away * c, -depth - 2, 2),
    ],
  };
}

/** Nearer (below 1) or farther, keeping a place in the world under the pointer if there is one. */
export function zoomed(o: Orbit, by: number, about: Vec3 | null, width: number, depth: number): Orbit {
  const distance = clamp(o.distance * by, LIMITS.near, LIMITS.far);
  if (!about) return { ...o, distance };
  const k = 1 - distance / o.distance;
  return {
    ...o,
    distance,
    target: [
      clamp(o.target[0] + (about[0] - o.target[0]) * k, -2, width + 2),
      o.target[1],
      clamp(o.target[2] + (about[2] - o.target[2]) * k, -depth - 2, 2),
    ],
  };
}

/** Between two views; the shorter way round. */
export function between(a: Orbit, b: Orbit, t: number): Orbit {
  const mix = (x: number, y: number) => x + (y - x) * t;
  const round = Math.atan2(Math.sin(b.azimuth - a.azimuth), Math.cos(b.azimuth - a.azimuth));
  return {
    target: [mix(a.target[0], b.target[0]), mix(a.target[1], b.target[1]), mix(a.target[2], b.target[2])],
    azimuth: a.azimuth + round * t,
    tilt: mix(a.tilt, b.tilt),
    distance: mix(a.distance, b.distance),
  };
}

/** Looking another way. */
export function looking(g: Gaze, round: number, up: number): Gaze {
  return { ...g, yaw: g.yaw + round, pitch: clamp(g.pitch + up, -1.35, 1.35) };
}

/** With another angle of view. */
export function narrowed(g: Gaze, by: number): Gaze {
  return { ...g, angle: clamp(g.angle * by, 20, 90) };
}

/** The way a gaze goes, in the world. */
export function direction(g: Gaze): Vec3 {
  const flat = Math.cos(g.pitch);
  return [flat * Math.cos(g.yaw), Math.sin(g.pitch), -flat * Math.sin(g.yaw)];
}

/** Slow at both ends. */
export const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
