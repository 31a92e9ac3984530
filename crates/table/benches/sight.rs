//! How long questions about sight take: 30 models and 15 pieces of terrain on 36" by 36".

#[path = "../tests/sight_scenes/mod.rs"]
mod sight_scenes;

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use sight_scenes::{Dice, board, figures};
use table::{Board, Figure, Scene, Sight};

fn table(seed: u64, ruins: bool) -> (Board, Vec<Option<Figure>>) {
    let mut dice = Dice(seed);
    let board = board(&mut dice, 36, 15, ruins);
    let figures = figures(&mut dice, &board, 30, true);
    (board, figures)
}

/// The time of each pair by itself, for the median and the slowest, which means don't show.
fn spread(name: &str, scene: &Scene, ask: impl Fn(&Scene, usize, usize)) {
    let mut times = Vec::new();
    for a in 0..scene.figures.len() {
        for b in 0..scene.figures.len() {
            if a != b {
                ask(scene, a, b);
                let start = Instant::now();
                for _ in 0..20 {
                    ask(scene, a, b);
                }
                times.push(start.elapsed().as_nanos() / 20);
            }
        }
    }
    times.sort_unstable();
    let n = times.len();
    let mean = times.iter().sum::<u128>() / n as u128;
    println!(
        "{name}: median {} ns, mean {mean} ns, 90% {} ns, 99% {} ns, most {} ns",
        times[n / 2],
        times[n * 9 / 10],
        times[n * 99 / 100],
        times[n - 1]
    );
}

fn sight(c: &mut Criterion) {
    for (name, ruins) in [("blocks", false), ("ruins", true)] {
        let (board, figures) = table(7, ruins);
        let scene = Scene { board: &board, figures: &figures };
        let n = figures.len();
        let mut tally = [0; 3];
        for i in 0..n * n {
            if i / n != i % n {
                tally[scene.sight(i / n, i % n) as usize] += 1;
            }
        }
        println!(
            "{name}: {} blocks; {} pairs blocked, {} obscured, {} clear",
            board.blocks.len(),
            tally[Sight::Blocked as usize],
            tally[Sight::Obscured as usize],
            tally[Sight::Clear as usize]
        );
        spread(&format!("{name} sees"), &scene, |scene, a, b| {
            black_box(scene.sees(a, b));
        });
        spread(&format!("{name} sight"), &scene, |scene, a, b| {
            black_box(scene.sight(a, b));
        });
        let mut pair = (0..n * n).filter(move |i| i / n != i % n).cycle();
        c.bench_function(&format!("sees, {name}"), |bench| {
            bench.iter(|| {
                let i = pair.next().unwrap_or(1);
                scene.sees(i / n, i % n)
            });
        });
        let mut pair = (0..n * n).filter(move |i| i / n != i % n).cycle();
        c.bench_function(&format!("sight, {name}"), |bench| {
            bench.iter(|| {
                let i = pair.next().unwrap_or(1);
                scene.sight(i / n, i % n)
            });
        });
    }
}

criterion_group!(benches, sight);
criterion_main!(benches);
