//! The levels play Rome as they are described: who thinks more wins more.

use kernel::{Chooser, Game, Outcome, Seat, Seed, Seeded, Step, Words, playout};
use rome::Rome;

/// How many of some games the first bot wins, sitting at either seat in turn.
fn wins(one: &str, two: &str, games: u64) -> u64 {
    let setup = Rome::default_setup(2);
    let won = |game: &u64| {
        let first = (game % 2) as u8;
        let mut names = [two; 2];
        names[usize::from(first)] = one;
        let seed = Seed::from(*game);
        let mut dice = Seeded::new(seed);
        let mut state = Rome::start(&setup);
        let mut events = Vec::new();
        Rome::open(&mut Step::new(&mut state, &mut dice, &mut events));
        let mut choosers: Vec<Box<dyn Chooser<Rome>>> = names
            .iter()
            .zip(1..)
            .map(|(name, seat)| -> Box<dyn Chooser<Rome>> {
                bots::by_name::<Rome>(name, seed.derive(seat)).expect("levels exist")
            })
            .collect();
        let outcome = playout(&mut state, &mut dice, &mut choosers, &mut events, &mut |_, _, _| {});
        outcome.expect("bots don't stall") == Outcome::Win(Seat(first))
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn who_thinks_more_wins_more() {
    for (one, two) in [("level2", "level1"), ("level4", "level2"), ("general", "soldier")] {
        let won = wins(one, two, 20);
        assert!(won >= 14, "{one} won {won} of 20 games against {two}");
    }
}

#[test]
fn greedy_nearly_always_beats_random() {
    let won = wins("greedy", "random", 60);
    assert!(won >= 52, "greedy won {won} of 60 games");
}
