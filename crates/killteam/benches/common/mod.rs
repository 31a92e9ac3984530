#![allow(dead_code)] // Each benchmark uses a part of it.
//! What both benchmarks play.

use kernel::{Awaiting, Game, Knower, Seed, Seeded, Step, rollout};
use killteam::KillTeam;
use killteam::setup::Setup;
use killteam::state::State;

/// Eight matches between different teams, each on a furnished table of its own.
pub fn starts() -> Vec<State> {
    let teams: Vec<&str> = killteam::faction::built_in()
        .iter()
        .flat_map(|faction| faction.teams.iter().map(|team| team.id.as_str()))
        .collect();
    (0..8)
        .map(|i| {
            let pair = [teams[i * 3 % teams.len()], teams[(i * 7 + 1) % teams.len()]];
            KillTeam::start(&Setup::ready(pair, i as u64).expect("ready teams are ready"))
        })
        .collect()
}

/// Plays one whole game with every decision by lot; tells how many actions it took.
pub fn random_game(start: &State, seed: Seed) -> u32 {
    let mut dice = Seeded::new(seed);
    let mut lots = Seeded::fast(seed.derive(1));
    let mut state = start.clone();
    KillTeam::open(&mut Step::unrecorded(&mut state, &mut dice));
    let played = rollout::<KillTeam>(&mut state, &mut dice, &mut |bound| lots.below(bound));
    played.expect("random games end").1
}

/// A position in the middle of a random game.
pub fn middle(seed: Seed) -> State {
    let mut dice = Seeded::new(seed);
    let mut lots = Seeded::fast(seed.derive(1));
    let mut state = starts().swap_remove(0);
    KillTeam::open(&mut Step::unrecorded(&mut state, &mut dice));
    while KillTeam::turns(&state) < 40 {
        let Awaiting::Seats(seats) = KillTeam::awaiting(&state) else { break };
        let seat = seats.lowest().expect("somebody is asked");
        let action =
            KillTeam::lot(Knower::from_state(&state, seat), &mut |bound| lots.below(bound));
        KillTeam::resolve(&mut Step::unrecorded(&mut state, &mut dice), seat, &action);
    }
    state
}
