//! Counted instructions, which a busy machine can't disturb: `cargo xtask bench`.
#![allow(missing_docs)] // The macros make public items of their own.

mod common;

use std::hint::black_box;

use common::{middle, random_game, starts};
use gungraun::{library_benchmark, library_benchmark_group, main};
use kernel::Seed;
use killteam::odds::attack::{Body, Forecast, Goal, Part, Save, Source, forecast};
use killteam::state::State;
use odds::die::Repeat;

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

/// An attack with so many dice, of which sixes may be mortal.
fn attack(dice: u8, sixes: u8) -> Part {
    Part {
        source: Source::Roll { dice, need: 4, repeat: Repeat::Never, sixes },
        damage: 1,
        save: Some(Save { need: 5, repeat: Repeat::Never }),
        body: Some(Body {
            wounds: 2,
            was_down: false,
            fells: false,
            recovery: 0,
            repeat: Repeat::Never,
        }),
    }
}

#[library_benchmark]
#[bench::three(attack(3, 0))]
#[bench::six(attack(6, 0))]
#[bench::mortal(attack(4, 1))]
fn attack_odds(part: Part) -> Forecast {
    forecast(black_box(&[part]), Goal::Remove, [1, 1])
}

library_benchmark_group!(name = counted; benchmarks = random_games, clone_state, attack_odds);
main!(library_benchmark_groups = counted);
