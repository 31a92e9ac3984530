//! Rows, columns and sides.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The outermost column a line can reach: sixty cards make no longer one.
pub const COLUMN_MAX: i8 = 60;

/// Whether a line could ever reach the column.
#[inline]
pub fn in_reach(column: i8) -> bool {
    (1 - COLUMN_MAX..COLUMN_MAX).contains(&column)
}

/// The two rows of a battle line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Row {
    /// Toward the enemy.
    Front,
    /// Behind it.
    Rear,
}

impl Row {
    /// Both of them.
    pub const BOTH: [Row; 2] = [Row::Front, Row::Rear];
}

/// A wing of a line, as its owner sees it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The negative columns.
    Left,
    /// The positive columns.
    Right,
}

impl Side {
    /// Both of them.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The wing a column belongs to; the vanguard column belongs to neither.
    #[inline]
    pub fn of(column: i8) -> Option<Side> {
        match column {
            0 => None,
            ..0 => Some(Side::Left),
            _ => Some(Side::Right),
        }
    }

    /// One step outward in this wing.
    #[inline]
    pub fn outward(self) -> i8 {
        match self {
            Side::Left => -1,
            Side::Right => 1,
        }
    }

    /// The other wing.
    #[must_use]
    pub fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "left" | "l" => Ok(Side::Left),
            "right" | "r" => Ok(Side::Right),
            _ => Err(format!("\"{text}\" is no side: write left or right")),
        }
    }
}

/// A space of somebody's line: `f-2` is the second column to the left in front, `r0` stands behind
/// the vanguard (`rome:R1`: columns are counted from the owner's left, the vanguard is 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space {
    /// The row.
    pub row: Row,
    /// The column, in the owner's own count.
    pub column: i8,
}

/// The front space of a column.
#[inline]
pub const fn front(column: i8) -> Space {
    Space { row: Row::Front, column }
}

/// The rear space of a column.
#[inline]
pub const fn rear(column: i8) -> Space {
    Space { row: Row::Rear, column }
}

/// `rome:VAN-1` The vanguard: the centre of the front row, which never moves.
pub const VANGUARD: Space = front(0);

impl Space {
    /// Where it lies in a row's arrays.
    #[inline]
    pub fn index(self) -> usize {
        debug_assert!(self.column.abs() <= COLUMN_MAX);
        (self.column + COLUMN_MAX) as usize
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = match self.row {
            Row::Front => 'f',
            Row::Rear => 'r',
        };
        write!(f, "{row}{}", self.column)
    }
}

impl FromStr for Space {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "\"{text}\" is no space: write f or r for the row and the column, as in f0, f-2 or r1"
            )
        };
        let lower = text.to_ascii_lowercase();
        let (row, column) = match lower.as_bytes().first() {
            Some(b'f') => (Row::Front, &lower[1..]),
            Some(b'r') => (Row::Rear, &lower[1..]),
            _ => return Err(wrong()),
        };
        let column: i8 = column.parse().map_err(|_| wrong())?;
        if !in_reach(column) {
            return Err(format!(
                "column {column} is out of reach: a line of all sixty units ends at {}",
                COLUMN_MAX - 1
            ));
        }
        Ok(Space { row, column })
    }
}

kernel::written_as!(Space, {
    "description": "A space: f or r for the front or rear row, and the column from the vanguard f0.",
    "type": "string",
    "pattern": "^[fr](0|-?[1-9][0-9]?)$"
});

impl Serialize for Space {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `rome:R1` `rome:VAN-1` columns count from the vanguard, left is negative.
    #[test]
    fn r1_spaces_read_back_from_their_names() {
        for space in [VANGUARD, front(-2), rear(7), rear(-59)] {
            assert_eq!(space.to_string().parse(), Ok(space));
        }
        assert_eq!("F+2".parse(), Ok(front(2)));
        for bad in ["", "x1", "f", "f60", "f-60", "r1000", "f1x", "é"] {
            assert!(bad.parse::<Space>().is_err(), "{bad}");
        }
        assert_eq!(Side::of(-1), Some(Side::Left));
        assert_eq!(Side::of(0), None);
    }
}
