//! Who faces whom.

use kernel::{Seat, SeatSet};

use crate::line::{CENTRE, LEFT_WING, RIGHT_WING, mirrored};
use crate::space::{Row, Side, Space, front, rear};
use crate::state::Table;

impl Table {
    /// `rome:R34` The next seat clockwise that still stands: the neighbour on the left, and the one
    /// whose turn follows. Seats of dead lines close up.
    #[inline]
    pub fn left_of(&self, seat: Seat) -> Seat {
        let later = self.alive.0 & !SeatSet::first(seat.0 + 1).0;
        SeatSet(later).lowest().or_else(|| self.alive.lowest()).unwrap_or(seat)
    }

    /// The neighbour on the right.
    #[inline]
    pub fn right_of(&self, seat: Seat) -> Seat {
        let earlier = self.alive.0 & SeatSet::first(seat.0).0;
        SeatSet(earlier).highest().or_else(|| self.alive.highest()).unwrap_or(seat)
    }

    /// All who still stand, clockwise from a seat: an order that favours no seat number.
    #[inline]
    pub fn clockwise(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (players, alive) = (self.setup.players, self.alive);
        (0..players)
            .map(move |step| Seat((from.0 + step) % players))
            .filter(move |seat| alive.contains(*seat))
    }

    /// Everybody else who still stands, clockwise.
    #[inline]
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.clockwise(seat).filter(move |other| *other != seat)
    }

    /// Everybody else who still stands.
    #[inline]
    pub fn opponents(&self, seat: Seat) -> SeatSet {
        self.alive.without(seat)
    }

    /// The only opponent, if there is only one.
    #[inline]
    pub fn sole_opponent(&self, seat: Seat) -> Option<Seat> {
        let opponents = self.opponents(seat);
        (opponents.len() == 1).then(|| opponents.lowest()).flatten()
    }

    /// `rome:MULTI-2` `rome:MULTI-3` `rome:R1` `rome:R34` Whom a column faces: the left wing the
    /// left neighbour, the right wing the right one; the centre whomever its attacker names.
    #[inline]
    pub fn faced_by(&self, seat: Seat, column: i8, named: Option<Seat>) -> Option<Seat> {
        match Side::of(column) {
            Some(Side::Left) => Some(self.left_of(seat)),
            Some(Side::Right) => Some(self.right_of(seat)),
            None => named.or_else(|| self.sole_opponent(seat)),
        }
    }

    /// `rome:R1` `rome:R34` The seat's columns that face an occupied space in this row of an enemy's
    /// line; the centre does if it faces anybody's.
    #[inline]
    pub fn faced(&self, seat: Seat, row: Row) -> u128 {
        let (left, right) = (self.left_of(seat), self.right_of(seat));
        let facing = mirrored(self.line(left).bits(row));
        if left == right {
            return facing;
        }
        let right = mirrored(self.line(right).bits(row));
        let anybody =
            self.opponents(seat).iter().fold(0, |all, seat| all | self.line(seat).bits(row));
        (facing & LEFT_WING) | (right & RIGHT_WING) | (anybody & CENTRE)
    }

    /// `rome:CAVALRY-2` `rome:CAVALRY-3` The wings of the seat whose enemies have a flank end, as
    /// columns.
    #[inline]
    pub fn flankers(&self, seat: Seat) -> u128 {
        let wing = |enemy: Seat, theirs: u128, ours: u128| {
            if self.line(enemy).bits(Row::Front) & theirs != 0 { ours } else { 0 }
        };
        wing(self.left_of(seat), RIGHT_WING, LEFT_WING)
            | wing(self.right_of(seat), LEFT_WING, RIGHT_WING)
    }

    /// `rome:ATK-4` `rome:ATK-6` `rome:R19` The enemy space so many spaces straight across, in its
    /// owner's columns. Nothing if it is still the own line: no attack hits its own side, nor does a
    /// Ballista in the rear (`rome:BALLISTA-3`).
    #[inline]
    pub fn across(
        &self,
        seat: Seat,
        from: Space,
        reach: u8,
        named: Option<Seat>,
    ) -> Option<(Seat, Space)> {
        let opponent = self.faced_by(seat, from.column, named)?;
        let column = -from.column;
        match (from.row, reach) {
            (Row::Front, 1) | (Row::Rear, 2) => Some((opponent, front(column))),
            (Row::Front, 2) => Some((opponent, rear(column))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use crate::state::State;

    fn table(players: u8) -> Table {
        State::new(&Setup { players, ..Setup::default() }).table
    }

    /// `rome:R1` `rome:ATK-4`
    #[test]
    fn r1_two_lines_face_each_other_column_by_column() {
        let table = table(2);
        for column in [-3, -1, 2] {
            assert_eq!(
                table.across(Seat(0), front(column), 1, None),
                Some((Seat(1), front(-column)))
            );
        }
        assert_eq!(table.across(Seat(1), front(0), 1, None), Some((Seat(0), front(0))));
    }

    /// `rome:R19` `rome:ATK-6`
    #[test]
    fn r19_one_and_two_spaces_from_either_row() {
        let table = table(2);
        assert_eq!(table.across(Seat(0), front(1), 2, None), Some((Seat(1), rear(-1))));
        assert_eq!(table.across(Seat(0), rear(1), 2, None), Some((Seat(1), front(-1))));
        assert_eq!(table.across(Seat(0), rear(1), 1, None), None, "its own front");
    }

    /// `rome:MULTI-2` `rome:MULTI-3` `rome:R34`
    #[test]
    fn r34_wings_face_the_neighbours_and_the_centre_whom_it_names() {
        let mut table = table(4);
        assert_eq!(table.across(Seat(0), front(-2), 1, None), Some((Seat(1), front(2))));
        assert_eq!(table.across(Seat(0), front(2), 1, None), Some((Seat(3), front(-2))));
        assert_eq!(table.across(Seat(0), front(0), 1, Some(Seat(2))), Some((Seat(2), front(0))));
        assert_eq!(table.across(Seat(0), front(0), 1, None), None, "nobody was named");
        // A dead neighbour's place closes up.
        table.alive = table.alive.without(Seat(1));
        assert_eq!(table.across(Seat(0), front(-2), 1, None), Some((Seat(2), front(2))));
        table.alive = table.alive.without(Seat(3));
        assert_eq!(table.across(Seat(0), front(2), 1, None), Some((Seat(2), front(-2))));
    }
}
