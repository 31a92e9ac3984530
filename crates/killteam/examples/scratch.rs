use kernel::{Awaiting, Game, Knower, Refusal, Seed, Seeded, Step};
use killteam::{KillTeam, roster::*, setup::*};
fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|x| x.parse().ok()).unwrap_or(10);
    let team = |name: &str| Roster {
        name: name.into(),
        faction: FactionChoice::Named("ashguard".into()),
        members: (0..10)
            .map(|i| Member {
                card: "trooper".into(),
                name: String::new(),
                options: vec![],
                leader: i == 0,
            })
            .collect(),
    };
    let setups: Vec<Setup> = (0..8)
        .map(|s| Setup {
            teams: vec![team("a"), team("b")],
            table: TableChoice::Seed(s),
            points: 100,
        })
        .collect();
    for s in &setups {
        KillTeam::validate(s).unwrap();
    }
    let starts: Vec<_> = setups.iter().map(|s| KillTeam::start(s)).collect();
    let check = std::env::args().nth(2).is_some();
    let t = std::time::Instant::now();
    let mut actions = 0u64;
    let mut turns = 0u64;
    let mut evs = 0u64;
    let mut wins = [0; 3];
    let mut pts = 0u64;
    let mut kinds = std::collections::BTreeMap::<String, (u64, u128, u128)>::new();
    for g in 0..games {
        let mut state = starts[(g % 8) as usize].clone();
        let mut dice = Seeded::new(Seed::from(g));
        let mut w = g.wrapping_mul(0x9E3779B97F4A7C15) | 1;
        let mut random = move |n: u32| {
            w ^= w << 13;
            w ^= w >> 7;
            w ^= w << 17;
            (((w >> 32) * n as u64) >> 32) as u32
        };
        let mut events = Vec::new();
        KillTeam::open(&mut Step::new(&mut state, &mut dice, &mut events));
        loop {
            let seat = match KillTeam::awaiting(&state) {
                Awaiting::Over(o) => {
                    match o {
                        kernel::Outcome::Win(s) => wins[s.0 as usize] += 1,
                        _ => wins[2] += 1,
                    };
                    break;
                }
                Awaiting::Seats(s) => s.lowest().unwrap(),
            };
            let t0 = std::time::Instant::now();
            let a = KillTeam::lot(Knower::from_state(&state, seat), &mut random);
            let t1 = std::time::Instant::now();
            if check {
                if let Err(e) = KillTeam::check(&state, seat, &a) {
                    panic!("game {g}: {a:?} {a} -> {e} [{}]", e.rule());
                }
            }
            events.clear();
            let t2 = std::time::Instant::now();
            KillTeam::resolve(&mut Step::new(&mut state, &mut dice, &mut events), seat, &a);
            let t3 = std::time::Instant::now();
            let key = a.to_string().split_whitespace().next().unwrap().to_string();
            let e = kinds.entry(key).or_default();
            e.0 += 1;
            e.1 += (t1 - t0).as_nanos();
            e.2 += (t3 - t2).as_nanos();
            actions += 1;
            evs += events.len() as u64;
            if actions > 50000 * (g + 1) {
                panic!("stall {:?}", state.ask)
            }
        }
        turns += state.turns as u64;
        pts += (state.teams[0].score + state.teams[1].score) as u64;
    }
    let d = t.elapsed();
    println!(
        "{games} games {:?} {:.0}/s actions {} turns {} events {} wins {:?} pts {}",
        d,
        games as f64 / d.as_secs_f64(),
        actions / games,
        turns / games,
        evs / games,
        wins,
        pts / games
    );
    for (k, v) in kinds {
        println!(
            "{k:12} {:>8.1}/game lot {:>7} ns resolve {:>7} ns",
            v.0 as f64 / games as f64,
            v.1 / v.0 as u128,
            v.2 / v.0 as u128
        );
    }
}
