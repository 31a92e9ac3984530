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
mod mind;
mod policy;
mod random;
mod search;
mod value;

pub use greedy::Greedy;
pub use random::Random;
pub use search::{Clock, Effort, Search};

use kernel::{Chooser, Game, Seed};

/// How many candidates a bot that compares them asks a game for, unless it is told otherwise.
pub const LIMIT: usize = 64;

/// The bots there are, each with what a player wants to know of it.
pub const NAMES: &[(&str, &str)] = &[
    ("random", "takes any move it may; good for a first game, and for statistics"),
    ("greedy", "tries every move on a few guesses of what is hidden and takes what looks best"),
];

/// The bot of that name, or nothing if there is none.
///
/// The same name and seed give a bot that decides the same way.
pub fn by_name<G: Game>(name: &str, seed: Seed) -> Option<Box<dyn Chooser<G> + Send>> {
    match name {
        "random" => Some(Box::new(Random::<G>::new(seed))),
        "greedy" => Some(Box::new(Greedy::<G>::new(seed))),
        _ => None,
    }
}
