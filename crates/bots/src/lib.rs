//! Computer opponents.
//!
//! A bot sees what its seat sees and answers with an action. It knows the kernel's contract and no
//! game: the same bots play every game that has [`candidates`](kernel::Game::candidates),
//! [`guess`](kernel::Game::guess) and [`evaluate`](kernel::Game::evaluate).
//!
//! A bot's choice depends on its seed, on the views it was shown before and on the view it is shown
//! now, never on a clock: a game of bots can be played again from its seeds.

#![forbid(unsafe_code)]

mod greedy;
mod level;
mod mind;
mod policy;
mod random;
mod search;
mod spec;
mod value;

pub use greedy::Greedy;
pub use level::{LEVELS, Level};
pub use random::Random;
pub use search::{Clock, Effort, Search};
pub use spec::{Spec, SpecError, names_of};

use kernel::{Chooser, Game, Seat, Seed};

/// How many candidates a bot that compares them asks a game for, unless it is told otherwise.
pub const LIMIT: usize = 64;

/// The bots there are, each with what a player wants to know of it.
pub const NAMES: &[(&str, &str)] = &[
    ("random", "takes any move it may; good for a first game, and for statistics"),
    ("greedy", "weighs every move it could make now and takes what looks best"),
    (LEVELS[0].id, LEVELS[0].about),
    (LEVELS[1].id, LEVELS[1].about),
    (LEVELS[2].id, LEVELS[2].about),
    (LEVELS[3].id, LEVELS[3].about),
    (LEVELS[4].id, LEVELS[4].about),
];

/// The bot of that name, with its settings if it has some ([`Spec`]), or nothing if there is none.
/// Levels have an id and a name.
///
/// The same name and seed give a bot that decides the same way.
pub fn by_name<G: Game>(name: &str, seed: Seed) -> Option<Box<dyn Chooser<G> + Send>> {
    thinking(name, seed, None, 1)
}

/// The seed of the bot at a seat in a match of this seed. With it, and as many decisions as it made
/// before ([`Chooser::resume`]), any decision of a record can be made again.
pub fn seed_at(of_match: Seed, seat: Seat) -> Seed {
    of_match.derive(u64::from(seat.0))
}

/// Whether there is a bot of that name, without settings: one that anybody may be offered.
pub fn is_bot(name: &str) -> bool {
    NAMES.iter().any(|(known, _)| *known == name) || Level::find(name).is_some()
}

/// The same on so many threads, with a clock that may stop it ([`Spec::bot`]).
pub fn thinking<G: Game>(
    name: &str,
    seed: Seed,
    clock: Option<Clock>,
    threads: usize,
) -> Option<Box<dyn Chooser<G> + Send>> {
    Some(name.parse::<Spec>().ok()?.bot(seed, clock, threads))
}
