//! How long moves take on a furnished table: `cargo bench -p table --bench moves`.

#[path = "../tests/furnished/mod.rs"]
mod furnished;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use furnished::{Random, crowd, furnished};
use table::moves::Side;
use table::{Board, Figure, INCH, Leg, Length, Scene, Spot, Terms};

/// Tables with figures and wishes for them, so that no single table decides.
fn tables() -> Vec<(Board, Vec<Option<Figure>>)> {
    (0..8)
        .map(|seed| {
            let board = furnished(seed, false);
            let figures = crowd(&board, seed);
            (board, figures)
        })
        .collect()
}

fn wishes(tables: &[(Board, Vec<Option<Figure>>)], reach: i32) -> Vec<(usize, usize, Spot)> {
    let mut random = Random(4711);
    let mut out = Vec::new();
    while out.len() < 512 {
        let (table, mover) =
            (random.below(tables.len() as i32) as usize, random.below(30) as usize);
        let (board, figures) = &tables[table];
        let from = figures[mover].unwrap().spot;
        let at = from.at.shifted(random.range(-reach, reach), random.range(-reach, reach));
        let to = Spot::ground(at.x, at.y);
        let scene = Scene { board, figures };
        let far = i64::from(reach);
        if from.at.distance_squared(at) <= far * far
            && scene.fits(mover, to, &Terms::default()).is_ok()
        {
            out.push((table, mover, to));
        }
    }
    out
}

/// The median over many wishes of the best of some runs each: what the budgets speak of, and a
/// number that a busy machine disturbs little.
fn median(name: &str, wishes: usize, mut run: impl FnMut(usize)) {
    let mut best: Vec<u128> = (0..wishes)
        .map(|i| {
            (0..15)
                .map(|_| {
                    let start = std::time::Instant::now();
                    run(i);
                    start.elapsed().as_nanos()
                })
                .min()
                .unwrap_or(0)
        })
        .collect();
    best.sort_unstable();
    let at = |part: usize| best[best.len() * part / 100];
    println!("{name}: median {} ns, 90% {} ns, 99% {} ns", at(50), at(90), at(99));
}

fn medians(_: &mut Criterion) {
    let tables = tables();
    let terms = Terms::default();
    let wishes = wishes(&tables, 8 * INCH);
    let scene = |i: usize| {
        let (board, figures) = &tables[wishes[i].0];
        Scene { board, figures }
    };
    median("trace one leg", wishes.len(), |i| {
        let path = [Leg::walk(wishes[i].2)];
        black_box(scene(i).trace(wishes[i].1, &path, &terms).is_ok());
    });
    median("find within 12\"", wishes.len(), |i| {
        black_box(scene(i).find(wishes[i].1, wishes[i].2, Length::inches(12), &terms, &[]));
    });
    median("all within 8\"", wishes.len(), |i| {
        black_box(&scene(i).reach(wishes[i].1, Length::inches(8), &terms, &[]));
    });
}

fn moves(criterion: &mut Criterion) {
    let tables = tables();
    let terms = Terms::default();
    let wishes = wishes(&tables, 8 * INCH);
    let mut next = 0;
    let mut wish = || {
        next = (next + 1) % wishes.len();
        wishes[next]
    };
    criterion.bench_function("trace one leg", |bencher| {
        bencher.iter(|| {
            let (table, mover, to) = wish();
            let (board, figures) = &tables[table];
            let path = [Leg::walk(black_box(to))];
            Scene { board, figures }.trace(mover, &path, &terms).is_ok()
        });
    });
    criterion.bench_function("find within 12\"", |bencher| {
        bencher.iter(|| {
            let (table, mover, to) = wish();
            let (board, figures) = &tables[table];
            Scene { board, figures }.find(mover, black_box(to), Length::inches(12), &terms, &[])
        });
    });
    criterion.bench_function("all within 8\"", |bencher| {
        bencher.iter(|| {
            let (table, mover, _) = wish();
            let (board, figures) = &tables[table];
            let reach = Scene { board, figures }.reach(mover, Length::inches(8), &terms, &[]);
            black_box(&reach);
        });
    });
    criterion.bench_function("ask a reach of 8\"", |bencher| {
        let (board, figures) = &tables[0];
        let scene = Scene { board, figures };
        let reach = scene.reach(3, Length::inches(8), &terms, &[]);
        let from = figures[3].unwrap().spot;
        let mut random = Random(5);
        bencher.iter(|| {
            let at = from.at.shifted(random.range(-9999, 9999), random.range(-9999, 9999));
            reach.contains(from.moved(at))
        });
    });
    criterion.bench_function("outline of 8\"", |bencher| {
        let (board, figures) = &tables[0];
        let reach = Scene { board, figures }.reach(3, Length::inches(8), &terms, &[]);
        bencher.iter(|| reach.outline());
    });
    criterion.bench_function("toward a side within 10\"", |bencher| {
        bencher.iter(|| {
            let (table, mover, _) = wish();
            let (board, figures) = &tables[table];
            let scene = Scene { board, figures };
            scene.toward_side(mover, Side::Near, Length::inches(10), &terms, &[])
        });
    });
    criterion.bench_function("nearest place", |bencher| {
        bencher.iter(|| {
            let (table, mover, to) = wish();
            let (board, figures) = &tables[table];
            let wish = Spot { at: figures[(mover + 1) % 30].unwrap().spot.at, ..to };
            let figure = figures[mover].unwrap();
            Scene { board, figures }.nearest_place(&figure, mover, wish, &terms)
        });
    });
}

criterion_group!(benches, medians, moves);
criterion_main!(benches);
