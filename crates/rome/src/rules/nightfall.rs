//! Arranging a whole line: at the start, and at Nightfall.

use crate::action::{Card, Plan, PlanRow};
use crate::cards::{Kind, UnitCounts};
use crate::line::{Line, Unit};
use crate::space::{COLUMN_MAX, Space, front, rear};
use crate::state::{Mind, Phase};
use crate::violation::{ShapeFault, Violation};

/// The column where a centred row of so many units may begin: two, if it can't be even.
///
/// `rome:NIGHTFALL-3` `rome:R27` Left and right of the centre differ by at most one.
#[inline]
pub fn starts(count: usize) -> (i8, i8) {
    let count = i8::try_from(count).unwrap_or(COLUMN_MAX);
    match count {
        0 => (0, 0),
        _ if count % 2 == 1 => (-(count / 2), -(count / 2)),
        _ => (-(count / 2), 1 - count / 2),
    }
}

/// May this arrangement be made?
pub fn check_plan(mind: &Mind<'_>, plan: &Plan) -> Result<(), Violation> {
    let night = mind.table.phase == Phase::Night;
    check_cards(mind, plan, night)?;
    let shape = |what| Err(Violation::WrongShape { what, night });
    let (in_front, behind) = (plan.front.units.len(), plan.rear.units.len());
    let mode = mind.table.setup.mode;
    if !mode.rear() && behind > 0 {
        return shape(ShapeFault::NoRear);
    }
    if night && mode.rear() {
        // `rome:NIGHTFALL-3` The rows are as equal as can be, the front with one more at either end
        // at the most.
        if in_front < behind || in_front - behind > 2 {
            return shape(ShapeFault::Balance { front: in_front, rear: behind });
        }
    } else if !night && (in_front != 5 || (mode.rear() && behind != 5)) {
        // `rome:LINE-1` `rome:SETUP-2` Five in front, and five behind.
        return shape(ShapeFault::Opening { each: 5, front: in_front, rear: behind });
    }
    for (name, row) in [("front", &plan.front), ("rear", &plan.rear)] {
        let (low, high) = starts(row.units.len());
        if row.from != low && row.from != high {
            return shape(ShapeFault::Start { row: name, from: row.from, low, high });
        }
    }
    let front_columns = columns_of(&plan.front);
    match columns_of(&plan.rear).find(|column| !front_columns.clone().any(|other| other == *column))
    {
        Some(column) => shape(ShapeFault::Unsupported { column }),
        None => Ok(()),
    }
}

fn columns_of(row: &PlanRow) -> impl Iterator<Item = i8> + Clone + use<> {
    row.from..row.from + row.units.len() as i8
}

/// `rome:SETUP-2` All units are used, each once. `rome:R27` A Chariot stays where it is or comes
/// off; it never takes up somebody else.
fn check_cards(mind: &Mind<'_>, plan: &Plan, night: bool) -> Result<(), Violation> {
    let (have, have_mounted) = if night { line_cards(mind.line()) } else { (*mind.dealt, [0; 12]) };
    let mut arranged = UnitCounts::default();
    let mut mounted = UnitCounts::default();
    for card in plan.front.units.iter().chain(&plan.rear.units) {
        let add = |counts: &mut UnitCounts, kind: Kind| match counts.get_mut(kind.index()) {
            Some(count) => *count = count.saturating_add(1),
            None => debug_assert!(false, "nobody arranges a hidden card"),
        };
        if card.kind == Kind::Hidden {
            return Err(Violation::WrongCards { kind: card.kind, have: 0, arranged: 1, night });
        }
        add(&mut arranged, card.kind);
        if card.chariot {
            add(&mut arranged, Kind::Chariot);
            add(&mut mounted, card.kind);
        }
    }
    for kind in Kind::ALL {
        let index = kind.index();
        if arranged[index] != have[index] {
            let (have, arranged) = (have[index], arranged[index]);
            return Err(Violation::WrongCards { kind, have, arranged, night });
        }
        if mounted[index] > have_mounted[index] {
            let (have, arranged) = (have_mounted[index], mounted[index]);
            return Err(Violation::WrongRiders { kind, have, arranged });
        }
    }
    Ok(())
}

/// All cards of a line by kind, and how many of each kind are mounted on a Chariot.
pub fn line_cards(line: &Line) -> (UnitCounts, UnitCounts) {
    let mut all = UnitCounts::default();
    let mut mounted = UnitCounts::default();
    for (_, unit) in line.units().filter(|(_, unit)| unit.kind != Kind::Hidden) {
        all[unit.kind.index()] += 1;
        if unit.chariot() {
            all[Kind::Chariot.index()] += 1;
            mounted[unit.kind.index()] += 1;
        }
    }
    (all, mounted)
}

/// The units of an arrangement as they will stand, what was used kept (`old` is the line before).
///
/// `rome:CLASH-2` `rome:ELEPHANT-2` `rome:R5` `rome:R27` The front and every Elephant are face up,
/// all others face down.
pub fn deploy(plan: &Plan, old: &Line, mut found: impl FnMut(Space, Unit)) {
    // `rome:R39` Used marks follow the cards: the last of a kind in reading order carry them.
    // A Chariot is the same card whether it stands alone or carries somebody.
    let chariot = Kind::Chariot.index();
    let mut unused = UnitCounts::default();
    for (_, unit) in old.units() {
        unused[unit.kind.index()] += u8::from(!unit.used());
        unused[chariot] += u8::from(unit.chariot() && !unit.chariot_used());
    }
    let fresh = old.is_empty();
    let spend = |count: &mut u8| {
        let rested = fresh || *count > 0;
        *count = count.saturating_sub(1);
        !rested
    };
    let mut put = |at: Space, card: &Card| {
        let mut unit = Unit::new(card.kind).with_used(spend(&mut unused[card.kind.index()]));
        if card.chariot {
            unit = unit.on_chariot(false, spend(&mut unused[chariot]));
        }
        let shown = at == front(at.column) || card.kind == Kind::Elephant;
        found(at, if shown { unit.shown() } else { unit });
    };
    for (column, card) in columns_of(&plan.front).zip(&plan.front.units) {
        put(front(column), card);
    }
    for (column, card) in columns_of(&plan.rear).zip(&plan.rear.units) {
        put(rear(column), card);
    }
}
