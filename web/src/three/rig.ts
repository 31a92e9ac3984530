/** The camera on its rig: going round the table, or in somebody's head; flights from one view to another. */

import { PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import {
  between, direction, ease, looking, moved, narrowed, overview, position, turned, zoomed, type Gaze, type Orbit,
} from './orbit';
import type { Ray } from './pick';
import { INCH, radians, table, world, type Vec3 } from './units';

/** How much of the window is covered at each edge, in pixels. */
export interface Pad {
  left: number;
  right: number;
  top: number;
  bottom: number;
}


const ANGLE = 36;
const LEVEL: Omit<Gaze, 'yaw'> = { pitch: -0.06, angle: 70 };

/** The rig. */
export class Rig {
  readonly camera = new PerspectiveCamera(ANGLE, 1, 0.5, 400);
  private orbit: Orbit = { target: [0, 0, 0], azimuth: 0, tilt: 1, distance: 60 };
  private gaze: Gaze | null = null;
  private flight: { from: Orbit; to: Orbit; began: number; takes: number } | null = null;
  /** Whether somebody has moved it; until then it follows the window. */
  private touched = false;
  private ground: [number, number] = [1, 1];
  private size = { width: 1, height: 1 };
  private pad: Pad = { left: 0, right: 0, top: 0, bottom: 0 };
  /** Whether one sits at the far side. */
  private far = false;
  private readonly ray = new Raycaster();

  constructor(private readonly lasting: (ms: number) => number) {}

  /** A table of that size (in units): the whole of it is shown. */
  fit(size: [number, number]): void {
    this.ground = [size[0] / INCH, size[1] / INCH];
    this.orbit = this.home();
  }

  /** A window of that size. */
  resize(width: number, height: number): void {
    this.size = { width, height };
    this.camera.aspect = width / height;
    this.settle();
  }

  /** At the far side, or at the near one. */
  sit(far: boolean): void {
    if (far === this.far) return;
    this.far = far;
    this.settle();
  }

  /** Keeps the middle of the view clear of what covers the window's edges. */
  cover(pad: Pad): void {
    this.pad = pad;
    this.settle();
  }

  private settle(): void {
    const { width, height } = this.size;
    const { left, right, top, bottom } = this.pad;
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    if (!this.touched) this.orbit = this.home();
  }

  private home(): Orbit {
    const { left, right, top, bottom } = this.pad;
    const [width, height] = [Math.max(80, this.size.width - left - right), Math.max(80, this.size.height - top - bottom)];
    const angle = (Math.atan(Math.tan(radians(ANGLE) / 2) * (height / this.size.height)) * 360) / Math.PI;
    return overview(...this.ground, width / height, angle, this.far);
  }

  /** Looks out of a head that looks this way, or goes round the table again. */
  enter(ahead: number | null): void {
    this.gaze = ahead === null ? null : { yaw: ahead, ...LEVEL };
  }

  private seize(): void {
    this.flight = null;
    this.touched = true;
  }

  /** Turned by so many pixels. */
  turn(dx: number, dy: number): void {
    this.seize();
    const k = 3.2 / Math.max(320, Math.min(this.size.width, this.size.height));
    if (this.gaze) this.gaze = looking(this.gaze, dx * k * 0.5, dy * k * 0.5);
    else this.orbit = turned(this.orbit, -dx * k, dy * k);
  }

  /** Moved by so many pixels. */
  move(dx: number, dy: number): void {
    if (this.gaze) return this.turn(dx, dy);
    this.seize();
    const k = (2 * this.orbit.distance * Math.tan(radians(ANGLE) / 2)) / this.size.height;
    this.orbit = moved(this.orbit, -dx * k, (dy * k) / Math.max(0.35, Math.sin(this.orbit.tilt)), ...this.ground);
  }

  /** Nearer or farther, about a place of the window. */
  zoom(by: number, x: number, y: number): void {
    this.seize();
    if (this.gaze) this.gaze = narrowed(this.gaze, by);
    else this.orbit = zoomed(this.orbit, by, this.onGround(x, y), ...this.ground);
  }

  /** The whole table again, or straight ahead. */
  reset(ahead: number | null): void {
    if (this.gaze) this.gaze = { yaw: ahead ?? this.gaze.yaw, ...LEVEL };
    else this.fly(this.home());
    this.touched = false;
  }

  /** Goes near a place on the table. */
  visit(x: number, y: number): void {
    this.seize();
    this.fly({ ...this.orbit, target: world(x, y, 0), tilt: 0.75, distance: Math.min(this.orbit.distance, 20) });
  }

  private fly(to: Orbit): void {
    const takes = this.lasting(420);
    if (takes > 0) this.flight = { from: this.orbit, to, began: performance.now(), takes };
    else this.orbit = to;
  }

  /** Whether it is on its way. */
  get flying(): boolean {
    return this.flight !== null;
  }

  /** Goes on with a flight. */
  advance(now: number): void {
    if (!this.flight) return;
    const t = Math.min(1, Math.max(0, (now - this.flight.began) / this.flight.takes));
    this.orbit = between(this.flight.from, this.flight.to, ease(t));
    if (t >= 1) this.flight = null;
  }

  /** Puts the camera where it belongs: into a head, if there is one. */
  aim(head: Vec3 | null): void {
    const { camera } = this;
    if (head && this.gaze) {
      camera.position.set(...world(...head));
      camera.lookAt(camera.position.clone().add(new Vector3(...direction(this.gaze))));
      camera.fov = this.gaze.angle;
      camera.near = 0.08;
    } else {
      camera.position.set(...position(this.orbit));
      camera.lookAt(new Vector3(...this.orbit.target));
      camera.fov = ANGLE;
      camera.near = 0.5;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** The ray through a place of the window, in table units. */
  rayAt(x: number, y: number): Ray {
    this.ray.setFromCamera(new Vector2((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2), this.camera);
    const { origin, direction: way } = this.ray.ray;
    return { from: table(origin), way: table(way) };
  }

  private onGround(x: number, y: number): Vec3 | null {
    const { from, way } = this.rayAt(x, y);
    if (way[2] >= 0) return null;
    const t = -from[2] / way[2];
    return world(from[0] + way[0] * t, from[1] + way[1] * t, 0);
  }

  /** Where a place on the table is in the window. */
  onScreen(at: Vec3): [number, number] {
    const p = new Vector3(...world(...at)).project(this.camera);
    return [((p.x + 1) / 2) * this.size.width, ((1 - p.y) / 2) * this.size.height];
  }
}
