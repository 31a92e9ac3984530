//! One legal action by lot: random play without listing everything first.

use arrayvec::ArrayVec;

use crate::action::{Action, Aim, Card, Order, Orders, Plan, PlanRow, Role, Shift};
use crate::cards::{self, Command, Kind, UnitCounts};
use crate::guess::plan_of;
use crate::line::{Bits, Line, Unit};
use crate::rules::declare::Choices;
use crate::rules::shifting;
use crate::space::{Row, Side, Space, VANGUARD, front};
use crate::state::{Mind, Phase};

type Random<'a> = &'a mut dyn FnMut(u32) -> u32;

/// One legal action for a seat that owes a decision.
pub fn lot(mind: &Mind<'_>, random: Random<'_>) -> Action {
    match mind.table.phase {
        Phase::Arranging => opening(mind, random),
        Phase::Night => night(mind, random),
        Phase::Clash => attack(mind, random),
        Phase::Turn => turn(mind, random),
        Phase::AfterAttack => {
            let held = mind.hand[Command::Retreat.index()] > 0 && mind.table.command.is_none();
            if held && mind.line().len() > 1 && random(2) == 0 {
                Action::Play(Command::Retreat)
            } else {
                Action::End
            }
        }
        Phase::Retreating if mind.line().legal() => settle(mind, random),
        Phase::Retreating => shift(mind, random),
        Phase::Discarding => {
            let mut left = random(u32::from(cards::total(mind.hand)));
            for command in Command::ALL {
                let held = u32::from(mind.hand[command.index()]);
                if left < held {
                    return Action::Discard(command);
                }
                left -= held;
            }
            unreachable!("the number drawn is below the hand's size")
        }
        Phase::Dealing | Phase::Over(_) => unreachable!("nobody owes a decision"),
    }
}

/// A turn goes on to what it needs (placing, shifting, the attack) more often than not, and now and
/// then to what it merely allows.
fn turn(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let line = mind.line();
    if mind.table.command.is_none()
        && random(4) > 0
        && let Some(action) = command(mind, random)
    {
        return action;
    }
    let needed = random(6) > 0;
    if !needed && let Some(action) = extra(mind, random) {
        return action;
    }
    let [first, second] = mind.table.drawn;
    let legal = line.legal();
    if (first.is_some() || second.is_some()) && (legal || random(2) == 0) {
        let kind = match (first, second) {
            (Some(first), Some(second)) => [first, second][random(2) as usize],
            (first, second) => first.or(second).expect("one was drawn"),
        };
        return Action::Place { unit: kind, column: placement(mind, random) };
    }
    if legal { attack(mind, random) } else { shift(mind, random) }
}

fn placement(mind: &Mind<'_>, random: Random<'_>) -> i8 {
    let free = mind.line().free_front();
    Line::nth([free, 0], random(free.count_ones())).column
}

/// One of what a listing finds.
fn one_of<T: Copy>(random: Random<'_>, list: impl Fn(&mut dyn FnMut(T))) -> Option<T> {
    let mut found: ArrayVec<T, 64> = ArrayVec::new();
    list(&mut |item| {
        let _ = found.try_push(item);
    });
    let count = found.len() as u32;
    (count > 0).then(|| found[random(count) as usize])
}

fn shift(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let line = mind.line();
    let shift: Option<Shift> = one_of(random, |found| shifting::shifts(line, found));
    Action::Shift(shift.expect("a line that is not legal can shift"))
}

/// A command, a switch or a Chariot's move, if there is any; which of them is drawn first.
fn extra(mind: &Mind<'_>, random: Random<'_>) -> Option<Action> {
    let start = random(3);
    (0..3).find_map(|index| match (start + index) % 3 {
        0 => command(mind, random),
        1 => switch(mind.line(), random),
        _ => ride(mind, random),
    })
}

fn count(bits: Bits) -> u32 {
    bits[0].count_ones() + bits[1].count_ones()
}

/// One of the spaces by lot; nothing if there are none.
fn space(bits: Bits, random: Random<'_>) -> Option<Space> {
    let count = count(bits);
    (count > 0).then(|| Line::nth(bits, random(count)))
}

fn switch(line: &Line, random: Random<'_>) -> Option<Action> {
    let [front, rear] = line.of_kinds([Kind::Centurion, Kind::Consul, Kind::Praetorian]);
    let unit = space([front, rear], random)?;
    let user = line.get(unit).filter(|user| !user.used())?;
    if user.kind == Kind::Praetorian
        && random(4) == 0
        && let Some(with) = space(line.of_kind(Kind::Consul), random)
    {
        return Some(Action::Switch { unit, with });
    }
    let beside: ArrayVec<Space, 3> = line.adjacent(unit).map(|(at, _)| at).collect();
    if beside.is_empty() {
        return None;
    }
    Some(Action::Switch { unit, with: beside[random(beside.len() as u32) as usize] })
}

fn ride(mind: &Mind<'_>, random: Random<'_>) -> Option<Action> {
    let line = mind.line();
    let [lone, ridden] = [line.of_kind(Kind::Chariot), line.riders()];
    let from = space([lone[0] | ridden[0], lone[1] | ridden[1]], random)?;
    let carrier = line.get(from)?;
    if carrier.used() && !carrier.chariot() || carrier.chariot_used() {
        return None;
    }
    if carrier.chariot() && random(2) == 0 {
        let rears = line.bits(Row::Front) & !line.bits(Row::Rear);
        if mind.table.setup.mode.rear() && random(2) == 0 {
            return space([0, rears], random).map(|to| Action::Ride { from, to });
        }
        return Some(Action::Ride { from, to: front(placement(mind, random)) });
    }
    let [all, mounted] = [line.all(), line.mounted()];
    let to = space([all[0] & !mounted[0], all[1] & !mounted[1]], random)?;
    Some(Action::Ride { from, to })
}

fn command(mind: &Mind<'_>, random: Random<'_>) -> Option<Action> {
    if mind.table.command.is_some() {
        return None;
    }
    let held = cards::total(mind.hand) - mind.hand[Command::Retreat.index()];
    if held == 0 {
        return None;
    }
    let mut left = random(u32::from(held));
    let drawn =
        Command::ALL.into_iter().filter(|command| *command != Command::Retreat).find(|command| {
            let count = u32::from(mind.hand[command.index()]);
            let found = left < count;
            left = left.wrapping_sub(count);
            found
        });
    match drawn? {
        Command::Flank => {
            let units = mind.line().len();
            if units < 2 {
                return None;
            }
            let unit = space(mind.line().all(), random).filter(|unit| *unit != VANGUARD)?;
            let to = match Side::of(unit.column) {
                Some(side) => side.opposite(),
                None => Side::BOTH[random(2) as usize],
            };
            Some(Action::Flank { unit, to })
        }
        command => Some(Action::Play(command)),
    }
}

fn settle(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let line = mind.line();
    let rear = mind.table.setup.mode.rear();
    let to = one_of(random, |found: &mut dyn FnMut(Space)| {
        for side in Side::BOTH {
            found(line.flank_space(side));
        }
        if rear {
            for column in line.free_rear().filter(|column| *column != 0 || !mind.table.stepped_up) {
                found(Space { row: Row::Rear, column });
            }
        }
    });
    Action::Settle { to: to.expect("the flank spaces are always free") }
}

/// An attack with every choice made by lot.
fn attack(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let choices = Choices::new(mind.table, mind.seat);
    let mut orders = Orders::new();
    let mut attacking = choices.unasked();
    let mut changed = false;
    if choices.commands() && random(8) > 0 {
        let order =
            one_of(random, |found: &mut dyn FnMut(Order)| choices.command(&attacking, found));
        if let Some(order) = order {
            changed = order.role == Role::Command && order.unit == VANGUARD;
            if order.role == Role::Command && !changed {
                attacking.push(order.unit);
            }
            orders.push(order);
        }
    }
    if !changed {
        let aims = choices.vanguard_aims();
        if aims.len() > 1 {
            let aim = aims[random(aims.len() as u32) as usize];
            orders.push(Order { role: Role::Vanguard, unit: VANGUARD, aim });
        }
    }
    for unit in choices.catapults() {
        if attacking.contains(&unit) || random(16) == 0 {
            continue;
        }
        let aims: ArrayVec<Aim, 8> =
            choices.aims(unit).into_iter().filter(|aim| choices.hits(unit, 2, *aim)).collect();
        if !aims.is_empty() {
            let aim = aims[random(aims.len() as u32) as usize];
            orders.push(Order { role: Role::Catapult, unit, aim });
            attacking.push(unit);
        }
    }
    let mut done = 0;
    while let Some(at) = attacking.get(done).copied() {
        done += 1;
        if !choices.is_standard(at) || random(16) == 0 {
            continue;
        }
        let brought = one_of(random, |found: &mut dyn FnMut(Space)| {
            choices.brought(at, &attacking, found);
        });
        if let Some(unit) = brought {
            orders.push(Order { role: Role::Standard(at), unit, aim: Aim::default() });
            attacking.push(unit);
        }
    }
    Action::Attack { orders }
}

fn shuffle(cards: &mut [Card], random: Random<'_>) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random(last as u32 + 1) as usize);
    }
}

fn opening(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let dealt: &UnitCounts = mind.dealt;
    let mut cards: ArrayVec<Card, 60> = ArrayVec::new();
    for kind in Kind::ALL {
        for _ in 0..dealt[kind.index()] {
            cards.push(Card { kind, chariot: false });
        }
    }
    shuffle(&mut cards, random);
    let (front, rear) = cards.split_at(cards.len().min(5));
    let row = |units: &[Card]| PlanRow {
        from: if units.is_empty() { 0 } else { -2 },
        units: units.to_vec(),
    };
    Action::Arrange(Box::new(Plan { front: row(front), rear: row(rear) }))
}

fn night(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let line = mind.line();
    if line.legal() && random(4) == 0 {
        return Action::Keep;
    }
    let mut cards: ArrayVec<Card, 60> = ArrayVec::new();
    let rear = mind.table.setup.mode.rear();
    for (_, unit) in line.units() {
        dismount_by_lot(unit, &mut cards, random);
    }
    shuffle(&mut cards, random);
    Action::Arrange(Box::new(plan_of(&cards, rear)))
}

fn dismount_by_lot(unit: Unit, cards: &mut ArrayVec<Card, 60>, random: Random<'_>) {
    let stays = unit.chariot() && random(2) == 0;
    cards.push(Card { kind: unit.kind, chariot: stays });
    if unit.chariot() && !stays {
        cards.push(Card { kind: Kind::Chariot, chariot: false });
    }
}
