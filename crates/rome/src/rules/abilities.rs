//! Abilities that a player activates: switching and Chariots.

use crate::cards::Kind;
use crate::line::{Line, Unit};
use crate::space::{Row, Space};
use crate::state::Mind;
use crate::violation::Violation;

/// `rome:ABIL-1` `rome:ABIL-2` Which kinds have an ability that is activated by switching.
#[inline]
pub fn switches(kind: Kind) -> bool {
    matches!(kind, Kind::Centurion | Kind::Consul | Kind::Praetorian)
}

/// May the unit change places with the other?
///
/// * `rome:CENTURION-3` `rome:CONSUL-3` `rome:PRAETORIAN-2` With a neighbour, of either row.
/// * `rome:PRAETORIAN-3` A Praetorian also with any own Consul.
/// * `rome:CENTURION-4` `rome:R15` Never with an empty space.
/// * `rome:ABIL-2` Once a turn; it uses up nothing of the other's.
pub fn check_switch(line: &Line, unit: Space, with: Space) -> Result<(), Violation> {
    let user = line.get(unit).ok_or(Violation::Empty { at: unit })?;
    if !switches(user.kind) {
        return Err(Violation::CannotSwitch { kind: user.kind });
    }
    if user.used() {
        return Err(Violation::AlreadyUsed { kind: user.kind, at: unit });
    }
    let kind = user.kind;
    if unit == with {
        return Err(Violation::SwitchSelf { kind });
    }
    let other = line.get(with).ok_or(Violation::SwitchIntoEmpty { kind, at: with })?;
    let far = kind == Kind::Praetorian && other.kind == Kind::Consul;
    if Line::are_adjacent(unit, with) || far {
        return Ok(());
    }
    Err(Violation::NotAdjacent { kind, unit, with })
}

/// The Chariot in a space: alone, or below a rider. Tells whether it was used and whether it is
/// alone.
#[inline]
fn chariot_in(unit: Unit) -> Option<(bool, bool)> {
    if unit.chariot() {
        Some((unit.chariot_used(), false))
    } else if unit.kind == Kind::Chariot {
        Some((unit.used(), true))
    } else {
        None
    }
}

/// May the Chariot move there?
///
/// * `rome:CHARIOT-2` `rome:R16` Onto any own unmounted unit, at any distance.
/// * `rome:CHARIOT-5` `rome:R16` From below a rider also into an empty space: where a unit could be
///   placed, or a free rear space behind a front unit. Alone it may not.
pub fn check_ride(mind: &Mind<'_>, from: Space, to: Space) -> Result<(), Violation> {
    let line = mind.line();
    let unit = line.get(from).ok_or(Violation::Empty { at: from })?;
    let Some((used, alone)) = chariot_in(unit) else {
        return Err(Violation::NoChariot { at: from, kind: unit.kind });
    };
    if used {
        return Err(Violation::AlreadyUsed { kind: Kind::Chariot, at: from });
    }
    if to.row == Row::Rear && !mind.table.setup.mode.rear() {
        return Err(Violation::NoRearRow);
    }
    if from == to {
        return Err(Violation::RideNowhere { at: to });
    }
    if let Some(rider) = line.get(to) {
        return if rider.mounted() {
            Err(Violation::AlreadyMounted { kind: rider.kind, at: to })
        } else {
            Ok(())
        };
    }
    if alone {
        return Err(Violation::LoneChariotToEmpty { at: to });
    }
    match to.row {
        Row::Front if line.placeable(to.column) => Ok(()),
        Row::Front => {
            let (low, high) = line.reach();
            Err(Violation::TooFarOut { column: to.column, low, high })
        }
        Row::Rear if line.occupied(Space { row: Row::Front, ..to }) => Ok(()),
        Row::Rear => Err(Violation::NobodyBefore { at: to }),
    }
}

/// All switches the line allows.
#[inline]
pub fn all_switches(line: &Line, mut found: impl FnMut(Space, Space)) {
    let switchers = line.of_kinds([Kind::Centurion, Kind::Consul, Kind::Praetorian]);
    for (at, unit) in line.at_bits(switchers).filter(|(_, unit)| !unit.used()) {
        for (with, _) in line.adjacent(at) {
            found(at, with);
        }
        if unit.kind == Kind::Praetorian {
            for (with, _) in line.at_bits(line.of_kind(Kind::Consul)) {
                if !Line::are_adjacent(at, with) {
                    found(at, with);
                }
            }
        }
    }
}

/// All Chariot moves the line allows.
#[inline]
pub fn all_rides(mind: &Mind<'_>, mut found: impl FnMut(Space, Space)) {
    let line = mind.line();
    let [lone, ridden] = [line.of_kind(Kind::Chariot), line.riders()];
    for (from, unit) in line.at_bits([lone[0] | ridden[0], lone[1] | ridden[1]]) {
        let Some((false, alone)) = chariot_in(unit) else { continue };
        for (to, rider) in line.units() {
            if !rider.mounted() {
                found(from, to);
            }
        }
        if alone {
            continue;
        }
        for column in line.placements() {
            found(from, Space { row: Row::Front, column });
        }
        if mind.table.setup.mode.rear() {
            for column in line.free_rear() {
                found(from, Space { row: Row::Rear, column });
            }
        }
    }
}
