//! What pieces do for what they cost.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// What one sort of piece did for a seat in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earning {
    /// Whose.
    pub seat: Seat,
    /// Which sort: the name of a card, say.
    pub piece: String,
    /// How many of them the seat had.
    pub pieces: u32,
    /// What they cost together; each one where nothing has a price.
    pub cost: u32,
    /// What it took from the others, by their cost, in hundredths.
    #[serde(default, skip_serializing_if = "is_none")]
    pub taken: u32,
    /// The points it scored, in hundredths.
    #[serde(default, skip_serializing_if = "is_none")]
    pub scored: u32,
    /// How many of them were left at the end.
    #[serde(default, skip_serializing_if = "is_none")]
    pub kept: u32,
}

/// Runs keep many of these, and most have many zeros.
fn is_none(number: &u32) -> bool {
    *number == 0
}

impl Earning {
    /// The entry of a sort of piece, made if it is not there.
    pub fn of<'a>(list: &'a mut Vec<Earning>, seat: Seat, piece: &str) -> &'a mut Earning {
        let found = list.iter().position(|one| one.seat == seat && one.piece == piece);
        let at = found.unwrap_or_else(|| {
            let (pieces, cost, taken, scored, kept) = (0, 0, 0, 0, 0);
            list.push(Earning { seat, piece: piece.into(), pieces, cost, taken, scored, kept });
            list.len() - 1
        });
        &mut list[at]
    }
}
