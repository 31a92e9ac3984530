/** Setting things down: where a model begins, and the pieces of terrain that are placed in turns. */
import type { Piece, PlaceAnswer, Point } from '../lib/desk';
import { reason } from '../lib/refused';
import { Latest } from './latest';
import type { Ask } from './moving.svelte';

/** What is about to be set down, and where. */
export class Placing {
  /** Where it would be placed. */
  place = $state.raw<PlaceAnswer | null>(null);
  /** The pieces of terrain that are left, the one in hand, and how it is turned. */
  pool = $state.raw<Piece[]>([]);
  piece = $state<number | null>(null);
  facing = $state(0);
  #latest = new Latest();

  constructor(private readonly ask: Ask) {}

  /** Drops what was pointed at; the piece stays in hand. */
  drop(): void {
    this.place = null;
    this.#latest.cancel();
  }

  /** Asks which pieces are left. */
  async load(): Promise<void> {
    const pool = await this.ask<Piece[]>('kt.pool');
    this.pool = pool;
    if (!pool.some((piece) => piece.index === this.piece)) this.piece = pool[0]?.index ?? null;
  }

  /** A model at a point. */
  model(model: string, [x, y]: Point, z: number | null, then?: () => void): void {
    this.#try(() => this.ask<PlaceAnswer>('kt.place', { model, x, y, z }), then);
  }

  /** The piece in hand at a point. */
  terrain([x, y]: Point, then?: () => void): void {
    if (this.piece === null) return;
    this.#try(() => this.ask<PlaceAnswer>('kt.terrain', { piece: this.piece, x, y, facing: this.facing }), then);
  }

  /** Turns the piece in hand. */
  turn(by: number, at: Point | null): void {
    this.facing = (this.facing + by + 360) % 360;
    if (at) this.terrain(at);
  }

  #try(question: () => Promise<PlaceAnswer>, then?: () => void): void {
    this.#latest.ask(
      question,
      (answer) => {
        this.place = answer;
        then?.();
      },
      (error) => {
        this.place = { refused: reason(error), at: null, z: 0, action: null, outline: [] };
        then?.();
      },
    );
  }
}
