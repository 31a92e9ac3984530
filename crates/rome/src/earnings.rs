//! What kinds of units do: whom they kill, and how games are decided.

use kernel::Earning;

use crate::cards::Kind;
use crate::event::{Event, Fate, Open, Strike};
use crate::state::Table;

/// How a game that is over was decided.
pub fn decided_by(table: &Table) -> &'static str {
    match table.alive.len() {
        0 => "nobody left",
        1 if table.turn == 0 => "first clash",
        1 => "last line standing",
        _ => "turn limit",
    }
}

/// What each kind killed. A unit costs one, and those who struck it share its death.
pub fn earnings(events: &[Event]) -> Vec<Earning> {
    let mut list = Vec::new();
    let mut strikes: Vec<Strike> = Vec::new();
    for event in events {
        match event {
            Event::Dealt { seat, kind } | Event::Open(Open::UnitDrawn { seat, kind }) => {
                let earning = Earning::of(&mut list, *seat, kind.name());
                earning.pieces += 1;
                earning.cost += 1;
                earning.kept += 1;
            }
            Event::Open(Open::Struck { strike, hit: true }) => strikes.push(*strike),
            Event::Open(Open::Survived(_)) => {}
            Event::Open(Open::Killed(fate)) => killed(&mut list, &strikes, fate),
            // Fates come right after the strikes they follow from.
            _ => strikes.clear(),
        }
    }
    list
}

fn killed(list: &mut Vec<Earning>, strikes: &[Strike], fate: &Fate) {
    let rider = fate.chariot.then_some(Kind::Chariot);
    let lost = std::iter::once(fate.kind).chain(rider);
    let mut cost = 0;
    for kind in lost {
        let earning = Earning::of(list, fate.seat, kind.name());
        earning.kept = earning.kept.saturating_sub(1);
        cost += 1;
    }
    let struck = |strike: &&Strike| strike.target == fate.seat && strike.to == fate.at;
    let by: Vec<&Strike> = strikes.iter().filter(struck).collect();
    for strike in &by {
        // A Stampede drives units against their own side: nobody earns by that.
        if strike.seat != fate.seat {
            let share = 100 * cost / by.len() as u32;
            Earning::of(list, strike.seat, strike.kind.name()).taken += share;
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Game, Knower, Match, Seed};

    use super::*;
    use crate::Rome;
    use crate::setup::Setup;

    #[test]
    fn what_is_killed_is_what_is_not_kept() {
        for seed in 0..20 {
            let setup = Setup::default();
            let mut table = Match::<Rome>::new(setup, Seed::from(seed)).expect("a game");
            let mut random = Seed::from(seed).word();
            while let Some(seat) = match table.awaiting() {
                kernel::Awaiting::Seats(seats) => seats.lowest(),
                kernel::Awaiting::Over(_) => None,
            } {
                let mut lot = |count: u32| {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ((random >> 33) % u64::from(count)) as u32
                };
                let action = Knower::<Rome>::from_state(table.state(), seat).lot(&mut lot);
                table.play(seat, action).expect("a legal action");
            }
            let mut events = table.opening().to_vec();
            events.extend(table.log().flat_map(|(_, events)| events.iter().cloned()));
            let list = Rome::earnings(table.state(), &events);
            let sum = |of: &dyn Fn(&Earning) -> u32| list.iter().map(of).sum::<u32>();
            let died = sum(&|one| one.pieces) - sum(&|one| one.kept);
            let taken = sum(&|one| one.taken);
            // Shares are rounded down, and a Stampede's victims are nobody's gain.
            assert!(taken <= died * 100 && taken > died * 60, "{taken} of {died}");
            assert_eq!(Rome::decided_by(table.state()), "last line standing");
        }
    }
}
