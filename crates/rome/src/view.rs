//! What a seat knows, built up from nothing.

use arrayvec::ArrayVec;
use kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::{Action, Decided, Orders};
use crate::cards::{self, Command, CommandCounts, Kind, UnitCounts};
use crate::check;
use crate::line::Line;
use crate::state::{Mind, State, Table, copied};
use crate::violation::Violation;

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

    /// May the seat do this now? As the whole position would say, from what the seat knows.
    pub fn check(&self, action: &Action) -> Result<(), Violation> {
        if !self.table.seats().contains(self.seat) {
            return Err(Violation::NotYourTurn { seat: self.seat, active: self.table.active });
        }
        check::check(&self.mind(), action)
    }

    /// Whether a view that came from elsewhere holds together, so that it can be asked about; else
    /// what is wrong with it.
    pub fn sound(&self) -> Result<(), String> {
        let table = &self.table;
        if let Some(fault) = table.setup.faults().first() {
            return Err(format!("setup.{fault}"));
        }
        let seats = usize::from(table.setup.players);
        let piles = if table.setup.divide { 2 } else { 1 };
        let lists = [
            ("lines", table.lines.len(), seats),
            ("remembered", table.remembered.len(), seats),
            ("hand_sizes", self.hand_sizes.len(), seats),
            ("dealt_sizes", self.dealt_sizes.len(), seats),
            ("hidden_chariots", self.hidden_chariots.len(), seats),
            ("unit_discards", table.unit_discards.len(), piles),
            ("command_discards", table.command_discards.len(), piles),
            ("unit_deck_sizes", self.unit_deck_sizes.len(), piles),
            ("command_deck_sizes", self.command_deck_sizes.len(), piles),
        ];
        if let Some((name, len, want)) = lists.into_iter().find(|(_, len, want)| len != want) {
            return Err(format!("{name}: {len} of them, not {want}"));
        }
        let there = table.seats();
        let known = self.seat == Seat::NOBODY || there.contains(self.seat);
        let sets = (table.alive.0 | table.owing.0) & !there.0 == 0;
        if !known || !there.contains(table.active) || !sets {
            return Err(format!("a seat is named that is not at a table of {seats}"));
        }
        let units = table.remembered.iter().chain(&table.unit_discards).chain([&self.dealt]);
        let hidden = table.drawn.contains(&Some(Kind::Hidden))
            || self.line().units().any(|(_, unit)| unit.kind == Kind::Hidden);
        let many = |counts: &UnitCounts| counts.iter().zip(Kind::ALL).any(|(n, k)| *n > k.count());
        let hands = table.command_discards.iter().chain([&self.hand]);
        let more =
            |counts: &CommandCounts| counts.iter().zip(Command::ALL).any(|(n, c)| *n > c.count());
        if hidden || units.into_iter().any(many) || hands.into_iter().any(more) {
            return Err(
                "there are more cards of a kind than there can be, or none that is one".into()
            );
        }
        Ok(())
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
