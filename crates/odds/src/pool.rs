//! Many dice against a number, where every natural 6 brings another die.
//!
//! A die and what its sixes bring is a chain that ends with a face below 6. So a roll of `n` dice has
//! `n` ends, however many sixes come before them; how many there are and what the ends are does not
//! depend on each other. Dice that are rolled again at once only make sixes more likely and sort the
//! ends further, into those that may still be rolled again and those that may not.

use crate::die::{Need, Repeat};
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

    /// The same dice without what makes no difference: more dice of a sort than can be taken up, and
    /// which successes are sixes, unless that matters.
    #[must_use]
    pub fn plain(self, left: [u8; 2], sixes: bool) -> Lie {
        let shown = if sixes { self.sixes } else { 0 };
        let passed = self.passed.min(left[0]);
        let fixed = self.successes() - shown - passed;
        Lie { sixes: shown, passed, failed: self.failed.min(left[1]), fixed }
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

/// More sixes than this are not told apart: twenty dice, all rolled again at once until they pass,
/// show more less than once in 10^17 rolls.
const SIXES: u8 = 95;

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
    pub fn lies(&self, found: impl FnMut(Lie, f64)) {
        self.lies_up_to(u8::MAX, found);
    }

    /// The same where `most` successes are as good as more: those are found together, with the sixes
    /// of the least of them.
    pub fn lies_up_to(&self, most: u8, mut found: impl FnMut(Lie, f64)) {
        let chain = Chain::of(self.need, self.repeat);
        if self.repeat != Repeat::One {
            return self.ends(&chain, most, found);
        }
        // One die that failed is rolled again, if one did; what it brings is not.
        self.ends(&chain, most, |lie, chance| {
            if lie.failed == 0 || chance < crate::TINY * crate::TINY {
                return found(lie, chance);
            }
            let without = Lie { failed: lie.failed - 1, ..lie };
            repeat_one(&chain, self.need, without, |lie, part| found(lie, chance * part));
        });
    }

    fn ends(&self, chain: &Chain, most: u8, mut found: impl FnMut(Lie, f64)) {
        let sixes = Sixes::before(self.dice, chain);
        self.runs(chain, |lie, chance| sixes.beside(lie, chance, most, &mut found));
    }

    /// Calls `found` with every way the ends of the chains can lie, and its chance.
    fn runs(&self, chain: &Chain, mut found: impl FnMut(Lie, f64)) {
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

    /// No more successes than this are worth telling apart: there are more less than once in 10^13
    /// rolls, one die rolled again or two included.
    pub fn most(&self) -> u8 {
        let sixes = before_failing(self.dice, Chain::of(self.need, self.repeat).six).len();
        (usize::from(self.dice) + sixes + 2).min(200) as u8
    }

    /// Every way to lie that matters to somebody who can pay for `left` re-rolls and does not care for
    /// more than `most` successes; nor, unless told so, for which of them are sixes. `left` is told
    /// for dice that passed and for dice that failed.
    pub fn gathered(&self, left: [u8; 2], sixes: bool, most: u8) -> Vec<(Lie, f64)> {
        let chain = Chain::of(self.need, self.repeat);
        let before = Sixes::before(self.dice, &chain);
        let mut gathering = Gathering::new(self, before.chances.len(), left, sixes, most);
        if self.repeat == Repeat::One {
            self.lies_up_to(most, |lie, chance| gathering.add(lie, chance));
        } else {
            self.runs(&chain, |lie, chance| gathering.add_all(lie, chance, &before));
        }
        gathering.finish()
    }
}

/// How likely numbers of sixes are before the ends of some chains.
struct Sixes {
    chances: Vec<f64>,
    /// The chance of so many or more.
    tails: Vec<f64>,
}

impl Sixes {
    fn before(dice: u8, chain: &Chain) -> Sixes {
        let chances = before_failing(dice, chain.six);
        let mut tails = chances.clone();
        for k in (0..tails.len() - 1).rev() {
            tails[k] += tails[k + 1];
        }
        Sixes { chances, tails }
    }

    /// How many sixes beside so many successes make enough of them, as far as they are told apart.
    fn enough(&self, successes: usize, most: u8) -> usize {
        usize::from(most).saturating_sub(successes).min(self.chances.len() - 1)
    }

    /// Calls `found` with these ends beside every number of sixes up to enough.
    fn beside(&self, ends: Lie, chance: f64, most: u8, found: &mut impl FnMut(Lie, f64)) {
        let enough = self.enough(ends.successes().into(), most);
        for (k, six_chance) in self.chances[..enough].iter().enumerate() {
            found(Lie { sixes: k as u8, ..ends }, chance * six_chance);
        }
        found(Lie { sixes: enough as u8, ..ends }, chance * self.tails[enough]);
    }
}

/// Ways to lie, those together that make no difference.
struct Gathering {
    /// Those that were found, in the order in which they were, and where their chances are.
    list: Vec<(Lie, u32)>,
    /// Chances by how many dice of either sort can be taken up, successes beside sixes, and sixes;
    /// or by successes instead of the last two, unless it matters which are sixes.
    chances: Vec<f64>,
    found: Vec<bool>,
    /// From where to where all were found.
    full: (usize, usize),
    left: [u8; 2],
    /// Whether it matters which successes are sixes.
    sixes: bool,
    most: u8,
    /// How many different numbers there are of dice that can be taken up, of successes and of sixes.
    sides: [usize; 3],
}

impl Gathering {
    fn new(pool: &Pool, lengths: usize, left: [u8; 2], sixes: bool, most: u8) -> Gathering {
        // One die rolled again may bring as many sixes once more as one brings.
        let again = if pool.repeat == Repeat::One { 32 } else { 0 };
        let opens = usize::from(left[0].max(left[1])) + 1;
        let (dice, side) = (usize::from(pool.dice) + 2, lengths + again);
        let sides = if sixes {
            [opens, dice, side.min(usize::from(SIXES) + 1)]
        } else {
            [opens, (dice + side).min(usize::from(most) + 1), 1]
        };
        let all = opens * opens * sides[1] * sides[2];
        Gathering {
            list: Vec::with_capacity(64),
            chances: vec![0.0; all],
            found: vec![false; all],
            full: (0, 0),
            left,
            sixes,
            most,
            sides,
        }
    }

    fn place(&self, plain: Lie) -> usize {
        let [opens, side, sixes] = self.sides;
        let open = usize::from(plain.passed) * opens + usize::from(plain.failed);
        let others = usize::from(plain.successes() - plain.sixes);
        (open * side + others) * sixes + usize::from(plain.sixes)
    }

    fn add(&mut self, lie: Lie, chance: f64) {
        let enough = lie.successes() >= self.most;
        let mut plain = lie.plain(if enough { [0, 0] } else { self.left }, self.sixes);
        plain.sixes = plain.sixes.min(SIXES);
        if enough {
            plain.fixed = self.most.saturating_sub(plain.sixes);
        }
        let place = self.place(plain);
        if self.found.len() <= place {
            self.found.resize(place + 1, false);
            self.chances.resize(place + 1, 0.0);
        }
        self.note(place, plain);
        self.chances[place] += chance;
    }

    fn note(&mut self, place: usize, plain: Lie) {
        if !self.found[place] {
            self.found[place] = true;
            self.list.push((plain, place as u32));
        }
    }

    /// Adds these ends beside every number of sixes up to enough.
    fn add_all(&mut self, ends: Lie, chance: f64, before: &Sixes) {
        let enough = before.enough(ends.successes().into(), self.most);
        if before.chances.len() > usize::from(SIXES) {
            return before.beside(ends, chance, self.most, &mut |lie, part| self.add(lie, part));
        }
        // One six more is the next place, whatever else there is.
        let plain = ends.plain(self.left, self.sixes);
        let from = self.place(plain);
        let to = from + enough;
        if from < self.full.0 || to > self.full.1 {
            for k in 0..enough {
                let more = k as u8;
                let (sixes, fixed) = if self.sixes { (more, 0) } else { (0, more) };
                let plain = Lie { sixes, fixed: plain.fixed + fixed, ..plain };
                self.note(from + k, plain);
            }
            self.full = (from, to);
        }
        for (sum, six_chance) in self.chances[from..to].iter_mut().zip(&before.chances) {
            *sum += chance * six_chance;
        }
        self.add(Lie { sixes: enough as u8, ..ends }, chance * before.tails[enough]);
    }

    fn finish(self) -> Vec<(Lie, f64)> {
        let chances = &self.chances;
        self.list.into_iter().map(|(lie, place)| (lie, chances[place as usize])).collect()
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

    /// Gathering one by one in a list is slow and plain, and gives the same bits.
    #[test]
    fn what_is_gathered_is_what_one_by_one_gives() {
        for repeat in [Repeat::Never, Repeat::Ones, Repeat::One, Repeat::Failures] {
            for (dice, need, most) in [(0, 4, 255), (1, 2, 1), (3, 4, 3), (5, 6, 255), (9, 3, 9)] {
                for (left, sixes) in
                    [([0, 0], false), ([1, 1], true), ([0, 2], false), ([2, 2], true)]
                {
                    let pool = Pool { dice, need: Need(need), repeat };
                    let mut list: Vec<(Lie, f64)> = Vec::new();
                    pool.lies_up_to(most, |lie, chance| {
                        let enough = lie.successes() >= most;
                        let mut plain = lie.plain(if enough { [0, 0] } else { left }, sixes);
                        if enough {
                            plain.fixed = most.saturating_sub(plain.sixes);
                        }
                        match list.iter_mut().find(|(known, _)| *known == plain) {
                            Some((_, sum)) => *sum += chance,
                            None => list.push((plain, chance)),
                        }
                    });
                    let bits = |list: Vec<(Lie, f64)>| -> Vec<(Lie, u64)> {
                        list.into_iter().map(|(lie, chance)| (lie, chance.to_bits())).collect()
                    };
                    let gathered = pool.gathered(left, sixes, most);
                    assert_eq!(bits(gathered), bits(list), "{pool:?} {left:?} {sixes} {most}");
                }
            }
        }
    }
}
