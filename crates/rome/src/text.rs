//! Actions and rolls as people type them.

use kernel::Seat;
use kernel::dice::ScriptEntry;

use crate::action::{Action, Aim, Card, Order, Orders, Plan, PlanRow, Role, Shift};
use crate::cards::{Command, Kind};
use crate::rules::nightfall;
use crate::space::{Row, Side, Space};

/// What can be typed, for messages and help.
pub const VERBS: &str =
    "arrange, keep, place, play, switch, ride, shift, settle, attack, discard, end";

/// Reads an action.
pub fn parse_action(text: &str) -> Result<Action, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (verb, rest) = match verb.split_once([',', ';']) {
        Some((verb, glued)) if rest.is_empty() => (verb, glued),
        Some((verb, _)) => (verb, &text[verb.len()..]),
        None => (verb, rest),
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    match (verb.to_ascii_lowercase().as_str(), words.as_slice()) {
        ("arrange", _) => Ok(Action::Arrange(Box::new(parse_plan(rest)?))),
        ("keep", []) => Ok(Action::Keep),
        ("place", [unit, at]) => {
            let at: Space = at.parse()?;
            if at.row == Row::Rear {
                return Err(format!(
                    "units are placed into the front row, not into {at} [rome:PLACE-3]"
                ));
            }
            Ok(Action::Place { unit: unit.parse()?, column: at.column })
        }
        ("place", _) => Err("write: place UNIT fCOLUMN, as in: place archer f3".into()),
        ("play", [command]) if !command.eq_ignore_ascii_case("flank") => {
            Ok(Action::Play(command.parse()?))
        }
        ("play", [command, unit, rest @ ..]) if command.eq_ignore_ascii_case("flank") => {
            let unit: Space = unit.parse()?;
            let to = match (rest, Side::of(unit.column)) {
                ([side], _) => side.parse()?,
                ([], Some(side)) => side.opposite(),
                _ => return Err(format!("say where {unit} goes: play flank {unit} left")),
            };
            Ok(Action::Flank { unit, to })
        }
        ("play", _) => Err("write: play COMMAND, or: play flank UNIT [left|right]".into()),
        ("switch", [unit, with]) => Ok(Action::Switch { unit: unit.parse()?, with: with.parse()? }),
        ("switch", _) => Err("write: switch UNIT OTHER, as in: switch f0 r0".into()),
        ("ride", [from, to]) => Ok(Action::Ride { from: from.parse()?, to: to.parse()? }),
        ("ride", _) => Err("write: ride CHARIOT TO, as in: ride f2 r1".into()),
        ("shift", words) => parse_shift(words).map(Action::Shift),
        ("settle", [to]) => Ok(Action::Settle { to: to.parse()? }),
        ("settle", _) => Err("write: settle SPACE, as in: settle f3 or settle r1".into()),
        ("attack", _) => Ok(Action::Attack { orders: parse_orders(rest)? }),
        ("discard", [command]) => Ok(Action::Discard(command.parse()?)),
        ("discard", _) => Err("write: discard COMMAND".into()),
        ("end", []) => Ok(Action::End),
        (verb @ ("keep" | "end"), _) => Err(format!("{verb} stands alone")),
        (verb, _) => Err(format!("\"{verb}\" is no action; the actions are {VERBS}")),
    }
}

fn parse_column(text: &str) -> Result<i8, String> {
    let text = text.trim_start_matches(['f', 'r', 'F', 'R']);
    let column: i8 = text
        .parse()
        .map_err(|_| format!("\"{text}\" is no column: write a number, negative to the left"))?;
    if !crate::space::in_reach(column) {
        return Err(format!("column {column} is out of reach"));
    }
    Ok(column)
}

fn parse_shift(words: &[&str]) -> Result<Shift, String> {
    match words {
        ["forward", column] => Ok(Shift::Forward { column: parse_column(column)? }),
        ["inward", column] => {
            let column = parse_column(column)?;
            let from = Side::of(column)
                .ok_or("say from which side the vanguard is filled: shift inward 0 left")?;
            Ok(Shift::Inward { column, from })
        }
        ["inward", column, from] => {
            Ok(Shift::Inward { column: parse_column(column)?, from: from.parse()? })
        }
        ["rear", column] => Ok(Shift::Rear { column: parse_column(column)? }),
        _ => Err("write: shift forward COLUMN, shift inward COLUMN [left|right], or shift rear \
                  COLUMN"
            .into()),
    }
}

/// Reads the rows of an arrangement: `-2: ARC INF CEN SLI CAV / -2: …`, the first columns optional.
pub fn parse_plan(text: &str) -> Result<Plan, String> {
    let mut rows = text.split('/');
    let front = parse_row(rows.next().unwrap_or_default())?;
    let rear = parse_row(rows.next().unwrap_or_default())?;
    if rows.next().is_some() {
        return Err("an arrangement has two rows, front / rear; there is a third".into());
    }
    Ok(Plan { front, rear })
}

fn parse_row(text: &str) -> Result<PlanRow, String> {
    let (from, units) = match text.split_once(':') {
        Some((from, units)) => (Some(parse_column(from.trim())?), units),
        None => (None, text),
    };
    let mut row = PlanRow::default();
    for word in units.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()) {
        let (name, chariot) = match word.strip_suffix('+') {
            Some(name) => (name, true),
            None => (word, false),
        };
        row.units.push(Card { kind: name.parse()?, chariot });
    }
    if row.units.len() > 60 {
        return Err(format!("{} units in a row; there are sixty in all", row.units.len()));
    }
    row.from = from.unwrap_or(nightfall::starts(row.units.len()).0);
    Ok(row)
}

fn parse_orders(text: &str) -> Result<Orders, String> {
    let mut orders = Orders::new();
    for part in text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let order = parse_order(part).map_err(|error| format!("in \"{part}\": {error}"))?;
        orders.try_push(order).map_err(|_| "too many orders: there can't be more than ten")?;
    }
    Ok(orders)
}

fn parse_order(text: &str) -> Result<Order, String> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (role, unit, rest) = match words.as_slice() {
        ["aim", unit, rest @ ..] => (Role::Vanguard, unit.parse()?, rest),
        ["fire", unit, rest @ ..] => (Role::Catapult, unit.parse()?, rest),
        ["command", unit, rest @ ..] => (Role::Command, unit.parse()?, rest),
        ["turn", seat, unit, rest @ ..] => (Role::Enemy(parse_seat(seat)?), unit.parse()?, rest),
        ["bring", unit, "by", standard, rest @ ..] => {
            (Role::Standard(standard.parse()?), unit.parse()?, rest)
        }
        _ => {
            return Err("orders are: aim f0 …, fire UNIT …, command UNIT …, bring UNIT by \
                        STANDARD …, turn SEAT UNIT"
                .into());
        }
    };
    Ok(Order { role, unit, aim: parse_aim(rest)? })
}

fn parse_seat(text: &str) -> Result<Seat, String> {
    let seat: Seat = text.parse()?;
    if seat.0 < 4 { Ok(seat) } else { Err(format!("\"{text}\" is no seat: seats are A to D")) }
}

fn parse_aim(mut words: &[&str]) -> Result<Aim, String> {
    let mut aim = Aim::default();
    while let Some((first, rest)) = words.split_first() {
        words = match (*first, rest) {
            ("at", [seat, rest @ ..]) => {
                aim.opponent = Some(parse_seat(seat)?);
                rest
            }
            ("reach", [reach, rest @ ..]) => {
                let spaces =
                    reach.parse().map_err(|_| format!("\"{reach}\" is no reach: 1 or 2"))?;
                aim.reach = Some(spaces);
                rest
            }
            (side, rest) if side.parse::<Side>().is_ok() => {
                aim.flank = side.parse().ok();
                rest
            }
            (word, _) => {
                return Err(format!(
                    "\"{word}\" is not understood; write: at SEAT, reach 1, reach 2, left or right"
                ));
            }
        };
    }
    Ok(aim)
}

fn row_text(row: &PlanRow) -> String {
    let units: Vec<String> = row
        .units
        .iter()
        .map(|card| format!("{}{}", card.kind.code(), if card.chariot { "+" } else { "" }))
        .collect();
    format!("{}: {}", row.from, units.join(" "))
}

/// An arrangement as it is typed.
pub fn plan_text(plan: &Plan) -> String {
    if plan.rear == PlanRow::default() {
        row_text(&plan.front)
    } else {
        format!("{} / {}", row_text(&plan.front), row_text(&plan.rear))
    }
}

fn aim_text(aim: Aim) -> String {
    let mut text = String::new();
    if let Some(opponent) = aim.opponent {
        text += &format!(" at {opponent}");
    }
    if let Some(reach) = aim.reach {
        text += &format!(" reach {reach}");
    }
    if let Some(flank) = aim.flank {
        text += &format!(" {flank}");
    }
    text
}

fn order_text(order: &Order) -> String {
    let Order { role, unit, aim } = order;
    let order = match role {
        Role::Vanguard => format!("aim {unit}"),
        Role::Catapult => format!("fire {unit}"),
        Role::Command => format!("command {unit}"),
        Role::Standard(standard) => format!("bring {unit} by {standard}"),
        Role::Enemy(seat) => format!("turn {seat} {unit}"),
    };
    order + &aim_text(*aim)
}

/// A declaration as it is typed.
pub fn orders_text(orders: &[Order]) -> String {
    let mut text = String::from("attack");
    for order in orders {
        text += ", ";
        text += &order_text(order);
    }
    text
}

/// The action as it is typed.
pub fn action_text(action: &Action) -> String {
    match action {
        Action::Arrange(plan) => format!("arrange {}", plan_text(plan)),
        Action::Keep => "keep".into(),
        Action::Place { unit, column } => {
            format!("place {} f{column}", unit.name().to_lowercase())
        }
        Action::Play(command) => format!("play {}", command.name().to_lowercase()),
        Action::Flank { unit, to } => format!("play flank {unit} {to}"),
        Action::Switch { unit, with } => format!("switch {unit} {with}"),
        Action::Ride { from, to } => format!("ride {from} {to}"),
        Action::Shift(Shift::Forward { column }) => format!("shift forward {column}"),
        Action::Shift(Shift::Inward { column, from }) => format!("shift inward {column} {from}"),
        Action::Shift(Shift::Rear { column }) => format!("shift rear {column}"),
        Action::Settle { to } => format!("settle {to}"),
        Action::Attack { orders } => orders_text(orders),
        Action::Discard(command) => format!("discard {}", command.name().to_lowercase()),
        Action::End => "end".into(),
    }
}

/// Reads a scripted roll: `unit archer`, `command volley`, `lot 2`, each with a seat before or
/// after its name if it should be that seat's.
pub fn parse_roll(text: &str) -> Result<ScriptEntry, String> {
    let mut seat = None;
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        match word.parse::<Seat>() {
            Ok(found) if seat.is_none() => seat = Some(found),
            _ => words.push(word),
        }
    }
    let (name, value) = match words.as_slice() {
        ["unit", kind] => ("unit", kind.parse::<Kind>()?.index()),
        ["command", command] => ("command", command.parse::<Command>()?.index()),
        ["lot", face] => (
            "lot",
            face.parse().map_err(|_| format!("\"{face}\" is no lot: write a number from 1"))?,
        ),
        _ => {
            return Err(format!(
                "\"{text}\" is no roll; write: unit KIND, command NAME or lot NUMBER, with a seat \
                 before the kind if you like, as in: unit A archer"
            ));
        }
    };
    let value = u32::try_from(value).unwrap_or(u32::MAX);
    Ok(ScriptEntry { name: name.into(), seat, value, text: text.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_back_from_their_text() {
        for text in [
            "arrange -2: ARC INF CEN SLI CAV / -2: INF ELE CON STA BAL+",
            "arrange 0: ELE",
            "keep",
            "place archer f-3",
            "play volley",
            "play flank r0 left",
            "switch f0 r0",
            "ride f2 r-1",
            "shift forward -2",
            "shift inward 0 right",
            "shift rear 3",
            "settle r2",
            "attack",
            "attack, aim f0 at C, fire r0 at B, command f2 reach 2, bring f1 by f0, turn B f-1",
            "attack, aim f0 at B left",
            "discard nightfall",
            "end",
        ] {
            let action = parse_action(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(action_text(&action), text);
        }
        assert_eq!(parse_action("play flank f2"), parse_action("play flank f2 left"));
        assert_eq!(parse_action("attack;fire r1"), parse_action("attack, fire r1"));
    }

    /// `rome:PLACE-3` and every other mistake is answered with what would be right.
    #[test]
    fn place_3_bad_actions_say_what_would_be_right() {
        for (text, says) in [
            ("place archer r1", "rome:PLACE-3"),
            ("place f1", "place UNIT"),
            ("place axeman f1", "the units are"),
            ("play", "play COMMAND"),
            ("play dice", "the commands are"),
            ("play flank r0", "say where"),
            ("dance", "the actions are"),
            ("shift inward 0", "from which side"),
            ("attack, throw f0", "orders are"),
            ("attack, fire r1 at Z", "no seat"),
            ("attack, command f1 upward", "not understood"),
            ("arrange ARC / INF / CEN", "two rows"),
            ("switch f0 x9", "is no space"),
            ("", "the actions are"),
        ] {
            let error = parse_action(text).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn rolls_name_their_seat_if_they_like() {
        assert_eq!(parse_roll("unit archer").unwrap().seat, None);
        let entry = parse_roll("command B volley").unwrap();
        assert_eq!((entry.seat, entry.value), (Some(Seat(1)), 7));
        assert_eq!(parse_roll("lot 2").unwrap().value, 2);
        for bad in ["unit", "unit axeman", "die 6", "lot x"] {
            assert!(parse_roll(bad).is_err(), "{bad}");
        }
    }
}
