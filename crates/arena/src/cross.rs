//! How entrants did against each other: the cross table.

use kernel::Seat;
use serde::Serialize;

use crate::elo::{self, Met};
use crate::run::{Bout, Kind, Run};
use crate::sprt::{Decision, Walk};
use crate::stats::{self, Interval};

/// What the one of a meeting got of a pair of games, in half points from 0 to 4; nothing if one of
/// them did not end. The one sits first in the first of them.
pub(crate) fn half_points([first, second]: [&Bout; 2]) -> Option<u8> {
    Some(first.half_points(Seat(0))? + second.half_points(Seat(1))?)
}

/// How two entrants did against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The one, by number.
    pub one: usize,
    /// The other.
    pub two: usize,
    /// Games the one won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games the other won.
    pub losses: u64,
    /// Pairs by the half points of the one, from 0 to 4.
    pub pairs: [u64; 5],
    /// The one's share of the points, from pairs of games: they share table and dice.
    pub share: Interval,
}

/// How an entrant did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Who.
    pub name: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of the points: a win is one, a draw half.
    pub share: Interval,
    /// The rating.
    pub elo: Interval,
}

/// What a sequential test has come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below it the answer is no.
    pub lower: f64,
    /// At or above it the answer is yes.
    pub upper: f64,
    /// The answer.
    pub decision: Decision,
}

/// What a run came to between its entrants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cross {
    /// The entrants, in their order.
    pub entrants: Vec<Standing>,
    /// The pairings, in the order of the entrants.
    pub pairings: Vec<Pairing>,
    /// The test, if it was one.
    pub test: Option<Tested>,
    /// The games that count.
    pub games: u64,
    /// The games there are to be, at most.
    pub planned: u64,
    /// Whether nothing is left to be played.
    pub finished: bool,
}

impl Cross {
    /// The cross table of a run, as far as it was played.
    pub fn of(run: &Run) -> Cross {
        let header = &run.header;
        let walk = match header.kind {
            Kind::Sprt(test) => Some((test, Walk::of(test, run))),
            Kind::RoundRobin | Kind::Gauntlet => None,
        };
        let counted = walk.as_ref().map_or(u64::MAX, |(_, walk)| walk.next());
        let mut pairings: Vec<Pairing> =
            header.meetings.iter().map(|meeting| Pairing::new(meeting.one, meeting.two)).collect();
        for (pair, bouts) in pairs(run).take_while(|(pair, _)| *pair < counted) {
            pairings[header.slot(2 * pair).meeting].add(bouts);
        }
        for pairing in &mut pairings {
            pairing.share = stats::paired(&pairing.pairs);
        }
        let decided = walk.as_ref().is_some_and(|(_, walk)| walk.is_over());
        let games = pairings.iter().map(|pairing| pairing.wins + pairing.draws + pairing.losses);
        Cross {
            entrants: standings(run, &pairings),
            test: walk.map(|(test, walk)| Tested {
                llr: stats::round(walk.llr()),
                lower: stats::round(test.bounds().0),
                upper: stats::round(test.bounds().1),
                decision: walk.decision(),
            }),
            games: games.sum(),
            planned: header.games(),
            finished: decided || run.bouts.len() as u64 == header.games(),
            pairings,
        }
    }

    /// What the one got against the two, from either side.
    pub fn share(&self, one: usize, two: usize) -> Option<Interval> {
        self.pairings.iter().find_map(|pairing| {
            let played = pairing.pairs.iter().sum::<u64>() > 0 && one != two;
            match (pairing.one, pairing.two) {
                pair if pair == (one, two) && played => Some(pairing.share),
                pair if pair == (two, one) && played => Some(pairing.share.mirrored()),
                _ => None,
            }
        })
    }
}

/// The pairs of which both games are there, by number.
pub(crate) fn pairs(run: &Run) -> impl Iterator<Item = (u64, [&Bout; 2])> {
    run.bouts.windows(2).filter_map(|two| {
        let [first, second] = two else { return None };
        (first.game % 2 == 0 && second.game == first.game + 1)
            .then_some((first.game / 2, [first, second]))
    })
}

impl Pairing {
    fn new(one: usize, two: usize) -> Pairing {
        let share = stats::paired(&[0; 5]);
        Pairing { one, two, wins: 0, draws: 0, losses: 0, pairs: [0; 5], share }
    }

    /// Counts a pair of games: with the one at the first seat, then at the second.
    fn add(&mut self, [first, second]: [&Bout; 2]) {
        let got = [first.half_points(Seat(0)), second.half_points(Seat(1))];
        let [Some(one), Some(two)] = got else { return };
        self.pairs[usize::from(one + two)] += 1;
        for half_points in [one, two] {
            match half_points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
    }

    fn turned(&self) -> Pairing {
        let mut pairs = self.pairs;
        pairs.reverse();
        Pairing { wins: self.losses, losses: self.wins, pairs, ..self.clone() }
    }
}

fn standings(run: &Run, pairings: &[Pairing]) -> Vec<Standing> {
    let names = run.header.names();
    let anchor = match run.header.kind {
        Kind::RoundRobin => None,
        Kind::Gauntlet | Kind::Sprt(_) => Some(usize::from(names.len() == 2)),
    };
    let met: Vec<Met> = pairings
        .iter()
        .map(|pairing| Met { one: pairing.one, two: pairing.two, pairs: pairing.pairs })
        .collect();
    let ratings = elo::ratings(names.len(), &met, anchor);
    let standing = |(who, elo): (usize, Interval)| {
        let mut sum = Pairing::new(who, who);
        for pairing in pairings {
            let side = match who {
                who if who == pairing.one => pairing.clone(),
                who if who == pairing.two => pairing.turned(),
                _ => continue,
            };
            sum.wins += side.wins;
            sum.draws += side.draws;
            sum.losses += side.losses;
            sum.pairs.iter_mut().zip(side.pairs).for_each(|(sum, count)| *sum += count);
        }
        Standing {
            name: names[who].clone(),
            wins: sum.wins,
            draws: sum.draws,
            losses: sum.losses,
            share: stats::paired(&sum.pairs),
            elo,
        }
    };
    ratings.into_iter().enumerate().map(standing).collect()
}
