//! One legal action by lot: random play without listing everything first.
//!
//! Play by lot is sensible more often than not: units go where they would kill, commands are played
//! when they would, and a turn goes straight to its attack. Such games are a third as long as those
//! where every action is as likely as another, and tell more about a position. Nothing is ruled out:
//! now and then a whim does anything that is allowed.

use arrayvec::ArrayVec;

use crate::action::{Action, Aim, Card, Order, Orders, Plan, PlanRow, Role, Shift};
use crate::cards::{self, Command, Kind, UnitCounts};
use crate::guess::plan_of;
use crate::line::{Bits, CENTRE, LEFT_WING, Line, RIGHT_WING, Unit, columns};
use crate::rules::declare::Choices;
use crate::rules::{abilities, nightfall, power};
use crate::space::{Row, Side, Space, VANGUARD, front, rear};
use crate::state::{Mind, Phase};

type Random<'a> = &'a mut dyn FnMut(u32) -> u32;

/// How seldom lots do what is allowed rather than what is sensible: once in so many decisions.
const SELDOM: u32 = 16;

/// The commands that let a unit attack.
const ATTACKS: [Command; 4] =
    [Command::Javelin, Command::Stampede, Command::Surprise, Command::Volley];

/// One legal action for a seat that owes a decision.
pub fn lot(mind: &Mind<'_>, random: Random<'_>) -> Action {
    match mind.table.phase {
        Phase::Arranging => opening(mind, random),
        Phase::Night => night(mind, random),
        Phase::Clash => attack(&Field::new(mind), random),
        Phase::Turn => turn(mind, random),
        Phase::AfterAttack => {
            let held = mind.hand[Command::Retreat.index()] > 0 && mind.table.command.is_none();
            if held && mind.line().len() > 1 && random(SELDOM) == 0 {
                Action::Play(Command::Retreat)
            } else {
                Action::End
            }
        }
        Phase::Retreating if mind.line().legal() => settle(mind, random),
        Phase::Retreating => shift(mind, random),
        Phase::Discarding => Action::Discard(discard(mind, random)),
        Phase::Dealing | Phase::Over(_) => unreachable!("nobody owes a decision"),
    }
}

/// A turn goes on to what it needs: placing, shifting, a command that helps the attack, the attack.
fn turn(mind: &Mind<'_>, random: Random<'_>) -> Action {
    if random(SELDOM) == 0
        && let Some(action) = whim(mind, random)
    {
        return action;
    }
    let [first, second] = mind.table.drawn;
    if let Some(kind) = first.or(second) {
        return Action::Place { unit: kind, column: good_column(mind, kind, random) };
    }
    if !mind.line().legal() {
        return shift(mind, random);
    }
    if let Some(action) = relieve(mind) {
        return action;
    }
    let field = Field::new(mind);
    if mind.table.command.is_none()
        && let Some(command) = helpful(&field, random)
    {
        return Action::Play(command);
    }
    attack(&field, random)
}

/// Anything a turn allows, each sort of action as likely as another; nothing if that sort is not to
/// be had.
fn whim(mind: &Mind<'_>, random: Random<'_>) -> Option<Action> {
    let line = mind.line();
    match random(6) {
        0 => command(mind, random),
        1 => switch(line, random),
        2 => ride(mind, random),
        3 => {
            let [first, second] = mind.table.drawn;
            let unit = if random(2) == 0 { first.or(second) } else { second.or(first) }?;
            Some(Action::Place { unit, column: placement(mind, random) })
        }
        4 => (!line.legal()).then(|| any_shift(line, random)),
        _ => (mind.table.drawn == [None; 2] && line.legal())
            .then(|| attack(&Field::new(mind), random)),
    }
}

/// What it takes to kill whoever stands in a space, as far as everybody knows.
///
/// Only marks that are the same in a state and in a view are asked: lots must not tell what is face
/// down.
#[derive(Clone, Copy)]
struct Prey {
    need: u8,
    shielded: bool,
}

impl Prey {
    /// Nobody stands there.
    const NONE: Prey = Prey { need: u8::MAX, shielded: true };
    /// Somebody face down may well be weak.
    const UNKNOWN: Prey = Prey { need: 1, shielded: false };

    #[inline]
    fn at(line: &Line, at: Space) -> Prey {
        let Some(unit) = line.get(at) else { return Prey::NONE };
        if !unit.known() {
            return Prey::UNKNOWN;
        }
        let (mut consuls, mut infantry) = (0, false);
        for beside in line.beside(at) {
            let kind = beside.filter(|beside| beside.known()).map(|beside| beside.kind);
            consuls += u8::from(kind == Some(Kind::Consul));
            infantry |= kind == Some(Kind::Infantry);
        }
        let ridden = unit.chariot_known();
        let own = power::centurion_bonus(line, at, unit) + unit.kind.power() + u8::from(ridden);
        let mounted = ridden || unit.kind.mounted();
        let shielded = unit.kind == Kind::Infantry || (infantry && !mounted);
        Prey { need: own + consuls, shielded }
    }

    /// Whether so strong an attack of such a kind kills.
    #[inline]
    fn falls(self, kind: Kind, strength: u8) -> bool {
        if kind == Kind::Archer { !self.shielded } else { strength >= self.need }
    }

    /// The easier of the two in each way to be killed.
    fn or(self, other: Prey) -> Prey {
        let shielded = self.shielded && other.shielded;
        Prey { need: self.need.min(other.need), shielded }
    }
}

/// The duel of the vanguards: whom the seat's vanguard unit meets, and what stands beside it.
struct Duel {
    prey: Prey,
    slingers: u8,
}

impl Duel {
    fn new(mind: &Mind<'_>) -> Self {
        let enemy = |other| Prey::at(mind.table.line(other), VANGUARD);
        let prey = mind.table.opponents(mind.seat).iter().map(enemy).fold(Prey::NONE, Prey::or);
        Duel { prey, slingers: mind.line().count_adjacent(VANGUARD, Kind::Slinger) }
    }

    /// How strong the unit is in the vanguard, without its neighbours.
    fn power(unit: Unit) -> u8 {
        let bonus = if unit.kind == Kind::Centurion { 2 } else { 0 };
        unit.kind.power() + bonus + u8::from(unit.chariot())
    }

    /// Whether the unit would kill from the vanguard.
    fn wins(&self, unit: Unit) -> bool {
        self.prey.falls(unit.kind, Duel::power(unit) + self.slingers)
    }

    /// What it costs to send the unit into the vanguard, where it will be attacked: the weakest that
    /// kills is the best. Archers, who kill the strongest, are spared for them.
    fn price(&self, unit: Unit) -> u8 {
        let own = if unit.kind == Kind::Archer { 4 } else { Duel::power(unit) };
        if self.wins(unit) { own } else { own + 16 }
    }
}

/// Where a shift into the empty vanguard can come from.
const SUCCESSORS: [(Space, Shift); 3] = [
    (rear(0), Shift::Forward { column: 0 }),
    (front(-1), Shift::Inward { column: 0, from: Side::Left }),
    (front(1), Shift::Inward { column: 0, from: Side::Right }),
];

/// The best shift into the empty vanguard and its price, if there is one.
fn successor(mind: &Mind<'_>, duel: &Duel) -> Option<(u8, Shift)> {
    let line = mind.line();
    let priced = |(from, shift)| Some((duel.price(line.get(from)?), shift));
    SUCCESSORS.into_iter().filter_map(priced).min_by_key(|(price, _)| *price)
}

/// Where a drawn unit does best: in the vanguard if that is empty and nobody else is better there;
/// else in a gap, else at an end, with somebody before it whom it would kill.
fn good_column(mind: &Mind<'_>, kind: Kind, random: Random<'_>) -> i8 {
    let line = mind.line();
    let mut free = line.gaps();
    if free & CENTRE != 0 {
        let duel = Duel::new(mind);
        let price = duel.price(Unit::new(kind));
        if successor(mind, &duel).is_none_or(|(other, _)| price <= other) {
            return 0;
        }
        free &= !CENTRE;
    }
    if free == 0 {
        free = line.free_front() & !CENTRE;
    }
    let good = if kind == Kind::Cavalry {
        // It attacks around the flank, with nobody before it.
        free & !mind.table.faced(mind.seat, Row::Front)
    } else {
        let faced = free & mind.table.faced(mind.seat, Row::Front);
        columns(faced).filter(|column| would_kill(mind, front(*column), kind)).fold(0, with_column)
    };
    let free = if good != 0 { good } else { free };
    Line::nth([free, 0], random(free.count_ones())).column
}

fn with_column(bits: u128, column: i8) -> u128 {
    bits | 1 << front(column).index()
}

/// Whether a unit of the kind, placed there, would kill whoever stands before it.
fn would_kill(mind: &Mind<'_>, at: Space, kind: Kind) -> bool {
    let strength = power::strength(mind.line(), at, Unit::new(kind)).total();
    let across = mind.table.across(mind.seat, at, 1, None);
    across.is_some_and(|(seat, to)| Prey::at(mind.table.line(seat), to).falls(kind, strength))
}

fn placement(mind: &Mind<'_>, random: Random<'_>) -> i8 {
    let free = mind.line().free_front();
    Line::nth([free, 0], random(free.count_ones())).column
}

/// Closes the line up: the vanguard first, by the cheapest unit that would kill from there.
fn shift(mind: &Mind<'_>, random: Random<'_>) -> Action {
    if !mind.line().occupied(VANGUARD)
        && random(SELDOM) > 0
        && let Some((_, shift)) = successor(mind, &Duel::new(mind))
    {
        return Action::Shift(shift);
    }
    any_shift(mind.line(), random)
}

/// Any shift of a line that is not legal; the same as the rules list, counted instead of listed.
fn any_shift(line: &Line, random: Random<'_>) -> Action {
    let (front_bits, rear_bits) = (line.bits(Row::Front), line.bits(Row::Rear));
    let alone = rear_bits & !front_bits;
    let from_right = (front_bits >> 1) & !front_bits & !LEFT_WING;
    let from_left = (front_bits << 1) & !front_bits & !RIGHT_WING;
    let inward = alone & ((RIGHT_WING & !(rear_bits << 1)) | (LEFT_WING & !(rear_bits >> 1)));
    let ways = [alone, from_right, from_left, inward];
    let mut left = random(ways.into_iter().map(u128::count_ones).sum());
    for (way, bits) in ways.into_iter().enumerate() {
        let count = bits.count_ones();
        if left < count {
            let column = Line::nth([bits, 0], left).column;
            return Action::Shift(match way {
                0 => Shift::Forward { column },
                1 => Shift::Inward { column, from: Side::Right },
                2 => Shift::Inward { column, from: Side::Left },
                _ => Shift::Rear { column },
            });
        }
        left -= count;
    }
    unreachable!("a line that is not legal can shift")
}

/// A switch that brings a unit into the vanguard that would kill, if the one there would not.
fn relieve(mind: &Mind<'_>) -> Option<Action> {
    let line = mind.line();
    let ready = |unit: Unit| abilities::switches(unit.kind) && !unit.used();
    let leader = line.get(VANGUARD)?;
    let beside = SUCCESSORS.map(|(at, _)| (at, line.get(at)));
    if !ready(leader) && !beside.iter().any(|(_, unit)| unit.is_some_and(ready)) {
        return None;
    }
    let duel = Duel::new(mind);
    if duel.wins(leader) {
        return None;
    }
    beside.into_iter().find_map(|(at, other)| {
        let other = other.filter(|other| duel.wins(*other))?;
        let (unit, with) = if ready(leader) { (VANGUARD, at) } else { (at, VANGUARD) };
        (ready(leader) || ready(other)).then_some(Action::Switch { unit, with })
    })
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

fn count(bits: Bits) -> u32 {
    bits[0].count_ones() + bits[1].count_ones()
}

/// One of the spaces by lot; nothing if there are none.
fn space(bits: Bits, random: Random<'_>) -> Option<Space> {
    let count = count(bits);
    (count > 0).then(|| Line::nth(bits, random(count)))
}

/// A command above the limit: one that lets nobody attack, if there is one.
fn discard(mind: &Mind<'_>, random: Random<'_>) -> Command {
    let mut hand = *mind.hand;
    if random(SELDOM) > 0 {
        for command in ATTACKS {
            hand[command.index()] = 0;
        }
    }
    if cards::total(&hand) == 0 {
        hand = *mind.hand;
    }
    let mut left = random(u32::from(cards::total(&hand)));
    for command in Command::ALL {
        let held = u32::from(hand[command.index()]);
        if left < held {
            return command;
        }
        left -= held;
    }
    unreachable!("the number drawn is below the hand's size")
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
            let [front, rear] = mind.line().all();
            let unit = space([front & !CENTRE, rear], random)?;
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

/// The attack as it is about to come: who attacks unasked, and who has somebody before them.
struct Field<'a> {
    mind: &'a Mind<'a>,
    line: &'a Line,
    /// The columns with an enemy in front before them.
    faced: u128,
    /// Whether there is more than one opponent.
    several: bool,
    /// The front columns whose units attack unasked.
    attacking: u128,
}

impl<'a> Field<'a> {
    fn new(mind: &'a Mind<'a>) -> Self {
        let line = mind.line();
        let mut faced = mind.table.faced(mind.seat, Row::Front);
        let [ballistas, _] = line.of_kind(Kind::Ballista);
        let [cavalry, _] = line.of_kind(Kind::Cavalry);
        let mut attacking = ballistas | (line.bits(Row::Front) & CENTRE);
        let idle = cavalry & !faced & !CENTRE;
        if idle != 0 {
            attacking |= idle & mind.table.flankers(mind.seat);
        }
        let several = mind.table.opponents(mind.seat).len() > 1;
        if several {
            // Attacks from the centre have to name an opponent: they are left to the listing.
            faced &= !CENTRE;
        }
        Field { mind, line, faced, several, attacking }
    }

    /// The columns with an enemy so many spaces before a row.
    fn faced(&self, row: Row, reach: u8) -> u128 {
        if (row, reach) != (Row::Front, 2) {
            return self.faced;
        }
        let far = self.mind.table.faced(self.mind.seat, Row::Rear);
        if self.several { far & !CENTRE } else { far }
    }

    /// Those of the units that would kill whom they meet so many spaces across.
    fn killers(&self, row: Row, able: u128, reach: u8) -> u128 {
        if able == 0 {
            return 0;
        }
        let faced = self.faced(row, reach);
        columns(able & faced).filter(|column| self.kills(row, *column, reach)).fold(0, with_column)
    }

    fn kills(&self, row: Row, column: i8, reach: u8) -> bool {
        let at = Space { row, column };
        let Some(unit) = self.line.get(at) else { return false };
        let Some((seat, to)) = self.mind.table.across(self.mind.seat, at, reach, None) else {
            return false;
        };
        let strength = power::strength(self.line, at, unit).total();
        Prey::at(self.mind.table.line(seat), to).falls(unit.kind, strength)
    }

    /// Whom a command can let attack so that it kills: in front over one space, in front over two,
    /// from behind.
    fn commanded(&self, command: Command) -> [u128; 3] {
        let line = self.line;
        let fresh = !self.attacking;
        match command {
            Command::Javelin => {
                let [able, _] = line.of_kinds([Kind::Infantry, Kind::Centurion, Kind::Praetorian]);
                [self.killers(Row::Front, able & fresh, 1), 0, 0]
            }
            Command::Surprise => {
                let able = line.bits(Row::Front) & !line.of_kind(Kind::Catapult)[0];
                [self.killers(Row::Front, able & fresh, 1), 0, 0]
            }
            Command::Stampede => {
                let [able, _] = line.of_kind(Kind::Elephant);
                if able == 0 {
                    return [0; 3];
                }
                // The vanguard unit attacks over one space anyway.
                let near = self.killers(Row::Front, able & !CENTRE, 1);
                [near | self.killers(Row::Front, able, 2), 0, 0]
            }
            Command::Volley => {
                let [able, behind] = line.of_kinds([Kind::Archer, Kind::Slinger]);
                [
                    self.killers(Row::Front, able & fresh, 1),
                    self.killers(Row::Front, able & !CENTRE, 2),
                    self.killers(Row::Rear, behind, 2),
                ]
            }
            _ => [0; 3],
        }
    }

    /// An order under which the command kills, if there is one.
    fn killing_order(&self, command: Command, random: Random<'_>) -> Option<Order> {
        let [near, far, behind] = self.commanded(command);
        let volley = command == Command::Volley;
        let total = near.count_ones() + far.count_ones() + behind.count_ones();
        if total == 0 {
            return None;
        }
        let left = random(total);
        let (bits, row, left, reach) = if left < near.count_ones() {
            (near, Row::Front, left, Some(1))
        } else if left < near.count_ones() + far.count_ones() {
            (far, Row::Front, left - near.count_ones(), Some(2))
        } else {
            (behind, Row::Rear, left - near.count_ones() - far.count_ones(), None)
        };
        let unit = Space { row, ..Line::nth([bits, 0], left) };
        let aim = Aim { reach: reach.filter(|_| volley), ..Aim::default() };
        Some(Order { role: Role::Command, unit, aim })
    }
}

/// A command that lets somebody attack, if the seat holds one that would kill.
fn helpful(field: &Field<'_>, random: Random<'_>) -> Option<Command> {
    let mind = field.mind;
    if ATTACKS.iter().all(|command| mind.hand[command.index()] == 0) {
        return None;
    }
    let start = random(4) as usize;
    let rotated = (start..start + 4).map(|index| ATTACKS[index % 4]);
    rotated.filter(|command| mind.hand[command.index()] > 0).find(|command| {
        let [near, far, behind] = field.commanded(*command);
        near | far | behind != 0 || (*command == Command::Stampede && turns_elephant(mind))
    })
}

/// Whether an opponent's Elephant could be turned against somebody behind it.
fn turns_elephant(mind: &Mind<'_>) -> bool {
    mind.table.opponents(mind.seat).iter().any(|other| {
        let line = mind.table.line(other);
        line.of_kind(Kind::Elephant)[0] & line.bits(Row::Rear) != 0
    })
}

/// The unit that the turn's command lets attack: one that kills, or now and then any, or none.
fn named(field: &Field<'_>, command: Command, random: Random<'_>) -> Option<Order> {
    let whim = random(SELDOM);
    if whim == 0 {
        return None;
    }
    if whim > 1
        && let Some(order) = field.killing_order(command, random)
    {
        return Some(order);
    }
    let choices = Choices::new(field.mind.table, field.mind.seat);
    let attacking = choices.unasked();
    one_of(random, |found: &mut dyn FnMut(Order)| {
        choices.command(command, &attacking, &mut |order| found(order));
    })
}

/// An attack with every choice made by lot.
fn attack(field: &Field<'_>, random: Random<'_>) -> Action {
    let (mind, line) = (field.mind, field.line);
    let mut orders = Orders::new();
    let mut attacking = [field.attacking, 0];
    let mut changed = false;
    if let Some(command) = mind.table.command.filter(|command| command.names_attacker())
        && let Some(order) = named(field, command, random)
    {
        changed = order.role == Role::Command && order.unit == VANGUARD;
        if order.role == Role::Command {
            attacking[order.unit.row as usize] |= 1 << order.unit.index();
        }
        orders.push(order);
    }
    let flanks = line.of_kind(Kind::Cavalry)[0] & CENTRE & !field.faced != 0;
    if !changed && (field.several || flanks) {
        let aims = Choices::new(mind.table, mind.seat).vanguard_aims();
        if aims.len() > 1 {
            let aim = aims[random(aims.len() as u32) as usize];
            orders.push(Order { role: Role::Vanguard, unit: VANGUARD, aim });
        }
    }
    let catapults = line.of_kind(Kind::Catapult);
    if catapults[0] | catapults[1] != 0 {
        catapults_attack(field, catapults, &mut attacking, &mut orders, random);
    }
    standards_bring(field, catapults[0], attacking[0], &mut orders, random);
    Action::Attack { orders }
}

/// Catapults that meet somebody attack, but for a whim.
fn catapults_attack(
    field: &Field<'_>,
    catapults: Bits,
    attacking: &mut Bits,
    orders: &mut Orders,
    random: Random<'_>,
) {
    let choices = Choices::new(field.mind.table, field.mind.seat);
    for (unit, _) in field.line.at_bits(catapults) {
        let (row, bit) = (unit.row as usize, 1 << unit.index());
        if unit == VANGUARD || attacking[row] & bit != 0 || random(SELDOM) == 0 {
            continue;
        }
        let aim = if field.several && unit.column == 0 {
            let aims: ArrayVec<Aim, 8> =
                choices.aims(unit).into_iter().filter(|aim| choices.hits(unit, 2, *aim)).collect();
            if aims.is_empty() {
                continue;
            }
            aims[random(aims.len() as u32) as usize]
        } else if field.faced(unit.row, 2) & bit != 0 {
            Aim::default()
        } else {
            continue;
        };
        orders.push(Order { role: Role::Catapult, unit, aim });
        attacking[row] |= bit;
    }
}

/// Every Standard that attacks brings a neighbour, but for a whim; so does one that is brought.
fn standards_bring(
    field: &Field<'_>,
    catapults: u128,
    mut attacking: u128,
    orders: &mut Orders,
    random: Random<'_>,
) {
    let [standards, _] = field.line.of_kind(Kind::Standard);
    let useful = field.line.bits(Row::Front) & (field.faced | standards) & !catapults;
    let mut waiting = standards & attacking;
    while waiting != 0 {
        let bit = waiting & waiting.wrapping_neg();
        waiting ^= bit;
        let beside = (bit << 1 | bit >> 1) & useful & !attacking;
        if beside == 0 || random(SELDOM) == 0 {
            continue;
        }
        let at = Line::nth([bit, 0], 0);
        let unit = Line::nth([beside, 0], random(beside.count_ones()));
        orders.push(Order { role: Role::Standard(at), unit, aim: Aim::default() });
        let brought = 1 << unit.index();
        attacking |= brought;
        waiting |= brought & standards;
    }
}

fn shuffle(cards: &mut [Card], random: Random<'_>) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random(last as u32 + 1) as usize);
    }
}

/// The strongest in front, from the left, where they meet the weaker end of an enemy who does the
/// same; now and then in any order.
fn opening(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let dealt: &UnitCounts = mind.dealt;
    let mut cards: ArrayVec<Card, 60> = ArrayVec::new();
    for kind in Kind::ALL {
        for _ in 0..dealt[kind.index()] {
            cards.push(Card { kind, chariot: false });
        }
    }
    shuffle(&mut cards, random);
    if random(4) > 0 {
        cards.sort_by_key(|card| std::cmp::Reverse(card.kind.power()));
    }
    let (front, rear) = cards.split_at(cards.len().min(5));
    let row = |units: &[Card]| PlanRow {
        from: if units.is_empty() { 0 } else { -2 },
        units: units.to_vec(),
    };
    Action::Arrange(Box::new(Plan { front: row(front), rear: row(rear) }))
}

fn night(mind: &Mind<'_>, random: Random<'_>) -> Action {
    let line = mind.line();
    if line.legal() && random(2) == 0 {
        return Action::Keep;
    }
    let mut cards: ArrayVec<Card, 60> = ArrayVec::new();
    for (_, unit) in line.units() {
        dismount_by_lot(unit, &mut cards, random);
    }
    shuffle(&mut cards, random);
    let mut plan = plan_of(&cards, mind.table.setup.mode.rear());
    reshape(&mut plan, random);
    Action::Arrange(Box::new(plan))
}

/// `rome:NIGHTFALL-3` The other shapes an arrangement may have: two more in front than behind, and
/// rows of an even number of units one column to the right, as long as nobody behind stands alone.
fn reshape(plan: &mut Plan, random: Random<'_>) {
    let (front, rear) = (&mut plan.front, &mut plan.rear);
    if front.units.len() == rear.units.len() && random(4) == 0 {
        front.units.extend(rear.units.pop());
    }
    let mut from = |units: &[Card]| {
        let (low, high) = nightfall::starts(units.len());
        if random(2) == 0 { low } else { high }
    };
    (front.from, rear.from) = (from(&front.units), from(&rear.units));
    let end = |row: &PlanRow| row.from + row.units.len() as i8;
    if !rear.units.is_empty() && (rear.from < front.from || end(rear) > end(front)) {
        rear.from = front.from;
    }
}

fn dismount_by_lot(unit: Unit, cards: &mut ArrayVec<Card, 60>, random: Random<'_>) {
    let stays = unit.chariot() && random(2) == 0;
    cards.push(Card { kind: unit.kind, chariot: stays });
    if unit.chariot() && !stays {
        cards.push(Card { kind: Kind::Chariot, chariot: false });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kernel::{Awaiting, Game, Knower, Seat, Seed, Seeded, Step};

    use super::*;
    use crate::Rome;
    use crate::setup::{Mode, Setup};
    use crate::state::State;

    /// Plays a game by lot and shows every decision before it is taken.
    fn walk(setup: &Setup, seed: u64, mut visit: impl FnMut(&State, Seat, &Action)) {
        let mut dice = Seeded::fast(Seed::from(seed));
        let mut lots = Seeded::fast(Seed::from(seed).derive(1));
        let mut state = Rome::start(setup);
        Rome::open(&mut Step::unrecorded(&mut state, &mut dice));
        while let Awaiting::Seats(seats) = Rome::awaiting(&state) {
            let seat = seats.lowest().expect("somebody is asked");
            let who = Knower::<Rome>::from_state(&state, seat);
            let action = who.lot(&mut |bound| lots.below(bound));
            visit(&state, seat, &action);
            Rome::resolve(&mut Step::unrecorded(&mut state, &mut dice), seat, &action);
        }
    }

    /// The sort of an action, for a command with its name; what it says about places left out.
    fn sorts(action: &Action) -> Vec<String> {
        match action {
            Action::Play(command) => vec![format!("play {command}")],
            Action::Discard(command) => vec![format!("discard {command}")],
            Action::Shift(Shift::Forward { .. }) => vec!["shift forward".into()],
            Action::Shift(Shift::Inward { from, .. }) => vec![format!("shift inward {from}")],
            Action::Shift(Shift::Rear { .. }) => vec!["shift rear".into()],
            Action::Attack { orders } if orders.is_empty() => vec!["attack".into()],
            Action::Attack { orders } => orders
                .iter()
                .map(|order| match order.role {
                    Role::Vanguard => "order vanguard".into(),
                    Role::Catapult => "order catapult".into(),
                    Role::Command => format!("order command {:?}", order.aim.reach),
                    Role::Standard(_) => "order standard".into(),
                    Role::Enemy(_) => "order enemy".into(),
                })
                .collect(),
            other => {
                let text = format!("{other:?}");
                vec![text.split(['(', ' ']).next().unwrap_or_default().to_lowercase()]
            }
        }
    }

    #[test]
    fn every_sort_of_action_and_every_command_is_played() {
        let mut played = BTreeSet::new();
        for players in 2..=4 {
            let setup = Setup { players, ..Setup::default() };
            for seed in 0..200 {
                walk(&setup, seed, |_, _, action| played.extend(sorts(action)));
            }
        }
        let mut wanted: Vec<String> = [
            "arrange",
            "keep",
            "place",
            "flank",
            "switch",
            "ride",
            "settle",
            "end",
            "attack",
            "shift forward",
            "shift inward left",
            "shift inward right",
            "shift rear",
            "order vanguard",
            "order catapult",
            "order command None",
            "order command Some(1)",
            "order command Some(2)",
            "order standard",
            "order enemy",
        ]
        .map(String::from)
        .to_vec();
        // Flank is an action of its own.
        let commands = Command::ALL.into_iter().filter(|command| *command != Command::Flank);
        wanted.extend(commands.map(|command| format!("play {command}")));
        wanted.extend(Command::ALL.map(|command| format!("discard {command}")));
        let missing: Vec<&String> = wanted.iter().filter(|sort| !played.contains(*sort)).collect();
        assert!(missing.is_empty(), "never played: {missing:?}");
    }

    /// What one draw can show: the action, or every order of an attack for itself, for the
    /// combinations are too many. Arrangements are left out for the same reason.
    fn shown(action: &Action) -> Vec<String> {
        match action {
            Action::Arrange(_) => Vec::new(),
            Action::Attack { orders } if !orders.is_empty() => {
                orders.iter().map(|order| format!("{order:?}")).collect()
            }
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn whatever_is_a_candidate_can_come_up() {
        let mut lots = Seeded::fast(Seed::from(7));
        let mut candidates = Vec::new();
        let setups = [(Mode::Full, 2), (Mode::Full, 3), (Mode::FrontCommands, 2)];
        for (mode, players) in setups {
            let setup = Setup { players, mode, ..Setup::default() };
            let mut number = 0;
            walk(&setup, 11, |state, seat, _| {
                number += 1;
                if number % 9 != 0 {
                    return;
                }
                Rome::candidates(&Rome::view(state, seat), 1000, &mut candidates);
                let mut waiting: BTreeSet<String> = candidates.iter().flat_map(shown).collect();
                for _ in 0..200_000 {
                    if waiting.is_empty() {
                        return;
                    }
                    let who = Knower::<Rome>::from_state(state, seat);
                    for text in shown(&who.lot(&mut |bound| lots.below(bound))) {
                        waiting.remove(&text);
                    }
                }
                panic!("after {number} decisions of {setup:?} {seat} never draws {waiting:?}");
            });
        }
    }
}
