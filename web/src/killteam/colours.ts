/** Colours of factions: dark enough for a light picture on them, and never the only thing that tells sides apart. */
const KNOWN: [string, string][] = [
  ['ash', '#414c58'],
  ['glass', '#23606b'],
  ['tallow', '#6a4d17'],
  ['thorn', '#2c5a38'],
  ['unwound', '#553a72'],
];

const OTHERS = ['#6b3440', '#3a4a7a', '#5a5a22', '#22595a'];

/** The colour of a faction's bases. */
export function factionColour(faction: string): string {
  const low = faction.toLowerCase();
  const known = KNOWN.find(([word]) => low.includes(word));
  if (known) return known[1];
  let sum = 0;
  for (const letter of low) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return OTHERS[sum % OTHERS.length]!;
}
