//! One game of a run, as its file keeps it.

use kernel::{Earning, Outcome, Seat};
use serde::{Deserialize, Serialize};

/// A game that was played: its number, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bout {
    /// Its number, from 0.
    pub game: u64,
    /// How it ended; nothing if it did not.
    pub outcome: Option<Outcome>,
    /// Why it did not end, which is a fault of the game or of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalled: Option<String>,
    /// How it was decided.
    pub how: String,
    /// Who had the first turn.
    pub first: Option<Seat>,
    /// How many turns it had.
    pub turns: u32,
    /// How many actions.
    pub actions: u32,
    /// What was counted, seat by seat, in the order of the header's names.
    pub tallies: Vec<Vec<u32>>,
    /// What each sort of piece did.
    pub earnings: Vec<Earning>,
}

impl Bout {
    /// What a seat got: two for a win, one for a draw. Nothing if the game did not end.
    pub fn half_points(&self, seat: Seat) -> Option<u8> {
        Some(match self.outcome? {
            Outcome::Win(winner) if winner == seat => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        })
    }
}
