//! The position as a page draws it.

use kernel::{Seat, SeatSet};
use rome::Rome;
use rome::action::{Action, Decided};
use rome::cards::{self, Command, CommandCounts, Kind};
use rome::line::{Line, Unit};
use rome::rules::power::{defence, immune_to_archers, strength};
use rome::rules::{commands, shifting};
use rome::space::{Side, Space};
use rome::state::{Phase, Table};
use rome::view::View;

use super::cards as show;
use super::wire::{RomeCard, RomeDecks, RomeDiscards, RomeHand, RomeLine, RomeScene, RomeUnit};
use crate::Known;
use crate::wire::Refusal;

/// Draws the position.
pub(super) fn scene(known: Known<'_, Rome>) -> RomeScene {
    let table = match known {
        Known::All(state) => &state.table,
        Known::View(view) => &view.table,
    };
    let mut scene = RomeScene {
        mode: table.setup.mode.to_string(),
        players: table.setup.players,
        phase: show::written(&table.phase),
        turn: table.turn,
        active: table.active,
        owing: owing(table).iter().collect(),
        alive: table.alive.iter().collect(),
        lines: table.seats().iter().map(|seat| line(table, seat)).collect(),
        hand: Vec::new(),
        hands: Vec::new(),
        dealt: Vec::new(),
        dealt_sizes: Vec::new(),
        drawn: table.drawn.iter().flatten().map(|kind| show::card(*kind, false)).collect(),
        command: table.command.map(|which| show::command(which, 1, None)),
        decks: RomeDecks { units: Vec::new(), commands: Vec::new() },
        discards: RomeDiscards {
            units: table.unit_discards.iter().map(|pile| show::unit_counts(pile)).collect(),
            commands: table
                .command_discards
                .iter()
                .map(|pile| show::command_counts(pile))
                .collect(),
        },
        plan: None,
        retreating: table
            .retreating
            .and_then(|standing| Some(show::card(standing.kind?, standing.chariot))),
    };
    match known {
        Known::All(state) => {
            let hand = |(seat, hand): (Seat, &CommandCounts)| RomeHand {
                seat,
                size: cards::total(hand),
                cards: Some(show::commands(hand, |_| None)),
            };
            scene.hands = table.seats().iter().zip(&state.hands).map(hand).collect();
            scene.dealt_sizes = state.dealt.iter().map(|dealt| cards::total(dealt)).collect();
            scene.decks.units = state.unit_decks.iter().map(|deck| cards::total(deck)).collect();
            scene.decks.commands =
                state.command_decks.iter().map(|deck| cards::total(deck)).collect();
        }
        Known::View(view) => {
            scene.hand = show::commands(&view.hand, |which| why_not(view, which));
            let hand = |(seat, size): (Seat, &u8)| RomeHand {
                seat,
                size: *size,
                cards: (seat == view.seat).then(|| scene.hand.clone()),
            };
            scene.hands = table.seats().iter().zip(&view.hand_sizes).map(hand).collect();
            scene.dealt = to_arrange(view);
            scene.dealt_sizes = view.dealt_sizes.to_vec();
            scene.decks.units = view.unit_deck_sizes.to_vec();
            scene.decks.commands = view.command_deck_sizes.to_vec();
            scene.plan = match &view.plan {
                Some(Decided::Arrange(plan)) => Some(show::plan(plan)),
                _ => None,
            };
        }
    }
    scene
}

/// The units the viewer has to arrange: those dealt, or at Nightfall those of its line.
fn to_arrange(view: &View) -> Vec<RomeCard> {
    if view.table.phase != Phase::Night || !view.table.owing.contains(view.seat) {
        return show::cards(&view.dealt);
    }
    view.line().units().map(|(_, unit)| show::card(unit.kind, unit.chariot())).collect()
}

/// Who owes a decision.
fn owing(table: &Table) -> SeatSet {
    match table.phase {
        Phase::Dealing | Phase::Over(_) => SeatSet::EMPTY,
        Phase::Arranging | Phase::Night | Phase::Clash => table.owing,
        _ => SeatSet::one(table.active),
    }
}

fn line(table: &Table, seat: Seat) -> RomeLine {
    let line = table.line(seat);
    let fault = if line.is_empty() { None } else { shifting::line_fault(line) };
    RomeLine {
        seat,
        legal: fault.is_none(),
        fault: fault.map(|fault| fault.to_string()),
        units: line.units().map(|(at, unit)| drawn(line, at, unit)).collect(),
        remembered: show::unit_counts(&table.remembered[seat.index()]),
    }
}

fn drawn(line: &Line, at: Space, unit: Unit) -> RomeUnit {
    let seen = unit.kind != Kind::Hidden;
    RomeUnit {
        space: at.to_string(),
        row: show::row(at).into(),
        column: at.column,
        kind: seen.then(|| show::written(&unit.kind)),
        name: unit.kind.name().into(),
        face_up: unit.known(),
        seen_by_all: unit.fully_known(),
        chariot: unit.chariot(),
        used: unit.used() || unit.chariot_used(),
        power: seen.then(|| unit.kind.power()),
        attack: seen.then(|| strength(line, at, unit).total()),
        defence: seen.then(|| defence(line, at, unit).total()),
        immune: seen && immune_to_archers(line, at, unit),
        mounted: unit.mounted(),
    }
}

/// Why the viewer can't play a command now.
pub(super) fn why_not(view: &View, which: Command) -> Option<Refusal> {
    let refused = |action: &Action| view.check(action).err().map(|why| show::refusal(&why));
    if which != Command::Flank {
        return refused(&Action::Play(which));
    }
    // Flank is played on a unit: any that may go will do; else what forbids it for the first.
    let moves = flanks(view);
    match moves.first() {
        Some(action) => refused(action),
        None => commands::check_play(&view.mind(), which)
            .err()
            .map(|why| show::refusal(&why))
            .or_else(|| Some(Refusal::plainly("you have no unit beside the vanguard's to send"))),
    }
}

/// All ways to play Flank, held or not.
pub(super) fn flanks(view: &View) -> Vec<Action> {
    let mut list = Vec::new();
    for (unit, _) in view.line().units() {
        for to in Side::BOTH {
            if commands::check_flank(view.line(), unit, to).is_ok() {
                list.push(Action::Flank { unit, to });
            }
        }
    }
    list
}
