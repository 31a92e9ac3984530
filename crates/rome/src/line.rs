//! A battle line: which unit stands where, and what geometry follows from it.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Kind;
use crate::space::{COLUMN_MAX, Row, Side, Space, front, rear};

const WIDTH: usize = COLUMN_MAX as usize * 2 + 1;

/// A unit on the table: its kind, whether it carries a Chariot, and what others know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kind; of the rider, if a Chariot is below it.
    pub kind: Kind,
    marks: u8,
}

impl Unit {
    const CHARIOT: u8 = 1;
    const KNOWN: u8 = 2;
    const CHARIOT_KNOWN: u8 = 4;
    const USED: u8 = 8;
    const CHARIOT_USED: u8 = 16;

    /// A unit face down, with nothing used.
    #[inline]
    pub fn new(kind: Kind) -> Self {
        Unit { kind, marks: 0 }
    }

    /// The same card turned out to be of a kind.
    #[inline]
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Unit { kind, ..self }
    }

    #[inline]
    fn has(self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    #[inline]
    fn set(mut self, mark: u8, on: bool) -> Self {
        self.marks = if on { self.marks | mark } else { self.marks & !mark };
        self
    }

    /// Whether a Chariot carries it.
    #[inline]
    pub fn chariot(self) -> bool {
        self.has(Self::CHARIOT)
    }

    /// `rome:R5` Whether everybody knows what it is.
    #[inline]
    pub fn known(self) -> bool {
        self.has(Self::KNOWN)
    }

    /// Whether everybody knows of its Chariot.
    #[inline]
    pub fn chariot_known(self) -> bool {
        self.has(Self::CHARIOT_KNOWN)
    }

    /// Whether its activated ability was used this turn.
    #[inline]
    pub fn used(self) -> bool {
        self.has(Self::USED)
    }

    /// Whether its Chariot's ability was used this turn.
    #[inline]
    pub fn chariot_used(self) -> bool {
        self.has(Self::CHARIOT_USED)
    }

    /// `rome:CHARIOT-4` `rome:R6` Mounted by itself, or on a Chariot.
    #[inline]
    pub fn mounted(self) -> bool {
        self.chariot() || self.kind.mounted()
    }

    /// Whether nothing about it is hidden from anybody.
    #[inline]
    pub fn fully_known(self) -> bool {
        self.known() && (self.chariot_known() || !self.chariot())
    }

    /// The same unit with all of it known, its Chariot too (`rome:R37`).
    #[inline]
    #[must_use]
    pub fn shown(self) -> Self {
        self.set(Self::KNOWN, true).set(Self::CHARIOT_KNOWN, self.chariot())
    }

    /// The same unit with all of it face down.
    #[inline]
    #[must_use]
    pub fn hidden(self) -> Self {
        self.set(Self::KNOWN | Self::CHARIOT_KNOWN, false)
    }

    /// The same unit with its ability used or not.
    #[inline]
    #[must_use]
    pub fn with_used(self, used: bool) -> Self {
        self.set(Self::USED, used)
    }

    /// The same unit with nothing used, for a new turn.
    #[inline]
    #[must_use]
    pub fn rested(self) -> Self {
        self.set(Self::USED | Self::CHARIOT_USED, false)
    }

    /// The same unit on a Chariot.
    #[inline]
    #[must_use]
    pub fn on_chariot(self, known: bool, used: bool) -> Self {
        self.set(Self::CHARIOT, true).set(Self::CHARIOT_KNOWN, known).set(Self::CHARIOT_USED, used)
    }

    /// The same unit without its Chariot.
    #[inline]
    #[must_use]
    pub fn on_foot(self) -> Self {
        self.set(Self::CHARIOT | Self::CHARIOT_KNOWN | Self::CHARIOT_USED, false)
    }

    /// What others see of the unit when they may not see all.
    #[inline]
    #[must_use]
    pub fn seen_by_others(self) -> Self {
        let kind = if self.known() { self.kind } else { Kind::Hidden };
        let mut seen = Unit { kind, marks: self.marks };
        if !self.known() {
            seen = seen.set(Self::USED, false);
        }
        if self.chariot() && !self.chariot_known() {
            seen = seen.on_foot();
        }
        seen
    }

    /// How many cards it is.
    pub fn cards(self) -> u8 {
        1 + u8::from(self.chariot())
    }
}

/// A unit and its space, as a line is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // It is how a unit is written down; in play they are bits.
pub struct Standing {
    /// Where.
    pub at: Space,
    /// What; absent when its viewer can't see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// On a Chariot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chariot: bool,
    /// Known to everybody.
    #[serde(default, skip_serializing_if = "is_false")]
    pub known: bool,
    /// Its Chariot is known to everybody.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chariot_known: bool,
    /// Its ability was used this turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub used: bool,
    /// Its Chariot's ability was used this turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chariot_used: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Standing {
    /// The unit at a space.
    pub fn new(at: Space, unit: Unit) -> Self {
        Standing {
            at,
            kind: (unit.kind != Kind::Hidden).then_some(unit.kind),
            chariot: unit.chariot(),
            known: unit.known(),
            chariot_known: unit.chariot_known(),
            used: unit.used(),
            chariot_used: unit.chariot_used(),
        }
    }

    /// The unit alone.
    pub fn unit(self) -> Unit {
        Unit { kind: self.kind.unwrap_or(Kind::Hidden), marks: 0 }
            .set(Unit::CHARIOT, self.chariot)
            .set(Unit::KNOWN, self.known)
            .set(Unit::CHARIOT_KNOWN, self.chariot_known)
            .set(Unit::USED, self.used)
            .set(Unit::CHARIOT_USED, self.chariot_used)
    }
}

/// The columns of both rows, a bit each.
pub type Bits = [u128; 2];

/// One player's battle line.
///
/// Beside the units themselves, the columns they occupy are kept as bit sets: all of them, those of
/// each kind, those on a Chariot, those that are not fully known, and those whose abilities were used
/// this turn. So "is it legal", "where are
/// the ends", "who stands beside a Slinger" are a few machine instructions, however long the line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Line {
    occupied: Bits,
    /// The binary digits of the kinds' numbers, a set of columns for each digit: the columns of one
    /// kind are a handful of conjunctions away, in a quarter of the room.
    digits: [Bits; 4],
    riders: Bits,
    hidden: Bits,
    tired: Bits,
    cells: [[Option<Unit>; WIDTH]; 2],
}

/// In which of a line's sets a place is: its kind's four digits, then occupied, riding, hidden,
/// tired. An empty place is in none.
#[inline]
fn place_code(unit: Option<Unit>) -> u8 {
    let Some(unit) = unit else { return 0 };
    let flags = [true, unit.chariot(), !unit.fully_known(), unit.used() || unit.chariot_used()];
    (4..).zip(flags).fold(unit.kind as u8, |code, (digit, on)| code | u8::from(on) << digit)
}

/// The bit of column 0.
pub const CENTRE: u128 = 1 << COLUMN_MAX;
/// The bits of the left wing.
pub const LEFT_WING: u128 = CENTRE - 1;
/// The bits of the right wing.
pub const RIGHT_WING: u128 = !(LEFT_WING | CENTRE);

/// The columns as the opponent across counts them: left is right.
#[inline]
pub fn mirrored(columns: u128) -> u128 {
    columns.reverse_bits() >> (127 - 2 * COLUMN_MAX)
}

impl Line {
    /// A line without units.
    pub const EMPTY: Line = Line {
        occupied: [0; 2],
        digits: [[0; 2]; 4],
        riders: [0; 2],
        hidden: [0; 2],
        tired: [0; 2],
        cells: [[None; WIDTH]; 2],
    };

    /// The unit at a space.
    #[inline]
    pub fn get(&self, at: Space) -> Option<Unit> {
        self.cells[at.row as usize][at.index()]
    }

    /// Puts a unit, or nothing, into a space.
    #[inline]
    pub fn set(&mut self, at: Space, unit: Option<Unit>) {
        let (row, index) = (at.row as usize, at.index());
        let bit = 1u128 << index;
        // Only what differs between old and new is turned over, without a branch.
        let changes = place_code(self.cells[row][index]) ^ place_code(unit);
        let turn = |bits: &mut Bits, digit: u8| {
            let changed = u128::from(changes >> digit & 1);
            bits[row] ^= bit & changed.wrapping_neg();
        };
        for (digit, bits) in (0..).zip(&mut self.digits) {
            turn(bits, digit);
        }
        turn(&mut self.occupied, 4);
        turn(&mut self.riders, 5);
        turn(&mut self.hidden, 6);
        turn(&mut self.tired, 7);
        self.cells[row][index] = unit;
    }

    /// Takes the unit out of a space.
    #[inline]
    pub fn take(&mut self, at: Space) -> Option<Unit> {
        let unit = self.get(at);
        self.set(at, None);
        unit
    }

    /// Moves all units of a row whose columns are in `mask` by one column, to the right or to the
    /// left. The spaces they enter must be free or in the mask.
    fn slide(&mut self, row: Row, mask: u128, right: bool) {
        if mask == 0 {
            return;
        }
        let row = row as usize;
        let slid = |bits: u128| {
            let moved = bits & mask;
            (bits ^ moved) | if right { moved << 1 } else { moved >> 1 }
        };
        self.occupied[row] = slid(self.occupied[row]);
        self.riders[row] = slid(self.riders[row]);
        self.hidden[row] = slid(self.hidden[row]);
        self.tired[row] = slid(self.tired[row]);
        for digit in &mut self.digits {
            digit[row] = slid(digit[row]);
        }
        let cells = &mut self.cells[row];
        let (low, high) = (mask.trailing_zeros() as usize, 127 - mask.leading_zeros() as usize);
        let mut shift = |from: usize, to: usize| {
            if mask >> from & 1 != 0 {
                cells[to] = cells[from].take();
            }
        };
        if right {
            (low..=high).rev().for_each(|from| shift(from, from + 1));
        } else {
            (low..=high).for_each(|from| shift(from, from - 1));
        }
    }

    /// `rome:R14` The run of front units beside the gap moves one column inward; each rear unit
    /// behind one of them comes along if the space it enters is free, from the inside out.
    pub fn close_up(&mut self, column: i8, from: Side) {
        let gap = front(column).index() as u32;
        let [front_bits, rear_bits] = self.occupied;
        // Rear units in an unbroken row from the gap's own column outward block each other.
        let (run, stuck) = match from {
            Side::Right => {
                let run = (front_bits >> (gap + 1)).trailing_ones();
                let stuck = (rear_bits >> gap).trailing_ones();
                (((1 << run) - 1) << (gap + 1), ((1 << stuck) - 1) << gap)
            }
            Side::Left => {
                let run = (front_bits << (128 - gap)).leading_ones();
                let stuck = (rear_bits << (127 - gap)).leading_ones();
                (((1 << run) - 1) << (gap - run), ((1 << stuck) - 1) << (gap + 1 - stuck))
            }
        };
        let right = from == Side::Left;
        self.slide(Row::Front, run, right);
        self.slide(Row::Rear, run & rear_bits & !stuck, right);
    }

    /// The occupied columns of a row as bits.
    #[inline]
    pub fn bits(&self, row: Row) -> u128 {
        self.occupied[row as usize]
    }

    /// The columns of both rows where units of a kind stand.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> Bits {
        let [mut front, mut rear] = self.occupied;
        for (digit, bits) in self.digits.iter().enumerate() {
            let flip = if kind as u8 >> digit & 1 != 0 { 0 } else { u128::MAX };
            front &= bits[0] ^ flip;
            rear &= bits[1] ^ flip;
        }
        [front, rear]
    }

    /// The columns where units of any of the kinds stand.
    #[inline]
    pub fn of_kinds<const N: usize>(&self, kinds: [Kind; N]) -> Bits {
        let mut bits = [0; 2];
        for kind in kinds {
            let [front, rear] = self.of_kind(kind);
            bits[0] |= front;
            bits[1] |= rear;
        }
        bits
    }

    /// The columns where units ride on a Chariot.
    #[inline]
    pub fn riders(&self) -> Bits {
        self.riders
    }

    /// The columns where mounted units stand: by themselves or on a Chariot (`rome:R6`).
    #[inline]
    pub fn mounted(&self) -> Bits {
        let [front, rear] = self.of_kinds([
            Kind::Ballista,
            Kind::Catapult,
            Kind::Cavalry,
            Kind::Elephant,
            Kind::Chariot,
        ]);
        [front | self.riders[0], rear | self.riders[1]]
    }

    /// The columns where units stand that are not fully known.
    #[inline]
    pub fn hidden(&self) -> Bits {
        self.hidden
    }

    /// Whether any unit is not fully known.
    #[inline]
    pub fn has_hidden(&self) -> bool {
        self.hidden[0] | self.hidden[1] != 0
    }

    /// The units in the given columns, the front first.
    #[inline]
    pub fn at_bits(&self, bits: Bits) -> impl Iterator<Item = (Space, Unit)> + '_ {
        let row = |row: Row| {
            let cells = &self.cells[row as usize];
            columns(bits[row as usize]).filter_map(move |column| {
                let at = Space { row, column };
                Some((at, cells[at.index()]?))
            })
        };
        row(Row::Front).chain(row(Row::Rear))
    }

    /// `rome:R2` Whoever stands left, right and directly before or behind.
    #[inline]
    pub fn beside(&self, at: Space) -> [Option<Unit>; 3] {
        let (row, index) = (at.row as usize, at.index());
        let cells = &self.cells[row];
        [cells[index - 1], cells[index + 1], self.cells[1 - row][index]]
    }

    /// How many units of a kind stand beside a space.
    #[inline]
    pub fn count_adjacent(&self, at: Space, kind: Kind) -> u8 {
        let is = |unit: Option<Unit>| u8::from(unit.is_some_and(|unit| unit.kind == kind));
        let [left, right, across] = self.beside(at);
        is(left) + is(right) + is(across)
    }

    /// Whether a space is occupied.
    #[inline]
    pub fn occupied(&self, at: Space) -> bool {
        self.bits(at.row) >> at.index() & 1 != 0
    }

    /// Whether no unit is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.occupied[0] | self.occupied[1] == 0
    }

    /// How many spaces are occupied.
    #[inline]
    pub fn len(&self) -> u32 {
        self.occupied[0].count_ones() + self.occupied[1].count_ones()
    }

    /// The occupied spaces of a row, from left to right.
    #[inline]
    pub fn row(&self, row: Row) -> impl Iterator<Item = (Space, Unit)> + '_ {
        let cells = &self.cells[row as usize];
        columns(self.bits(row)).map(move |column| {
            let at = Space { row, column };
            (at, cells[at.index()].expect("an occupied column has a unit"))
        })
    }

    /// All units, the front first, from left to right.
    #[inline]
    pub fn units(&self) -> impl Iterator<Item = (Space, Unit)> + '_ {
        self.row(Row::Front).chain(self.row(Row::Rear))
    }

    /// `rome:LINE-2` `rome:R4` A line is legal when its front has no gap and covers the vanguard,
    /// and every rear unit stands behind a front unit.
    ///
    /// `rome:SHIFT-2` The rear row may have gaps.
    #[inline]
    pub fn legal(&self) -> bool {
        let [front, rear] = self.occupied;
        if front & CENTRE == 0 || rear & !front != 0 {
            return false;
        }
        let run = front >> front.trailing_zeros();
        run & (run + 1) == 0
    }

    /// `rome:R3` The outermost occupied front column of a wing; the vanguard belongs to neither.
    #[inline]
    pub fn flank_end(&self, side: Side) -> Option<i8> {
        let front = self.bits(Row::Front);
        match side {
            Side::Left => {
                let wing = front & LEFT_WING;
                (wing != 0).then(|| wing.trailing_zeros() as i8 - COLUMN_MAX)
            }
            Side::Right => {
                let wing = front & RIGHT_WING;
                (wing != 0).then(|| 127 - wing.leading_zeros() as i8 - COLUMN_MAX)
            }
        }
    }

    /// `rome:R3` The front space one beyond the flank end.
    #[inline]
    pub fn flank_space(&self, side: Side) -> Space {
        front(self.flank_end(side).unwrap_or(0) + side.outward())
    }

    /// `rome:R2` The units left, right and directly before or behind; never diagonally.
    #[inline]
    pub fn adjacent(&self, at: Space) -> impl Iterator<Item = (Space, Unit)> + '_ {
        neighbours(at).into_iter().flatten().filter_map(|space| Some((space, self.get(space)?)))
    }

    /// Whether two spaces are adjacent.
    pub fn are_adjacent(a: Space, b: Space) -> bool {
        neighbours(a).into_iter().flatten().any(|space| space == b)
    }

    /// `rome:PLACE-2` `rome:R13` The columns whose front space may be filled if it is empty: from
    /// one beyond the leftmost occupied to one beyond the rightmost, counting both rows and column 0.
    #[inline]
    pub fn reach(&self) -> (i8, i8) {
        let both = self.occupied[0] | self.occupied[1] | CENTRE;
        let low = both.trailing_zeros() as i8 - COLUMN_MAX;
        let high = 127 - both.leading_zeros() as i8 - COLUMN_MAX;
        (low - 1, high + 1)
    }

    /// Whether a unit may be set into this empty front space.
    #[inline]
    pub fn placeable(&self, column: i8) -> bool {
        let (low, high) = self.reach();
        (low..=high).contains(&column) && !self.occupied(front(column))
    }

    /// The empty front columns where a unit may be placed, as bits.
    #[inline]
    pub fn free_front(&self) -> u128 {
        let both = self.occupied[0] | self.occupied[1] | CENTRE;
        let low = both.trailing_zeros() - 1;
        let high = 128 - both.leading_zeros();
        let reach = (2u128 << high) - (1u128 << low);
        reach & !self.occupied[0]
    }

    /// The empty front columns inside the line, as bits: those that keep it from being legal.
    #[inline]
    pub fn gaps(&self) -> u128 {
        let both = self.occupied[0] | self.occupied[1] | CENTRE;
        let low = both.trailing_zeros();
        let high = both.ilog2();
        let inside = (2u128 << high) - (1u128 << low);
        inside & !self.occupied[0]
    }

    /// The empty front spaces where a unit may be placed, from left to right.
    #[inline]
    pub fn placements(&self) -> impl Iterator<Item = i8> + use<> {
        columns(self.free_front())
    }

    /// The free rear spaces behind a front unit.
    #[inline]
    pub fn free_rear(&self) -> impl Iterator<Item = i8> + use<> {
        columns(self.bits(Row::Front) & !self.bits(Row::Rear))
    }

    /// Rests all units for a new turn: nothing is used any more.
    #[inline]
    pub fn rest(&mut self) {
        for row in [Row::Front, Row::Rear] {
            for column in columns(self.tired[row as usize]) {
                let at = Space { row, column };
                let unit = self.get(at).map(Unit::rested);
                self.set(at, unit);
            }
        }
    }

    /// The `nth` of the given spaces, counted from the left, the front first.
    #[inline]
    pub fn nth(bits: Bits, nth: u32) -> Space {
        let in_front = bits[0].count_ones();
        let (row, bits, nth) = if nth < in_front {
            (Row::Front, bits[0], nth)
        } else {
            (Row::Rear, bits[1], nth - in_front)
        };
        let mut bits = bits;
        for _ in 0..nth {
            bits &= bits - 1;
        }
        Space { row, column: bits.trailing_zeros() as i8 - COLUMN_MAX }
    }

    /// The occupied columns of both rows.
    #[inline]
    pub fn all(&self) -> Bits {
        self.occupied
    }
}

/// The columns of a bit set, from left to right.
#[inline]
pub fn columns(mut bits: u128) -> impl Iterator<Item = i8> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let column = bits.trailing_zeros() as i8 - COLUMN_MAX;
        bits &= bits - 1;
        Some(column)
    })
}

#[inline]
fn neighbours(at: Space) -> [Option<Space>; 3] {
    let Space { row, column } = at;
    let across = match row {
        Row::Front => rear(column),
        Row::Rear => front(column),
    };
    [
        (column > -COLUMN_MAX).then(|| Space { row, column: column - 1 }),
        (column < COLUMN_MAX).then(|| Space { row, column: column + 1 }),
        Some(across),
    ]
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let units = self.units().map(|(at, unit)| format!("{at} {} {:#b}", unit.kind, unit.marks));
        f.debug_list().entries(units).finish()
    }
}

impl JsonSchema for Line {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Line".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Standing>::json_schema(generator)
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.units().map(|(at, unit)| Standing::new(at, unit)))
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut line = Line::EMPTY;
        for standing in Vec::<Standing>::deserialize(deserializer)? {
            if line.occupied(standing.at) {
                let message = format!("two units stand in {}", standing.at);
                return Err(serde::de::Error::custom(message));
            }
            line.set(standing.at, Some(standing.unit()));
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(spaces: &[Space]) -> Line {
        let mut line = Line::EMPTY;
        for at in spaces {
            line.set(*at, Some(Unit::new(Kind::Infantry)));
        }
        line
    }

    /// `rome:R4` `rome:LINE-2` `rome:SHIFT-2`
    #[test]
    fn r4_a_legal_line_has_no_gap_in_front_and_nobody_alone_behind() {
        for (spaces, legal) in [
            (vec![front(0)], true),
            (vec![front(-1), front(0), front(1), rear(-1), rear(1)], true), // A gap in the rear.
            (vec![front(1)], false),                                        // No vanguard.
            (vec![front(0), front(2)], false),                              // A gap in front.
            (vec![front(0), rear(1)], false),                               // Nobody before it.
            (vec![], false),
        ] {
            assert_eq!(line(&spaces).legal(), legal, "{spaces:?}");
        }
    }

    /// `rome:R3`
    #[test]
    fn r3_flank_ends_and_flank_spaces() {
        let wide = line(&[front(-3), front(-1), front(0), front(1), rear(2)]);
        assert_eq!(wide.flank_end(Side::Left), Some(-3));
        assert_eq!(wide.flank_end(Side::Right), Some(1));
        assert_eq!(wide.flank_space(Side::Left), front(-4));
        let alone = line(&[front(0)]);
        assert_eq!(alone.flank_end(Side::Right), None);
        assert_eq!(alone.flank_space(Side::Right), front(1));
        assert_eq!(alone.flank_space(Side::Left), front(-1));
    }

    /// `rome:R2`
    #[test]
    fn r2_neighbours_are_never_diagonal() {
        let all = line(&[front(-1), front(0), front(1), rear(-1), rear(0), rear(1)]);
        let beside: Vec<Space> = all.adjacent(front(0)).map(|(at, _)| at).collect();
        assert_eq!(beside, [front(-1), front(1), rear(0)]);
        assert!(!Line::are_adjacent(front(0), rear(1)));
    }

    /// `rome:R13` `rome:PLACE-2`
    #[test]
    fn r13_placing_reaches_one_beyond_the_outermost_of_both_rows_and_column_0() {
        let gapped = line(&[front(1), rear(-3)]);
        let columns: Vec<i8> = gapped.placements().collect();
        assert_eq!(columns, [-4, -3, -2, -1, 0, 2]);
        assert_eq!(Line::EMPTY.placements().collect::<Vec<_>>(), [-1, 0, 1]);
    }

    #[test]
    fn lines_read_back_from_json() {
        let mut line = line(&[front(0), rear(0)]);
        let unit = Unit::new(Kind::Archer).on_chariot(true, true).with_used(true);
        line.set(front(-1), Some(unit));
        let json = serde_json::to_string(&line).unwrap();
        assert_eq!(serde_json::from_str::<Line>(&json).unwrap(), line);
    }
}
