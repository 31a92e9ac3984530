/** Badges and words over the table: painted into one picture, drawn by one call, always of the same size on the screen. */

import {
  CanvasTexture, InstancedBufferAttribute, InstancedBufferGeometry, LinearFilter, Mesh, PlaneGeometry, ShaderMaterial, SRGBColorSpace, Vector2,
} from 'three';
import type { Vec3 } from './units';

/** What a label shows: an icon or words or wounds, in order. */
export interface Label {
  /** In the world. */
  at: Vec3;
  /** How far above (negative: below) that place, in pixels. */
  rise: number;
  words: string;
  /** Paths of icons of 512 by 512. */
  icons: { path: string; colour: string }[];
  /** Wounds left and at most; drawn as pips. */
  wounds: [number, number] | null;
  ink: string;
  paper: string;
  edge: string | null;
  /** Small print. */
  small: boolean;
}

const SIZE = 1024;
const SCALE = 2;

const vertexShader = /* glsl */ `
attribute vec3 place;
attribute vec4 cell;
attribute vec3 size;
uniform vec2 view;
varying vec2 vUv;
void main() {
  vec4 clip = projectionMatrix * viewMatrix * vec4(place, 1.0);
  vec2 at = position.xy * size.xy + vec2(0.0, size.z);
  clip.xy += at * 2.0 / view * clip.w;
  vUv = cell.xy + (position.xy + 0.5) * cell.zw;
  gl_Position = clip;
}`;

const fragmentShader = /* glsl */ `
uniform sampler2D picture;
varying vec2 vUv;
void main() {
  gl_FragColor = texture2D(picture, vUv);
  if (gl_FragColor.a < 0.01) discard;
  #include <colorspace_fragment>
}`;

/** The size of a label in pixels, and how it is painted. */
function paint(c: CanvasRenderingContext2D, label: Label, x: number, y: number, measureOnly: boolean): [number, number] {
  const font = label.small ? 12 : 13;
  const high = label.small ? 18 : 22;
  c.font = `600 ${font}px "Inter Variable", system-ui, sans-serif`;
  const icon = high - 6;
  const pips = label.wounds ? Math.min(label.wounds[1], 8) : 0;
  const words = label.words ? Math.ceil(c.measureText(label.words).width) : 0;
  const gaps = [label.icons.length * (icon + 3), pips ? pips * 8 + 4 : 0, words ? words + 4 : 0];
  const wide = Math.ceil(gaps.reduce((a, b) => a + b, 0) + 9);
  if (measureOnly) return [wide, high];
  c.beginPath();
  c.roundRect(x + 1, y + 1, wide - 2, high - 2, (high - 2) / 2);
  c.fillStyle = label.paper;
  c.fill();
  if (label.edge) {
    c.lineWidth = 1.5;
    c.strokeStyle = label.edge;
    c.stroke();
  }
  let left = x + 6;
  for (const one of label.icons) {
    c.save();
    c.translate(left, y + 3);
    c.scale(icon / 512, icon / 512);
    c.fillStyle = one.colour;
    c.fill(new Path2D(one.path));
    c.restore();
    left += icon + 3;
  }
  for (let i = 0; i < pips; i++) {
    c.beginPath();
    c.arc(left + 4, y + high / 2, 3, 0, Math.PI * 2);
    c.lineWidth = 1.2;
    c.strokeStyle = label.edge ?? label.ink;
    c.stroke();
    if (i < label.wounds![0]) {
      c.fillStyle = label.edge ?? label.ink;
      c.fill();
    }
    left += 8;
  }
  if (pips) left += 3;
  if (words) {
    c.fillStyle = label.ink;
    c.textBaseline = 'middle';
    c.fillText(label.words, left + 1, y + high / 2 + 0.5);
  }
  return [wide, high];
}

const keyOf = (l: Label) => JSON.stringify([l.words, l.icons, l.wounds, l.ink, l.paper, l.edge, l.small]);

/** All labels of a scene. */
export class Labels {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly canvas = document.createElement('canvas');
  private readonly texture: CanvasTexture;
  private readonly cells = new Map<string, [number, number, number, number]>();
  private row = { x: 0, y: 0, high: 0 };

  constructor() {
    this.canvas.width = this.canvas.height = SIZE;
    this.texture = new CanvasTexture(this.canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.minFilter = LinearFilter;
    this.texture.generateMipmaps = false;
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { picture: { value: this.texture }, view: { value: new Vector2(1, 1) } },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 20;
    this.set([]);
  }

  private cell(c: CanvasRenderingContext2D, label: Label): [number, number, number, number] | null {
    const key = keyOf(label);
    const known = this.cells.get(key);
    if (known) return known;
    const [wide, high] = paint(c, label, 0, 0, true);
    if (this.row.x + wide > SIZE / SCALE) this.row = { x: 0, y: this.row.y + this.row.high + 2, high: 0 };
    if (this.row.y + high > SIZE / SCALE) return null;
    const found: [number, number, number, number] = [this.row.x, this.row.y, wide, high];
    paint(c, label, found[0], found[1], false);
    this.row.x += wide + 2;
    this.row.high = Math.max(this.row.high, high);
    this.cells.set(key, found);
    this.texture.needsUpdate = true;
    return found;
  }

  private clear(c: CanvasRenderingContext2D): void {
    c.setTransform(SCALE, 0, 0, SCALE, 0, 0);
    c.clearRect(0, 0, SIZE, SIZE);
    this.cells.clear();
    this.row = { x: 0, y: 0, high: 0 };
  }

  /** Shows these, in this order: later ones lie on top. */
  set(labels: Label[]): void {
    const c = this.canvas.getContext('2d');
    if (!c) return;
    if (!this.cells.size) this.clear(c);
    let cells = labels.map((label) => this.cell(c, label));
    if (cells.includes(null)) {
      // The picture is full of what was shown before.
      this.clear(c);
      cells = labels.map((label) => this.cell(c, label));
    }
    const shown = labels.flatMap((label, i) => (cells[i] ? [{ label, cell: cells[i] }] : []));
    const geometry = new InstancedBufferGeometry();
    const plane = new PlaneGeometry(1, 1);
    geometry.index = plane.index;
    geometry.setAttribute('position', plane.getAttribute('position'));
    const put = (name: string, width: number, of: (one: (typeof shown)[number]) => number[]) =>
      geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(shown.flatMap(of)), width));
    const all = SIZE / SCALE;
    put('place', 3, ({ label }) => label.at);
    put('cell', 4, ({ cell: [x, y, w, h] }) => [x / all, 1 - (y + h) / all, w / all, h / all]);
    put('size', 3, ({ label, cell: [, , w, h] }) => [w, h, label.rise + h / 2]);
    geometry.instanceCount = shown.length;
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
    this.mesh.visible = shown.length > 0;
  }

  /** The size of the window, in pixels of the page. */
  resize(width: number, height: number): void {
    (this.mesh.material.uniforms['view']!.value as Vector2).set(width, height);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.texture.dispose();
  }
}
