//! Cards, spaces and seats as a page knows them.

use kernel::Mod;
use rome::action::{Card, Plan, PlanRow};
use rome::cards::{Command, CommandCounts, Kind};
use rome::space::{Row, Space};
use rome::violation::Violation;
use serde::Serialize;

use super::wire::{RomeCard, RomeCommand, RomeMod, RomePlan, RomePlanCard, RomePlanRow};
use crate::wire::{Refusal, forbidden};

/// How a plain value is written in records: `archer`, `after_attack`.
pub(super) fn written<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text,
        // A tagged value: its tag.
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// A refusal as a page shows it.
pub(super) fn refusal(violation: &Violation) -> Refusal {
    forbidden(violation)
}

/// A unit card.
pub(super) fn card(kind: Kind, chariot: bool) -> RomeCard {
    RomeCard {
        kind: written(&kind),
        name: kind.name().into(),
        power: kind.power(),
        mounted: kind.mounted(),
        gist: kind.gist().into(),
        rule: kind.rule().to_string(),
        chariot,
    }
}

/// Cards one by one, as they lie in a hand.
pub(super) fn cards(counts: &[u8]) -> Vec<RomeCard> {
    let many = Kind::ALL.iter().zip(counts);
    many.flat_map(|(kind, count)| std::iter::repeat_n(card(*kind, false), usize::from(*count)))
        .collect()
}

/// A command card.
pub(super) fn command(which: Command, count: u8, why: Option<Refusal>) -> RomeCommand {
    RomeCommand {
        id: written(&which),
        name: which.name().into(),
        gist: which.gist().into(),
        rule: which.rule().to_string(),
        count,
        why,
    }
}

/// The commands of a hand, and why each can't be played.
pub(super) fn commands(
    hand: &CommandCounts,
    why: impl Fn(Command) -> Option<Refusal>,
) -> Vec<RomeCommand> {
    let held = Command::ALL.iter().zip(hand).filter(|(_, count)| **count > 0);
    held.map(|(which, count)| command(*which, *count, why(*which))).collect()
}

/// Kinds with their numbers, those there are.
pub(super) fn unit_counts(counts: &[u8]) -> Vec<(String, u8)> {
    let some = Kind::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
    some.map(|(kind, count)| (written(kind), *count)).collect()
}

/// Commands with their numbers, those there are.
pub(super) fn command_counts(counts: &[u8]) -> Vec<(String, u8)> {
    let some = Command::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
    some.map(|(command, count)| (written(command), *count)).collect()
}

/// The row's name.
pub(super) fn row(at: Space) -> &'static str {
    match at.row {
        Row::Front => "front",
        Row::Rear => "rear",
    }
}

/// Reasons as a page shows them.
pub(super) fn mods(list: &[Mod]) -> Vec<RomeMod> {
    let each = |one: &Mod| RomeMod {
        delta: one.delta,
        reason: one.reason.into(),
        rule: one.rule.to_string(),
    };
    list.iter().map(each).collect()
}

/// An arrangement as a page knows it.
pub(super) fn plan(plan: &Plan) -> RomePlan {
    let row = |row: &PlanRow| RomePlanRow {
        from: row.from,
        units: row
            .units
            .iter()
            .map(|card| RomePlanCard { kind: written(&card.kind), chariot: card.chariot })
            .collect(),
    };
    RomePlan { front: row(&plan.front), rear: row(&plan.rear) }
}

/// An arrangement of a page as the game knows it.
pub(super) fn read_plan(plan: &RomePlan) -> Result<Plan, Refusal> {
    let row = |row: &RomePlanRow| -> Result<PlanRow, Refusal> {
        let card = |card: &RomePlanCard| {
            let kind: Kind = card.kind.parse().map_err(Refusal::plainly)?;
            Ok(Card { kind, chariot: card.chariot })
        };
        let units = row.units.iter().map(card).collect::<Result<Vec<Card>, Refusal>>()?;
        // An empty row begins nowhere.
        Ok(PlanRow { from: if units.is_empty() { 0 } else { row.from }, units })
    };
    Ok(Plan { front: row(&plan.front)?, rear: row(&plan.rear)? })
}
