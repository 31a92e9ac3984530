import type { Seat } from './desk';
import type { Session } from './session.svelte';

const list = new Intl.ListFormat('en');

/** Whom the game waits for, in a sentence, for somebody who has nothing to decide. */
export function waitingFor(session: Pick<Session, 'sheet' | 'me' | 'open' | 'away'>, names: Record<Seat, string>): string {
  const { sheet, me, open, away } = session;
  if (open && me.length > 0) return 'The game goes on when your friend has opened the link and sat down.';
  const owing = sheet.head.owes.filter((seat) => !me.includes(seat));
  if (owing.length === 0) return me.length === 0 ? 'You are watching.' : 'Waiting for the others.';
  const who = list.format(owing.map((seat) => `${names[seat]}${away.includes(seat) ? ' (connection lost)' : ''}`));
  if (me.length === 0) return `You are watching. ${who} ${owing.length === 1 ? 'is' : 'are'} to decide.`;
  return `Waiting for ${who}.`;
}
