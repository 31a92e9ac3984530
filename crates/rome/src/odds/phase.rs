//! One attack phase: who would be killed, and how likely that is.

use kernel::Seat;
use odds::{Answer, Case, Spread};

use crate::action::{Order, Orders};
use crate::cards::Kind;
use crate::event::Fate;
use crate::line::Line;
use crate::odds::hidden::Hidden;
use crate::rules::attack::{self, Fates, Strikes};
use crate::rules::declare::declarations;
use crate::space::Space;
use crate::state::Table;
use crate::text::orders_text;
use crate::view::View;

/// No more ways to declare are compared.
const DECLARATIONS: usize = 64;
/// No more ways to lie are listed for one number.
const WAYS: f64 = 300_000.0;

/// Everybody hit by these orders, as the lines stand.
fn fates_of(table: &Table, seat: Seat, orders: &[Order]) -> Fates {
    let mut strikes = Strikes::new();
    attack::strikes(table, seat, orders, &mut strikes);
    let mut fates = Fates::new();
    attack::fates(table, &strikes, &mut fates);
    fates
}

/// The hidden places on which a unit's fate depends: its own, and those beside it.
fn cells(line: &Line, at: Space) -> Vec<Space> {
    let hidden = |at: &Space| line.get(*at).is_some_and(|unit| unit.kind == Kind::Hidden);
    std::iter::once(at).chain(line.adjacent(at).map(|(at, _)| at)).filter(hidden).collect()
}

/// Kinds that matter beside a unit that is hit: they make it stronger, or ward off arrows. A Slinger
/// matters beside an Elephant that is turned against its own side.
const BESIDE: [Kind; 3] = [Kind::Consul, Kind::Infantry, Kind::Slinger];

/// How likely each number of the units at these places is killed; `None` if there are too many ways
/// for the hidden cards to lie.
fn killed(view: &View, orders: &[Order], owner: Seat, targets: &[Space]) -> Option<Vec<f64>> {
    let line = view.table.line(owner);
    let mut places: Vec<Space> = Vec::new();
    for at in targets.iter().flat_map(|at| cells(line, *at)) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    let unknown = targets.iter().any(|at| places.contains(at));
    let hidden = Hidden::of(view, owner, if unknown { &[] } else { &BESIDE });
    if hidden.ways_at_most(places.len()) > WAYS {
        return None;
    }
    let mut table = view.table.clone();
    let mut counts = vec![0.0; targets.len() + 1];
    let mut all = 0.0;
    hidden.lay(line, &places, &mut |laid, weight| {
        table.lines[owner.index()] = *laid;
        let fates = fates_of(&table, view.seat, orders);
        let dead = fates
            .iter()
            .filter(|fate| fate.seat == owner && targets.contains(&fate.at) && fate.dies());
        counts[dead.count()] += weight;
        all += weight;
    });
    for count in &mut counts {
        *count /= all;
    }
    Some(counts)
}

/// One unit that may be killed.
struct Target {
    seat: Seat,
    at: Space,
    chance: f64,
}

/// What becomes of everybody these orders hit, as far as the seat can see, and how likely each is
/// killed.
pub fn fates(view: &View, orders: &[Order]) -> Vec<(Fate, f64)> {
    let chance =
        |fate: &Fate| killed(view, orders, fate.seat, &[fate.at]).map_or(0.0, |counts| counts[1]);
    let hit = fates_of(&view.table, view.seat, orders);
    hit.iter().map(|fate| (*fate, chance(fate))).collect()
}

/// Everybody these orders hit, and how likely each is killed.
fn targets(view: &View, orders: &[Order]) -> Vec<Target> {
    let target = |(fate, chance): (Fate, f64)| Target { seat: fate.seat, at: fate.at, chance };
    fates(view, orders).into_iter().map(target).collect()
}

fn sum(targets: &[Target]) -> f64 {
    targets.iter().map(|target| target.chance).sum()
}

fn named(table: &Table, seat: Seat, at: Space) -> String {
    match table.line(seat).get(at) {
        Some(unit) if unit.kind == Kind::Hidden => format!("{seat} {at} (face down)"),
        Some(unit) => {
            let rides = if unit.chariot() { " on a Chariot" } else { "" };
            format!("{seat} {at} {}{rides}", unit.kind)
        }
        None => format!("{seat} {at}"),
    }
}

/// The seat's own attack: with these orders, or with those that kill most on average.
///
/// Rules `rome:R5`, `rome:R17`, `rome:R18`.
pub fn own(view: &View, orders: Option<Orders>) -> Answer {
    let mut notes = Vec::new();
    let chosen = orders.is_none();
    let (orders, targets) = match orders {
        Some(orders) => {
            let targets = targets(view, &orders);
            (orders, targets)
        }
        None => best(view, &mut notes),
    };
    let mut case = Case::new("");
    for target in &targets {
        case.chance(
            format!("{} killed", named(&view.table, target.seat, target.at)),
            target.chance,
        );
    }
    if let Some(spread) = together(view, &orders, &targets) {
        case.spread("units killed", spread);
    } else {
        case.mean("units killed", sum(&targets));
        let why = "the hidden cards that matter can lie in too many ways";
        notes.push(format!("How many are killed together is left out: {why}."));
    }
    if !view.line().legal() {
        notes.push(format!("{} has to shift before it may attack [rome:R12].", view.seat));
    }
    if view.table.undrawn() > 0 && view.table.active == view.seat {
        notes.push("A unit drawn is still to be placed [rome:R12]; it is not counted.".into());
    }
    if view.table.lines.len() > 2 && view.table.phase == crate::state::Phase::Clash {
        notes.push("What others strike at the same time is not counted.".into());
    }
    let why = if chosen { ", which kill most on average" } else { "" };
    let about = format!("{} attacks as the lines stand: {}{why}", view.seat, orders_text(&orders));
    Answer { about, given: strikes_told(view, &orders), cases: vec![case], notes }
}

/// How likely each number of all these units is killed.
fn together(view: &View, orders: &[Order], targets: &[Target]) -> Option<Spread> {
    // Lines do not depend on each other but for the deck they share, so only one may have secrets.
    let mut by_line: Vec<(Seat, Vec<Space>)> = Vec::new();
    for target in targets {
        match by_line.iter_mut().find(|(seat, _)| *seat == target.seat) {
            Some((_, list)) => list.push(target.at),
            None => by_line.push((target.seat, vec![target.at])),
        }
    }
    let secret = |(seat, list): &&(Seat, Vec<Space>)| {
        list.iter().any(|at| !cells(view.table.line(*seat), *at).is_empty())
    };
    if by_line.iter().filter(secret).count() > 1 {
        return None;
    }
    let mut all = vec![1.0];
    for (seat, list) in &by_line {
        let counts = killed(view, orders, *seat, list)?;
        let mut next = vec![0.0; all.len() + counts.len() - 1];
        for (i, a) in all.iter().enumerate() {
            for (j, b) in counts.iter().enumerate() {
                next[i + j] += a * b;
            }
        }
        all = next;
    }
    let mut spread = Spread::new();
    all.into_iter().enumerate().for_each(|(count, chance)| spread.add(count, chance));
    Some(spread)
}

/// The declaration that kills most on average; of equals the first.
fn best(view: &View, notes: &mut Vec<String>) -> (Orders, Vec<Target>) {
    let mut found: Vec<Orders> = Vec::new();
    declarations(&view.table, view.seat, DECLARATIONS + 1, |orders| found.push(orders));
    if found.len() > DECLARATIONS {
        found.truncate(DECLARATIONS);
        notes.push(format!("Only the first {DECLARATIONS} ways to declare were compared."));
    } else if found.len() > 1 {
        notes.push(format!("{} ways to declare were compared.", found.len()));
    }
    let mut best: Option<(f64, Orders, Vec<Target>)> = None;
    for orders in found {
        let targets = targets(view, &orders);
        let worth = sum(&targets);
        if best.as_ref().is_none_or(|(most, ..)| worth > most + 1e-12) {
            best = Some((worth, orders, targets));
        }
    }
    best.map_or_else(|| (Orders::new(), Vec::new()), |(_, orders, targets)| (orders, targets))
}

/// The attacks with their strength, a line each.
fn strikes_told(view: &View, orders: &[Order]) -> Vec<String> {
    let mut strikes = Strikes::new();
    attack::strikes(&view.table, view.seat, orders, &mut strikes);
    let told = strikes.iter().map(|strike| {
        let mods: Vec<String> = strike
            .strength
            .mods()
            .iter()
            .map(|m| format!(", {:+} {} [{}]", m.delta, m.reason, m.rule))
            .collect();
        let target = if view.table.line(strike.target).occupied(strike.to) {
            named(&view.table, strike.target, strike.to)
        } else {
            format!("{} {}, which is empty", strike.target, strike.to)
        };
        let how = if strike.kind == Kind::Archer {
            "shoots at".to_owned()
        } else {
            format!(
                "strikes with {} ({} printed{}) at",
                strike.strength.total(),
                strike.strength.printed,
                mods.concat()
            )
        };
        format!("{} {how} {target}.", named(&view.table, strike.seat, strike.from))
    });
    told.collect()
}

/// Kinds that matter in the rear of one who attacks.
const BEHIND: [Kind; 2] = [Kind::Slinger, Kind::Catapult];

/// Somebody else's attack as the lines stand: how likely it is that each of the seat's units could be
/// killed, whatever is declared.
///
/// Rules `rome:R5`, `rome:R17`, `rome:R18`, `rome:R21`.
pub fn against(view: &View, by: Seat) -> Answer {
    let mine = view.seat;
    let theirs = view.table.line(by);
    let places: Vec<Space> =
        theirs.units().filter(|(_, unit)| unit.kind == Kind::Hidden).map(|(at, _)| at).collect();
    let hidden = Hidden::of(view, by, &BEHIND);
    let mut notes = vec![
        "Counted is what could be killed, if the attacker chooses to; a command that may still be \
         played is not."
            .to_owned(),
    ];
    let about = format!("{by} attacks as the lines stand, from what {mine} knows");
    if hidden.ways_at_most(places.len()) > WAYS {
        notes.push(format!(
            "There is no answer: the {} face-down units of {by} can lie in too many ways, and any \
             of them may matter.",
            places.len()
        ));
        return Answer { about, notes, ..Answer::default() };
    }
    let units: Vec<Space> = view.line().units().map(|(at, _)| at).collect();
    let mut chances = vec![0.0; units.len()];
    let mut most = Spread::new();
    let mut all = 0.0;
    let mut table = view.table.clone();
    hidden.lay(theirs, &places, &mut |laid, weight| {
        table.lines[by.index()] = *laid;
        let (mortal, count) = mortal(&table, by, mine, &units);
        all += weight;
        most.add(count, weight);
        for (chance, dies) in chances.iter_mut().zip(mortal) {
            *chance += if dies { weight } else { 0.0 };
        }
    });
    let mut case = Case::new("");
    for (at, chance) in units.iter().zip(&chances) {
        if *chance > 0.0 {
            case.chance(format!("{} can be killed", named(&view.table, mine, *at)), chance / all);
        }
    }
    let mut spread = Spread::new();
    most.chances().iter().enumerate().for_each(|(count, weight)| spread.add(count, weight / all));
    case.spread("most killed at once", spread);
    if chances.iter().all(|chance| *chance <= 0.0) {
        notes.push("None of the seat's units can be killed so.".into());
    }
    Answer { about, given: Vec::new(), cases: vec![case], notes }
}

/// Which of the seat's units could be killed, and how many at once.
fn mortal(table: &Table, by: Seat, mine: Seat, units: &[Space]) -> (Vec<bool>, usize) {
    let mut mortal = vec![false; units.len()];
    let mut most = 0;
    declarations(table, by, DECLARATIONS, |orders| {
        let fates = fates_of(table, by, &orders);
        let mut count = 0;
        for fate in fates.iter().filter(|fate| fate.seat == mine && fate.dies()) {
            count += 1;
            if let Some(index) = units.iter().position(|at| *at == fate.at) {
                mortal[index] = true;
            }
        }
        most = most.max(count);
    });
    (mortal, most)
}
