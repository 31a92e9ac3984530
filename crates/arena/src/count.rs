//! What is counted while games are played: whole numbers only, so that the order does not matter.

use kernel::{Outcome, Seat};

use crate::stats::Histogram;

/// How many stalled games are told of; the rest is only counted.
const STALLS_TOLD: usize = 10;

/// One thing a game counts, over all games and seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Thing {
    /// How often it happened.
    pub total: u64,
    /// How often to seats that won.
    pub winners: u64,
    /// How often to seats of games that others won.
    pub losers: u64,
    /// How many seats had it at least once.
    pub seats: u64,
    /// How many of these won.
    pub seats_won: u64,
}

/// The counts of some games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub games: u64,
    pub draws: u64,
    pub wins_by_seat: Vec<u64>,
    pub wins_by_bot: Vec<u64>,
    pub turns: Histogram,
    pub actions: Histogram,
    pub things: Vec<Thing>,
    pub stalls: u64,
    /// The first stalled games by number, with the reason.
    pub stalls_told: Vec<(u64, String)>,
}

impl Counts {
    pub fn new(seats: usize, things: usize) -> Self {
        Counts {
            games: 0,
            draws: 0,
            wins_by_seat: vec![0; seats],
            wins_by_bot: vec![0; seats],
            turns: Histogram::default(),
            actions: Histogram::default(),
            things: vec![Thing::default(); things],
            stalls: 0,
            stalls_told: Vec::new(),
        }
    }

    /// Counts a finished game. `tallies` has one row of things for each seat.
    pub fn add(&mut self, outcome: Outcome, bots: &[usize], tallies: &[u32]) {
        self.games += 1;
        let winner = match outcome {
            Outcome::Win(seat) => {
                self.wins_by_seat[seat.index()] += 1;
                self.wins_by_bot[bots[seat.index()]] += 1;
                Some(seat)
            }
            Outcome::Draw => {
                self.draws += 1;
                None
            }
        };
        if self.things.is_empty() {
            return;
        }
        for (seat, row) in (0..).map(Seat).zip(tallies.chunks_exact(self.things.len())) {
            let won = winner == Some(seat);
            for (thing, count) in self.things.iter_mut().zip(row) {
                let count = u64::from(*count);
                if count > 0 {
                    thing.total += count;
                    thing.seats += 1;
                    if won {
                        thing.winners += count;
                        thing.seats_won += 1;
                    } else if winner.is_some() {
                        thing.losers += count;
                    }
                }
            }
        }
    }

    /// Counts a game that did not end.
    pub fn stall(&mut self, game: u64, reason: String) {
        self.stalls += 1;
        self.stalls_told.push((game, reason));
        self.forget_late_stalls();
    }

    /// Adds what another has counted.
    pub fn merge(mut self, other: Counts) -> Counts {
        let add = |one: &mut [u64], two: &[u64]| {
            one.iter_mut().zip(two).for_each(|(one, two)| *one += two);
        };
        self.games += other.games;
        self.draws += other.draws;
        add(&mut self.wins_by_seat, &other.wins_by_seat);
        add(&mut self.wins_by_bot, &other.wins_by_bot);
        self.turns.merge(&other.turns);
        self.actions.merge(&other.actions);
        for (one, two) in self.things.iter_mut().zip(&other.things) {
            one.total += two.total;
            one.winners += two.winners;
            one.losers += two.losers;
            one.seats += two.seats;
            one.seats_won += two.seats_won;
        }
        self.stalls += other.stalls;
        self.stalls_told.extend(other.stalls_told);
        self.forget_late_stalls();
        self
    }

    /// Keeps the lowest numbers, which are the same in whatever order games were played.
    fn forget_late_stalls(&mut self) {
        self.stalls_told.sort();
        self.stalls_told.truncate(STALLS_TOLD);
    }
}
