//! Exact odds of dice procedures: nothing is sampled.
//!
//! * [`Ratio`]: a chance as a fraction, for everything that is decided by a few dice.
//! * [`Spread`]: how likely each number is.
//! * [`die`]: one die against a number, two dice against each other.
//! * [`pool`]: many dice against a number, where every 6 brings another die.
//! * [`Frame`] and [`Lies`]: a table of the ways for dice to lie.
//! * [`again`]: dice rolled again one at a time for a price, each time the best one.
//! * [`ask`] and [`answer`]: what somebody wants to know, and the answer as plain data; [`Odds`] is
//!   what a game brings to that.
//!
//! Dice that bring more dice have no last result. Sums over them end where what is left out is less
//! likely than [`TINY`]; it is counted with the last result that is told apart, so that everything
//! still adds up to one. Only + − × ÷ are used: the same question has the same answer everywhere.

#![forbid(unsafe_code)]
// Numbers of dice become factors.
#![allow(clippy::cast_precision_loss)]

pub mod again;
pub mod answer;
pub mod ask;
pub mod die;
mod frame;
pub mod pool;
mod ratio;
mod spread;

pub use answer::{Answer, Case};
pub use ask::{Odds, Question, Refused};
pub use frame::{Frame, Lies};
pub use ratio::Ratio;
pub use spread::Spread;

/// What is less likely than this is not told apart any more: eleven digits of a chance are right.
pub const TINY: f64 = 1e-12;
