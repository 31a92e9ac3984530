//! Drawing a position.

use std::fmt::Write;

use kernel::{Outcome, Seat};

use super::{TURN_PHASES, token};
use crate::action::Decided;
use crate::cards::{self, Kind};
use crate::line::Line;
use crate::narrate::{commands_text, units_text};
use crate::setup::Setup;
use crate::space::{Row, Space};
use crate::state::{Phase, State, Table};
use crate::text;
use crate::view::View;

/// The width of a terminal.
const WIDTH: usize = 80;
/// Room for `A front` before the columns.
const LABEL: usize = 8;

/// The whole position. Reads back to the same position.
pub fn diagram(state: &State) -> String {
    let table = &state.table;
    let mut text = String::new();
    head(&mut text, table);
    lines(&mut text, table, Seat(0));
    for seat in table.seats().iter() {
        let index = seat.index();
        if table.setup.mode.commands() {
            let _ = writeln!(text, "{seat} hand: {}", commands_text(&state.hands[index]));
        }
        if cards::total(&state.dealt[index]) > 0 {
            let _ = writeln!(text, "{seat} dealt: {}", units_text(&state.dealt[index]));
        }
        remembered(&mut text, table, seat);
        if let Some(secrets) = &state.secrets {
            if let Some(decided) = &secrets.plans[index] {
                let _ = writeln!(text, "{seat} plan: {}", decided_text(decided));
            }
            if let Some(orders) = &secrets.orders[index] {
                let _ = writeln!(text, "{seat} orders: {}", text::orders_text(orders));
            }
        }
    }
    discards(&mut text, table);
    wrap(&text)
}

/// What a seat sees, its own line nearest.
pub fn diagram_view(view: &View) -> String {
    let table = &view.table;
    let mut text = String::new();
    head(&mut text, table);
    // Who only watches sits behind the first line.
    let near = if table.seats().contains(view.seat) { view.seat } else { Seat(0) };
    lines(&mut text, table, near);
    legend(&mut text, view);
    for seat in table.seats().iter() {
        let index = seat.index();
        if table.setup.mode.commands() {
            if seat == view.seat {
                let _ = writeln!(text, "{seat} hand: {}", commands_text(&view.hand));
            } else {
                let _ = writeln!(text, "{seat} holds: {}", view.hand_sizes[index]);
            }
        }
        if seat == view.seat && cards::total(&view.dealt) > 0 {
            let _ = writeln!(text, "{seat} dealt: {}", units_text(&view.dealt));
        }
        remembered(&mut text, table, seat);
    }
    if let Some(decided) = &view.plan {
        let _ = writeln!(text, "{} plan: {}", view.seat, decided_text(decided));
    }
    if let Some(orders) = &view.orders {
        let _ = writeln!(text, "{} orders: {}", view.seat, text::orders_text(orders));
    }
    discards(&mut text, table);
    wrap(&text)
}

/// Breaks long lines; what belongs to the line above begins with an ellipsis.
fn wrap(text: &str) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.lines() {
        let mut rest = line;
        while rest.chars().count() > WIDTH - 2 {
            let limit = rest.char_indices().nth(WIDTH - 2).map_or(rest.len(), |(at, _)| at);
            let Some(at) = rest[..limit].rfind(' ').filter(|at| *at > 0) else { break };
            wrapped.push_str(&rest[..at]);
            wrapped.push_str("\n… ");
            rest = &rest[at + 1..];
        }
        wrapped.push_str(rest);
        wrapped.push('\n');
    }
    wrapped
}

pub(super) fn decided_text(decided: &Decided) -> String {
    match decided {
        Decided::Keep => "keep".into(),
        Decided::Arrange(plan) => text::plan_text(plan),
    }
}

/// The variant in a few words.
pub fn setup_text(setup: &Setup) -> String {
    let divided = if setup.divide { ", divided" } else { "" };
    let limit = match setup.turn_limit {
        0 => ", no turn limit".into(),
        300 => String::new(),
        limit => format!(", {limit} turns"),
    };
    format!("{}, {} players{divided}{limit}", setup.mode, setup.players)
}

pub(super) fn phase_text(phase: Phase, active: Seat, turn: u16) -> String {
    match phase {
        Phase::Dealing => "dealing".into(),
        Phase::Arranging => "arranging".into(),
        Phase::Clash => "clash".into(),
        Phase::Over(Outcome::Draw) => format!("over, draw, {active} {turn}"),
        Phase::Over(Outcome::Win(seat)) => format!("over, {seat} wins, {active} {turn}"),
        phase => {
            let word = TURN_PHASES.iter().find(|(_, other)| *other == phase);
            format!("{} {active} {turn}", word.map_or("turn", |(word, _)| word))
        }
    }
}

fn head(text: &mut String, table: &Table) {
    let _ = writeln!(text, "game: {}", setup_text(&table.setup));
    let _ = writeln!(text, "phase: {}", phase_text(table.phase, table.active, table.turn));
    if matches!(table.phase, Phase::Arranging | Phase::Night | Phase::Clash) {
        let _ = writeln!(text, "owing: {}", table.owing);
    }
    if table.alive != table.seats() {
        let out: kernel::SeatSet =
            table.seats().iter().filter(|seat| !table.alive.contains(*seat)).collect();
        let _ = writeln!(text, "out: {out}");
    }
    if table.replays > 0 {
        let _ = writeln!(text, "replays: {}", table.replays);
    }
    if table.drawn != [None; 2] {
        // A placed first unit leaves its slot free: the dash keeps the second in its place.
        let names: Vec<String> = table
            .drawn
            .iter()
            .map(|kind| kind.map_or_else(|| "-".into(), |kind| kind.name().to_lowercase()))
            .collect();
        let list = if names[1] == "-" { names[0].clone() } else { names.join(", ") };
        let _ = writeln!(text, "drawn: {list}");
    }
    if let Some(command) = table.command {
        let _ = writeln!(text, "command: {}", command.name().to_lowercase());
    }
    if let Some(unit) = table.retreating {
        let stepped = if table.stepped_up { ", stepped up" } else { "" };
        let _ = writeln!(text, "retreating: {}{stepped}", token(unit.unit()));
    }
}

fn remembered(text: &mut String, table: &Table, seat: Seat) {
    let counts = &table.remembered[seat.index()];
    if cards::total(counts) > 0 {
        let _ = writeln!(text, "{seat} remembered: {}", units_text(counts));
    }
}

fn discards(text: &mut String, table: &Table) {
    for pile in 0..table.unit_discards.len() {
        let owner =
            if table.setup.divide { format!("{} ", Seat(pile as u8)) } else { String::new() };
        let units = &table.unit_discards[pile];
        if cards::total(units) > 0 {
            let _ = writeln!(text, "{owner}discarded units: {}", units_text(units));
        }
        let commands = &table.command_discards[pile];
        if cards::total(commands) > 0 {
            let _ = writeln!(text, "{owner}discarded commands: {}", commands_text(commands));
        }
    }
}

/// The codes that the viewer meets, with name and power.
fn legend(text: &mut String, view: &View) {
    let mut met = view.dealt;
    for line in &view.table.lines {
        for (_, unit) in line.units() {
            if let Some(count) = met.get_mut(unit.kind.index()) {
                *count = 1;
            }
            met[Kind::Chariot.index()] |= u8::from(unit.chariot());
        }
    }
    let entries = Kind::ALL
        .iter()
        .filter(|kind| met[kind.index()] > 0)
        .map(|kind| format!("{} {kind} {}", kind.code(), kind.power()));
    let mut line = String::from("#");
    for entry in entries {
        if line.len() + entry.len() + 3 > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from("#");
        }
        let separator = if line.len() > 1 { ", " } else { " " };
        let _ = write!(line, "{separator}{entry}");
    }
    if line.len() > 1 {
        let _ = writeln!(text, "{line}");
    }
}

/// The outermost columns of a line, at least two on each side.
fn extent(line: &Line) -> (i8, i8) {
    let (low, high) = line.reach();
    ((low + 1).min(-2), (high - 1).max(2))
}

fn lines(text: &mut String, table: &Table, near: Seat) {
    if table.setup.players == 2 {
        facing(text, table, near);
        return;
    }
    let mut seat = near;
    for _ in 0..table.setup.players {
        let line = table.line(seat);
        let (low, high) = extent(line);
        let width = cell_width([line].into_iter());
        for block in blocks(low, high, width) {
            header(text, seat, block.clone(), width);
            row(text, table, seat, Row::Front, block.clone(), width);
            if table.setup.mode.rear() {
                row(text, table, seat, Row::Rear, block, width);
            }
        }
        if table.alive.contains(seat) && table.alive.len() > 1 {
            let _ = writeln!(
                text,
                "# {seat}'s left wing faces {}, its right wing {}",
                table.left_of(seat),
                table.right_of(seat)
            );
        }
        seat = Seat((seat.0 + 1) % table.setup.players);
    }
}

/// Two lines face to face: the far one is turned around, so that what faces each other stands
/// above each other.
fn facing(text: &mut String, table: &Table, near: Seat) {
    let far = Seat(1 - near.0);
    let (near_line, far_line) = (table.line(near), table.line(far));
    let (near_low, near_high) = extent(near_line);
    let (far_low, far_high) = extent(far_line);
    let (low, high) = (near_low.min(-far_high), near_high.max(-far_low));
    let width = cell_width([near_line, far_line].into_iter());
    let rear = table.setup.mode.rear();
    for block in blocks(low, high, width) {
        let turned: Vec<i8> = block.iter().map(|column| -column).collect();
        header(text, far, turned.clone(), width);
        if rear {
            row(text, table, far, Row::Rear, turned.clone(), width);
        }
        row(text, table, far, Row::Front, turned, width);
        row(text, table, near, Row::Front, block.clone(), width);
        if rear {
            row(text, table, near, Row::Rear, block.clone(), width);
        }
        header(text, near, block, width);
    }
}

fn cell_width<'a>(lines: impl Iterator<Item = &'a Line>) -> usize {
    lines.flat_map(Line::units).map(|(_, unit)| token(unit).len() + 1).max().unwrap_or(0).max(6)
}

/// Columns in blocks that fit the width of a terminal.
fn blocks(low: i8, high: i8, width: usize) -> Vec<Vec<i8>> {
    let columns: Vec<i8> = (low..=high).collect();
    columns.chunks((WIDTH - LABEL) / width).map(<[i8]>::to_vec).collect()
}

fn header(text: &mut String, seat: Seat, columns: Vec<i8>, width: usize) {
    let mut line = format!("{:<LABEL$}", seat.to_string());
    for column in columns {
        let _ = write!(line, "{column:^width$}");
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

fn row(text: &mut String, table: &Table, seat: Seat, row: Row, columns: Vec<i8>, width: usize) {
    let name = match row {
        Row::Front => "front",
        Row::Rear => "rear",
    };
    let mut line = format!("{:<LABEL$}", format!("{seat} {name}"));
    for column in columns {
        let cell = table.line(seat).get(Space { row, column }).map_or_else(|| ".".into(), token);
        let _ = write!(line, "{cell:^width$}");
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
