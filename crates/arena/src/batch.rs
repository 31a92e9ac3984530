//! Playing a batch.

use std::fmt;

use bots::{Spec, SpecError};
use kernel::{Awaiting, Chooser, Fault, Game, Knower, Match, Record, Seat, Seed, Stalled};
use rayon::prelude::*;

use crate::Report;
use crate::count::Counts;
use crate::play;

/// How many games a thread plays before it tells of its progress and may hand over.
const CHUNK: u64 = 64;

/// More threads than this only cost: a mistyped number must not bring the machine down.
const THREADS_MAX: usize = 256;

/// What to play.
#[derive(Clone, Debug)]
pub struct Batch<G: Game> {
    /// Who plays, with what.
    pub setup: G::Setup,
    /// The bots' names, dealt round to the seats.
    pub bots: Vec<String>,
    /// How many games.
    pub games: u64,
    /// What all of them follow from.
    pub seed: Seed,
    /// How many threads; 0 for one to each core. No more are started than there are games, or 256.
    pub threads: usize,
    /// Whether the bots move one seat on from game to game.
    pub rotate: bool,
}

/// Why a batch can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// The setup is not valid.
    Setup(Vec<Fault>),
    /// There is no such bot, or not with such settings.
    Bot(SpecError),
    /// No bot is named, or more than there are seats.
    BotCount {
        /// Bots named.
        bots: usize,
        /// Seats there are.
        seats: usize,
    },
    /// The threads could not be started.
    Threads(String),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Setup(faults) => {
                let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
                f.write_str(&list.join("; "))
            }
            BatchError::Bot(error) => error.fmt(f),
            BatchError::BotCount { bots: 0, .. } => f.write_str("no bot is named"),
            BatchError::BotCount { bots, seats } => {
                write!(f, "{bots} bots are named for {seats} seats")
            }
            BatchError::Threads(reason) => write!(f, "the threads could not be started: {reason}"),
        }
    }
}

impl std::error::Error for BatchError {}

impl<G: Game> Batch<G> {
    /// Reports what is wrong with the batch before anything is played.
    pub fn validate(&self) -> Result<(), BatchError> {
        G::validate(&self.setup).map_err(BatchError::Setup)?;
        let seats = self.seats();
        if self.bots.is_empty() || self.bots.len() > seats {
            return Err(BatchError::BotCount { bots: self.bots.len(), seats });
        }
        for name in &self.bots {
            name.parse::<Spec>().map_err(BatchError::Bot)?;
        }
        Ok(())
    }

    fn seats(&self) -> usize {
        usize::from(G::seats(&self.setup))
    }

    /// The bot's name, dealing round.
    fn bot_name(&self, bot: usize) -> &str {
        &self.bots[bot % self.bots.len()]
    }

    /// A name for every bot, numbered where the same name plays twice.
    pub(crate) fn bot_labels(&self) -> Vec<String> {
        let names: Vec<&str> = (0..self.seats()).map(|bot| self.bot_name(bot)).collect();
        let label = |(index, name): (usize, &&str)| {
            if names.iter().filter(|other| *other == name).count() == 1 {
                return (*name).to_string();
            }
            let number = names[..=index].iter().filter(|other| *other == name).count();
            format!("{name} {number}")
        };
        names.iter().enumerate().map(label).collect()
    }

    /// Which bot sits at each seat in a game.
    fn seating(&self, game: u64) -> Vec<usize> {
        let seats = self.seats();
        let mut bots: Vec<usize> = (0..seats).collect();
        if self.rotate {
            bots.rotate_right(usize::try_from(game % seats as u64).unwrap_or(0));
        }
        bots
    }

    /// The bots of a game by seat, each with a seed of its own.
    fn choosers(&self, game: u64, seating: &[usize]) -> Vec<Box<dyn Chooser<G>>> {
        let seed = self.seed.derive(game);
        let names: Vec<&str> = seating.iter().map(|bot| self.bot_name(*bot)).collect();
        play::choosers(&names, seed)
    }
}

/// Plays a batch on all cores; `progress` is told how many more games are done.
pub fn run<G: Game>(
    batch: &Batch<G>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report<G>, BatchError> {
    batch.validate()?;
    let things = G::tally_names().len();
    let empty = || Counts::new(batch.seats(), things);
    let counts = pool(batch.threads, batch.games)?.install(|| {
        (0..batch.games.div_ceil(CHUNK))
            .into_par_iter()
            .fold(
                || (empty(), Table::<G>::new(batch.seats(), things)),
                |(mut counts, mut table), chunk| {
                    let games = chunk * CHUNK..((chunk + 1) * CHUNK).min(batch.games);
                    let count = games.end - games.start;
                    games.for_each(|game| table.play(batch, game, &mut counts));
                    progress(count);
                    (counts, table)
                },
            )
            .map(|(counts, _)| counts)
            .reduce(empty, Counts::merge)
    });
    Ok(Report::new(batch, counts))
}

fn pool(asked: usize, games: u64) -> Result<rayon::ThreadPool, BatchError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads(asked, games))
        .build()
        .map_err(|error| BatchError::Threads(error.to_string()))
}

/// How many threads are started of those asked for; 0 stays 0, for one to each core.
fn threads(asked: usize, games: u64) -> usize {
    let games = usize::try_from(games).unwrap_or(usize::MAX).max(1);
    asked.min(games).min(THREADS_MAX)
}

/// How many threads play so many things of those asked for; for 0, one to each core.
pub(crate) fn workers(asked: usize, things: u64) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    threads(if asked == 0 { cores } else { asked }, things)
}

/// What a thread keeps between games, so that it need not be allocated for each.
struct Table<G: Game> {
    events: Vec<G::Event>,
    tallies: Vec<u32>,
    things: usize,
}

impl<G: Game> Table<G> {
    fn new(seats: usize, things: usize) -> Self {
        Table { events: Vec::new(), tallies: vec![0; seats * things], things }
    }

    fn play(&mut self, batch: &Batch<G>, game: u64, counts: &mut Counts) {
        let seating = batch.seating(game);
        let mut choosers = batch.choosers(game, &seating);
        let Table { events, tallies, things } = self;
        tallies.fill(0);
        let mut tally = |events: &[G::Event]| {
            for event in events {
                G::tally(event, &mut |seat: Seat, thing| {
                    tallies[seat.index() * *things + thing] += 1;
                });
            }
        };
        let seed = batch.seed.derive(game);
        let start = G::start(&batch.setup);
        match play::game::<G>(start, seed, &mut choosers, events, &mut tally) {
            Ok(ended) => {
                counts.turns.add(G::turns(&ended.state));
                counts.actions.add(ended.actions);
                counts.add(ended.outcome, &seating, tallies);
            }
            Err(stalled) => counts.stall(game, stalled.reason),
        }
    }
}

/// Plays one game of a batch again, for its record.
pub fn record<G: Game>(batch: &Batch<G>, game: u64) -> Result<Recorded<G>, BatchError> {
    batch.validate()?;
    Ok(replayed(batch, game))
}

/// A game's record, and why it did not end if it did not: then the record stops where it stuck.
pub type Recorded<G> = (Record<G>, Option<Stalled>);

fn replayed<G: Game>(batch: &Batch<G>, game: u64) -> Recorded<G> {
    let seating = batch.seating(game);
    let players = seating.iter().map(|bot| batch.bot_name(*bot).to_string()).collect();
    kept(&batch.setup, batch.seed.derive(game), players, batch.choosers(game, &seating))
}

/// Plays a game whose setup is valid, and keeps its record.
pub(crate) fn kept<G: Game>(
    setup: &G::Setup,
    seed: Seed,
    players: Vec<String>,
    mut choosers: Vec<Box<dyn Chooser<G>>>,
) -> Recorded<G> {
    let mut table = Match::<G>::new(setup.clone(), seed).expect("the setup was validated");
    table.set_players(players);
    let stalled = play_on(&mut table, &mut choosers).err();
    (table.record().expect("a match from a seed has a record"), stalled)
}

/// The same order of decisions as in [`kernel::playout`], in a match that is kept.
fn play_on<G: Game>(
    table: &mut Match<G>,
    choosers: &mut [Box<dyn Chooser<G>>],
) -> Result<(), Stalled> {
    for _ in 0..G::ACTIONS_MAX {
        let Awaiting::Seats(seats) = table.awaiting() else {
            return Ok(());
        };
        let seat =
            seats.lowest().ok_or_else(|| Stalled { reason: "the game waits for nobody".into() })?;
        let action = choosers[seat.index()].choose_unseen(Knower::from_state(table.state(), seat));
        table
            .play(seat, action.clone())
            .map_err(|error| Stalled { reason: format!("{seat} chose {action:?}: {error}") })?;
    }
    match table.outcome() {
        Some(_) => Ok(()),
        None => Err(Stalled { reason: format!("no end after {} actions", G::ACTIONS_MAX) }),
    }
}

/// Plays all games of a batch again, on all cores, and hands out their records with their numbers in
/// any order. Stops at the first error `keep` gives back.
pub fn records<G: Game, E: Send>(
    batch: &Batch<G>,
    keep: &(dyn Fn(u64, Recorded<G>) -> Result<(), E> + Sync),
) -> Result<Result<(), E>, BatchError> {
    batch.validate()?;
    let all =
        || (0..batch.games).into_par_iter().try_for_each(|game| keep(game, replayed(batch, game)));
    Ok(pool(batch.threads, batch.games)?.install(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_than_games_are_started_and_never_very_many() {
        for (asked, games, want) in
            [(0, 10, 0), (4, 10, 4), (40, 10, 10), (4, 0, 1), (1_000_000, u64::MAX, THREADS_MAX)]
        {
            assert_eq!(threads(asked, games), want, "{asked} for {games} games");
        }
    }
}
