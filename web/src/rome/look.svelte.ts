/** The card that is looked at: it is followed where it goes, and its words are those of where it stands now. */
import type { RomeCard, RomeScene, RomeUnit, Seat } from '../lib/desk';
import type { Session } from '../lib/session.svelte';
import { refuse } from '../lib/toast.svelte';
import type { Board, Token } from './fold';

const BLANK: RomeUnit = {
  space: '', row: 'front', column: 0, kind: null, name: '', faceUp: true, seenByAll: false, chariot: false, used: false,
  power: null, attack: null, defence: null, immune: false, mounted: false,
};

/** What somebody looks at, on the table or before it comes there. */
export class Look {
  /** Which card of the table. */
  #id = $state<number | null>(null);
  /** A card that is no unit of a line yet, and whose it is. */
  #loose = $state.raw<{ seat: Seat; card: RomeCard } | null>(null);
  /** What was said, and about which card in which space. */
  #said = $state.raw<{ id: number; space: string; lines: string[] } | null>(null);
  #round = 0;

  constructor(
    private readonly session: Session,
    private readonly board: () => Board,
  ) {}

  /** The card on the table, while it is there. */
  get token(): Token | null {
    return this.board().tokens.find((token) => token.id === this.#id && token.doing !== 'fall') ?? null;
  }

  /** The unit to show, with its owner; null if nothing is looked at. */
  get shown(): { seat: Seat; unit: RomeUnit } | null {
    const { token } = this;
    if (token) return { seat: token.seat, unit: token.unit };
    if (!this.#loose) return null;
    const { seat, card } = this.#loose;
    return { seat, unit: { ...BLANK, kind: card.kind, name: card.name, power: card.power } };
  }

  /** What is said about it; nothing while it moves and nothing is known of its new place yet. */
  get lines(): string[] {
    const { token } = this;
    if (token) return this.#said?.id === token.id && this.#said.space === token.unit.space ? this.#said.lines : [];
    if (!this.#loose) return [];
    const { gist, rule } = this.#loose.card;
    return [`${gist.charAt(0).toUpperCase()}${gist.slice(1)}. [${rule}]`];
  }

  /** Looks at what stands in a space. */
  at(seat: Seat, space: string): Promise<void> {
    this.#loose = null;
    this.#id = this.board().tokens.find((token) => token.seat === seat && token.unit.space === space && token.doing !== 'fall')?.id ?? null;
    return this.refresh();
  }

  /** Looks at a card that is no unit of a line yet. */
  card(seat: Seat, card: RomeCard): void {
    this.#id = null;
    this.#loose = { seat, card };
  }

  /** The position is another one: asks again, lets go of what is gone, and follows a card that came onto the table. */
  async refresh(scene?: RomeScene): Promise<void> {
    const round = ++this.#round;
    if (scene && this.#loose && ![...scene.dealt, ...scene.drawn].some((card) => card.kind === this.#loose?.card.kind)) {
      const { seat, card } = this.#loose;
      const placed = this.board().tokens.findLast((token) => token.seat === seat && token.unit.kind === card.kind && token.doing !== 'fall');
      this.#id = placed?.id ?? null;
      this.#loose = null;
    }
    const { token } = this;
    if (!token) {
      this.#id = null;
      return;
    }
    const { id, seat, unit: { space } } = token;
    try {
      const lines = await this.session.ask<string[]>('rome.unit', { of: seat, space });
      if (round === this.#round) this.#said = { id, space, lines };
    } catch (error) {
      if (round === this.#round) refuse(error);
    }
  }
}
