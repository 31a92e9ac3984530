//! Batches of a game small enough to know what must come out.

use std::sync::atomic::{AtomicU64, Ordering};

use arena::{Batch, BatchError, record, records, run};
use conformance::toy::{Setup, Toy};
use kernel::{Outcome, Seat, Seed};

fn batch(players: u8, bots: &[&str], games: u64) -> Batch<Toy> {
    Batch {
        setup: Setup { players, hand: 3 },
        bots: bots.iter().map(ToString::to_string).collect(),
        games,
        seed: Seed::from(7),
        threads: 1,
        rotate: true,
    }
}

#[test]
fn the_report_is_the_same_whatever_the_number_of_threads() {
    for bots in [["random", "random"], ["greedy", "random"]] {
        let one = run(&batch(3, &bots, 500), &|_| {}).unwrap();
        let four = run(&Batch { threads: 4, ..batch(3, &bots, 500) }, &|_| {}).unwrap();
        let text = |report| serde_json::to_string(&report).unwrap();
        assert_eq!(text(one), text(four));
    }
}

#[test]
fn everything_adds_up() {
    let done = AtomicU64::new(0);
    let report = run(&batch(4, &["random"], 1000), &|count| {
        done.fetch_add(count, Ordering::Relaxed);
    })
    .unwrap();
    assert_eq!(done.into_inner(), 1000);
    assert_eq!((report.games, report.stalls), (1000, 0));
    let by_seat: u64 = report.seats.iter().map(|seat| seat.wins).sum();
    let by_bot: u64 = report.bots.iter().map(|bot| bot.wins).sum();
    assert_eq!((by_seat + report.draws, by_bot + report.draws), (1000, 1000));
    assert!(report.turns.p5 <= report.turns.median && report.turns.p95 <= report.turns.max);
    let names: Vec<&str> = report.bots.iter().map(|bot| bot.name.as_str()).collect();
    assert_eq!(names, ["random 1", "random 2", "random 3", "random 4"]);
    // Who wins took points; all twenty cards are drawn in every game.
    let tally = |name: &str| report.tallies.iter().find(|tally| tally.name == name).unwrap();
    assert!(tally("take").winner_mean > tally("take").loser_mean);
    assert!(tally("take").difference.low > 0.0);
    assert!((tally("5").per_game - 4.0).abs() < 1e-9);
    assert!(report.tallies.iter().all(|tally| tally.wins_with.low <= tally.wins_with.high));
}

#[test]
fn bots_change_seats_and_the_better_one_wins_from_all() {
    let report = run(&batch(2, &["level3", "random"], 400), &|_| {}).unwrap();
    assert!(report.bots[0].share.low > report.bots[1].share.high, "{:?}", report.bots);
    assert!(report.seats.iter().all(|seat| seat.wins > 120), "{:?}", report.seats);
    for game in 0..4 {
        let (record, _) = record(&batch(2, &["level3", "random"], 400), game).unwrap();
        let want = if game % 2 == 0 { ["level3", "random"] } else { ["random", "level3"] };
        assert_eq!(record.players, want);
    }
    let still = Batch { rotate: false, ..batch(2, &["level3", "random"], 400) };
    assert_eq!(record(&still, 1).unwrap().0.players, ["level3", "random"]);
}

#[test]
fn a_record_is_the_game_of_the_batch() {
    let batch = batch(3, &["greedy", "random"], 60);
    let report = run(&batch, &|_| {}).unwrap();
    let wins: Vec<AtomicU64> = (0..3).map(|_| AtomicU64::new(0)).collect();
    let actions = AtomicU64::new(0);
    records::<Toy, String>(&batch, &|game, (record, stalled)| {
        assert_eq!(stalled, None);
        assert_eq!(record.to_json(), arena::record(&batch, game).unwrap().0.to_json());
        record.replay(None).map_err(|error| error.to_string())?;
        actions.fetch_add(record.actions.len() as u64, Ordering::Relaxed);
        if let Some(Outcome::Win(Seat(seat))) = record.outcome {
            wins[usize::from(seat)].fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    })
    .unwrap()
    .unwrap();
    let wins: Vec<u64> = wins.into_iter().map(AtomicU64::into_inner).collect();
    assert_eq!(wins, report.seats.iter().map(|seat| seat.wins).collect::<Vec<_>>());
    let mean = arena::stats::mean(actions.into_inner(), 60);
    assert!((mean - report.actions.mean).abs() < 1e-9);
}

#[test]
fn a_batch_that_can_t_be_played_says_why() {
    let wrong = |batch: &Batch<Toy>| run(batch, &|_| {}).err().map(|error| error.to_string());
    assert_eq!(wrong(&batch(2, &[], 1)).unwrap(), "no bot is named");
    assert!(wrong(&batch(2, &["clever"], 1)).unwrap().contains("random, greedy"));
    assert_eq!(
        run(&batch(2, &["random"; 3], 1), &|_| {}).err(),
        Some(BatchError::BotCount { bots: 3, seats: 2 })
    );
    assert!(wrong(&batch(9, &["random"], 1)).unwrap().contains("players"));
    assert_eq!(run(&batch(2, &["random"], 0), &|_| {}).unwrap().games, 0);
}
