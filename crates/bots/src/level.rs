//! The five opponents, from somebody new to the strongest there is.

use kernel::{Chooser, Game, Seed};

use crate::Greedy;
use crate::search::{Clock, Effort, Search};

/// An opponent as a player chooses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name in commands and records.
    pub id: &'static str,
    /// What the opponent is called.
    pub title: &'static str,
    /// What to expect.
    pub about: &'static str,
}

/// The opponents, the weakest first.
pub const LEVELS: [Level; 5] = [
    Level {
        id: "level1",
        title: "Recruit",
        about: "new to the game: sees a few of the moves there are and takes the likeliest of them",
    },
    Level {
        id: "level2",
        title: "Soldier",
        about: "knows what every move is worth by itself, and overlooks some",
    },
    Level {
        id: "level3",
        title: "Veteran",
        about: "plays each good move on in mind for a moment before choosing",
    },
    Level {
        id: "level4",
        title: "Captain",
        about: "thinks longer, mostly about what looks best, and guards against the answer",
    },
    Level {
        id: "level5",
        title: "General",
        about: "the strongest: takes its time and looks at everything worth a look",
    },
];

/// The bot of a level, from 1.
pub(crate) fn bot<G: Game>(
    level: usize,
    seed: Seed,
    clock: Option<Clock>,
) -> Option<Box<dyn Chooser<G> + Send>> {
    let search = |moments| Search::new(seed, Effort::moments::<G>(moments)).with_clock(clock);
    Some(match level {
        1 => Box::new(Greedy::<G>::with(seed, 1, crate::LIMIT).noticing(3)),
        2 => Box::new(Greedy::<G>::new(seed).noticing(12)),
        3 => Box::new(search(1)),
        4 => Box::new(search(8)),
        5 => Box::new(search(64)),
        _ => return None,
    })
}
