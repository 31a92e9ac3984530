/** A key of a question, as the engine lists it. */
export interface Key {
  key: string;
  values: string;
  about: string;
}

/** What can be asked about in Kill Team; some only of a position. */
export const questions = [
  { key: 'dice', name: 'An attack with dice', position: false },
  { key: 'hits', name: 'Hits without a roll', position: false },
  { key: 'mortal', name: 'Mortal wounds', position: false },
  { key: 'fall', name: 'A fall', position: false },
  { key: 'recovery', name: 'A recovery roll', position: false },
  { key: 'nerve', name: 'A nerve test', position: false },
  { key: 'first', name: 'Who goes first', position: false },
  { key: 'attack', name: 'An attack on the table', position: true },
  { key: 'rolls', name: 'The dice on the table', position: true },
];

const target = ['armour', 'invulnerable', 'wounds', 'down', 'armour-bonus', 'armour-repeat', 'recovery-bonus', 'recovery-repeat', 'fells', 'enemy-cp', 'target'];
const goesWith: Record<string, string[]> = {
  dice: ['hit', 'ap', 'damage', 'melee', 'with', 'hit-bonus', 'sixes', 'repeat', 'rolled', 'cp', 'goal', ...target],
  hits: ['ap', 'damage', 'mortal', 'goal', ...target],
  mortal: target,
  fall: target,
  recovery: ['down', 'recovery-bonus', 'recovery-repeat', 'cp'],
  nerve: ['bonus', 'edge', 'repeat'],
  first: [],
  attack: ['as', 'aim', 'focus', 'defence', 'cp', 'enemy-cp', 'goal'],
  rolls: ['cp', 'enemy-cp', 'goal'],
};
const plain = ['hit', 'ap', 'damage', 'armour', 'wounds', 'cp', 'melee', 'with', 'bonus'];
const ofPositions = ['target'];

/** An everyday attack to begin from. */
export const usual: Record<string, string> = { dice: '3', hit: '4', ap: '1', armour: '4', wounds: '2', nerve: '4', hits: '3', mortal: '2', fall: '4', recovery: '0', first: '0,0' };

/** What a number is taken for where nothing is said. */
export const leftOut: Record<string, string> = { damage: '1', ap: '0', cp: '0', 'enemy-cp': '0', bonus: '0', 'hit-bonus': '0', 'armour-bonus': '0', 'recovery-bonus': '0', sixes: '0' };

const modifiers: Record<string, string> = {
  obscured: 'target obscured', 'long-range': 'over 12″ away', aim: 'aimed', 'focus-hit': 'focused: +1 to hit', 'focus-ap': 'focused: +1 AP', 'charge-hit': 'charged: +1 to hit',
  'charge-ap': 'charged: +1 AP', outnumbering: 'target outnumbered', disengaging: 'target leaves', down: 'target knocked down', cover: 'target in cover',
};
/** A modifier as players say it. */
export const modifierName = (word: string): string => modifiers[word] ?? word.replace('-', ' ');

/** The keys a question may have, its own first; `plain` ones are always shown. */
export function keysFor(keys: Key[], game: string, kind: string, position: boolean): (Key & { plain: boolean })[] {
  if (game === 'rome') return keys.map((key) => ({ ...key, plain: true }));
  const wanted = [kind, ...(goesWith[kind] ?? [])].filter((key) => position || !ofPositions.includes(key));
  return wanted.flatMap((name) => keys.filter(({ key }) => key === name).map((key) => ({ ...key, plain: name === kind || plain.includes(name) })));
}

/** What kind of field a key needs, by how its values are told. */
export function fieldOf({ key, values, about }: Key): { kind: 'yes' } | { kind: 'number'; min: number; max: number } | { kind: 'one'; of: string[] } | { kind: 'some'; of: string[] } | { kind: 'text' } {
  if (values === '') return { kind: 'yes' };
  const range = /^(-?\d+) to (-?\d+)$/.exec(values);
  if (range) return { kind: 'number', min: Number(range[1]), max: Number(range[2]) };
  if (key === 'with') return { kind: 'some', of: (about.split(':')[1] ?? '').split(',').map((word) => word.trim()).filter(Boolean) };
  if (/^[a-z]+(, [a-z]+)+$/.test(values)) return { kind: 'one', of: values.split(', ') };
  return { kind: 'text' };
}
