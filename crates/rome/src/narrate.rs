//! What happened, in sentences.

use kernel::{Mod, Outcome, RuleId, Seat};

use crate::cards::{Command, Kind};
use crate::event::{Cause, ClashTest, Deck, Fate, Open, Seen, Strike};
use crate::line::Standing;
use crate::space::Space;
use crate::text;

/// One sentence on what a seat sees of an event; empty for mere bookkeeping.
pub fn narrate(seen: &Seen) -> String {
    match seen {
        Seen::Dealt { seat, kind: Some(kind) } => format!("{seat} is dealt the {kind}."),
        Seen::Dealt { seat, kind: None } => format!("{seat} is dealt a unit."),
        Seen::CommandDrawn { seat, command: Some(command) } => {
            format!("{seat} draws the command {command}.")
        }
        Seen::CommandDrawn { seat, command: None } => format!("{seat} draws a command."),
        Seen::Planned { seat, plan: Some(plan) } => {
            format!("{seat} arranges {}.", text::plan_text(plan))
        }
        Seen::Planned { seat, plan: None } => format!("{seat} has decided how to stand."),
        Seen::Declared { seat, orders: Some(orders) } => {
            format!("{seat} declares: {}.", text::orders_text(orders))
        }
        Seen::Declared { seat, orders: None } => format!("{seat} has declared its attacks."),
        Seen::Deployed { seat, unit } => deployed(*seat, unit),
        Seen::Open(open) => narrate_open(open),
    }
}

fn deployed(seat: Seat, standing: &Standing) -> String {
    let on = if standing.chariot { " on a Chariot" } else { "" };
    match standing.kind {
        Some(kind) => format!("{seat}'s {kind}{on} stands at {}.", standing.at),
        None => format!("A unit of {seat}{on} stands face down at {}.", standing.at),
    }
}

#[allow(clippy::too_many_lines)] // One sentence an event; splitting it would hide the list.
fn narrate_open(open: &Open) -> String {
    match *open {
        Open::ArrangingBegan => "Everybody arranges their units face down.".into(),
        Open::TookUp { seat } => format!("{seat} takes up all units."),
        Open::LineCleared { seat } => format!("{seat} arranges the line anew."),
        Open::Kept { seat } => format!("{seat} leaves the line as it is."),
        Open::NightEnded => "The night is over.".into(),
        Open::ClashBegan => "The fronts are turned up: the Initial Vanguard.".into(),
        Open::ClashWon { seat, test } => {
            let why = match test {
                ClashTest::Vanguard => "its vanguard alone survived [rome:CLASH-5]",
                ClashTest::Units => "it killed more units [rome:CLASH-6]",
                ClashTest::Power => "it killed more power [rome:CLASH-7]",
                ClashTest::Lot => "by lot [rome:R9]",
                ClashTest::Alone => "nobody else is left [rome:R10]",
            };
            format!("{seat} wins the Initial Vanguard: {why}.")
        }
        Open::ClashTied { replay } => {
            format!("The Initial Vanguard is undecided and fought again (replay {replay}).")
        }
        Open::TurnBegan { seat, turn } => format!("Turn {turn}: {seat}."),
        Open::Reshuffled { deck, .. } => match deck {
            Deck::Units => "The discarded units are shuffled and become the deck.".into(),
            Deck::Commands => "The discarded commands are shuffled and become the deck.".into(),
        },
        Open::UnitDrawn { seat, kind } => format!("{seat} draws the {kind}."),
        Open::Placed { seat, kind, at } => format!("{seat} places the {kind} at {at}."),
        Open::Played { seat, command } => format!("{seat} plays {command}: {}.", command.gist()),
        Open::Flanked { seat, from, to } => {
            format!("{seat}'s unit at {from} goes to the other wing, to {to}.")
        }
        Open::Switched { seat, unit, with } => {
            format!("{seat}'s units at {unit} and {with} change places.")
        }
        Open::ChariotShown { seat, at } => {
            format!("A Chariot is shown below {seat}'s unit at {at}.")
        }
        Open::Rode { seat, from, to } => format!("{seat}'s Chariot moves from {from} to {to}."),
        Open::SteppedUp { seat, column } => {
            format!("{seat}'s unit at r{column} steps forward to f{column}.")
        }
        Open::ClosedUp { seat, column, from } => {
            format!("{seat}'s line closes up to f{column} from the {from}.")
        }
        Open::RearMoved { seat, column } => {
            format!("{seat}'s unit at r{column} moves inward.")
        }
        Open::Revealed { seat, ref unit } => match unit.kind {
            Some(kind) => {
                let on = if unit.chariot { " on a Chariot" } else { "" };
                format!("{seat}'s unit at {} is shown: the {kind}{on}.", unit.at)
            }
            None => format!("{seat}'s unit at {} is shown.", unit.at),
        },
        Open::Lifted { seat } => format!("{seat}'s vanguard unit falls back."),
        Open::Settled { seat, to } => format!("{seat}'s retreating unit settles at {to}."),
        Open::Struck { ref strike, hit } => struck(strike, hit),
        Open::Survived(ref fate) => survived(fate),
        Open::Killed(ref fate) => killed(fate),
        Open::AttackEnded { seat } => format!("{seat}'s attack is over."),
        Open::LineDied { seat, .. } => format!("{seat}'s line is destroyed [rome:WIN-1]."),
        Open::OverLimit { seat } => {
            format!("{seat} holds more than seven commands [rome:CMD-3].")
        }
        Open::Discarded { seat, command } => format!("{seat} discards {command}."),
        Open::TurnEnded { .. } => String::new(),
        Open::Over { outcome: Outcome::Win(seat), .. } => format!("{seat} wins the game."),
        Open::Over { limit: true, .. } => "The turn limit ends the game: a draw [rome:R31].".into(),
        Open::Over { .. } => "No line is left: a draw [rome:R29].".into(),
    }
}

/// The rule an event is about.
pub fn rule_of(seen: &Seen) -> RuleId {
    let open = match seen {
        Seen::Dealt { .. } => return RuleId("rome:SETUP-1"),
        Seen::CommandDrawn { .. } => return RuleId("rome:CMD-1"),
        Seen::Planned { .. } => return RuleId("rome:SETUP-2"),
        Seen::Declared { .. } => return RuleId("rome:CLASH-3"),
        Seen::Deployed { .. } => return RuleId("rome:R5"),
        Seen::Open(open) => open,
    };
    RuleId(match open {
        Open::ArrangingBegan => "rome:SETUP-2",
        Open::TookUp { .. } | Open::ClashTied { .. } => "rome:CLASH-8",
        Open::LineCleared { .. } | Open::Kept { .. } => "rome:NIGHTFALL-2",
        Open::NightEnded => "rome:NIGHTFALL-4",
        Open::ClashBegan => "rome:CLASH-2",
        Open::ClashWon { test, .. } => match test {
            ClashTest::Vanguard => "rome:CLASH-5",
            ClashTest::Units => "rome:CLASH-6",
            ClashTest::Power => "rome:CLASH-7",
            ClashTest::Lot => "rome:R9",
            ClashTest::Alone => "rome:R10",
        },
        Open::TurnBegan { .. } | Open::TurnEnded { .. } => "rome:TURN-1",
        Open::Reshuffled { .. } => "rome:DECK-3",
        Open::UnitDrawn { .. } => "rome:PLACE-1",
        Open::Placed { .. } => "rome:PLACE-2",
        Open::Played { command, .. } => command.rule().0,
        Open::Flanked { .. } => "rome:FLANK-2",
        Open::Switched { .. } => "rome:R15",
        Open::ChariotShown { .. } => "rome:R37",
        Open::Rode { .. } => "rome:CHARIOT-5",
        Open::SteppedUp { .. } => "rome:SHIFT-5",
        Open::ClosedUp { .. } => "rome:SHIFT-6",
        Open::RearMoved { .. } => "rome:SHIFT-3",
        Open::Revealed { .. } => "rome:R5",
        Open::Lifted { .. } | Open::Settled { .. } => "rome:RETREAT-2",
        Open::Struck { strike, .. } => match strike.cause {
            Cause::Vanguard => "rome:ATK-3",
            Cause::Itself => strike.kind.rule().0,
            Cause::Command => "rome:R24",
            Cause::Standard => "rome:STANDARD-2",
            Cause::Enemy => "rome:STAMPEDE-4",
        },
        Open::Survived(fate) if fate.shielded && fate.damage == 0 => "rome:INFANTRY-2",
        Open::Killed(fate) if fate.shot => "rome:ARCHER-2",
        Open::Survived(_) | Open::Killed(_) => "rome:ATK-2",
        Open::AttackEnded { .. } => "rome:ATK-5",
        Open::LineDied { .. } => "rome:WIN-1",
        Open::OverLimit { .. } | Open::Discarded { .. } => "rome:CMD-3",
        Open::Over { limit: true, .. } => "rome:R31",
        Open::Over { .. } => "rome:R29",
    })
}

/// Numbers with their reasons: `3 (2 printed, +1 from Consuls beside it [rome:CONSUL-2])`.
pub fn sum(total: u8, printed: u8, mods: &[Mod]) -> String {
    if mods.is_empty() {
        return total.to_string();
    }
    let reasons: Vec<String> = mods.iter().map(Mod::to_string).collect();
    format!("{total} ({printed} printed, {})", reasons.join(", "))
}

/// An attack in a sentence.
pub fn struck(strike: &Strike, hit: bool) -> String {
    let Strike { seat, from, kind, cause, target, to, strength } = strike;
    let why = match cause {
        Cause::Vanguard | Cause::Itself => "",
        Cause::Command => " on command",
        Cause::Standard => " beside the Standard",
        Cause::Enemy => " stampeding against its own side",
    };
    let whose = if seat == target { "its own".into() } else { format!("{target}'s") };
    if !hit {
        return format!("{seat}'s {kind} at {from} attacks {whose} {to}{why} and hits nobody.");
    }
    let with = if *kind == Kind::Archer {
        "with an arrow".into()
    } else {
        format!("with {}", sum(strength.total(), strength.printed, &strength.mods()))
    };
    format!("{seat}'s {kind} at {from} attacks {whose} {to}{why} {with}.")
}

fn name(seat: Seat, kind: Kind, chariot: bool, at: Space) -> String {
    let on = if chariot { " on a Chariot" } else { "" };
    format!("{seat}'s {kind}{on} at {at}")
}

fn stand(fate: &Fate) -> String {
    let Fate { defence, .. } = fate;
    sum(defence.total(), defence.printed, &defence.mods())
}

/// A survivor in a sentence.
pub fn survived(fate: &Fate) -> String {
    let who = name(fate.seat, fate.kind, fate.chariot, fate.at);
    match (fate.damage, fate.shielded) {
        (0, _) => format!("{who} survives: immune to arrows [rome:INFANTRY-2]."),
        (damage, true) => format!(
            "{who} survives: immune to arrows [rome:INFANTRY-2], and {damage} damage against {}.",
            stand(fate)
        ),
        (damage, false) => format!("{who} survives: {damage} damage against {}.", stand(fate)),
    }
}

/// A death in a sentence.
pub fn killed(fate: &Fate) -> String {
    let who = name(fate.seat, fate.kind, fate.chariot, fate.at);
    if fate.shot {
        format!("{who} dies of an arrow [rome:ARCHER-2].")
    } else {
        format!("{who} dies: {} damage against {} [rome:ATK-2].", fate.damage, stand(fate))
    }
}

/// A list of cards with their numbers: `archer, slinger 2`.
pub fn counts_text<'a>(counts: &[u8], name: impl Fn(usize) -> &'a str) -> String {
    let list: Vec<String> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(index, count)| {
            let name = name(index).to_lowercase();
            if *count == 1 { name } else { format!("{name} {count}") }
        })
        .collect();
    if list.is_empty() { "none".into() } else { list.join(", ") }
}

/// Units with their numbers.
pub fn units_text(counts: &[u8]) -> String {
    counts_text(counts, |index| Kind::ALL[index].name())
}

/// Commands with their numbers.
pub fn commands_text(counts: &[u8]) -> String {
    counts_text(counts, |index| Command::ALL[index].name())
}
