import type { GameInfo } from '../desk';
import { freshSeed } from '../games';
import { keep } from '../keep';
import type { LocalSetup } from '../local.svelte';

/** The game a guide teaches with: small, against the weakest level. */
export function guideSetup(info: GameInfo): LocalSetup {
  keep(`guide.${info.id}`, null);
  keep(`guide.${info.id}.away`, null);
  const players = ['human', 'level1'];
  const common = { files: {}, players, seed: freshSeed(), guide: true };
  if (info.id === 'rome') return { game: 'rome', title: 'Rome: your first game', options: [['mode', 'first']], ...common };
  const small = [...info.teams].sort((one, other) => one.models - other.models);
  const mine = info.teams.find(({ faction }) => faction === 'ashguard') ?? small[0];
  const theirs = small.find(({ faction }) => faction !== mine?.faction) ?? small[0];
  const table = info.tables.find(({ id }) => id.includes('crossroads'))?.id ?? '1';
  return {
    game: 'killteam',
    title: 'Kill Team: your first game',
    options: [['teams', `${mine?.id},${theirs?.id}`], ['table', table]],
    ...common,
  };
}
