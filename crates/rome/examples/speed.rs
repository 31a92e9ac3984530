//! Scratch: random games a second.
use kernel::{Game, Seed, Seeded, Step, rollout};
use rome::Rome;
use rome::setup::{Mode, Setup};

fn main() {
    let mut args = std::env::args().skip(1);
    let n: u64 = args.next().map_or(20000, |s| s.parse().unwrap());
    let players = args.next().map_or(2, |s| s.parse().unwrap());
    let mode = args.next().map_or(Mode::Full, |s| s.parse().unwrap());
    let setup = Setup { players, mode, ..Setup::default() };
    let t = std::time::Instant::now();
    let (mut acts, mut turns) = (0u64, 0u64);
    let mut events = Vec::new();
    let base = Seed::from(7);
    for i in 0..n {
        let mut dice = Seeded::new(base.derive(i));
        let mut rng = Seeded::fast(base.derive(i + 1_000_000));
        let mut st = Rome::start(&setup);
        events.clear();
        Rome::open(&mut Step::new(&mut st, &mut dice, &mut events));
        let (_, taken) =
            rollout::<Rome>(&mut st, &mut dice, &mut |n| rng.below(n), &mut events).unwrap();
        acts += u64::from(taken);
        turns += u64::from(Rome::turns(&st));
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{:.0} games/s, {:.1} actions, {:.1} turns, {:.0} ns/action",
        n as f64 / s,
        acts as f64 / n as f64,
        turns as f64 / n as f64,
        s * 1e9 / acts as f64
    );
}
