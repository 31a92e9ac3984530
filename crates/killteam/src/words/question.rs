//! What a seat is asked.

use crate::narrate::{self, Names, count, needs};
use crate::rules::{moving, rounds, terrain, wounds};
use crate::state::{Ask, AttackKind, Dice, MoveFor, State};
use crate::view::View;
use crate::{check, ideas};

/// Dice with their places, for a re-roll: `1: 4, 2: 6, 3: 2'`.
pub(super) fn placed(dice: &Dice) -> String {
    let list: Vec<String> = dice
        .iter()
        .zip(1..)
        .map(|(die, place)| {
            format!("{place}: {}{}", die.face, if die.again { " (again)" } else { "" })
        })
        .collect();
    list.join(", ")
}

pub(super) fn terrain_question(state: &State) -> String {
    let covered = table::coverage(&state.board);
    let left: Vec<String> = terrain::left(state)
        .take(12)
        .map(|number| format!("{number} {}", state.fixed.pool[usize::from(number) - 1].name))
        .collect();
    format!(
        "Place a piece of terrain, as in `terrain 1 at 18,12 facing 90`: {covered} of 25% are \
         covered; there are {}.",
        left.join(", ")
    )
}

pub(super) fn question(view: &View) -> String {
    let state = &view.state;
    let names = Names(&state.fixed.setup);
    let team = state.team(view.seat);
    let cp = team.cp;
    match state.ask {
        Ask::Nothing | Ask::Over(_) => String::new(),
        Ask::Terrain(_) => terrain_question(state),
        Ask::Side(_) => "Pick your side of the table.".into(),
        Ask::Deploy(_) => {
            let left = ideas::undeployed(state, view.seat).count();
            if ideas::room(state, view.seat).is_none() {
                return format!("Your zone is full: `pass`, and {left} of your models stay out.");
            }
            format!(
                "Deploy a model within 6\" of the {} edge: {left} left, as in `deploy A1 at 12,3`.",
                team.side
            )
        }
        Ask::Order(_) => "You won the roll: go first or second?".into(),
        Ask::Turn(_) => {
            let left = rounds::unactivated(state, view.seat).count();
            let mut text =
                format!("Your turn in round {}: {left} still to activate, {cp} CP", state.round);
            if team.tokens > 0 {
                text += &format!(", {}", count(team.tokens, "pass token"));
            }
            text + "."
        }
        Ask::Act(_) => act_question(state, names, cp),
        Ask::Fallback(_) => {
            let model = check::active(state).model;
            let (allowed, _) = moving::allowance(state, model, MoveFor::Fallback);
            format!(
                "{} must fall back up to {allowed} towards the {} edge.",
                names.of(model),
                team.side
            )
        }
        Ask::ChargeAttack(_) => {
            let activation = check::active(state);
            let target = activation.charging.map_or("nobody".into(), |target| names.of(target));
            format!("{} has reached {target}: strike, or hold?", names.of(activation.model))
        }
        Ask::Strike(_) => {
            let mover = state.moving.as_ref().map_or("somebody".into(), |m| names.of(m.model));
            let may = names.list(check::striking(state));
            format!("{mover} leaves: {may} may strike at it, or hold.")
        }
        Ask::RerollHit(_) => match &state.attack {
            Some(attack) => {
                let aimed = &attack.targets[usize::from(attack.at)];
                format!(
                    "{} rolled {} to hit {}, needing {}: roll one again for 1 CP of {cp}, or keep?",
                    names.of(attack.attacker),
                    placed(&attack.dice),
                    names.of(aimed.target),
                    needs(aimed.need)
                )
            }
            None => String::new(),
        },
        Ask::RerollArmour(_) => match &state.save {
            Some(save) => format!(
                "{} rolled {} for armour against {}, needing {}: roll one again for 1 CP of {cp}, \
                 or keep?",
                names.of(save.harm.target),
                placed(&save.dice),
                count(save.harm.hits, "hit"),
                needs(save.need.unwrap_or(7))
            ),
            None => String::new(),
        },
        Ask::Armour(_) => match &state.save {
            Some(save) => {
                let (need, _) = wounds::best_armour(state, &save.harm, 0);
                format!(
                    "{} must save {} by {} at AP {}: which armour, {} at best, and with which feats?",
                    names.of(save.harm.target),
                    count(save.harm.hits, "hit"),
                    narrate::cause(names, save.harm.cause),
                    save.harm.ap,
                    needs(need)
                )
            }
            None => String::new(),
        },
        Ask::Retaliate(_) => {
            let attacker = state.answers.map_or("nobody".into(), |a| names.of(a.attacker));
            let may = names.list(check::answering(state));
            format!("{may} may strike back at {attacker} for 1 CP of {cp}, or hold.")
        }
        Ask::FollowUp(_) => {
            format!("Another model may follow up for 1 CP of {cp}, or the turn ends.")
        }
        Ask::Bid => format!("How much of your {cp} CP do you bid for the next roll for first?"),
    }
}

pub(super) fn act_question(state: &State, names: Names<'_>, cp: u8) -> String {
    let activation = check::active(state);
    let model = activation.model;
    let mut text = format!("{} acts: ", names.of(model));
    if state.model(model).down {
        return text + "it is knocked down and must stand up first.";
    }
    text += &match (activation.longs, activation.shorts, activation.again) {
        (0, 0, false) => "one long action or two short ones".to_owned(),
        (0, 0, true) => "one short action".into(),
        (longs, shorts, _) => {
            let mut done = Vec::new();
            if longs > 0 {
                done.push(format!("{longs} long"));
            }
            if shorts > 0 {
                done.push(format!("{shorts} short"));
            }
            format!("{} done", done.join(" and "))
        }
    };
    text += &format!(", speed {}, {cp} CP", moving::speed(state, model));
    if activation.aim {
        text += ", aiming";
    }
    if activation.focus {
        text += ", focused";
    }
    text + "."
}

/// The kind of attack a strike would be now.
pub fn strike_kind(state: &State) -> AttackKind {
    match state.ask {
        Ask::ChargeAttack(_) => AttackKind::Charge,
        Ask::Strike(_) => AttackKind::Disengaging,
        Ask::Retaliate(_) => AttackKind::Retaliation,
        _ => AttackKind::Action,
    }
}
