//! Two tables that differ only in what a seat can't see say the same to it, byte for byte.

use kernel::{Awaiting, Knower, Match, Seat, Seed, Seeded, Words};
use referee::message::{Act, Clock};
use referee::wording::{decision, new_game};
use referee::{House, judge};

/// Everything a seat is told at a table: the game, the decision, and what a check of every candidate
/// of everybody comes to.
fn said<G: Words>(table: &Match<G>, seat: Seat, tries: &[G::Action]) -> Vec<String> {
    let view = G::view(table.state(), seat);
    let mut candidates = Vec::new();
    G::candidates(&view, 64, &mut candidates);
    let clock = Clock { move_ms: None, game_ms: None };
    let json = |value: serde_json::Result<String>| value.expect("messages have string keys");
    let mut lines = vec![
        json(serde_json::to_string(&new_game(table, seat, 0, &House::default(), 0))),
        json(serde_json::to_string(&decision::<G>(&view, 1, &candidates, true, clock))),
    ];
    for action in tries {
        let act = Act { id: None, choice: None, action: Some(action.clone()), text: None };
        lines.push(format!("{:?}", judge::<G>(table, seat, act, &candidates)));
    }
    lines
}

/// Plays games by lot and compares, at every decision, the table with one that was guessed from what
/// the seat sees.
fn keeps_secrets<G: Words>(seats: u8, games: u64) -> usize {
    let mut compared = 0;
    for game in 0..games {
        let seed = Seed::from(game);
        let setup = G::default_setup(seats);
        let mut table = Match::<G>::new(setup.clone(), seed).expect("an ordinary setup");
        let mut lots = bots::Random::<G>::new(seed.derive(1));
        while let Awaiting::Seats(owing) = table.awaiting() {
            let acting = owing.lowest().expect("somebody owes something");
            for seat in (0..seats).map(Seat) {
                let mut tries = Vec::new();
                G::candidates(&G::view(table.state(), acting), 16, &mut tries);
                let view = G::view(table.state(), seat);
                let guess = G::guess(&view, &mut Seeded::new(seed.derive(2 + table.len() as u64)));
                let dice = || Box::new(Seeded::new(seed));
                let real = Match::<G>::from_state(setup.clone(), table.state().clone(), dice());
                let other = Match::<G>::from_state(setup.clone(), guess, dice());
                assert_eq!(said(&real, seat, &tries), said(&other, seat, &tries), "game {game}");
                compared += usize::from(real.state() != other.state());
            }
            let who = Knower::from_state(table.state(), acting);
            let action = kernel::Chooser::choose_unseen(&mut lots, who);
            table.play(acting, action).expect("lots are legal");
        }
    }
    compared
}

#[test]
fn a_seat_of_rome_is_told_nothing_it_can_not_see() {
    for seats in 2..=4 {
        let compared = keeps_secrets::<rome::Rome>(seats, 3);
        assert!(compared > 100, "only {compared} tables differed at all");
    }
}

#[test]
fn a_seat_of_kill_team_is_told_nothing_it_can_not_see() {
    let compared = keeps_secrets::<killteam::KillTeam>(2, 3);
    assert!(compared > 0, "no bid was ever hidden");
}
