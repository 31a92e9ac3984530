import type { GameInfo } from './desk';
import { engine, thinker } from './engine';
import { LocalSession, type LocalSetup } from './local.svelte';
import { settings } from './settings.svelte';

let asked: Promise<GameInfo[]> | null = null;

/** The games there are, asked once. */
export function games(): Promise<GameInfo[]> {
  asked ??= engine.ask<GameInfo[]>({ ask: 'games' });
  asked.catch(() => (asked = null));
  return asked;
}

/** What is known of one game. */
export async function gameInfo(id: string): Promise<GameInfo> {
  const game = (await games()).find((game) => game.id === id);
  if (!game) throw new Error(`There is no game “${id}”. There are Kill Team Vanguard and Vanguard: Rome.`);
  return game;
}

/** The level of the computer a person plays against, as chosen last. */
export function levelOf(game: string): string {
  return settings.level[game] ?? 'level2';
}

/** A seed nobody can guess. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A number for a table made by lot. */
export function freshTable(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % 100_000;
}

/** Two different ones by lot, if there are two. */
export function twoOf<T>(list: T[], chance: () => number = Math.random): T[] {
  const first = Math.floor(chance() * list.length);
  const second = (first + 1 + Math.floor(chance() * (list.length - 1))) % list.length;
  return [list[first]!, list[second]!];
}

/** The simplest game against the computer: ready teams and a fresh table by lot. */
export function quickSetup(info: GameInfo, table = freshTable()): LocalSetup {
  const players = ['human', levelOf(info.id)];
  if (info.id === 'rome') return { game: 'rome', title: 'Vanguard: Rome', options: [], files: {}, players, seed: freshSeed() };
  const teams = twoOf(info.teams);
  return {
    game: 'killteam',
    title: teams.map(({ name }) => name).join(' against '),
    options: [['teams', teams.map(({ id }) => id).join(',')], ['table', String(table)]],
    files: {},
    players,
    seed: freshSeed(),
  };
}

/** Who sits where: one's own seat first or last, friends next, and the computer in what is left. */
export function seating(count: number, first: boolean, me: string, friends: { many: number; are: string }, level: string): string[] {
  const others = Array.from({ length: count - 1 }, (_, index) => (index < friends.many ? friends.are : level));
  return first ? [me, ...others] : [...others, me];
}

const live = new Map<string, LocalSession>();

/** Lays out a local game and gives the path where it is played. */
export async function begin(setup: LocalSetup): Promise<string> {
  const session = await LocalSession.create(engine, thinker, setup);
  live.set(session.saved.id, session);
  return `/local/${session.saved.id}`;
}

/** A game that was laid out just now, so that it need not be read again. */
export function justBegun(id: string): LocalSession | null {
  const session = live.get(id) ?? null;
  live.delete(id);
  return session;
}
