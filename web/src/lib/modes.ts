/** How much of Vanguard: Rome is played. */
export const modes = [
  { id: 'first', name: 'First game', about: 'Front rows only, no commands' },
  { id: 'front-commands', name: 'Front and commands', about: 'Front rows with commands' },
  { id: 'no-commands', name: 'Both rows', about: 'Hidden rear rows, no commands' },
  { id: 'full', name: 'The whole game', about: 'Hidden rear rows and commands' },
];

/** What a game is, for a heading: the engine names a mode of Rome by its id. */
export function setupTitle(game: string, setup: string): string {
  if (game !== 'rome') return setup;
  const [mode, players, ...more] = setup.split(', ');
  const name = modes.find(({ id }) => id === mode)?.name ?? mode ?? '';
  return ['Vanguard: Rome', name.toLowerCase(), ...(players === '2 players' ? [] : [players]), ...more].filter(Boolean).join(', ');
}
