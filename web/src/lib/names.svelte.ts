import type { GameInfo, Head, Seat } from './desk';
import { games } from './games';
import type { Session } from './session.svelte';

/** What the levels of the computer are called, once that is known. */
const known: { games: GameInfo[] } = $state({ games: [] });
let asked = false;

/** How each seat is called: "You" where one person plays, a name that was given, or the computer's level. */
export function called(head: Head, me: Seat[], levels: { id: string; name: string }[]): Record<Seat, string> {
  const names = head.seats.map((seat, index): [Seat, string] => {
    if (me.length === 1 && me[0] === seat) return [seat, 'You'];
    const given = head.names[index] ?? '';
    if (given !== '' && given !== seat) return [seat, given];
    const player = head.players[index];
    const level = levels.find((level) => level.id === player)?.name;
    const alike = head.players.filter((other) => other === player).length > 1;
    return [seat, level ? `${level}${alike ? ` ${seat}` : ''}` : `Player ${seat}`];
  });
  return Object.fromEntries(names) as Record<Seat, string>;
}

/** Who plays what, in a few words for a tab: "Rome against Soldier", "Kill Team: Livia against Zoë". */
export function gameTitle({ kind, sheet: { head }, mine, open }: Pick<Session, 'kind' | 'sheet' | 'mine' | 'open'>, seats: Record<Seat, string>): string {
  const game = head.game === 'rome' ? 'Rome' : 'Kill Team';
  const list = (some: Seat[]) => new Intl.ListFormat('en').format(some.map((seat) => seats[seat]));
  const others = head.seats.filter((seat) => !mine.includes(seat));
  const first = head.seats[0] ?? 'A';
  const words =
    open ? `${game}: a seat is open`
    : mine.length === 1 ? `${game} against ${list(others)}`
    : mine.length === 0 ? `${game}: ${seats[first]} against ${list(others.filter((seat) => seat !== first))}`
    : `${game} on one screen${others.length > 0 ? `, against ${list(others)}` : ''}`;
  return kind === 'replay' ? `Replay of ${words}` : words;
}

/** The same with the levels the engine knows; they are asked for once. */
export function names(head: Head, me: Seat[] = []): Record<Seat, string> {
  if (!asked) {
    asked = true;
    games().then((found) => (known.games = found), () => (asked = false));
  }
  return called(head, me, known.games.find((game) => game.id === head.game)?.levels ?? []);
}
