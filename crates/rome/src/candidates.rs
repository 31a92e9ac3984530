//! What a seat might try: all it may do, or a good sample where that is too much.

use crate::action::{Action, Card, Orders, Plan, PlanRow};
use crate::cards::{Command, Kind};
use crate::guess::plan_of;
use crate::rules::{abilities, declare, shifting};
use crate::space::{Row, Side, Space, VANGUARD};
use crate::state::{Mind, Phase};
use crate::view::View;

/// Lists at most `limit` legal actions for the view's seat.
///
/// Complete but for arrangements, of which there are millions: those are a sample that grows with
/// the limit, the same for the same view. Attacks on spaces that everybody sees are empty are left
/// out where they are optional.
pub fn candidates(view: &View, limit: usize, out: &mut Vec<Action>) {
    out.clear();
    let mind = view.mind();
    let table = &view.table;
    match table.phase {
        Phase::Dealing | Phase::Over(_) => {}
        Phase::Arranging if table.owing.contains(view.seat) => openings(view, limit, out),
        Phase::Night if table.owing.contains(view.seat) => nights(view, limit, out),
        Phase::Clash if table.owing.contains(view.seat) => attacks(&mind, limit, out),
        Phase::Arranging | Phase::Night | Phase::Clash => {}
        _ if table.active != view.seat => {}
        Phase::Turn => turn(&mind, limit, out),
        Phase::AfterAttack => {
            out.push(Action::End);
            if mind.hand[Command::Retreat.index()] > 0 && table.command.is_none() {
                out.push(Action::Play(Command::Retreat));
            }
        }
        Phase::Retreating if mind.line().legal() => settles(&mind, out),
        Phase::Retreating => shifts(&mind, out),
        Phase::Discarding => {
            for command in Command::ALL {
                if mind.hand[command.index()] > 0 {
                    out.push(Action::Discard(command));
                }
            }
        }
    }
    out.truncate(limit);
}

fn attacks(mind: &Mind<'_>, limit: usize, out: &mut Vec<Action>) {
    let limit = limit.saturating_sub(out.len());
    declare::declarations(mind.table, mind.seat, limit, |orders: Orders| {
        out.push(Action::Attack { orders });
    });
}

fn shifts(mind: &Mind<'_>, out: &mut Vec<Action>) {
    shifting::shifts(mind.line(), |shift| out.push(Action::Shift(shift)));
}

fn settles(mind: &Mind<'_>, out: &mut Vec<Action>) {
    let line = mind.line();
    for side in Side::BOTH {
        out.push(Action::Settle { to: line.flank_space(side) });
    }
    if mind.table.setup.mode.rear() {
        for column in line.free_rear().filter(|column| *column != 0 || !mind.table.stepped_up) {
            out.push(Action::Settle { to: Space { row: Row::Rear, column } });
        }
    }
}

fn turn(mind: &Mind<'_>, limit: usize, out: &mut Vec<Action>) {
    let line = mind.line();
    let table = mind.table;
    let placed = table.drawn == [None; 2];
    if placed && line.legal() {
        attacks(mind, limit, out);
    }
    let [first, second] = table.drawn;
    for kind in first.into_iter().chain(second.filter(|kind| first != Some(*kind))) {
        for column in line.placements() {
            out.push(Action::Place { unit: kind, column });
        }
    }
    shifts(mind, out);
    if table.command.is_none() && table.setup.mode.commands() {
        for command in Command::ALL {
            if mind.hand[command.index()] > 0 {
                play(mind, command, out);
            }
        }
    }
    abilities::all_switches(line, |unit, with| out.push(Action::Switch { unit, with }));
    abilities::all_rides(mind, |from, to| out.push(Action::Ride { from, to }));
}

fn play(mind: &Mind<'_>, command: Command, out: &mut Vec<Action>) {
    match command {
        Command::Retreat => {}
        Command::Flank => {
            for (unit, _) in mind.line().units().filter(|(at, _)| *at != VANGUARD) {
                for to in Side::BOTH {
                    if Side::of(unit.column) != Some(to) {
                        out.push(Action::Flank { unit, to });
                    }
                }
            }
        }
        _ => out.push(Action::Play(command)),
    }
}

/// A sample of ways to order cards: the `index`-th permutation in a scattered sequence that runs
/// through all of them before it repeats one.
struct Orderings {
    cards: Vec<Card>,
    total: u64,
    next: u64,
    stride: u64,
}

impl Orderings {
    fn new(mut cards: Vec<Card>, salt: u64) -> Self {
        cards.sort();
        // Twelve factorial is far beyond any limit asked for; longer rows are permuted in part.
        let total = (1..=cards.len().min(12) as u64).product::<u64>().max(1);
        // A prime that divides no factorial of so few cards visits every permutation.
        Orderings { cards, total, next: salt % total, stride: 982_451_653 % total.max(2) }
    }

    fn next(&mut self) -> Vec<Card> {
        let mut rank = self.next;
        self.next = (self.next + self.stride) % self.total;
        let mut left = self.cards.clone();
        let mut row = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let count = left.len() as u64;
            row.push(left.remove((rank % count) as usize));
            rank /= count;
        }
        row
    }
}

/// A number that depends on the cards alone, so that equal views give equal samples.
fn salt(cards: &[Card], view: &View) -> u64 {
    let start = u64::from(view.seat.0) << 16 | u64::from(view.table.turn);
    cards.iter().fold(start, |salt, card| {
        (salt ^ (card.kind as u64 * 2 + u64::from(card.chariot)))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(17)
    })
}

fn openings(view: &View, limit: usize, out: &mut Vec<Action>) {
    let mut cards = Vec::new();
    for kind in Kind::ALL {
        let count = usize::from(view.dealt[kind.index()]);
        cards.extend(std::iter::repeat_n(Card { kind, chariot: false }, count));
    }
    let rear = view.table.setup.mode.rear();
    let make = |cards: &[Card]| {
        let in_front = cards.len().min(5);
        let row = |units: &[Card]| PlanRow {
            from: if units.is_empty() { 0 } else { -2 },
            units: units.to_vec(),
        };
        let behind = if rear { &cards[in_front..] } else { &[] };
        Plan { front: row(&cards[..in_front]), rear: row(behind) }
    };
    sample(cards, view, limit, out, make);
}

fn nights(view: &View, limit: usize, out: &mut Vec<Action>) {
    if view.line().legal() && limit > 0 {
        out.push(Action::Keep);
    }
    let cards: Vec<Card> = view
        .line()
        .units()
        .map(|(_, unit)| Card { kind: unit.kind, chariot: unit.chariot() })
        .collect();
    let rear = view.table.setup.mode.rear();
    sample(cards, view, limit, out, |cards| plan_of(cards, rear));
}

/// How good a kind is in front, for a first sensible arrangement: the best stand in the middle.
fn front_worth(card: Card) -> u8 {
    match card.kind {
        Kind::Elephant => 12,
        Kind::Praetorian => 11,
        Kind::Ballista => 10,
        Kind::Centurion => 9,
        Kind::Cavalry => 8,
        Kind::Standard => 7,
        Kind::Infantry => 6,
        Kind::Archer => 5,
        Kind::Chariot => 4,
        Kind::Consul => 3,
        Kind::Slinger => 2,
        _ => 1,
    }
}

/// The cards with the strongest in the middle of the front and helpers behind.
fn sensible(mut cards: Vec<Card>, in_front: usize) -> Vec<Card> {
    cards.sort_by_key(|card| std::cmp::Reverse(front_worth(*card)));
    let behind = cards.split_off(in_front.min(cards.len()));
    let mut row = std::collections::VecDeque::new();
    for (index, card) in cards.into_iter().enumerate() {
        if index % 2 == 0 {
            row.push_back(card);
        } else {
            row.push_front(card);
        }
    }
    row.into_iter().chain(behind).collect()
}

/// Adds a sensible arrangement and a sample of others: one for every eight candidates wanted, for
/// they are costly and much alike.
fn sample(
    cards: Vec<Card>,
    view: &View,
    limit: usize,
    out: &mut Vec<Action>,
    make: impl Fn(&[Card]) -> Plan,
) {
    let wanted = limit.min(out.len() + limit.div_ceil(8));
    let in_front = make(&cards).front.units.len();
    let salt = salt(&cards, view);
    let mut add = |row: &[Card]| {
        let action = Action::Arrange(Box::new(make(row)));
        let new = out.len() < wanted && !out.contains(&action);
        if new {
            out.push(action);
        }
        (new, out.len() < wanted)
    };
    add(&sensible(cards.clone(), in_front));
    let mut orderings = Orderings::new(cards, salt);
    let mut misses = 0;
    while misses < 64 {
        let (new, more) = add(&orderings.next());
        misses += u32::from(!new);
        if !more {
            return;
        }
    }
}
