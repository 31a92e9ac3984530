//! Lengths: whole hundredths of a millimetre, spoken of in inches.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length in units of 0.01 mm. An inch is 2540 of them, exactly.
///
/// Files and people write inches; nothing is lost, since six decimals of an inch are read and the
/// nearest unit is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(pub i32);

/// How many units an inch has.
pub const INCH: i32 = 2540;
/// How many units a millimetre has.
pub const MM: i32 = 100;

impl Length {
    /// No length.
    pub const ZERO: Length = Length(0);
    /// The gap up to which two things touch.
    pub const CONTACT: Length = Length(5);

    /// Whole inches.
    pub const fn inches(inches: i32) -> Length {
        Length(inches * INCH)
    }

    /// Tenths of an inch.
    pub const fn tenths(tenths: i32) -> Length {
        Length(tenths * INCH / 10)
    }

    /// Whole millimetres.
    pub const fn millimetres(mm: i32) -> Length {
        Length(mm * MM)
    }

    /// The nearest length to a number of inches, if it is a sensible number for a table.
    pub fn from_inches(inches: f64) -> Option<Length> {
        let units = inches * f64::from(INCH);
        let half = if units < 0.0 { -0.5 } else { 0.5 };
        // A comparison with what is no number is false.
        let sensible = units.abs() < f64::from(1 << 24);
        sensible.then_some(Length((units + half) as i32))
    }

    /// In inches, for drawing.
    pub fn as_inches(self) -> f64 {
        f64::from(self.0) / f64::from(INCH)
    }

    /// The length beside another that it is compared with: with more decimals if both would read
    /// the same and are not.
    pub fn beside(self, other: Length) -> String {
        if self != other && self.to_string() == other.to_string() {
            format!("{:.4}\"", self.as_inches())
        } else {
            self.to_string()
        }
    }

    /// Reads inches as people write them: `6`, `6.25`, `6"`, `.5`.
    pub fn parse(text: &str) -> Result<Length, String> {
        let digits = text.trim().trim_end_matches('"').trim_end();
        let plain = !digits.is_empty()
            && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-')
            && digits.chars().any(|c| c.is_ascii_digit());
        plain
            .then(|| digits.parse::<f64>().ok())
            .flatten()
            .and_then(Length::from_inches)
            .ok_or_else(|| format!("`{text}` is not a length; write inches, such as 6 or 2.5"))
    }
}

impl fmt::Display for Length {
    /// Inches with at least one decimal and at most three: `6.0"`, `2.125"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (i64::from(self.0.abs()) * 1000 + i64::from(INCH) / 2) / i64::from(INCH);
        let sign = if self.0 < 0 && thousandths > 0 { "-" } else { "" };
        let (whole, part) = (thousandths / 1000, thousandths % 1000);
        if part % 100 == 0 {
            write!(f, "{sign}{whole}.{}\"", part / 100)
        } else if part % 10 == 0 {
            write!(f, "{sign}{whole}.{:02}\"", part / 10)
        } else {
            write!(f, "{sign}{whole}.{part:03}\"")
        }
    }
}

impl Serialize for Length {
    /// As inches where that is exact in a short decimal, so that files stay readable; the nearest
    /// unit is read back in any case.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % INCH == 0 {
            serializer.serialize_i32(self.0 / INCH)
        } else {
            // Six decimals tell any two units apart, and a whole number of millionths divided by
            // a million prints as those decimals.
            let millionths = (i64::from(self.0) * 1_000_000 + i64::from(self.0.signum()) * 1270)
                / i64::from(INCH);
            serializer.serialize_f64(millionths as f64 / 1e6)
        }
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Length;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a length in inches, such as 6 or 2.5")
            }

            fn visit_i64<E: serde::de::Error>(self, inches: i64) -> Result<Length, E> {
                self.visit_f64(inches as f64)
            }

            fn visit_u64<E: serde::de::Error>(self, inches: u64) -> Result<Length, E> {
                self.visit_f64(inches as f64)
            }

            fn visit_f64<E: serde::de::Error>(self, inches: f64) -> Result<Length, E> {
                Length::from_inches(inches)
                    .ok_or_else(|| E::custom(format!("{inches} inches fit on no table")))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Length, E> {
                Length::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(-self.0)
    }
}

impl Mul<i32> for Length {
    type Output = Length;
    fn mul(self, times: i32) -> Length {
        Length(self.0 * times)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        self.0 += other.0;
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Length) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_read_as_inches() {
        for (units, text) in [
            (0, "0.0\""),
            (2540, "1.0\""),
            (15_748, "6.2\""),
            (5397, "2.125\""),
            (-1270, "-0.5\""),
            (1, "0.0\""), // Less than a thousandth of an inch.
            (635, "0.25\""),
        ] {
            assert_eq!(Length(units).to_string(), text);
        }
    }

    #[test]
    fn lengths_that_differ_by_a_hair_read_differently_beside_each_other() {
        let (six, more) = (Length::inches(6), Length(15_241));
        assert_eq!(more.to_string(), six.to_string());
        assert_eq!((more.beside(six), six.beside(six)), ("6.0004\"".into(), "6.0\"".into()));
    }

    #[test]
    fn what_is_not_a_length_is_refused_with_an_example() {
        for text in ["", "six", "-", "1e9", "inf", "nan", "99999999"] {
            let error = Length::parse(text).unwrap_err();
            assert!(error.contains("such as"), "{error}");
        }
        assert_eq!(Length::parse(" 2.5\" "), Ok(Length(6350)));
    }

    proptest::proptest! {
        #[test]
        fn every_unit_survives_a_file(units in -400_000_i32..400_000) {
            #[derive(Serialize, Deserialize, PartialEq, Debug)]
            struct File { at: Length }
            let file = File { at: Length(units) };
            let text = toml::to_string(&file).unwrap();
            proptest::prop_assert_eq!(toml::from_str::<File>(&text).unwrap(), file);
        }
    }
}
