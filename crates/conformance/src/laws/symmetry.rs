//! No seat is favoured by the order of iteration.

use kernel::{Dice, Game, Refusal, Roll, RollKind, Seat, Seed, Seeded, Step};
use rand_chacha::ChaCha8Rng;

use crate::{Verdict, json, parting, play};

/// How a game's positions and actions look with everybody moved some seats on: by how many is given
/// last, and moved by 0 they look as they are.
pub struct Turn<'a, G: Game> {
    /// Moves a position.
    pub state: &'a dyn Fn(&G::State, u8) -> G::State,
    /// Moves an action.
    pub action: &'a dyn Fn(&G::Action, u8) -> G::Action,
    /// Moves a seat.
    pub seat: &'a dyn Fn(Seat, u8) -> Seat,
    /// Whether a roll is made by all seats in the order of their numbers, as for who goes first: then
    /// the dice move with the seats. All other rolls come up alike one after the other.
    pub by_seat: &'a dyn Fn(Roll) -> bool,
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
            let after = act::<G>(state, seat, &action, &mut Moved::new(seed, turn, 0));
            let after_turned = act::<G>(&turned, other, &moved, &mut Moved::new(seed, turn, by));
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

/// What one seat may not do, the other may not at the turned table, for the same reason: the same
/// rule, and the same sentence as far as `words` can tell, which is given a sentence and by how many
/// seats to move it.
pub fn refusals_are_symmetric<G: Game>(
    state: &G::State,
    actions: &[G::Action],
    by: u8,
    turn: &Turn<'_, G>,
    words: &dyn Fn(&str, u8) -> String,
) -> Verdict {
    let turned = (turn.state)(state, by);
    for seat in play::owed::<G>(state).iter() {
        let other = (turn.seat)(seat, by);
        for action in actions {
            let answer = |result: Result<(), G::Violation>, by: u8| match result {
                Ok(()) => "it is legal".to_owned(),
                Err(violation) => {
                    format!("{} [{}]", words(&violation.to_string(), by), violation.rule())
                }
            };
            let here = answer(G::check(state, seat, action), by);
            let there = answer(G::check(&turned, other, &(turn.action)(action, by)), 0);
            ensure!(here == there, "{seat} tries {action:?}: {here}; turned by {by}: {there}");
        }
    }
    Ok(())
}

/// Dice that come up alike at a table and at the same table turned. What seats roll in the order of
/// their numbers is rolled from dice that each has for itself.
struct Moved<'a, G: Game> {
    common: Seeded<ChaCha8Rng>,
    own: Vec<Seeded<ChaCha8Rng>>,
    turn: &'a Turn<'a, G>,
    by: u8,
}

/// No game has more seats.
const SEATS: u8 = 8;

impl<'a, G: Game> Moved<'a, G> {
    fn new(seed: Seed, turn: &'a Turn<'a, G>, by: u8) -> Self {
        let own = (1..=SEATS).map(|seat| Seeded::new(seed.derive(seat.into()))).collect();
        Moved { common: Seeded::new(seed), own, turn, by }
    }

    /// Who sat there before the table was turned.
    fn before(&self, seat: Seat) -> Option<usize> {
        (0..SEATS).position(|here| (self.turn.seat)(Seat(here), self.by) == seat)
    }
}

impl<G: Game> Dice for Moved<'_, G> {
    fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32 {
        let own = roll.seat.filter(|_| (self.turn.by_seat)(roll));
        match own.and_then(|seat| self.before(seat)) {
            Some(here) => self.own[here].roll(roll, kind),
            None => self.common.roll(roll, kind),
        }
    }

    fn rolled(&self) -> u64 {
        self.common.rolled() + self.own.iter().map(Dice::rolled).sum::<u64>()
    }
}

fn act<G: Game>(state: &G::State, seat: Seat, action: &G::Action, dice: &mut dyn Dice) -> G::State {
    let mut state = state.clone();
    G::resolve(&mut Step::new(&mut state, dice, &mut Vec::new()), seat, action);
    state
}
