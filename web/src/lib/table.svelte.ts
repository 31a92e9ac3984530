import type { Action, Entry, Eyes, Reasons, Seat, Sheet } from './desk';
import type { Desk } from './engine';
import { Refused } from './refused';
import type { Session } from './session.svelte';

/** What every kind of session shares: a table at the desk and what was seen of it last. */
export abstract class TableSession implements Session {
  abstract readonly kind: Session['kind'];
  abstract readonly toDecide: Seat | null;
  abstract readonly mayUndo: boolean;

  table = $state(-1);
  eyes: Eyes = $state('nobody');
  me: Seat[] = $state.raw([]);
  entries: Entry[] = $state.raw([]);
  fresh: Entry[] = $state.raw([]);
  thinking: Seat | null = $state(null);
  connection: Session['connection'] = $state('here');
  handover: Seat | null = $state(null);
  caughtUp: (() => Promise<void>) | null = null;
  protected seen: Sheet | null = $state.raw(null);

  constructor(
    protected readonly desk: Desk,
    /** The desk in which hints are thought out, so that the other one stays quick. */
    protected readonly thinker: Desk,
  ) {}

  get open(): boolean {
    return false;
  }

  get away(): Seat[] {
    return [];
  }

  get mine(): Seat[] {
    return this.me;
  }

  get sheet(): Sheet {
    if (!this.seen) throw new Error('the session is not open yet');
    return this.seen;
  }

  ask<T>(what: string, more: object = {}): Promise<T> {
    const seat = this.toDecide ?? (this.eyes === 'nobody' || this.eyes === 'all' ? null : this.eyes);
    return this.desk.ask<T>({ ask: what, table: this.table, eyes: this.eyes, seat, ...more });
  }

  abstract play(action: Action): Promise<void>;
  abstract undo(): Promise<void>;
  abstract hint(): Promise<Reasons>;
  abstract close(): void;

  async takeSeat(): Promise<void> {
    this.handover = null;
  }

  /** A sheet as it came: the ground is only sent when it changed, so the last one stands in. */
  protected withGround(sheet: Sheet): Sheet {
    const [before, now] = [this.seen?.killteam, sheet.killteam];
    if (now && !now.ground && before?.ground) now.ground = before.ground;
    return sheet;
  }

  /** Who must decide here, or a refusal in words. */
  protected asked(): Seat {
    if (this.toDecide) return this.toDecide;
    throw new Refused({ message: this.seen?.head.outcome ? 'The game is over.' : 'It is not your decision now.', rule: null });
  }
}
