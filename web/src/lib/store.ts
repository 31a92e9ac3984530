// Games kept in the browser (IndexedDB): local ones with their record, so that a reload loses nothing.

/** A local game as it is kept. */
export interface SavedGame {
  id: string;
  game: 'rome' | 'killteam';
  title: string;
  /** 'human' or a level's id, a seat each. */
  players: string[];
  names: string[];
  /** How it was set up, to play the same again. */
  options: [string, string][];
  files: Record<string, string>;
  record: string;
  actions: number;
  over: boolean;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
  guide: boolean;
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  return (opened ??= new Promise((done, failed) => {
    const request = indexedDB.open('vanguard', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(new Error(`The browser keeps no games: ${request.error?.message ?? 'no reason given'}`));
  }));
}

async function within<T>(mode: IDBTransactionMode, work: (games: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const games = (await database()).transaction('games', mode).objectStore('games');
  const request = work(games);
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('the browser did not say why'));
  });
}

let tabs: BroadcastChannel | null = null;

/** What tabs of this browser tell each other: which game they have just kept. A tab does not hear itself. */
function channel(): BroadcastChannel {
  return (tabs ??= new BroadcastChannel('vanguard.games'));
}

/** Keeps a game, in place of what was kept of it, and tells other tabs. */
export async function saveGame(game: SavedGame): Promise<void> {
  await within('readwrite', (games) => games.put(game));
  channel().postMessage(game.id);
}

/** Calls back with what is kept of a game whenever another tab may have changed it; gives what ends that. */
export function followGame(id: string, changed: (game: SavedGame) => void): () => void {
  const look = async () => {
    const game = await savedGame(id).catch(() => null);
    if (game) changed(game);
  };
  const heard = (message: MessageEvent<unknown>) => {
    if (message.data === id) void look();
  };
  // A tab that slept may have missed what was told.
  const woken = () => {
    if (document.visibilityState === 'visible') void look();
  };
  channel().addEventListener('message', heard);
  document.addEventListener('visibilitychange', woken);
  return () => {
    channel().removeEventListener('message', heard);
    document.removeEventListener('visibilitychange', woken);
  };
}

/** A kept game. */
export async function savedGame(id: string): Promise<SavedGame | null> {
  return (await within<SavedGame | undefined>('readonly', (games) => games.get(id) as IDBRequest<SavedGame | undefined>)) ?? null;
}

/** All kept games, the newest first. */
export async function savedGames(): Promise<SavedGame[]> {
  const all = await within<SavedGame[]>('readonly', (games) => games.getAll() as IDBRequest<SavedGame[]>);
  return all.sort((one, other) => other.changed - one.changed);
}

/** Forgets a game. */
export async function dropGame(id: string): Promise<void> {
  await within('readwrite', (games) => games.delete(id));
}
