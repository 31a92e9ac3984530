//! What a position is worth to a seat, as a chance to win.

use kernel::{Awaiting, Game, Outcome, Seat};

/// A sure win, in millionths.
pub(crate) const SURE: i64 = 1_000_000;

/// The chance to win that an evaluation stands for, in millionths: even at nought, three in four at
/// [`Game::WINNING`], and never quite sure. In whole numbers, so that it is the same everywhere: a
/// curve much like the logistic one.
pub(crate) fn chance<G: Game>(evaluation: i32) -> i64 {
    let (value, winning) = (i64::from(evaluation), i64::from(G::WINNING.max(1)));
    let far = (value * value + 3 * winning * winning).isqrt();
    SURE / 2 + value * (SURE / 2) / (far + 1)
}

/// The chance to win a position, in millionths; a finished game is certain.
pub(crate) fn of<G: Game>(state: &G::State, seat: Seat) -> i64 {
    match G::awaiting(state) {
        Awaiting::Over(Outcome::Win(winner)) => i64::from(winner == seat) * SURE,
        Awaiting::Over(Outcome::Draw) => SURE / 2,
        Awaiting::Seats(_) => chance::<G>(G::evaluate(state, seat)),
    }
}
