//! Bots on a game they know nothing of.

use bots::{Effort, Greedy, LEVELS, Level, NAMES, Random, Search, by_name, is_bot, thinking};
use conformance::play;
use conformance::toy::{Setup, Toy};
use kernel::{Chooser, Eye, Game, Outcome, Seat, Seed, Seeded, Step, Words, playout};

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
fn who_judges_at_once_beats_random_from_either_seat() {
    let mut wins = [0u32; 2];
    for seed in 0..200 {
        let greedy = (seed % 2) as u8;
        let bots = if greedy == 0 { ["level3", "random"] } else { ["random", "level3"] };
        match duel(seed, bots).0 {
            Outcome::Win(Seat(seat)) => wins[usize::from(seat != greedy)] += 1,
            Outcome::Draw => {}
        }
    }
    assert!(wins[0] * 2 > wins[1] * 3, "level3 and random won {wins:?}");
}

/// A position in which one card is plainly best, and the searching bot's thoughts about it.
#[test]
fn a_searching_bot_tells_what_it_weighed() {
    let picture = "A hand 1,3,5 chosen - points 0\nB hand 2,2,4 chosen - points 0";
    let state = Toy::position(&Setup { players: 2, hand: 3 }, picture).unwrap();
    let view = Toy::view(&state, Seat(0));
    let effort = Effort {
        simulations: 300,
        notices: usize::MAX,
        width: 8,
        horizon: 2,
        trust: 0,
        eye: Eye::Plain,
    };
    let mut bot = Search::<Toy>::new(Seed::from(5), effort);
    assert!(bot.thoughts().is_none(), "it has not thought yet");
    let first = bot.choose(&view);
    let thoughts = bot.thoughts().expect("it has thought");
    assert_eq!(thoughts.weighed.len(), 3);
    assert_eq!(thoughts.weighed[0].action, first);
    assert_eq!(thoughts.line[0].action, first);
    assert_eq!(thoughts.line[0].seat, Seat(0));
    assert!(!thoughts.cut_short);
    let spent: u64 = thoughts.weighed.iter().map(|weighed| u64::from(weighed.simulations)).sum();
    assert_eq!(spent, thoughts.simulations);
    assert!((200..=300).contains(&spent), "{spent} simulations");
    assert!(thoughts.weighed.iter().all(|weighed| (0..=1000).contains(&weighed.value)));
}

#[test]
fn any_decision_can_be_made_again_from_its_number() {
    let picture = "A hand 1,3,5 chosen - points 0\nB hand 2,2,4 chosen - points 0";
    let state = Toy::position(&Setup { players: 2, hand: 3 }, picture).unwrap();
    let view = Toy::view(&state, Seat(0));
    let effort = Effort {
        simulations: 8,
        notices: usize::MAX,
        width: 8,
        horizon: 2,
        trust: 0,
        eye: Eye::Plain,
    };
    let mut bot = Search::<Toy>::new(Seed::from(2), effort);
    let decisions: Vec<_> = (0..20).map(|_| (bot.choose(&view), bot.thoughts())).collect();
    assert!(decisions.iter().any(|decision| decision.1 != decisions[0].1), "chance plays a part");
    for number in [0, 7, 19] {
        let mut again = Search::<Toy>::new(Seed::from(2), effort);
        again.resume(number);
        let decision = (again.choose(&view), again.thoughts());
        assert_eq!(decision, decisions[number as usize], "decision {number}");
    }
}

#[test]
fn a_clock_stops_thinking_and_that_is_told() {
    let picture = "A hand 1,3,5 chosen - points 0\nB hand 2,2,4 chosen - points 0";
    let state = Toy::position(&Setup { players: 2, hand: 3 }, picture).unwrap();
    let effort = Effort {
        simulations: 1_000_000,
        notices: usize::MAX,
        width: 8,
        horizon: 2,
        trust: 0,
        eye: Eye::Plain,
    };
    let clock: bots::Clock = std::sync::Arc::new(|| true);
    let mut bot = Search::<Toy>::new(Seed::from(2), effort).with_clock(Some(clock));
    bot.choose(&Toy::view(&state, Seat(0)));
    let thoughts = bot.thoughts().expect("it has thought");
    assert!(thoughts.cut_short);
    assert_eq!(thoughts.simulations, 3, "one simulation of each candidate is the least");
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

#[test]
fn levels_have_an_id_and_a_name_and_each_is_a_bot() {
    for level in &LEVELS {
        for name in [level.id.to_owned(), level.name.to_owned(), level.name.to_lowercase()] {
            assert_eq!(Level::find(&name), Some(level), "{name}");
            assert!(is_bot(&name) && by_name::<Toy>(&name, Seed::from(1)).is_some(), "{name}");
        }
    }
    assert!(!is_bot("level6") && !is_bot(""));
}

#[test]
fn more_threads_decide_the_same() {
    let table = play::deal::<Toy>(&Setup { players: 2, hand: 3 }, Seed::from(8)).unwrap();
    let view = Toy::view(table.state(), Seat(0));
    for seed in 0..20 {
        let decide = |threads| {
            let mut bot = thinking::<Toy>("general", Seed::from(seed), None, threads).unwrap();
            (bot.choose(&view), bot.thoughts())
        };
        assert_eq!(decide(1), decide(3));
    }
}
