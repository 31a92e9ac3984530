/** The story's sentences with names in place of seats' letters. */
import type { Seat } from './desk';

/** What stands before a seat that does not act itself. */
const OBJECT = /\b(of|against|for|to|by|from|with|beside|at|on)\s$/;
/** A verb of the third person; `pass` and `is dealt` are known apart by their ends. */
const VERB = /^ (is|has|does|[a-z]*[^s\W]s)\b/;

/** A verb as it is said to "you". */
function yours(verb: string): string {
  const irregular: Record<string, string> = { is: 'are', has: 'have', does: 'do' };
  const known = irregular[verb];
  if (known) return known;
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  return /(ss|sh|ch|x|z)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

/** A sentence in which seats have their names. Where "You" would not agree with what follows the letter stays. */
export function named(text: string, names: Partial<Record<Seat, string>>): string {
  let out = '';
  let rest = text;
  for (let found = /(?<![\w\-:’'])([A-D])(?![\w\-:])/.exec(rest); found; found = /(?<![\w\-:’'])([A-D])(?![\w\-:])/.exec(rest)) {
    const seat = found[1] as Seat;
    const name = names[seat];
    out += rest.slice(0, found.index);
    rest = rest.slice(found.index + 1);
    const begins = out === '' || /[.!?]\s*$/.test(out);
    const within = out.lastIndexOf('[') > out.lastIndexOf(']');
    const owns = /^['’]s\b/.test(rest);
    const verb = VERB.exec(rest)?.[1] ?? null;
    // An "A" that begins a sentence may be no seat at all: "A unit of B".
    const article = seat === 'A' && begins && !owns && verb === null && !/^([.,;)]| \()/.test(rest);
    if (name === undefined || within || article) {
      out += seat;
    } else if (name !== 'You') {
      out += name;
    } else if (owns) {
      out += begins ? 'Your' : 'your';
      rest = rest.slice(2);
    } else if (OBJECT.test(out)) {
      out += /\bof\s$/.test(out) ? 'yours' : 'you';
    } else if (verb !== null) {
      const end = rest.search(/[.;]/);
      const clause = end < 0 ? rest : rest.slice(0, end);
      if (/ (and|then|who) [a-z]+s\b/.test(clause)) {
        out += seat;
        continue;
      }
      out += `${begins ? 'You' : 'you'} ${yours(verb)}`;
      rest = clause.slice(verb.length + 1).replace(/: its\b/, ': your').replace(/: it\b/, ': you').replace(/\bits attacks\b/, 'your attacks') + (end < 0 ? '' : rest.slice(end));
    } else if (/^ \(/.test(rest)) {
      out += seat;
    } else {
      out += begins ? 'You' : 'you';
    }
  }
  return out + rest;
}
