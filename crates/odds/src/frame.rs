//! Ways for dice to lie, with their chances, as a table of numbers.

use crate::pool::{Chain, Lie};

/// Which numbers of successes are told apart: those of sixes and of others, or of all in one. More
/// than the most count as the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// How many numbers of sixes there are; of successes, where it does not matter which are sixes.
    sixes: usize,
    /// How many numbers of successes beside sixes there are.
    others: usize,
}

impl Frame {
    /// All successes in one, up to the most.
    pub fn whole(most: usize) -> Frame {
        Frame { sixes: most + 1, others: 1 }
    }

    /// Sixes and other successes apart, each up to the most.
    pub fn parted(sixes: usize, others: usize) -> Frame {
        // With others in a row of their own, there is at least one such row.
        Frame { sixes: sixes + 1, others: others.max(1) + 1 }
    }

    /// How many places there are.
    pub fn places(self) -> usize {
        self.sixes * self.others
    }

    /// The place of so many successes, so many of them sixes.
    pub fn place(self, successes: usize, sixes: usize) -> usize {
        if self.others == 1 {
            return successes.min(self.sixes - 1);
        }
        (successes - sixes).min(self.others - 1) * self.sixes + sixes.min(self.sixes - 1)
    }

    /// The successes of a place, and how many of them are known to be sixes.
    pub fn counts(self, place: usize) -> (usize, usize) {
        if self.others == 1 {
            return (place, 0);
        }
        let (others, sixes) = (place / self.sixes, place % self.sixes);
        (others + sixes, sixes)
    }

    /// One six more.
    #[inline]
    pub(crate) fn six(self, place: usize) -> usize {
        if (place + 1).is_multiple_of(self.sixes) { place } else { place + 1 }
    }

    /// So many sixes more.
    #[inline]
    pub(crate) fn sixes_more(self, place: usize, more: usize) -> usize {
        (place + more).min(place - place % self.sixes + self.sixes - 1)
    }

    /// One success more that is no six.
    #[inline]
    pub(crate) fn pass(self, place: usize) -> usize {
        if self.others == 1 {
            return self.six(place);
        }
        if place + self.sixes < self.places() { place + self.sixes } else { place }
    }

    /// One success less that is no six, if there is one.
    pub(crate) fn without(self, place: usize) -> Option<usize> {
        place.checked_sub(if self.others == 1 { 1 } else { self.sixes })
    }

    /// Whether the place has the most sixes.
    pub(crate) fn is_last(self, place: usize) -> bool {
        (place + 1).is_multiple_of(self.sixes)
    }
}

/// Ways to lie with their chances: by dice that passed and may be rolled again, dice that failed and
/// may be, and successes.
#[derive(Clone, Debug, PartialEq)]
pub struct Lies {
    frame: Frame,
    /// More dice of a sort that may be rolled again are not told apart: passed and failed.
    caps: [usize; 2],
    chances: Vec<f64>,
}

impl Lies {
    /// None yet.
    pub fn new(frame: Frame, caps: [u8; 2]) -> Lies {
        let caps = caps.map(usize::from);
        let all = (caps[0] + 1) * (caps[1] + 1) * frame.places();
        Lies { frame, caps, chances: vec![0.0; all] }
    }

    /// Those of a list.
    pub fn of(frame: Frame, caps: [u8; 2], list: impl IntoIterator<Item = (Lie, f64)>) -> Lies {
        let mut lies = Lies::new(frame, caps);
        for (lie, chance) in list {
            let place = frame.place(lie.successes().into(), lie.sixes.into());
            lies.row_mut([lie.passed.into(), lie.failed.into()])[place] += chance;
        }
        lies
    }

    /// What more dice of a sort than these are not told apart from.
    pub fn caps(&self) -> [usize; 2] {
        self.caps
    }

    fn at(&self, open: [usize; 2]) -> usize {
        let [passed, failed] = [open[0].min(self.caps[0]), open[1].min(self.caps[1])];
        (passed * (self.caps[1] + 1) + failed) * self.frame.places()
    }

    /// The chances by successes, with so many dice that may be rolled again: passed and failed.
    pub fn row(&self, open: [usize; 2]) -> &[f64] {
        let from = self.at(open);
        &self.chances[from..from + self.frame.places()]
    }

    /// The same to be changed.
    pub fn row_mut(&mut self, open: [usize; 2]) -> &mut [f64] {
        let (from, places) = (self.at(open), self.frame.places());
        &mut self.chances[from..from + places]
    }

    /// All rows, with how many dice may be rolled again in each.
    pub fn rows(&self) -> impl Iterator<Item = ([usize; 2], &[f64])> {
        let side = self.caps[1] + 1;
        self.chances
            .chunks_exact(self.frame.places())
            .enumerate()
            .map(move |(index, row)| ([index / side, index % side], row))
    }

    /// Adds what becomes of chains that begin beside dice that lie like this, so many of which may be
    /// rolled again. The chances of the beginnings, by place, are used up.
    pub fn add_chains(&mut self, chain: &Chain, begun: &mut [f64], open: [usize; 2]) {
        let frame = self.frame;
        let (from, passed, failed) =
            (self.at(open), self.at([open[0] + 1, open[1]]), self.at([open[0], open[1] + 1]));
        let ends = 1.0 - chain.six;
        for place in 0..begun.len() {
            let now = begun[place];
            if now <= 0.0 {
                continue;
            }
            let end = if frame.is_last(place) {
                now
            } else {
                begun[place + 1] += now * chain.six;
                now * ends
            };
            let pass = frame.pass(place);
            self.chances[passed + pass] += end * chain.passed;
            self.chances[failed + place] += end * chain.failed;
            self.chances[from + pass] += end * chain.fixed;
            self.chances[from + place] += end * chain.spoilt;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_counts_what_was_put_there() {
        let whole = Frame::whole(5);
        assert_eq!((whole.places(), whole.place(9, 2), whole.counts(4)), (6, 5, (4, 0)));
        assert_eq!((whole.six(5), whole.pass(2), whole.without(0)), (5, 3, None));
        let parted = Frame::parted(4, 2);
        for sixes in 0..=4 {
            for others in 0..=2 {
                let place = parted.place(others + sixes, sixes);
                assert_eq!(parted.counts(place), (others + sixes, sixes));
                assert_eq!(parted.counts(parted.six(place)).1, (sixes + 1).min(4));
                let pass = parted.counts(parted.pass(place));
                assert_eq!(pass, ((others + 1).min(2) + sixes, sixes));
                assert_eq!(parted.without(place).is_some(), others > 0);
            }
        }
        assert_eq!(parted.counts(parted.place(99, 50)), (6, 4));
    }
}
