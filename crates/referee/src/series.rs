//! Many games between the same entrants.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use kernel::{Fault, Match, Record, Seat, Seed, Words};

use crate::engine::Engine;
use crate::game::{self, Player};
use crate::guest::Guest;
use crate::program::Entrant;
use crate::report::{GameReport, SeatReport};
use crate::rules::House;
use crate::transcript::Transcript;

/// More threads than this only cost: each has programs of its own.
const THREADS_MAX: usize = 64;

/// What to play.
#[derive(Clone, Debug)]
pub struct Series<G: Words> {
    /// Who plays, with what.
    pub setup: G::Setup,
    /// Who plays, dealt round to the seats.
    pub entrants: Vec<Entrant>,
    /// How many games.
    pub games: u64,
    /// What all of them follow from.
    pub seed: Seed,
    /// Whether the entrants move one seat on from game to game.
    pub rotate: bool,
    /// Whether as many games in a row as there are seats have the same dice.
    pub same_dice: bool,
    /// How many games are played at a time.
    pub threads: usize,
    /// What programs are allowed.
    pub house: House,
    /// Where what was said is written.
    pub transcripts: Option<PathBuf>,
}

/// Told of every game that ended, with its record.
pub type Keep<'a, G> = dyn Fn(&Record<G>, &GameReport) -> io::Result<()> + Sync + 'a;

/// What came of a series.
#[derive(Clone, Debug)]
pub struct Played {
    /// The games, in order.
    pub games: Vec<GameReport>,
    /// What each program called itself, by its place at the table in the first game.
    pub names: Vec<String>,
    /// Why not all games were played, if they were not.
    pub stopped: Option<String>,
}

impl<G: Words> Series<G> {
    /// Everything that is wrong with it.
    pub fn validate(&self) -> Result<(), Vec<Fault>> {
        G::validate(&self.setup)?;
        let seats = self.seats();
        let count = self.entrants.len();
        if count == 0 || count > seats {
            let message = format!("{count} bots are named for {seats} seats");
            return Err(vec![Fault { at: "bot".into(), message }]);
        }
        Ok(())
    }

    /// How many sit at the table.
    pub fn seats(&self) -> usize {
        usize::from(G::seats(&self.setup))
    }

    /// The entrant with this number, dealing round.
    pub fn entrant(&self, number: usize) -> &Entrant {
        &self.entrants[number % self.entrants.len()]
    }

    /// Who sits at each seat in a game.
    pub fn seating(&self, game: u64) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.seats()).collect();
        if self.rotate {
            numbers.rotate_right(usize::try_from(game % self.seats() as u64).unwrap_or(0));
        }
        numbers
    }

    /// What the dice of a game follow from.
    pub fn dice(&self, game: u64) -> Seed {
        self.seed.derive(if self.same_dice { game / self.seats() as u64 } else { game })
    }

    /// Plays all games and hands each to `keep`. Stops early if a program can't even begin, or if
    /// `keep` fails.
    pub fn run(&self, keep: &Keep<'_, G>) -> io::Result<Played> {
        let shared = Shared::default();
        let threads = self.threads.clamp(1, THREADS_MAX);
        let threads = threads.min(usize::try_from(self.games).unwrap_or(usize::MAX).max(1));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.work(&shared, keep));
            }
        });
        let Shared { games, names, stopped, failed, .. } = shared;
        if let Some(error) = inner(failed) {
            return Err(error);
        }
        let mut games = inner(games);
        games.sort_by_key(|game| game.number);
        Ok(Played { games, names: inner(names), stopped: inner(stopped) })
    }

    /// One thread: its own programs, and one game after another.
    fn work(&self, shared: &Shared, keep: &Keep<'_, G>) {
        let mut engines: Vec<Option<Engine>> = (0..self.seats())
            .map(|number| match self.entrant(number) {
                Entrant::Bot(_) => None,
                Entrant::Program(program) => Some(Engine::new(program.clone())),
            })
            .collect();
        while !shared.stop.load(Ordering::Relaxed) {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                break;
            }
            let kept = self.play(number, &mut engines).and_then(|(record, report)| {
                if let Some(out) = report.forfeits.iter().find(|forfeit| forfeit.never_ready) {
                    let who = &report.seats[out.seat.index()].player;
                    shared.halt(format!("{who} can't be played with: {}", out.reason));
                }
                keep(&record, &report)?;
                lock(&shared.games).push(report);
                Ok(())
            });
            if let Err(error) = kept {
                shared.stop.store(true, Ordering::Relaxed);
                lock(&shared.failed).get_or_insert(error);
            }
        }
        let name = |engine: &Option<Engine>| {
            engine.as_ref().map(|engine| engine.introduction.name.clone()).unwrap_or_default()
        };
        let mut names = lock(&shared.names);
        if names.iter().all(String::is_empty) {
            *names = engines.iter().map(name).collect();
        }
        drop(names);
        engines.iter_mut().flatten().for_each(Engine::quit);
    }

    /// Plays one game.
    fn play(
        &self,
        number: u64,
        engines: &mut [Option<Engine>],
    ) -> io::Result<(Record<G>, GameReport)> {
        let seating = self.seating(number);
        let dice = self.dice(number);
        let mut table = Match::<G>::new(self.setup.clone(), dice).expect("the setup was validated");
        table.set_players(seating.iter().map(|who| self.entrant(*who).to_string()).collect());
        let mut by_seat: Vec<Option<Player<'_, G>>> = (0..seating.len()).map(|_| None).collect();
        for (who, engine) in engines.iter_mut().enumerate() {
            let at = seating.iter().position(|other| *other == who).unwrap_or(who);
            let seat = Seat(at as u8);
            by_seat[at] =
                Some(match (self.entrant(who), engine) {
                    (Entrant::Program(_), Some(engine)) => {
                        engine.transcribe(self.transcript(number, seat)?);
                        Player::Guest(Box::new(Guest::new(engine, seat, number, &self.house)))
                    }
                    (entrant, _) => {
                        let seed = bots::seed_at(dice, seat);
                        Player::Bot(bots::by_name::<G>(&entrant.to_string(), seed).ok_or_else(
                            || io::Error::other(format!("there is no bot {entrant}")),
                        )?)
                    }
                });
        }
        let mut players: Vec<Player<'_, G>> = by_seat.into_iter().flatten().collect();
        // Far from the seeds of the bots, whose numbers are small.
        let ending = game::play(&mut table, &mut players, dice.derive(u64::MAX));
        let record = table.record().expect("a match from a seed has a record");
        let seats = seating
            .iter()
            .zip(&players)
            .map(|(who, player)| SeatReport::of(*who, self.entrant(*who).to_string(), player));
        let report = GameReport {
            number,
            seed: dice,
            seats: seats.collect(),
            outcome: ending.outcome,
            ended: ending.ended,
            actions: table.len(),
            turns: G::turns(table.state()),
            lots: ending.lots,
            forfeits: guests(&players).filter_map(|guest| guest.forfeit.clone()).collect(),
            strikes: guests(&players).flat_map(|guest| guest.conduct.strikes.clone()).collect(),
        };
        Ok((record, report))
    }

    fn transcript(&self, number: u64, seat: Seat) -> io::Result<Transcript> {
        match &self.transcripts {
            None => Ok(Transcript::nowhere()),
            Some(folder) => {
                Transcript::file(&folder.join(format!("{}-{number:06}-{seat}.txt", G::ID)))
            }
        }
    }
}

fn guests<'a, G: Words>(players: &'a [Player<'a, G>]) -> impl Iterator<Item = &'a Guest<'a, G>> {
    players.iter().filter_map(|player| match player {
        Player::Guest(guest) => Some(&**guest),
        Player::Bot(_) => None,
    })
}

/// What the threads of a series share.
#[derive(Default)]
struct Shared {
    next: AtomicU64,
    stop: AtomicBool,
    games: Mutex<Vec<GameReport>>,
    names: Mutex<Vec<String>>,
    stopped: Mutex<Option<String>>,
    failed: Mutex<Option<io::Error>>,
}

impl Shared {
    fn halt(&self, reason: String) {
        self.stop.store(true, Ordering::Relaxed);
        lock(&self.stopped).get_or_insert(reason);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
