/** Puts together what lies over the table from the hand's plans and the tools. */
import { inches } from '../lib/format';
import type { KtModel, Point } from '../lib/desk';
import type { Hand } from './hand.svelte';
import { INCH } from './geometry';
import type { Ghost, Overlays, Zone } from './overlays';
import { arrowsOf, type Tools } from './tools.svelte';

function ghostOf(hand: Hand): Ghost | null {
  const path = hand.moving.path;
  const mover = hand.mover;
  if (path?.end && mover) return { model: mover.id, at: path.end.at, z: path.end.z, facing: mover.facing, legal: hand.moving.legal };
  if (hand.kind === 'deploy' && hand.placing.place?.at && hand.selected) {
    return { model: hand.selected, at: hand.placing.place.at, z: hand.placing.place.z, facing: 0, legal: !hand.placing.place.refused };
  }
  // A feat that sets somebody down: where it was pointed at.
  const feat = hand.feat;
  if (feat?.places && feat.to && mover) return { model: mover.id, at: feat.to, z: hand.level ?? 0, facing: mover.facing, legal: feat.answer?.action != null };
  return null;
}

/** Everything over the table now. */
export function overlaysOf(hand: Hand, tools: Tools, playing: boolean): Overlays {
  const models = hand.scene.models;
  const zones: Zone[] = tools.zones
    ? models.filter((model) => model.at && !model.out).map((model) => ({ model: model.id, radius: model.engagement, kind: 'engagement' as const }))
    : [];
  const mover = hand.mover;
  const attacking = hand.attacking.deed !== null;
  const only = hand.chosen?.needs === 'path' || hand.chosen?.id === 'charge' ? hand.chosen.id : hand.feat ? hand.feat.deed.id : null;
  const picks = hand.feat?.answer?.ons.map((on) => ({ id: on.id, legal: !on.why })) ?? [];
  const charges = hand.charges.map((target) => ({ id: target.id, legal: !target.why }));
  const targets = hand.attacking.targets.map((target) => ({ id: target.id, legal: !target.why }));
  return {
    reach: playing || attacking || tools.open ? [] : hand.moving.areas(only),
    trail: mover && !playing ? hand.moving.trail(mover) : null,
    sight: attacking ? hand.attacking.lines() : tools.lines(),
    zones,
    ghost: playing ? null : ghostOf(hand),
    measure: tools.measure,
    outline: hand.kind === 'terrain' && hand.placing.place ? { rings: hand.placing.place.outline, legal: !hand.placing.place.refused } : null,
    targets: [...targets, ...charges, ...picks],
    hint: hand.hint ? arrowsOf(hand.hint, (id) => models.find((model) => model.id === id)?.at ?? null, hand.scene.activation?.model ?? null) : [],
  };
}

/** The words beside the pointer: what a move costs, why it can't be, or what is there. */
export function tipOf(hand: Hand, tools: Tools): { at: Point; text: string; bad: boolean; more: string[] } | null {
  const line = tools.line;
  if (line) {
    const at = hand.model(line.to)?.at;
    return at ? { at, text: line.answer.text, bad: false, more: line.answer.hiders.length ? [`In the way: ${line.answer.hiders.join(', ')}`] : [] } : null;
  }
  const { at, here } = hand.pointer;
  if (!at || hand.moving.pinned) return null;
  if (hand.moving.refused) return { at, text: hand.moving.refused.message, bad: true, more: [] };
  const path = hand.moving.path;
  if (path && hand.moving.deed) {
    if (!path.ok) return { at, text: path.notes[0] ?? 'It does not get there.', bad: true, more: path.notes.slice(1) };
    return { at, text: `${hand.moving.deed.label} ${inches(path.cost)} of ${inches(path.allowed)}`, bad: false, more: hand.moving.notes };
  }
  if ((hand.kind === 'deploy' || hand.kind === 'terrain') && hand.placing.place?.refused) return { at, text: hand.placing.place.refused.message, bad: true, more: [] };
  if (here) return { at, text: here.text[0] ?? '', bad: false, more: here.text.slice(1) };
  return null;
}

/** A model in words, for those who hear the table. */
export function told(model: KtModel, own: boolean): string {
  const at = model.at ? `at ${Math.round(model.at[0] / INCH)} by ${Math.round(model.at[1] / INCH)} inches${model.z ? `, ${Math.round(model.z / INCH)} inches up` : ''}` : 'not on the table';
  const states = [model.down && 'knocked down', model.engagedWith.length > 0 && 'engaged', model.aim && 'aiming', model.focus && 'focused', model.activated && 'activated'].filter(Boolean);
  return `${own ? 'your' : 'enemy'} ${model.name}, ${model.wounds} of ${model.maxWounds} wounds, ${at}${states.length ? `, ${states.join(', ')}` : ''}`;
}
