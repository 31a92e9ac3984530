import type { Opened, Sheet } from './desk';
import { engine } from './engine';
import { setupTitle } from './modes';
import type { ReplaySession } from './replay.svelte';
import { saveGame } from './store';

/** Makes a local game that goes on from a moment of a replay; gives the path where it is played. */
export async function playOn(session: ReplaySession, at: number, players: string[]): Promise<string> {
  const { table } = await engine.ask<Opened>({ ask: 'fork', table: session.table, at, players });
  try {
    const { json } = await engine.ask<{ json: string }>({ ask: 'record', table });
    const { head } = await engine.ask<Sheet>({ ask: 'look', table, eyes: 'nobody', at: null });
    const id = crypto.randomUUID();
    await saveGame({
      id, game: head.game === 'rome' ? 'rome' : 'killteam', title: `${setupTitle(head.game, head.setup)}, from action ${at}`, players, options: [], files: {}, names: head.names,
      record: json, actions: head.actions, over: head.outcome !== null, changed: Date.now(), guide: false,
    });
    return `/local/${id}`;
  } finally {
    await engine.ask({ ask: 'close', table }).catch(() => undefined);
  }
}

/** Lets the browser save a text as a file. */
export function download(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
