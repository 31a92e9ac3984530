//! Runs: many games between entrants, kept in a file, taken up again, and each played again by its
//! number.

mod bout;
mod conduct;
mod file;
mod header;
mod plan;

pub use bout::Bout;
pub use conduct::Keep;
pub use file::{Run, RunError, RunFile};
pub use header::{Entrant, FORMAT, Header, Kind, Meeting, Slot};
pub use plan::{Match, PAIRS_MAX, Plan, Terms};
