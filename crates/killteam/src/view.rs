//! What a seat knows: everything but the other's bid.

use kernel::{Dice, Roll, RollKind, Seat, SeatSet};
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
    /// For one who only watches: who has bid, though not how much.
    #[serde(default, skip_serializing_if = "none")]
    pub bids: SeatSet,
}

impl View {
    /// Whether a seat has bid.
    pub fn has_bid(&self, seat: Seat) -> bool {
        let other = seat != self.seat && self.seat != Seat::NOBODY;
        self.state.team(seat).bid.is_some() || self.bids.contains(seat) || (other && self.other_bid)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde asks.
fn none(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// What the seat knows (`killteam:K45`).
pub fn view(state: &State, seat: Seat) -> View {
    if seat.0 > 1 {
        return watched(state);
    }
    let rival = other(seat).index();
    let mut known = state.clone();
    known.teams[rival] = Team { bid: None, ..state.teams[rival] };
    View { seat, state: known, other_bid: state.teams[rival].bid.is_some(), bids: SeatSet::EMPTY }
}

/// What everybody knows: no bid at all.
fn watched(state: &State) -> View {
    let mut known = state.clone();
    let mut bids = SeatSet::EMPTY;
    for seat in [Seat(0), Seat(1)] {
        if known.teams[seat.index()].bid.take().is_some() {
            bids = bids.with(seat);
        }
    }
    View { seat: Seat::NOBODY, state: known, other_bid: false, bids }
}

/// A full position that fits the view: a bid that was made is anything that could be paid.
pub fn guess(view: &View, dice: &mut dyn Dice) -> State {
    let mut state = view.state.clone();
    let unknown = |rival: &Seat| view.has_bid(*rival) && view.state.team(*rival).bid.is_none();
    for rival in [Seat(0), Seat(1)].into_iter().filter(unknown) {
        let team = &mut state.teams[rival.index()];
        let counts = [1_u8; 100];
        let kinds = &counts[..=usize::from(team.cp.min(99))];
        let roll = Roll { name: "bid", seat: Some(rival) };
        team.bid = Some(dice.roll(roll, RollKind::Bag(kinds)) as u8);
    }
    state
}
