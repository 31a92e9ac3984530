//! Shifting the battle line: closing its gaps toward the vanguard.

use crate::action::Shift;
use crate::line::{Line, columns};
use crate::space::{Row, Side, front, in_reach, rear};
use crate::violation::{LineFault, ShiftFault, Violation};

/// `rome:SHIFT-1` `rome:LINE-2` `rome:R4` What keeps the line from being legal, if anything does.
pub fn line_fault(line: &Line) -> Option<LineFault> {
    if line.legal() {
        return None;
    }
    if !line.occupied(front(0)) {
        return Some(LineFault::NoVanguard);
    }
    let front_bits = line.bits(Row::Front);
    let (low, high) =
        (line.flank_end(Side::Left).unwrap_or(0), line.flank_end(Side::Right).unwrap_or(0));
    if let Some(column) = (low..=high).find(|column| !line.occupied(front(*column))) {
        return Some(LineFault::Gap { column });
    }
    columns(line.bits(Row::Rear) & !front_bits).next().map(|column| LineFault::Alone { column })
}

/// May the line be shifted this way?
///
/// * `rome:R14` Only while the line is not legal.
/// * `rome:SHIFT-3` Only toward the vanguard.
/// * `rome:SHIFT-4` The vanguard unit never shifts: no move here takes a unit out of column 0.
/// * `rome:SHIFT-5` Forward a unit goes alone.
/// * `rome:SHIFT-6` Sideways all units of the run go together.
pub fn check_shift(line: &Line, shift: Shift) -> Result<(), Violation> {
    if line.legal() {
        return Err(Violation::LineIsLegal);
    }
    let fault = |why, column| Err(Violation::CannotShift { why, column });
    match shift {
        Shift::Forward { column } | Shift::Inward { column, .. } | Shift::Rear { column }
            if !in_reach(column) =>
        {
            let (low, high) = line.reach();
            Err(Violation::TooFarOut { column, low, high })
        }
        Shift::Forward { column } => {
            if !line.occupied(rear(column)) {
                fault(ShiftFault::NoRearUnit, column)
            } else if line.occupied(front(column)) {
                fault(ShiftFault::HasFront, column)
            } else {
                Ok(())
            }
        }
        Shift::Inward { column, from } => {
            if line.occupied(front(column)) {
                fault(ShiftFault::FrontTaken, column)
            } else if Side::of(column).is_some_and(|side| side != from) {
                fault(ShiftFault::Outward, column)
            } else if !line.occupied(front(column + from.outward())) {
                fault(ShiftFault::NobodyBeside, column)
            } else {
                Ok(())
            }
        }
        Shift::Rear { column } => {
            if !line.occupied(rear(column)) {
                fault(ShiftFault::NoRearUnit, column)
            } else if line.occupied(front(column)) {
                fault(ShiftFault::HasFront, column)
            } else {
                match Side::of(column) {
                    None => fault(ShiftFault::AtCentre, column),
                    Some(side) if line.occupied(rear(column - side.outward())) => {
                        fault(ShiftFault::RearTaken, column)
                    }
                    Some(_) => Ok(()),
                }
            }
        }
    }
}

/// All shifts the line allows.
pub fn shifts(line: &Line, mut found: impl FnMut(Shift)) {
    if line.legal() {
        return;
    }
    let (front_bits, rear_bits) = (line.bits(Row::Front), line.bits(Row::Rear));
    let alone = rear_bits & !front_bits;
    for column in columns(alone) {
        found(Shift::Forward { column });
    }
    // A gap to be filled from the right lies one column left of a front unit of the right wing, and
    // the other way round.
    for column in columns((front_bits >> 1) & !front_bits).filter(|column| *column >= 0) {
        found(Shift::Inward { column, from: Side::Right });
    }
    for column in columns((front_bits << 1) & !front_bits).filter(|column| *column <= 0) {
        found(Shift::Inward { column, from: Side::Left });
    }
    for column in columns(alone) {
        if Side::of(column).is_some_and(|side| !line.occupied(rear(column - side.outward()))) {
            found(Shift::Rear { column });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Kind;
    use crate::line::Unit;
    use crate::space::Space;

    fn line(spaces: &[Space]) -> Line {
        let mut line = Line::EMPTY;
        for at in spaces {
            line.set(*at, Some(Unit::new(Kind::Infantry)));
        }
        line
    }

    fn spaces(line: &Line) -> Vec<String> {
        line.units().map(|(at, _)| at.to_string()).collect()
    }

    /// `rome:SHIFT-6` `rome:R14`
    #[test]
    fn shift_6_a_run_moves_together_and_its_rear_follows() {
        let mut line = line(&[front(0), front(2), front(3), rear(2), rear(3)]);
        line.close_up(1, Side::Right);
        assert_eq!(spaces(&line), ["f0", "f1", "f2", "r1", "r2"]);
    }

    /// `rome:R14` a rear unit whose way is blocked stays, and those behind it too.
    #[test]
    fn r14_a_blocked_rear_unit_stays() {
        let mut line = line(&[front(-1), front(-2), rear(0), rear(-1), rear(-2)]);
        line.close_up(0, Side::Left);
        assert_eq!(spaces(&line), ["f-1", "f0", "r-2", "r-1", "r0"]);
        assert_eq!(line_fault(&line), Some(LineFault::Alone { column: -2 }));
    }

    /// `rome:R14` only the run up to the next gap moves.
    #[test]
    fn r14_the_run_ends_at_the_next_gap() {
        let mut line = line(&[front(0), front(2), front(4)]);
        line.close_up(1, Side::Right);
        assert_eq!(spaces(&line), ["f0", "f1", "f4"]);
    }

    /// `rome:SHIFT-1` `rome:SHIFT-3` `rome:SHIFT-4` `rome:SHIFT-5` what may shift and what may not.
    #[test]
    fn shift_1_to_5_every_refusal() {
        let gapped = line(&[front(0), front(2), rear(-1), rear(0), rear(3), rear(2)]);
        for (shift, want) in [
            (Shift::Forward { column: -1 }, None),
            (Shift::Inward { column: 1, from: Side::Right }, None),
            (Shift::Forward { column: 0 }, Some(ShiftFault::HasFront)),
            (Shift::Forward { column: 1 }, Some(ShiftFault::NoRearUnit)),
            (Shift::Inward { column: 1, from: Side::Left }, Some(ShiftFault::Outward)),
            (Shift::Inward { column: 0, from: Side::Right }, Some(ShiftFault::FrontTaken)),
            (Shift::Inward { column: -1, from: Side::Left }, Some(ShiftFault::NobodyBeside)),
            (Shift::Rear { column: -1 }, Some(ShiftFault::RearTaken)),
            (Shift::Rear { column: 3 }, Some(ShiftFault::RearTaken)),
            (Shift::Rear { column: 2 }, Some(ShiftFault::HasFront)),
        ] {
            let got = check_shift(&gapped, shift).err();
            let want = want.map(|why| {
                let (Shift::Forward { column }
                | Shift::Inward { column, .. }
                | Shift::Rear { column }) = shift;
                Violation::CannotShift { why, column }
            });
            assert_eq!(got, want, "{shift:?}");
        }
        let legal = line(&[front(0), front(1)]);
        assert_eq!(
            check_shift(&legal, Shift::Inward { column: 2, from: Side::Right }),
            Err(Violation::LineIsLegal)
        );
    }

    /// `rome:R14` whatever is chosen, shifting ends in a legal line.
    #[test]
    fn r14_shifting_always_ends_in_a_legal_line() {
        for pattern in 1u32..1 << 14 {
            let mut line = Line::EMPTY;
            for bit in 0..14 {
                if pattern >> bit & 1 == 1 {
                    let column = (bit % 7) as i8 - 3;
                    let at = if bit < 7 { front(column) } else { rear(column) };
                    line.set(at, Some(Unit::new(Kind::Infantry)));
                }
            }
            let mut steps = 0;
            while !line.legal() {
                let mut all = Vec::new();
                shifts(&line, |shift| all.push(shift));
                assert!(!all.is_empty(), "stuck: {line:?}");
                assert!(all.iter().all(|shift| check_shift(&line, *shift).is_ok()));
                let shift = all[(pattern as usize + steps) % all.len()];
                match shift {
                    Shift::Forward { column } => {
                        let unit = line.take(rear(column));
                        line.set(front(column), unit);
                    }
                    Shift::Inward { column, from } => line.close_up(column, from),
                    Shift::Rear { column } => {
                        let unit = line.take(rear(column));
                        let inward = column - Side::of(column).unwrap().outward();
                        line.set(rear(inward), unit);
                    }
                }
                steps += 1;
                assert!(steps < 200, "no end: {line:?}");
            }
        }
    }
}
