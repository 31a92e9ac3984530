//! Issuing commands: what may be played when, and the commands that move units.

use crate::cards::{self, Command, CommandCounts};
use crate::line::Line;
use crate::space::{Row, Side, Space, VANGUARD};
use crate::state::{Mind, Phase};
use crate::violation::{RetreatFault, Violation};

/// `rome:CMD-3` `rome:R11` The most commands a hand may hold at the end of a turn.
pub const HAND_MAX: u8 = 7;

/// May the command be played now?
///
/// * `rome:CMD-1` Only one that is held, and only where commands are played at all.
/// * `rome:CMD-2` One a turn.
/// * `rome:CMD-4` `rome:RETREAT-4` Before the attack, but for Retreat, which comes after it.
pub fn check_play(mind: &Mind<'_>, command: Command) -> Result<(), Violation> {
    if !mind.table.setup.mode.commands() {
        return Err(Violation::NoCommands);
    }
    if let Some(played) = mind.table.command {
        return Err(Violation::SecondCommand { played });
    }
    if mind.hand[command.index()] == 0 {
        return Err(Violation::NotInHand { command });
    }
    match (mind.table.phase, command) {
        (Phase::Turn, Command::Retreat) => Err(Violation::RetreatTooEarly),
        (Phase::AfterAttack, Command::Retreat) => {
            // `rome:R28` Somebody else must be able to fill the vanguard.
            if mind.line().len() < 2 { Err(Violation::NobodyToFill) } else { Ok(()) }
        }
        (Phase::AfterAttack, _) => Err(Violation::CommandTooLate { command }),
        _ => Ok(()),
    }
}

/// `rome:FLANK-2` `rome:R26` May Flank send this unit to that wing's flank space?
pub fn check_flank(line: &Line, unit: Space, to: Side) -> Result<(), Violation> {
    if !line.occupied(unit) {
        return Err(Violation::Empty { at: unit });
    }
    if unit == VANGUARD {
        return Err(Violation::FlankVanguard);
    }
    if Side::of(unit.column) == Some(to) {
        return Err(Violation::FlankSameWing { unit, to });
    }
    Ok(())
}

/// `rome:RETREAT-2` `rome:R28` May the retreating unit be put down here, now that the line has
/// closed up?
pub fn check_settle(mind: &Mind<'_>, to: Space) -> Result<(), Violation> {
    let line = mind.line();
    let wrong = |why| Err(Violation::BadRetreat { to, why });
    match to.row {
        Row::Front => {
            let [left, right] = Side::BOTH.map(|side| line.flank_space(side));
            if to == left || to == right {
                Ok(())
            } else {
                wrong(RetreatFault::NotFlank { left: left.column, right: right.column })
            }
        }
        Row::Rear if !mind.table.setup.mode.rear() => Err(Violation::NoRearRow),
        Row::Rear if line.occupied(to) => wrong(RetreatFault::Taken),
        Row::Rear if !line.occupied(Space { row: Row::Front, ..to }) => {
            wrong(RetreatFault::NobodyBefore)
        }
        Row::Rear if to.column == 0 && mind.table.stepped_up => wrong(RetreatFault::StepBack),
        Row::Rear => Ok(()),
    }
}

/// How many commands have to be discarded.
#[inline]
pub fn over_limit(hand: &CommandCounts) -> u8 {
    cards::total(hand).saturating_sub(HAND_MAX)
}
