//! Moving: what a path costs and where it stops being legal, the shortest legal path, everything
//! within reach, the points where a path leaves a zone, and the nearest legal place to a wish.
//!
//! [`Scene::trace`](crate::Scene::trace) is the truth. The finder, the reach and the placer only
//! propose, and what they propose passes it.
//!
//! How a path is read:
//!
//! - Legs are straight. A leg on foot stays on one surface; the whole ground swept by the base must
//!   be on it, and clear of what bars the way where the heights overlap. Touching is clear.
//! - A change of level is one leg whose line touches a marked edge that joins the two heights. Up
//!   to that edge the base is at the old height, from there on at the new one, and both stretches
//!   must be clear, except of the piece the edge belongs to and the pieces stood on.
//! - Where a base is over an obstacle, it crosses it; nobody ends a move there.

// Points and their coordinates have the names they have in geometry.
#![allow(clippy::many_single_char_names)]

mod course;
mod find;
mod graph;
mod leg;
mod part;
mod place;
mod reach;
mod span;
mod terms;
mod trace;
mod zone;

pub use find::Found;
pub use leg::{Leg, Path, cut};
pub use reach::{Outline, Reach, Side};
pub use terms::Terms;
pub use trace::{Bar, Crossing, Step, Stop, Touch, Walked};
pub use zone::{Pass, Zone, leaves, meets, passes};
