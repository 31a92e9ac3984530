//! Times of whole games and of the steps they are made of: `cargo bench -p bench --bench rome`.
//!
//! The budget is 20,000 random games a second on one core.

use std::hint::black_box;

use bench::rome::{game, position};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kernel::{Game, Knower, Seed, Seeded, Step};
use rome::Rome;
use rome::setup::{Mode, Setup};

/// How many different games are played in turn, so that no single one stands for all.
const GAMES: u64 = 256;

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    group.throughput(Throughput::Elements(1));
    let setup = |players, mode| Setup { players, mode, ..Setup::default() };
    for (name, bot, setup) in [
        ("random_game", "random", setup(2, Mode::Full)),
        ("random_game_first", "random", setup(2, Mode::First)),
        ("random_game_4_players", "random", setup(4, Mode::Full)),
        ("greedy_game", "greedy", setup(2, Mode::Full)),
    ] {
        if bot == "greedy" {
            group.sample_size(10);
        }
        let mut seed = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                seed = (seed + 1) % GAMES;
                game(setup, bot, seed)
            });
        });
    }
    group.finish();
}

fn steps(criterion: &mut Criterion) {
    let (state, seat, attack) = position();
    let view = Rome::view(&state, seat);
    let mut group = criterion.benchmark_group("step");
    group.bench_function("clone_state", |bencher| bencher.iter(|| black_box(&state).clone()));
    group.bench_function("view", |bencher| bencher.iter(|| Rome::view(black_box(&state), seat)));
    let mut out = Vec::new();
    group.bench_function("candidates", |bencher| {
        bencher.iter(|| {
            Rome::candidates(black_box(&view), 64, &mut out);
            out.len()
        });
    });
    let mut random = Seeded::new(Seed::from(1));
    group.bench_function("lot", |bencher| {
        bencher.iter(|| {
            Knower::<Rome>::from_state(black_box(&state), seat)
                .lot(&mut |bound| random.below(bound))
        });
    });
    group.bench_function("check", |bencher| {
        bencher.iter(|| Rome::check(black_box(&state), seat, black_box(&attack)));
    });
    let mut dice = Seeded::new(Seed::from(1));
    group.bench_function("attack_resolution", |bencher| {
        let mut events = Vec::new();
        bencher.iter_batched_ref(
            || state.clone(),
            |state| {
                events.clear();
                Rome::resolve(&mut Step::new(state, &mut dice, &mut events), seat, &attack);
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| Rome::evaluate(black_box(&state), seat));
    });
    group.bench_function("guess", |bencher| {
        bencher.iter(|| Rome::guess(black_box(&view), &mut dice));
    });
    group.finish();
}

criterion_group!(benches, games, steps);
criterion_main!(benches);
