//! Dice rolled again one at a time for a price, each result seen before the next is paid for.
//!
//! What is best follows from the end: with nothing left to pay the dice are worth what they are worth;
//! with one more payment a die is taken up if that is worth more on average than to keep them all.

use std::collections::{BTreeMap, HashMap};

use crate::die::{Need, Repeat};
use crate::pool::{Chain, Lie, repeat_one};

/// What to do with the dice that lie there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Leave them.
    Keep,
    /// Roll one again that failed.
    Failed,
    /// Roll one again that passed, in the hope of a six.
    Passed,
}

/// To be better, a choice must be better by this much: nobody pays for what rounding makes of a tie.
const EDGE: f64 = 1e-11;

/// No less likely way to lie is played on.
const RARE: f64 = 1e-14;

/// A die that may be rolled again.
#[derive(Clone, Debug)]
pub struct Die {
    need: Need,
    chain: Chain,
    /// Whether it matters which successes are sixes.
    sixes: bool,
    /// What it brings in the end if nothing more is paid: successes, sixes, chance.
    one: Vec<(u8, u8, f64)>,
}

impl Die {
    /// A die that needs this. `repeat` says which new dice are rolled again at once, `sixes` whether
    /// it matters which successes are sixes.
    pub fn new(need: Need, repeat: Repeat, sixes: bool) -> Die {
        // A die was rolled again, so the one die of `Repeat::One` was it.
        let chain = Chain::of(need, repeat);
        let mut one: Vec<(u8, u8, f64)> = Vec::new();
        repeat_one(&chain, need, Lie::default(), |lie, chance| {
            let found = (lie.successes(), if sixes { lie.sixes } else { 0 });
            match one.iter_mut().rev().take(4).find(|known| (known.0, known.1) == found) {
                Some(known) => known.2 += chance,
                None => one.push((found.0, found.1, chance)),
            }
        });
        one.sort_by_key(|(successes, sixes, _)| (*successes, *sixes));
        Die { need, chain, sixes, one }
    }
}

/// One who may pay for rolling dice again, and wants the most of what they are worth.
pub struct Again<'a, W> {
    die: &'a Die,
    /// Whether dice that passed may be rolled again.
    passed: bool,
    /// What the dice are worth: with so many payments left, so many successes and so many sixes.
    worth: W,
    /// So many successes are as good as more.
    enough: u8,
    /// The best that can be had, by payments left and lie.
    known: HashMap<(u8, [u8; 4]), f64>,
}

fn key(lie: Lie) -> [u8; 4] {
    [lie.successes(), lie.sixes, lie.failed, lie.passed]
}

impl<'a, W: Fn(u8, u8, u8) -> f64> Again<'a, W> {
    /// For dice of this sort; `passed` says whether those that passed may be rolled again as well.
    pub fn new(die: &'a Die, passed: bool, worth: W) -> Again<'a, W> {
        Again { die, passed, worth, enough: u8::MAX, known: HashMap::new() }
    }

    /// The same where so many successes are as good as more, whichever of them are sixes.
    #[must_use]
    pub fn enough(self, enough: u8) -> Again<'a, W> {
        Again { enough, ..self }
    }

    /// The best that can be had.
    pub fn value(&mut self, left: u8, lie: Lie) -> f64 {
        if left < 2 {
            return self.best(left, lie).1;
        }
        let lie = lie.plain([if self.passed { left } else { 0 }, left], self.die.sixes);
        if let Some(known) = self.known.get(&(left, key(lie))) {
            return *known;
        }
        let value = self.best(left, lie).1;
        self.known.insert((left, key(lie)), value);
        value
    }

    /// What to do with so many payments left.
    pub fn choose(&mut self, left: u8, lie: Lie) -> Choice {
        self.best(left, lie).0
    }

    /// What a choice is worth if what follows is chosen best.
    pub fn worth_of(&mut self, left: u8, lie: Lie, choice: Choice) -> f64 {
        let without = match choice {
            Choice::Keep => return (self.worth)(left, lie.successes(), lie.sixes),
            Choice::Failed => Lie { failed: lie.failed - 1, ..lie },
            Choice::Passed => Lie { passed: lie.passed - 1, ..lie },
        };
        if left == 1 {
            let (successes, sixes) = (without.successes(), without.sixes);
            if !self.die.sixes && self.enough < u8::MAX {
                return self.up_to_enough(successes);
            }
            let parts = self.die.one.iter().map(|(more, more_sixes, chance)| {
                let (successes, sixes) =
                    (successes.saturating_add(*more), sixes.saturating_add(*more_sixes));
                chance * (self.worth)(0, successes, sixes)
            });
            return parts.sum();
        }
        let mut next: Vec<(Lie, f64)> = Vec::new();
        repeat_one(&self.die.chain, self.die.need, without, |lie, chance| next.push((lie, chance)));
        next.into_iter().map(|(lie, chance)| chance * self.value(left - 1, lie)).sum()
    }

    /// What one more die is worth beside so many successes, if more than enough is not told apart.
    fn up_to_enough(&self, successes: u8) -> f64 {
        let (mut sum, mut left) = (0.0, 1.0);
        for (more, _, chance) in &self.die.one {
            let now = successes.saturating_add(*more);
            if now >= self.enough {
                break;
            }
            sum += chance * (self.worth)(0, now, 0);
            left -= chance;
        }
        sum + left * (self.worth)(0, self.enough, 0)
    }

    fn best(&mut self, left: u8, lie: Lie) -> (Choice, f64) {
        let keep = self.worth_of(left, lie, Choice::Keep);
        let (mut best, mut value) = (Choice::Keep, keep);
        if left == 0 {
            return (best, value);
        }
        let options =
            [(lie.failed > 0, Choice::Failed), (self.passed && lie.passed > 0, Choice::Passed)];
        for (possible, choice) in options {
            if possible {
                let other = self.worth_of(left, lie, choice);
                if other > value + EDGE {
                    (best, value) = (choice, other);
                }
            }
        }
        (best, value)
    }

    /// Plays on from ways to lie with their chances, always choosing best. Calls `end` with the
    /// payments left, how the dice lie in the end, and the chance of that.
    pub fn play(
        &mut self,
        left: u8,
        start: impl IntoIterator<Item = (Lie, f64)>,
        mut end: impl FnMut(u8, Lie, f64),
    ) {
        let mut now: Vec<(Lie, f64)> = start.into_iter().collect();
        for left in (1..=left).rev() {
            // The order is the same every time, and with it every sum.
            let mut next: BTreeMap<[u8; 4], (Lie, f64)> = BTreeMap::new();
            for (lie, chance) in now {
                let choice = if chance < RARE { Choice::Keep } else { self.choose(left, lie) };
                let without = match choice {
                    Choice::Keep => {
                        end(left, lie, chance);
                        continue;
                    }
                    Choice::Failed => Lie { failed: lie.failed - 1, ..lie },
                    Choice::Passed => Lie { passed: lie.passed - 1, ..lie },
                };
                if left == 1 {
                    for (more, sixes, part) in &self.die.one {
                        let sixes = without.sixes.saturating_add(*sixes);
                        let successes = without.successes().saturating_add(*more);
                        let fixed = successes.saturating_sub(sixes);
                        let lie = Lie { sixes, fixed, ..Lie::default() };
                        end(0, lie, chance * part);
                    }
                    continue;
                }
                let (matter, passed) = (self.die.sixes, if self.passed { left - 1 } else { 0 });
                repeat_one(&self.die.chain, self.die.need, without, |lie, part| {
                    let lie = lie.plain([passed, left - 1], matter);
                    next.entry(key(lie)).or_insert((lie, 0.0)).1 += chance * part;
                });
            }
            now = next.into_values().collect();
        }
        if left == 0 {
            for (lie, chance) in now {
                end(0, lie, chance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lie(sixes: u8, passed: u8, failed: u8) -> Lie {
        Lie { sixes, passed, failed, fixed: 0 }
    }

    #[test]
    fn a_failure_is_rolled_again_and_a_success_only_when_one_more_is_needed() {
        let enough =
            |want: u8| move |_: u8, successes: u8, _: u8| f64::from(u8::from(successes >= want));
        let choose = |want, lie| {
            Again::new(&Die::new(Need(2), Repeat::Never, false), true, enough(want)).choose(1, lie)
        };
        assert_eq!(choose(2, lie(0, 1, 1)), Choice::Failed);
        assert_eq!(choose(2, lie(0, 2, 0)), Choice::Keep, "two are enough");
        assert_eq!(choose(2, lie(0, 1, 0)), Choice::Passed, "a six would bring the second");
        let die = Die::new(Need(2), Repeat::Never, false);
        let mut never = Again::new(&die, false, enough(2));
        assert_eq!(never.choose(1, lie(0, 1, 0)), Choice::Keep, "what passed stays");
    }

    #[test]
    fn a_second_payment_is_used_on_what_the_first_brought() {
        let die = Die::new(Need(4), Repeat::Never, false);
        let mut again = Again::new(&die, false, |_, s, _| f64::from(s.min(1)));
        let once = again.value(1, lie(0, 0, 1));
        assert!((once - 0.5).abs() < 1e-14);
        // The die rolled again may not be a third time, so a second payment does nothing here.
        assert!((again.value(2, lie(0, 0, 1)) - once).abs() < 1e-14);
        // With two dice it takes up the other one.
        assert!((again.value(2, lie(0, 0, 2)) - 0.75).abs() < 1e-14);
        // Asked again, the answer is the same.
        assert!((again.value(2, lie(0, 0, 2)) - 0.75).abs() < 1e-14);
    }

    #[test]
    fn what_is_played_out_is_worth_what_was_expected() {
        for left in 0..=3 {
            let worth = |left: u8, s: u8, k: u8| {
                f64::from(s) * f64::from(s) + 0.3 * f64::from(k) + 0.2 * f64::from(left)
            };
            let die = Die::new(Need(3), Repeat::Ones, true);
            let mut again = Again::new(&die, true, worth);
            let start = lie(1, 1, 2);
            let expected = again.value(left, start);
            let (mut sum, mut all) = (0.0, 0.0);
            again.play(left, [(start, 1.0)], |left, lie, chance| {
                all += chance;
                sum += chance * worth(left, lie.successes(), lie.sixes);
            });
            assert!((all - 1.0).abs() < 1e-12 && (sum - expected).abs() < 1e-9, "{left}");
        }
    }
}
