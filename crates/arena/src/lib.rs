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
//! * [`Contest`] plays all pairings of some teams in pairs of games with the sides changed, on the same
//!   ground with the same dice.
//! * [`Report`] is what came out, with intervals from [`stats`].

#![forbid(unsafe_code)]

mod batch;
mod contest;
mod count;
mod report;
pub mod stats;

pub use batch::{Batch, BatchError, record, records, run};
pub use contest::{Contest, Pairing, Standing, Standings, contest};
pub use report::{Bot, Length, Report, Share, Stall, Tally};
