//! Declaring attacks: who may be attacked, with how many dice, and every modifier.

use arrayvec::ArrayVec;
use kernel::RuleId;
use table::{Convex, Kinds, Length, Role, Sight};

use crate::action::{Blow, Boon};
use crate::card::{Effect, Ignored, Reach, RollOf, Stat, Weapon};
use crate::rules::engagement::{engaged, outnumbers, pinned_by};
use crate::rules::feats::{self, InAttack, Origin};
use crate::state::{Aimed, Attack, AttackKind, Dice, Id, State};
use crate::violation::Violation;

/// What a modifier changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// The roll to hit.
    Hit,
    /// The armour piercing.
    Ap,
    /// The target's armour roll.
    Armour,
    /// The number of dice.
    Dice,
    /// The damage.
    Damage,
}

/// One reason why a number of an attack is larger or smaller than printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it changes.
    pub changes: Changes,
    /// By how much.
    pub delta: i8,
    /// Why.
    pub why: Why,
}

/// Why there is a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The target is obscured.
    Obscured,
    /// The target is more than 12" away.
    LongRange,
    /// The attacker aimed.
    Aim,
    /// The attacker focused.
    Focus,
    /// The attacker charged.
    Charge,
    /// The target leaves.
    Disengaging,
    /// The target is knocked down.
    Down,
    /// The target has cover.
    Cover,
    /// The target is outnumbered.
    Outnumbered,
    /// A feat or a special rule.
    From(Origin),
}

impl Why {
    /// The rule behind it.
    pub fn rule(self, reach: Reach, changes: Changes) -> RuleId {
        RuleId(match (self, reach) {
            (Why::Obscured, _) => "killteam:RNG-3",
            (Why::LongRange, _) => "killteam:RNG-4",
            (Why::Aim, _) => "killteam:RNG-5",
            (Why::Focus, _) => "killteam:MEL-8",
            (Why::Charge, _) => "killteam:MEL-5",
            (Why::Disengaging, _) => "killteam:MEL-11",
            (Why::Down, Reach::Ranged) => "killteam:RNG-7",
            (Why::Down, Reach::Melee) if changes == Changes::Hit => "killteam:DOWN-7",
            (Why::Down, Reach::Melee) => "killteam:MEL-10",
            (Why::Cover, Reach::Ranged) => "killteam:RNG-6",
            (Why::Cover, Reach::Melee) => "killteam:MEL-9",
            (Why::Outnumbered, _) => "killteam:MEL-6",
            (Why::From(Origin::Feat(..)), _) => "killteam:CARD-10",
            (Why::From(Origin::Quirk(_)), _) => "killteam:CARD-21",
        })
    }
}

/// The list of reasons, before it is a number.
pub type Modifiers = ArrayVec<Modifier, 32>;

/// The attack of that number on a model's card.
///
/// Rules `killteam:ATK-1`, `killteam:CARD-13`.
pub fn weapon(state: &State, model: Id, number: u8) -> Result<&Weapon, Violation> {
    let weapons = &state.profile(model).weapons;
    number
        .checked_sub(1)
        .and_then(|index| weapons.get(usize::from(index)))
        .ok_or(Violation::NoWeapon { model, weapon: number, count: weapons.len() })
}

/// Whether an attack reaches a target: within its range, base contact for a range of nothing.
///
/// Rules `killteam:ATK-3`, `killteam:CARD-15`, `killteam:CARD-16`, `killteam:K4`.
pub fn reaches(state: &State, attacker: Id, weapon: &Weapon, target: Id) -> bool {
    state.within(attacker, target, weapon.range.max(Length::CONTACT))
}

/// Whether a target stands behind an obstacle it touches, seen from the attacker: it is in contact
/// with the obstacle, the line between the centres crosses the obstacle, and that piece alone would
/// obscure it. The sill of a window is an obstacle.
///
/// Rules `killteam:RNG-6`, `killteam:MEL-9`, `killteam:TER-6`, `killteam:TER-7`, `killteam:K4`,
/// `killteam:K27`.
pub fn has_cover(state: &State, attacker: Id, target: Id) -> bool {
    let (Some(from), Some(at)) = (state.figure(attacker), state.figure(target)) else {
        return false;
    };
    let near = at.base.reach() + Length::CONTACT.0;
    let mut line = None;
    state.board.blocks.iter().any(|block| {
        let obstacle = match block.role {
            Role::Solid => block.kinds.any(Kinds::OBSTACLE),
            Role::Sill => true,
            Role::Lintel | Role::Slab => false,
        };
        let far = i64::from(block.reach + near);
        if !obstacle || block.centre.distance_squared(at.spot.at) > far * far {
            return false;
        }
        let rise = (block.low - at.spot.z).max(at.spot.z - block.high).max(0);
        if !at.footprint().within(&block.shape, rise, Length::CONTACT.0) {
            return false;
        }
        let line = line
            .get_or_insert_with(|| Convex::hull(&[from.spot.at, at.spot.at]).expect("two points"));
        line.overlaps(&block.shape)
            && state.scene().sight_past_piece(attacker.index(), target.index(), block.piece)
                != Sight::Clear
    })
}

/// Whether a single target may be attacked, apart from how the dice are split. Bodies see all
/// around, and whatever stands between hides.
///
/// Rules `killteam:SIGHT-1`, `killteam:SIGHT-2`, `killteam:SIGHT-3`, `killteam:SIGHT-4`,
/// `killteam:SIGHT-5`, `killteam:K3`, `killteam:K63`.
///
/// Rules `killteam:ATK-3`, `killteam:ATK-4`, `killteam:MEL-1`, `killteam:ENG-7`, `killteam:K18`,
/// `killteam:K21`.
pub fn may_target(
    state: &State,
    attacker: Id,
    weapon: &Weapon,
    target: Id,
) -> Result<Sight, Violation> {
    if !state.exists(target) {
        return Err(Violation::NoModel { model: target });
    }
    if target.seat() == attacker.seat() {
        return Err(Violation::NotEnemy { target });
    }
    if !state.in_play(target) {
        return Err(Violation::NotInPlay { model: target });
    }
    if !reaches(state, attacker, weapon, target) {
        return Err(Violation::OutOfRange {
            target,
            gap: state.gap(attacker, target),
            range: weapon.range,
        });
    }
    let rule = RuleId("killteam:ATK-4");
    match weapon.kind {
        Reach::Ranged => {
            let by = pinned_by(state, target);
            if by != 0 {
                return Err(Violation::TargetEngaged { target, by });
            }
            match state.scene().sight(attacker.index(), target.index()) {
                Sight::Blocked => Err(Violation::Unseen { model: attacker, target, rule }),
                sight => Ok(sight),
            }
        }
        Reach::Melee => {
            if !state.scene().sees(attacker.index(), target.index()) {
                return Err(Violation::Unseen { model: attacker, target, rule });
            }
            // Within the attack's own reach and in sight, so the two are engaged.
            if !engaged(state, attacker, target) {
                return Err(Violation::NotEngaged { model: attacker, target });
            }
            Ok(Sight::Clear)
        }
    }
}

/// An attack as it is about to be made: whose, with what, in which circumstances.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Who attacks.
    pub attacker: Id,
    /// What sort it is.
    pub kind: AttackKind,
    /// How.
    pub blow: &'a Blow,
}

impl Plan<'_> {
    /// Whether an Aim or a Focus taken before counts for it.
    fn prepared(&self, state: &State) -> (bool, bool) {
        match &state.activation {
            Some(activation) if activation.model == self.attacker => {
                (activation.aim, activation.focus)
            }
            _ => (false, false),
        }
    }

    /// Everything that modifies the attack on one target.
    ///
    /// Rules `killteam:RNG-3`, `killteam:RNG-4`, `killteam:RNG-5`, `killteam:RNG-6`,
    /// `killteam:RNG-7`, `killteam:MEL-5`, `killteam:MEL-8`, `killteam:MEL-9`, `killteam:MEL-10`,
    /// `killteam:MEL-11`, `killteam:DOWN-6`, `killteam:DOWN-7`, `killteam:K14`, `killteam:K30`.
    pub fn modifiers(
        &self,
        state: &State,
        weapon: &Weapon,
        target: Id,
        sight: Sight,
    ) -> (Modifiers, feats::Boosts) {
        let mut list = Modifiers::new();
        let mut add = |changes, delta, why| {
            let _ = list.try_push(Modifier { changes, delta, why });
        };
        let scene =
            InAttack { attacker: self.attacker, target, reach: weapon.kind, kind: self.kind };
        let boosts = feats::boosts(state, scene, weapon, &self.blow.feats, |effect, origin| {
            if let Effect::Bonus { to, by, .. } = effect {
                let changes = match to {
                    Stat::Hit => Changes::Hit,
                    Stat::Ap => Changes::Ap,
                    Stat::Dice => Changes::Dice,
                    Stat::Damage => Changes::Damage,
                    _ => return,
                };
                add(changes, *by, Why::From(origin));
            }
        });
        let (aim, focus) = self.prepared(state);
        let down = state.model(target).down;
        match weapon.kind {
            Reach::Ranged => {
                if sight == Sight::Obscured && !boosts.ignores(Ignored::Obscured) {
                    add(Changes::Hit, -1, Why::Obscured);
                }
                let near = state.within(self.attacker, target, Length::inches(12));
                if !near && !boosts.ignores(Ignored::LongRange) {
                    add(Changes::Hit, -1, Why::LongRange);
                }
                if aim {
                    add(Changes::Hit, 1, Why::Aim);
                }
            }
            Reach::Melee => {
                let mut boon = |boon: Option<Boon>, why| match boon.unwrap_or_default() {
                    Boon::Hit => add(Changes::Hit, 1, why),
                    Boon::Ap => add(Changes::Ap, 1, why),
                };
                if focus {
                    boon(self.blow.focus, Why::Focus);
                }
                if self.kind == AttackKind::Charge {
                    boon(self.blow.charge, Why::Charge);
                }
                if down {
                    add(Changes::Hit, 1, Why::Down);
                }
                if self.kind == AttackKind::Disengaging {
                    add(Changes::Hit, 1, Why::Disengaging);
                    add(Changes::Ap, 1, Why::Disengaging);
                }
            }
        }
        if down {
            add(Changes::Ap, 1, Why::Down);
        }
        if !boosts.ignores(Ignored::Cover) && has_cover(state, self.attacker, target) {
            add(Changes::Armour, 1, Why::Cover);
        }
        // What works on the target: its armour, and how hard it is to hit.
        feats::effects_on(state, target, Some(scene), |effect, origin| {
            if let Effect::Bonus { to, by, .. } = effect {
                match to {
                    Stat::Armour => add(Changes::Armour, *by, Why::From(origin)),
                    Stat::BeingHit => add(Changes::Hit, *by, Why::From(origin)),
                    _ => {}
                }
            }
        });
        (list, boosts)
    }

    /// What works on the attack on one target and is no number, with where it comes from: effects
    /// of the weapon, of feats declared with it and of what lasts, and re-rolls of the target's
    /// armour.
    pub fn others(&self, state: &State, weapon: &Weapon, target: Id) -> Vec<(Effect, Origin)> {
        let scene =
            InAttack { attacker: self.attacker, target, reach: weapon.kind, kind: self.kind };
        let mut list = Vec::new();
        feats::boosts(state, scene, weapon, &self.blow.feats, |effect, origin| {
            let counts = match effect {
                Effect::Reroll { roll, .. } => *roll == RollOf::Hit,
                Effect::Ignore { .. } | Effect::Sixes { .. } | Effect::Fells => true,
                _ => false,
            };
            if counts {
                list.push((effect.clone(), origin));
            }
        });
        feats::effects_on(state, target, Some(scene), |effect, origin| {
            if matches!(effect, Effect::Reroll { roll: RollOf::Armour, .. }) {
                list.push((effect.clone(), origin));
            }
        });
        list
    }

    /// Checks the attack whole and fixes everything about it (`killteam:ATK-6`, `killteam:K29`).
    /// Also returns what its feats cost.
    ///
    /// `only` is the one target that a charge, a disengaging attack or a retaliation has.
    pub fn declare(&self, state: &State, only: Option<Id>) -> Result<(Attack, u8), Violation> {
        let Plan { attacker, kind, blow } = *self;
        let weapon = weapon(state, attacker, blow.weapon)?;
        if state.model(attacker).down {
            return Err(Violation::Down { model: attacker });
        }
        let first = blow.at.first().ok_or(Violation::BadTargets)?.target;
        if let Some(only) = only {
            let rule = RuleId(match kind {
                AttackKind::Charge => "killteam:MEL-3",
                AttackKind::Disengaging => "killteam:K20",
                _ => "killteam:K33",
            });
            if weapon.kind != Reach::Melee {
                return Err(Violation::WrongWeapon { needed: Reach::Melee, rule });
            }
            if blow.at.len() > 1 || first != only {
                return Err(Violation::NoSplit { target: only, rule });
            }
        }
        self.check_boons(state, weapon)?;
        if weapon.kind == Reach::Ranged {
            let by = pinned_by(state, attacker);
            if by != 0 {
                return Err(Violation::ShooterEngaged { model: attacker, by });
            }
        }
        if !state.exists(first) {
            return Err(Violation::NoModel { model: first });
        }
        let dice = self.shares(weapon, self.pool(state, weapon, first))?;
        let mut targets: ArrayVec<Aimed, 8> = ArrayVec::new();
        let mut bonus = None;
        for (i, share) in blow.at.iter().enumerate() {
            let target = share.target;
            if blow.at[..i].iter().any(|other| other.target == target) {
                return Err(Violation::BadTargets);
            }
            let sight = may_target(state, attacker, weapon, target)?;
            if weapon.kind == Reach::Ranged
                && i > 0
                && !state.within(first, target, Length::inches(2))
            {
                let gap = state.gap(first, target);
                return Err(Violation::SplitTooFar { target, first, gap });
            }
            if weapon.kind == Reach::Melee
                && blow.bonus.is_none_or(|wish| wish == target)
                && bonus.is_none()
                && outnumbers(state, attacker, target)
            {
                bonus = Some(i);
            }
            let (list, boosts) = self.modifiers(state, weapon, target, sight);
            let mut aimed = aimed(state, weapon, target, dice[i], &list, &boosts);
            if i == 0 {
                // Dice that feats and special rules add go at the first target; those they take away
                // are gone before a split.
                let more = if blow.at.len() > 1 { boosts.dice.max(0) } else { boosts.dice };
                aimed.dice = aimed.dice.saturating_add_signed(more).clamp(1, 20);
            }
            targets.push(aimed);
        }
        if let Some(i) = bonus {
            targets[i].dice += 1;
        } else if let Some(target) = blow.bonus {
            return Err(Violation::NoBonus { target });
        }
        let scene = InAttack { attacker, target: first, reach: weapon.kind, kind };
        let cost = feats::declared(state, attacker, &blow.feats, Some(scene), |when| {
            when.goes_with(weapon.kind)
        })?;
        let attack = Attack {
            kind,
            attacker,
            weapon: blow.weapon - 1,
            targets,
            at: 0,
            dice: Dice::new(),
            rolled: false,
            struck: false,
        };
        Ok((attack, cost))
    }

    /// Rule `killteam:K14`: a choice is made only where there is something to choose for.
    fn check_boons(&self, state: &State, weapon: &Weapon) -> Result<(), Violation> {
        let (_, focus) = self.prepared(state);
        if self.blow.focus.is_some() && !(focus && weapon.kind == Reach::Melee) {
            return Err(Violation::NoBoon { what: "Focus" });
        }
        if self.blow.charge.is_some() && self.kind != AttackKind::Charge {
            return Err(Violation::NoBoon { what: "charge" });
        }
        // Unknown feats are told before anything is computed with them.
        for number in &self.blow.feats {
            feats::find(state, self.attacker, *number)?;
        }
        Ok(())
    }

    /// The dice on the card that are there to be split: without those that feats and special rules
    /// take away, but at least one.
    ///
    /// Rule `killteam:DICE-6`.
    pub fn pool(&self, state: &State, weapon: &Weapon, target: Id) -> u8 {
        let scene =
            InAttack { attacker: self.attacker, target, reach: weapon.kind, kind: self.kind };
        let boosts = feats::boosts(state, scene, weapon, &self.blow.feats, |_, _| {});
        weapon.dice.saturating_add_signed(boosts.dice.min(0)).max(1)
    }

    /// The dice each target gets.
    ///
    /// Rules `killteam:ATK-5`, `killteam:RNG-2`, `killteam:MEL-4`, `killteam:K29`.
    fn shares(&self, weapon: &Weapon, pool: u8) -> Result<ArrayVec<u8, 8>, Violation> {
        let at = &self.blow.at;
        if let [share] = at[..]
            && (share.dice == 0 || share.dice == weapon.dice || share.dice == pool)
        {
            return Ok([weapon.dice].into_iter().collect());
        }
        let given = at.iter().fold(0_u8, |sum, share| sum.saturating_add(share.dice));
        if given != pool || at.iter().any(|share| share.dice == 0) {
            return Err(Violation::BadSplit { given, dice: pool });
        }
        Ok(at.iter().map(|share| share.dice).collect())
    }
}

fn aimed(
    state: &State,
    weapon: &Weapon,
    target: Id,
    dice: u8,
    list: &Modifiers,
    boosts: &feats::Boosts,
) -> Aimed {
    let sum = |changes: Changes| {
        list.iter()
            .filter(|modifier| modifier.changes == changes)
            .fold(0_i8, |sum, modifier| sum.saturating_add(modifier.delta))
    };
    Aimed {
        target,
        dice,
        need: weapon.hit as i8 - sum(Changes::Hit),
        ap: weapon.ap as i8 + sum(Changes::Ap),
        armour: sum(Changes::Armour),
        damage: (weapon.damage as i8).saturating_add(sum(Changes::Damage)).max(1) as u8,
        sixes: boosts.sixes,
        reroll: boosts.reroll,
        fells: boosts.fells,
        piercing: boosts.ignores(Ignored::Invulnerable),
        was_down: state.model(target).down,
    }
}

/// The melee attacks of a model that reach and see an enemy where both are now, by number.
pub fn melee_at(state: &State, model: Id, target: Id) -> impl Iterator<Item = u8> + '_ {
    let standing = !state.model(model).down
        && state.in_play(model)
        && state.in_play(target)
        && state
            .profile(model)
            .engages
            .is_some_and(|reach| state.within(model, target, reach.max(Length::CONTACT)))
        && state.scene().sees(model.index(), target.index());
    state.profile(model).weapons.iter().zip(1_u8..).filter_map(move |(weapon, number)| {
        (standing && weapon.kind == Reach::Melee && reaches(state, model, weapon, target))
            .then_some(number)
    })
}
