//! What a batch came to.

use kernel::{Game, Seat, Seed};
use serde::Serialize;

use crate::Batch;
use crate::count::{Counts, Thing};
use crate::stats::{self, Histogram, Interval};

/// The result of a batch.
///
/// All intervals are of 95% and treat what they count as independent. Games are; the seats of one
/// game are not, for only one of them wins: the intervals of [`Tally`] are rather too wide for that.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Report<G: Game> {
    /// The game's id.
    pub game: &'static str,
    /// Who plays, with what.
    pub setup: G::Setup,
    /// What the batch follows from.
    pub seed: Seed,
    /// Whether the bots changed seats.
    pub rotate: bool,
    /// Games that ended.
    pub games: u64,
    /// Wins by seat.
    pub seats: Vec<Share>,
    /// Wins by bot.
    pub bots: Vec<Bot>,
    /// Drawn games.
    pub draws: u64,
    /// Their share of the games that ended.
    pub draw_share: Interval,
    /// Games that did not end, which is a fault of the game or of a bot.
    pub stalls: u64,
    /// The first of them.
    pub stalled: Vec<Stall>,
    /// How many turns games had.
    pub turns: Length,
    /// How many actions games had.
    pub actions: Length,
    /// What happened in the games, and to whom.
    pub tallies: Vec<Tally>,
}

/// A seat's wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Which seat.
    pub seat: Seat,
    /// Games won.
    pub wins: u64,
    /// Their share of the games that ended.
    pub share: Interval,
}

/// A bot's wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bot {
    /// Its name; with a number where a name plays twice.
    pub name: String,
    /// Games won.
    pub wins: u64,
    /// Their share of the games that ended.
    pub share: Interval,
}

/// A game that did not end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stall {
    /// Its number in the batch.
    pub game: u64,
    /// What went wrong.
    pub reason: String,
}

/// How long games were.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Length {
    /// On average.
    pub mean: f64,
    /// Half the games were no longer.
    pub median: u32,
    /// A twentieth of the games was no longer.
    pub p5: u32,
    /// All but a twentieth of the games were no longer.
    pub p95: u32,
    /// The longest.
    pub max: u32,
}

/// One thing that happens to seats, and how those fared to whom it happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// What kind of thing.
    pub group: &'static str,
    /// Which one.
    pub name: String,
    /// How often it happened.
    pub count: u64,
    /// How often in a game.
    pub per_game: f64,
    /// How often on average to a seat that won.
    pub winner_mean: f64,
    /// How often on average to a seat of a game that another won.
    pub loser_mean: f64,
    /// To how many seats it happened at least once.
    pub seats_with: u64,
    /// The share of these that won; drawn games count as not won.
    pub wins_with: Interval,
    /// The share of the others that won.
    pub wins_without: Interval,
    /// The first share less the second.
    pub difference: Interval,
}

impl<G: Game> Report<G> {
    pub(crate) fn new(batch: &Batch<G>, counts: Counts) -> Self {
        let games = counts.games;
        let seats = counts.wins_by_seat.len() as u64;
        let names = batch.bot_labels();
        Report {
            game: G::ID,
            setup: batch.setup.clone(),
            seed: batch.seed,
            rotate: batch.rotate,
            games,
            seats: (0..)
                .map(Seat)
                .zip(&counts.wins_by_seat)
                .map(|(seat, wins)| Share { seat, wins: *wins, share: stats::wilson(*wins, games) })
                .collect(),
            bots: names
                .into_iter()
                .zip(&counts.wins_by_bot)
                .map(|(name, wins)| Bot { name, wins: *wins, share: stats::wilson(*wins, games) })
                .collect(),
            draws: counts.draws,
            draw_share: stats::wilson(counts.draws, games),
            stalls: counts.stalls,
            turns: Length::new(&counts.turns),
            actions: Length::new(&counts.actions),
            tallies: G::tally_names()
                .into_iter()
                .zip(&counts.things)
                .map(|((group, name), thing)| Tally::new(group, name, thing, &counts, seats))
                .collect(),
            stalled: counts
                .stalls_told
                .into_iter()
                .map(|(game, reason)| Stall { game, reason })
                .collect(),
        }
    }
}

impl Length {
    pub(crate) fn new(histogram: &Histogram) -> Self {
        Length {
            mean: histogram.mean(),
            median: histogram.percentile(50),
            p5: histogram.percentile(5),
            p95: histogram.percentile(95),
            max: histogram.max(),
        }
    }
}

impl Tally {
    fn new(group: &'static str, name: String, thing: &Thing, counts: &Counts, seats: u64) -> Self {
        let winners = counts.games - counts.draws;
        let with = (thing.seats_won, thing.seats);
        let without = (winners - thing.seats_won, counts.games * seats - thing.seats);
        Tally {
            group,
            name,
            count: thing.total,
            per_game: stats::mean(thing.total, counts.games),
            winner_mean: stats::mean(thing.winners, winners),
            loser_mean: stats::mean(thing.losers, winners * (seats - 1)),
            seats_with: thing.seats,
            wins_with: stats::wilson(with.0, with.1),
            wins_without: stats::wilson(without.0, without.1),
            difference: stats::difference(with, without),
        }
    }
}
