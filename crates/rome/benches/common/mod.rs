#![allow(dead_code)] // Each benchmark uses a part of it.
//! What both benchmarks play.

use kernel::{Dice, Game, Knower, Seed, Seeded, Step, rollout};
use rome::Rome;
use rome::setup::Setup;
use rome::state::State;

/// Deals a game.
pub fn deal(setup: &Setup, dice: &mut dyn Dice) -> State {
    let mut state = Rome::start(setup);
    Rome::open(&mut Step::unrecorded(&mut state, dice));
    state
}

/// Plays one whole game with every decision by lot; tells how many actions it took.
pub fn random_game(setup: &Setup, seed: Seed) -> u32 {
    let mut dice = Seeded::new(seed);
    let mut lots = Seeded::fast(seed.derive(1));
    let mut state = deal(setup, &mut dice);
    let played = rollout::<Rome>(&mut state, &mut dice, &mut |bound| lots.below(bound));
    played.expect("random games end").1
}

/// A position in the middle of a random game, at the beginning of a turn.
pub fn middle(seed: Seed) -> State {
    let setup = Setup::default();
    let mut dice = Seeded::new(seed);
    let mut lots = Seeded::fast(seed.derive(1));
    let mut state = deal(&setup, &mut dice);
    while Rome::turns(&state) < 20 {
        let kernel::Awaiting::Seats(seats) = Rome::awaiting(&state) else { break };
        let seat = seats.lowest().expect("somebody is asked");
        let action = Rome::lot(Knower::from_state(&state, seat), &mut |bound| lots.below(bound));
        Rome::resolve(&mut Step::unrecorded(&mut state, &mut dice), seat, &action);
    }
    state
}
