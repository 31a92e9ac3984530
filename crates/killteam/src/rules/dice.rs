//! Rolls against a target number.

use kernel::{Roll, RollKind, Seat, Step};

use crate::KillTeam;
use crate::card::Which;
use crate::state::{DICE, Dice, Die};

/// Whether a die succeeds: a natural 6 always, a natural 1 never, anything else by the number it
/// needs, which modifiers may have driven beyond 6 or below 2.
///
/// Rules `killteam:DICE-2`, `killteam:DICE-9`, `killteam:DICE-12`, `killteam:DICE-13`,
/// `killteam:K6`.
pub fn succeeds(face: u8, need: i8) -> bool {
    match face {
        6 => true,
        1 => false,
        _ => face as i8 >= need,
    }
}

/// How many dice of a roll succeed. Bonus dice are among them.
///
/// Rules `killteam:DICE-3`, `killteam:DICE-10`.
pub fn successes(dice: &[Die], need: i8) -> u8 {
    dice.iter().filter(|die| succeeds(die.face, need)).count() as u8
}

/// The chance that a die succeeds, in 36ths, bonus dice left out.
pub fn chance(need: i8) -> u8 {
    6 * (7 - need.clamp(2, 6)) as u8
}

/// Rolls one die.
pub fn one(step: &mut Step<'_, KillTeam>, name: &'static str, seat: Seat) -> u8 {
    step.roll(Roll { name, seat: Some(seat) }, RollKind::Die(6)) as u8
}

/// Rolls so many dice, and a bonus die for every natural 6, which may bring another.
///
/// Rules `killteam:DICE-1`, `killteam:DICE-6`, `killteam:DICE-10`, `killteam:DICE-11`,
/// `killteam:K5`.
pub fn pool(step: &mut Step<'_, KillTeam>, name: &'static str, seat: Seat, count: u8) -> Dice {
    let mut dice = Dice::new();
    for _ in 0..usize::from(count).min(DICE) {
        dice.push(Die { face: one(step, name, seat), again: false });
    }
    explode(step, name, seat, &mut dice, 0);
    dice
}

/// Rolls the bonus dice of the natural sixes from a place in the roll on.
fn explode(
    step: &mut Step<'_, KillTeam>,
    name: &'static str,
    seat: Seat,
    dice: &mut Dice,
    from: usize,
) {
    let mut at = from;
    while at < dice.len() && !dice.is_full() {
        if dice[at].face == 6 {
            dice.push(Die { face: one(step, name, seat), again: false });
        }
        at += 1;
    }
}

/// Rolls one die of a roll again: the new face, and the bonus dice it brings. What the old face had
/// brought stays.
///
/// Rules `killteam:DICE-7`, `killteam:K7`.
pub fn again(
    step: &mut Step<'_, KillTeam>,
    name: &'static str,
    seat: Seat,
    room: usize,
) -> (u8, Dice) {
    let face = one(step, name, seat);
    let mut more = Dice::new();
    if face == 6 && room > 0 {
        more.push(Die { face: one(step, name, seat), again: false });
        explode(step, name, seat, &mut more, 0);
        more.truncate(room);
    }
    (face, more)
}

/// Whether a die may be rolled again: it was not yet, and it is no 6.
///
/// Rules `killteam:DICE-8`, `killteam:K7`.
pub fn may_again(die: Die) -> bool {
    !die.again && die.face != 6
}

/// The next die that a feat rolls again of its own accord: only dice that failed.
pub fn automatic(dice: &[Die], need: i8, which: Option<Which>) -> Option<usize> {
    let failed = |die: &Die| !die.again && !succeeds(die.face, need);
    match which? {
        Which::Ones => dice.iter().position(|die| failed(die) && die.face == 1),
        Which::Failures => dice.iter().position(failed),
        Which::One if dice.iter().any(|die| die.again) => None,
        Which::One => dice.iter().position(failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `killteam:DICE-9`, `killteam:DICE-12`, `killteam:K6`: boundaries of a single die.
    #[test]
    fn dice_9_and_12_only_natural_faces_are_automatic() {
        for (face, need, want) in [
            (4, 4, true),
            (3, 4, false),
            (6, 9, true),   // A 6 succeeds whatever it needs.
            (1, -3, false), // A 1 fails whatever it needs.
            (2, 1, true),   // Below 2 everything but a 1 succeeds.
            (5, 7, false),  // Above 6 nothing but a 6 succeeds.
        ] {
            assert_eq!(succeeds(face, need), want, "face {face} need {need}");
        }
    }

    /// `killteam:DICE-8`: a die is rolled again once at most.
    #[test]
    fn dice_8_no_die_twice() {
        let die = |face, again| Die { face, again };
        assert!(may_again(die(2, false)) && !may_again(die(2, true)) && !may_again(die(6, false)));
        let dice = [die(1, true), die(2, false), die(5, false)];
        assert_eq!(automatic(&dice, 4, Some(Which::Failures)), Some(1));
        assert_eq!(automatic(&dice, 4, Some(Which::Ones)), None);
        assert_eq!(automatic(&dice, 4, Some(Which::One)), None);
        assert_eq!(automatic(&dice[1..], 4, Some(Which::One)), Some(0));
        assert_eq!(automatic(&dice, 4, None), None);
    }
}
