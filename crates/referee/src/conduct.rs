//! What a program did wrong in a game, and when that is enough.

use kernel::Seat;
use serde::Serialize;

use crate::message::Wrong;

/// One thing a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strike {
    /// At which seat.
    pub seat: Seat,
    /// What kind of wrong.
    pub kind: Wrong,
    /// At which of its decisions, from 1; 0 before the first.
    pub decision: u64,
    /// A sentence with the reason.
    pub reason: String,
}

/// A seat that is out of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forfeit {
    /// Which seat.
    pub seat: Seat,
    /// Why.
    pub reason: String,
    /// Whether the program never got as far as being ready to play.
    pub never_ready: bool,
}

/// How a program behaves at a seat in one game.
#[derive(Clone, Debug)]
pub struct Conduct {
    seat: Seat,
    limit: u32,
    /// What it did wrong so far.
    pub strikes: Vec<Strike>,
}

impl Conduct {
    /// Nothing wrong yet.
    pub fn new(seat: Seat, limit: u32) -> Self {
        Conduct { seat, limit, strikes: Vec::new() }
    }

    /// How many strikes there are.
    pub fn count(&self) -> u32 {
        self.strikes.len() as u32
    }

    /// How many forfeit.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Counts a strike. Whether that was one too many.
    pub fn strike(&mut self, kind: Wrong, decision: u64, reason: &str) -> bool {
        self.strikes.push(Strike { seat: self.seat, kind, decision, reason: reason.into() });
        self.count() >= self.limit
    }
}
