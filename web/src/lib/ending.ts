/** How a game ended, in a sentence and a few numbers. */
import { happening } from '../rome/events';
import { plainly } from '../rome/words';
import type { Entry, Seat, Sheet } from './desk';
import { count } from './format';
import { named } from './told';

export interface Ending {
  /** What decided it, if that was a blow. */
  blow: string | null;
  facts: string[];
}

/** What is told of a finished game. */
export function ending(sheet: Sheet, entries: Entry[], names: Record<Seat, string>): Ending {
  const { seats } = sheet.head;
  const each = (of: (seat: Seat) => number) => seats.map((seat) => `${names[seat]} ${of(seat)}`).join(', ');
  if (sheet.rome) {
    const deaths = entries.flatMap((entry) =>
      entry.beats.flatMap((beat) => {
        const event = happening(beat.event);
        return event?.name === 'killed' ? [{ seat: event.with.seat, text: beat.text }] : [];
      }),
    );
    const last = deaths.at(-1)?.text.replace(/ ?\[[^\]]*\]/g, '').replace(/ \([^()]*\)/g, '');
    return {
      blow: last ? named(plainly(last), names) : null,
      facts: [count(sheet.rome.turn, 'turn'), `units lost: ${each((seat) => deaths.filter((death) => death.seat === seat).length)}`],
    };
  }
  if (sheet.killteam) {
    const { teams, round } = sheet.killteam;
    const of = (seat: Seat) => teams.find((team) => team.seat === seat);
    return {
      blow: null,
      facts: [count(round, 'round'), `victory points: ${each((seat) => of(seat)?.score ?? 0)}`, `models lost: ${each((seat) => (of(seat)?.started ?? 0) - (of(seat)?.left ?? 0))}`],
    };
  }
  return { blow: null, facts: [] };
}
