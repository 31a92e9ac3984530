//! Seats at the table, shown to people as letters.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How [`Seat::NOBODY`] is written.
const NOBODY: &str = "nobody";

/// A place at the table. People see it as a letter: seat 0 is `A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat of those who only watch: it is at no table. What it sees is what everybody sees, and
    /// it may do nothing.
    pub const NOBODY: Seat = Seat(8);

    /// The seat as an index into per-seat arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The letter people know the seat by; a dash for one that is at no table.
    pub fn letter(self) -> char {
        if self.0 < Seat::NOBODY.0 { char::from(b'A' + self.0) } else { '-' }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < Seat::NOBODY.0 { write!(f, "{}", self.letter()) } else { f.write_str(NOBODY) }
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() && letter.to_ascii_uppercase() <= b'H' => {
                Ok(Seat(letter.to_ascii_uppercase() - b'A'))
            }
            _ => Err(format!("\"{text}\" is no seat: seats are the letters A to H")),
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == NOBODY {
            return Ok(Seat::NOBODY);
        }
        text.parse().map_err(serde::de::Error::custom)
    }
}

crate::written_as!(Seat, {
    "description": "A seat, by its letter; nobody is who only watches.",
    "type": "string",
    "pattern": "^([A-H]|nobody)$"
});

/// A set of seats, small enough to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(pub u8);

/// The seat's bit in a set; none for [`Seat::NOBODY`], who is in no set.
#[inline]
fn bit(seat: Seat) -> u8 {
    (1_u16 << seat.0) as u8
}

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats.
    #[inline]
    pub fn first(count: u8) -> Self {
        SeatSet(((1u16 << count.min(8)) - 1) as u8)
    }

    /// The set of one seat.
    #[inline]
    pub fn one(seat: Seat) -> Self {
        SeatSet(bit(seat))
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & bit(seat) != 0
    }

    /// The set with the seat added.
    #[inline]
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        SeatSet(self.0 | bit(seat))
    }

    /// The set with the seat taken out.
    #[inline]
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        SeatSet(self.0 & !bit(seat))
    }

    /// Whether nobody is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The seats in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let seat = Seat(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(seat)
        })
    }

    /// The highest seat of the set.
    #[inline]
    pub fn highest(self) -> Option<Seat> {
        (!self.is_empty()).then(|| Seat(7 - self.0.leading_zeros() as u8))
    }

    /// The lowest seat of the set.
    #[inline]
    pub fn lowest(self) -> Option<Seat> {
        (!self.is_empty()).then(|| Seat(self.0.trailing_zeros() as u8))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, seat) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{seat}")?;
        }
        Ok(())
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for SeatSet {
    fn schema_name() -> Cow<'static, str> {
        "SeatSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Seat>::json_schema(generator)
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_read_back_from_their_letters() {
        for index in 0..8 {
            assert_eq!(Seat(index).to_string().parse(), Ok(Seat(index)));
        }
        assert!("AA".parse::<Seat>().is_err());
        assert!("é".parse::<Seat>().is_err());
    }

    #[test]
    fn nobody_is_in_no_set_and_is_no_letter() {
        assert!(!SeatSet::first(8).contains(Seat::NOBODY));
        assert_eq!(SeatSet::one(Seat::NOBODY), SeatSet::EMPTY);
        assert_eq!(SeatSet::first(2).with(Seat::NOBODY), SeatSet::first(2));
        assert_eq!(SeatSet::first(8).without(Seat::NOBODY), SeatSet::first(8));
        assert!("nobody".parse::<Seat>().is_err(), "no player types it");
        let json = serde_json::to_string(&Seat::NOBODY).expect("a text");
        assert_eq!(json, "\"nobody\"");
        assert_eq!(serde_json::from_str::<Seat>(&json).ok(), Some(Seat::NOBODY));
    }

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let set: SeatSet = [Seat(3), Seat(0)].into_iter().collect();
        assert_eq!(set.to_string(), "A, D");
        assert_eq!(set.lowest(), Some(Seat(0)));
        assert_eq!(SeatSet::first(2).without(Seat(0)), SeatSet::one(Seat(1)));
    }
}
