//! What statistics count of a game.

use kernel::Seat;

use crate::event::{Event, Expense, Loss};
use crate::state::{AttackKind, other};

/// Everything that is counted, by group and name. [`tally`] speaks of them by their places here.
const NAMES: [(&str, &str); 27] = [
    ("fighting", "attacks"),
    ("fighting", "charge attacks"),
    ("fighting", "disengaging"),
    ("fighting", "retaliations"),
    ("fighting", "hits"),
    ("fighting", "wounds dealt"),
    ("fighting", "casualties dealt"),
    ("fighting", "knocked down"),
    ("fighting", "recoveries"),
    ("fighting", "falls"),
    ("objectives", "centre held"),
    ("objectives", "near left held"),
    ("objectives", "near right held"),
    ("objectives", "far left held"),
    ("objectives", "far right held"),
    ("objectives", "points"),
    ("command points", "extra actions"),
    ("command points", "follow-ups"),
    ("command points", "re-rolls"),
    ("command points", "re-activations"),
    ("command points", "retaliations"),
    ("command points", "seizing"),
    ("command points", "feats"),
    ("nerve", "tests"),
    ("nerve", "failed"),
    ("nerve", "fled"),
    ("order", "first turns"),
];

/// The names of what is counted.
pub fn names() -> Vec<(&'static str, String)> {
    NAMES.iter().map(|(group, name)| (*group, (*name).to_owned())).collect()
}

/// Calls `count` with a seat and the place of a name, once for each of the kind.
pub fn tally(event: &Event, count: &mut dyn FnMut(Seat, usize)) {
    let mut times = |number: u8, seat: Seat, place: usize| {
        for _ in 0..number {
            count(seat, place);
        }
    };
    match event {
        Event::Declared(attack) => {
            let place = match attack.kind {
                AttackKind::Action => 0,
                AttackKind::Charge => 1,
                AttackKind::Disengaging => 2,
                AttackKind::Retaliation => 3,
            };
            times(1, attack.attacker.seat(), place);
        }
        Event::Hit { attacker, hits, .. } => times(*hits, attacker.seat(), 4),
        Event::Wounded { model, wounds, .. } => times(*wounds, other(model.seat()), 5),
        // Nobody is to be credited with a model that never came.
        Event::Removed { why: Loss::NoRoom, .. } => {}
        Event::Removed { model, why } => {
            times(1, other(model.seat()), 6);
            if *why == Loss::Fled {
                times(1, model.seat(), 25);
            }
        }
        Event::KnockedDown { model } => times(1, model.seat(), 7),
        Event::RecoveryRolled { model, passed: true, .. } => times(1, model.seat(), 8),
        Event::Fell { model, .. } => times(1, model.seat(), 9),
        Event::Scored { held, points } => {
            for (index, holder) in held.iter().enumerate() {
                if let Some(seat) = holder {
                    times(1, *seat, 10 + index);
                }
            }
            for (seat, points) in [Seat(0), Seat(1)].into_iter().zip(points) {
                times(*points, seat, 15);
            }
        }
        Event::Spent { seat, cp, on } => {
            let place = match on {
                Expense::Extra => 16,
                Expense::FollowUp => 17,
                Expense::Reroll => 18,
                Expense::Reactivation => 19,
                Expense::Retaliation => 20,
                Expense::Seize => 21,
                Expense::Feat(..) => 22,
            };
            times(*cp, *seat, place);
        }
        Event::BidsShown { bids } => {
            for (seat, cp) in [Seat(0), Seat(1)].into_iter().zip(bids) {
                times(*cp, seat, 21);
            }
        }
        Event::NerveTested { model, passed, .. } => {
            times(1, model.seat(), 23);
            times(u8::from(!passed), model.seat(), 24);
        }
        Event::OrderSet { first, .. } => times(1, *first, 26),
        _ => {}
    }
}
