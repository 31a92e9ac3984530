//! The bot that takes any legal move.

use std::marker::PhantomData;

use kernel::{Chooser, Game, Knower, Seed, dice};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Lets the lot decide, as the game draws it ([`Game::lot`]).
///
/// It is what a batch measures the engine's speed with, so it needs no view and keeps nothing.
pub struct Random<G: Game> {
    base: u64,
    decisions: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Random<G> {
    /// A bot whose lots follow from this seed.
    pub fn new(seed: Seed) -> Self {
        Random { base: seed.generator().next_u64(), decisions: 0, game: PhantomData }
    }

    /// The generator of the next decision: it follows from the seed and the decision's number, as
    /// every bot's does, but is made without a hash, which would take longer than the lot.
    fn next(&mut self) -> Xoshiro256PlusPlus {
        let number = self.decisions.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.decisions += 1;
        Xoshiro256PlusPlus::seed_from_u64(self.base ^ number)
    }
}

impl<G: Game> Chooser<G> for Random<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        self.choose_unseen(Knower::from_view(view))
    }

    fn choose_unseen(&mut self, who: Knower<'_, G>) -> G::Action {
        let mut generator = self.next();
        G::lot(who, &mut |bound| dice::below(bound, || generator.next_u32()))
    }

    fn resume(&mut self, decisions: u64) {
        self.decisions = decisions;
    }
}
