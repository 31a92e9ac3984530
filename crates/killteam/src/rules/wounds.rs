//! Armour, wounds and recovery.

use crate::card::{RollOf, Stat};
use crate::rules::feats::{self, InAttack};
use crate::state::{Cause, Harm, Id, State};

/// What an armour roll needs: armour, worsened by armour piercing and bettered by cover and the
/// like.
///
/// Rules `killteam:ATK-12`, `killteam:CARD-4`, `killteam:CARD-19`, `killteam:K8`.
pub fn armour_need(armour: u8, ap: i8, bonus: i8) -> i8 {
    armour as i8 + ap - bonus
}

/// The number that serves a model best against a harm, and whether it is an invulnerable one, which
/// nothing modifies. Only one of several can be used, so the best of them is.
///
/// Rules `killteam:ARM-1`, `killteam:ARM-2`, `killteam:ARM-3`, `killteam:K8`.
pub fn best_armour(state: &State, harm: &Harm, bonus: i8) -> (i8, bool) {
    let profile = state.profile(harm.target);
    let ordinary = armour_need(profile.armour, harm.ap, harm.armour + bonus);
    let invulnerable = profile.invulnerable.iter().min().filter(|_| !harm.piercing);
    match invulnerable {
        Some(value) if (*value as i8) < ordinary => (*value as i8, true),
        _ => (ordinary, false),
    }
}

/// The wounds that unsaved hits and mortal wounds come to.
///
/// Rules `killteam:ATK-13`, `killteam:CARD-20`, `killteam:WND-8`, `killteam:WND-9`, `killteam:K32`.
pub fn wounds(harm: &Harm, saved: u8) -> u8 {
    harm.hits.saturating_sub(saved).saturating_mul(harm.damage).saturating_add(harm.mortal)
}

/// What a recovery roll needs: 4, and one more for each wound beyond the last.
///
/// Rules `killteam:WND-2`, `killteam:WND-5`, `killteam:K32`.
pub fn recovery_need(left: i8, bonus: i8) -> i8 {
    4 - left.min(0) - bonus
}

/// The bonus of a model to its recovery rolls.
pub fn recovery_bonus(state: &State, model: Id) -> i8 {
    feats::bonus(state, model, Stat::Recovery, None)
}

/// The attack a harm comes from, for the conditions of feats.
pub fn scene(state: &State, harm: &Harm) -> Option<InAttack> {
    let Cause::Attack(attacker) = harm.cause else { return None };
    let attack = state.attack.as_ref()?;
    let weapon = &state.profile(attacker).weapons[usize::from(attack.weapon)];
    Some(InAttack { attacker, target: harm.target, reach: weapon.kind, kind: attack.kind })
}

/// Which failed armour dice a model rolls again of its own accord against a harm.
pub fn armour_reroll(state: &State, harm: &Harm) -> Option<crate::card::Which> {
    feats::reroll(state, harm.target, RollOf::Armour, scene(state, harm))
}

/// Harm from something other than an attack, with the target's own armour bonuses.
///
/// Rules `killteam:WND-11`, `killteam:WND-12`.
pub fn outside(state: &State, target: Id, cause: Cause) -> Harm {
    Harm {
        target,
        cause,
        hits: 0,
        ap: 0,
        armour: feats::bonus(state, target, Stat::Armour, None),
        damage: 1,
        mortal: 0,
        was_down: state.model(target).down,
        fells: false,
        piercing: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `killteam:ATK-12`: 4+ against AP 2 needs a 6.
    #[test]
    fn atk_12_piercing_worsens_armour() {
        for (armour, ap, bonus, need) in [(4, 2, 0, 6), (4, 2, 1, 5), (6, 3, 0, 9), (2, 0, 2, 0)] {
            assert_eq!(armour_need(armour, ap, bonus), need);
        }
    }

    /// `killteam:WND-5`: each wound too many makes recovery harder.
    #[test]
    fn wnd_5_excess_wounds_count_against_recovery() {
        for (left, bonus, need) in [(0, 0, 4), (-2, 0, 6), (-2, 1, 5), (-5, 0, 9)] {
            assert_eq!(recovery_need(left, bonus), need);
        }
    }
}
