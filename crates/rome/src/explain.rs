//! Answers to the questions people argue about: what can this unit do, what would that attack kill.

use kernel::{Refusal, Seat};

use crate::action::{Action, Order};
use crate::cards::{Command, Kind};
use crate::check;
use crate::event::{Fate, Strike};
use crate::line::Unit;
use crate::narrate::{self, sum};
use crate::rules::attack::{self, Fates, Strikes};
use crate::rules::power::{defence, immune_to_archers, strength};
use crate::rules::shifting;
use crate::space::Space;
use crate::state::Table;
use crate::text;
use crate::view::View;
use crate::words;

/// Answers `f0`, `B f-1` (a unit), `line`, `attack …` (a forecast), a card's name, or any action.
pub fn explain(view: &View, question: &str) -> Result<Vec<String>, String> {
    let question = question.trim();
    let words: Vec<&str> = question.split_whitespace().collect();
    match words.as_slice() {
        [] => Err("ask about a space (f0, B f-1), line, attack …, a card, or any action".into()),
        ["line"] => Ok(explain_line(view, view.seat)),
        [seat, "line"] => Ok(explain_line(view, seat_of(view, seat)?)),
        [space] if space.parse::<Space>().is_ok() => {
            Ok(explain_unit(view, view.seat, space.parse()?))
        }
        [seat, space] if seat.parse::<Seat>().is_ok() && space.parse::<Space>().is_ok() => {
            Ok(explain_unit(view, seat_of(view, seat)?, space.parse()?))
        }
        [space] if space.starts_with(['f', 'r']) && space[1..].parse::<i32>().is_ok() => {
            Err(space.parse::<Space>().err().unwrap_or_default())
        }
        [card] if card.parse::<Kind>().is_ok() => Ok(explain_kind(card.parse()?)),
        [card] if card.parse::<Command>().is_ok() => Ok(explain_command(card.parse()?)),
        _ => explain_action(view, question),
    }
}

fn seat_of(view: &View, text: &str) -> Result<Seat, String> {
    let seat: Seat = text.parse()?;
    if view.table.seats().contains(seat) { Ok(seat) } else { Err(format!("nobody sits at {seat}")) }
}

fn explain_kind(kind: Kind) -> Vec<String> {
    let mounted = if kind.mounted() { ", mounted" } else { "" };
    vec![
        format!(
            "{kind}: power {}{mounted}, {} cards [{}].",
            kind.power(),
            kind.count(),
            kind.rule()
        ),
        format!("Ability: {}.", kind.gist()),
    ]
}

fn explain_command(command: Command) -> Vec<String> {
    vec![format!("{command}: {} ({} cards) [{}].", command.gist(), command.count(), command.rule())]
}

fn explain_line(view: &View, seat: Seat) -> Vec<String> {
    let line = view.table.line(seat);
    let legal = match shifting::line_fault(line) {
        None => format!("{seat}'s line is legal: nobody may shift [rome:R14]."),
        Some(fault) => format!("{seat}'s line is not legal: {fault} [rome:R4]."),
    };
    let mut answer = vec![legal];
    for (at, unit) in line.units() {
        answer.push(describe_unit(view, seat, at, unit));
    }
    answer
}

fn describe_unit(view: &View, seat: Seat, at: Space, unit: Unit) -> String {
    if unit.kind == Kind::Hidden {
        return format!("{seat} {at}: face down; you don't know what it is [rome:R5].");
    }
    let line = view.table.line(seat);
    let attack = strength(line, at, unit);
    let defend = defence(line, at, unit);
    let hand = if unit.kind == Kind::Archer {
        "kills what it hits".into()
    } else {
        format!("attacks with {}", sum(attack.total(), attack.printed, &attack.mods()))
    };
    let immune = if immune_to_archers(line, at, unit) {
        "immune to arrows [rome:INFANTRY-2]"
    } else {
        "not immune to arrows"
    };
    format!(
        "{seat} {at} {}: {hand}; stands {}; {immune}{}.",
        unit.kind,
        sum(defend.total(), defend.printed, &defend.mods()),
        if unit.mounted() { "; mounted" } else { "" }
    )
}

fn explain_unit(view: &View, seat: Seat, at: Space) -> Vec<String> {
    let Some(unit) = view.table.line(seat).get(at) else {
        return vec![format!("{seat} {at} is empty.")];
    };
    let mut answer = vec![describe_unit(view, seat, at, unit)];
    if unit.kind != Kind::Hidden {
        answer.extend(explain_kind(unit.kind));
    }
    answer
}

/// Whether an action is allowed, and for an attack what it would do.
fn explain_action(view: &View, question: &str) -> Result<Vec<String>, String> {
    let action = text::parse_action(question)?;
    if let Err(violation) = check::check(&view.mind(), &action) {
        return Ok(vec![format!("No: {violation} [{}].", violation.rule())]);
    }
    let mut answer = vec!["Yes.".to_string()];
    answer.extend(words::warning(view, &action).map(|warning| format!("But {warning}.")));
    if let Action::Attack { orders } = &action {
        answer.extend(forecast(view, orders));
    }
    Ok(answer)
}

/// What a seat's attack would do, as far as the seat knows.
fn forecast(view: &View, orders: &[Order]) -> Vec<String> {
    let mut strikes = Strikes::new();
    attack::strikes(&view.table, view.seat, orders, &mut strikes);
    let mut answer: Vec<String> = strikes
        .iter()
        .map(|strike| narrate::struck(strike, occupied(&view.table, strike)))
        .collect();
    let mut fates = Fates::new();
    attack::fates(&view.table, &strikes, &mut fates);
    answer.extend(fates.iter().map(|fate| foretell(view, fate)));
    answer
}

fn occupied(table: &Table, strike: &Strike) -> bool {
    table.line(strike.target).occupied(strike.to)
}

/// The units beside a space that the viewer can't see.
fn unseen_beside(view: &View, seat: Seat, at: Space) -> usize {
    let line = view.table.line(seat);
    line.adjacent(at).filter(|(_, unit)| unit.kind == Kind::Hidden).count()
}

fn foretell(view: &View, fate: &Fate) -> String {
    if fate.kind == Kind::Hidden {
        let arrow = if fate.shot { "an arrow" } else { "no arrow" };
        return format!(
            "{}'s {} is face down: it takes {} damage and {arrow}; whether it dies you can't know.",
            fate.seat, fate.at, fate.damage
        );
    }
    let told = if fate.dies() { narrate::killed(fate) } else { narrate::survived(fate) };
    let unseen = unseen_beside(view, fate.seat, fate.at);
    if unseen == 0 || !fate.dies() {
        return told;
    }
    let saves = |damage: u8| damage < fate.defence.total() + unseen as u8;
    let target = view.table.line(fate.seat).get(fate.at);
    let what = match (fate.shot, target) {
        // Infantry protects only the unmounted; where damage kills as well it would not help.
        (true, Some(unit)) if !unit.mounted() && fate.damage < fate.defence.total() => {
            "Infantry, which would save it [rome:INFANTRY-2]"
        }
        (false, _) if saves(fate.damage) => "a Consul, which would save it [rome:CONSUL-2]",
        _ => return told,
    };
    format!("{told} But a unit face down beside it might be {what}.")
}

/// An attack in a few words: who attacks, and how many would die.
pub fn describe_attack(view: &View, orders: &[Order]) -> String {
    let mut strikes = Strikes::new();
    if attack::check_orders(&view.table, view.seat, orders).is_err() {
        return "attack".into();
    }
    attack::strikes(&view.table, view.seat, orders, &mut strikes);
    let mut fates = Fates::new();
    attack::fates(&view.table, &strikes, &mut fates);
    let mut attackers: Vec<String> = Vec::new();
    for strike in &strikes {
        let name = format!("{} {}", strike.kind, strike.from);
        if !attackers.contains(&name) {
            attackers.push(name);
        }
    }
    let known: Vec<String> = fates
        .iter()
        .filter(|fate| fate.kind != Kind::Hidden && fate.dies())
        .map(|fate| format!("{} {} {}", fate.seat, fate.kind, fate.at))
        .collect();
    let unknown = fates.iter().filter(|fate| fate.kind == Kind::Hidden).count();
    let mut text = match attackers.len() {
        0 => "nobody attacks".into(),
        _ => attackers.join(", "),
    };
    if known.is_empty() {
        text += ": kills nobody you can see";
    } else {
        text += &format!(": kills {}", known.join(", "));
    }
    if unknown > 0 {
        text += &format!("; hits {unknown} face down");
    }
    text
}
