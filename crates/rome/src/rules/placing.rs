//! Placing the unit drawn.

use crate::cards::Kind;
use crate::space::front;
use crate::state::Mind;
use crate::violation::Violation;

/// May the drawn unit be placed into the front space of this column?
///
/// * `rome:PLACE-1` The unit drawn this turn is placed this turn.
/// * `rome:PLACE-2` `rome:R13` Into an empty front space, at most one beyond the outermost columns.
/// * `rome:PLACE-3` Never into the rear row: the action can't name one.
pub fn check_place(mind: &Mind<'_>, unit: Kind, column: i8) -> Result<(), Violation> {
    let drawn = mind.table.drawn;
    if !drawn.contains(&Some(unit)) {
        return Err(Violation::NotDrawn { kind: unit, drawn });
    }
    let line = mind.line();
    let (low, high) = line.reach();
    if !(low..=high).contains(&column) {
        return Err(Violation::TooFarOut { column, low, high });
    }
    match line.get(front(column)) {
        Some(other) => Err(Violation::Occupied { at: front(column), by: other.kind }),
        None => Ok(()),
    }
}
