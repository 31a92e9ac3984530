//! The contract every game keeps, and what all games share because of it.
//!
//! An action goes in, is checked, is resolved with dice into events, and the events change the
//! state. Whatever a person sees folds the events. This crate knows seats, dice, rule ids, records
//! and the match driver; it knows no game's words.
//!
//! * [`Game`] is the contract: may I, what happens, change, what does a seat see.
//! * [`Words`] is its other half for the edges: text for actions, events and positions.
//! * [`Dice`] is the one port through which chance enters.
//! * [`Match`] drives a game for people: it keeps the log, undoes, and writes a [`Record`].
//! * [`playout`] drives a game for batches: nothing is kept.

#![forbid(unsafe_code)]

pub mod dice;
pub mod driver;
pub mod earning;
pub mod game;
pub mod hash;
pub mod ledger;
pub mod record;
pub mod rule;
mod schema;
pub mod seat;
pub mod seed;
pub mod thoughts;
pub mod words;

pub use dice::{ByHand, Dice, DiceFault, Roll, RollKind, Scripted, Seeded};
pub use driver::{Chooser, Match, PlayError, Stalled, UndoError, Watch, playout, rollout};
pub use earning::Earning;
pub use game::{Awaiting, Eye, Fault, Game, Knower, Outcome, Refusal, Source, Step};
pub use record::{Commitment, FORMAT, Played, Record, RecordError, ReplayError, SeedOrCommitment};
pub use rule::{Mod, RuleId};
pub use seat::{Seat, SeatSet};
pub use seed::Seed;
pub use thoughts::{Scale, Thoughts, Weighed};
pub use words::{Face, Files, PictureError, Thrown, Words};
