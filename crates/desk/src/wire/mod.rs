//! The shapes of questions and answers. The page's types are made from these.

mod common;
mod killteam;
mod rosters;

pub use common::*;
pub use games::{
    Beat, Choice, Dice, DieFace, Entry, Expected, Eyes, Head, Reason, Reasons, Refused as Refusal,
};
pub use killteam::*;
pub use rosters::*;
