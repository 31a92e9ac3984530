/** The story as this table tells it: only as far as it has been shown, and the dealing in one line. */
import type { Entry, Seat } from '../lib/desk';
import type { Session } from '../lib/session.svelte';
import { happening } from './events';
import { inWords, plainly, title } from './words';

/** An entry in plain words, in which the dealing of many cards is one sentence; the number of beats stays as it was. */
export function folded(told: Entry, viewer: Seat | null): Entry {
  const entry = drawnUp({ ...told, beats: told.beats.map((beat) => ({ ...beat, text: sentence(beat.text) })) });
  const dealt = entry.beats.map((beat) => happening(beat.event));
  const first = dealt.findIndex((event) => event?.name === 'dealt');
  const many = dealt.filter((event) => event?.name === 'dealt').length;
  if (first < 0 || many < 3) return entry;
  const each = new Map<Seat, string[]>();
  for (const event of dealt) {
    if (event?.name !== 'dealt') continue;
    const { seat, kind } = event.with;
    each.set(seat, [...(each.get(seat) ?? []), kind === null ? '' : title(kind)]);
  }
  const sizes = new Set([...each.values()].map((kinds) => kinds.length));
  const [size] = sizes;
  const all =
    sizes.size === 1
      ? `Everybody is dealt ${inWords(size ?? 0)} units.`
      : `${[...each].map(([seat, kinds]) => `${seat} is dealt ${inWords(kinds.length)} units`).join(', ')}.`;
  const own = viewer === null ? undefined : each.get(viewer)?.filter((kind) => kind !== '');
  const hand = own && own.length > 0 ? ` Yours: ${tally(own)}.` : '';
  return {
    ...entry,
    beats: entry.beats.map((beat, index) => (dealt[index]?.name === 'dealt' ? { ...beat, text: index === first ? `${all}${hand} ` : '' } : beat)),
  };
}

/** A sentence for the story: spaces in words, rules left to what opens below it. Ends with a space, as others follow. */
function sentence(text: string): string {
  if (text === '') return '';
  const short = text
    .replace(/\s*\[rome:[^\]]+\]/g, '')
    .replace(/^([A-D]) arranges -?\d+:.*$/, '$1 arranges the line.')
    .replace(/^([A-D]) declares: .*$/, '$1 declares the attacks.');
  return `${plainly(short)} `;
}

/** Lines that are laid open: one sentence for each, in place of one for each card. */
function drawnUp(entry: Entry): Entry {
  const events = entry.beats.map((beat) => happening(beat.event));
  const open = new Map<Seat, { first: number; front: string[]; hidden: number }>();
  events.forEach((event, index) => {
    if (event?.name !== 'deployed') return;
    const line = open.get(event.with.seat) ?? { first: index, front: [], hidden: 0 };
    if (event.with.unit.at.startsWith('f') && event.with.unit.kind) line.front.push(title(event.with.unit.kind));
    else line.hidden += 1;
    open.set(event.with.seat, line);
  });
  if (open.size === 0) return entry;
  return {
    ...entry,
    beats: entry.beats.map((beat, index) => {
      const event = events[index];
      if (event?.name !== 'deployed') return beat;
      const line = open.get(event.with.seat);
      if (line?.first !== index) return { ...beat, text: '' };
      return { ...beat, text: `${event.with.seat}'s front from left to right: ${line.front.join(', ')}${line.hidden > 0 ? `; ${inWords(line.hidden)} more in the rear` : ''}. ` };
    }),
  };
}

function tally(kinds: string[]): string {
  const many = new Map<string, number>();
  for (const kind of kinds) many.set(kind, (many.get(kind) ?? 0) + 1);
  return [...many].map(([kind, number]) => (number === 1 ? kind : `${kind} ×${number}`)).join(', ');
}

/** The same session, telling other entries. */
export function telling(session: Session, entries: () => Entry[]): Session {
  return new Proxy(session, {
    get(target, key) {
      if (key === 'entries') return entries();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
