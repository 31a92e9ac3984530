//! Dice rolled again one at a time for a price, each result seen before the next is paid for.
//!
//! What is best follows from the end: with nothing left to pay the dice are worth what they are worth;
//! with one more payment a die is taken up if that is worth more on average than to keep them all.

use std::collections::BTreeMap;

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
    /// What it may bring if it is rolled again, beside nothing else.
    rolled: Vec<(Lie, f64)>,
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
        let mut rolled = Vec::new();
        repeat_one(&chain, need, Lie::default(), |lie, chance| {
            rolled.push((lie, chance));
            let found = (lie.successes(), if sixes { lie.sixes } else { 0 });
            match one.iter_mut().rev().take(4).find(|known| (known.0, known.1) == found) {
                Some(known) => known.2 += chance,
                None => one.push((found.0, found.1, chance)),
            }
        });
        one.sort_by_key(|(successes, sixes, _)| (*successes, *sixes));
        Die { rolled, sixes, one }
    }

    /// Every way this die can come to lie beside others, once it was taken up.
    fn beside(&self, others: Lie) -> impl Iterator<Item = (Lie, f64)> + '_ {
        self.rolled.iter().map(move |&(lie, chance)| {
            let lie = Lie {
                sixes: others.sixes.saturating_add(lie.sixes),
                passed: others.passed + lie.passed,
                failed: others.failed + lie.failed,
                fixed: others.fixed + lie.fixed,
            };
            (lie, chance)
        })
    }
}

/// What is known by two small numbers that grow.
#[derive(Clone, Debug)]
struct Grid<T>(Vec<Vec<Option<T>>>);

impl<T: Copy> Grid<T> {
    fn get(&self, row: usize, column: usize) -> Option<T> {
        *self.0.get(row)?.get(column)?
    }

    fn set(&mut self, row: usize, column: usize, value: T) {
        if self.0.len() <= row {
            self.0.resize(row + 1, Vec::new());
        }
        let row = &mut self.0[row];
        if row.len() <= column {
            row.resize((column + 1).max(32), None);
        }
        row[column] = Some(value);
    }
}

impl<T> Default for Grid<T> {
    fn default() -> Grid<T> {
        Grid(Vec::new())
    }
}

/// What is known of the worth of dice, for whoever asks again: it holds for the same die and worths.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The worth of one more die, with the last payment: by sixes and successes without it.
    ones: Grid<f64>,
    /// What is best, and its worth: by payments left with what can be taken up, sixes and successes.
    bests: Vec<Grid<(Choice, f64)>>,
}

/// A plain way to lie with so many payments left, as the place of its value.
fn place(left: u8, lie: Lie) -> (usize, usize, usize) {
    let (left, failed, passed) =
        (usize::from(left), usize::from(lie.failed), usize::from(lie.passed));
    // All of a smaller number of payments come before: the sum of their squares.
    let before = left * (left + 1) * (2 * left + 1) / 6;
    (before + failed * (left + 1) + passed, lie.sixes.into(), lie.successes().into())
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
    memory: Memory,
}

fn key(lie: Lie) -> [u8; 4] {
    [lie.successes(), lie.sixes, lie.failed, lie.passed]
}

impl<'a, W: Fn(u8, u8, u8) -> f64> Again<'a, W> {
    /// For dice of this sort; `passed` says whether those that passed may be rolled again as well.
    pub fn new(die: &'a Die, passed: bool, worth: W) -> Again<'a, W> {
        Again { die, passed, worth, enough: u8::MAX, memory: Memory::default() }
    }

    /// The same where so many successes are as good as more, whichever of them are sixes.
    #[must_use]
    pub fn enough(self, enough: u8) -> Again<'a, W> {
        Again { enough, ..self }
    }

    /// The same with what is known already.
    #[must_use]
    pub fn remembering(self, memory: Memory) -> Again<'a, W> {
        Again { memory, ..self }
    }

    /// What is known by now.
    pub fn memory(self) -> Memory {
        self.memory
    }

    /// The best that can be had.
    pub fn value(&mut self, left: u8, lie: Lie) -> f64 {
        self.known(left, lie).1
    }

    /// What to do with so many payments left.
    pub fn choose(&mut self, left: u8, lie: Lie) -> Choice {
        self.known(left, lie).0
    }

    /// What is best and what it is worth, found once for all ways to lie that make no difference.
    fn known(&mut self, left: u8, lie: Lie) -> (Choice, f64) {
        if left == 0 {
            return self.best(left, lie);
        }
        let lie = lie.plain([if self.passed { left } else { 0 }, left], self.die.sixes);
        let (at, sixes, successes) = place(left, lie);
        let known = self.memory.bests.get(at).and_then(|known| known.get(sixes, successes));
        known.unwrap_or_else(|| {
            let best = self.best(left, lie);
            if self.memory.bests.len() <= at {
                self.memory.bests.resize(at + 1, Grid::default());
            }
            self.memory.bests[at].set(sixes, successes, best);
            best
        })
    }

    /// What a choice is worth if what follows is chosen best.
    pub fn worth_of(&mut self, left: u8, lie: Lie, choice: Choice) -> f64 {
        let without = match choice {
            Choice::Keep => return (self.worth)(left, lie.successes(), lie.sixes),
            Choice::Failed => Lie { failed: lie.failed - 1, ..lie },
            Choice::Passed => Lie { passed: lie.passed - 1, ..lie },
        };
        if left == 1 {
            let (row, column) = (without.sixes.into(), without.successes().into());
            if let Some(known) = self.memory.ones.get(row, column) {
                return known;
            }
            let value = self.one_more(without.successes(), without.sixes);
            self.memory.ones.set(row, column, value);
            return value;
        }
        let die = self.die;
        die.beside(without).map(|(lie, chance)| chance * self.value(left - 1, lie)).sum()
    }

    /// What one more die is worth beside so many successes and sixes, if it is the last.
    fn one_more(&self, successes: u8, sixes: u8) -> f64 {
        if !self.die.sixes && self.enough < u8::MAX {
            return self.up_to_enough(successes);
        }
        let parts = self.die.one.iter().map(|(more, more_sixes, chance)| {
            let (successes, sixes) =
                (successes.saturating_add(*more), sixes.saturating_add(*more_sixes));
            chance * (self.worth)(0, successes, sixes)
        });
        parts.sum()
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
    /// payments left, the successes and the sixes in the end, and the chance of that.
    pub fn play(
        &mut self,
        left: u8,
        start: impl IntoIterator<Item = (Lie, f64)>,
        mut end: impl FnMut(u8, u16, u16, f64),
    ) {
        if left <= 1 {
            return start
                .into_iter()
                .for_each(|(lie, chance)| self.end(left, lie, chance, &mut end));
        }
        let mut now: Vec<(Lie, f64)> = start.into_iter().collect();
        for left in (2..=left).rev() {
            // The order is the same every time, and with it every sum.
            let mut next: BTreeMap<[u8; 4], (Lie, f64)> = BTreeMap::new();
            for (lie, chance) in now {
                let Some(without) = self.taken_up(left, lie, chance) else {
                    end(left, lie.successes().into(), lie.sixes.into(), chance);
                    continue;
                };
                let (matter, passed) = (self.die.sixes, if self.passed { left - 1 } else { 0 });
                for (lie, part) in self.die.beside(without) {
                    let lie = lie.plain([passed, left - 1], matter);
                    next.entry(key(lie)).or_insert((lie, 0.0)).1 += chance * part;
                }
            }
            now = next.into_values().collect();
        }
        for (lie, chance) in now {
            self.end(1, lie, chance, &mut end);
        }
    }

    /// The dice without the one that is best taken up, if one is.
    fn taken_up(&mut self, left: u8, lie: Lie, chance: f64) -> Option<Lie> {
        match if chance < RARE { Choice::Keep } else { self.choose(left, lie) } {
            Choice::Keep => None,
            Choice::Failed => Some(Lie { failed: lie.failed - 1, ..lie }),
            Choice::Passed => Some(Lie { passed: lie.passed - 1, ..lie }),
        }
    }

    /// Plays the last payment, if there is one.
    #[inline]
    fn end(&mut self, left: u8, lie: Lie, chance: f64, end: &mut impl FnMut(u8, u16, u16, f64)) {
        let taken = if left == 0 { None } else { self.taken_up(left, lie, chance) };
        let Some(without) = taken else {
            return end(left, lie.successes().into(), lie.sixes.into(), chance);
        };
        let (successes, sixes) = (u16::from(without.successes()), u16::from(without.sixes));
        for &(more, more_sixes, part) in &self.die.one {
            end(0, successes + u16::from(more), sixes + u16::from(more_sixes), chance * part);
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
            again.play(left, [(start, 1.0)], |left, successes, sixes, chance| {
                all += chance;
                sum += chance * worth(left, successes as u8, sixes as u8);
            });
            assert!((all - 1.0).abs() < 1e-12 && (sum - expected).abs() < 1e-9, "{left}");
        }
    }
}
