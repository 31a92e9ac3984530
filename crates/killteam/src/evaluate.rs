//! How good a position looks.
//!
//! What counts was fitted to the outcomes of some thousand games, round by round: men win the game
//! early on, points and the places that will score win it late. `docs/bots.md` tells how.

use kernel::Seat;
use table::Length;

use crate::rules::scoring;
use crate::setup::{COUNTER, OBJECTIVES};
use crate::state::{Id, State, other};

/// What things are worth in a round; a thousand more than the other side wins three games of four.
struct Weights {
    /// A victory point.
    score: i32,
    /// A point of the roster that is on the table, and what its wounds take from it.
    point: i32,
    wounded: i32,
    /// A victory point that is held, and one that somebody can be in time for.
    held: i32,
    near: i32,
    /// A command point.
    command: i32,
}

const fn weights([score, point, wounded, held, near, command]: [i32; 6]) -> Weights {
    Weights { score, point, wounded, held, near, command }
}

/// The rounds' weights, the first round first; a game has at most six.
const ROUNDS: [Weights; 6] = [
    weights([200, 57, 23, 20, 190, 45]),
    weights([240, 48, 14, 45, 120, 55]),
    weights([300, 43, 13, 118, 155, 65]),
    weights([450, 34, 6, 237, 209, 90]),
    weights([680, 18, 4, 291, 373, 120]),
    weights([1030, 15, 2, 355, 482, 60]),
];

/// How good the position looks for a seat: points scored, objectives held and near, and what is left
/// of both teams.
pub fn evaluate(state: &State, seat: Seat) -> i32 {
    let round = usize::from(state.round).clamp(1, ROUNDS.len()) - 1;
    let weights = &ROUNDS[round];
    half(state, seat, weights) - half(state, other(seat), weights)
}

fn half(state: &State, seat: Seat, weights: &Weights) -> i32 {
    let team = state.team(seat);
    let mut value = weights.score * i32::from(team.score) + weights.command * i32::from(team.cp);
    let mut near = [0; OBJECTIVES.len()];
    for id in state.on_table(seat) {
        let (profile, model) = (state.profile(id), state.model(id));
        let lost = i32::from(profile.wounds.saturating_sub(model.wounds));
        value += profile.points * weights.point;
        value -= profile.points * weights.wounded * lost / i32::from(profile.wounds.max(1));
        for (objective, near) in near.iter_mut().enumerate() {
            *near = (*near).max(nearness(state, id, objective));
        }
    }
    for (objective, near) in near.iter().enumerate() {
        let worth = i32::from(scoring::worth(state, objective, seat));
        if worth == 0 {
            continue;
        }
        if scoring::holder(state, objective) == Some(seat) {
            value += weights.held * worth;
        }
        value += weights.near * worth * near / 1000;
    }
    value
}

/// How near a model is to an objective, in thousandths: all of them at the counter, half of them a
/// move away.
fn nearness(state: &State, id: Id, objective: usize) -> i32 {
    let Some(figure) = state.figure(id) else { return 0 };
    let reach = figure.base.reach();
    let gap = (OBJECTIVES[objective].distance(figure.spot.at).0 - reach - COUNTER).max(0);
    let far = if gap <= Length::CONTACT.0 && figure.spot.z == 0 {
        0
    } else {
        let ways = state.board.ways(reach);
        let walk = ways.distance(figure.spot.at, objective);
        walk.map_or(gap * 2, |walk| walk.0.max(gap)) + figure.spot.z * 2
    };
    let speed = state.profile(id).speed.0.max(1);
    let near = (i64::from(speed) * 1000 / i64::from(speed + far)) as i32;
    if state.model(id).down { near * 3 / 5 } else { near }
}
