//! What a seat knows, built up from nothing.

use arrayvec::ArrayVec;
use kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::{Decided, Orders};
use crate::cards::{self, CommandCounts, UnitCounts};
use crate::line::Line;
use crate::state::{Mind, State, Table, copied};

/// What a seat knows of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The table; units of others that lie face down are hidden units.
    pub table: Table,
    /// The commands the seat holds.
    pub hand: CommandCounts,
    /// How many commands each seat holds.
    pub hand_sizes: ArrayVec<u8, 4>,
    /// The units the seat has to arrange.
    pub dealt: UnitCounts,
    /// How many units each seat has to arrange.
    pub dealt_sizes: ArrayVec<u8, 4>,
    /// How many units are in each deck.
    pub unit_deck_sizes: ArrayVec<u8, 2>,
    /// How many commands are in each deck.
    pub command_deck_sizes: ArrayVec<u8, 2>,
    /// How many face-down Chariots are below face-down units of each seat: the number of cards is
    /// public, so it can be counted, though not where they are.
    pub hidden_chariots: ArrayVec<u8, 4>,
    /// What the seat has decided about its line and nobody has seen yet.
    pub plan: Option<Decided>,
    /// What the seat has declared and nobody has seen yet.
    pub orders: Option<Orders>,
}

impl View {
    /// What the seat may base its decisions on.
    #[inline]
    pub fn mind(&self) -> Mind<'_> {
        Mind { table: &self.table, seat: self.seat, hand: &self.hand, dealt: &self.dealt }
    }

    /// The seat's own line; who only watches has none.
    pub fn line(&self) -> &Line {
        self.table.lines.get(self.seat.index()).unwrap_or(&Line::EMPTY)
    }
}

/// `rome:R5` Somebody else's line as the viewer sees it: the spaces, and of the units only those
/// that are known.
#[inline]
fn others_line(line: &Line) -> (Line, u8) {
    // What is fully known is public as it is; only the rest has to be looked at.
    let mut seen = *line;
    let mut hidden_chariots = 0;
    for (at, unit) in line.at_bits(line.hidden()) {
        hidden_chariots += u8::from(unit.chariot() && !unit.chariot_known());
        seen.set(at, Some(unit.seen_by_others()));
    }
    (seen, hidden_chariots)
}

/// What the seat knows.
pub fn view(state: &State, seat: Seat) -> View {
    let table = &state.table;
    let mut lines = ArrayVec::new();
    let mut hidden_chariots = ArrayVec::new();
    for (index, line) in table.lines.iter().enumerate() {
        let (seen, hidden) = if index == seat.index() { (*line, 0) } else { others_line(line) };
        lines.push(seen);
        hidden_chariots.push(hidden);
    }
    let secrets = state.secrets.as_deref();
    View {
        seat,
        table: Table {
            setup: table.setup,
            lines,
            alive: table.alive,
            active: table.active,
            phase: table.phase,
            owing: table.owing,
            turn: table.turn,
            replays: table.replays,
            drawn: table.drawn,
            command: table.command,
            retreating: table.retreating,
            stepped_up: table.stepped_up,
            remembered: copied(&table.remembered),
            unit_discards: copied(&table.unit_discards),
            command_discards: copied(&table.command_discards),
        },
        hand: state.hands.get(seat.index()).copied().unwrap_or_default(),
        hand_sizes: state.hands.iter().map(|hand| cards::total(hand)).collect(),
        dealt: state.dealt.get(seat.index()).copied().unwrap_or_default(),
        dealt_sizes: state.dealt.iter().map(|dealt| cards::total(dealt)).collect(),
        unit_deck_sizes: state.unit_decks.iter().map(|deck| cards::total(deck)).collect(),
        command_deck_sizes: state.command_decks.iter().map(|deck| cards::total(deck)).collect(),
        hidden_chariots,
        plan: secrets.and_then(|secrets| secrets.plans.get(seat.index())?.clone()),
        orders: secrets.and_then(|secrets| secrets.orders.get(seat.index())?.clone()),
    }
}
