//! The rules of the house: what programs are allowed besides the rules of the game.

use std::time::Duration;

use crate::pace::Pace;

/// What programs are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House {
    /// So many strikes in a game forfeit it.
    pub strikes: u32,
    /// So many checks may be asked for one decision.
    pub checks: u32,
    /// So many pings and infos may be sent for one decision.
    pub chatter: u32,
    /// How long programs may think.
    pub pace: Pace,
    /// How long they may take to say hello, and to be ready for a game.
    pub hello: Duration,
}

impl House {
    /// How many candidates a program is shown that asks for no number.
    pub const CANDIDATES: u32 = 64;
    /// No more are shown.
    pub const CANDIDATES_MAX: u32 = 1000;
}

impl Default for House {
    fn default() -> Self {
        House {
            strikes: 3,
            checks: 32,
            chatter: 1000,
            pace: Pace::Each(Pace::USUAL),
            hello: Duration::from_secs(10),
        }
    }
}
