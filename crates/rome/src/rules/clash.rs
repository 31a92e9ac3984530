//! The Initial Vanguard: who has won it.

use kernel::{Seat, SeatSet};

use crate::event::{ClashTest, Fate};
use crate::space::VANGUARD;

/// `rome:R9` How often an undecided Initial Vanguard is fought again before lots are drawn.
pub const REPLAYS_MAX: u8 = 10;

/// Who has won the Initial Vanguard, or who is still level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A winner, and by which test.
    Won(Seat, ClashTest),
    /// Nobody: these are level after all tests.
    Level(SeatSet),
}

/// Decides the Initial Vanguard among those whose lines still stand.
///
/// * `rome:CLASH-5` `rome:R34` If any vanguard unit survives, only their owners compete.
/// * `rome:CLASH-6` Then the one that killed more units.
/// * `rome:CLASH-7` `rome:R9` Then the one that killed more power.
/// * `rome:R34` A unit killed by several counts for each who damaged it.
pub fn decide(alive: SeatSet, fates: &[Fate]) -> Verdict {
    let dead: Vec<&Fate> = fates.iter().filter(|fate| fate.dies()).collect();
    let survives = |seat: &Seat| !dead.iter().any(|fate| fate.seat == *seat && fate.at == VANGUARD);
    let mut level = alive;
    let standing: SeatSet = alive.iter().filter(survives).collect();
    if !standing.is_empty() {
        level = standing;
    }
    if let (1, Some(seat)) = (level.len(), level.lowest()) {
        let test = if alive.len() == 1 { ClashTest::Alone } else { ClashTest::Vanguard };
        return Verdict::Won(seat, test);
    }
    let killed_by = |seat: Seat| dead.iter().filter(move |fate| fate.by.contains(seat));
    level = best(level, |seat| killed_by(seat).count() as u32);
    if let (1, Some(seat)) = (level.len(), level.lowest()) {
        return Verdict::Won(seat, ClashTest::Units);
    }
    level = best(level, |seat| killed_by(seat).map(|fate| u32::from(fate.defence.power())).sum());
    match (level.len(), level.lowest()) {
        (1, Some(seat)) => Verdict::Won(seat, ClashTest::Power),
        _ => Verdict::Level(level),
    }
}

fn best(seats: SeatSet, score: impl Fn(Seat) -> u32) -> SeatSet {
    let most = seats.iter().map(&score).max().unwrap_or(0);
    seats.iter().filter(|seat| score(*seat) == most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Kind;
    use crate::rules::power::Defence;
    use crate::space::{Space, front};

    fn killed(seat: u8, at: Space, power: u8, by: &[u8]) -> Fate {
        Fate {
            seat: Seat(seat),
            at,
            kind: Kind::Infantry,
            chariot: false,
            damage: power,
            defence: Defence { printed: power, ..Defence::default() },
            shot: false,
            shielded: false,
            by: by.iter().map(|seat| Seat(*seat)).collect(),
        }
    }

    /// `rome:CLASH-5`
    #[test]
    fn clash_5_the_surviving_vanguard_wins_whatever_else_died() {
        let fates = [
            killed(1, VANGUARD, 1, &[0]),
            killed(0, front(1), 5, &[1]),
            killed(0, front(2), 5, &[1]),
        ];
        let verdict = decide(SeatSet::first(2), &fates);
        assert_eq!(verdict, Verdict::Won(Seat(0), ClashTest::Vanguard));
    }

    /// `rome:CLASH-6`
    #[test]
    fn clash_6_then_more_units_killed() {
        let fates = [
            killed(1, VANGUARD, 1, &[0]),
            killed(0, VANGUARD, 5, &[1]),
            killed(1, front(2), 1, &[0]),
        ];
        let verdict = decide(SeatSet::first(2), &fates);
        assert_eq!(verdict, Verdict::Won(Seat(0), ClashTest::Units));
    }

    /// `rome:CLASH-7` `rome:R9` both vanguards survive, one each was killed.
    #[test]
    fn clash_7_then_more_power_killed() {
        let fates = [killed(1, front(1), 1, &[0]), killed(0, front(2), 4, &[1])];
        let verdict = decide(SeatSet::first(2), &fates);
        assert_eq!(verdict, Verdict::Won(Seat(1), ClashTest::Power));
        let even = [killed(1, front(1), 2, &[0]), killed(0, front(2), 2, &[1])];
        assert_eq!(decide(SeatSet::first(2), &even), Verdict::Level(SeatSet::first(2)));
    }

    /// `rome:R34`
    #[test]
    fn r34_with_three_only_surviving_vanguards_compete_and_shared_kills_count_for_each() {
        let fates = [
            killed(2, VANGUARD, 2, &[0, 1]),
            killed(0, front(1), 2, &[2]),
            killed(0, front(2), 2, &[2]),
        ];
        assert_eq!(
            decide(SeatSet::first(3), &fates),
            Verdict::Level([Seat(0), Seat(1)].into_iter().collect()),
            "C killed more, but lost its vanguard; A and B share one kill"
        );
    }
}
