import type { RuleInfo } from './desk';
import { engine } from './engine';

const books = new Map<string, Promise<RuleInfo[]>>();

/** All rules of a game, asked once. */
export function rulesOf(game: string): Promise<RuleInfo[]> {
  let book = books.get(game);
  if (!book) {
    book = engine.ask<RuleInfo[]>({ ask: 'rules', game });
    book.catch(() => books.delete(game));
    books.set(game, book);
  }
  return book;
}

/** The rule that is open in the side panel, by its full id: 'killteam:MOVE-3'. */
export const openRule: { id: string | null } = $state({ id: null });

/** The game and the bare id of a rule. A bare id belongs to no game. */
export function parts(rule: string): { game: string | null; id: string } {
  const [game, id] = rule.split(':');
  return id === undefined ? { game: null, id: rule } : { game: game ?? null, id };
}

/** A rule's words with the ids it names cut out, so that they can be links. */
export function cut(text: string): { text: string; rule: string | null }[] {
  const found: { text: string; rule: string | null }[] = [];
  let from = 0;
  for (const match of text.matchAll(/\[((?:rome|killteam):[A-Z0-9-]+)\]/g)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), rule: null });
    found.push({ text: match[1] ?? '', rule: match[1] ?? null });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), rule: null });
  return found;
}

/** Those rules in which every word of a search stands. */
export function search(rules: RuleInfo[], words: string): RuleInfo[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (rule: RuleInfo) => {
    const text = `${rule.id} ${rule.chapter} ${rule.title} ${rule.text}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return rules.filter(holds);
}
