//! What a seat knows: everything but the other's bid.

use kernel::{Dice, Roll, RollKind, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{State, Team, other};

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The position, without the other's bid.
    pub state: State,
    /// Whether the other has bid.
    pub other_bid: bool,
}

/// What the seat knows (`killteam:K45`).
pub fn view(state: &State, seat: Seat) -> View {
    let rival = other(seat).index();
    let mut known = state.clone();
    known.teams[rival] = Team { bid: None, ..state.teams[rival] };
    View { seat, state: known, other_bid: state.teams[rival].bid.is_some() }
}

/// A full position that fits the view: a bid that was made is anything that could be paid.
pub fn guess(view: &View, dice: &mut dyn Dice) -> State {
    let mut state = view.state.clone();
    if view.other_bid {
        let rival = other(view.seat);
        let team = &mut state.teams[rival.index()];
        let counts = [1_u8; 100];
        let kinds = &counts[..=usize::from(team.cp.min(99))];
        let roll = Roll { name: "bid", seat: Some(rival) };
        team.bid = Some(dice.roll(roll, RollKind::Bag(kinds)) as u8);
    }
    state
}
