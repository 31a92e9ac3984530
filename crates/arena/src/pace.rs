//! How long bots take over their decisions. Times differ from machine to machine, so they are told and
//! never kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use kernel::{Chooser, Game, Knower, Thoughts};

/// Into how many parts each doubling of a time is divided.
const PARTS: u64 = 32;

/// A count for each time that is told apart: all below `PARTS`, then `PARTS` for each doubling.
const COUNTS: usize = (65 - PARTS.ilog2() as usize) * PARTS as usize;

/// Times in microseconds, counted to a thirty-second of their size. All threads may add to it at once.
#[derive(Debug)]
pub struct Pace {
    counts: Vec<AtomicU64>,
    longest: AtomicU64,
}

impl Default for Pace {
    fn default() -> Self {
        let counts = (0..COUNTS).map(|_| AtomicU64::new(0)).collect();
        Pace { counts, longest: AtomicU64::new(0) }
    }
}

/// Which count a time belongs to.
fn slot(micros: u64) -> usize {
    if micros < PARTS {
        return micros as usize;
    }
    let doubling = micros.ilog2() - PARTS.ilog2();
    (u64::from(doubling) * PARTS + (micros >> doubling)) as usize
}

/// The longest time of a count.
fn longest_of(slot: usize) -> u64 {
    let slot = slot as u64;
    if slot < PARTS {
        return slot;
    }
    let doubling = slot / PARTS - 1;
    let least = (slot - doubling * PARTS) << doubling;
    least + ((1 << doubling) - 1)
}

impl Pace {
    /// Counts a decision.
    pub fn add(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.counts[slot(micros)].fetch_add(1, Relaxed);
        self.longest.fetch_max(micros, Relaxed);
    }

    /// How many decisions were counted.
    pub fn decisions(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Relaxed)).sum()
    }

    /// The time that this share of the decisions, in hundredths, did not take longer than.
    pub fn within(&self, share: u64) -> Duration {
        let wanted = (self.decisions() * share.min(100)).div_ceil(100);
        let mut seen = 0;
        let reached = self.counts.iter().position(|count| {
            seen += count.load(Relaxed);
            seen >= wanted
        });
        reached.map_or(self.longest(), |slot| {
            Duration::from_micros(longest_of(slot)).min(self.longest())
        })
    }

    /// The longest of them.
    pub fn longest(&self) -> Duration {
        Duration::from_micros(self.longest.load(Relaxed))
    }
}

/// A bot under the clock.
pub(crate) struct Timed<G: Game> {
    pub bot: Box<dyn Chooser<G>>,
    pub pace: Arc<Pace>,
}

impl<G: Game> Chooser<G> for Timed<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        let began = Instant::now();
        let action = self.bot.choose(view);
        self.pace.add(began.elapsed());
        action
    }

    fn choose_unseen(&mut self, who: Knower<'_, G>) -> G::Action {
        let began = Instant::now();
        let action = self.bot.choose_unseen(who);
        self.pace.add(began.elapsed());
        action
    }

    fn resume(&mut self, decisions: u64) {
        self.bot.resume(decisions);
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        self.bot.thoughts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_counted_to_a_thirty_second() {
        let mut before = None;
        for exponent in 0..64 {
            for micros in [1_u64 << exponent, (1 << exponent) + (1 << exponent) / 3, u64::MAX] {
                let at = slot(micros);
                assert!(at < COUNTS, "{micros}");
                let most = longest_of(at);
                assert!(micros <= most && most - micros <= micros / PARTS, "{micros}: {most}");
            }
            let at = slot(1 << exponent);
            assert!(before.is_none_or(|before| before < at), "{exponent}");
            before = Some(at);
        }
    }

    #[test]
    fn hundredths_are_of_all_decisions() {
        let pace = Pace::default();
        assert_eq!(
            (pace.decisions(), pace.within(99), pace.longest()),
            (0, Duration::ZERO, Duration::ZERO)
        );
        for micros in 1..=1000 {
            pace.add(Duration::from_micros(micros));
        }
        assert_eq!(pace.decisions(), 1000);
        for (share, want) in [(50, 500), (99, 990), (100, 1000)] {
            let within = pace.within(share).as_micros();
            assert!((want..=want + want / 32).contains(&within), "{share}: {within}");
        }
        assert_eq!(pace.longest(), Duration::from_millis(1));
    }
}
