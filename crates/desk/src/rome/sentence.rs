//! What could be done, as a sentence: units by name, spaces in words.

use rome::action::{Action, Order, Shift};
use rome::cards::Kind;
use rome::rules::attack::{self, Fates, Strikes};
use rome::space::{Row, Side, Space, front, in_reach, rear};
use rome::view::View;

/// An action as a sentence. `here` says whether the seat that looks would do it in this very position:
/// then the units are known by name.
pub(super) fn sentence(view: &View, here: bool, action: &Action) -> String {
    let unit = |at: Space| -> String {
        let found = (here && in_reach(at.column)).then(|| view.line().get(at)).flatten();
        match found {
            Some(unit) if unit.chariot() => {
                format!("the {} on a Chariot ({})", unit.kind, place(at))
            }
            Some(unit) => format!("the {} ({})", unit.kind, place(at)),
            None => format!("the unit {}", within(at)),
        }
    };
    match action {
        Action::Arrange(plan) => {
            let row = |units: &[rome::action::Card]| {
                let names: Vec<&str> = units.iter().map(|card| card.kind.name()).collect();
                names.join(", ")
            };
            let front = row(&plan.front.units);
            if plan.rear.units.is_empty() || !here {
                let line = if here { format!(": {front} in front") } else { String::new() };
                return format!("Arrange the line{line}");
            }
            format!("Arrange the line: {front} in front, {} behind", row(&plan.rear.units))
        }
        Action::Keep => "Leave the line as it is".into(),
        Action::Place { unit, column: 0 } => format!("Place the {unit} in the vanguard"),
        Action::Place { unit, column } => {
            format!("Place the {unit} in front, {}", aside(*column))
        }
        Action::Play(command) => format!("Play {command}: {}", command.gist()),
        Action::Flank { unit: at, to } => {
            format!("Play Flank: {} goes to the end of the {to} wing", unit(*at))
        }
        Action::Switch { unit: at, with } => {
            capital(&format!("{} changes places with {}", unit(*at), unit(*with)))
        }
        Action::Ride { from, to } => {
            let rider = (here && in_reach(to.column)).then(|| view.line().get(*to)).flatten();
            match rider {
                Some(_) => format!("The Chariot {} takes up {}", within(*from), unit(*to)),
                None => format!("The Chariot {} moves to the {}", within(*from), place(*to)),
            }
        }
        Action::Shift(Shift::Forward { column }) => capital(&format!(
            "{} steps forward to the {}",
            unit(rear(*column)),
            place(front(*column))
        )),
        Action::Shift(Shift::Inward { column, from }) => {
            format!("The units on the {from} close up to the {}", place(front(*column)))
        }
        Action::Shift(Shift::Rear { column }) => {
            capital(&format!("{} moves one place inward", unit(rear(*column))))
        }
        Action::Settle { to } => format!("The retreating unit goes to the {}", place(*to)),
        Action::Attack { orders } if here => attack(view, orders),
        Action::Attack { .. } => "Attack".into(),
        Action::Discard(command) => format!("Give up {command}: {}", command.gist()),
        Action::End => "End the turn".into(),
    }
}

/// A space in a few words.
fn place(at: Space) -> String {
    match (at.row, at.column) {
        (Row::Front, 0) => "vanguard".into(),
        (Row::Rear, 0) => "rear centre".into(),
        (Row::Front, column) => format!("front, {}", aside(column)),
        (Row::Rear, column) => format!("rear, {}", aside(column)),
    }
}

fn within(at: Space) -> String {
    match (at.row, at.column) {
        (Row::Front, 0) => "in the vanguard".into(),
        (Row::Rear, 0) => "behind the vanguard".into(),
        (Row::Front, column) => format!("in front, {}", aside(column)),
        (Row::Rear, column) => format!("in the rear, {}", aside(column)),
    }
}

/// `2 left`.
fn aside(column: i8) -> String {
    let side = Side::of(column).unwrap_or(Side::Right);
    format!("{} {side}", column.unsigned_abs())
}

/// Who attacks, who would fall of those that are seen, and how many are hit face down.
fn attack(view: &View, orders: &[Order]) -> String {
    if attack::check_orders(&view.table, view.seat, orders).is_err() {
        return "Attack".into();
    }
    let (mut strikes, mut fates) = (Strikes::new(), Fates::new());
    attack::strikes(&view.table, view.seat, orders, &mut strikes);
    attack::fates(&view.table, &strikes, &mut fates);
    let mut attackers: Vec<String> = Vec::new();
    for strike in &strikes {
        let name = format!("the {} ({})", strike.kind, place(strike.from));
        if !attackers.contains(&name) {
            attackers.push(name);
        }
    }
    if attackers.is_empty() {
        return "Attack with nobody".into();
    }
    let many = view.table.lines.len() > 2;
    let fallen: Vec<String> = fates
        .iter()
        .filter(|fate| fate.kind != Kind::Hidden && fate.dies())
        .map(|fate| {
            let whose = if many { format!("{}'s", fate.seat) } else { "the".into() };
            format!("{whose} {} ({})", fate.kind, place(fate.at))
        })
        .collect();
    let hidden = fates.iter().filter(|fate| fate.kind == Kind::Hidden).count();
    let mut text = format!("Attack with {}: ", attackers.join(" and "));
    text += &match fallen.len() {
        0 => "kills nobody you can see".to_owned(),
        _ => format!("kills {}", fallen.join(" and ")),
    };
    match hidden {
        0 => {}
        1 => text += "; hits a card face down",
        more => text += &format!("; hits {more} cards face down"),
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
