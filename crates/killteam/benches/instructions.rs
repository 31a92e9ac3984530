//! Counted instructions, which a busy machine can't disturb: `cargo xtask bench`.
#![allow(missing_docs)] // The macros make public items of their own.

mod common;

use std::hint::black_box;

use common::{middle, random_game, starts};
use gungraun::{library_benchmark, library_benchmark_group, main};
use kernel::Seed;
use killteam::state::State;

#[library_benchmark]
#[bench::eight(starts())]
fn random_games(starts: Vec<State>) -> u32 {
    let games = starts.iter().zip(1..);
    games.map(|(start, number)| random_game(black_box(start), Seed::from(number))).sum()
}

#[library_benchmark]
#[bench::middle(middle(Seed::from(3)))]
fn clone_state(state: State) -> (State, State) {
    (black_box(&state).clone(), state)
}

library_benchmark_group!(name = counted; benchmarks = random_games, clone_state);
main!(library_benchmark_groups = counted);
