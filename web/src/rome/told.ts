/** The story as this table tells it: only as far as it has been shown, and the dealing in one line. */
import type { Entry, Seat } from '../lib/desk';
import type { Session } from '../lib/session.svelte';
import { happening } from './events';
import { inWords, plainly, title } from './words';

/** An entry in plain words, in which the dealing of many cards is one sentence; the number of beats stays as it was. */
export function folded(told: Entry, viewer: Seat | null, names: Record<string, string>): Entry {
  const entry = { ...told, beats: told.beats.map((beat) => ({ ...beat, text: plainly(beat.text) })) };
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
  const sentence =
    sizes.size === 1
      ? `Everybody is dealt ${inWords(size ?? 0)} units.`
      : `${[...each].map(([seat, kinds]) => `${names[seat] ?? seat} is dealt ${inWords(kinds.length)} units`).join(', ')}.`;
  const own = viewer === null ? undefined : each.get(viewer)?.filter((kind) => kind !== '');
  const hand = own && own.length > 0 ? ` Yours: ${tally(own)}.` : '';
  return {
    ...entry,
    beats: entry.beats.map((beat, index) => (dealt[index]?.name === 'dealt' ? { ...beat, text: index === first ? sentence + hand : '' } : beat)),
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
