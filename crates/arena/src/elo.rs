//! Elo ratings by maximum likelihood, with intervals from how much pairs of games differ.
//!
//! The model is Bradley and Terry's, a draw counting as half a win. The two games of a pair have dice
//! and table in common, so the intervals don't trust the model for how much results scatter: they
//! take it from the pairs (the sandwich estimator).

use crate::stats::{Interval, Z, float};

/// Elo points to a unit of the logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of points somebody so much stronger is expected to get.
pub fn share(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / SCALE).exp())
}

/// How two entrants met: pairs of games by the half points of the one, 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The one.
    pub one: usize,
    /// The other.
    pub two: usize,
    /// The pairs.
    pub pairs: [u64; 5],
}

/// What a meeting adds up to.
struct Sum {
    one: usize,
    two: usize,
    games: f64,
    points: f64,
    /// Pairs by the points of the one.
    pairs: [(f64, f64); 5],
}

/// The ratings of so many entrants: their mean is 0, or the rating of the one named is.
///
/// Who has won everything has no rating that is likeliest; then every meeting counts one drawn game
/// more, which keeps all ratings finite.
pub fn ratings(entrants: usize, met: &[Met], anchor: Option<usize>) -> Vec<Interval> {
    let extra = if is_connected(entrants, met) { 0.0 } else { 1.0 };
    let sums: Vec<Sum> =
        met.iter().filter(|met| met.one != met.two).map(|met| Sum::new(met, extra)).collect();
    let mut strength = vec![0.0; entrants];
    for _ in 0..100 {
        let (slope, bend) = slope_and_bend(&strength, &sums);
        let step = solve(bend, &slope);
        let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        let short = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        strength.iter_mut().zip(&step).for_each(|(strength, step)| *strength += short * step);
        if longest < 1e-10 {
            break;
        }
    }
    let (_, bend) = slope_and_bend(&strength, &sums);
    let scatter = scatter(&strength, &sums);
    let error = |who: usize| {
        // The row of the inverse for this rating, or for its difference to the anchor.
        let mut unit = vec![0.0; entrants];
        unit[who] += 1.0;
        if let Some(anchor) = anchor {
            unit[anchor] -= 1.0;
        }
        let row = solve(bend.clone(), &unit);
        let variance: f64 =
            scatter.iter().map(|(one, two, square)| (row[*one] - row[*two]).powi(2) * square).sum();
        variance.sqrt()
    };
    let zero = anchor.map_or(0.0, |anchor| strength[anchor]);
    let rating = |who: usize| {
        let (value, half) = ((strength[who] - zero) * SCALE, Z * error(who) * SCALE);
        Interval::rounded(value, value - half, value + half)
    };
    (0..entrants).map(rating).collect()
}

impl Sum {
    fn new(met: &Met, extra: f64) -> Sum {
        let mut pairs = [(0.0, 0.0); 5];
        for (half_points, count) in (0_u32..).zip(met.pairs) {
            pairs[half_points as usize] = (f64::from(half_points) / 2.0, float(count));
        }
        let points: f64 = pairs.iter().map(|(points, count)| points * count).sum();
        let games: f64 = pairs.iter().map(|(_, count)| 2.0 * count).sum();
        Sum {
            one: met.one,
            two: met.two,
            games: games + extra,
            points: points + extra / 2.0,
            pairs,
        }
    }

    fn expected(&self, strength: &[f64]) -> f64 {
        1.0 / (1.0 + (strength[self.two] - strength[self.one]).exp())
    }
}

/// The log-likelihood's gradient, and its curvature made regular: ratings are only known but for a
/// common number, so their sum is held at nothing.
fn slope_and_bend(strength: &[f64], sums: &[Sum]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strength.len();
    let mut slope = vec![0.0; count];
    let mut bend = vec![vec![1.0; count]; count];
    // Who has met nobody yet stays where it is.
    (0..count).for_each(|who| bend[who][who] += 1e-9);
    for sum in sums {
        let expected = sum.expected(strength);
        let surprise = sum.points - sum.games * expected;
        slope[sum.one] += surprise;
        slope[sum.two] -= surprise;
        let weight = sum.games * expected * (1.0 - expected);
        bend[sum.one][sum.one] += weight;
        bend[sum.two][sum.two] += weight;
        bend[sum.one][sum.two] -= weight;
        bend[sum.two][sum.one] -= weight;
    }
    (slope, bend)
}

/// How much the pairs of each meeting scatter about what was expected.
fn scatter(strength: &[f64], sums: &[Sum]) -> Vec<(usize, usize, f64)> {
    let each = |sum: &Sum| {
        let expected = sum.expected(strength);
        let of = |(points, count): &(f64, f64)| count * (points - 2.0 * expected).powi(2);
        let square: f64 = sum.pairs.iter().map(of).sum();
        // Pairs that all came out alike still leave room for another.
        (sum.one, sum.two, square.max(0.25))
    };
    sums.iter().map(each).collect()
}

/// Whether everybody got something from everybody, at least by way of others.
fn is_connected(entrants: usize, met: &[Met]) -> bool {
    let mut got = vec![vec![false; entrants]; entrants];
    for met in met {
        let points: u64 = (0..).zip(met.pairs).map(|(half, count): (u64, u64)| half * count).sum();
        let most: u64 = met.pairs.iter().sum::<u64>() * 4;
        got[met.one][met.two] |= points > 0;
        got[met.two][met.one] |= points < most;
    }
    for by in 0..entrants {
        for one in 0..entrants {
            for two in 0..entrants {
                got[one][two] |= got[one][by] && got[by][two];
            }
        }
    }
    (0..entrants).all(|one| (0..entrants).all(|two| one == two || got[one][two]))
}

/// Solves a regular system of equations.
fn solve(mut rows: Vec<Vec<f64>>, right: &[f64]) -> Vec<f64> {
    let count = right.len();
    let mut right = right.to_vec();
    for column in 0..count {
        let best = (column..count)
            .max_by(|one, two| rows[*one][column].abs().total_cmp(&rows[*two][column].abs()))
            .unwrap_or(column);
        rows.swap(column, best);
        right.swap(column, best);
        let pivot = rows[column].clone();
        for row in (0..count).filter(|row| *row != column) {
            let factor = rows[row][column] / pivot[column];
            rows[row].iter_mut().zip(&pivot).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    (0..count).map(|at| right[at] / rows[at][at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_entrants_have_the_rating_of_their_share() {
        // 400 log10(s / (1 - s)); and by the delta method SE = 400 / ln 10 · se / (s (1 - s)).
        let met = [Met { one: 0, two: 1, pairs: [5, 10, 30, 25, 30] }];
        let counts = [5.0, 10.0, 30.0, 25.0, 30.0];
        let at = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean: f64 = counts.iter().zip(at).map(|(n, at)| n * at).sum::<f64>() / 100.0;
        let square: f64 = counts.iter().zip(at).map(|(n, at)| n * (at - mean).powi(2)).sum();
        let error = (square / 100.0 / 100.0).sqrt();
        let elo = 400.0 * (mean / (1.0 - mean)).log10();
        let half = 1.959_964 * 400.0 / 10_f64.ln() * error / (mean * (1.0 - mean));
        let got = ratings(2, &met, Some(1));
        assert!((got[0].value - elo).abs() < 1e-3, "{got:?} {elo}");
        assert!((got[0].high - got[0].value - half).abs() < 1e-2, "{got:?} {half}");
        assert_eq!((got[1].value, got[1].high), (0.0, 0.0));
        let mean = ratings(2, &met, None);
        assert!(
            (mean[0].value - elo / 2.0).abs() < 1e-3 && (mean[1].value + elo / 2.0).abs() < 1e-3
        );
    }

    #[test]
    fn ratings_give_back_the_shares_they_were_made_from() {
        let truth = [0.0_f64, 100.0, 250.0];
        let met = |one: usize, two: usize| {
            let s = 1.0 / (1.0 + 10_f64.powf((truth[two] - truth[one]) / 400.0));
            let won = (s * 1e6).round() as u64;
            Met { one, two, pairs: [1_000_000 - won, 0, 0, 0, won] }
        };
        let got = ratings(3, &[met(0, 1), met(0, 2), met(1, 2)], Some(0));
        for (rating, truth) in got.iter().zip(truth) {
            assert!((rating.value - truth).abs() < 0.01, "{got:?}");
        }
    }

    #[test]
    fn who_won_everything_still_has_a_rating() {
        let met = [Met { one: 0, two: 1, pairs: [0, 0, 0, 0, 10] }];
        let got = ratings(2, &met, None);
        assert!(got[0].value > 150.0 && got[0].value < 600.0 && got[0].low > 0.0, "{got:?}");
        assert!(ratings(3, &met, None).iter().all(|rating| rating.value.is_finite()));
    }
}
