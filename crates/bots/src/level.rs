//! The levels: five opponents for every game, from a friendly beginner to the strongest there is.
//!
//! They differ by how they think. The first two take what looks best of the little they notice, as
//! people do who are new to a game; the third weighs what it could do now; the fourth and the fifth
//! play their best ideas on in mind, a little or until they see what the other side makes of them.

use kernel::{Chooser, Eye, Game, Seed};

use crate::{Clock, Effort, Greedy, LIMIT, Search};

/// An opponent for players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// What programs call it.
    pub id: &'static str,
    /// What players call it.
    pub name: &'static str,
    /// What a player wants to know of it.
    pub about: &'static str,
    thinks: Thinks,
}

/// How a level decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinks {
    /// It takes what looks best at once of so many things it could do, on one guess of what is hidden.
    Glances(usize),
    /// It takes what looks best at the end of its turn of so many things, on two guesses.
    Notices(usize),
    /// It takes what looks best at once: of all, or of so many things where the game appraises, as an
    /// appraisal looks further than the action itself.
    Weighs(usize),
    /// It plays some ideas on: a little, or as long as it helps ([`Game::SIMULATIONS`]). Who thinks
    /// long has the better eye for ideas, too.
    Searches { long: bool },
}

/// How many simulations an appraisal counts for.
pub(crate) const TRUST: u32 = 10;

/// The levels, the easiest first.
pub const LEVELS: [Level; 5] = [
    Level {
        id: "level1",
        name: "Recruit",
        about: "new to the game: sees two things it could do and takes the better one",
        thinks: Thinks::Glances(2),
    },
    Level {
        id: "level2",
        name: "Soldier",
        about: "has played before: overlooks much, and judges what it sees well",
        thinks: Thinks::Notices(5),
    },
    Level {
        id: "level3",
        name: "Veteran",
        about: "weighs what it could do now, and does not look further",
        thinks: Thinks::Weighs(10),
    },
    Level {
        id: "level4",
        name: "Captain",
        about: "plays a few ideas on in its mind before it takes one of them",
        thinks: Thinks::Searches { long: false },
    },
    Level {
        id: "level5",
        name: "General",
        about: "the strongest: plays its best ideas on in its mind, again and again",
        thinks: Thinks::Searches { long: true },
    },
];

impl Level {
    /// The level of this id or name, in capitals or not.
    pub fn find(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.id == name || level.name.eq_ignore_ascii_case(name))
    }

    /// The opponent.
    pub(crate) fn bot<G: Game>(
        &self,
        seed: Seed,
        clock: Option<Clock>,
        threads: usize,
    ) -> Box<dyn Chooser<G> + Send> {
        match self.thinks {
            Thinks::Glances(some) => {
                Box::new(Greedy::<G>::with(seed, 1, LIMIT).noticing(some).hasty())
            }
            Thinks::Notices(some) => Box::new(Greedy::<G>::with(seed, 2, LIMIT).noticing(some)),
            Thinks::Weighs(some) => {
                let bot = Greedy::<G>::new(seed).hasty();
                Box::new(if G::APPRAISES { bot.noticing(some) } else { bot })
            }
            Thinks::Searches { long } => {
                let effort = Effort {
                    simulations: G::SIMULATIONS[usize::from(long)],
                    notices: if long { usize::MAX } else { G::NOTICES },
                    width: G::IDEAS[usize::from(long)],
                    horizon: G::HORIZON[usize::from(long)],
                    trust: TRUST,
                    eye: if long { Eye::Seasoned } else { Eye::Plain },
                };
                Box::new(Search::<G>::new(seed, effort).with_clock(clock).with_threads(threads))
            }
        }
    }
}
