//! How good a position looks.

use kernel::Seat;

use crate::rules::scoring;
use crate::state::{State, other};

/// How good the position looks for a seat: points scored, objectives held, and what is left of both
/// teams.
pub fn evaluate(state: &State, seat: Seat) -> i32 {
    half(state, seat) - half(state, other(seat))
}

fn half(state: &State, seat: Seat) -> i32 {
    let models: i32 = state
        .on_table(seat)
        .map(|id| {
            let (profile, model) = (state.profile(id), state.model(id));
            let worth = profile.points * 10;
            let share = worth * i32::from(model.wounds) / i32::from(profile.wounds);
            worth / 2 + share / 2 - if model.down { worth / 4 } else { 0 }
        })
        .sum();
    let held: i32 = (0..5)
        .filter(|objective| scoring::holder(state, *objective) == Some(seat))
        .map(|objective| i32::from(scoring::worth(state, objective, seat)))
        .sum();
    models + 100 * i32::from(state.team(seat).score) + 40 * held
}
