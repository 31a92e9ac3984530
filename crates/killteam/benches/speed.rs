//! Where the time goes: `cargo bench -p killteam --bench speed`.

mod common;

use std::hint::black_box;

use common::{middle, random_game, starts};
use criterion::{Criterion, criterion_group, criterion_main};
use kernel::{Chooser, Game, Seed, Seeded, Step, playout};
use killteam::KillTeam;

fn random_games(criterion: &mut Criterion) {
    let starts = starts();
    let mut number = 0;
    criterion.bench_function("killteam: random game", |bencher| {
        bencher.iter(|| {
            number += 1;
            random_game(&starts[number % starts.len()], Seed::from(number as u64))
        });
    });
}

fn greedy_game(criterion: &mut Criterion) {
    let starts = starts();
    let mut group = criterion.benchmark_group("killteam: greedy");
    group.sample_size(10);
    let mut number = 0;
    group.bench_function("game", |bencher| {
        bencher.iter(|| {
            number += 1;
            let seed = Seed::from(number as u64);
            let mut dice = Seeded::new(seed);
            let mut state = starts[number % starts.len()].clone();
            KillTeam::open(&mut Step::unrecorded(&mut state, &mut dice));
            let mut choosers: Vec<Box<dyn Chooser<KillTeam>>> = (0..2)
                .map(|seat| Box::new(bots::Greedy::<KillTeam>::new(seed.derive(seat))) as _)
                .collect();
            playout::<KillTeam>(
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
    let seat = state.turn;
    criterion.bench_function("killteam: clone a state", |bencher| {
        bencher.iter(|| black_box(&state).clone());
    });
    criterion.bench_function("killteam: view", |bencher| {
        bencher.iter(|| KillTeam::view(black_box(&state), seat));
    });
    criterion.bench_function("killteam: evaluate", |bencher| {
        bencher.iter(|| KillTeam::evaluate(black_box(&state), seat));
    });
}

criterion_group!(benches, random_games, greedy_game, parts);
criterion_main!(benches);
