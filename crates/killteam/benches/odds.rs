//! How long exact odds take: `cargo bench -p killteam --bench odds`. A whole attack may take 100 µs.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use killteam::odds::attack::{Body, Goal, Part, Save, Source, forecast};
use odds::die::Repeat;

fn part(dice: u8, sixes: u8, repeat: Repeat) -> Part {
    Part {
        source: Source::Roll { dice, need: 4, repeat, sixes },
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

fn attacks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("killteam: odds");
    for (name, parts, cp) in [
        ("3 dice, no re-rolls", vec![part(3, 0, Repeat::Never)], [0, 0]),
        ("3 dice, 1 CP each", vec![part(3, 0, Repeat::Never)], [1, 1]),
        ("6 dice, 1 CP each", vec![part(6, 0, Repeat::Never)], [1, 1]),
        ("12 dice, no re-rolls", vec![part(12, 0, Repeat::Never)], [0, 0]),
        ("4 dice, sixes are mortal, failures again", vec![part(4, 1, Repeat::Failures)], [0, 0]),
        ("4 dice, sixes are mortal, 1 CP each", vec![part(4, 1, Repeat::Never)], [1, 1]),
        (
            "5 dice split in two, 1 CP each",
            vec![part(3, 0, Repeat::Never), part(2, 0, Repeat::Never)],
            [1, 1],
        ),
        ("3 dice, 3 CP against 2", vec![part(3, 0, Repeat::Never)], [3, 2]),
        ("8 dice, sixes are mortal, 1 CP each", vec![part(8, 1, Repeat::Never)], [1, 1]),
        ("8 dice, sixes are mortal, ones again, 1 CP each", vec![part(8, 1, Repeat::Ones)], [1, 1]),
        (
            "8 dice split in three, 1 CP each",
            vec![part(3, 0, Repeat::Never), part(3, 0, Repeat::Never), part(2, 0, Repeat::Never)],
            [1, 1],
        ),
        (
            "8 dice split in three, sixes are mortal, 1 CP each",
            vec![part(3, 1, Repeat::Never), part(3, 1, Repeat::Never), part(2, 1, Repeat::Never)],
            [1, 1],
        ),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| forecast(black_box(&parts), Goal::Remove, cp));
        });
    }
    group.finish();
}

criterion_group!(benches, attacks);
criterion_main!(benches);
