//! Counted instructions, which a busy machine can't disturb: `cargo xtask bench`.
#![allow(missing_docs)] // The macros make public items of their own.

mod common;

use std::hint::black_box;

use common::{middle, random_game};
use gungraun::{library_benchmark, library_benchmark_group, main};
use kernel::{Game, Seed};
use rome::Rome;
use rome::setup::Setup;
use rome::state::State;

#[library_benchmark]
#[bench::twenty(20)]
fn random_games(count: u64) -> u32 {
    let setup = Setup::default();
    (1..=count).map(|number| random_game(black_box(&setup), Seed::from(number))).sum()
}

#[library_benchmark]
#[bench::middle(middle(Seed::from(3)))]
fn clone_state(state: State) -> (State, State) {
    (black_box(&state).clone(), state)
}

#[library_benchmark]
#[bench::middle(middle(Seed::from(3)))]
fn view(state: State) -> rome::view::View {
    Rome::view(black_box(&state), state.table.active)
}

library_benchmark_group!(name = counted; benchmarks = random_games, clone_state, view);
main!(library_benchmark_groups = counted);
