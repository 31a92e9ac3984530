//! How likely each number is.

/// How likely each whole number from 0 on is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread(Vec<f64>);

impl Spread {
    /// Nothing is likely yet.
    pub fn new() -> Spread {
        Spread::default()
    }

    /// Makes a number more likely.
    pub fn add(&mut self, number: usize, chance: f64) {
        if self.0.len() <= number {
            self.0.resize(number + 1, 0.0);
        }
        self.0[number] += chance;
    }

    /// The chance of exactly this number.
    pub fn exactly(&self, number: usize) -> f64 {
        self.0.get(number).copied().unwrap_or(0.0)
    }

    /// The chance of this number or a larger one.
    pub fn at_least(&self, number: usize) -> f64 {
        // From the small ones up, so that nothing gets lost.
        self.0.iter().skip(number).rev().sum()
    }

    /// What it is on average.
    pub fn mean(&self) -> f64 {
        self.0.iter().enumerate().rev().map(|(number, chance)| number as f64 * chance).sum()
    }

    /// The chances of 0, 1, 2 and so on.
    pub fn chances(&self) -> &[f64] {
        &self.0
    }
}

/// How often something happens before it fails for the `fails`-th time, if it happens with chance
/// `ratio` each time: the list ends where the rest is tiny, and the last entry takes it in.
pub(crate) fn before_failing(fails: u8, ratio: f64) -> Vec<f64> {
    let mut chance = 1.0;
    for _ in 0..fails {
        chance *= 1.0 - ratio;
    }
    let mut list = Vec::with_capacity(32);
    list.push(chance);
    let mut rest = 1.0 - chance;
    let mut happened = 0.0;
    while rest > crate::TINY && list.len() < 200 {
        happened += 1.0;
        chance *= ratio * (f64::from(fails) + happened - 1.0) / happened;
        list.push(chance);
        rest -= chance;
    }
    if let Some(last) = list.last_mut() {
        *last += rest.max(0.0);
    }
    list
}

/// The chances of 0 to `count` successes of `count` trials.
pub(crate) fn successes(count: u8, chance: f64) -> Vec<f64> {
    let all = usize::from(count) + 1;
    if chance >= 1.0 {
        let mut list = vec![0.0; all];
        list[all - 1] = 1.0;
        return list;
    }
    let mut list = Vec::with_capacity(all);
    let mut now: f64 = (0..count).map(|_| 1.0 - chance).product();
    for number in 1..=all {
        list.push(now);
        now *= chance / (1.0 - chance) * (all - number) as f64 / number as f64;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_counts_from_either_side() {
        let mut spread = Spread::new();
        for (number, chance) in [(0, 0.5), (2, 0.25), (3, 0.25)] {
            spread.add(number, chance);
        }
        assert_eq!(spread.chances(), [0.5, 0.0, 0.25, 0.25]);
        assert_eq!((spread.at_least(1), spread.exactly(9)), (0.5, 0.0));
        assert!((spread.mean() - 1.25).abs() < 1e-15);
    }

    #[test]
    fn lists_of_chances_add_up_to_one() {
        for count in 0..=20 {
            for list in [before_failing(count, 1.0 / 6.0), successes(count, 0.6)] {
                assert!((list.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{count}");
            }
        }
        // Two failures before three more sixes: 4 orders of 3 sixes and a failure, then the failure.
        let third = before_failing(2, 1.0 / 6.0)[3];
        assert!((third - 4.0 * 25.0 / 7776.0).abs() < 1e-16);
    }
}
