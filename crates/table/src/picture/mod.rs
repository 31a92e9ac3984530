//! Pictures of a table: letters for a terminal, and a drawing from above.
//!
//! Both show the board and what the caller puts on it; neither knows any game.

mod ascii;
mod svg;

pub use ascii::{Cell, Class, Picture};
pub use svg::{Drawing, Theme};

use crate::base::Figure;
use crate::board::Board;
use crate::point::Point;

/// A figure with what is written on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands, and on what.
    pub figure: Figure,
    /// One or two characters.
    pub label: String,
    /// Whose it is: the first side or the second.
    pub side: u8,
    /// Whether it is drawn paler, as one that has had its turn.
    pub dim: bool,
}

/// A counter on the table, such as an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its middle.
    pub at: Point,
    /// Its radius, in units.
    pub radius: i32,
    /// One or two characters, or nothing.
    pub label: String,
}

/// What a line or an area drawn over the table means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trace {
    /// A zone, drawn under the terrain.
    Zone,
    /// Where a figure can get.
    Reach,
    /// The way of a figure.
    Path,
    /// A clear line of sight.
    Sight,
    /// A line of sight past something that hides a part.
    Obscured,
    /// A line of sight that ends at what blocks it.
    Blocked,
}

/// A line or an area drawn over the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// Its corners.
    pub points: Vec<Point>,
    /// Whether the last corner is joined to the first.
    pub closed: bool,
    /// What it means.
    pub trace: Trace,
    /// Told to who points at it; may be empty.
    pub title: String,
}

/// A board with what is to be seen on it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The terrain.
    pub board: &'a Board,
    /// The figures.
    pub tokens: &'a [Token],
    /// The counters.
    pub counters: &'a [Counter],
    /// Zones, ways and lines; only the drawing shows them.
    pub overlays: &'a [Overlay],
}

impl<'a> View<'a> {
    /// The terrain alone.
    pub fn of(board: &'a Board) -> View<'a> {
        View { board, tokens: &[], counters: &[], overlays: &[] }
    }

    /// As letters for a terminal, at most 77 columns wide.
    pub fn ascii(&self) -> Picture {
        ascii::picture(self)
    }

    /// As a drawing.
    pub fn svg(&self, drawing: &Drawing) -> String {
        svg::svg(self, drawing)
    }
}
