/** The table in depth: holds the three.js objects, draws when something changed, and answers what is under the pointer. */

import {
  BufferGeometry, DoubleSide, GreaterDepth, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, NeutralToneMapping, PCFShadowMap,
  Scene, WebGLRenderer,
} from 'three';
import type { Overlays } from '../killteam/overlays';
import type { Ground, KtModel, KtScene } from '../lib/desk';
import type { Wishes } from './input';
import { Labels } from './labels';
import { Models } from './models';
import { over, type Seen } from './over';
import { painted } from './paint';
import { palette, type Palette, type Theme } from './palette';
import { pick, surfaces, type Picked, type Surface } from './pick';
import { Rig, type Pad } from './rig';
import { ticks } from './sheet';
import { Stage } from './stage';
import type { Strokes } from './strokes';
import { seenThrough, terrain, type Built } from './terrain';
import { INCH, radians, world, type Vec3 } from './units';

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

/** The view. */
export class TableScene implements Wishes {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly rig: Rig;
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
  private far = false;
  private size: [number, number] = [0, 0];
  private p: Palette;
  private theme: Theme;
  private ground: Ground | null = null;
  private built: Built | null = null;
  private surfaces: Surface[] = [];
  private through = new Set<string>();
  private showing: Showing | null = null;
  private looker: string | null = null;
  private poses = '';
  private asked = 0;
  private stale = { shadow: true, over: true };
  private pointer: [number, number] | null = null;
  private gone = false;
  private readonly cleanup: (() => void)[] = [];

  constructor(
    canvas: HTMLCanvasElement,
    private readonly wanted: Wanted,
  ) {
    const fine = wanted.quality === 'high';
    this.rig = new Rig(wanted.lasting);
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
      this.rig.fit(ground.size);
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
    this.relabel();
    this.fade();
  }

  /** The numbers at the edge are upright for whoever sits there. */
  private relabel(): void {
    if (!this.ground) return;
    this.clearEdge();
    this.edge.add(ticks(this.ground.size, this.p, this.far));
    this.invalidate();
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
      this.rig.enter(stand?.way ?? null);
      this.stale.shadow = true;
    }
    this.fade();
    this.stale.over = true;
    this.invalidate();
  }

  /** Fits the window. */
  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    // In a window of another shape what was shown lies elsewhere.
    const [w, h] = this.size;
    const other = (one: number, two: number) => Math.max(one, two) / Math.min(one, two) > 1.25;
    const anew = w > 0 && (width > height !== w > h || other(width, w) || other(height, h));
    this.size = [width, height];
    this.renderer.setSize(width, height, false);
    this.labels.resize(width, height);
    this.rig.resize(width, height);
    if (anew) this.reset();
    this.invalidate();
  }

  /** Looks from the far side, or from the near one. */
  sit(far: boolean): void {
    this.rig.sit(far);
    if (far !== this.far) {
      this.far = far;
      this.relabel();
    }
    this.invalidate();
  }

  /** Keeps the middle of the view clear of what covers the window's edges. */
  cover(pad: Pad): void {
    this.rig.cover(pad);
    this.invalidate();
  }

  turn(dx: number, dy: number): void {
    this.rig.turn(dx, dy);
    this.invalidate();
  }

  move(dx: number, dy: number): void {
    this.rig.move(dx, dy);
    this.invalidate();
  }

  zoom(by: number, x: number, y: number): void {
    this.aim();
    this.rig.zoom(by, x, y);
    this.invalidate();
  }

  reset(): void {
    this.rig.reset(this.looker ? (this.models.shown(this.looker, performance.now())?.way ?? null) : null);
    this.invalidate();
  }

  /** Goes to see a model from near. */
  visit(id: string): void {
    const stand = this.models.shown(id, performance.now());
    if (stand) this.rig.visit(...stand.at);
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

  /** What is at a place of the window. */
  under(x: number, y: number): Picked | null {
    if (!this.ground) return null;
    this.aim();
    return pick(this.rig.rayAt(x, y), this.surfaces, this.models.all(performance.now()), (part) => this.through.has(part));
  }

  /** Where a place on the table is in the window. */
  onScreen(at: Vec3): [number, number] {
    this.aim();
    return this.rig.onScreen(at);
  }

  /** Where the camera is and what was drawn last. */
  report(): { camera: Vec3; calls: number; triangles: number; frames: number; through: number; busy: boolean; moving: boolean } {
    this.aim();
    const { x, y, z } = this.rig.camera.position;
    const { calls, triangles, frame } = this.renderer.info.render;
    return { camera: [x, y, z], calls, triangles, frames: frame, through: this.through.size, busy: this.asked !== 0, moving: this.models.moving };
  }

  private aim(): void {
    const stand = this.looker ? this.models.shown(this.looker, performance.now()) : null;
    if (!stand) return this.rig.aim(null);
    const eyes = this.models.moving ? null : this.showing?.eyes;
    this.rig.aim(eyes?.at ?? [...stand.at, stand.z + stand.model.height * 0.9]);
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
    // Friends are seen too, but it is the enemy one looks for.
    const own = scene.models.find(({ id }) => id === this.looker)?.seat;
    const foe = (id: string) => scene.models.find((model) => model.id === id)?.seat !== own;
    const seen = this.looker ? (showing.eyes?.sees ?? []).filter(({ id }) => foe(id)) : null;
    const sits = scene.teams.find(({ side }) => side === (this.far ? 'far' : 'near'))?.seat ?? null;
    const drawn = over({ scene, overlays, selected, hovered, stands: this.models.all(now), own: sits, seen, p });
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
    this.rig.advance(now);
    const moving = this.models.moving;
    if (this.stale.over || moving) this.refresh(now);
    if (this.stale.shadow || moving) this.renderer.shadowMap.needsUpdate = true;
    this.stale = { shadow: false, over: false };
    this.aim();
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.rig.camera);
    if (moving || this.rig.flying) {
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
