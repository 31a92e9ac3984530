import { keep, kept } from './keep';
import { Refused } from './refused';
import type { GameCard, Joined, Made, NewGame, RosterFile, Who } from './server';

/** Who plays in this browser: a guest or an account; null before the first online game. */
export const who: { is: Who | null } = $state({ is: kept<Who>('who') });

function be(person: Who | null): void {
  who.is = person;
  keep('who', person);
}

interface Fault {
  error: { message: string; rule: string | null; kept: string | null; faults: string[] };
}

/** Calls the server. Errors become sentences: what is wrong, what was kept, all faults. */
async function call<T>(method: string, path: string, body: unknown = undefined, token: string | null = who.is?.token ?? null): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused({ message: 'The server can’t be reached. Games on this device go on without it.', rule: null });
  }
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  // A server that was set up anew knows nobody: the next online game begins as a new guest.
  if (answer.status === 401 && token !== null && token === who.is?.token) be(null);
  throw new Refused(told(answer.status, text));
}

function told(status: number, text: string): { message: string; rule: string | null } {
  try {
    const { error } = JSON.parse(text) as Fault;
    const message = [error.message, ...(error.faults ?? []), error.kept].filter(Boolean).join(' ');
    return { message, rule: error.rule };
  } catch {
    return { message: `The server answered with ${status}. Try again in a moment.`, rule: null };
  }
}

/** Someone to play as: the account or guest there is, or a new guest of this name. */
export async function somebody(name = kept<string>('name') ?? 'Guest'): Promise<Who> {
  if (!who.is) be(await call<Who>('POST', '/guests', { name }, null));
  return who.is as Who;
}

/** Makes an account; the guest's games and rosters come along. */
export async function signUp(name: string, password: string): Promise<void> {
  be(await call<Who>('POST', '/accounts', { name, password, ...guest() }, null));
}

/** Signs in; the guest's games and rosters come along. */
export async function signIn(name: string, password: string): Promise<void> {
  be(await call<Who>('POST', '/sessions', { name, password, ...guest() }, null));
}

function guest(): { guest?: string } {
  return who.is && !who.is.account ? { guest: who.is.token } : {};
}

/** Signs out here; the next online game is a new guest's. */
export async function signOut(): Promise<void> {
  try {
    if (who.is) await call('DELETE', '/sessions');
  } finally {
    be(null);
  }
}

/** The games of whoever plays here; none without having played online. */
export async function myGames(): Promise<GameCard[]> {
  if (!who.is) return [];
  return (await call<Who & { games: GameCard[] }>('GET', '/me')).games;
}

/** What a browser holds of a game online. */
export interface Chair {
  token: string;
  watch: string | null;
  invites: { seat: string; token: string }[];
  /** What the game was made of, for whoever made it here: to play the same again. */
  made?: NewGame;
}

/** The chair kept for a game. */
export function chairOf(id: string): Chair | null {
  return kept<Chair>(`chair.${id}`);
}

/** Makes a game online and keeps the maker's chair. */
export async function makeGame(game: NewGame): Promise<Made> {
  await somebody();
  const made = await call<Made>('POST', '/games', game);
  keep(`chair.${made.id}`, { token: made.seatToken ?? made.watch, watch: made.watch, invites: made.invites, made: game } satisfies Chair);
  return made;
}

/** Takes the seat an invite is for. */
export async function joinGame(id: string, invite: string): Promise<Joined> {
  await somebody();
  const joined = await call<Joined>('POST', `/games/${encodeURIComponent(id)}/join`, { invite });
  keep(`chair.${id}`, { token: joined.seatToken, watch: joined.watch, invites: [] } satisfies Chair);
  return joined;
}

/** How a game stands, for whoever holds this token. */
export function gameCard(id: string, token: string): Promise<GameCard> {
  return call<GameCard>('GET', `/games/${encodeURIComponent(id)}`, undefined, token);
}

/** The record of a finished game. */
export function recordOf(id: string, token: string): Promise<unknown> {
  return call<unknown>('GET', `/games/${encodeURIComponent(id)}/record`, undefined, token);
}

/** Takes an unfinished game off the server; only its maker may. */
export async function dropOnline(id: string): Promise<void> {
  await call('DELETE', `/games/${encodeURIComponent(id)}`);
  keep(`chair.${id}`, null);
}

/** Where a game's socket is. */
export function socketOf(id: string): string {
  return `${location.origin.replace(/^http/, 'ws')}/api/v1/games/${encodeURIComponent(id)}/socket`;
}

/** The rosters kept on the server. */
export function onlineRosters(): Promise<RosterFile[]> {
  return call<RosterFile[]>('GET', '/rosters');
}

/** Keeps a roster on the server, too. */
export async function putRoster(file: RosterFile): Promise<void> {
  const { id, name, game, text } = file;
  await call('PUT', `/rosters/${encodeURIComponent(id)}`, { name, game, text });
}

/** Takes a roster off the server. */
export async function dropRoster(id: string): Promise<void> {
  await call('DELETE', `/rosters/${encodeURIComponent(id)}`);
}
