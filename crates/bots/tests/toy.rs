//! Bots on a game they know nothing of.

use bots::{Greedy, NAMES, Random, by_name};
use conformance::play;
use conformance::toy::{Setup, Toy};
use kernel::{Chooser, Game, Outcome, Seat, Seed, Seeded, Step, Words, playout};

/// Plays a game of two and tells who won and what was done.
fn duel(seed: u64, bots: [&str; 2]) -> (Outcome, Vec<String>) {
    let seed = Seed::from(seed);
    let mut dice = Seeded::new(seed);
    let mut state = Toy::start(&Setup { players: 2, hand: 3 });
    let mut events = Vec::new();
    Toy::open(&mut Step::new(&mut state, &mut dice, &mut events));
    let mut choosers = [(0, bots[0]), (1, bots[1])].map(|(index, name)| {
        let bot = by_name::<Toy>(name, seed.derive(index)).expect("the bot exists");
        bot as Box<dyn Chooser<Toy>>
    });
    let mut log = Vec::new();
    let outcome = playout::<Toy>(
        &mut state,
        &mut dice,
        &mut choosers,
        &mut events,
        &mut |seat, action, _| log.push(format!("{seat} {action:?}")),
    );
    (outcome.expect("bots don't stall"), log)
}

#[test]
fn a_bot_decides_the_same_from_the_same_seed() {
    for (name, _) in NAMES {
        assert_eq!(duel(3, [name, name]), duel(3, [name, name]));
    }
    assert_ne!(duel(3, ["random", "random"]).1, duel(4, ["random", "random"]).1);
}

#[test]
fn greedy_beats_random_from_either_seat() {
    let mut wins = [0u32; 2];
    for seed in 0..200 {
        let greedy = (seed % 2) as u8;
        let bots = if greedy == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        match duel(seed, bots).0 {
            Outcome::Win(Seat(seat)) => wins[usize::from(seat != greedy)] += 1,
            Outcome::Draw => {}
        }
    }
    assert!(wins[0] > wins[1] * 2, "greedy and random won {wins:?}");
}

#[test]
fn every_candidate_of_a_random_bot_comes_up_about_equally() {
    let picture = "A hand 1,3,5 chosen - points 0\nB hand 2,2,4 chosen - points 0";
    let state = Toy::position(&Setup { players: 2, hand: 3 }, picture).unwrap();
    let actions = play::candidates::<Toy>(&state, Seat(0), 9);
    assert_eq!(actions.len(), 3);
    let view = Toy::view(&state, Seat(0));
    let mut bot = Random::<Toy>::new(Seed::from(1));
    let mut counts = [0u32; 3];
    for _ in 0..3000 {
        let action = bot.choose(&view);
        counts[actions.iter().position(|a| *a == action).expect("a candidate")] += 1;
    }
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
}

#[test]
fn a_bot_without_guesses_or_candidates_still_decides() {
    let table = play::deal::<Toy>(&Setup { players: 2, hand: 3 }, Seed::from(2)).unwrap();
    let view = Toy::view(table.state(), Seat(0));
    let choice = Greedy::<Toy>::with(Seed::from(1), 0, 0).choose(&view);
    assert_eq!(Toy::check(table.state(), Seat(0), &choice), Ok(()));
}

#[test]
fn an_unknown_name_is_no_bot() {
    assert!(by_name::<Toy>("clever", Seed::from(1)).is_none());
    assert!(NAMES.iter().all(|(name, words)| by_name::<Toy>(name, Seed::from(1)).is_some()
        && !words.is_empty()));
}
