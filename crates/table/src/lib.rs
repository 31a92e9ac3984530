//! The table of the wargames: exact integer geometry for bases, bodies, terrain, paths and sight.
//!
//! Everything is measured in whole units of 0.01 mm ([`Length`]). What rules compare (within,
//! contact, overlap, clearance) is decided exactly; doubles serve as filters, for lengths inside a
//! leg and for sight, and only through `+ − × ÷ sqrt`, which give the same bits on every platform.
//!
//! No game's rule is in here: terrain has [`Kinds`], and a game says what they mean.

// Coordinates are far below 2^52, and what must be exact does not go through doubles.
#![allow(clippy::cast_precision_loss)]
// Corners are a, b, c in every book on geometry.
#![allow(clippy::many_single_char_names)]

pub mod base;
pub mod board;
pub mod convex;
pub mod coverage;
pub mod file;
pub mod generate;
pub mod moves;
pub mod picture;
pub mod point;
pub mod polygon;
mod schema;
pub mod sight;
pub mod terrain;
pub mod units;
pub mod zone;

pub use base::{Base, Body, FACINGS, Facing, Figure, Spot};
pub use board::{Area, Block, Board, Link, Role, Scene, Surface, TableFault};
pub use convex::Convex;
pub use coverage::{Coverage, Ground, connected, coverage, is_half_turn_symmetric};
pub use file::FileFault;
pub use generate::{Style, Wish, generate};
pub use moves::{Bar, Leg, Path, Stop, Terms, Walked};
pub use point::{Point, Squared};
pub use sight::{Hider, Sight};
pub use terrain::{Kinds, Opening, Part, Piece, Table, Way};
pub use units::{INCH, Length, MM};
pub use zone::{Edge, Zone};
