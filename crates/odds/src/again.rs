//! Dice rolled again one at a time for a price, each result seen before the next is paid for.
//!
//! What is best follows from the end: with nothing left to pay the dice are worth what they are worth;
//! with one more payment a die is taken up if that is worth more on average than to keep them all. So
//! there is a table of worths for every number of payments left, each made from the one before. A six
//! brings a die that may bring another: what that is worth follows, too, from having one six more.

use crate::die::{Need, Repeat};
use crate::frame::{Frame, Lies};
use crate::pool::{Chain, Lie};

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

/// A die that may be rolled again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Die {
    /// The chances that it passes without a six, and that it fails.
    passes: f64,
    fails: f64,
    /// What a six brings.
    pub(crate) chain: Chain,
}

impl Die {
    /// A die that needs this. `repeat` says which new dice are rolled again at once.
    pub fn new(need: Need, repeat: Repeat) -> Die {
        let passes = f64::from(need.passing()) / 6.0;
        // A die was rolled again, so the one die of `Repeat::One` was it.
        Die { passes, fails: 5.0 / 6.0 - passes, chain: Chain::of(need, repeat) }
    }
}

impl Lies {
    /// Adds what becomes of a die taken up beside dice that lie like this, so many of which may be
    /// rolled again. The chances, by place, are used up.
    fn add_again(&mut self, frame: Frame, die: &Die, taken: &mut [f64], open: [usize; 2]) {
        let row = self.row_mut(open);
        for (place, chance) in taken.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            row[frame.pass(place)] += chance * die.passes;
            row[place] += chance * die.fails;
        }
        // From the top, so that none is moved twice.
        for place in (0..taken.len()).rev() {
            let six = taken[place] / 6.0;
            taken[place] = 0.0;
            taken[frame.six(place)] += six;
        }
        self.add_chains(&die.chain, taken, open);
    }

    /// The same dice after one that failed, if one did, was rolled again without a price. One more
    /// such die is told apart here than in what comes of it.
    #[must_use]
    pub fn one_again(&self, frame: Frame, die: &Die, caps: [u8; 2]) -> Lies {
        let mut next = Lies::new(frame, caps);
        for ([passed, failed], row) in self.rows() {
            if failed == 0 {
                let to = next.row_mut([passed, 0]);
                to.iter_mut().zip(row).for_each(|(to, chance)| *to += chance);
            } else {
                next.add_again(frame, die, &mut row.to_vec(), [passed, failed - 1]);
            }
        }
        next
    }
}

/// What is best with so many payments left.
#[derive(Clone, Debug)]
struct Layer {
    /// The worth and the choice: by dice that passed and that failed and may be rolled again, and by
    /// place.
    worths: Vec<f64>,
    choices: Vec<Choice>,
    /// More dice of a sort than these can't be taken up.
    caps: [usize; 2],
}

impl Layer {
    fn at(&self, places: usize, open: [usize; 2]) -> std::ops::Range<usize> {
        let [passed, failed] = [open[0].min(self.caps[0]), open[1].min(self.caps[1])];
        let from = (passed * (self.caps[1] + 1) + failed) * places;
        from..from + places
    }
}

/// One who may pay for rolling dice again, and wants the most of what they are worth.
#[derive(Clone, Debug)]
pub struct Again {
    die: Die,
    frame: Frame,
    /// Whether dice that passed may be rolled again.
    passed: bool,
    /// By payments left.
    layers: Vec<Layer>,
}

impl Again {
    /// For dice of this sort and so many payments; `passed` says whether those that passed may be
    /// rolled again as well. `worth` says what a place is worth with so many payments left.
    pub fn new(
        die: Die,
        frame: Frame,
        passed: bool,
        left: u8,
        mut worth: impl FnMut(u8, usize) -> f64,
    ) -> Again {
        let mut again = Again { die, frame, passed, layers: Vec::new() };
        for left in 0..=left {
            let worths: Vec<f64> = (0..frame.places()).map(|place| worth(left, place)).collect();
            let layer = match again.layers.last() {
                None => {
                    let choices = vec![Choice::Keep; worths.len()];
                    Layer { worths, choices, caps: [0, 0] }
                }
                Some(before) => again.layer(left, before, &worths),
            };
            again.layers.push(layer);
        }
        again
    }

    /// The best with one more payment than before, where to keep the dice is worth this.
    fn layer(&self, left: u8, before: &Layer, keep: &[f64]) -> Layer {
        let places = self.frame.places();
        let cap = usize::from(left);
        let caps = [if self.passed { cap } else { 0 }, cap];
        let mut rolled = Layer {
            worths: Vec::with_capacity(before.worths.len()),
            choices: Vec::new(),
            caps: before.caps,
        };
        for passed in 0..=before.caps[0] {
            for failed in 0..=before.caps[1] {
                self.rolled(before, [passed, failed], &mut rolled.worths);
            }
        }
        let all = (caps[0] + 1) * (caps[1] + 1) * places;
        let mut layer =
            Layer { worths: Vec::with_capacity(all), choices: vec![Choice::Keep; all], caps };
        for passed in 0..=caps[0] {
            for failed in 0..=caps[1] {
                let from = layer.worths.len();
                layer.worths.extend_from_slice(keep);
                let worths = &mut layer.worths[from..];
                let choices = &mut layer.choices[from..from + places];
                if failed > 0 {
                    let rolled = &rolled.worths[rolled.at(places, [passed, failed - 1])];
                    for place in 0..places {
                        if rolled[place] > worths[place] + EDGE {
                            (worths[place], choices[place]) = (rolled[place], Choice::Failed);
                        }
                    }
                }
                if passed > 0 {
                    let rolled = &rolled.worths[rolled.at(places, [passed - 1, failed])];
                    for place in 0..places {
                        let Some(without) = self.frame.without(place) else { continue };
                        if rolled[without] > worths[place] + EDGE {
                            (worths[place], choices[place]) = (rolled[without], Choice::Passed);
                        }
                    }
                }
            }
        }
        layer
    }

    /// Adds what a die is worth that is rolled again beside each place, so many others of which may
    /// be rolled again.
    fn rolled(&self, before: &Layer, open: [usize; 2], into: &mut Vec<f64>) {
        let (frame, places, Die { passes, fails, chain }) =
            (self.frame, self.frame.places(), self.die);
        let row = |open| &before.worths[before.at(places, open)];
        let (here, more_passed, more_failed) =
            (row(open), row([open[0] + 1, open[1]]), row([open[0], open[1] + 1]));
        let from = into.len();
        into.resize(from + places, 0.0);
        let into = &mut into[from..];
        // What a chain is worth that begins with one six more than where it is kept: from the top, as
        // a chain that goes on begins with one six more again.
        let mut begun = 0.0;
        for place in (0..places).rev() {
            let pass = frame.pass(place);
            let ends = chain.passed * more_passed[pass]
                + chain.failed * more_failed[place]
                + chain.fixed * here[pass]
                + chain.spoilt * here[place];
            let now = if frame.is_last(place) {
                ends
            } else {
                chain.six * begun + (1.0 - chain.six) * ends
            };
            let six = if frame.is_last(place) { now } else { begun };
            into[place] = passes * here[pass] + fails * here[place] + six / 6.0;
            begun = now;
        }
    }

    fn row(&self, left: u8, open: [usize; 2]) -> (&[f64], &[Choice]) {
        let layer = &self.layers[usize::from(left)];
        let range = layer.at(self.frame.places(), open);
        (&layer.worths[range.clone()], &layer.choices[range])
    }

    /// What every place is worth with so many payments left and so many dice that failed and may be
    /// rolled again, and none that passed.
    pub fn worths(&self, left: u8, failed: usize) -> &[f64] {
        self.row(left, [0, failed]).0
    }

    /// The best that can be had with so many payments left.
    pub fn value(&self, left: u8, start: &Lies) -> f64 {
        let parts = start.rows().map(|(open, row)| dot(row, self.row(left, open).0));
        parts.sum()
    }

    /// What to do with so many payments left.
    pub fn choose(&self, left: u8, lie: Lie) -> Choice {
        let place = self.frame.place(lie.successes().into(), lie.sixes.into());
        self.row(left, [lie.passed.into(), lie.failed.into()]).1[place]
    }

    /// Plays on from ways to lie, always choosing best. Calls `end` with the payments left, the place
    /// in the end and the chance of that.
    pub fn play(&self, left: u8, start: &Lies, mut end: impl FnMut(u8, usize, f64)) {
        let mut next: Option<Lies> = None;
        for left in (0..=left).rev() {
            let now = next.take();
            let now = now.as_ref().unwrap_or(start);
            let mut taken: Vec<([usize; 2], Vec<f64>)> = Vec::new();
            for (open, row) in now.rows() {
                let choices = self.row(left, open).1;
                for (place, (chance, choice)) in row.iter().zip(choices).enumerate() {
                    if *chance <= 0.0 {
                        continue;
                    }
                    let (open, place) = match (choice, self.frame.without(place)) {
                        (Choice::Failed, _) => ([open[0], open[1] - 1], place),
                        (Choice::Passed, Some(without)) => ([open[0] - 1, open[1]], without),
                        _ => {
                            end(left, place, *chance);
                            continue;
                        }
                    };
                    let at = taken.iter().position(|(known, _)| *known == open);
                    let at = at.unwrap_or_else(|| {
                        taken.push((open, vec![0.0; row.len()]));
                        taken.len() - 1
                    });
                    taken[at].1[place] += chance;
                }
            }
            if taken.is_empty() {
                return;
            }
            // Choices but to keep are made with payments left only.
            let cap = left.saturating_sub(1);
            let mut lies = Lies::new(self.frame, [if self.passed { cap } else { 0 }, cap]);
            for (open, mut chances) in taken {
                lies.add_again(self.frame, &self.die, &mut chances, open);
            }
            next = Some(lies);
        }
    }
}

/// The sum of the products of a list with the beginning of another one that is as long or longer, in
/// four parts that a machine can reckon at once.
pub fn dot(one: &[f64], two: &[f64]) -> f64 {
    let two = &two[..one.len()];
    let mut sums = [0.0; 4];
    let (ones, twos) = (one.chunks_exact(4), two.chunks_exact(4));
    let rest: f64 = ones.remainder().iter().zip(twos.remainder()).map(|(a, b)| a * b).sum();
    for (one, two) in ones.zip(twos) {
        for lane in 0..4 {
            sums[lane] += one[lane] * two[lane];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lie(sixes: u8, passed: u8, failed: u8) -> Lie {
        Lie { sixes, passed, failed, fixed: 0 }
    }

    fn value(again: &Again, left: u8, lie: Lie) -> f64 {
        again.value(left, &Lies::of(again.frame, [left, left], [(lie, 1.0)]))
    }

    #[test]
    fn a_failure_is_rolled_again_and_a_success_only_when_one_more_is_needed() {
        let frame = Frame::whole(30);
        let die = Die::new(Need(2), Repeat::Never);
        let again = |passed, want| {
            Again::new(die, frame, passed, 1, |_, place| f64::from(u8::from(place >= want)))
        };
        let choose = |want, lie| again(true, want).choose(1, lie);
        assert_eq!(choose(2, lie(0, 1, 1)), Choice::Failed);
        assert_eq!(choose(2, lie(0, 2, 0)), Choice::Keep, "two are enough");
        assert_eq!(choose(2, lie(0, 1, 0)), Choice::Passed, "a six would bring the second");
        assert_eq!(again(false, 2).choose(1, lie(0, 1, 0)), Choice::Keep, "what passed stays");
    }

    #[test]
    fn a_second_payment_is_used_on_what_the_first_brought() {
        let die = Die::new(Need(4), Repeat::Never);
        let again = Again::new(die, Frame::whole(30), false, 2, |_, place| place.min(1) as f64);
        let once = value(&again, 1, lie(0, 0, 1));
        assert!((once - 0.5).abs() < 1e-14);
        // The die rolled again may not be a third time, so a second payment does nothing here.
        assert!((value(&again, 2, lie(0, 0, 1)) - once).abs() < 1e-14);
        // With two dice it takes up the other one.
        assert!((value(&again, 2, lie(0, 0, 2)) - 0.75).abs() < 1e-14);
    }

    #[test]
    fn what_is_played_out_is_worth_what_was_expected() {
        let frame = Frame::parted(40, 4);
        let worth = |left: u8, place| {
            let (successes, sixes) = frame.counts(place);
            (successes * successes) as f64 + 0.3 * sixes as f64 + 0.2 * f64::from(left)
        };
        let again = Again::new(Die::new(Need(3), Repeat::Ones), frame, true, 3, worth);
        for left in 0..=3 {
            let start = Lies::of(frame, [left, left], [(lie(1, 1, 2), 1.0)]);
            let expected = again.value(left, &start);
            let (mut sum, mut all) = (0.0, 0.0);
            again.play(left, &start, |left, place, chance| {
                all += chance;
                sum += chance * worth(left, place);
            });
            assert!((all - 1.0).abs() < 1e-12 && (sum - expected).abs() < 1e-9, "{left}");
        }
    }

    #[test]
    fn products_are_summed_whatever_their_number() {
        let list: Vec<f64> = (0..11).map(f64::from).collect();
        for count in 0..=11 {
            let want: f64 = list[..count].iter().map(|x| x * x).sum();
            assert!((dot(&list[..count], &list) - want).abs() < 1e-12, "{count}");
        }
    }
}
