//! What came of games: each by itself, and all together.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::stats::{Interval, wilson};
use kernel::{Outcome, Seat, Seed, Words};
use serde::Serialize;

use crate::conduct::{Forfeit, Strike};
use crate::game::Player;
use crate::guest::Thinking;
use crate::message::{Ended, Wrong};
use crate::program::Entrant;
use crate::series::{Played, Series};

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReport {
    /// Its number in the match, from 0.
    pub number: u64,
    /// What its dice followed from.
    pub seed: Seed,
    /// Who sat where.
    pub seats: Vec<SeatReport>,
    /// Who has won, forfeits included.
    pub outcome: Outcome,
    /// How it ended.
    pub ended: Ended,
    /// How many actions were taken.
    pub actions: usize,
    /// How many turns had begun.
    pub turns: u32,
    /// How many decisions the lot made, for programs that were late or out.
    pub lots: u64,
    /// Who forfeited and why.
    pub forfeits: Vec<Forfeit>,
    /// What programs did wrong.
    pub strikes: Vec<Strike>,
}

/// Who sat at a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// The entrant's number.
    pub entrant: usize,
    /// The bot's name or the program's command.
    pub player: String,
    /// How long a program thought.
    #[serde(skip)]
    pub thinking: Thinking,
}

impl SeatReport {
    /// What is to be told of a seat.
    pub fn of<G: Words>(entrant: usize, player: String, who: &Player<'_, G>) -> Self {
        let thinking = match who {
            Player::Bot(_) => Thinking::default(),
            Player::Guest(guest) => guest.thinking,
        };
        SeatReport { entrant, player, thinking }
    }
}

/// What came of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's id.
    pub game: &'static str,
    /// The setup in a few words.
    pub setup: String,
    /// What all games followed from.
    pub seed: Seed,
    /// How many games were played.
    pub games: u64,
    /// Games that ended without a winner.
    pub draws: u64,
    /// How games ended, and how often so.
    pub endings: BTreeMap<String, u64>,
    /// The entrants.
    pub entrants: Vec<EntrantReport>,
    /// Wins by seat.
    pub seats: Vec<Share>,
    /// Why not all games were played, if they were not.
    pub stopped: Option<String>,
    /// The games, in order.
    pub list: Vec<GameReport>,
}

/// A seat and its wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Which seat.
    pub seat: Seat,
    /// How many games it won.
    pub wins: u64,
    /// Its share of all games.
    pub share: Interval,
}

/// How an entrant did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntrantReport {
    /// The bot's name or the program's command.
    pub player: String,
    /// What the program called itself.
    pub name: String,
    /// Whether it is a program of somebody else.
    pub program: bool,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games nobody won.
    pub draws: u64,
    /// The share of its games that it won.
    pub share: Interval,
    /// Games it forfeited; they are among the lost ones.
    pub forfeits: u64,
    /// What it did wrong, by kind.
    pub strikes: BTreeMap<Wrong, u64>,
    /// How many decisions it made, if it is a program.
    pub decisions: u64,
    /// How long a decision took on average, in milliseconds.
    pub mean_ms: f64,
    /// How long the longest took, in milliseconds.
    pub longest_ms: f64,
}

impl Report {
    /// Adds up what came of a series.
    pub fn new<G: Words>(series: &Series<G>, played: Played) -> Self {
        let games = played.games.len() as u64;
        let mut endings = BTreeMap::new();
        for game in &played.games {
            let name = match game.ended {
                Ended::Rules => "rules",
                Ended::Forfeit => "forfeit",
                Ended::NoEnd => "no_end",
            };
            *endings.entry(name.to_owned()).or_default() += 1;
        }
        let count = |outcome: Outcome| {
            played.games.iter().filter(|game| game.outcome == outcome).count() as u64
        };
        let seats = (0..series.seats() as u8).map(Seat).map(|seat| {
            let wins = count(Outcome::Win(seat));
            Share { seat, wins, share: wilson(wins, games) }
        });
        let entrants = (0..series.seats()).map(|number| {
            let name = played.names.get(number).cloned().unwrap_or_default();
            EntrantReport::new(series.entrant(number), number, name, &played.games)
        });
        Report {
            game: G::ID,
            setup: G::describe_setup(&series.setup),
            seed: series.seed,
            games,
            draws: count(Outcome::Draw),
            endings,
            seats: seats.collect(),
            entrants: entrants.collect(),
            stopped: played.stopped,
            list: played.games,
        }
    }

    /// Whether every game was played and ended by the rules.
    pub fn is_clean(&self) -> bool {
        self.stopped.is_none()
            && self.list.iter().all(|game| game.forfeits.is_empty() && game.ended == Ended::Rules)
    }
}

impl EntrantReport {
    fn new(entrant: &Entrant, number: usize, name: String, games: &[GameReport]) -> Self {
        let mut report = EntrantReport {
            player: entrant.to_string(),
            name,
            program: matches!(entrant, Entrant::Program(_)),
            wins: 0,
            losses: 0,
            draws: 0,
            share: wilson(0, 0),
            forfeits: 0,
            strikes: BTreeMap::new(),
            decisions: 0,
            mean_ms: 0.0,
            longest_ms: 0.0,
        };
        let mut total = Duration::ZERO;
        for game in games {
            let Some(at) = game.seats.iter().position(|seat| seat.entrant == number) else {
                continue;
            };
            let (seat, thinking) = (Seat(at as u8), game.seats[at].thinking);
            let out = game.forfeits.iter().any(|forfeit| forfeit.seat == seat);
            match game.outcome {
                Outcome::Win(winner) if winner == seat => report.wins += 1,
                Outcome::Draw if !out => report.draws += 1,
                _ => report.losses += 1,
            }
            report.forfeits += u64::from(out);
            for strike in game.strikes.iter().filter(|strike| strike.seat == seat) {
                *report.strikes.entry(strike.kind).or_default() += 1;
            }
            report.decisions += thinking.decisions;
            total += thinking.total;
            report.longest_ms = report.longest_ms.max(thinking.longest.as_secs_f64() * 1000.0);
        }
        report.share = wilson(report.wins, report.wins + report.losses + report.draws);
        #[expect(clippy::cast_precision_loss)]
        let decisions = report.decisions.max(1) as f64;
        report.mean_ms = rounded(total.as_secs_f64() * 1000.0 / decisions);
        report.longest_ms = rounded(report.longest_ms);
        report
    }
}

/// To a thousandth: more would be noise.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
