//! What a run tells a designer: who is ahead, what going first is worth, how long games are, how
//! they are won, what each piece earns, and what is out of line.

use kernel::{Outcome, Seat};
use serde::Serialize;

use crate::cross::{self, Cross};
use crate::findings::{self, Finding, Limits};
use crate::pieces::{self, Piece};
use crate::report::Length;
use crate::run::{Bout, Header, Kind, Run};
use crate::stats::{self, Histogram, Interval};

/// What came out of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// The game's id.
    pub game: String,
    /// The hash of its rules and data.
    pub rules: String,
    /// What the run followed from.
    pub seed: kernel::Seed,
    /// On how many grounds.
    pub tables: u64,
    /// How it was planned.
    pub kind: Kind,
    /// Who met whom, and how it went.
    #[serde(flatten)]
    pub cross: Cross,
    /// How the first seat did.
    pub first_seat: Interval,
    /// How whoever had the first turn did; nothing where nobody has.
    pub first_player: Option<Interval>,
    /// How many games were drawn.
    pub drawn: Interval,
    /// How many turns games had.
    pub turns: Spread,
    /// How many actions.
    pub actions: Spread,
    /// How games were decided, the commonest way first.
    pub ways: Vec<Way>,
    /// What each sort of piece did for its cost.
    pub pieces: Vec<Piece>,
    /// Games that did not end, by number.
    pub stalled: Vec<u64>,
    /// What is out of line.
    pub findings: Vec<Finding>,
}

/// How long games were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// In a few numbers.
    #[serde(flatten)]
    pub length: Length,
    /// The mean with its interval.
    pub mean_of: Interval,
    /// How many games were how long.
    pub bins: Vec<Bin>,
}

/// Games of about the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The shortest.
    pub from: u32,
    /// The longest.
    pub to: u32,
    /// How many.
    pub games: u64,
}

/// A way in which games are decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Way {
    /// In words.
    pub how: String,
    /// How many games.
    pub games: u64,
    /// Their share of all that ended.
    pub share: Interval,
}

/// A picture of lengths has at most so many bars.
const BINS: usize = 24;

impl Balance {
    /// What a run tells, as far as it was played.
    pub fn of(run: &Run, limits: Limits) -> Balance {
        let Header { game, rules, seed, tables, kind, .. } = run.header.clone();
        let ended = || run.bouts.iter().filter(|bout| bout.outcome.is_some());
        let games = ended().count() as u64;
        let draws = ended().filter(|bout| bout.outcome == Some(Outcome::Draw)).count() as u64;
        let mut balance = Balance {
            game,
            rules,
            seed,
            tables,
            kind,
            cross: Cross::of(run),
            first_seat: seats(run, |_| Some(Seat(0))).unwrap_or(stats::paired(&[0; 5])),
            first_player: seats(run, |bout| bout.first),
            drawn: stats::wilson(draws, games),
            turns: Spread::of(ended().map(|bout| bout.turns)),
            actions: Spread::of(ended().map(|bout| bout.actions)),
            ways: ways(ended(), games),
            pieces: pieces::of(run),
            stalled: run.bouts.iter().filter(|b| b.stalled.is_some()).map(|b| b.game).collect(),
            findings: Vec::new(),
        };
        balance.findings = findings::of(&balance, limits);
        balance
    }

    /// The share of points with its interval of an entrant.
    pub fn share(&self, name: &str) -> Option<Interval> {
        self.cross.entrants.iter().find(|one| one.name == name).map(|one| one.share)
    }
}

/// How the seat that `of` names did over all games, pair by pair.
fn seats(run: &Run, of: impl Fn(&Bout) -> Option<Seat>) -> Option<Interval> {
    let mut pairs = [0; 5];
    let got = |bout: &Bout| bout.half_points(of(bout)?);
    for (_, [first, second]) in cross::pairs(run) {
        if let (Some(one), Some(two)) = (got(first), got(second)) {
            pairs[usize::from(one + two)] += 1;
        }
    }
    (pairs != [0; 5]).then(|| stats::paired(&pairs))
}

fn ways<'a>(ended: impl Iterator<Item = &'a Bout>, games: u64) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for bout in ended.filter(|bout| !bout.how.is_empty()) {
        if let Some(way) = ways.iter_mut().find(|way| way.how == bout.how) {
            way.games += 1;
        } else {
            let share = stats::wilson(0, games);
            ways.push(Way { how: bout.how.clone(), games: 1, share });
        }
    }
    for way in &mut ways {
        way.share = stats::wilson(way.games, games);
    }
    ways.sort_by(|one, two| two.games.cmp(&one.games).then(one.how.cmp(&two.how)));
    ways
}

impl Spread {
    fn of(lengths: impl Iterator<Item = u32>) -> Spread {
        let mut histogram = Histogram::default();
        let mut numbers = Vec::new();
        for length in lengths {
            histogram.add(length);
            numbers.push(f64::from(length));
        }
        let mean_of = stats::mean_of(&numbers);
        Spread { length: Length::new(&histogram), mean_of, bins: bins(&histogram) }
    }
}

/// The lengths in a few bars of the same width.
fn bins(histogram: &Histogram) -> Vec<Bin> {
    let counts = histogram.counts();
    let Some(least) = counts.iter().position(|count| *count > 0) else { return Vec::new() };
    let width = (counts.len() - least).div_ceil(BINS);
    let bin = |(number, games): (usize, &[u64])| {
        let from = (least + number * width) as u32;
        Bin { from, to: from + width as u32 - 1, games: games.iter().sum() }
    };
    counts[least..].chunks(width).enumerate().map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_game_once() {
        for (low, high) in [(1, 1), (5, 30), (0, 23), (7, 2000)] {
            let spread = Spread::of((low..=high).chain([low, high]));
            let games: u64 = spread.bins.iter().map(|bin| bin.games).sum();
            assert_eq!(games, u64::from(high - low) + 3);
            assert!(spread.bins.len() <= BINS && spread.bins[0].from == low);
            assert!(spread.bins.windows(2).all(|two| two[1].from == two[0].to + 1));
        }
        assert!(Spread::of(std::iter::empty()).bins.is_empty());
    }
}
