/** The room: lights, the floor under the table, and their colours by theme. */

import {
  AmbientLight, CircleGeometry, Color, DirectionalLight, Fog, HemisphereLight, Mesh, MeshStandardMaterial, Scene, SpotLight,
} from 'three';
import type { Palette } from './palette';

/** The room and its lights. */
export class Stage {
  private readonly lamp = new SpotLight(0xffffff, 1, 0, 0.6, 0.65, 0);
  private readonly sky = new HemisphereLight(0xffffff, 0x000000, 1);
  private readonly back = new DirectionalLight(0xffffff, 1);
  private readonly soft = new AmbientLight(0xffffff, 0.35);
  private readonly floor = new Mesh(new CircleGeometry(150, 48), new MeshStandardMaterial({ roughness: 1 }));

  constructor(
    private readonly scene: Scene,
    shadow: number,
  ) {
    this.lamp.castShadow = shadow > 0;
    this.lamp.shadow.mapSize.set(shadow || 1, shadow || 1);
    this.lamp.shadow.radius = 3.2;
    this.lamp.shadow.bias = -0.0004;
    this.lamp.shadow.normalBias = 0.03;
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = false;
    scene.add(this.lamp, this.lamp.target, this.sky, this.back, this.back.target, this.soft, this.floor);
  }

  /** For a table so wide and deep, in inches. */
  fit(width: number, depth: number): void {
    const [x, z] = [width / 2, -depth / 2];
    const size = Math.max(width, depth);
    this.lamp.position.set(x - size * 0.62, size * 1.45, z + size * 0.42);
    this.lamp.target.position.set(x, 0, z);
    const far = this.lamp.position.distanceTo(this.lamp.target.position);
    this.lamp.angle = Math.atan((size * 0.86) / far);
    this.lamp.shadow.camera.near = far - size * 0.95;
    this.lamp.shadow.camera.far = far + size * 0.95;
    this.back.position.set(x + size * 0.8, size * 0.55, z - size * 0.5);
    this.back.target.position.set(x, 0, z);
    this.floor.position.set(x, -9, z);
    this.scene.fog = new Fog(0, size * 1.7, size * 4);
    this.tint();
  }

  /** In these colours. */
  paint(p: Palette): void {
    this.scene.background = new Color(p.room);
    this.lamp.color.set(p.sun);
    this.lamp.intensity = p.sunlight;
    this.sky.color.set(p.sky);
    this.sky.groundColor.set(p.ground);
    this.sky.intensity = p.fill;
    this.back.color.set(p.sky);
    this.back.intensity = p.fill * 0.5;
    this.floor.material.color.set(p.room).multiplyScalar(p.room < 0x808080 ? 1.5 : 0.85);
    this.tint();
  }

  private tint(): void {
    if (this.scene.fog && this.scene.background instanceof Color) this.scene.fog.color.copy(this.scene.background);
  }

  dispose(): void {
    this.lamp.dispose();
    this.lamp.shadow.dispose();
    this.floor.geometry.dispose();
    this.floor.material.dispose();
  }
}
