//! What a seat may declare: the choices there are, and every combination of them.
//!
//! Left out are optional attacks on spaces that everybody sees are empty. They are legal, and do
//! nothing.

use arrayvec::ArrayVec;
use kernel::Seat;

use crate::action::{Aim, Order, Orders, Role};
use crate::cards::{Command, Kind};
use crate::line::Line;
use crate::rules::attack::{
    ATTACKERS_MAX, Attackers, Manner, command_manner, flank_choices, normal_reach, push_unasked,
    vanguard_manner,
};
use crate::space::{Row, Space, VANGUARD, rear};
use crate::state::Table;

/// The spaces whose units attack so far.
pub type Attacking = ArrayVec<Space, ATTACKERS_MAX>;

/// The choices a seat has when it declares its attacks.
pub struct Choices<'a> {
    table: &'a Table,
    seat: Seat,
    line: &'a Line,
}

impl<'a> Choices<'a> {
    /// The choices of a seat, from what it knows of the table.
    pub fn new(table: &'a Table, seat: Seat) -> Self {
        Choices { table, seat, line: table.line(seat) }
    }

    /// Everybody who attacks unasked.
    pub fn unasked(&self) -> Attacking {
        let mut attackers = Attackers::new();
        push_unasked(self.table, self.seat, &mut attackers);
        let mut attacking: Attacking = attackers.iter().map(|attacker| attacker.at).collect();
        if self.line.occupied(VANGUARD) {
            attacking.push(VANGUARD);
        }
        attacking
    }

    /// The aims an attack from here can choose from; one plain aim if there is no choice.
    pub fn aims(&self, at: Space) -> ArrayVec<Aim, 8> {
        let mut aims = ArrayVec::new();
        let opponents = self.table.opponents(self.seat);
        if at.column == 0 && opponents.len() > 1 {
            for opponent in self.table.others(self.seat) {
                aims.push(Aim { opponent: Some(opponent), ..Aim::default() });
            }
        } else {
            aims.push(Aim::default());
        }
        aims
    }

    /// The aims of the vanguard unit; none if there is no such unit.
    pub fn vanguard_aims(&self) -> ArrayVec<Aim, 8> {
        match self.line.get(VANGUARD) {
            Some(unit) if vanguard_manner(self.table, self.seat, unit) == Manner::Flanking => {
                flank_choices(self.table, self.seat)
            }
            Some(_) => self.aims(VANGUARD),
            None => ArrayVec::new(),
        }
    }

    /// Whether an attack would meet a unit.
    pub fn hits(&self, at: Space, reach: u8, aim: Aim) -> bool {
        self.table
            .across(self.seat, at, reach, aim.opponent)
            .is_some_and(|(seat, to)| self.table.line(seat).occupied(to))
    }

    /// The Catapults that wait for an order.
    pub fn catapults(&self) -> ArrayVec<Space, 8> {
        let mut catapults = ArrayVec::new();
        for (at, _) in self.line.at_bits(self.line.of_kind(Kind::Catapult)) {
            if at != VANGUARD {
                let _ = catapults.try_push(at);
            }
        }
        catapults
    }

    /// Whether a Standard that can bring somebody stands here.
    pub fn is_standard(&self, at: Space) -> bool {
        at.row == Row::Front && self.line.get(at).is_some_and(|unit| unit.kind == Kind::Standard)
    }

    /// The neighbours the Standard here can bring. A Catapult attacks without being brought, so it
    /// is not listed again.
    pub fn brought(&self, at: Space, attacking: &[Space], found: &mut dyn FnMut(Space)) {
        for (beside, unit) in self.line.adjacent(at) {
            let able = beside.row == Row::Front && unit.kind != Kind::Catapult;
            if !able || attacking.contains(&beside) {
                continue;
            }
            if unit.kind == Kind::Standard || self.hits(beside, 1, Aim::default()) {
                found(beside);
            }
        }
    }

    /// The units a command can name.
    pub fn command(&self, command: Command, attacking: &[Space], found: &mut impl FnMut(Order)) {
        let able = match command {
            Command::Javelin => {
                self.line.of_kinds([Kind::Infantry, Kind::Centurion, Kind::Praetorian])
            }
            Command::Stampede => self.line.of_kind(Kind::Elephant),
            Command::Volley => self.line.of_kinds([Kind::Archer, Kind::Slinger]),
            // Surprise is for any unit that can reach an enemy: all in front, and Catapults.
            _ => [self.line.bits(Row::Front), self.line.of_kind(Kind::Catapult)[1]],
        };
        for (at, unit) in self.line.at_bits(able) {
            let Some(manner) = command_manner(command, at, unit.kind) else { continue };
            let changes = at == VANGUARD && manner != Manner::Normal;
            let behind = at.row == Row::Rear;
            if (!changes && attacking.contains(&at))
                || (manner == Manner::Normal && behind && unit.kind != Kind::Catapult)
            {
                continue;
            }
            for aim in self.aims(at) {
                let mut order = |reach: Option<u8>| {
                    found(Order { role: Role::Command, unit: at, aim: Aim { reach, ..aim } });
                };
                let hits = |reach| self.hits(at, reach, aim);
                match manner {
                    Manner::Volley if behind => {
                        if hits(2) {
                            order(None);
                        }
                    }
                    Manner::Volley => {
                        // Over one space the vanguard unit attacks anyway.
                        if !changes && hits(1) {
                            order(Some(1));
                        }
                        if hits(2) {
                            order(Some(2));
                        }
                    }
                    Manner::Stampede => {
                        if hits(1) || hits(2) {
                            order(None);
                        }
                    }
                    _ => {
                        if unit.kind == Kind::Standard || hits(normal_reach(unit.kind)) {
                            order(None);
                        }
                    }
                }
            }
        }
        if command == Command::Stampede {
            self.turned(found);
        }
    }

    /// The opponents' Elephants that can be turned against the unit behind them.
    fn turned(&self, found: &mut impl FnMut(Order)) {
        for opponent in self.table.others(self.seat) {
            let line = self.table.line(opponent);
            let [elephants, _] = line.of_kind(Kind::Elephant);
            for (unit, _) in line.at_bits([elephants, 0]) {
                if line.occupied(rear(unit.column)) {
                    found(Order { role: Role::Enemy(opponent), unit, aim: Aim::default() });
                }
            }
        }
    }
}

/// Lists declarations, at most `limit`; those that use the turn's command come first.
pub fn declarations(table: &Table, seat: Seat, limit: usize, mut found: impl FnMut(Orders)) {
    let mut left = limit;
    let mut give = |orders: &Orders| {
        if left > 0 {
            left -= 1;
            found(orders.clone());
        }
        left > 0
    };
    let choices = Choices::new(table, seat);
    let catapults = choices.catapults();
    let mut lister = Lister { choices, catapults, give: &mut give };
    lister.command();
}

struct Lister<'a> {
    choices: Choices<'a>,
    catapults: ArrayVec<Space, 8>,
    /// Takes a declaration; false when no more are wanted.
    give: &'a mut dyn FnMut(&Orders) -> bool,
}

impl Lister<'_> {
    /// First choice: the unit of the turn's command, or none.
    fn command(&mut self) {
        let attacking = self.choices.unasked();
        let mut named: ArrayVec<Order, 128> = ArrayVec::new();
        let command = self.choices.table.command.filter(|command| command.names_attacker());
        if let Some(command) = command {
            self.choices.command(command, &attacking, &mut |order| {
                let _ = named.try_push(order);
            });
        }
        let mut orders = Orders::new();
        for order in named {
            orders.push(order);
            let mut attacking = attacking.clone();
            let changed = order.role == Role::Command && order.unit == VANGUARD;
            let more = if changed {
                self.catapult(&mut orders, &attacking, 0)
            } else {
                if order.role == Role::Command {
                    attacking.push(order.unit);
                }
                self.vanguard(&mut orders, &attacking)
            };
            orders.pop();
            if !more {
                return;
            }
        }
        self.vanguard(&mut orders, &attacking);
    }

    /// Second: where the vanguard unit attacks, if that is a choice.
    fn vanguard(&mut self, orders: &mut Orders, attacking: &Attacking) -> bool {
        let aims = self.choices.vanguard_aims();
        if aims.len() < 2 {
            return self.catapult(orders, attacking, 0);
        }
        for aim in aims {
            orders.push(Order { role: Role::Vanguard, unit: VANGUARD, aim });
            let more = self.catapult(orders, attacking, 0);
            orders.pop();
            if !more {
                return false;
            }
        }
        true
    }

    /// Third: every Catapult, to attack or not.
    fn catapult(&mut self, orders: &mut Orders, attacking: &Attacking, index: usize) -> bool {
        let Some(unit) = self.catapults.get(index).copied() else {
            return self.standards(orders, attacking, 0);
        };
        if !attacking.contains(&unit) {
            for aim in self.choices.aims(unit) {
                if !self.choices.hits(unit, 2, aim) {
                    continue;
                }
                orders.push(Order { role: Role::Catapult, unit, aim });
                let mut attacking = attacking.clone();
                attacking.push(unit);
                let more = self.catapult(orders, &attacking, index + 1);
                orders.pop();
                if !more {
                    return false;
                }
            }
        }
        self.catapult(orders, attacking, index + 1)
    }

    /// Last: whom every attacking Standard brings. `done` counts the attackers looked at.
    fn standards(&mut self, orders: &mut Orders, attacking: &Attacking, done: usize) -> bool {
        let Some(at) = attacking.get(done).copied() else {
            return (self.give)(orders);
        };
        if self.choices.is_standard(at) {
            let mut brought: ArrayVec<Space, 3> = ArrayVec::new();
            self.choices.brought(at, attacking, &mut |unit| brought.push(unit));
            for unit in brought {
                orders.push(Order { role: Role::Standard(at), unit, aim: Aim::default() });
                let mut attacking = attacking.clone();
                attacking.push(unit);
                let more = self.standards(orders, &attacking, done + 1);
                orders.pop();
                if !more {
                    return false;
                }
            }
        }
        self.standards(orders, attacking, done + 1)
    }
}
