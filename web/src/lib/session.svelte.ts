import type { Action, Entry, Eyes, Reasons, Seat, Sheet } from './desk';

/** A table at which somebody sits or looks on: local, online or replayed. Its fields are reactive. */
export interface Session {
  readonly kind: 'local' | 'online' | 'replay';
  /** The desk's handle. */
  readonly table: number;
  /** Whose view is shown (hot seat: changes after the hand-over screen). */
  readonly eyes: Eyes;
  /** The position as it is now; animations are the table's business. */
  readonly sheet: Sheet;
  /** The story, entry 0 first. */
  readonly entries: Entry[];
  /** The entries that came with the last change of the sheet, to be animated. */
  readonly fresh: Entry[];
  /** The seats people here decide for; in replays none. */
  readonly me: Seat[];
  /** The seats of those before this screen, for their names: those they decide for, or decided for in the game that is replayed. */
  readonly mine: Seat[];
  /** The seat that is asked here and now (null: wait). */
  readonly toDecide: Seat | null;
  /** A bot that is thinking. */
  readonly thinking: Seat | null;
  /** Whether a seat waits for somebody to take it. */
  readonly open: boolean;
  /** People at the table who are not connected; the game waits for them. */
  readonly away: Seat[];
  readonly connection: 'here' | 'lost' | 'trying';
  /** A hidden hand must be passed on: nothing is shown until this seat says that it sits here. */
  readonly handover: Seat | null;
  readonly mayUndo: boolean;
  /** Set by a table that shows events one after another: resolves when it has caught up. Bots here wait for it. */
  caughtUp: (() => Promise<void>) | null;
  /** A desk question about this table; adds table, seat and eyes if not given. Throws `Refused`. */
  ask<T>(what: string, more?: object): Promise<T>;
  /** Plays; throws `Refused`, and the position is as it was then. */
  play(action: Action): Promise<void>;
  undo(): Promise<void>;
  /** What a bot would do, and why. */
  hint(): Promise<Reasons>;
  /** Takes over after the hand-over screen. */
  takeSeat(): Promise<void>;
  /** Ends what runs for this session. */
  close(): void;
}
