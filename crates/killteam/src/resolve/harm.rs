//! Harm: armour, wounds and recovery.

use super::{Now, ask, feats::pay_feats};
use crate::card::{Effect, RollOf, When, Which};
use crate::check;
use crate::event::{Event, Loss};
use crate::rules::{dice, feats, wounds};
use crate::state::{Ask, Cause, Id, Save, State};

/// An armour roll: choice, dice, re-rolls, wounds.
///
/// Rules `killteam:ATK-2`, `killteam:ATK-10`, `killteam:ATK-11`, `killteam:K7`, `killteam:K8`.
pub(super) fn saving(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(save) = &state.save else { return false };
    let target = save.harm.target;
    let owner = target.seat();
    if !save.rolled {
        if save.harm.hits == 0 {
            settle(step);
            return false;
        }
        let Some(need) = save.need else {
            if has_reaction(state, save) {
                return ask(step, Ask::Armour(owner));
            }
            let (need, invulnerable) = wounds::best_armour(state, &save.harm, 0);
            let reroll = wounds::armour_reroll(state, &save.harm);
            step.emit(Event::ArmourChosen { model: target, need, invulnerable, reroll });
            return false;
        };
        let count = save.harm.hits;
        let dice = dice::pool(step, "armour", owner, count);
        step.emit(Event::ArmourRolled { model: target, need, dice });
        return false;
    }
    let need = save.need.unwrap_or(7);
    if let Some(die) = dice::automatic(&save.dice, need, save.reroll) {
        armour_again(step, die);
        return false;
    }
    let enough = dice::successes(&save.dice, need) >= save.harm.hits;
    let useful =
        save.dice.iter().any(|die| dice::may_again(*die) && !dice::succeeds(die.face, need));
    if !enough && useful && state.team(owner).cp >= 1 {
        return ask(step, Ask::RerollArmour(owner));
    }
    settle(step);
    false
}

/// Whether the target has a feat to use before its armour roll.
pub(super) fn has_reaction(state: &State, save: &Save) -> bool {
    let target = save.harm.target;
    let scene = wounds::scene(state, &save.harm);
    state.profile(target).feats.iter().zip(1_u8..).any(|(feat, number)| {
        feat.when == When::Attacked && feats::usable(state, target, number, scene, 0).is_ok()
    })
}

pub(super) fn armour_again(step: Now<'_, '_>, die: usize) {
    let Some(save) = &step.state().save else { return };
    let (model, room) = (save.harm.target, save.dice.remaining_capacity());
    let Some(need) = save.need else { return };
    let (face, more) = dice::again(step, "armour", model.seat(), room);
    step.emit(Event::ArmourRerolled { model, need, die: die as u8, face, more });
}

/// Wounds, recovery, and what becomes of the target.
///
/// Rules `killteam:ATK-13`, `killteam:CARD-5`, `killteam:CARD-6`, `killteam:WND-1`,
/// `killteam:WND-2`, `killteam:WND-3`, `killteam:WND-4`, `killteam:WND-5`, `killteam:WND-6`,
/// `killteam:WND-7`, `killteam:WND-10`, `killteam:WND-13`, `killteam:DOWN-8`, `killteam:VERT-10`,
/// `killteam:K25`, `killteam:K32`.
pub(super) fn settle(step: Now<'_, '_>) {
    let state = step.state();
    let Some(save) = &state.save else { return };
    let harm = save.harm;
    let model = harm.target;
    let saved = dice::successes(&save.dice, save.need.unwrap_or(7)).min(harm.hits);
    let wounds = wounds::wounds(&harm, saved);
    let left = i16::from(state.model(model).wounds) - i16::from(wounds);
    let left = left.max(-100) as i8;
    let mortal = harm.mortal.min(wounds);
    step.emit(Event::Wounded { model, saved, wounds, mortal, left });
    if wounds == 0 {
        return;
    }
    if left > 0 {
        let felled = harm.fells || harm.cause == Cause::Fall;
        if felled && !step.state().model(model).down {
            step.emit(Event::KnockedDown { model });
        }
        return;
    }
    if harm.was_down {
        step.emit(Event::Removed { model, why: Loss::WasDown });
        return;
    }
    let need = wounds::recovery_need(left, wounds::recovery_bonus(step.state(), model));
    let (face, before, passed) = single(step, "recovery", model, RollOf::Recovery, need);
    step.emit(Event::RecoveryRolled { model, face, before, need, passed });
    if passed {
        step.emit(Event::KnockedDown { model });
    } else {
        step.emit(Event::Removed { model, why: Loss::NotRecovered });
    }
}

/// A roll of one die that never explodes, with the re-roll a feat may give.
///
/// Rules `killteam:WND-3`, `killteam:WND-4`, `killteam:NERVE-2`, `killteam:NERVE-3`, `killteam:K5`.
pub(super) fn single(
    step: Now<'_, '_>,
    name: &'static str,
    model: Id,
    roll: RollOf,
    need: i8,
) -> (u8, Option<u8>, bool) {
    let face = dice::one(step, name, model.seat());
    let passed = dice::succeeds(face, need);
    let again = match feats::reroll(step.state(), model, roll, None) {
        Some(Which::Ones) => face == 1,
        Some(_) => !passed,
        None => false,
    };
    if !again {
        return (face, None, passed);
    }
    let second = dice::one(step, name, model.seat());
    (second, Some(face), dice::succeeds(second, need))
}

pub(super) fn armour(step: Now<'_, '_>, invulnerable: Option<u8>, used: &[u8]) {
    let Ok((need, is_invulnerable, _)) = check::armour(step.state(), invulnerable, used) else {
        return;
    };
    let Some(save) = &step.state().save else { return };
    let (model, harm) = (save.harm.target, save.harm);
    let mut reroll = wounds::armour_reroll(step.state(), &harm);
    for number in used {
        for effect in &step.state().profile(model).feats[usize::from(number - 1)].effects {
            if let Effect::Reroll { roll: RollOf::Armour, which, .. } = effect {
                reroll = feats::better(reroll, Some(*which));
            }
        }
    }
    pay_feats(step, model, used);
    step.emit(Event::ArmourChosen { model, need, invulnerable: is_invulnerable, reroll });
}
