//! May I? The one truth about legality.

use crate::action::Action;
use crate::rules::{abilities, attack, commands, nightfall, placing, shifting};
use crate::state::{Mind, Phase};
use crate::violation::{ShapeFault, Violation};

/// May the seat do this now?
///
/// * `rome:TURN-1` In a turn only the active player acts.
/// * `rome:TURN-2` `rome:TURN-3` `rome:R12` Before the attack, in any order.
pub fn check(mind: &Mind<'_>, action: &Action) -> Result<(), Violation> {
    let table = mind.table;
    match table.phase {
        Phase::Over(_) => return Err(Violation::Over),
        Phase::Dealing => {
            return Err(wrong_time("nothing can be done", "cards are dealt", "rome:SETUP-1"));
        }
        Phase::Arranging | Phase::Clash | Phase::Night => {
            if !table.owing.contains(mind.seat) {
                let rule = match table.phase {
                    Phase::Arranging => "rome:SETUP-2",
                    Phase::Clash => "rome:R8",
                    _ => "rome:R27",
                };
                return Err(Violation::AlreadyDecided { seat: mind.seat, rule });
            }
        }
        _ => {
            if table.active != mind.seat {
                return Err(Violation::NotYourTurn { seat: mind.seat, active: table.active });
            }
        }
    }
    match table.phase {
        Phase::Arranging => match action {
            Action::Arrange(plan) => nightfall::check_plan(mind, plan),
            _ => Err(wrong_time(
                "nobody can do that",
                "first all units are arranged",
                "rome:SETUP-2",
            )),
        },
        Phase::Night => match action {
            Action::Arrange(plan) => nightfall::check_plan(mind, plan),
            Action::Keep => {
                // `rome:NIGHTFALL-2` `rome:R27` Declining needs a line that is legal as it is.
                let what = ShapeFault::MustRearrange;
                let legal = mind.line().legal();
                legal.then_some(()).ok_or(Violation::WrongShape { what, night: true })
            }
            _ => Err(wrong_time(
                "nobody can do that",
                "at Nightfall the line is rearranged or kept",
                "rome:NIGHTFALL-2",
            )),
        },
        Phase::Clash => match action {
            Action::Attack { orders } => attack::check_orders(table, mind.seat, orders),
            // `rome:R8` Activated abilities are not used in the Initial Vanguard.
            _ => Err(wrong_time(
                "nobody can do that",
                "in the Initial Vanguard attacks are declared and nothing else",
                "rome:CLASH-3",
            )),
        },
        Phase::Turn => check_turn(mind, action),
        Phase::AfterAttack => match action {
            Action::Play(command) => commands::check_play(mind, *command),
            Action::Flank { .. } => commands::check_play(mind, crate::cards::Command::Flank),
            Action::End => Ok(()),
            Action::Discard(_) => Err(no_discard(mind)),
            _ => Err(wrong_time(
                "that can't be done",
                "after the attack only Retreat can be played",
                "rome:ATK-1",
            )),
        },
        Phase::Retreating => match action {
            Action::Shift(shift) => shifting::check_shift(mind.line(), *shift),
            Action::Settle { to } => {
                check_legal(mind)?;
                commands::check_settle(mind, *to)
            }
            _ => Err(wrong_time(
                "that can't be done",
                "the line closes up, then the retreating unit is put down",
                "rome:RETREAT-3",
            )),
        },
        Phase::Discarding => match action {
            Action::Discard(command) if mind.hand[command.index()] == 0 => {
                Err(Violation::NotInHand { command: *command })
            }
            Action::Discard(_) => Ok(()),
            _ => Err(wrong_time(
                "that can't be done",
                "discard down to seven commands",
                "rome:CMD-3",
            )),
        },
        Phase::Over(_) | Phase::Dealing => unreachable!("refused above"),
    }
}

fn check_turn(mind: &Mind<'_>, action: &Action) -> Result<(), Violation> {
    match action {
        Action::Place { unit, column } => placing::check_place(mind, *unit, *column),
        Action::Play(crate::cards::Command::Flank) => Err(wrong_time(
            "Flank can't be played by itself",
            "name the unit and the wing it goes to",
            "rome:FLANK-2",
        )),
        Action::Play(command) => commands::check_play(mind, *command),
        Action::Flank { unit, to } => {
            commands::check_play(mind, crate::cards::Command::Flank)?;
            commands::check_flank(mind.line(), *unit, *to)
        }
        Action::Switch { unit, with } => abilities::check_switch(mind.line(), *unit, *with),
        Action::Ride { from, to } => abilities::check_ride(mind, *from, *to),
        Action::Shift(shift) => shifting::check_shift(mind.line(), *shift),
        Action::Attack { orders } => {
            // `rome:ATK-1` The attack comes when the unit is placed and the line is legal.
            if let Some(kind) = mind.table.drawn.iter().flatten().next() {
                return Err(Violation::NotPlaced { kind: *kind });
            }
            check_legal(mind)?;
            attack::check_orders(mind.table, mind.seat, orders)
        }
        Action::Arrange(_) | Action::Keep => Err(wrong_time(
            "units can't be rearranged",
            "only Nightfall allows it",
            "rome:NIGHTFALL-2",
        )),
        Action::Settle { .. } => {
            Err(wrong_time("nobody retreats", "Retreat comes after the attack", "rome:RETREAT-4"))
        }
        Action::Discard(_) => Err(no_discard(mind)),
        Action::End => {
            Err(wrong_time("the turn can't end", "the vanguard attacks first", "rome:ATK-3"))
        }
    }
}

/// Why nothing is discarded now: there is no need, or not yet.
fn no_discard(mind: &Mind<'_>) -> Violation {
    let hand = crate::cards::total(mind.hand);
    if hand <= commands::HAND_MAX {
        return Violation::WithinLimit { hand };
    }
    wrong_time(
        "commands can't be discarded",
        "the limit of seven counts at the end of the turn",
        "rome:R11",
    )
}

fn check_legal(mind: &Mind<'_>) -> Result<(), Violation> {
    match shifting::line_fault(mind.line()) {
        Some(why) => Err(Violation::LineIllegal { why }),
        None => Ok(()),
    }
}

fn wrong_time(what: &'static str, when: &'static str, rule: &'static str) -> Violation {
    Violation::WrongTime { what, when, rule }
}
