/** Ticks and numbers along the table's edges, painted once on a sheet that lies on the frame. */

import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import type { Palette } from './palette';
import { INCH } from './units';

/** The sheet for a table of that size (in units). */
export function ticks(size: [number, number], p: Palette, far: boolean): Mesh<PlaneGeometry, MeshBasicMaterial> {
  const [w, d] = [size[0] / INCH, size[1] / INCH];
  const rim = 1.5;
  const scale = 2048 / (Math.max(w, d) + 2 * rim);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((w + 2 * rim) * scale);
  canvas.height = Math.round((d + 2 * rim) * scale);
  const c = canvas.getContext('2d');
  if (c) {
    c.strokeStyle = c.fillStyle = `#${p.ink.toString(16).padStart(6, '0')}`;
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.font = `600 ${Math.round(scale * 0.52)}px "Inter Variable", system-ui, sans-serif`;
    c.lineWidth = scale * 0.045;
    const stroke = (x0: number, y0: number, x1: number, y1: number) => {
      c.beginPath();
      c.moveTo(x0 * scale, y0 * scale);
      c.lineTo(x1 * scale, y1 * scale);
      c.stroke();
    };
    /** A number upright for whoever sits at their side of the table. */
    const write = (i: number, x: number, y: number) => {
      c.save();
      c.translate(x * scale, y * scale);
      if (far) c.rotate(Math.PI);
      c.fillText(String(i), 0, 0);
      c.restore();
    };
    const long = (i: number) => (i % 6 === 0 ? 0.42 : i % 3 === 0 ? 0.3 : 0.18);
    c.globalAlpha = 0.75;
    for (let i = 0; i <= Math.floor(w); i++) {
      stroke(rim + i, rim - 0.06, rim + i, rim - 0.06 - long(i));
      stroke(rim + i, rim + d + 0.06, rim + i, rim + d + 0.06 + long(i));
      if (i % 6 === 0) for (const y of [rim - 0.9, rim + d + 0.95]) write(i, rim + i, y);
    }
    for (let i = 0; i <= Math.floor(d); i++) {
      const y = rim + d - i;
      stroke(rim - 0.06, y, rim - 0.06 - long(i), y);
      stroke(rim + w + 0.06, y, rim + w + 0.06 + long(i), y);
      if (i % 6 === 0) for (const x of [rim - 0.92, rim + w + 0.92]) write(i, x, y);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false, fog: false });
  const mesh = new Mesh(new PlaneGeometry(w + 2 * rim, d + 2 * rim), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set(w / 2, 0.145, -d / 2);
  return mesh;
}
