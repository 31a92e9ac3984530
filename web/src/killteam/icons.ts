/** The pictures of the table: a silhouette for each role, a sign for each state and deed. */
import crested from 'icon:crested-helmet';
import brodie from 'icon:brodie-helmet';
import minigun from 'icon:minigun';
import wolf from 'icon:wolf-head';
import mecha from 'icon:mecha-head';
import hood from 'icon:hood';
import crosshair from 'icon:crosshair';
import allSeeing from 'icon:all-seeing-eye';
import swords from 'icon:crossed-swords';
import falling from 'icon:falling';
import sparkles from 'icon:sparkles';
import check from 'icon:check-mark';
import walk from 'icon:walk';
import sprint from 'icon:sprint';
import charge from 'icon:charging-bull';
import bullets from 'icon:supersonic-bullet';
import standUp from 'icon:up-card';
import hand from 'icon:stop-sign';
import flag from 'icon:flying-flag';
import dice from 'icon:perspective-dice-six-faces-random';
import shield from 'icon:shield';
import finish from 'icon:checkered-flag';
import power from 'icon:power-button';
import star from 'icon:beveled-star';
import drop from 'icon:position-marker';
import wall from 'icon:stone-wall';
import token from 'icon:token';
import type { KtModel } from '../lib/desk';

/** What a role looks like from above. */
export const ROLES: Record<KtModel['role'], string> = {
  leader: crested,
  trooper: brodie,
  heavy: minigun,
  beast: wolf,
  machine: mecha,
  scout: hood,
};

/** Signs of states. */
export const SIGNS = { aim: crosshair, focus: allSeeing, engaged: swords, down: falling, status: sparkles, done: check, objective: flag } as const;

const DEEDS: Record<string, string> = {
  activate: power,
  reactivate: power,
  walk,
  run: sprint,
  fall_back: sprint,
  charge,
  attack: bullets,
  strike: swords,
  aim: crosshair,
  focus: allSeeing,
  stand_up: standUp,
  done: check,
  keep: check,
  pass: hand,
  hold: hand,
  finish,
  run_out: finish,
  deploy: drop,
  terrain: wall,
  reroll: dice,
  armour: shield,
  invulnerable: shield,
  feat: star,
  bid: token,
};

/** The picture of a deed by its id. */
export function deedIcon(id: string): string {
  return DEEDS[id] ?? DEEDS[id.split(':')[0] ?? ''] ?? star;
}
