//! Batches of games between bots, and what they tell.
//!
//! Game number `i` of a batch takes its dice from `seed.derive(i)` and its bots' seeds from that
//! again, so that any single game can be played alone: [`record`] gives its record. All that is
//! counted are whole numbers, added up in any order, so that a report is the same whatever the
//! number of threads.
//!
//! With `rotate` the bots move one seat on from game to game: in game `i`, bot `b` sits at seat
//! `(b + i) mod seats`. Two bots thus swap seats with every game, and in every run of as many games
//! as there are seats each has sat everywhere once. If there are fewer bots than seats they are dealt
//! round again, so that `greedy,random` at four seats is greedy, random, greedy, random.
//!
//! * [`Batch`] says what to play, [`run`] plays it, [`record`] plays one game of it again.
//! * [`Run`] is many games between [`Entrant`]s in pairs with the sides changed, on the same ground with
//!   the same dice. A [`Plan`] plays it and a [`RunFile`] keeps it, so that it can be taken up again.
//! * [`Cross`] is the cross table of a run with ratings ([`elo`]) and what a sequential test came to
//!   ([`sprt`]); [`Balance`] is what it tells a designer; [`Comparison`] sets two runs side by side.
//! * [`Pace`] is how long a bot took over its decisions.
//! * [`Report`] is what came out, with intervals from [`stats`].

#![forbid(unsafe_code)]

mod balance;
mod batch;
mod compare;
mod count;
mod cross;
pub mod elo;
mod findings;
mod pace;
mod pieces;
mod play;
mod report;
mod run;
pub mod sprt;
pub mod stats;

pub use balance::{Balance, Bin, Spread, Way};
pub use batch::{Batch, BatchError, Recorded, record, records, run};
pub use compare::{Change, Comparison};
pub use cross::{Cross, Pairing, Standing, Tested};
pub use findings::{About, Finding, Limits};
pub use pace::Pace;
pub use pieces::Piece;
pub use report::{Bot, Length, Report, Share, Stall, Tally};
pub use run::{
    Bout, Entrant, FORMAT, Header, Keep, Kind, Match, Meeting, PAIRS_MAX, Plan, Run, RunError,
    RunFile, Slot, Terms,
};
