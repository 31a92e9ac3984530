//! What stands behind the events of a match, and its numbers over time.

use kernel::{Mod, Seat};
use rome::cards::{self, Kind};
use rome::event::{Event, Fate, Open, Strike};
use rome::state::State;

use crate::wire::{Detail, Series};

#[allow(clippy::needless_pass_by_value)] // Numbers and texts alike are written at the call.
fn detail(label: impl Into<String>, value: impl ToString, rule: Option<&str>) -> Detail {
    Detail { label: label.into(), value: value.to_string(), rule: rule.map(Into::into) }
}

/// What stands behind an event; nothing that is not open to everybody.
pub(super) fn of(event: &Event) -> Vec<Detail> {
    match event {
        Event::Open(Open::Struck { strike, hit }) => struck(strike, *hit),
        Event::Open(Open::Survived(fate) | Open::Killed(fate)) => fallen(fate),
        Event::Open(Open::Played { command, .. }) => {
            vec![detail(command.name(), command.gist(), Some(command.rule().0))]
        }
        Event::Open(Open::UnitDrawn { kind, .. } | Open::Placed { kind, .. }) => {
            vec![detail(
                format!("{}, power {}", kind.name(), kind.power()),
                kind.gist(),
                Some(kind.rule().0),
            )]
        }
        _ => Vec::new(),
    }
}

fn reasons(list: &mut Vec<Detail>, kind: Kind, printed: u8, mods: &[Mod]) {
    list.push(detail(
        format!("Printed power of the {}", kind.name()),
        printed,
        Some(kind.rule().0),
    ));
    for one in mods {
        list.push(detail(one.reason, format!("{:+}", one.delta), Some(one.rule.0)));
    }
}

fn struck(strike: &Strike, hit: bool) -> Vec<Detail> {
    let mut list = Vec::new();
    if strike.kind == Kind::Archer {
        list.push(detail("An arrow", "kills whatever the power", Some("rome:ARCHER-2")));
    } else {
        reasons(&mut list, strike.kind, strike.strength.printed, &strike.strength.mods());
        list.push(detail("Strength", strike.strength.total(), Some("rome:ATK-8")));
    }
    if !hit {
        list.push(detail("Target", "an empty space", Some("rome:ATK-6")));
    }
    list
}

fn fallen(fate: &Fate) -> Vec<Detail> {
    let mut list = Vec::new();
    if fate.shot {
        list.push(detail("An arrow", "hits", Some("rome:ARCHER-2")));
    }
    if fate.shielded {
        list.push(detail("An arrow", "is stopped by Infantry", Some("rome:INFANTRY-2")));
    }
    list.push(detail("Damage", fate.damage, Some("rome:ATK-7")));
    reasons(&mut list, fate.kind, fate.defence.printed, &fate.defence.mods());
    list.push(detail("Can stand", format!("less than {}", fate.defence.total()), Some("rome:R18")));
    let what = if fate.dies() { "dies" } else { "survives" };
    list.push(detail("So it", what, Some("rome:ATK-2")));
    list
}

/// Numbers over time: units, their power, and units lost.
pub(super) fn series(positions: &[State]) -> Vec<Series> {
    let Some(first) = positions.first() else { return Vec::new() };
    let mut list = Vec::new();
    for seat in first.table.seats().iter() {
        let mut add = |name: &str, values: Vec<i32>| {
            list.push(Series { name: name.into(), seat, points: changes(&values) });
        };
        add("Units", positions.iter().map(|state| units(state, seat)).collect());
        add("Power", positions.iter().map(|state| power(state, seat)).collect());
        add("Units lost", lost(positions, seat));
        if first.table.setup.mode.commands() {
            let hand = |state: &State| i32::from(cards::total(&state.hands[seat.index()]));
            add("Commands", positions.iter().map(hand).collect());
        }
    }
    list
}

/// The unit cards of a seat, wherever they are: in line, in hand to be arranged, or retreating.
fn units(state: &State, seat: Seat) -> i32 {
    let line: u8 = state.line(seat).units().map(|(_, unit)| unit.cards()).sum();
    let retreating = state.table.retreating.filter(|_| state.table.active == seat);
    let back = retreating.map_or(0, |standing| standing.unit().cards());
    i32::from(line + cards::total(&state.dealt[seat.index()]) + back)
}

/// The printed power of a line.
fn power(state: &State, seat: Seat) -> i32 {
    let of = |unit: rome::line::Unit| unit.kind.power() + u8::from(unit.chariot());
    state.line(seat).units().map(|(_, unit)| i32::from(of(unit))).sum()
}

/// How many cards a seat has lost so far: nothing but death takes a card away.
fn lost(positions: &[State], seat: Seat) -> Vec<i32> {
    let mut sum = 0;
    let mut before = positions.first().map_or(0, |state| units(state, seat));
    let mut list = Vec::with_capacity(positions.len());
    for state in positions {
        let now = units(state, seat);
        sum += (before - now).max(0);
        before = now;
        list.push(sum);
    }
    list
}

/// The first, the last, and wherever it changes.
fn changes(values: &[i32]) -> Vec<(usize, i32)> {
    let mut points: Vec<(usize, i32)> = Vec::new();
    for (at, now) in values.iter().enumerate() {
        if points.last().is_none_or(|(_, last)| last != now) || at + 1 == values.len() {
            points.push((at, *now));
        }
    }
    points
}
