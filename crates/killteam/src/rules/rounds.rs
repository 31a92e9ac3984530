//! Rounds and turns: resources, who is next, who is finished.

use kernel::Seat;

use crate::state::{Id, State, other};

/// The command points of a new round: two, and those of every model in play.
///
/// Rules `killteam:ROUND-5`, `killteam:CMD-1`, `killteam:CARD-2`, `killteam:K9`.
pub fn command_points(state: &State, seat: Seat) -> u8 {
    let models: u32 = state.on_table(seat).map(|id| u32::from(state.profile(id).cp)).sum();
    (2 + models).min(99) as u8
}

/// The pass tokens of a new round: the difference, for whoever has fewer models.
///
/// Rules `killteam:ROUND-6`, `killteam:ROUND-7`, `killteam:K9`.
pub fn tokens(state: &State, seat: Seat) -> u8 {
    state.count(other(seat)).saturating_sub(state.count(seat)) as u8
}

/// The models a seat has still to activate.
///
/// Rule `killteam:ROUND-12`.
pub fn unactivated(state: &State, seat: Seat) -> impl Iterator<Item = Id> + '_ {
    state.on_table(seat).filter(|id| !state.model(*id).activated)
}

/// The models a seat may re-activate: as they stay activated, any number of times, and they may
/// repeat what they did.
///
/// Rules `killteam:CMD-10`, `killteam:CMD-12`, `killteam:CMD-13`, `killteam:NERVE-14`,
/// `killteam:K12`.
pub fn tired(state: &State, seat: Seat) -> impl Iterator<Item = Id> + '_ {
    state.on_table(seat).filter(|id| state.model(*id).activated)
}

/// Whether a seat is finished without saying so: nothing left to activate, no token and no command
/// points for a re-activation; or no models at all.
///
/// Rules `killteam:ROUND-14`, `killteam:K10`.
pub fn finished_anyway(state: &State, seat: Seat) -> bool {
    let team = state.team(seat);
    state.count(seat) == 0
        || (team.tokens == 0 && team.cp < 2 && unactivated(state, seat).next().is_none())
}

/// Whether a side has been wiped out.
///
/// Rules `killteam:END-4`, `killteam:K42`.
pub fn wiped_out(state: &State, seat: Seat) -> bool {
    state.count(seat) == 0
}
