//! The sequential probability ratio test on pairs of games.
//!
//! A pair has one of five results, from nothing to two wins. Whether they speak for one strength
//! or for the other is weighed by the generalised likelihood ratio: the likeliest chances of the five
//! that come to the one expected share, against the likeliest that come to the other.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::run::{Bout, Run};
use crate::stats::float;
use crate::{cross, elo};

/// What is tested: whether the first is better by `elo1` rather than by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The strength at which the answer should be no.
    pub elo0: f64,
    /// The strength at which it should be yes.
    pub elo1: f64,
    /// How often a yes may be wrong.
    pub alpha: f64,
    /// How often a no may be wrong.
    pub beta: f64,
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} against {:+} Elo", self.elo1, self.elo0)
    }
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The first is better by `elo1` or so.
    Yes,
    /// It is not better than by `elo0`.
    No,
    /// Nothing yet.
    Open,
}

impl Test {
    /// Below the first the answer is no, above the second yes.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of some pairs, counted by half points from 0 to 4.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        // A result that never came up is not impossible.
        let counts = pairs.map(|count| float(count).max(1e-3));
        let all: f64 = counts.iter().sum();
        let chances = counts.map(|count| count / all);
        let (low, high) = (elo::share(self.elo0), elo::share(self.elo1));
        let (tilt0, tilt1) = (tilt(&chances, low), tilt(&chances, high));
        let ratio = |(points, chance): (f64, f64)| {
            chance * ((1.0 + tilt0 * (points - low)) / (1.0 + tilt1 * (points - high))).ln()
        };
        all * POINTS.into_iter().zip(chances).map(ratio).sum::<f64>()
    }

    /// What a ratio decides.
    pub fn decide(&self, llr: f64) -> Decision {
        let (low, high) = self.bounds();
        if llr >= high {
            Decision::Yes
        } else if llr <= low {
            Decision::No
        } else {
            Decision::Open
        }
    }
}

/// What each of the five results is worth.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The likeliest chances with an expected share are `chance / (1 + tilt (points - share))`: the
/// tilt at which they come to that share. It is found between the ends where a chance would be
/// infinite, where the sum falls steadily.
fn tilt(chances: &[f64; 5], share: f64) -> f64 {
    let excess = |tilt: f64| -> f64 {
        let each = POINTS.into_iter().zip(chances);
        each.map(|(points, chance)| chance * (points - share) / (1.0 + tilt * (points - share)))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// A test as it goes: pairs count in the order of their numbers, whatever the order in which they
/// end, and those after the decision don't count. So it comes out the same on any number of threads.
#[derive(Clone, Debug)]
pub struct Walk {
    test: Test,
    waiting: BTreeMap<u64, Option<u8>>,
    next: u64,
    pairs: [u64; 5],
    decision: Decision,
}

impl Walk {
    /// The test of a run as far as it was played.
    pub fn of(test: Test, run: &Run) -> Walk {
        let (waiting, pairs) = (BTreeMap::new(), [0; 5]);
        let mut walk = Walk { test, waiting, next: 0, pairs, decision: Decision::Open };
        for (pair, bouts) in cross::pairs(run) {
            walk.add(pair, bouts);
        }
        walk
    }

    /// A pair has been played. One of which a game did not end does not count.
    pub fn add(&mut self, pair: u64, bouts: [&Bout; 2]) {
        self.waiting.insert(pair, cross::half_points(bouts));
        while self.decision == Decision::Open
            && let Some(half_points) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            if let Some(half_points) = half_points {
                self.pairs[usize::from(half_points)] += 1;
                self.decision = self.test.decide(self.llr());
            }
        }
    }

    /// Whether it is decided.
    pub fn is_over(&self) -> bool {
        self.decision != Decision::Open
    }

    /// What it has come to.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The ratio.
    pub fn llr(&self) -> f64 {
        self.test.llr(&self.pairs)
    }

    /// The pairs that count, by half points.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// The number of the first pair that does not count.
    pub fn next(&self) -> u64 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Test = Test { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_wald_s() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
        assert_eq!(TEST.decide(2.95), Decision::Yes);
        assert_eq!(TEST.decide(-2.95), Decision::No);
        assert_eq!(TEST.decide(2.9), Decision::Open);
    }

    #[test]
    fn pairs_won_or_lost_whole_are_wald_s_own_test() {
        // With two results the chances follow from the share, and the ratio is the binomial's.
        for (lost, won) in [(100, 120), (300, 290), (50, 50)] {
            let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            let (s0, s1) = (share(0.0), share(10.0));
            let want =
                f64::from(won) * (s1 / s0).ln() + f64::from(lost) * ((1.0 - s1) / (1.0 - s0)).ln();
            let got = TEST.llr(&[lost as u64, 0, 0, 0, won as u64]);
            assert!((want - got).abs() < 1e-3, "{want} {got}");
        }
    }

    #[test]
    fn many_pairs_come_near_the_normal_test() {
        // LLR = N (s1 - s0) (2 mean - s0 - s1) / (2 variance), for shares near a half.
        let pairs = [200_u64, 900, 1800, 1050, 250];
        let total: f64 = float(pairs.iter().sum());
        let of = |power: i32| -> f64 {
            POINTS.iter().zip(pairs).map(|(at, n)| at.powi(power) * float(n)).sum::<f64>() / total
        };
        let (mean, variance) = (of(1), of(2) - of(1).powi(2));
        let (s0, s1) = (elo::share(0.0), elo::share(10.0));
        let want = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let got = TEST.llr(&pairs);
        assert!((want - got).abs() < 0.02 * want.abs(), "{want} {got}");
        assert!((TEST.llr(&[0; 5])).abs() < 1e-12);
    }
}
