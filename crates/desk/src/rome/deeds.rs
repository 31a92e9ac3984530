//! What a seat may do now: buttons, places and moves.

use kernel::Words;
use rome::Rome;
use rome::action::{Action, Orders, Shift};
use rome::cards::Command;
use rome::rules::{abilities, declare, shifting};
use rome::space::{Row, Side, Space, front, rear};
use rome::state::Phase;
use rome::view::View;
use serde_json::Value;

use super::cards as show;
use super::scene::{flanks, why_not};
use super::wire::{RomeArranged, RomeDeed, RomeMove, RomeNeeds, RomePlaces, RomePlan};
use crate::wire::Refusal;

/// No more arrangements are suggested.
const SUGGESTIONS: usize = 6;

/// An action as data.
fn data(action: &Action) -> Value {
    serde_json::to_value(action).unwrap_or(Value::Null)
}

/// An action the seat may take, or why it may not.
pub(super) fn ready(view: &View, action: &Action) -> (Option<Value>, Option<Refusal>) {
    match view.check(action) {
        Ok(()) => (Some(data(action)), None),
        Err(why) => (None, Some(show::refusal(&why))),
    }
}

/// The buttons of a seat.
struct Bar<'a> {
    view: &'a View,
    deeds: Vec<RomeDeed>,
}

impl Bar<'_> {
    /// Something that is done at once.
    fn act(&mut self, id: &str, label: &str, about: &str, action: &Action) {
        let (action, why) = ready(self.view, action);
        self.add(id, label, about, RomeNeeds::Nothing, action, why);
    }

    fn add(
        &mut self,
        id: &str,
        label: &str,
        about: &str,
        needs: RomeNeeds,
        action: Option<Value>,
        why: Option<Refusal>,
    ) {
        self.deeds.push(RomeDeed {
            id: id.into(),
            label: label.into(),
            about: about.into(),
            why,
            needs,
            action,
        });
    }
}

/// Everything the seat could do now, allowed or not.
pub(super) fn deeds(view: &View) -> Vec<RomeDeed> {
    let mut bar = Bar { view, deeds: Vec::new() };
    let table = &view.table;
    match table.phase {
        Phase::Dealing | Phase::Over(_) => {}
        Phase::Arranging => arrange(&mut bar, "Arrange your units, face down"),
        Phase::Night => {
            arrange(&mut bar, "Rearrange your line, face down");
            bar.act("keep", "Keep", "Leave your line as it is", &Action::Keep);
        }
        Phase::Clash => attack(&mut bar),
        Phase::Turn => {
            for kind in table.drawn.iter().flatten() {
                let label = format!("Place the {}", kind.name());
                let column = view.line().placements().next().unwrap_or(0);
                let (_, why) = ready(view, &Action::Place { unit: *kind, column });
                bar.add("place", &label, "Choose a front space", RomeNeeds::Space, None, why);
            }
            shift(&mut bar);
            plays(&mut bar);
            attack(&mut bar);
        }
        Phase::AfterAttack => {
            plays(&mut bar);
            bar.act("end", "End the turn", "Hand over to the next player", &Action::End);
        }
        Phase::Retreating => {
            shift(&mut bar);
            let to = view.line().flank_space(Side::Left);
            let (_, why) = ready(view, &Action::Settle { to });
            let about = "The retreating unit goes to a flank or to the rear";
            bar.add("settle", "Settle", about, RomeNeeds::Space, None, why);
        }
        Phase::Discarding => {
            for which in held(view) {
                let id = format!("discard:{}", show::written(&which));
                let label = format!("Discard {}", which.name());
                bar.act(&id, &label, which.gist(), &Action::Discard(which));
            }
        }
    }
    bar.deeds
}

fn held(view: &View) -> Vec<Command> {
    Command::ALL.into_iter().filter(|which| view.hand[which.index()] > 0).collect()
}

fn arrange(bar: &mut Bar<'_>, about: &str) {
    let why = suggestions(bar.view).first().map_or_else(
        || ready(bar.view, &Action::Arrange(Box::default())).1,
        |plan| ready(bar.view, &Action::Arrange(Box::new(plan.clone()))).1,
    );
    bar.add("arrange", "Arrange", about, RomeNeeds::Arrange, None, why);
}

fn shift(bar: &mut Bar<'_>) {
    let mut first = None;
    shifting::shifts(bar.view.line(), |shift| {
        first.get_or_insert(shift);
    });
    if let Some(shift) = first {
        let (_, why) = ready(bar.view, &Action::Shift(shift));
        bar.add("shift", "Shift", "Close the gaps in your line", RomeNeeds::Space, None, why);
    }
}

fn plays(bar: &mut Bar<'_>) {
    for which in held(bar.view) {
        let id = format!("play:{}", show::written(&which));
        let why = why_not(bar.view, which);
        let flank = which == Command::Flank;
        let needs = if flank { RomeNeeds::Space } else { RomeNeeds::Nothing };
        let action = (why.is_none() && !flank).then(|| data(&Action::Play(which)));
        bar.add(&id, which.name(), which.gist(), needs, action, why);
    }
}

/// The first way to attack there is; nothing is named where nothing need be.
pub(super) fn plain_orders(view: &View) -> Orders {
    let none = Orders::new();
    if !view.table.alive.contains(view.seat) {
        return none;
    }
    // Where the vanguard unit has to be aimed, it is aimed at the first there is.
    let aims = declare::Choices::new(&view.table, view.seat).vanguard_aims();
    if rome::rules::attack::check_orders(&view.table, view.seat, &none).is_ok() {
        return none;
    }
    let mut orders = Orders::new();
    if let Some(aim) = aims.first() {
        let (role, unit) = (rome::action::Role::Vanguard, rome::space::VANGUARD);
        orders.push(rome::action::Order { role, unit, aim: *aim });
    }
    orders
}

fn attack(bar: &mut Bar<'_>) {
    let view = bar.view;
    let mut ways = 0;
    if view.table.alive.contains(view.seat) {
        declare::declarations(&view.table, view.seat, 2, |_| ways += 1);
    }
    let needs = if ways > 1 { RomeNeeds::Orders } else { RomeNeeds::Nothing };
    let (action, why) = ready(view, &Action::Attack { orders: plain_orders(view) });
    let about = "Your vanguard attacks, and whoever else may";
    bar.add("attack", "Attack", about, needs, action, why);
}

/// Where each drawn unit may go.
pub(super) fn places(view: &View) -> Vec<RomePlaces> {
    let mut list: Vec<RomePlaces> = Vec::new();
    for unit in view.table.drawn.iter().flatten().copied() {
        let kind = show::written(&unit);
        if list.iter().any(|place| place.kind == kind) {
            continue;
        }
        let legal = |column: &i8| view.check(&Action::Place { unit, column: *column }).is_ok();
        let columns: Vec<i8> = view.line().placements().filter(legal).collect();
        let actions =
            columns.iter().map(|column| data(&Action::Place { unit, column: *column })).collect();
        list.push(RomePlaces { kind, columns, actions });
    }
    list
}

/// A move with the space it goes to and the unit that makes it.
struct Found {
    space: Space,
    from: Option<Space>,
    deed: &'static str,
    label: &'static str,
    action: Action,
}

/// What a unit, or any unit, may do; with a command what it may be played on.
pub(super) fn moves(view: &View, unit: Option<Space>, command: Option<Command>) -> Vec<RomeMove> {
    let mut found = Vec::new();
    match command {
        Some(Command::Flank) => flanking(view, &mut found),
        Some(_) => {}
        None => {
            abilities::all_switches(view.line(), |at, with| {
                let action = Action::Switch { unit: at, with };
                let (from, label) = (Some(at), "Change places");
                found.push(Found { space: with, from, deed: "switch", label, action });
            });
            abilities::all_rides(&view.mind(), |from, to| {
                let action = Action::Ride { from, to };
                let (from, label) = (Some(from), "Move the Chariot");
                found.push(Found { space: to, from, deed: "ride", label, action });
            });
            shifting::shifts(view.line(), |shift| shifted(view, shift, unit, &mut found));
            if view.table.phase == Phase::Retreating {
                settling(view, &mut found);
            }
        }
    }
    let wanted = |one: &Found| unit.is_none() || one.from == unit;
    let legal = |one: &Found| view.check(&one.action).is_ok();
    found
        .into_iter()
        .filter(|one| wanted(one) && legal(one))
        .map(|one| RomeMove {
            space: one.space.to_string(),
            from: one.from.map(|from| from.to_string()),
            deed: one.deed.into(),
            label: one.label.into(),
            about: Rome::describe_action(view, &one.action),
            action: data(&one.action),
        })
        .collect()
}

fn flanking(view: &View, found: &mut Vec<Found>) {
    for action in flanks(view) {
        if let Action::Flank { unit, to } = action {
            let space = view.line().flank_space(to);
            let (from, label) = (Some(unit), "Go to the other wing");
            found.push(Found { space, from, deed: "flank", label, action });
        }
    }
}

/// A shift moves one unit, or a run of them: whichever of them is asked about makes it.
fn shifted(view: &View, shift: Shift, asked: Option<Space>, found: &mut Vec<Found>) {
    let (from, space, label) = match shift {
        Shift::Forward { column } => (rear(column), front(column), "Step forward"),
        Shift::Inward { column, from } => {
            let next = front(column + from.outward());
            let runs = |at: &Space| in_run(view, next, from, *at);
            (asked.filter(runs).unwrap_or(next), front(column), "Close up")
        }
        Shift::Rear { column } => {
            let inward = Side::of(column).map_or(0, Side::outward);
            (rear(column), rear(column - inward), "Move inward")
        }
    };
    let action = Action::Shift(shift);
    found.push(Found { space, from: Some(from), deed: "shift", label, action });
}

/// Whether a space belongs to the run of front units from `next` outward, or stands behind it.
fn in_run(view: &View, next: Space, side: Side, at: Space) -> bool {
    let mut column = next.column;
    while view.line().occupied(front(column)) {
        if at.column == column {
            return at.row == Row::Front || view.line().occupied(at);
        }
        column += side.outward();
        if !rome::space::in_reach(column) {
            break;
        }
    }
    false
}

fn settling(view: &View, found: &mut Vec<Found>) {
    let line = view.line();
    let flanks = Side::BOTH.map(|side| line.flank_space(side));
    let behind = line.free_rear().map(rear);
    for to in flanks.into_iter().chain(behind) {
        let action = Action::Settle { to };
        found.push(Found { space: to, from: None, deed: "settle", label: "Settle here", action });
    }
}

/// Whether an arrangement may be played.
pub(super) fn arranged(view: &View, plan: &RomePlan) -> RomeArranged {
    let (action, refused) = match show::read_plan(plan) {
        Ok(plan) => ready(view, &Action::Arrange(Box::new(plan))),
        Err(refusal) => (None, Some(refusal)),
    };
    RomeArranged { refused, action }
}

/// Sensible arrangements to begin from.
pub(super) fn suggest(view: &View) -> Vec<RomePlan> {
    suggestions(view).iter().map(show::plan).collect()
}

fn suggestions(view: &View) -> Vec<rome::action::Plan> {
    if !matches!(view.table.phase, Phase::Arranging | Phase::Night) {
        return Vec::new();
    }
    let mut actions = Vec::new();
    <Rome as kernel::Game>::candidates(view, SUGGESTIONS * 8, &mut actions);
    let plans = actions.into_iter().filter_map(|action| match action {
        Action::Arrange(plan) => Some(*plan),
        _ => None,
    });
    plans.take(SUGGESTIONS).collect()
}
