//! Attacks: dice to hit, target by target, and who answers.

use kernel::Seat;

use super::{Now, ask, feats::pay_feats, harm};
use crate::action::Blow;
use crate::card::Reach;
use crate::check;
use crate::event::{Event, Expense};
use crate::rules::dice;
use crate::state::{Ask, Attack, AttackKind, Cause, Harm, Id, Models, State, members};

/// An attack: the dice to hit each target in turn, and what comes of them.
///
/// Rules `killteam:ATK-2`, `killteam:ATK-7`, `killteam:ATK-8`, `killteam:ATK-9`,
/// `killteam:CARD-17`, `killteam:CARD-18`, `killteam:K7`, `killteam:K29`.
pub(super) fn attacking(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(attack) = &state.attack else { return false };
    let attacker = attack.attacker;
    let Some(aimed) = attack.targets.get(usize::from(attack.at)).copied() else {
        let answers = answers(state, attack);
        step.emit(Event::AttackOver { answers });
        return false;
    };
    let target = aimed.target;
    if attack.struck || !state.in_play(target) {
        step.emit(Event::NextTarget);
        return false;
    }
    if !attack.rolled {
        let dice = dice::pool(step, "hit", attacker.seat(), aimed.dice);
        step.emit(Event::HitRolled { attacker, target, need: aimed.need, dice });
        return false;
    }
    if let Some(die) = dice::automatic(&attack.dice, aimed.need, aimed.reroll) {
        hit_again(step, die);
        return false;
    }
    // A hit that is no 6 may be rolled again too, in the hope of one.
    let open = attack.dice.iter().any(|die| dice::may_again(*die));
    if open && state.team(attacker.seat()).cp >= 1 {
        return ask(step, Ask::RerollHit(attacker.seat()));
    }
    strike_home(step);
    false
}

pub(super) fn hit_again(step: Now<'_, '_>, die: usize) {
    let Some(attack) = &step.state().attack else { return };
    let (attacker, room) = (attack.attacker, attack.dice.remaining_capacity());
    let Some(need) = attack.targets.get(usize::from(attack.at)).map(|aimed| aimed.need) else {
        return;
    };
    let (face, more) = dice::again(step, "hit", attacker.seat(), room);
    step.emit(Event::HitRerolled { attacker, need, die: die as u8, face, more });
}

/// Counts the hits on the target the attack is at.
pub(super) fn strike_home(step: Now<'_, '_>) {
    let Some(attack) = &step.state().attack else { return };
    let aimed = attack.targets[usize::from(attack.at)];
    let attacker = attack.attacker;
    let hits = dice::successes(&attack.dice, aimed.need);
    let sixes = attack.dice.iter().filter(|die| die.face == 6).count() as u8;
    let mortal = sixes.saturating_mul(aimed.sixes);
    step.emit(Event::Hit { attacker, target: aimed.target, hits, mortal });
    if hits > 0 || mortal > 0 {
        step.emit(Event::Faced(Harm {
            target: aimed.target,
            cause: Cause::Attack(attacker),
            hits,
            ap: aimed.ap,
            armour: aimed.armour,
            damage: aimed.damage,
            mortal,
            was_down: aimed.was_down,
            fells: aimed.fells,
            piercing: aimed.piercing,
        }));
    }
}

/// The targets of a melee attack that are still there to answer it.
///
/// Rules `killteam:CMD-14`, `killteam:CMD-17`, `killteam:K33`.
pub(super) fn answers(state: &State, attack: &Attack) -> Models {
    let weapon = &state.profile(attack.attacker).weapons[usize::from(attack.weapon)];
    if weapon.kind != Reach::Melee || attack.kind == AttackKind::Retaliation {
        return 0;
    }
    let survivors = attack.targets.iter().map(|aimed| aimed.target);
    survivors
        .filter(|id| state.in_play(*id) && !state.model(*id).down)
        .fold(0, |set, id| set | id.bit())
}

/// Rule `killteam:CMD-15`.
pub(super) fn answering(step: Now<'_, '_>) -> bool {
    let can = check::answering(step.state());
    if can == 0 {
        let models = step.state().answers.map_or(0, |answers| answers.waiting);
        step.emit(Event::NoAnswer { models });
        return false;
    }
    let owner = members(can).next().map_or(Seat(0), Id::seat);
    ask(step, Ask::Retaliate(owner))
}

/// A charge attack, a disengaging attack or a retaliation.
pub(super) fn strike(step: Now<'_, '_>, seat: Seat, by: Id, blow: &Blow) {
    let state = step.state();
    let declared = match state.ask {
        Ask::ChargeAttack(_) => check::charge_attack(state, by, blow),
        Ask::Strike(_) => check::disengaging(state, seat, by, blow),
        _ => check::retaliation(state, seat, by, blow),
    };
    let Ok((attack, _)) = declared else { return };
    match attack.kind {
        AttackKind::Disengaging => {
            if let Some(mover) = step.state().moving.as_ref().map(|moving| moving.model) {
                step.emit(Event::Provoked { model: mover, by: by.bit() });
            }
            step.emit(Event::Struck { model: by });
        }
        AttackKind::Retaliation => {
            step.emit(Event::Spent { seat, cp: 1, on: Expense::Retaliation });
        }
        AttackKind::Action | AttackKind::Charge => {}
    }
    pay_feats(step, by, &blow.feats);
    step.emit(Event::Declared(Box::new(attack)));
}

pub(super) fn hold(step: Now<'_, '_>, seat: Seat) {
    let state = step.state();
    match state.ask {
        Ask::ChargeAttack(_) => {
            let model = check::active(state).model;
            step.emit(Event::ChargeOver { model, possible: true });
        }
        Ask::Strike(_) => {
            let by = check::striking(state);
            if let Some(mover) = state.moving.as_ref().map(|moving| moving.model) {
                step.emit(Event::Provoked { model: mover, by });
            }
        }
        Ask::Retaliate(_) => {
            let mine: Models = state.roster(seat).fold(0, |set, id| set | id.bit());
            let models = state.answers.map_or(0, |answers| answers.waiting) & mine;
            step.emit(Event::NoAnswer { models });
        }
        _ => step.emit(Event::TurnEnded),
    }
}

/// Rules `killteam:CMD-9`, `killteam:DICE-7`.
pub(super) fn reroll(step: Now<'_, '_>, seat: Seat, die: u8) {
    step.emit(Event::Spent { seat, cp: 1, on: Expense::Reroll });
    if matches!(step.state().ask, Ask::RerollHit(_)) {
        hit_again(step, usize::from(die));
    } else {
        harm::armour_again(step, usize::from(die));
    }
}

pub(super) fn keep(step: Now<'_, '_>) {
    if matches!(step.state().ask, Ask::RerollHit(_)) {
        strike_home(step);
    } else {
        harm::settle(step);
    }
}
