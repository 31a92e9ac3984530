/** The view in depth, which comes only when it is asked for, and looking through somebody's eyes in it. */
import type { Component } from 'svelte';
import type { Ground, KtScene, Point } from '../lib/desk';
import { refuse } from '../lib/toast.svelte';
import type { Ask } from './moving.svelte';
import type { Overlays } from './overlays';

/** Something pointed at in depth. */
export type Seen = { model: string } | { point: Point; z: number };

/** What a model sees, and from where. */
export interface Eyes {
  at: [number, number, number];
  sees: { id: string; sight: 'clear' | 'obscured' | 'blocked' }[];
}

/** The view as a component. */
export type View = Component<
  {
    scene: KtScene;
    ground: Ground;
    selected: string | null;
    hovered: string | null;
    overlays: Overlays;
    eyesOf: string | null;
    eyes: Eyes | null;
    level: number | null;
    /** Seen from the far side. */
    far: boolean;
    pad: { left: number; right: number; top: number; bottom: number };
    onflat: () => void;
    onpick: (what: Seen) => void;
    onhover: (what: Seen | null) => void;
  },
  object,
  'level'
>;

const views = import.meta.glob<{ default: View }>('../three/View3d.svelte');
const load = views['../three/View3d.svelte'];

/** Whether the table is shown in depth, and through whose eyes. */
export class Depth {
  /** Whether there is such a view in this build. */
  readonly offered = load !== undefined;
  View = $state.raw<View | null>(null);
  on = $state(false);
  eyesOf = $state<string | null>(null);
  eyes = $state.raw<Eyes | null>(null);

  constructor(private readonly ask: Ask) {}

  /** In depth, or from above again. */
  async toggle(): Promise<void> {
    this.on = !this.on;
    this.eyesOf = null;
    if (!this.on || this.View || !load) return;
    try {
      this.View = (await load()).default;
    } catch (error) {
      this.on = false;
      refuse(error);
    }
  }

  /** Through a model's eyes, or out of them again. */
  async through(model: string): Promise<void> {
    if (!this.on) await this.toggle();
    this.eyesOf = this.eyesOf === model ? null : model;
  }

  /** Asks what is seen through the eyes that are looked through; what it returns forgets the answer. */
  look(): () => void {
    const model = this.eyesOf;
    let gone = false;
    this.eyes = null;
    if (model) this.ask<Eyes>('kt.eyes', { model }).then((found) => !gone && (this.eyes = found), refuse);
    return () => {
      gone = true;
    };
  }
}
