//! What models do for their points: whom they remove, what they score; and how games are decided.

use kernel::{Awaiting, Earning, Game, Outcome, Seat};

use crate::KillTeam;
use crate::event::{Event, Loss};
use crate::rules::{engagement, scoring};
use crate::state::{Cause, Id, State, other};

/// How a game that is over was decided.
pub fn decided_by(end: &State) -> &'static str {
    let gone = |seat: Seat| end.count(seat) == 0;
    match KillTeam::awaiting(end) {
        Awaiting::Over(Outcome::Win(seat)) if gone(other(seat)) => "enemy wiped out",
        Awaiting::Over(Outcome::Win(seat)) if gone(seat) => "on points, though wiped out",
        Awaiting::Over(Outcome::Win(_)) => "on points",
        _ => "level on points",
    }
}

/// What each stat card did, by the points of whom it removed and the points of objectives. Whoever
/// fell or fled was removed by nobody.
pub fn earnings(start: &State, events: &[Event]) -> Vec<Earning> {
    let mut list = Vec::new();
    let everybody = || [Seat(0), Seat(1)].into_iter().flat_map(|seat| start.roster(seat));
    for model in everybody() {
        let earning = of(&mut list, start, model);
        earning.pieces += 1;
        earning.cost += cost(start, model);
    }
    let mut state = start.clone();
    let mut cause = None;
    for event in events {
        match event {
            Event::Faced(harm) => cause = Some(harm.cause),
            Event::Removed { model, why: Loss::NotRecovered | Loss::WasDown } => {
                if let Some(Cause::Attack(by) | Cause::Feat(by)) = cause
                    && by.seat() != model.seat()
                {
                    of(&mut list, start, by).taken += 100 * cost(start, *model);
                }
            }
            Event::Scored { held, .. } => scored(&mut list, &state, held),
            _ => {}
        }
        KillTeam::apply(&mut state, event);
    }
    for model in everybody().filter(|model| state.in_play(*model)) {
        of(&mut list, start, model).kept += 1;
    }
    list
}

/// Those who hold an objective share what it is worth.
fn scored(list: &mut Vec<Earning>, state: &State, held: &[Option<Seat>; 5]) {
    for (objective, holder) in held.iter().enumerate() {
        let Some(seat) = *holder else { continue };
        let holds = |model: &Id| {
            scoring::touches(state, *model, objective)
                && !state.model(*model).down
                && !engagement::is_engaged(state, *model)
        };
        let holders: Vec<Id> = state.on_table(seat).filter(holds).collect();
        let worth = 100 * u32::from(scoring::worth(state, objective, seat));
        for model in &holders {
            of(list, state, *model).scored += worth / holders.len() as u32;
        }
    }
}

fn of<'a>(list: &'a mut Vec<Earning>, state: &State, model: Id) -> &'a mut Earning {
    Earning::of(list, model.seat(), &state.profile(model).card)
}

fn cost(state: &State, model: Id) -> u32 {
    u32::try_from(state.profile(model).points).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use kernel::{Knower, Match, Seed};

    use super::*;
    use crate::setup::Setup;

    /// A game of random decisions, and everything that happened in it.
    fn random_game(setup: &Setup, seed: u64) -> (Match<KillTeam>, Vec<Event>) {
        let mut table = Match::<KillTeam>::new(setup.clone(), Seed::from(seed)).expect("a game");
        let mut random = seed;
        while let Awaiting::Seats(seats) = table.awaiting() {
            let seat = seats.lowest().expect("somebody");
            let mut lot = |count: u32| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                ((random >> 33) % u64::from(count)) as u32
            };
            let action = Knower::<KillTeam>::from_state(table.state(), seat).lot(&mut lot);
            table.play(seat, action).expect("a legal action");
        }
        let mut events = table.opening().to_vec();
        events.extend(table.log().flat_map(|(_, events)| events.iter().cloned()));
        (table, events)
    }

    #[test]
    fn points_scored_and_points_removed_are_those_of_the_models() {
        let setup = Setup::ready(["glass-wall", "tallow-flood"], 3).expect("teams there are");
        let start = KillTeam::start(&setup);
        let mut taken = 0;
        for seed in 0..20 {
            let (table, events) = random_game(&setup, seed);
            let list = earnings(&start, &events);
            for seat in [Seat(0), Seat(1)] {
                let mine = || list.iter().filter(|one| one.seat == seat);
                let score = u32::from(table.state().team(seat).score) * 100;
                let scored: u32 = mine().map(|one| one.scored).sum();
                assert!(scored <= score && scored + 100 >= score, "{scored} of {score}");
                let kept: u32 = mine().map(|one| one.kept).sum();
                assert_eq!(kept as usize, table.state().count(seat));
                assert!(mine().map(|one| one.cost).sum::<u32>() <= 100);
                taken += mine().map(|one| one.taken).sum::<u32>();
            }
        }
        assert!(taken > 0);
    }
}
