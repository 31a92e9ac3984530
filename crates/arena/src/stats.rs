//! Intervals and histograms.

use serde::Serialize;

/// The standard normal's 97.5% point: 95% lie within it on both sides.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A number and the interval it lies in with 95% confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Six digits after the point: more would be noise, and hard to read.
    pub(crate) fn rounded(value: f64, low: f64, high: f64) -> Self {
        Interval { value: round(value), low: round(low), high: round(high) }
    }

    /// The share of the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Interval::rounded(1.0 - self.value, 1.0 - self.high, 1.0 - self.low)
    }

    /// This less another that was measured apart from it: what both may be off adds up by squares.
    #[must_use]
    pub fn less(self, other: Interval) -> Self {
        let delta = self.value - other.value;
        let down = (self.value - self.low).hypot(other.high - other.value);
        let up = (self.high - self.value).hypot(other.value - other.low);
        Interval::rounded(delta, delta - down, delta + up)
    }

    /// Whether a number lies outside.
    pub fn excludes(&self, number: f64) -> bool {
        number < self.low || number > self.high
    }
}

/// A share of `of`, with Wilson's score interval: it holds near 0 and 1 and for few games too.
///
/// Of nothing, nothing is known: the share is 0 and the interval everything.
pub fn wilson(count: u64, of: u64) -> Interval {
    let (value, low, high) = wilson_exact(count, of);
    Interval::rounded(value, low, high)
}

fn wilson_exact(count: u64, of: u64) -> (f64, f64, f64) {
    if of == 0 {
        return (0.0, 0.0, 1.0);
    }
    let (number, share) = (float(of), float(count) / float(of));
    let square = Z * Z;
    let scale = 1.0 + square / number;
    let middle = (share + square / (2.0 * number)) / scale;
    let spread = share * (1.0 - share) / number + square / (4.0 * number * number);
    let half = Z * spread.sqrt() / scale;
    // None or all is exactly at the end of the interval; rounding must not move it past.
    let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if count == of { 1.0 } else { (middle + half).min(1.0) };
    (share, low, high)
}

/// The share of points from pairs of games that have something in common, such as their dice:
/// `counts` has the pairs by half points, from none to the most. The interval is from how much pairs
/// differ, so what the two games of a pair share does not make it look surer than it is.
pub fn paired(counts: &[u64]) -> Interval {
    let pairs: u64 = counts.iter().sum();
    let most = float(counts.len().saturating_sub(1).max(1) as u64);
    if pairs == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let of = |power: i32| -> f64 {
        let each = counts.iter().enumerate();
        each.map(|(half, count)| float(*count) * (float(half as u64) / most).powi(power))
            .sum::<f64>()
            / float(pairs)
    };
    let mean = of(1);
    // Pairs that all came out alike still leave room for another: never less than that of one.
    let variance = (of(2) - mean * mean).max(1.0 / (float(pairs) * most * most));
    let half = Z * (variance / float(pairs)).sqrt();
    Interval::rounded(mean, (mean - half).max(0.0), (mean + half).min(1.0))
}

/// The difference of two shares, first less second, with Newcombe's interval: the two Wilson
/// intervals combined.
pub fn difference(one: (u64, u64), two: (u64, u64)) -> Interval {
    let (first, first_low, first_high) = wilson_exact(one.0, one.1);
    let (second, second_low, second_high) = wilson_exact(two.0, two.1);
    if one.1 == 0 || two.1 == 0 {
        return Interval { value: 0.0, low: -1.0, high: 1.0 };
    }
    Interval { value: first, low: first_low, high: first_high }.less(Interval {
        value: second,
        low: second_low,
        high: second_high,
    })
}

/// The mean of some numbers that are independent of each other. Of one or none nothing is known.
pub fn mean_of(numbers: &[f64]) -> Interval {
    let count = float(numbers.len() as u64);
    if numbers.len() < 2 {
        let value = numbers.first().copied().unwrap_or(0.0);
        return Interval { value: round(value), low: f64::MIN, high: f64::MAX };
    }
    let mean = numbers.iter().sum::<f64>() / count;
    let square: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let half = Z * (square / (count - 1.0) / count).sqrt();
    Interval::rounded(mean, mean - half, mean + half)
}

/// A mean of whole numbers; 0 of nothing.
pub fn mean(sum: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { round(float(sum) / float(of)) }
}

pub(crate) fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// A count as a number to divide: exact below 2^53, and no batch has so many games.
#[expect(clippy::cast_precision_loss)]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// How often each small number came up: exact, and as large as the largest number only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, value: u32) {
        let index = value as usize;
        if self.counts.len() <= index {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Histogram) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// How often each number came up, from 0.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many numbers were counted.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        let sum = (0..).zip(&self.counts).map(|(value, count)| value * count).sum();
        mean(sum, self.len())
    }

    /// The smallest number that at least `percent` of a hundred are not above; 0 of nothing.
    pub fn percentile(&self, percent: u64) -> u32 {
        let total = self.len();
        let mut below = 0;
        for (value, count) in (0..).zip(&self.counts) {
            below += count;
            if below > 0 && below * 100 >= total * percent {
                return value;
            }
        }
        0
    }

    /// The largest number; 0 of nothing.
    pub fn max(&self) -> u32 {
        let last = self.counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        u32::try_from(last).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, value: f64, low: f64, high: f64) {
        let close = |a: f64, b: f64| (a - b).abs() < 5e-4;
        assert!(
            close(interval.value, value) && close(interval.low, low) && close(interval.high, high),
            "{interval:?}"
        );
    }

    #[test]
    fn pairs_are_as_sure_as_they_differ() {
        near(paired(&[25, 0, 50, 0, 25]), 0.5, 0.4307, 0.5693);
        near(paired(&[0, 0, 100, 0, 0]), 0.5, 0.4951, 0.5049);
        near(paired(&[0, 0, 0, 0, 4]), 1.0, 0.8775, 1.0);
        near(paired(&[0; 5]), 0.0, 0.0, 1.0);
    }

    #[test]
    fn a_mean_is_as_sure_as_its_numbers_differ() {
        // Mean 5, standard deviation 2.1381, error 0.7559.
        near(mean_of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 5.0, 3.5184, 6.4816);
    }

    #[test]
    fn wilson_gives_the_published_numbers() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        near(wilson(81, 263), 0.3080, 0.2553, 0.3662);
        near(wilson(15, 148), 0.1014, 0.0624, 0.1605);
        near(wilson(0, 20), 0.0, 0.0, 0.1611);
        near(wilson(1, 29), 0.0345, 0.0061, 0.1718);
        near(wilson(0, 0), 0.0, 0.0, 1.0);
        near(wilson(20, 20), 1.0, 0.8389, 1.0);
    }

    #[test]
    fn newcombe_gives_the_published_numbers() {
        // Newcombe 1998, method 10: 56 of 70 less 48 of 80, and 9 of 10 less 3 of 10.
        near(difference((56, 70), (48, 80)), 0.2, 0.0524, 0.3339);
        near(difference((9, 10), (3, 10)), 0.6, 0.1705, 0.8090);
        near(difference((0, 0), (3, 10)), 0.0, -1.0, 1.0);
    }

    #[test]
    fn a_histogram_knows_its_middle_and_ends() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.percentile(50), histogram.max(), histogram.len()), (0, 0, 0));
        for value in 1..=100 {
            histogram.add(value);
        }
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        for histogram in [histogram, twice] {
            let at = |percent| histogram.percentile(percent);
            assert_eq!((at(0), at(5), at(50), at(95), at(100)), (1, 5, 50, 95, 100));
            assert_eq!(histogram.max(), 100);
            assert!((histogram.mean() - 50.5).abs() < 1e-9);
        }
    }
}
