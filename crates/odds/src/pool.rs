//! Many dice against a number, where every natural 6 brings another die.
//!
//! A die and what its sixes bring is a chain that ends with a face below 6. So a roll of `n` dice has
//! `n` ends, however many sixes come before them; how many there are and what the ends are does not
//! depend on each other. Dice that are rolled again at once only make sixes more likely and sort the
//! ends further, into those that may still be rolled again and those that may not.

use crate::again::Die;
use crate::die::{Need, Repeat};
use crate::frame::{Frame, Lies};
use crate::spread::{before_failing, successes};

/// Dice that lie on the table, as far as it matters: their order does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lie {
    /// Natural sixes.
    pub sixes: u8,
    /// Dice that passed with another face and may be rolled again.
    pub passed: u8,
    /// Dice that failed and may be rolled again.
    pub failed: u8,
    /// Dice that passed with another face and may not be rolled again.
    pub fixed: u8,
}

impl Lie {
    /// How many dice passed, sixes among them.
    pub fn successes(self) -> u8 {
        self.sixes.saturating_add(self.passed).saturating_add(self.fixed)
    }
}

/// How a new die and what it brings comes to lie, once everything that is rolled again at once has
/// been.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// The chance of one more six before the end.
    pub six: f64,
    /// The chance that the end passes and may be rolled again.
    pub passed: f64,
    /// That it fails and may be rolled again.
    pub failed: f64,
    /// That it passes and may not be rolled again.
    pub fixed: f64,
    /// That it fails and may not be rolled again.
    pub spoilt: f64,
}

impl Chain {
    /// A die that needs this. [`Repeat::One`] is for a whole roll, not for a die: here it is nothing.
    pub fn of(need: Need, repeat: Repeat) -> Chain {
        let pass = f64::from(need.passing()) / 5.0;
        let fail = 1.0 - pass;
        // Ends that are rolled again, of all ends.
        let again = match repeat {
            Repeat::Never | Repeat::One => 0.0,
            Repeat::Ones => 0.2,
            Repeat::Failures => fail,
        };
        // An end rolled again is a six with chance 1/6, and the chain goes on.
        let six = (1.0 + again * 5.0 / 6.0) / 6.0;
        let all = 1.0 - again / 6.0;
        let second = again * 5.0 / 6.0;
        Chain {
            six,
            passed: pass / all,
            failed: (fail - again) / all,
            fixed: second * pass / all,
            spoilt: second * fail / all,
        }
    }
}

/// A roll of several dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// How many.
    pub dice: u8,
    /// What each needs.
    pub need: Need,
    /// Which are rolled again at once.
    pub repeat: Repeat,
}

impl Pool {
    /// Calls `found` with every way the dice can come to lie, and its chance.
    pub fn lies(&self, mut found: impl FnMut(Lie, f64)) {
        let chain = Chain::of(self.need, self.repeat);
        let sixes = before_failing(self.dice, chain.six);
        self.ends(&chain, |ends, chance| {
            for (k, six_chance) in sixes.iter().enumerate() {
                let (lie, chance) = (Lie { sixes: k as u8, ..ends }, chance * six_chance);
                if self.repeat != Repeat::One || lie.failed == 0 {
                    found(lie, chance);
                    continue;
                }
                // One die that failed is rolled again; what it brings is not.
                let without = Lie { failed: lie.failed - 1, ..lie };
                repeat_one(&chain, self.need, without, |lie, part| found(lie, chance * part));
            }
        });
    }

    /// Calls `found` with every way the ends of the chains can lie, and its chance.
    fn ends(&self, chain: &Chain, mut found: impl FnMut(Lie, f64)) {
        let open = chain.passed + chain.failed;
        let all_open = chain.fixed + chain.spoilt <= 0.0;
        let opens = if all_open { vec![1.0] } else { successes(self.dice, 1.0 - open) };
        let [pass_open, pass_fixed] = [(chain.passed, open), (chain.fixed, 1.0 - open)]
            .map(|(passes, of)| if of > 0.0 { (passes / of).min(1.0) } else { 0.0 });
        for (closed, chance) in opens.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let closed = closed as u8;
            let passed = successes(self.dice - closed, pass_open);
            let fixed = successes(closed, pass_fixed);
            for (p, passed_chance) in passed.iter().enumerate() {
                for (f, fixed_chance) in fixed.iter().enumerate() {
                    let ends = chance * passed_chance * fixed_chance;
                    if ends <= 0.0 {
                        continue;
                    }
                    let failed = self.dice - closed - p as u8;
                    found(Lie { sixes: 0, passed: p as u8, failed, fixed: f as u8 }, ends);
                }
            }
        }
    }

    /// No more sixes than this are worth telling apart: there are more less than once in 10^12
    /// rolls, one die rolled again or two included.
    pub fn sixes(&self) -> usize {
        before_failing(self.dice, Chain::of(self.need, self.repeat).six).len() + 1
    }

    /// Every way to lie that matters to somebody who may roll so many dice again, those that passed
    /// and those that failed.
    pub fn on(&self, frame: Frame, caps: [u8; 2]) -> Lies {
        let die = Die::new(self.need, self.repeat);
        let one = self.repeat == Repeat::One;
        let mut lies = Lies::new(frame, if one { [caps[0], caps[1] + 1] } else { caps });
        let sixes = before_failing(self.dice, die.chain.six);
        self.ends(&die.chain, |ends, chance| {
            let row = lies.row_mut([ends.passed.into(), ends.failed.into()]);
            let from = frame.place(ends.successes().into(), 0);
            for (k, six_chance) in sixes.iter().enumerate() {
                row[frame.sixes_more(from, k)] += chance * six_chance;
            }
        });
        if one { lies.one_again(frame, &die, caps) } else { lies }
    }
}

/// Calls `found` with every way a die taken up can come to lie again beside the others.
pub fn repeat_one(chain: &Chain, need: Need, others: Lie, mut found: impl FnMut(Lie, f64)) {
    let passes = f64::from(need.passing()) / 6.0;
    found(Lie { fixed: others.fixed + 1, ..others }, passes);
    found(others, 5.0 / 6.0 - passes);
    let mut sixes = others.sixes;
    for chance in before_failing(1, chain.six) {
        sixes = sixes.saturating_add(1);
        let six = Lie { sixes, ..others };
        let chance = chance / 6.0;
        found(Lie { passed: six.passed + 1, ..six }, chance * chain.passed);
        found(Lie { failed: six.failed + 1, ..six }, chance * chain.failed);
        if chain.fixed + chain.spoilt > 0.0 {
            found(Lie { fixed: six.fixed + 1, ..six }, chance * chain.fixed);
            found(six, chance * chain.spoilt);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(pool: Pool) -> f64 {
        let mut mean = 0.0;
        pool.lies(|lie, chance| mean += f64::from(lie.successes()) * chance);
        mean
    }

    #[test]
    fn an_exploding_die_is_worth_six_fifths_of_its_chance() {
        for need in 2..=7 {
            let pool = Pool { dice: 3, need: Need(need), repeat: Repeat::Never };
            let want = 3.0 * Need(need).chance().value() * 1.2;
            assert!((mean(pool) - want).abs() < 1e-10, "{need}+");
        }
    }

    /// The mean of a die that is rolled again by hand: e is a plain die, and a failure (or a 1) of a
    /// chain is replaced by another plain die, whose own sixes bring chains of the same sort.
    #[test]
    fn dice_rolled_again_at_once_have_the_mean_worked_out_by_hand() {
        for (repeat, again) in [(Repeat::Ones, 1.0), (Repeat::Failures, 3.0)] {
            // m = chain: pass 2/6 (faces 4, 5) + 6: 1/6 (1 + m) + again/6 · (2/6 + 1/6 (1 + m))
            let pass = 2.0 / 6.0;
            let fixed = pass + 1.0 / 6.0 + again / 6.0 * (pass + 1.0 / 6.0);
            let want = fixed / (1.0 - 1.0 / 6.0 - again / 36.0);
            let pool = Pool { dice: 1, need: Need(4), repeat };
            assert!((mean(pool) - want).abs() < 1e-10, "{repeat:?} {} {want}", mean(pool));
        }
    }

    #[test]
    fn all_ways_to_lie_add_up_to_one() {
        for repeat in [Repeat::Never, Repeat::Ones, Repeat::One, Repeat::Failures] {
            for dice in [0, 1, 4, 20] {
                for need in [2, 4, 6] {
                    let pool = Pool { dice, need: Need(need), repeat };
                    let mut sum = 0.0;
                    pool.lies(|lie, chance| {
                        sum += chance;
                        assert!(lie.passed + lie.failed + lie.fixed <= dice);
                    });
                    assert!((sum - 1.0).abs() < 1e-12, "{repeat:?} {dice} {need}: {sum}");
                }
            }
        }
    }

    /// A list of all ways to lie is slow and plain, and says the same.
    #[test]
    fn the_table_of_ways_to_lie_is_their_list() {
        for repeat in [Repeat::Never, Repeat::Ones, Repeat::One, Repeat::Failures] {
            for (dice, need) in [(0, 4), (1, 2), (3, 4), (5, 6), (9, 3)] {
                let pool = Pool { dice, need: Need(need), repeat };
                for (caps, sixes) in
                    [([0, 0], false), ([1, 1], true), ([0, 2], false), ([2, 2], true)]
                {
                    let frame = if sixes {
                        Frame::parted(pool.sixes(), dice.into())
                    } else {
                        Frame::whole(pool.sixes() + usize::from(dice))
                    };
                    let mut list = Vec::new();
                    pool.lies(|lie, chance| list.push((lie, chance)));
                    let (listed, table) = (Lies::of(frame, caps, list), pool.on(frame, caps));
                    for ((open, one), (_, two)) in listed.rows().zip(table.rows()) {
                        for (place, (one, two)) in one.iter().zip(two).enumerate() {
                            let near = (one - two).abs() < 1e-12;
                            assert!(near, "{pool:?} {caps:?} {open:?} {place}: {one} {two}");
                        }
                    }
                }
            }
        }
    }
}
