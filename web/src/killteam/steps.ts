/** What happened, as steps that can be shown one after another. Pure: events in, steps out. */
import type { Dice, Entry, KtModel, Point, Seat } from '../lib/desk';
import { INCH, distance } from './geometry';

/** What a step changes about a model as it is shown. */
export type Look = Partial<Pick<KtModel, 'at' | 'z' | 'facing' | 'wounds' | 'down' | 'out' | 'activated' | 'aim' | 'focus'>>;

/** One step, with the time it takes at ordinary speed. */
export type Step = { ms: number; words: string; /** Who acts. */ by?: string | null } & (
  | { kind: 'move'; model: string; path: { at: Point; z: number }[]; look: Look }
  | { kind: 'look'; model: string; look: Look; sign: string | null; tone: 'good' | 'bad' | 'plain' }
  | { kind: 'strike'; from: string; to: string[] }
  | { kind: 'dice'; dice: Dice[]; on: string | null }
  | { kind: 'words' }
);

/** A place as records write it: `12.5,3 up 3 facing 90`. */
export function spotOf(text: unknown): { at: Point; z: number; facing: number } | null {
  if (typeof text !== 'string') return null;
  const found = /(-?[\d.]+),(-?[\d.]+)(?: up (-?[\d.]+))?(?: facing (-?\d+))?$/.exec(text.trim());
  if (!found) return null;
  const units = (n: string | undefined) => Math.round(Number(n ?? 0) * INCH);
  return { at: [units(found[1]), units(found[2])], z: units(found[3]), facing: Number(found[4] ?? 0) };
}

type Data = Record<string, unknown>;

function data(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

/** An event's name and what it holds, out of what a seat sees of it. */
export function eventOf(seen: unknown): [string, Data] {
  let event = seen;
  if (typeof event === 'object' && event !== null && 'open' in event) event = (event as Data)['open'];
  if (typeof event === 'string') return [event, {}];
  const entry = Object.entries(data(event))[0];
  return entry ? [entry[0], data(entry[1])] : ['', {}];
}

const name = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The time a way takes: long ways are gone faster. */
function pace(path: { at: Point }[]): number {
  let far = 0;
  for (let i = 1; i < path.length; i++) far += distance(path[i - 1]!.at, path[i]!.at);
  return Math.round(Math.min(350, 150 + (far / INCH) * 28));
}

/** What somebody else does is shown at least so long, or nobody could follow it. */
const LEAST = 320;

/** The steps of some entries, for models that stand as in `before`. */
export function stepsOf(entries: readonly Entry[], before: readonly KtModel[], own: readonly Seat[] = []): Step[] {
  const steps: Step[] = [];
  const where = new Map<string, { at: Point; z: number }>();
  const left = new Map<string, number>();
  const routes = new Map<string, { at: Point; z: number }[]>();
  const gone = new Map<string, number>();
  for (const model of before) {
    if (model.at) where.set(model.id, { at: model.at, z: model.z });
    left.set(model.id, model.wounds);
  }
  /** A sentence whose event shows nothing by itself is told with the step after it. */
  let untold = '';
  for (const entry of entries) {
    const begun = steps.length;
    let by: string | null = null;
    for (const beat of entry.beats) {
      const [kind, event] = eventOf(beat.event);
      if (['deployed', 'activated', 'set_out', 'moved', 'declared'].includes(kind)) by ??= name(event['attacker']) || name(event['model']) || null;
      const words = beat.text || untold;
      const shown = steps.length;
      const model = name(event['model']);
      const look = (of: string, look: Look, sign: string | null, tone: 'good' | 'bad' | 'plain', ms = 220) =>
        steps.push({ kind: 'look', model: of, look, sign, tone, words, ms });
      if (beat.dice.length) {
        const on = name(event['target']) || model || null;
        steps.push({ kind: 'dice', dice: beat.dice, on, words, ms: 350 });
      }
      switch (kind) {
        case 'deployed':
        case 'placed':
        case 'returned': {
          const at = spotOf(event['at']);
          if (!at) break;
          where.set(model, at);
          const more: Look = kind === 'returned' ? { out: false, down: false, wounds: count(event['wounds']) } : {};
          look(model, { ...at, ...more }, null, 'plain');
          break;
        }
        case 'set_out': {
          const path = Array.isArray(event['path']) ? event['path'] : [];
          routes.set(model, path.map(spotOf).filter((spot) => spot !== null));
          gone.set(model, 0);
          break;
        }
        case 'moved':
        case 'stopped': {
          const to = spotOf(event[kind === 'moved' ? 'to' : 'at']);
          const from = where.get(model);
          if (!to) break;
          const leg = kind === 'moved' ? count(event['leg']) : (gone.get(model) ?? 0);
          const between = (routes.get(model) ?? []).slice(gone.get(model) ?? 0, leg);
          gone.set(model, leg);
          const path = [...(from ? [from] : []), ...between, to];
          where.set(model, to);
          if (path.length > 1 && path.some((p) => distance(p.at, to.at) > 1 || p.z !== to.z)) {
            steps.push({ kind: 'move', model, path, look: to, words, ms: pace(path) });
          }
          break;
        }
        case 'declared': {
          const targets = Array.isArray(event['targets']) ? event['targets'].map((t) => name(data(t)['target'] ?? data(t)['id'])) : [];
          steps.push({ kind: 'strike', from: name(event['attacker']), to: targets.filter(Boolean), words, ms: 300 });
          break;
        }
        case 'wounded': {
          const lost = count(event['wounds']);
          const had = Math.max(0, count(event['left']));
          left.set(model, had);
          look(model, { wounds: had }, lost ? `−${lost}` : 'saved', lost ? 'bad' : 'good', 300);
          break;
        }
        case 'healed': {
          const now = (left.get(model) ?? 0) + count(event['wounds']);
          left.set(model, now);
          look(model, { wounds: now }, `+${count(event['wounds'])}`, 'good');
          break;
        }
        case 'knocked_down':
          look(model, { down: true }, 'down', 'bad');
          break;
        case 'stood_up':
          look(model, { down: false }, 'up', 'good');
          break;
        case 'removed':
          look(model, { out: true, at: null }, 'out', 'bad', 320);
          where.delete(model);
          break;
        case 'fell':
          look(model, {}, 'fell', 'bad');
          break;
        case 'activated':
          look(model, { activated: false }, null, 'plain', 150);
          break;
        case 'rested':
          look(model, { activated: true }, null, 'plain', 0);
          break;
        case 'scored':
        case 'round_began':
        case 'bids_shown':
        case 'ended':
          steps.push({ kind: 'words', words, ms: 350 });
          break;
        default:
      }
      untold = steps.length > shown ? '' : words;
    }
    if (untold) steps.push({ kind: 'words', words: untold, ms: 0 });
    untold = '';
    if (!entry.seat || own.length === 0 || own.includes(entry.seat)) continue;
    const these = steps.slice(begun);
    for (const step of these) step.by = by;
    const last = these.at(-1);
    if (last) last.ms += Math.max(0, LEAST - these.reduce((sum, { ms }) => sum + ms, 0));
  }
  return steps;
}

/** Where somebody is at a share (0 to 1) of a way. */
export function placeAlong(path: readonly { at: Point; z: number }[], share: number): { at: Point; z: number } {
  const legs = path.slice(1).map((to, i) => distance(path[i]!.at, to.at));
  const whole = legs.reduce((a, b) => a + b, 0);
  let left = whole * Math.min(Math.max(share, 0), 1);
  for (let i = 0; i < legs.length; i++) {
    const leg = legs[i]!;
    const from = path[i]!;
    const to = path[i + 1]!;
    if (left <= leg && leg > 0) {
      const k = left / leg;
      const between = (a: number, b: number) => Math.round(a + (b - a) * k);
      return { at: [between(from.at[0], to.at[0]), between(from.at[1], to.at[1])], z: between(from.z, to.z) };
    }
    left -= leg;
  }
  const last = path[path.length - 1];
  return last ? { at: last.at, z: last.z } : { at: [0, 0], z: 0 };
}
