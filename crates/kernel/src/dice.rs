//! The one port through which chance enters a game.
//!
//! A game names every roll. Seeded dice answer from a generator, scripted dice from a list that
//! must be used in order and to its end, and dice fed by hand ask a person. The mapping from random
//! words to faces is ours and exact, so that a seed means the same on every platform.

use std::collections::VecDeque;
use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Seat, Seed};

/// What a roll is for: its name, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The name scripts and logs know it by.
    pub name: &'static str,
    /// The seat it belongs to, if it belongs to one.
    pub seat: Option<Seat>,
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{} for {seat}", self.name),
            None => f.write_str(self.name),
        }
    }
}

/// What is rolled: a die with faces from 1, or one card of a bag counted by kind.
#[derive(Clone, Copy, Debug)]
pub enum RollKind<'a> {
    /// A die with this many faces; the answer is a face from 1.
    Die(u8),
    /// A bag with this many of each kind; the answer is a kind from 0.
    Bag(&'a [u8]),
}

impl RollKind<'_> {
    /// Whether the value can come up at all.
    pub fn allows(self, value: u32) -> bool {
        match self {
            RollKind::Die(sides) => (1..=u32::from(sides)).contains(&value),
            RollKind::Bag(counts) => {
                usize::try_from(value).is_ok_and(|kind| counts.get(kind).is_some_and(|n| *n > 0))
            }
        }
    }

    /// A value that can come up, for dice that already failed and only have to go on.
    fn any(self) -> u32 {
        match self {
            RollKind::Die(_) => 1,
            RollKind::Bag(counts) => {
                counts.iter().position(|count| *count > 0).unwrap_or_default() as u32
            }
        }
    }
}

/// Why scripted or hand-fed dice could not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceFault {
    /// The script ended while the game still rolls.
    Exhausted {
        /// The roll that found nothing.
        wanted: String,
    },
    /// The script's next entry is for another roll.
    OutOfOrder {
        /// The roll the game makes.
        wanted: String,
        /// The entry that came up.
        found: String,
    },
    /// The entry's value can't come up: no such face, or no such card left.
    Impossible {
        /// The roll the game makes.
        wanted: String,
        /// The entry that came up.
        found: String,
    },
    /// Entries are left over at the end.
    Unused {
        /// The first entry left.
        first: String,
        /// How many are left in all.
        count: usize,
    },
}

impl fmt::Display for DiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceFault::Exhausted { wanted } => {
                write!(f, "the script has ended, and the game rolls {wanted}: add an entry for it")
            }
            DiceFault::OutOfOrder { wanted, found } => {
                write!(f, "the game rolls {wanted}, but the script's next entry is \"{found}\"")
            }
            DiceFault::Impossible { wanted, found } => {
                write!(f, "the game rolls {wanted}, where \"{found}\" can't come up")
            }
            DiceFault::Unused { first, count } => match count {
                1 => write!(f, "1 scripted entry was never rolled: \"{first}\""),
                _ => write!(
                    f,
                    "{count} scripted entries were never rolled; the first is \"{first}\""
                ),
            },
        }
    }
}

/// The port. Games ask it and never ask anything else for chance.
pub trait Dice {
    /// Rolls once: a face from 1 for a die, a kind from 0 for a bag.
    ///
    /// A bag must hold something; games ask only then.
    fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32;

    /// How many rolls were made so far: the driver sees by it whether an action was chance-free.
    fn rolled(&self) -> u64;

    /// The first thing that went wrong. Drivers look after every action and take back what faulty
    /// dice did, so games need not.
    fn fault(&self) -> Option<&DiceFault> {
        None
    }
}

/// A random word below `bound`, every value equally likely.
///
/// Lemire's multiply-and-reject: exact, and without a division in nearly every call.
#[inline]
pub fn below(bound: u32, mut word: impl FnMut() -> u32) -> u32 {
    debug_assert!(bound > 0);
    let mut product = u64::from(word()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(word()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Dice from a generator.
#[derive(Clone, Debug)]
pub struct Seeded<R> {
    random: R,
    rolled: u64,
}

impl Seeded<ChaCha8Rng> {
    /// The dice of a match: a cryptographic generator, so that seen faces tell nothing of the next.
    pub fn new(seed: Seed) -> Self {
        Seeded { random: ChaCha8Rng::from_seed(seed.0), rolled: 0 }
    }
}

impl Seeded<Xoshiro256PlusPlus> {
    /// Dice for rollouts: fast, and nobody plays against them.
    pub fn fast(seed: Seed) -> Self {
        Seeded::from_rng(seed.generator())
    }
}

impl<R: Rng> Seeded<R> {
    /// Dice from any generator: rollouts use a faster one.
    pub fn from_rng(random: R) -> Self {
        Seeded { random, rolled: 0 }
    }

    /// A plain number below `bound`, for choices that are no roll of the game.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        below(bound, || self.random.next_u32())
    }
}

/// The kind of the card with this number, if those of a bag are numbered kind by kind.
///
/// It counts the kinds that end at or below the number, without a branch: which card comes up can't
/// be foreseen, and a branch on it would be mispredicted at nearly every draw.
#[inline]
fn kind_of(counts: &[u8], number: u32) -> u32 {
    let mut end = 0;
    let ends = counts.iter().map(|count| {
        end += u32::from(*count);
        u32::from(end <= number)
    });
    ends.sum()
}

impl<R: Rng> Dice for Seeded<R> {
    #[inline]
    fn roll(&mut self, _roll: Roll, kind: RollKind<'_>) -> u32 {
        self.rolled += 1;
        match kind {
            RollKind::Die(sides) => 1 + self.below(u32::from(sides)),
            RollKind::Bag(counts) => {
                let total = counts.iter().map(|count| u32::from(*count)).sum();
                debug_assert!(total > 0, "an empty bag was drawn from");
                kind_of(counts, self.below(total))
            }
        }
    }

    fn rolled(&self) -> u64 {
        self.rolled
    }
}

/// One entry of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptEntry {
    /// The name of the roll it answers.
    pub name: String,
    /// The seat it is for; `None` fits any.
    pub seat: Option<Seat>,
    /// The face or the kind.
    pub value: u32,
    /// The entry as its author wrote it, for messages.
    pub text: String,
}

/// Dice that answer from a list, in order, and complain about any disagreement.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    entries: VecDeque<ScriptEntry>,
    rolled: u64,
    fault: Option<DiceFault>,
}

impl Scripted {
    /// Dice that will come up as the entries say.
    pub fn new(entries: impl IntoIterator<Item = ScriptEntry>) -> Self {
        Scripted { entries: entries.into_iter().collect(), rolled: 0, fault: None }
    }

    /// Adds entries at the end.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = ScriptEntry>) {
        self.entries.extend(entries);
    }

    /// How many entries are still to come up.
    pub fn left(&self) -> usize {
        self.entries.len()
    }

    /// Whether all went well and nothing is left over.
    pub fn finish(&self) -> Result<(), DiceFault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        match self.entries.front() {
            Some(first) => {
                Err(DiceFault::Unused { first: first.text.clone(), count: self.entries.len() })
            }
            None => Ok(()),
        }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32 {
        self.rolled += 1;
        if self.fault.is_some() {
            return kind.any();
        }
        let wanted = roll.to_string();
        let fault = match self.entries.front() {
            None => DiceFault::Exhausted { wanted },
            Some(entry) => {
                let found = entry.text.clone();
                if entry.name != roll.name || (entry.seat.is_some() && entry.seat != roll.seat) {
                    DiceFault::OutOfOrder { wanted, found }
                } else if kind.allows(entry.value) {
                    let value = entry.value;
                    self.entries.pop_front();
                    return value;
                } else {
                    DiceFault::Impossible { wanted, found }
                }
            }
        };
        self.fault = Some(fault);
        kind.any()
    }

    fn rolled(&self) -> u64 {
        self.rolled
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.fault.as_ref()
    }
}

/// Dice that ask: real dice on a real table, typed in by a person.
pub struct ByHand<F> {
    ask: F,
    rolled: u64,
}

impl<F: FnMut(Roll, RollKind<'_>) -> u32> ByHand<F> {
    /// Dice that call `ask` until it gives a value that can come up.
    pub fn new(ask: F) -> Self {
        ByHand { ask, rolled: 0 }
    }
}

impl<F: FnMut(Roll, RollKind<'_>) -> u32> Dice for ByHand<F> {
    fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32 {
        self.rolled += 1;
        loop {
            let value = (self.ask)(roll, kind);
            if kind.allows(value) {
                return value;
            }
        }
    }

    fn rolled(&self) -> u64 {
        self.rolled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LUCK: Roll = Roll { name: "luck", seat: None };

    fn entry(name: &str, value: u32) -> ScriptEntry {
        ScriptEntry { name: name.into(), seat: None, value, text: format!("{name} {value}") }
    }

    #[test]
    fn every_face_of_a_seeded_die_comes_up_about_equally() {
        let mut dice = Seeded::new(Seed::from(1));
        let mut counts = [0u32; 7];
        for _ in 0..60_000 {
            counts[dice.roll(LUCK, RollKind::Die(6)) as usize] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(dice.rolled(), 60_000);
    }

    #[test]
    fn a_bag_gives_kinds_by_their_number_and_never_an_absent_one() {
        let mut dice = Seeded::new(Seed::from(2));
        let mut counts = [0u32; 3];
        for _ in 0..40_000 {
            counts[dice.roll(LUCK, RollKind::Bag(&[1, 0, 3])) as usize] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((9_500..10_500).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_faces_on_every_platform() {
        let mut dice = Seeded::new(Seed::from(42));
        let faces: Vec<u32> = (0..8).map(|_| dice.roll(LUCK, RollKind::Die(6))).collect();
        assert_eq!(faces, GOLDEN_FACES);
    }

    const GOLDEN_FACES: [u32; 8] = [1, 3, 1, 2, 3, 3, 4, 3];

    #[test]
    fn a_script_is_used_in_order_and_to_its_end() {
        let mut dice = Scripted::new([entry("luck", 4), entry("luck", 2)]);
        assert_eq!(dice.roll(LUCK, RollKind::Die(6)), 4);
        assert!(matches!(dice.finish(), Err(DiceFault::Unused { count: 1, .. })));
        assert_eq!(dice.roll(LUCK, RollKind::Die(6)), 2);
        assert_eq!(dice.finish(), Ok(()));
        dice.roll(LUCK, RollKind::Die(6));
        assert!(matches!(dice.fault(), Some(DiceFault::Exhausted { .. })));
    }

    #[test]
    fn a_script_complains_about_another_roll_and_about_impossible_values() {
        let mut dice = Scripted::new([entry("fate", 4)]);
        dice.roll(LUCK, RollKind::Die(6));
        assert!(matches!(dice.fault(), Some(DiceFault::OutOfOrder { .. })));
        let mut dice = Scripted::new([entry("luck", 7)]);
        dice.roll(LUCK, RollKind::Die(6));
        assert!(matches!(dice.fault(), Some(DiceFault::Impossible { .. })));
        let mut dice = Scripted::new([entry("luck", 1)]);
        dice.roll(LUCK, RollKind::Bag(&[2, 0]));
        assert!(matches!(dice.finish(), Err(DiceFault::Impossible { .. })));
    }

    #[test]
    fn dice_fed_by_hand_ask_again_after_an_impossible_face() {
        let mut answers = vec![3, 9];
        let mut dice = ByHand::new(|_, _| answers.pop().unwrap_or(1));
        assert_eq!(dice.roll(LUCK, RollKind::Die(6)), 3);
        assert_eq!(dice.rolled(), 1);
    }
}
