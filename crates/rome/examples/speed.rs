use kernel::*;
use rome::Rome;
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(20000, |s| s.parse().unwrap());
    let t = std::time::Instant::now();
    let (mut acts, mut turns, mut wins, mut draws) = (0u64, 0u64, [0u64; 4], 0u64);
    let mut events = Vec::new();
    let mut cands = Vec::new();
    let base = Seed::from(7);
    let fast = std::env::args().nth(3).is_none();
    let setup = rome::setup::Setup {
        players: std::env::args().nth(2).map_or(2, |s| s.parse().unwrap()),
        ..Default::default()
    };
    for i in 0..n {
        let mut dice = Seeded::new(base.derive(i));
        let mut rng = Seeded::new(base.derive(i + 1_000_000));
        let mut st = Rome::start(&setup);
        events.clear();
        Rome::open(&mut Step::new(&mut st, &mut dice, &mut events));
        loop {
            let seat = match Rome::awaiting(&st) {
                Awaiting::Over(o) => {
                    match o {
                        Outcome::Win(s) => wins[s.index()] += 1,
                        _ => draws += 1,
                    };
                    break;
                }
                Awaiting::Seats(s) => s.lowest().unwrap(),
            };

            let act;
            let a = if fast {
                act = Rome::lot(Knower::from_state(&st, seat), &mut |n| rng.below(n));
                &act
            } else {
                let v = Rome::view(&st, seat);
                Rome::candidates(&v, 64, &mut cands);
                &cands[rng.below(cands.len() as u32) as usize]
            };
            if let Err(e) = Rome::check(&st, seat, a) {
                panic!("game {i}: {a:?}: {e}");
            }
            events.clear();
            Rome::resolve(&mut Step::new(&mut st, &mut dice, &mut events), seat, a);
            acts += 1;
        }
        turns += st.table.turn as u64;
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{:.0} games/s, {:.1} actions, {:.1} turns, wins {:?} draws {}, {:.0} ns/action",
        n as f64 / s,
        acts as f64 / n as f64,
        turns as f64 / n as f64,
        wins,
        draws,
        s * 1e9 / acts as f64
    );
}
