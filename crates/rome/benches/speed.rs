//! Where the time goes: `cargo bench -p rome --bench speed`.

mod common;

use std::hint::black_box;

use common::{deal, middle, random_game};
use criterion::{Criterion, criterion_group, criterion_main};
use kernel::{Chooser, Game, Seed, Seeded, playout};
use rome::Rome;
use rome::setup::{Mode, Setup};

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random game");
    for mode in Mode::ALL {
        let setup = Setup { mode, ..Setup::default() };
        let mut number = 0;
        group.bench_function(mode.to_string(), |bencher| {
            bencher.iter(|| {
                number += 1;
                random_game(&setup, Seed::from(number))
            });
        });
    }
    group.finish();
}

fn greedy_game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("greedy game");
    group.sample_size(10);
    let setup = Setup::default();
    let mut number = 0;
    group.bench_function("full", |bencher| {
        bencher.iter(|| {
            number += 1;
            let seed = Seed::from(number);
            let mut dice = Seeded::new(seed);
            let mut state = deal(&setup, &mut dice);
            let mut choosers: Vec<Box<dyn Chooser<Rome>>> = (0..2)
                .map(|seat| Box::new(bots::Greedy::<Rome>::new(seed.derive(seat))) as _)
                .collect();
            playout::<Rome>(
                &mut state,
                &mut dice,
                &mut choosers,
                &mut Vec::new(),
                &mut |_, _, _| {},
            )
        });
    });
    group.finish();
}

fn parts(criterion: &mut Criterion) {
    let state = middle(Seed::from(3));
    let seat = state.table.active;
    let view = Rome::view(&state, seat);
    criterion.bench_function("clone a state", |bencher| bencher.iter(|| black_box(&state).clone()));
    criterion
        .bench_function("view", |bencher| bencher.iter(|| Rome::view(black_box(&state), seat)));
    criterion.bench_function("candidates", |bencher| {
        let mut actions = Vec::new();
        bencher.iter(|| {
            Rome::candidates(black_box(&view), 64, &mut actions);
            actions.len()
        });
    });
    criterion.bench_function("guess", |bencher| {
        let mut dice = Seeded::fast(Seed::from(5));
        bencher.iter(|| Rome::guess(black_box(&view), &mut dice));
    });
    criterion.bench_function("evaluate", |bencher| {
        bencher.iter(|| Rome::evaluate(black_box(&state), seat));
    });
}

criterion_group!(benches, random_games, greedy_game, parts);
criterion_main!(benches);
