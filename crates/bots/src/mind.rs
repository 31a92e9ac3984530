//! Where a bot's chance comes from.

use kernel::Seed;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A bot's seed and how many decisions it has made.
///
/// Every decision has a generator of its own, which follows from the two alone: any decision of a
/// recorded match can be made again without those before it.
#[derive(Clone, Debug)]
pub(crate) struct Mind {
    seed: Seed,
    decisions: u64,
}

impl Mind {
    pub fn new(seed: Seed) -> Self {
        Mind { seed, decisions: 0 }
    }

    /// Goes on after so many decisions.
    pub fn resume(&mut self, decisions: u64) {
        self.decisions = decisions;
    }

    /// The generator of the next decision.
    pub fn next(&mut self) -> Xoshiro256PlusPlus {
        let generator = self.seed.derive(self.decisions).generator();
        self.decisions += 1;
        generator
    }
}

/// A generator that goes its own way from here.
pub(crate) fn fork(generator: &mut Xoshiro256PlusPlus) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(generator.next_u64())
}
