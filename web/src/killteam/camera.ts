/** How the map lies in its window: zoom, pan, pinch. Pure, so that it can be tested. */
import type { Vec } from './geometry';

/** A point of the map is at `x * scale + left`, `y * scale + top` of the window. */
export interface Camera {
  scale: number;
  left: number;
  top: number;
}

/** The window and the map in it. */
export interface Frame {
  width: number;
  height: number;
  mapWidth: number;
  mapHeight: number;
  /** What lies over the window's edges. */
  pad?: { left: number; right: number; top: number; bottom: number };
}

/** The room around the table, in pixels, when all of it is shown. */
const MARGIN = 26;

/** How much nearer than "all of it" one may look. */
const NEAREST = 12;

/** All of the table in the window. */
export function fit(frame: Frame): Camera {
  const pad = frame.pad ?? { left: 0, right: 0, top: 0, bottom: 0 };
  const width = frame.width - pad.left - pad.right;
  const height = frame.height - pad.top - pad.bottom;
  const scale = Math.max(1, Math.min((width - 2 * MARGIN) / frame.mapWidth, (height - 2 * MARGIN) / frame.mapHeight));
  return { scale, left: pad.left + (width - frame.mapWidth * scale) / 2, top: pad.top + (height - frame.mapHeight * scale) / 2 };
}

/** The camera kept where at least a third of the window shows the table. */
export function held(camera: Camera, frame: Frame): Camera {
  const whole = fit(frame).scale;
  const scale = Math.min(Math.max(camera.scale, whole * 0.7), whole * NEAREST);
  const along = (at: number, window: number, map: number) => {
    const size = map * scale;
    const room = Math.min(window, size) / 3;
    return Math.min(Math.max(at, room - size), window - room);
  };
  return {
    scale,
    left: along(camera.left, frame.width, frame.mapWidth),
    top: along(camera.top, frame.height, frame.mapHeight),
  };
}

/** Nearer or farther by a factor; what is at `at` in the window stays there. */
export function zoom(camera: Camera, frame: Frame, factor: number, at: Vec): Camera {
  const whole = fit(frame).scale;
  const scale = Math.min(Math.max(camera.scale * factor, whole * 0.7), whole * NEAREST);
  const k = scale / camera.scale;
  return held({ scale, left: at[0] - (at[0] - camera.left) * k, top: at[1] - (at[1] - camera.top) * k }, frame);
}

/** Moved by pixels. */
export function pan(camera: Camera, frame: Frame, dx: number, dy: number): Camera {
  return held({ ...camera, left: camera.left + dx, top: camera.top + dy }, frame);
}

/** Two fingers moved: zoom by how far they are apart, pan by how their middle went. */
export function pinch(camera: Camera, frame: Frame, before: [Vec, Vec], after: [Vec, Vec]): Camera {
  const apart = ([a, b]: [Vec, Vec]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
  const mid = ([a, b]: [Vec, Vec]): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const from = mid(before);
  const to = mid(after);
  return zoom(pan(camera, frame, to[0] - from[0], to[1] - from[1]), frame, apart(after) / apart(before), to);
}

/** The point of the map at a point of the window. */
export function toMap(camera: Camera, [x, y]: Vec): Vec {
  return [(x - camera.left) / camera.scale, (y - camera.top) / camera.scale];
}

/** The point of the window at a point of the map. */
export function toWindow(camera: Camera, [x, y]: Vec): Vec {
  return [x * camera.scale + camera.left, y * camera.scale + camera.top];
}

/** The camera moved only as far as needed to show a point of the map with some room around it. */
export function showing(camera: Camera, frame: Frame, at: Vec): Camera {
  const [x, y] = toWindow(camera, at);
  const room = Math.min(60, frame.width / 4, frame.height / 4);
  const dx = x < room ? room - x : x > frame.width - room ? frame.width - room - x : 0;
  const dy = y < room ? room - y : y > frame.height - room ? frame.height - room - y : 0;
  return dx || dy ? { ...camera, left: camera.left + dx, top: camera.top + dy } : camera;
}
