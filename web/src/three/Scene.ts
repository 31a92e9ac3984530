/** The table in depth: holds the three.js objects, draws when something changed, and answers what is under the pointer. */

import {
  BufferGeometry, DoubleSide, GreaterDepth, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, NeutralToneMapping, PCFShadowMap,
  PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from 'three';
import type { Overlays } from '../killteam/overlays';
import type { Ground, KtModel, KtScene } from '../lib/desk';
import type { Wishes } from './input';
import { Labels } from './labels';
import { Models } from './models';
import {
  between, direction, ease, looking, moved, narrowed, overview, position, turned, zoomed, type Gaze, type Orbit,
} from './orbit';
import { over, type Seen } from './over';
import { painted } from './paint';
import { palette, type Palette, type Theme } from './palette';
import { pick, surfaces, type Picked, type Ray, type Surface } from './pick';
import { ticks } from './sheet';
import { Stage } from './stage';
import type { Strokes } from './strokes';
import { seenThrough, terrain, type Built } from './terrain';
import { INCH, radians, table, world, type Vec3 } from './units';

/** What somebody's eyes see: `kt.eyes`. */
export interface EyesAnswer {
  at: Vec3;
  sees: Seen;
}

/** What is to be shown. */
export interface Showing {
  scene: KtScene;
  selected: string | null;
  hovered: string | null;
  overlays: Overlays;
  /** The highest level that is shown whole; null for all. */
  level: number | null;
  /** The model through whose eyes one looks. */
  eyesOf: string | null;
  eyes: EyesAnswer | null;
}

/** How much of the window is covered at each edge, in pixels. */
export interface Pad {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How the scene is made. */
export interface Wanted {
  theme: Theme;
  quality: 'low' | 'high';
  /** Milliseconds for something designed to take so long; 0 without motion. */
  lasting(ms: number): number;
  onpick(what: Picked): void;
  onhover(what: Picked | null): void;
  /** The drawing context was lost; or is back, and a new view can be made. */
  onlost(lost: boolean): void;
}

const ANGLE = 36;

/** The view. */
export class TableScene implements Wishes {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(ANGLE, 1, 0.5, 400);
  private readonly stage: Stage;
  private readonly solid = painted();
  private readonly ghostly = painted({ transparent: true, opacity: 0.13, depthWrite: false });
  private readonly flatPaint = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide, toneMapped: false, fog: false });
  private readonly airPaint = this.flatPaint.clone();
  private readonly behindPaint = this.flatPaint.clone();
  private readonly ghostPaint = new MeshStandardMaterial({ vertexColors: true, transparent: true, opacity: 0.5, flatShading: true, fog: false });
  private readonly opaque = new Mesh<BufferGeometry, MeshStandardMaterial>(new BufferGeometry(), this.solid);
  private readonly faded = new Mesh<BufferGeometry, MeshStandardMaterial>(new BufferGeometry(), this.ghostly);
  private readonly flat = new Mesh(new BufferGeometry(), this.flatPaint);
  private readonly air = new Mesh(new BufferGeometry(), this.airPaint);
  private readonly behind = new Mesh(new BufferGeometry(), this.behindPaint);
  private readonly ghost = new Mesh<BufferGeometry, MeshStandardMaterial>(new BufferGeometry(), this.ghostPaint);
  private readonly labels = new Labels();
  private readonly models: Models;
  private readonly edge = new Group();
  private p: Palette;
  private theme: Theme;
  private ground: Ground | null = null;
  private built: Built | null = null;
  private surfaces: Surface[] = [];
  private through = new Set<string>();
  private showing: Showing | null = null;
  private orbit: Orbit = { target: [0, 0, 0], azimuth: 0, tilt: 1, distance: 60 };
  private gaze: Gaze = { yaw: 0, pitch: 0, angle: 70 };
  private looker: string | null = null;
  private poses = '';
  private flight: { from: Orbit; to: Orbit; began: number; takes: number } | null = null;
  private touched = false;
  private size = { width: 1, height: 1 };
  private pad: Pad = { left: 0, right: 0, top: 0, bottom: 0 };
  private asked = 0;
  private stale = { shadow: true, over: true };
  private pointer: [number, number] | null = null;
  private gone = false;
  private readonly ray = new Raycaster();
  private readonly cleanup: (() => void)[] = [];

  constructor(
    canvas: HTMLCanvasElement,
    private readonly wanted: Wanted,
  ) {
    const fine = wanted.quality === 'high';
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, fine ? 2 : 1));
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.info.autoReset = false;
    this.theme = wanted.theme;
    this.p = palette(this.theme);
    this.stage = new Stage(this.scene, fine ? 2048 : 1024);
    this.models = new Models(this.p);
    this.behindPaint.depthFunc = GreaterDepth;
    this.behindPaint.opacity = 0.22;
    this.opaque.castShadow = this.opaque.receiveShadow = true;
    this.faded.renderOrder = 5;
    [this.flat.renderOrder, this.behind.renderOrder, this.air.renderOrder, this.ghost.renderOrder] = [1, 6, 7, 4];
    for (const mesh of [this.flat, this.air, this.behind, this.ghost, this.faded, this.opaque]) mesh.frustumCulled = false;
    this.scene.add(this.opaque, this.faded, this.edge, this.models.group, this.flat, this.behind, this.air, this.ghost, this.labels.mesh);
    this.paint();
    const lost = (e: Event) => {
      // What is freed now is gone with the context; freed later it would belong to another.
      e.preventDefault();
      this.free();
      wanted.onlost(true);
    };
    const back = () => wanted.onlost(false);
    canvas.addEventListener('webglcontextlost', lost);
    canvas.addEventListener('webglcontextrestored', back);
    this.cleanup.push(() => {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', back);
    });
  }

  /** Night or day. */
  setTheme(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.p = palette(theme);
    this.models.repaint(this.p);
    this.paint();
    if (this.ground) this.build(this.ground);
    this.stale = { shadow: true, over: true };
    this.invalidate();
  }

  private paint(): void {
    this.renderer.toneMappingExposure = this.p.exposure;
    this.stage.paint(this.p);
  }

  /** The table. */
  setGround(ground: Ground): void {
    if (ground === this.ground) return;
    const first = !this.ground || this.ground.size.join() !== ground.size.join();
    this.ground = ground;
    this.build(ground);
    if (first) {
      this.stage.fit(ground.size[0] / INCH, ground.size[1] / INCH);
      this.orbit = this.home();
    }
    this.stale = { shadow: true, over: true };
    this.invalidate();
  }

  private build(ground: Ground): void {
    this.built = terrain(ground, this.p);
    this.surfaces = surfaces(ground);
    this.through = new Set(['?']);
    this.opaque.geometry.dispose();
    this.opaque.geometry = this.built.mesh.geometry();
    this.faded.geometry.dispose();
    this.faded.geometry = new BufferGeometry();
    for (const name of ['position', 'normal', 'color', 'paint']) this.faded.geometry.setAttribute(name, this.opaque.geometry.getAttribute(name));
    this.clearEdge();
    this.edge.add(ticks(ground.size, this.p));
    this.fade();
  }

  private clearEdge(): void {
    for (const mesh of [...this.edge.children] as ReturnType<typeof ticks>[]) {
      mesh.geometry.dispose();
      mesh.material.map?.dispose();
      mesh.material.dispose();
      this.edge.remove(mesh);
    }
  }

  /** Splits the terrain into what is whole and what is seen through. */
  private fade(): void {
    if (!this.built || !this.ground) return;
    const now = this.showing;
    const heads: { at: [number, number]; z: number }[] = [];
    if (now && !now.eyesOf) {
      const chosen = now.scene.models.find((model) => model.id === now.selected);
      if (chosen?.at && !chosen.out) heads.push({ at: chosen.at, z: chosen.z });
      if (now.overlays.ghost) heads.push({ at: now.overlays.ghost.at, z: now.overlays.ghost.z });
    }
    const through = seenThrough(this.ground, this.built.parts, now?.eyesOf ? null : (now?.level ?? null), heads);
    if (through.size === this.through.size && [...through].every((part) => this.through.has(part))) return;
    this.through = through;
    this.opaque.geometry.setIndex(this.built.mesh.indexOf((part) => !through.has(part)));
    this.faded.geometry.setIndex(this.built.mesh.indexOf((part) => through.has(part)));
    this.faded.visible = through.size > 0;
    this.stale.shadow = true;
  }

  /** The position and everything over it. */
  show(showing: Showing): void {
    const before = this.showing;
    this.showing = showing;
    if (showing.scene !== before?.scene) {
      this.models.set(showing.scene.models, performance.now(), before ? this.wanted.lasting(320) : 0);
      // Shadows are drawn anew only when somebody stands otherwise than before.
      const poses = showing.scene.models.map(({ id, at, z, down, out, facing }) => [id, at, z, down, out, facing].join()).join(';');
      if (poses !== this.poses) this.stale.shadow = true;
      this.poses = poses;
    }
    if (showing.eyesOf !== this.looker) {
      this.looker = showing.eyesOf;
      this.models.hide(this.looker);
      const stand = this.looker ? this.models.shown(this.looker, performance.now()) : null;
      if (stand) this.gaze = { yaw: stand.way, pitch: -0.06, angle: 70 };
      this.stale.shadow = true;
    }
    this.fade();
    this.stale.over = true;
    this.invalidate();
  }

  /** Fits the window. */
  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.size = { width, height };
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.labels.resize(width, height);
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
    this.invalidate();
  }

  private home(): Orbit {
    const [w, d] = this.ground?.size ?? [INCH, INCH];
    const { left, right, top, bottom } = this.pad;
    const [width, height] = [Math.max(80, this.size.width - left - right), Math.max(80, this.size.height - top - bottom)];
    const half = (Math.atan(Math.tan(radians(ANGLE) / 2) * (height / this.size.height)) * 360) / Math.PI;
    return overview(w / INCH, d / INCH, width / height, half);
  }

  private extent(): [number, number] {
    const [w, d] = this.ground?.size ?? [0, 0];
    return [w / INCH, d / INCH];
  }

  turn(dx: number, dy: number): void {
    this.flight = null;
    this.touched = true;
    const k = 3.2 / Math.max(320, Math.min(this.size.width, this.size.height));
    if (this.looker) this.gaze = looking(this.gaze, dx * k * 0.5, dy * k * 0.5);
    else this.orbit = turned(this.orbit, -dx * k, dy * k);
    this.invalidate();
  }

  move(dx: number, dy: number): void {
    if (this.looker) return this.turn(dx, dy);
    this.flight = null;
    this.touched = true;
    const k = (2 * this.orbit.distance * Math.tan(radians(ANGLE) / 2)) / this.size.height;
    this.orbit = moved(this.orbit, -dx * k, (dy * k) / Math.max(0.35, Math.sin(this.orbit.tilt)), ...this.extent());
    this.invalidate();
  }

  zoom(by: number, x: number, y: number): void {
    this.flight = null;
    this.touched = true;
    if (this.looker) this.gaze = narrowed(this.gaze, by);
    else this.orbit = zoomed(this.orbit, by, this.onGround(x, y), ...this.extent());
    this.invalidate();
  }

  reset(): void {
    const ahead = this.looker ? this.models.shown(this.looker, performance.now()) : null;
    if (this.looker) this.gaze = { yaw: ahead?.way ?? this.gaze.yaw, pitch: -0.06, angle: 70 };
    else this.fly(this.home());
    this.touched = false;
    this.invalidate();
  }

  /** Goes to see a model from near. */
  visit(id: string): void {
    const stand = this.models.shown(id, performance.now());
    if (!stand) return;
    this.touched = true;
    const target = world(stand.at[0], stand.at[1], 0);
    this.fly({ ...this.orbit, target, tilt: 0.75, distance: Math.min(this.orbit.distance, 20) });
  }

  private fly(to: Orbit): void {
    const takes = this.wanted.lasting(420);
    if (takes > 0) this.flight = { from: this.orbit, to, began: performance.now(), takes };
    else this.orbit = to;
    this.invalidate();
  }

  tap(x: number, y: number): void {
    const found = this.under(x, y);
    if (found) this.wanted.onpick(found);
  }

  hover(x: number, y: number): void {
    const idle = !this.pointer;
    this.pointer = [x, y];
    // At most once a frame, however many times the pointer moves.
    if (idle) {
      requestAnimationFrame(() => {
        const at = this.pointer;
        this.pointer = null;
        if (at && !this.gone) this.wanted.onhover(this.under(...at));
      });
    }
  }

  leave(): void {
    this.pointer = null;
    this.wanted.onhover(null);
  }

  private rayAt(x: number, y: number): Ray {
    this.aim();
    this.ray.setFromCamera(new Vector2((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2), this.camera);
    const { origin, direction: way } = this.ray.ray;
    return { from: table(origin), way: table(way) };
  }

  private onGround(x: number, y: number): Vec3 | null {
    const ray = this.rayAt(x, y);
    if (ray.way[2] >= 0) return null;
    const t = -ray.from[2] / ray.way[2];
    return world(ray.from[0] + ray.way[0] * t, ray.from[1] + ray.way[1] * t, 0);
  }

  /** What is at a place of the window. */
  under(x: number, y: number): Picked | null {
    if (!this.ground) return null;
    return pick(this.rayAt(x, y), this.surfaces, this.models.all(performance.now()), (part) => this.through.has(part));
  }

  /** Where a place on the table is in the window. */
  onScreen(at: Vec3): [number, number] {
    this.aim();
    const p = new Vector3(...world(...at)).project(this.camera);
    return [((p.x + 1) / 2) * this.size.width, ((1 - p.y) / 2) * this.size.height];
  }

  /** Where the camera is and what was drawn last. */
  report(): { camera: Vec3; calls: number; triangles: number; frames: number; through: number; busy: boolean; moving: boolean } {
    this.aim();
    const { x, y, z } = this.camera.position;
    const { calls, triangles, frame } = this.renderer.info.render;
    return { camera: [x, y, z], calls, triangles, frames: frame, through: this.through.size, busy: this.asked !== 0, moving: this.models.moving };
  }

  private aim(): void {
    const { camera } = this;
    const now = performance.now();
    const stand = this.looker ? this.models.shown(this.looker, now) : null;
    if (stand) {
      const eyes = this.showing?.eyes;
      const at = eyes && !this.models.moving ? eyes.at : ([stand.at[0], stand.at[1], stand.z + stand.model.height * 0.9] as Vec3);
      camera.position.set(...world(...at));
      camera.lookAt(camera.position.clone().add(new Vector3(...direction(this.gaze))));
      camera.fov = this.gaze.angle;
      camera.near = 0.08;
    } else {
      camera.position.set(...position(this.orbit));
      camera.up.set(0, 1, 0);
      camera.lookAt(new Vector3(...this.orbit.target));
      camera.fov = ANGLE;
      camera.near = 0.5;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** Asks for a picture at the next frame. */
  invalidate(): void {
    if (this.asked || this.gone) return;
    this.asked = requestAnimationFrame((now) => {
      this.asked = 0;
      this.draw(now);
    });
  }

  private put(mesh: Mesh, strokes: Strokes): void {
    mesh.geometry.dispose();
    mesh.geometry = strokes.geometry();
    mesh.visible = !strokes.empty;
  }

  private dim(model: KtModel): number {
    if (!this.showing) return 1;
    const { scene, level, eyesOf } = this.showing;
    if (level !== null && !eyesOf && model.z > level) return 0.18;
    return model.activated && model.id !== scene.activation?.model ? 0.42 : 1;
  }

  private refresh(now: number): void {
    const { showing, p } = this;
    if (!showing) return;
    const { scene, overlays, selected, hovered } = showing;
    this.models.place(now, (model) => this.dim(model));
    const seen = this.looker ? (showing.eyes?.sees ?? []) : null;
    const drawn = over({ scene, overlays, selected, hovered, stands: this.models.all(now), seen, p });
    this.put(this.flat, drawn.flat);
    this.behind.geometry = this.air.geometry;
    this.put(this.air, drawn.air);
    this.behind.geometry = this.air.geometry;
    this.behind.visible = this.air.visible;
    this.labels.set(drawn.labels);
    const { ghost } = overlays;
    const model = ghost && scene.models.find(({ id }) => id === ghost.model);
    this.ghost.visible = Boolean(model) && !this.looker;
    if (ghost && model) {
      this.ghost.geometry = this.models.geometry(`figure ${model.role} ${model.seat}`);
      this.ghost.position.set(...world(ghost.at[0], ghost.at[1], ghost.z));
      this.ghost.scale.setScalar(model.height / INCH);
      const stand = this.models.shown(model.id, now);
      this.ghost.rotation.y = stand?.way ?? radians(ghost.facing);
    }
  }

  private draw(now: number): void {
    if (this.gone || !this.ground) return;
    if (this.flight) {
      const t = Math.min(1, (now - this.flight.began) / this.flight.takes);
      this.orbit = between(this.flight.from, this.flight.to, ease(Math.max(0, t)));
      if (t >= 1) this.flight = null;
    }
    const moving = this.models.moving;
    if (this.stale.over || moving) this.refresh(now);
    if (this.stale.shadow || moving) this.renderer.shadowMap.needsUpdate = true;
    this.stale = { shadow: false, over: false };
    this.aim();
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.camera);
    if (moving || this.flight) {
      this.stale = { shadow: moving, over: moving };
      this.invalidate();
    }
  }

  /** Frees everything. */
  dispose(): void {
    for (const end of this.cleanup) end();
    this.free();
  }

  private free(): void {
    if (this.gone) return;
    this.gone = true;
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.clearEdge();
    this.models.dispose();
    this.labels.dispose();
    this.stage.dispose();
    for (const mesh of [this.opaque, this.faded, this.flat, this.air]) mesh.geometry.dispose();
    for (const paint of [this.solid, this.ghostly, this.flatPaint, this.airPaint, this.behindPaint, this.ghostPaint]) paint.dispose();
    this.renderer.dispose();
  }
}
