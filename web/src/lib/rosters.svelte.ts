import { dropRoster, onlineRosters, putRoster, who } from './api.svelte';
import { keep, kept } from './keep';

/** A roster kept in this browser. */
export interface KeptRoster {
  id: string;
  name: string;
  text: string;
  changed: string;
}

/** The kept rosters, the newest first. */
export function savedRosters(): KeptRoster[] {
  return (kept<KeptRoster[]>('rosters') ?? []).sort((one, other) => other.changed.localeCompare(one.changed));
}

/** The letters a name may have, of a roster and of its models; more is a fault. */
export const NAME_MAX = 24;

/** A good name for a file. */
export function fileName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, NAME_MAX) || 'roster';
}

/** An id for a new roster: short, and its own. */
export function rosterId(name: string): string {
  return `${fileName(name)}-${crypto.randomUUID().slice(0, 4)}`;
}

/** What lay on the bench unsaved when somebody left. */
export interface Unsaved {
  name: string;
  text: string;
}

const unsaved: { is: Unsaved | null } = $state({ is: kept<Unsaved>('roster.unsaved') });

/** The roster that was begun and not saved, reactive. */
export function unsavedRoster(): Unsaved | null {
  return unsaved.is;
}

/** Keeps what is not saved yet, in case somebody goes back or reloads; null forgets it. */
export function keepUnsaved(roster: Unsaved | null): void {
  unsaved.is = roster;
  keep('roster.unsaved', roster);
}

/** Keeps a roster here, and on the server if somebody is signed in. */
export async function saveRoster(roster: Omit<KeptRoster, 'changed'>): Promise<void> {
  const changed = new Date().toISOString();
  keep('rosters', [{ ...roster, changed }, ...savedRosters().filter(({ id }) => id !== roster.id)]);
  if (who.is?.account) await putRoster({ ...roster, game: 'killteam', changed });
}

/** Forgets a roster, here and on the server. */
export async function forgetRoster(id: string): Promise<void> {
  keep('rosters', savedRosters().filter((roster) => roster.id !== id));
  if (who.is?.account) await dropRoster(id);
}

/** Brings the rosters of an account and of this browser together; the newer of two stays. */
export async function gatherRosters(): Promise<KeptRoster[]> {
  if (!who.is?.account) return savedRosters();
  const all = merge(savedRosters(), await onlineRosters());
  keep('rosters', all);
  return savedRosters();
}

/** Two lists as one, by id, the newer of two. */
export function merge(here: KeptRoster[], there: KeptRoster[]): KeptRoster[] {
  const found = new Map<string, KeptRoster>();
  for (const { id, name, text, changed } of [...here, ...there]) {
    const other = found.get(id);
    if (!other || other.changed < changed) found.set(id, { id, name, text, changed });
  }
  return [...found.values()];
}

/** A roster's text as the part of a link behind '#'. */
export function toLink(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** A roster's text from a link; null if it is none. */
export function fromLink(part: string): string | null {
  try {
    const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
