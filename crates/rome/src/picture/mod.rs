//! Positions as text pictures, drawn and read.
//!
//! A picture is a list of facts, each on its own line; what it leaves out it does not say. The
//! whole position, a position set up for the lab, and what is expected afterwards are all the same
//! kind of picture, so each can be copied from the other.

mod draw;
mod facts;
mod read;

pub use draw::{diagram, diagram_view, setup_text};
pub use facts::{compare, compare_view, pictured_setup, position};

use kernel::{PictureError, Seat, SeatSet};

use crate::action::{Decided, Orders};
use crate::cards::{Command, CommandCounts, Kind, UnitCounts};
use crate::line::Unit;
use crate::setup::Setup;
use crate::space::Row;
use crate::state::Phase;

/// One space of a drawn row: its column, and the unit if there is one.
type Cell = (i8, Option<Unit>);

/// What a picture says; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(clippy::option_option)] // The outer one: whether it is said; the inner one: what is said.
pub(crate) struct Facts {
    setup: Option<Setup>,
    phase: Option<PhaseFact>,
    owing: Option<SeatSet>,
    out: Option<SeatSet>,
    replays: Option<u8>,
    drawn: Option<[Option<Kind>; 2]>,
    command: Option<Option<Command>>,
    retreating: Option<Option<Unit>>,
    stepped_up: Option<bool>,
    seats: [SeatFacts; 4],
    unit_discards: [Option<UnitCounts>; 2],
    command_discards: [Option<CommandCounts>; 2],
}

/// Where in the game the picture is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PhaseFact {
    phase: Phase,
    active: Option<Seat>,
    turn: Option<u16>,
}

/// What a picture says about one seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SeatFacts {
    front: Option<Vec<Cell>>,
    rear: Option<Vec<Cell>>,
    hand: Option<CommandCounts>,
    hand_size: Option<u8>,
    dealt: Option<UnitCounts>,
    remembered: Option<UnitCounts>,
    plan: Option<Decided>,
    orders: Option<Orders>,
}

impl SeatFacts {
    fn row(&self, row: Row) -> Option<&Vec<Cell>> {
        match row {
            Row::Front => self.front.as_ref(),
            Row::Rear => self.rear.as_ref(),
        }
    }

    fn row_mut(&mut self, row: Row) -> &mut Option<Vec<Cell>> {
        match row {
            Row::Front => &mut self.front,
            Row::Rear => &mut self.rear,
        }
    }
}

/// The words for the phases in which one seat is active.
const TURN_PHASES: [(&str, Phase); 5] = [
    ("turn", Phase::Turn),
    ("night", Phase::Night),
    ("after-attack", Phase::AfterAttack),
    ("retreating", Phase::Retreating),
    ("discarding", Phase::Discarding),
];

/// The words for the phases in which nobody is; the end has words of its own.
const OTHER_PHASES: [(&str, Phase); 3] =
    [("dealing", Phase::Dealing), ("arranging", Phase::Arranging), ("clash", Phase::Clash)];

/// A unit as a token: `ARC` known, `arc` face down, `???` unseen; `+` on a known Chariot, `~` on a
/// Chariot face down; `*` ability used, `^` Chariot used.
pub(crate) fn token(unit: Unit) -> String {
    let mut text = if unit.known() || unit.kind == Kind::Hidden {
        unit.kind.code().to_string()
    } else {
        unit.kind.code().to_lowercase()
    };
    if unit.chariot() {
        text.push(if unit.chariot_known() { '+' } else { '~' });
    }
    if unit.used() {
        text.push('*');
    }
    if unit.chariot_used() {
        text.push('^');
    }
    text
}

/// Reads a token.
pub(crate) fn parse_token(text: &str) -> Result<Unit, String> {
    let code = text.trim_end_matches(['+', '~', '*', '^']);
    let marks = &text[code.len()..];
    let kind = if code == "???" {
        Kind::Hidden
    } else {
        code.parse().map_err(|error: String| {
            format!("{error}; in a picture write ARC, arc for a unit face down, ??? for one unseen")
        })?
    };
    let mut unit = Unit::new(kind);
    if kind != Kind::Hidden && code.chars().any(char::is_uppercase) {
        unit = unit.shown();
    }
    for mark in ['+', '~', '*', '^'] {
        if marks.matches(mark).count() > 1 {
            return Err(format!("\"{text}\" has the mark {mark} twice"));
        }
    }
    let chariot_used = marks.contains('^');
    match (marks.contains('+'), marks.contains('~')) {
        (true, true) => return Err(format!("\"{text}\" has a Chariot both known and face down")),
        (true, false) => unit = unit.on_chariot(true, chariot_used),
        (false, true) => unit = unit.on_chariot(false, chariot_used),
        (false, false) if chariot_used => {
            let write = if kind.mounted() { format!("{code}*") } else { format!("{code}+^") };
            return Err(format!("\"{text}\" marks a used Chariot below a unit: write {write}"));
        }
        _ => {}
    }
    if unit.chariot() && kind.mounted() {
        return Err(format!("\"{text}\": {kind} is mounted and rides no Chariot [rome:R16]"));
    }
    Ok(unit.with_used(marks.contains('*')))
}

fn wrong(line: usize, message: impl Into<String>) -> PictureError {
    PictureError { line, message: message.into() }
}
