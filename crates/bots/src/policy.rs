//! How a simulation is played on.

use kernel::{Eye, Game, Knower, Seat, dice};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many candidates are looked at in a simulation: few, as there are many simulations.
const FEW: usize = 12;

/// Decides for everybody in a simulation: by the game's appraisal if it has one, else by lot.
pub(crate) struct Policy<G: Game> {
    candidates: Vec<G::Action>,
    told: Vec<i32>,
}

impl<G: Game> Policy<G> {
    pub fn new() -> Self {
        Policy { candidates: Vec::new(), told: Vec::new() }
    }

    /// What the seat does in a position.
    pub fn act(
        &mut self,
        state: &G::State,
        seat: Seat,
        lots: &mut Xoshiro256PlusPlus,
    ) -> G::Action {
        if !G::APPRAISES {
            return Knower::<G>::from_state(state, seat)
                .lot(&mut |bound| dice::below(bound, || lots.next_u32()));
        }
        let view = G::view(state, seat);
        G::candidates(&view, FEW, &mut self.candidates);
        let mut best = 0;
        if self.candidates.len() > 1 {
            G::appraise(&view, &self.candidates, Eye::Hasty, &mut self.told);
            // The first of equals: the surest idea stands first.
            for (index, told) in self.told.iter().enumerate() {
                if *told > self.told[best] {
                    best = index;
                }
            }
        }
        self.candidates.swap_remove(best)
    }
}
