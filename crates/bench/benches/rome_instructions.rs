//! Instructions of whole games and of the steps they are made of, which a busy machine can't
//! disturb: `cargo bench -p bench --bench rome_instructions`.
//!
//! Needs valgrind, and the runner of the same version as the library.

// The macros below make functions without documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use bench::rome::{game, position};
use gungraun::{library_benchmark, library_benchmark_group, main};
use kernel::{Game, Outcome, Seat, Seed, Seeded, Step};
use rome::Rome;
use rome::action::Action;
use rome::event::Event;
use rome::setup::Setup;
use rome::state::State;
use rome::view::View;

#[library_benchmark]
fn random_games() -> Vec<Outcome> {
    // Some are short and some are long.
    (0..20).map(|seed| game(black_box(Setup::default()), "random", seed)).collect()
}

#[library_benchmark]
#[bench::middle(position())]
fn clone_state((state, _, _): (State, Seat, Action)) -> State {
    black_box(&state).clone()
}

#[library_benchmark]
#[bench::middle(position())]
fn view((state, seat, _): (State, Seat, Action)) -> View {
    Rome::view(black_box(&state), seat)
}

fn seen() -> (View, Vec<Action>) {
    let (state, seat, _) = position();
    (Rome::view(&state, seat), Vec::with_capacity(64))
}

#[library_benchmark]
#[bench::middle(seen())]
fn candidates((view, mut out): (View, Vec<Action>)) -> Vec<Action> {
    Rome::candidates(black_box(&view), 64, &mut out);
    out
}

#[library_benchmark]
#[bench::middle(position())]
fn attack_resolution((mut state, seat, attack): (State, Seat, Action)) -> (State, Vec<Event>) {
    let mut events = Vec::with_capacity(64);
    let mut dice = Seeded::new(Seed::from(1));
    Rome::resolve(&mut Step::new(&mut state, &mut dice, &mut events), seat, black_box(&attack));
    (state, events)
}

library_benchmark_group!(
    name = rome_games;
    benchmarks = random_games
);
library_benchmark_group!(
    name = rome_steps;
    benchmarks = clone_state, view, candidates, attack_resolution
);
main!(library_benchmark_groups = rome_games, rome_steps);
