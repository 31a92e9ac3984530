/** What is asked now, or what just happened, in one sentence. */
import { inches } from '../lib/format';
import { names } from '../lib/names.svelte';
import { waitingFor } from '../lib/waiting';
import type { Hand } from './hand.svelte';

/** The sentence over the deeds; `words` is what happened at last. */
export function sentenceOf(hand: Hand, words: string): string | null {
  const { session, scene } = hand;
  const over = session.sheet.head.outcome;
  if (over) return over === 'draw' ? 'The game is over: a draw.' : `The game is over: ${scene.teams.find((team) => team.seat === over.win)?.name ?? over.win} wins.`;
  const plain = withoutRules(words);
  if (session.kind === 'replay') return plain || null;
  if (session.toDecide === null) {
    if (session.thinking || session.kind === 'local') return plain || (session.thinking ? 'The computer is thinking.' : 'The other side decides.');
    const waiting = waitingFor(session, names(session.sheet.head, session.mine));
    return session.open ? waiting : [waiting, plain].filter(Boolean).join(' ');
  }
  const asked = questionOf(hand);
  // Where several sit at one screen it is told who is meant.
  return session.me.length > 1 ? `${scene.teams.find((team) => team.seat === session.toDecide)?.name ?? session.toDecide}: ${asked ?? ''}` : asked;
}

function questionOf(hand: Hand): string | null {
  const { session, scene } = hand;
  if (hand.question) return hand.question.sentence;
  if (hand.kind === 'deploy') return `Deploy: click where ${hand.name(hand.selected ?? '')} begins, in your zone.`;
  if (hand.kind === 'terrain') return 'Place a piece of terrain: choose it, turn it, and click where it stands.';
  const { path, deed, pinned, notes } = hand.moving;
  if (pinned && path) return `${deed?.label ?? 'Go'} ${inches(path.cost)} of ${inches(path.allowed)}${notes.length ? `: ${notes.join(' ')}` : ''}`;
  if (hand.chosen?.needs === 'path') return `${hand.chosen.label}: click where to, or drag the model along its way.`;
  if (hand.attacking.answer?.sentence) return hand.attacking.answer.sentence;
  if (scene.activation && hand.kind === 'act') return `${hand.name(scene.activation.model)}: ${scene.activation.left}`;
  const other = hand.kind === 'turn' ? hand.model(hand.selected) : null;
  if (other && other.seat !== session.toDecide) return `${other.name} is not yours: choose one of your models to act with.`;
  return session.sheet.question;
}

/** Rules stand behind the story's lines; here they would only be in the way. */
export function withoutRules(text: string): string {
  return text.replace(/ ?\[(?:rome|killteam):[A-Z0-9-]+\]/g, '');
}
