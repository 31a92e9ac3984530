//! The bot that takes any legal move.

use std::marker::PhantomData;

use kernel::{Chooser, Game, Knower, Seed, dice};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Lets the lot decide, as the game draws it ([`Game::lot`]).
///
/// It is what a batch measures the engine's speed with, so it needs no view and keeps nothing.
pub struct Random<G: Game> {
    generator: Xoshiro256PlusPlus,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Random<G> {
    /// A bot that draws from a generator of its own.
    pub fn new(seed: Seed) -> Self {
        Random { generator: seed.generator(), game: PhantomData }
    }
}

impl<G: Game> Chooser<G> for Random<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        self.choose_unseen(Knower::from_view(view))
    }

    fn choose_unseen(&mut self, who: Knower<'_, G>) -> G::Action {
        G::lot(who, &mut |bound| dice::below(bound, || self.generator.next_u32()))
    }
}
