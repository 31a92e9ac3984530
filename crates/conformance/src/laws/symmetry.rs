//! No seat is favoured by the order of iteration.

use kernel::{Game, Seat, Seed, Seeded, Step};

use crate::{Verdict, json, parting, play};

/// How a game's positions and actions look with everybody moved some seats on: by how many is given
/// last.
pub struct Turn<'a, G: Game> {
    /// Moves a position.
    pub state: &'a dyn Fn(&G::State, u8) -> G::State,
    /// Moves an action.
    pub action: &'a dyn Fn(&G::Action, u8) -> G::Action,
    /// Moves a seat.
    pub seat: &'a dyn Fn(Seat, u8) -> Seat,
}

/// Turning the table and then acting equals acting and then turning the table, with the same dice.
pub fn seats_are_symmetric<G: Game>(
    state: &G::State,
    by: u8,
    turn: &Turn<'_, G>,
    seed: Seed,
) -> Verdict {
    let turned = (turn.state)(state, by);
    let here = play::owed::<G>(state).iter().map(|seat| (turn.seat)(seat, by)).collect();
    let there = play::owed::<G>(&turned);
    ensure!(there == here, "turned by {by}, {there} owe a decision instead of {here}");
    for seat in play::owed::<G>(state).iter() {
        let other = (turn.seat)(seat, by);
        for action in play::candidates::<G>(state, seat, 8) {
            let moved = (turn.action)(&action, by);
            G::check(&turned, other, &moved).map_err(|violation| {
                format!("{seat} may do {action:?}; turned by {by}, {other} may not: {violation}")
            })?;
            let after = act::<G>(state, seat, &action, seed);
            let after_turned = act::<G>(&turned, other, &moved, seed);
            let (left, right) = (json(&(turn.state)(&after, by)), json(&after_turned));
            ensure!(
                left == right,
                "{seat} does {action:?}; turned by {by} it goes otherwise: {}",
                parting(&left, &right)
            );
            let (left, right) = (G::evaluate(&after, seat), G::evaluate(&after_turned, other));
            ensure!(left == right, "after {action:?}: worth {left}, turned by {by} worth {right}");
        }
    }
    Ok(())
}

fn act<G: Game>(state: &G::State, seat: Seat, action: &G::Action, seed: Seed) -> G::State {
    let mut state = state.clone();
    let mut dice = Seeded::new(seed);
    G::resolve(&mut Step::new(&mut state, &mut dice, &mut Vec::new()), seat, action);
    state
}
