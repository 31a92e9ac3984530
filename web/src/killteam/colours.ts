/** Colours of factions: bright enough to be told on a base of the side's colour, and never the only thing that tells sides apart. */
const KNOWN: [string, string][] = [
  ['ash', '#c3ccd6'],
  ['glass', '#6fd6e6'],
  ['tallow', '#f0c65a'],
  ['thorn', '#86d693'],
  ['unwound', '#c99cf0'],
];

const OTHERS = ['#f09aa8', '#a3b6f5', '#d8d66a', '#7fd9d4'];

/** The colour of a faction's ring. */
export function factionColour(faction: string): string {
  const low = faction.toLowerCase();
  const known = KNOWN.find(([word]) => low.includes(word));
  if (known) return known[1];
  let sum = 0;
  for (const letter of low) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return OTHERS[sum % OTHERS.length]!;
}
