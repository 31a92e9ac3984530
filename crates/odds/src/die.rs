//! One die against a number, and two dice against each other.

use crate::Ratio;

/// What a die needs, whatever modifiers have made of it: a natural 6 always passes, a natural 1
/// never does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need(pub i8);

impl Need {
    /// Whether a face passes.
    pub fn passes(self, face: u8) -> bool {
        match face {
            6 => true,
            1 => false,
            _ => face as i8 >= self.0,
        }
    }

    /// How many of the faces 1 to 5 pass.
    pub fn passing(self) -> u8 {
        (6 - self.0.clamp(2, 6)) as u8
    }

    /// The chance to pass.
    pub fn chance(self) -> Ratio {
        Ratio::of(u64::from(self.passing()) + 1, 6)
    }
}

/// Which failed dice are rolled again at once, once each, without a price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// None.
    #[default]
    Never,
    /// Natural ones.
    Ones,
    /// One die of those that failed.
    One,
    /// All that failed.
    Failures,
}

/// The chance that a single die passes which never brings another.
pub fn single(need: Need, repeat: Repeat) -> Ratio {
    let pass = need.chance();
    let again = match repeat {
        Repeat::Never => Ratio::ZERO,
        Repeat::Ones => Ratio::of(1, 6),
        Repeat::One | Repeat::Failures => pass.opposite(),
    };
    pass.or(again.and(pass))
}

/// Two dice against each other, each with a bonus, ties rolled again with the bonuses kept: the
/// chance of the first to be higher in the end, and of a tie in any one roll.
pub fn roll_off(bonus: [u8; 2]) -> (Ratio, Ratio) {
    let (mut wins, mut ties) = (0, 0);
    for first in 1..=6 {
        for second in 1..=6 {
            let (a, b) = (first + u16::from(bonus[0]), second + u16::from(bonus[1]));
            wins += u64::from(a > b);
            ties += u64::from(a == b);
        }
    }
    (Ratio::of(wins, 36 - ties), Ratio::of(ties, 36))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_natural_faces_are_certain() {
        for (need, pass) in [(-3, "5/6"), (2, "5/6"), (4, "1/2"), (6, "1/6"), (9, "1/6")] {
            assert_eq!(Need(need).chance().to_string(), pass, "{need}+");
            let faces = (1..=6).filter(|face| Need(need).passes(*face)).count();
            assert_eq!(faces, usize::from(Need(need).passing()) + 1, "{need}+");
        }
    }

    #[test]
    fn a_single_die_is_rolled_again_once() {
        for (repeat, pass) in [
            (Repeat::Never, "1/2"),
            (Repeat::Ones, "7/12"),
            (Repeat::One, "3/4"),
            (Repeat::Failures, "3/4"),
        ] {
            assert_eq!(single(Need(4), repeat).to_string(), pass, "{repeat:?}");
        }
    }

    #[test]
    fn a_bonus_decides_a_roll_off_at_five() {
        for (bonus, win, tie) in [
            ([0, 0], "1/2", "1/6"),
            ([1, 0], "21/31", "5/36"),
            ([0, 2], "3/16", "1/9"),
            ([5, 0], "1", "1/36"), // At worst a tie, which is rolled again.
            ([200, 0], "1", "0"),
            ([3, 3], "1/2", "1/6"),
        ] {
            let (wins, ties) = roll_off(bonus);
            assert_eq!((wins.to_string(), ties.to_string()), (win.into(), tie.into()), "{bonus:?}");
        }
    }
}
