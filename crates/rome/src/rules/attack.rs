//! The attack phase: who attacks whom, with how much, and what becomes of those hit.

use arrayvec::ArrayVec;
use kernel::{Seat, SeatSet};

use crate::action::{Aim, Order, Role};
use crate::cards::{Command, Kind};
use crate::event::{Cause, Fate, Strike};
use crate::line::{Bits, Line, Unit};
use crate::rules::power::{defence, immune_to_archers, strength};
use crate::space::{Row, Side, Space, VANGUARD, rear};
use crate::state::Table;
use crate::violation::{OrderFault, Violation};

/// More than can ever attack in one phase: four vanguards, four Ballistas, Catapults, Cavalry and
/// neighbours of Standards each, and a command's.
pub(super) const ATTACKERS_MAX: usize = 24;

/// A unit that attacks, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacker {
    pub(super) at: Space,
    cause: Cause,
    aim: Aim,
    manner: Manner,
}

/// How a unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// As its kind does.
    Normal,
    /// Over one or two spaces, under Volley.
    Volley,
    /// Both spaces before it, under Stampede.
    Stampede,
    /// Around a flank.
    Flanking,
    /// Against its own side; the attacker is this opponent's.
    Turned(Seat),
}

pub(super) type Attackers = ArrayVec<Attacker, ATTACKERS_MAX>;

/// All attacks of a phase.
pub type Strikes = ArrayVec<Strike, 48>;
/// All units hit in a phase.
pub type Fates = ArrayVec<Fate, 48>;

/// How many spaces a kind attacks across by itself (`rome:ATK-6`; `rome:CATAPULT-3` a Catapult
/// exactly two).
#[inline]
pub(super) fn normal_reach(kind: Kind) -> u8 {
    if kind == Kind::Catapult { 2 } else { 1 }
}

/// `rome:CAVALRY-2` `rome:CAVALRY-3` `rome:R22` What a Cavalry of a wing attacks by itself: with
/// nobody before it, the end of the wing it faces; never the vanguard, never across it.
#[inline]
fn wing_cavalry_target(table: &Table, seat: Seat, at: Space) -> Option<(Seat, Space)> {
    let side = Side::of(-at.column)?;
    let (opponent, facing) = table.across(seat, at, 1, None)?;
    let line = table.line(opponent);
    if line.occupied(facing) {
        return None;
    }
    let column = line.flank_end(side)?;
    Some((opponent, Space { row: Row::Front, column }))
}

/// `rome:R22` `rome:R34` A Cavalry in the vanguard flanks only if no opponent has a vanguard unit.
#[inline]
fn vanguard_cavalry_flanks(table: &Table, seat: Seat) -> bool {
    !table.opponents(seat).iter().any(|opponent| table.line(opponent).occupied(VANGUARD))
}

/// `rome:R41` The flank ends a Cavalry in the vanguard can choose from.
pub(super) fn flank_choices(table: &Table, seat: Seat) -> ArrayVec<Aim, 8> {
    let mut choices = ArrayVec::new();
    for opponent in table.others(seat) {
        for side in Side::BOTH {
            if table.line(opponent).flank_end(side).is_some() {
                choices.push(Aim { opponent: Some(opponent), reach: None, flank: Some(side) });
            }
        }
    }
    choices
}

/// Checks the opponent an attack from `at` names.
#[inline]
fn check_opponent(table: &Table, seat: Seat, at: Space, aim: Aim) -> Result<(), Violation> {
    match (aim.opponent, table.faced_by(seat, at.column, aim.opponent)) {
        (Some(named), faced) => {
            let real = table.opponents(seat).contains(named) && faced == Some(named);
            if real { Ok(()) } else { Err(Violation::BadOpponent { unit: at, opponent: named }) }
        }
        (None, Some(_)) => Ok(()),
        (None, None) => Err(Violation::NameOpponent { unit: at }),
    }
}

/// Checks everything an order says about where the attack goes.
fn check_aim(
    table: &Table,
    seat: Seat,
    at: Space,
    unit: Unit,
    manner: Manner,
    aim: Aim,
) -> Result<(), Violation> {
    let kind = unit.kind;
    if let (Manner::Flanking, Some(reach)) = (manner, aim.reach) {
        return Err(Violation::BadReach { kind, unit: at, reach });
    }
    if manner == Manner::Flanking {
        let choices = flank_choices(table, seat);
        let fits = |choice: &&Aim| {
            aim.opponent.is_none_or(|opponent| choice.opponent == Some(opponent))
                && aim.flank.is_none_or(|flank| choice.flank == Some(flank))
        };
        return match choices.iter().filter(fits).count() {
            // With no end anywhere there is no attack and nothing to choose.
            0 if choices.is_empty() && aim == Aim::default() => Ok(()),
            0 => Err(Violation::BadFlank { unit: at, flank: aim.flank.unwrap_or(Side::Left) }),
            1 => Ok(()),
            count => Err(Violation::NameFlank { choices: count as u8 }),
        };
    }
    if let Some(flank) = aim.flank {
        return Err(Violation::BadFlank { unit: at, flank });
    }
    if let Some(reach) = aim.reach {
        let right = match manner {
            Manner::Volley => (1..=2).contains(&reach),
            _ => reach == normal_reach(kind),
        };
        if !right {
            return Err(Violation::BadReach { kind, unit: at, reach });
        }
        if at.row == Row::Rear && reach == 1 {
            return Err(Violation::RearCannotAttack { kind, unit: at });
        }
    }
    check_opponent(table, seat, at, aim)
}

/// How the unit in the vanguard attacks by itself.
#[inline]
pub(super) fn vanguard_manner(table: &Table, seat: Seat, unit: Unit) -> Manner {
    if unit.kind == Kind::Cavalry && vanguard_cavalry_flanks(table, seat) {
        Manner::Flanking
    } else {
        Manner::Normal
    }
}

/// `rome:VAN-2` `rome:ATK-3` `rome:BALLISTA-2` `rome:CAVALRY-2` Everybody who attacks unasked, but
/// for the vanguard unit: Ballistas in front, and Cavalry in front with nobody before them.
#[inline]
pub(super) fn push_unasked(table: &Table, seat: Seat, attackers: &mut Attackers) {
    let line = table.line(seat);
    let [unasked, _] = line.of_kinds([Kind::Ballista, Kind::Cavalry]);
    for (at, unit) in line.at_bits([unasked, 0]) {
        let manner = match unit.kind {
            Kind::Ballista => Manner::Normal,
            Kind::Cavalry if wing_cavalry_target(table, seat, at).is_some() => Manner::Flanking,
            _ => continue,
        };
        if at != VANGUARD {
            attackers.push(Attacker { at, cause: Cause::Itself, aim: Aim::default(), manner });
        }
    }
}

/// Gathers everybody who attacks under these orders, or says what is wrong with them.
///
/// It asks only what the seat knows: its own line, and of others what lies in front.
fn muster(
    table: &Table,
    seat: Seat,
    orders: &[Order],
    attackers: &mut Attackers,
) -> Result<(), Violation> {
    let line = table.line(seat);
    let changed = orders.iter().find(|order| order.role == Role::Command && order.unit == VANGUARD);
    if let Some(unit) = line.get(VANGUARD) {
        let order = orders.iter().find(|order| order.role == Role::Vanguard);
        let (aim, manner) = match (changed, order) {
            (Some(_), Some(_)) => {
                return Err(Violation::BadOrder { unit: VANGUARD, why: OrderFault::Twice });
            }
            // Checked with the command, below.
            (Some(changed), None) => (changed.aim, changed_manner(table, unit)),
            (None, order) => {
                let aim = order.map_or(Aim::default(), |order| order.aim);
                let manner = vanguard_manner(table, seat, unit);
                let volley = command_manner_of(table, VANGUARD, unit.kind) == Some(Manner::Volley);
                if aim.reach == Some(2) && volley {
                    let why = OrderFault::VolleyByCommand;
                    return Err(Violation::BadOrder { unit: VANGUARD, why });
                }
                check_aim(table, seat, VANGUARD, unit, manner, aim)?;
                (aim, manner)
            }
        };
        attackers.push(Attacker { at: VANGUARD, cause: Cause::Vanguard, aim, manner });
    }
    push_unasked(table, seat, attackers);
    for (index, order) in orders.iter().enumerate() {
        let twice = orders[..index].iter().any(|other| same_post(other, order));
        if twice {
            let why = match order.role {
                Role::Command | Role::Enemy(_) => OrderFault::SecondCommand,
                Role::Standard(_) => OrderFault::SecondBrought,
                _ => OrderFault::Twice,
            };
            return Err(Violation::BadOrder { unit: order.unit, why });
        }
        let attacker = match order.role {
            Role::Vanguard if order.unit == VANGUARD && line.occupied(VANGUARD) => continue,
            Role::Vanguard => {
                return Err(Violation::BadOrder { unit: order.unit, why: OrderFault::NotVanguard });
            }
            Role::Catapult => catapult(table, seat, order, attackers)?,
            Role::Command => commanded(table, seat, order, attackers)?,
            Role::Enemy(opponent) => turned(table, seat, opponent, order)?,
            Role::Standard(_) => continue,
        };
        if order.role != Role::Command || order.unit != VANGUARD {
            attackers.push(attacker);
        }
    }
    bring(table, seat, orders, attackers)
}

/// Whether the attacker is the seat's own: an Elephant turned by Stampede is not, and stands in
/// another line's columns.
fn is_own(attacker: &Attacker) -> bool {
    !matches!(attacker.manner, Manner::Turned(_))
}

/// Whether two orders fill the same post, of which there is only one.
fn same_post(a: &Order, b: &Order) -> bool {
    match (a.role, b.role) {
        (Role::Vanguard, Role::Vanguard)
        | (Role::Command | Role::Enemy(_), Role::Command | Role::Enemy(_)) => true,
        (Role::Catapult, Role::Catapult) => a.unit == b.unit,
        (Role::Standard(a), Role::Standard(b)) => a == b,
        _ => false,
    }
}

/// `rome:R23` Two commands change the vanguard's attack instead of adding one.
fn changed_manner(table: &Table, unit: Unit) -> Manner {
    match (table.command, unit.kind) {
        (Some(Command::Stampede), Kind::Elephant) => Manner::Stampede,
        (Some(Command::Volley), Kind::Archer | Kind::Slinger) => Manner::Volley,
        _ => Manner::Normal,
    }
}

/// `rome:CATAPULT-2` `rome:R21` A Catapult outside the vanguard attacks if its owner says so.
fn catapult(
    table: &Table,
    seat: Seat,
    order: &Order,
    attackers: &Attackers,
) -> Result<Attacker, Violation> {
    let unit = table.line(seat).get(order.unit).ok_or(Violation::Empty { at: order.unit })?;
    if unit.kind != Kind::Catapult || order.unit == VANGUARD {
        return Err(Violation::BadOrder { unit: order.unit, why: OrderFault::NotCatapult });
    }
    if attackers.iter().any(|attacker| is_own(attacker) && attacker.at == order.unit) {
        return Err(Violation::AttacksAlready { kind: unit.kind, unit: order.unit });
    }
    check_aim(table, seat, order.unit, unit, Manner::Normal, order.aim)?;
    Ok(Attacker { at: order.unit, cause: Cause::Itself, aim: order.aim, manner: Manner::Normal })
}

/// Whether the turn's command can name a unit of this kind in this row, and how it then attacks.
///
/// * `rome:JAVELIN-2` Infantry, Centurion or Praetorian.
/// * `rome:STAMPEDE-2` `rome:R25` An Elephant in front.
/// * `rome:SURPRISE-2` `rome:SURPRISE-3` Any unit, in its normal way.
/// * `rome:VOLLEY-2` `rome:VOLLEY-3` `rome:ARCHER-4` Archer or Slinger, over one or two spaces.
#[inline]
pub(super) fn command_manner(command: Command, at: Space, kind: Kind) -> Option<Manner> {
    match command {
        Command::Javelin => matches!(kind, Kind::Infantry | Kind::Centurion | Kind::Praetorian)
            .then_some(Manner::Normal),
        Command::Stampede => {
            (kind == Kind::Elephant && at.row == Row::Front).then_some(Manner::Stampede)
        }
        Command::Surprise => Some(Manner::Normal),
        Command::Volley => matches!(kind, Kind::Archer | Kind::Slinger).then_some(Manner::Volley),
        _ => None,
    }
}

/// The same for the command that was played.
fn command_manner_of(table: &Table, at: Space, kind: Kind) -> Option<Manner> {
    command_manner(table.command?, at, kind)
}

/// `rome:R24` `rome:R38` The unit the turn's command lets attack; none need be named.
///
/// `rome:R44` One that would meet its own front can't be.
fn commanded(
    table: &Table,
    seat: Seat,
    order: &Order,
    attackers: &Attackers,
) -> Result<Attacker, Violation> {
    let at = order.unit;
    let Some(command) = table.command.filter(|command| command.names_attacker()) else {
        return Err(Violation::BadOrder { unit: at, why: OrderFault::NoCommand });
    };
    let unit = table.line(seat).get(at).ok_or(Violation::Empty { at })?;
    let kind = unit.kind;
    let Some(manner) = command_manner(command, at, kind) else {
        return Err(Violation::WrongUnitForCommand { command, kind, unit: at });
    };
    let changes = at == VANGUARD && manner != Manner::Normal;
    if !changes && attackers.iter().any(|attacker| is_own(attacker) && attacker.at == at) {
        return Err(Violation::AttacksAlready { kind, unit: at });
    }
    if manner == Manner::Normal && at.row == Row::Rear && kind != Kind::Catapult {
        return Err(Violation::RearCannotAttack { kind, unit: at });
    }
    check_aim(table, seat, at, unit, manner, order.aim)?;
    Ok(Attacker { at, cause: Cause::Command, aim: order.aim, manner })
}

/// `rome:STAMPEDE-4` `rome:R25` `rome:R34` An opponent's Elephant in the front row, turned against
/// its own side.
fn turned(table: &Table, seat: Seat, opponent: Seat, order: &Order) -> Result<Attacker, Violation> {
    let at = order.unit;
    if table.command != Some(Command::Stampede) {
        return Err(Violation::BadOrder { unit: at, why: OrderFault::NoCommand });
    }
    let elephant = table.opponents(seat).contains(opponent)
        && at.row == Row::Front
        && table.line(opponent).get(at).is_some_and(|unit| unit.kind == Kind::Elephant);
    if !elephant || order.aim != Aim::default() {
        return Err(Violation::BadOrder { unit: at, why: OrderFault::NotEnemyElephant });
    }
    let manner = Manner::Turned(opponent);
    Ok(Attacker { at, cause: Cause::Enemy, aim: Aim::default(), manner })
}

/// `rome:STANDARD-2` `rome:STANDARD-3` `rome:R23` Every Standard that attacks from the front brings
/// one neighbour that does not attack otherwise; a Standard so brought brings another.
fn bring(
    table: &Table,
    seat: Seat,
    orders: &[Order],
    attackers: &mut Attackers,
) -> Result<(), Violation> {
    let line = table.line(seat);
    if !orders.iter().any(|order| matches!(order.role, Role::Standard(_))) {
        return Ok(());
    }
    let mut waiting: ArrayVec<&Order, 10> =
        orders.iter().filter(|order| matches!(order.role, Role::Standard(_))).take(10).collect();
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|order| {
            attackers
                .iter()
                .any(|attacker| is_own(attacker) && order.role == Role::Standard(attacker.at))
        });
        let Some(ready) = ready else {
            let Role::Standard(at) = waiting[0].role else { unreachable!("only Standards wait") };
            let standard = line.get(at).is_some_and(|unit| unit.kind == Kind::Standard);
            return Err(Violation::StandardIdle { at, standard });
        };
        let order = waiting.remove(ready);
        let Role::Standard(standard) = order.role else { unreachable!("only Standards wait") };
        let is_standard = line.get(standard).is_some_and(|unit| unit.kind == Kind::Standard);
        if !is_standard || standard.row == Row::Rear {
            return Err(Violation::StandardIdle { at: standard, standard: is_standard });
        }
        let at = order.unit;
        let unit = line.get(at).ok_or(Violation::Empty { at })?;
        if !Line::are_adjacent(standard, at) {
            return Err(Violation::NotBesideStandard { standard, unit: at });
        }
        if attackers.iter().any(|attacker| is_own(attacker) && attacker.at == at) {
            return Err(Violation::AttacksAlready { kind: unit.kind, unit: at });
        }
        if at.row == Row::Rear && unit.kind != Kind::Catapult {
            return Err(Violation::RearCannotAttack { kind: unit.kind, unit: at });
        }
        check_aim(table, seat, at, unit, Manner::Normal, order.aim)?;
        attackers.push(Attacker {
            at,
            cause: Cause::Standard,
            aim: order.aim,
            manner: Manner::Normal,
        });
    }
    Ok(())
}

/// May the seat declare these attacks?
pub fn check_orders(table: &Table, seat: Seat, orders: &[Order]) -> Result<(), Violation> {
    muster(table, seat, orders, &mut Attackers::new())
}

/// `rome:R17` The attacks that follow from checked orders, added to `strikes`: each with its target
/// and strength as the lines stand now.
pub fn strikes(table: &Table, seat: Seat, orders: &[Order], strikes: &mut Strikes) {
    let mut attackers = Attackers::new();
    muster(table, seat, orders, &mut attackers).expect("the orders were checked");
    for attacker in &attackers {
        let (owner, reaches): (Seat, &[u8]) = match attacker.manner {
            Manner::Turned(opponent) => (opponent, &[]),
            Manner::Flanking => (seat, &[]),
            // `rome:STAMPEDE-3` Front and rear at the same time, with full strength each.
            Manner::Stampede => (seat, &[1, 2]),
            Manner::Volley => {
                let near = attacker.at.row == Row::Front && attacker.aim.reach != Some(2);
                (seat, if near { &[1] } else { &[2] })
            }
            Manner::Normal => {
                let far = table.line(seat).get(attacker.at).map(|unit| unit.kind);
                (seat, if far == Some(Kind::Catapult) { &[2] } else { &[1] })
            }
        };
        let line = table.line(owner);
        let unit = line.get(attacker.at).expect("attackers exist");
        let mut strike = |target, to| {
            strikes.push(Strike {
                seat: owner,
                from: attacker.at,
                kind: unit.kind,
                cause: attacker.cause,
                target,
                to,
                strength: strength(line, attacker.at, unit),
            });
        };
        match attacker.manner {
            Manner::Turned(_) => strike(owner, rear(attacker.at.column)),
            Manner::Flanking => {
                if let Some((target, to)) = flank_target(table, seat, attacker) {
                    strike(target, to);
                }
            }
            _ => {
                for reach in reaches {
                    let across = table.across(seat, attacker.at, *reach, attacker.aim.opponent);
                    if let Some((target, to)) = across {
                        strike(target, to);
                    }
                }
            }
        }
    }
}

fn flank_target(table: &Table, seat: Seat, attacker: &Attacker) -> Option<(Seat, Space)> {
    if attacker.at != VANGUARD {
        return wing_cavalry_target(table, seat, attacker.at);
    }
    let choices = flank_choices(table, seat);
    let aim = attacker.aim;
    let choice = choices.iter().find(|choice| {
        aim.opponent.is_none_or(|opponent| choice.opponent == Some(opponent))
            && aim.flank.is_none_or(|flank| choice.flank == Some(flank))
    })?;
    let (opponent, side) = (choice.opponent?, choice.flank?);
    let column = table.line(opponent).flank_end(side)?;
    Some((opponent, Space { row: Row::Front, column }))
}

/// What becomes of everybody hit, added to `fates`, which is empty before.
///
/// * `rome:ATK-5` `rome:R17` All at the same time, from the lines as they stand.
/// * `rome:ATK-7` Damage on one unit adds up; it never carries over.
/// * `rome:ATK-9` Attackers take none.
/// * `rome:ARCHER-2` `rome:R20` An Archer kills whatever the power, or does nothing at all.
pub fn fates(table: &Table, strikes: &[Strike], fates: &mut Fates) {
    for strike in strikes {
        let line = table.line(strike.target);
        let Some(unit) = line.get(strike.to) else { continue };
        let known =
            fates.iter().position(|fate: &Fate| fate.seat == strike.target && fate.at == strike.to);
        let index = known.unwrap_or_else(|| {
            fates.push(Fate {
                seat: strike.target,
                at: strike.to,
                kind: unit.kind,
                chariot: unit.chariot(),
                damage: 0,
                defence: defence(line, strike.to, unit),
                shot: false,
                shielded: false,
                by: SeatSet::EMPTY,
            });
            fates.len() - 1
        });
        let fate = &mut fates[index];
        if strike.kind == Kind::Archer {
            if immune_to_archers(line, strike.to, unit) {
                fate.shielded = true;
                continue;
            }
            fate.shot = true;
        } else {
            fate.damage = fate.damage.saturating_add(strike.strength.total());
        }
        fate.by = fate.by.with(strike.seat);
    }
}

/// `rome:R5` `rome:R18` `rome:R36` Everybody whom the attacks show: attackers and those hit, Slingers that
/// added to damage, Consuls that added to a defence, Infantry that stopped an arrow.
///
/// Each is found once, and only those who are not fully known yet.
pub fn shown_by(table: &Table, strikes: &[Strike], mut found: impl FnMut(Seat, Space)) {
    let mut hidden: ArrayVec<Bits, 4> = table.lines.iter().map(Line::hidden).collect();
    if hidden.iter().all(|[front, rear]| front | rear == 0) {
        return;
    }
    for strike in strikes {
        let mut show = |seat: Seat, at: Space| {
            let hidden = &mut hidden[seat.index()][at.row as usize];
            let bit = 1 << at.index();
            if *hidden & bit != 0 {
                *hidden ^= bit;
                found(seat, at);
            }
        };
        show(strike.seat, strike.from);
        let target_line = table.line(strike.target);
        let Some(target) = target_line.get(strike.to) else { continue };
        show(strike.target, strike.to);
        let mut show_beside = |seat: Seat, at: Space, kind: Kind| {
            let line = table.line(seat);
            if line.count_adjacent(at, kind) > 0 {
                for (beside, _) in line.adjacent(at).filter(|(_, unit)| unit.kind == kind) {
                    show(seat, beside);
                }
            }
        };
        if strike.kind != Kind::Archer {
            show_beside(strike.seat, strike.from, Kind::Slinger);
            show_beside(strike.target, strike.to, Kind::Consul);
        } else if !target.mounted() && target.kind != Kind::Infantry {
            show_beside(strike.target, strike.to, Kind::Infantry);
        }
    }
}
