//! A run that can be played: its header, with setups that are known to be right.

use std::sync::Arc;

use kernel::{Game, Seat};

use super::{Bout, Entrant, FORMAT, Header, Kind, Meeting};
use crate::batch::{self, BatchError, Recorded};
use crate::pace::{Pace, Timed};
use crate::play;

/// No run has more games: a mistyped number must not last for ever.
pub const PAIRS_MAX: u64 = 50_000_000;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    header: Header,
    setups: Vec<G::Setup>,
    paces: Vec<Arc<Pace>>,
}

/// What a plan is made from.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Who meets whom.
    pub kind: Kind,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// How many games each meeting has; an odd number is rounded up.
    pub games: u64,
    /// On how many grounds.
    pub tables: u64,
    /// What everything follows from.
    pub seed: kernel::Seed,
}

/// What two entrants play, the first of them at the first seat, pair after pair in turn; or why
/// they can't. With the two changed it must be as many.
pub type Match<'a, G, E> = dyn Fn(&Entrant, &Entrant) -> Result<Vec<<G as Game>::Setup>, E> + 'a;

impl<G: Game> Plan<G> {
    /// The plan of some terms; `setup` makes what two entrants play. A single entrant meets itself.
    pub fn new<E: From<BatchError>>(terms: Terms, setup: &Match<'_, G, E>) -> Result<Self, E> {
        let Terms { kind, entrants, games, tables, seed } = terms;
        let mut setups: Vec<G::Setup> = Vec::new();
        let mut meetings = Vec::new();
        for (one, two) in who_meets(kind, entrants.len()) {
            let mut number = |setup: G::Setup| {
                setups.iter().position(|known| *known == setup).unwrap_or_else(|| {
                    setups.push(setup);
                    setups.len() - 1
                })
            };
            let here = setup(&entrants[one], &entrants[two])?;
            let there = setup(&entrants[two], &entrants[one])?;
            let mut turns = here.into_iter().zip(there).map(|(a, b)| [number(a), number(b)]);
            if let Some(setups) = turns.next() {
                meetings.push(Meeting { one, two, setups, more: turns.collect() });
            }
        }
        // Where all grounds are the same there is but one.
        let varies = setups.iter().any(|setup| G::variant(setup, 1) != *setup);
        let named = |(group, name): (&'static str, String)| (group.to_string(), name);
        let header = Header {
            format: FORMAT.into(),
            game: G::ID.into(),
            rules: G::rules_hash(),
            kind,
            entrants,
            meetings,
            setups: setups.iter().map(json).collect(),
            pairs: games.div_ceil(2).min(PAIRS_MAX),
            tables: if varies { tables.max(1) } else { 1 },
            seed,
            tallies: G::tally_names().into_iter().map(named).collect(),
        };
        Ok(Plan::checked(header, setups)?)
    }

    /// The plan of a run file.
    pub fn of(header: Header) -> Result<Self, String> {
        let read = |setup: &serde_json::Value| serde_json::from_value(setup.clone());
        let setups = header.setups.iter().map(read).collect::<Result<_, _>>();
        let setups = setups.map_err(|error| format!("its setups can't be read: {error}"))?;
        Plan::checked(header, setups).map_err(|error| error.to_string())
    }

    fn checked(header: Header, setups: Vec<G::Setup>) -> Result<Self, BatchError> {
        for setup in &setups {
            G::validate(setup).map_err(BatchError::Setup)?;
            let seats = usize::from(G::seats(setup));
            if seats != 2 {
                return Err(BatchError::BotCount { bots: 2, seats });
            }
        }
        for entrant in &header.entrants {
            entrant.bot.parse::<bots::Spec>().map_err(BatchError::Bot)?;
        }
        let paces = header.entrants.iter().map(|_| Arc::default()).collect();
        Ok(Plan { header, setups, paces })
    }

    /// What the run is of.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How long each entrant has taken over its decisions in the games this plan has played.
    pub fn paces(&self) -> impl Iterator<Item = (&Entrant, &Pace)> {
        self.header.entrants.iter().zip(self.paces.iter().map(|pace| &**pace))
    }

    fn setup(&self, game: u64) -> G::Setup {
        G::variant(&self.setups[self.header.setup_of(game)], self.header.ground_of(game))
    }

    fn choosers(&self, game: u64) -> Vec<Box<dyn kernel::Chooser<G>>> {
        let names = self.header.seats(game).map(|who| self.header.entrants[who].bot.as_str());
        let seed = self.header.seed_of(game);
        play::choosers(&names, seed)
    }

    fn timed(&self, game: u64) -> Vec<Box<dyn kernel::Chooser<G>>> {
        let bots = self.choosers(game).into_iter().zip(self.header.seats(game));
        bots.map(|(bot, who)| -> Box<dyn kernel::Chooser<G>> {
            Box::new(Timed { bot, pace: Arc::clone(&self.paces[who]) })
        })
        .collect()
    }

    /// Plays a game.
    pub fn play(&self, game: u64) -> Bout {
        let start = G::start(&self.setup(game));
        let mut choosers = self.timed(game);
        let (mut events, mut log) = (Vec::new(), Vec::new());
        let mut keep = |events: &[G::Event]| log.extend_from_slice(events);
        let seed = self.header.seed_of(game);
        let ended = play::game::<G>(start.clone(), seed, &mut choosers, &mut events, &mut keep);
        let mut tallies = vec![vec![0; self.header.tallies.len()]; 2];
        for event in &log {
            G::tally(event, &mut |seat: Seat, thing| tallies[seat.index()][thing] += 1);
        }
        let bout = Bout {
            game,
            outcome: None,
            stalled: None,
            how: String::new(),
            first: log.iter().find_map(G::turn_begun),
            turns: 0,
            actions: 0,
            tallies,
            earnings: G::earnings(&start, &log),
        };
        match ended {
            Err(stalled) => Bout { stalled: Some(stalled.reason), ..bout },
            Ok(ended) => Bout {
                outcome: Some(ended.outcome),
                how: G::decided_by(&ended.state).into(),
                turns: G::turns(&ended.state),
                actions: ended.actions,
                ..bout
            },
        }
    }

    /// Plays a game for its record.
    pub fn record(&self, game: u64) -> Recorded<G> {
        let name = |who: usize| self.header.entrants[who].to_string();
        let players = self.header.seats(game).map(name).to_vec();
        batch::kept(&self.setup(game), self.header.seed_of(game), players, self.choosers(game))
    }
}

fn json<S: serde::Serialize>(setup: &S) -> serde_json::Value {
    serde_json::to_value(setup).expect("setups are written as JSON in every record")
}

fn who_meets(kind: Kind, entrants: usize) -> Vec<(usize, usize)> {
    match kind {
        _ if entrants == 1 => vec![(0, 0)],
        Kind::RoundRobin => {
            let with = |one: usize| (one + 1..entrants).map(move |two| (one, two));
            (0..entrants).flat_map(with).collect()
        }
        Kind::Gauntlet | Kind::Sprt(_) => (1..entrants).map(|two| (0, two)).collect(),
    }
}
