/** Fingers and mouse over the map: a tap, a drag of a model, moving and pinching what is shown. */
import { distance, type Vec } from './geometry';

/** What the map does with them. */
export interface Hands {
  /** The model at a place of the window. */
  modelAt: (at: Vec) => string | null;
  draggable: (model: string) => boolean;
  /** Whether a drag measures, from where it begins to where it is let go. */
  measures: () => boolean;
  measure: (event: PointerEvent, at: Vec) => void;
  hover: (event: PointerEvent, at: Vec) => void;
  pick: (event: PointerEvent, at: Vec) => void;
  drag: (phase: 'begin' | 'move' | 'end' | 'cancel', event: PointerEvent, at: Vec, model: string | null) => void;
  pan: (dx: number, dy: number) => void;
  pinch: (before: [Vec, Vec], after: [Vec, Vec]) => void;
}

/** How far a pointer goes before it is no click any more, in pixels. */
const SLIP = { mouse: 5, touch: 9 };

/** The pointers that are down, and what they have begun. */
export class Gestures {
  #down = new Map<number, Vec>();
  #pressed: { at: Vec; model: string | null; doing: 'nothing' | 'pan' | 'drag' | 'measure' | 'pinch' } | null = null;
  #wanted: { event: PointerEvent; at: Vec } | null = null;

  constructor(private readonly hands: Hands) {}

  down(event: PointerEvent, at: Vec): void {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    this.#down.set(event.pointerId, at);
    if (this.#down.size === 2) {
      if (this.#pressed?.doing === 'drag') this.hands.drag('cancel', event, at, null);
      this.#pressed = { at, model: null, doing: 'pinch' };
    } else if (this.#down.size === 1) {
      this.#pressed = { at, model: event.button === 1 ? null : this.hands.modelAt(at), doing: event.button === 1 ? 'pan' : 'nothing' };
    }
  }

  move(event: PointerEvent, at: Vec): void {
    const before = this.#down.get(event.pointerId);
    const pressed = this.#pressed;
    if (!before || !pressed) {
      if (event.pointerType === 'mouse') this.#hover(event, at);
      return;
    }
    if (pressed.doing === 'pinch') {
      const other = [...this.#down.entries()].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.hands.pinch([before, other], [at, other]);
    } else {
      if (pressed.doing === 'nothing' && distance(pressed.at, at) > (event.pointerType === 'mouse' ? SLIP.mouse : SLIP.touch)) {
        if (pressed.model && this.hands.draggable(pressed.model)) {
          pressed.doing = 'drag';
          this.hands.drag('begin', event, pressed.at, pressed.model);
        } else if (this.hands.measures()) {
          pressed.doing = 'measure';
          this.hands.measure(event, pressed.at);
        } else pressed.doing = 'pan';
      }
      if (pressed.doing === 'drag') this.hands.drag('move', event, at, null);
      if (pressed.doing === 'measure') this.#hover(event, at);
      if (pressed.doing === 'pan') this.hands.pan(at[0] - before[0], at[1] - before[1]);
    }
    this.#down.set(event.pointerId, at);
  }

  /** Hovering is told once a frame. */
  #hover(event: PointerEvent, at: Vec): void {
    if (!this.#wanted) {
      requestAnimationFrame(() => {
        if (this.#wanted) this.hands.hover(this.#wanted.event, this.#wanted.at);
        this.#wanted = null;
      });
    }
    this.#wanted = { event, at };
  }

  up(event: PointerEvent, at: Vec): void {
    const had = this.#down.delete(event.pointerId);
    if (!had || !this.#pressed) return;
    const { doing } = this.#pressed;
    if (this.#down.size === 0) this.#pressed = null;
    if (doing === 'drag') this.hands.drag(event.type === 'pointercancel' ? 'cancel' : 'end', event, at, null);
    else if ((doing === 'nothing' || doing === 'measure') && event.type !== 'pointercancel') this.hands.pick(event, at);
  }
}
