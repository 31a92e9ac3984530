//! Gather Intelligence!: objectives and points.

use kernel::{Outcome, Seat};
use table::{Convex, Length};

use crate::rules::engagement;
use crate::setup::{COUNTER, OBJECTIVES};
use crate::state::{Id, Side, State};

/// Whether a model touches or stands on an objective.
///
/// Rules `killteam:INTEL-4`, `killteam:K38`.
pub fn touches(state: &State, model: Id, objective: usize) -> bool {
    state.figure(model).is_some_and(|figure| {
        figure.footprint().within(
            &Convex::disc(OBJECTIVES[objective], COUNTER),
            figure.spot.z,
            Length::CONTACT.0,
        )
    })
}

/// Who holds an objective: a side with a model there that stands and is not engaged, while no
/// enemy, even knocked down, is there too.
///
/// Rules `killteam:INTEL-4`, `killteam:INTEL-5`, `killteam:INTEL-6`, `killteam:INTEL-7`,
/// `killteam:INTEL-8`, `killteam:K38`.
pub fn holder(state: &State, objective: usize) -> Option<Seat> {
    let there = |seat: Seat| state.on_table(seat).filter(move |id| touches(state, *id, objective));
    let mut holder = None;
    for seat in [Seat(0), Seat(1)] {
        let captures = |id: Id| !state.model(id).down && !engagement::is_engaged(state, id);
        if there(seat).any(captures) && there(crate::state::other(seat)).next().is_none() {
            holder = Some(seat);
        }
    }
    holder
}

/// What an objective is worth to a seat: 3 in the centre, 1 on its own side, 2 on the other.
///
/// Rules `killteam:INTEL-1`, `killteam:INTEL-2`.
pub fn worth(state: &State, objective: usize, seat: Seat) -> u8 {
    let near = objective <= 2;
    match (objective, state.team(seat).side) {
        (0, _) => 3,
        (_, Side::Near) if near => 1,
        (_, Side::Far) if !near => 1,
        _ => 2,
    }
}

/// Who holds what, and the points of this round.
///
/// Rule `killteam:INTEL-9`.
pub fn count(state: &State) -> ([Option<Seat>; 5], [u8; 2]) {
    let held: [Option<Seat>; 5] = std::array::from_fn(|objective| holder(state, objective));
    let mut points = [0; 2];
    for (objective, seat) in held.iter().enumerate() {
        if let Some(seat) = seat {
            points[seat.index()] += worth(state, objective, *seat);
        }
    }
    (held, points)
}

/// Who has won by points.
///
/// Rules `killteam:INTEL-3`, `killteam:END-5`, `killteam:K41`.
pub fn outcome(state: &State) -> Outcome {
    let [a, b] = state.teams.each_ref().map(|team| team.score);
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Outcome::Win(Seat(0)),
        std::cmp::Ordering::Less => Outcome::Win(Seat(1)),
        std::cmp::Ordering::Equal => Outcome::Draw,
    }
}
