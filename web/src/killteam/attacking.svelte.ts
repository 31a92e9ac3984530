/** Planning an attack: whom, with what, with how many dice, and how likely it is to help. */
import type { BlowAnswer, BlowDraft, Deed, Refusal, Target } from '../lib/desk';
import { reason } from '../lib/refused';
import { Latest } from './latest';
import type { Ask } from './moving.svelte';
import type { SightLine } from './overlays';

/** One attack that is being thought about. */
export class Attacking {
  deed = $state.raw<Deed | null>(null);
  by = $state('');
  targets = $state.raw<Target[]>([]);
  draft = $state.raw<BlowDraft | null>(null);
  answer = $state.raw<BlowAnswer | null>(null);
  refused = $state.raw<Refusal | null>(null);
  loading = $state(false);
  /** Whether the answer is about the draft as it is; until then Enter must not roll for what was drafted before. */
  settled = $state(false);
  #latest = new Latest();
  #round = 0;

  constructor(private readonly ask: Ask) {}

  /** The first target of the draft. */
  get target(): string | null {
    return this.draft?.at[0]?.target ?? null;
  }

  /** Forgets it. */
  clear(): void {
    this.#round += 1;
    this.#latest.cancel();
    this.deed = null;
    this.targets = [];
    this.draft = null;
    this.answer = null;
    this.refused = null;
    this.loading = false;
  }

  /** Looks at every target; begins with `prefer`, else with the likeliest to fall. */
  async open(deed: Deed, by: string, prefer: string | null): Promise<void> {
    this.clear();
    const round = this.#round;
    this.deed = deed;
    this.by = by;
    this.loading = true;
    try {
      const targets = await this.ask<Target[]>('kt.targets', { model: by, deed: blowKind(deed), extra: deed.extra });
      if (round !== this.#round) return;
      this.targets = [...targets].sort((a, b) => Number(!!a.why) - Number(!!b.why) || worth(b) - worth(a) || a.gap - b.gap);
      const first = (prefer && this.targets.find((target) => target.id === prefer)) || this.targets.find((target) => !target.why);
      if (first) this.choose(first.id);
    } catch (error) {
      if (round === this.#round) this.refused = reason(error);
    } finally {
      if (round === this.#round) this.loading = false;
    }
  }

  /** Aims all dice at a target, with the weapon in hand if it can reach, else with its best. */
  choose(id: string, weapon: number | null = null): void {
    const target = this.targets.find((found) => found.id === id);
    if (!target) return;
    const held = target.weapons.find((found) => found.number === (weapon ?? this.draft?.weapon) && (weapon !== null || !found.why));
    const best = held ?? bestWeapon(target) ?? target.weapons[0];
    this.refused = target.why;
    if (!best) {
      this.draft = null;
      this.answer = null;
      return;
    }
    this.#set({ weapon: best.number, at: [{ target: id, dice: 0 }], bonus: null, focus: this.draft?.focus ?? null, charge: this.draft?.charge ?? null, use: this.draft?.use ?? [] });
  }

  /** Another weapon against the same target. */
  arm(weapon: number): void {
    const target = this.target;
    if (target) this.choose(target, weapon);
  }

  /** What else goes with the attack. */
  change(change: Partial<Pick<BlowDraft, 'bonus' | 'focus' | 'charge' | 'use'>>): void {
    if (this.draft) this.#set({ ...this.draft, ...change });
  }

  /** Uses a feat with it, or no more. */
  toggle(feat: number): void {
    if (!this.draft) return;
    const use = this.draft.use.includes(feat) ? this.draft.use.filter((n) => n !== feat) : [...this.draft.use, feat];
    this.#set({ ...this.draft, use });
  }

  /** How many dice each target gets now. */
  shares(): { target: string; dice: number }[] {
    if (!this.draft) return [];
    const total = this.total();
    return this.draft.at.map((share) => ({ target: share.target, dice: share.dice || total }));
  }

  /** The dice there are to share out. */
  total(): number {
    const summed = this.draft?.at.reduce((sum, share) => sum + share.dice, 0) ?? 0;
    return summed || (this.answer?.dice ?? 0);
  }

  /** Gives a target one die more or fewer; another target pays or gets it. */
  shift(id: string, by: 1 | -1): void {
    if (!this.draft) return;
    const at = shifted(this.shares(), id, by);
    if (at) this.#set({ ...this.draft, at: at.length === 1 ? [{ target: at[0]!.target, dice: 0 }] : at });
  }

  /** The lines of sight to every target. */
  lines(): SightLine[] {
    return this.targets.map((target) => ({
      from: this.by,
      to: target.id,
      sight: target.sight,
      line: target.line,
      hiderPieces: target.hiderPieces,
      hiderModels: target.hiderModels,
      strong: this.draft?.at.some((share) => share.target === target.id) ?? false,
    }));
  }

  #set(draft: BlowDraft): void {
    this.draft = draft;
    this.settled = false;
    const deed = this.deed;
    if (!deed) return;
    this.#latest.ask(
      () => this.ask<BlowAnswer>('kt.blow', { by: this.by, deed: blowKind(deed), blow: draft, extra: deed.extra }),
      (answer) => {
        this.answer = answer;
        this.settled = true;
        this.refused = answer.refused;
      },
      (error) => {
        this.answer = null;
        this.refused = reason(error);
      },
    );
  }
}

/** What sort of attack a deed is to the engine. */
export function blowKind(deed: Deed): 'attack' | 'strike' {
  return deed.id === 'attack' ? 'attack' : 'strike';
}

function bestWeapon(target: Target) {
  const open = target.weapons.filter((weapon) => !weapon.why);
  return open.sort((a, b) => b.out - a.out || b.wound - a.wound)[0];
}

function worth(target: Target): number {
  const best = bestWeapon(target);
  return best ? best.out + best.wound / 10 : 0;
}

/** Shares with one die more or fewer for a target; null if that can't be. New targets may be named; those without dice drop out. */
export function shifted(shares: { target: string; dice: number }[], id: string, by: 1 | -1): { target: string; dice: number }[] | null {
  const at = shares.map((share) => ({ ...share }));
  let mine = at.find((share) => share.target === id);
  if (!mine) {
    if (by < 0) return null;
    mine = { target: id, dice: 0 };
    at.push(mine);
  }
  const others = at.filter((share) => share !== mine);
  const other = by > 0 ? others.filter((share) => share.dice > 0).sort((a, b) => b.dice - a.dice)[0] : others[0];
  if (!other || (by < 0 && mine.dice === 0)) return null;
  mine.dice += by;
  other.dice -= by;
  const left = at.filter((share) => share.dice > 0);
  return left.length ? left : null;
}
