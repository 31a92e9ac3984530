//! Chances as fractions.

use std::fmt;

/// A chance as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    over: u64,
    under: u64,
}

impl Ratio {
    /// What never happens.
    pub const ZERO: Ratio = Ratio { over: 0, under: 1 };
    /// What always happens.
    pub const ONE: Ratio = Ratio { over: 1, under: 1 };

    /// So many cases of so many equally likely ones, which must not be none.
    pub fn of(cases: u64, all: u64) -> Ratio {
        assert!(all > 0 && cases <= all, "{cases} of {all} cases is no chance");
        let common = greatest_common(cases, all);
        Ratio { over: cases / common, under: all / common }
    }

    /// The chance of the opposite.
    #[must_use]
    pub fn opposite(self) -> Ratio {
        Ratio { over: self.under - self.over, ..self }
    }

    /// The chance that both of two independent things happen.
    #[must_use]
    pub fn and(self, other: Ratio) -> Ratio {
        Ratio::of(self.over * other.over, self.under * other.under)
    }

    /// The chance that one of two things happens that can't happen together.
    #[must_use]
    pub fn or(self, other: Ratio) -> Ratio {
        Ratio::of(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    /// As a number from 0 to 1.
    pub fn value(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

fn greatest_common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_and_add_up() {
        let third = Ratio::of(12, 36);
        assert_eq!(third.to_string(), "1/3");
        assert_eq!(third.or(third.opposite()), Ratio::ONE);
        assert_eq!(third.and(Ratio::of(1, 2)).to_string(), "1/6");
        assert_eq!(Ratio::ZERO.and(third), Ratio::ZERO);
        assert_eq!((Ratio::ONE.to_string(), Ratio::ZERO.to_string()), ("1".into(), "0".into()));
    }
}
