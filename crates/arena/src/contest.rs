//! Every team against every other, in pairs of games with the sides changed.

use kernel::{Game, Outcome, Seat, Seed, Seeded, Step, playout};
use rayon::prelude::*;
use serde::Serialize;

use crate::BatchError;
use crate::batch::{self, Batch};
use crate::stats::{self, Interval};

/// What to play: all pairings of some teams.
#[derive(Clone, Debug)]
pub struct Contest<G: Game> {
    /// What the teams are called.
    pub teams: Vec<String>,
    /// The setup of each ordered pairing, row by row: the row's team at the first seat.
    pub setups: Vec<G::Setup>,
    /// The bot that plays both sides.
    pub bot: String,
    /// How many games each pairing has; an odd number is rounded up.
    pub games: u64,
    /// On how many different grounds, in turn ([`Game::variant`]).
    pub tables: u64,
    /// What all of them follow from.
    pub seed: Seed,
    /// How many threads; 0 for one to each core.
    pub threads: usize,
}

/// What a contest came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The game's id.
    pub game: &'static str,
    /// What it followed from.
    pub seed: Seed,
    /// The bot that played.
    pub bot: String,
    /// How many games each pairing had.
    pub games: u64,
    /// On how many grounds.
    pub tables: u64,
    /// The teams.
    pub teams: Vec<Standing>,
    /// The pairings, in the order of the teams.
    pub pairings: Vec<Pairing>,
    /// How often the first seat had the better of a game, with draws for half.
    pub first_seat: Interval,
}

/// How a team did against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The team.
    pub team: String,
    /// Its share of the points of its games: a win is one, a draw half.
    pub share: Interval,
}

/// How two teams did against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The one team, by number.
    pub one: usize,
    /// The other.
    pub two: usize,
    /// Games the one won.
    pub wins: u64,
    /// Games the other won.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// The one's share of the points, from pairs of games: they share table and dice.
    pub share: Interval,
}

/// What is counted of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    wins: u64,
    losses: u64,
    draws: u64,
    /// Pairs of games by what the one got of them in half points, 0 to 4.
    pairs: [u64; 5],
    /// Half points of the first seat.
    first: u64,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.first += other.first;
        for (one, two) in self.pairs.iter_mut().zip(other.pairs) {
            *one += two;
        }
        self
    }

    /// Counts a pair of games: with the one at the first seat, then at the second.
    fn of([first, second]: [Outcome; 2]) -> Tally {
        let half_points = |outcome: Outcome, seat: Seat| match outcome {
            Outcome::Win(winner) if winner == seat => 2_u8,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        };
        let mut tally = Tally::default();
        let mut got = 0;
        for (outcome, seat) in [(first, Seat(0)), (second, Seat(1))] {
            let half = half_points(outcome, seat);
            got += half;
            match half {
                0 => tally.losses += 1,
                1 => tally.draws += 1,
                _ => tally.wins += 1,
            }
            tally.first += u64::from(half_points(outcome, Seat(0)));
        }
        tally.pairs[usize::from(got)] += 1;
        tally
    }
}

impl<G: Game> Contest<G> {
    /// The ordered pairing as a batch of its own, on a ground.
    fn batch(&self, one: usize, two: usize, ground: u64) -> Batch<G> {
        let setup = &self.setups[one * self.teams.len() + two];
        Batch {
            setup: G::variant(setup, ground % self.tables.max(1)),
            bots: vec![self.bot.clone()],
            games: 1,
            seed: self.seed,
            threads: 1,
            rotate: false,
        }
    }

    fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.teams.len();
        (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two))).collect()
    }

    /// One game: both of a pair have the same dice.
    fn play(&self, one: usize, two: usize, pair: u64) -> Result<Outcome, String> {
        let batch = self.batch(one, two, pair);
        let seed = self.seed.derive(pair);
        let mut choosers = batch.choosers(pair, &[0, 1]);
        let mut dice = Seeded::new(seed);
        let mut events = Vec::new();
        let mut state = G::start(&batch.setup);
        G::open(&mut Step::new(&mut state, &mut dice, &mut events));
        playout::<G>(&mut state, &mut dice, &mut choosers, &mut events, &mut |_, _, _| {}).map_err(
            |stalled| {
                let (one, two) = (&self.teams[one], &self.teams[two]);
                format!("{one} against {two}, pair {pair}: {stalled}")
            },
        )
    }
}

/// Plays a contest on all cores; `progress` is told how many more games are done. The error of a
/// game that did not end says which.
pub fn contest<G: Game>(
    contest: &Contest<G>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Result<Standings, String>, BatchError> {
    let pairings = contest.pairings();
    for &(one, two) in &pairings {
        contest.batch(one, two, 0).validate()?;
        contest.batch(two, one, 0).validate()?;
    }
    let pairs = contest.games.div_ceil(2);
    let all = pairings.len() as u64 * pairs;
    let empty = || vec![Tally::default(); pairings.len()];
    let merge = |one: Vec<Tally>, two: Vec<Tally>| -> Result<Vec<Tally>, String> {
        Ok(one.into_iter().zip(two).map(|(one, two)| one.add(two)).collect())
    };
    let play = |mut tallies: Vec<Tally>, unit: u64| -> Result<Vec<Tally>, String> {
        // Pairings take turns, so that a long one does not come last.
        let index = (unit % pairings.len() as u64) as usize;
        let pair = unit / pairings.len() as u64;
        let (one, two) = pairings[index];
        let outcomes = [contest.play(one, two, pair)?, contest.play(two, one, pair)?];
        tallies[index] = tallies[index].add(Tally::of(outcomes));
        progress(2);
        Ok(tallies)
    };
    let tallies = batch::pool(contest.threads, all)?
        .install(|| (0..all).into_par_iter().try_fold(empty, play).try_reduce(empty, merge));
    Ok(tallies.map(|tallies| standings(contest, &pairings, &tallies)))
}

fn standings<G: Game>(
    contest: &Contest<G>,
    pairings: &[(usize, usize)],
    tallies: &[Tally],
) -> Standings {
    let teams = contest.teams.iter().enumerate().map(|(team, name)| {
        let mut sum = [0_u64; 5];
        for (&(one, two), tally) in pairings.iter().zip(tallies) {
            for (half_points, count) in tally.pairs.iter().enumerate() {
                if one == team {
                    sum[half_points] += count;
                } else if two == team {
                    sum[4 - half_points] += count;
                }
            }
        }
        Standing { team: name.clone(), share: stats::paired(&sum) }
    });
    let games: u64 = tallies.iter().map(|tally| tally.wins + tally.losses + tally.draws).sum();
    let first: u64 = tallies.iter().map(|tally| tally.first).sum();
    Standings {
        game: G::ID,
        seed: contest.seed,
        bot: contest.bot.clone(),
        games: contest.games.div_ceil(2) * 2,
        tables: contest.tables.max(1),
        teams: teams.collect(),
        pairings: pairings
            .iter()
            .zip(tallies)
            .map(|(&(one, two), tally)| Pairing {
                one,
                two,
                wins: tally.wins,
                losses: tally.losses,
                draws: tally.draws,
                share: stats::paired(&tally.pairs),
            })
            .collect(),
        first_seat: stats::wilson(first / 2, games),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_games_is_counted_from_the_one_side() {
        let (a, b) = (Outcome::Win(Seat(0)), Outcome::Win(Seat(1)));
        // The one sits first, then second: two wins of the one are a win of each seat.
        assert_eq!(Tally::of([a, b]).pairs, [0, 0, 0, 0, 1]);
        assert_eq!(Tally::of([b, a]).pairs, [1, 0, 0, 0, 0]);
        let split = Tally::of([a, a]);
        assert_eq!((split.wins, split.losses, split.first, split.pairs[2]), (1, 1, 4, 1));
        let drawn = Tally::of([Outcome::Draw, b]);
        assert_eq!((drawn.wins, drawn.draws, drawn.first, drawn.pairs[3]), (1, 1, 1, 1));
    }
}
