//! The bot that looks one action ahead.

use kernel::{Awaiting, Chooser, Game, Knower, Outcome, Seat, Seed, Seeded, Step, dice};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::LIMIT;

/// What a won game is worth: more than any evaluation, and small enough to be added up.
const WON: i64 = 1 << 40;

/// Takes the candidate the game appraises highest; where the game does not appraise, tries every
/// candidate on a few guesses of what it can't see, and takes the best on average.
///
/// All candidates are tried on the same guesses with the same dice, so that what is compared is the
/// candidates and not their luck. Where others decide at the same time, each guess has some decision
/// of theirs, too: only then does it show what comes of one's own. Equals are drawn for.
pub struct Greedy<G: Game> {
    generator: Xoshiro256PlusPlus,
    guesses: usize,
    limit: usize,
    candidates: Vec<G::Action>,
    worlds: Vec<World<G>>,
    events: Vec<G::Event>,
    told: Vec<i32>,
}

/// A guess that candidates are tried on.
struct World<G: Game> {
    state: G::State,
    dice: Seeded<Xoshiro256PlusPlus>,
    /// What the others do who decide at the same time.
    replies: Vec<(Seat, G::Action)>,
}

impl<G: Game> Greedy<G> {
    /// How many guesses an ordinary greedy bot makes.
    pub const GUESSES: usize = 4;

    /// A bot with the ordinary number of guesses and candidates.
    pub fn new(seed: Seed) -> Self {
        Self::with(seed, Self::GUESSES, LIMIT)
    }

    /// A bot that tries at most `limit` candidates on `guesses` guesses; at least one of each.
    pub fn with(seed: Seed, guesses: usize, limit: usize) -> Self {
        Greedy {
            generator: seed.generator(),
            guesses: guesses.max(1),
            limit: limit.max(1),
            candidates: Vec::new(),
            worlds: Vec::new(),
            events: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Deals the positions this decision is tried on, each with its own dice to go on with.
    fn guess(&mut self, view: &G::View) {
        self.worlds.clear();
        for _ in 0..self.guesses {
            let mut deal = Seeded::from_rng(self.fork());
            let state = G::guess(view, &mut deal);
            let replies = self.replies(&state, G::viewer(view));
            let dice = Seeded::from_rng(self.fork());
            self.worlds.push(World { state, dice, replies });
        }
    }

    /// Some decision for each of the others who owe one now.
    fn replies(&mut self, state: &G::State, seat: Seat) -> Vec<(Seat, G::Action)> {
        let Awaiting::Seats(seats) = G::awaiting(state) else {
            return Vec::new();
        };
        let others = seats.without(seat);
        let mut draw = |bound| dice::below(bound, || self.generator.next_u32());
        others
            .iter()
            .map(|other| (other, Knower::<G>::from_state(state, other).lot(&mut draw)))
            .collect()
    }

    fn fork(&mut self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.generator.next_u64())
    }

    /// How good the position looks after the action, added up over all guesses.
    fn score(&mut self, seat: Seat, action: &G::Action) -> i64 {
        let mut sum = 0;
        for world in &self.worlds {
            // A candidate is legal in every position that fits the view. A game that breaks this
            // law must not bring the bot down: such a candidate is only taken if nothing else is
            // left.
            if G::check(&world.state, seat, action).is_err() {
                sum -= WON;
                continue;
            }
            let mut state = world.state.clone();
            let mut dice = world.dice.clone();
            self.events.clear();
            G::resolve(&mut Step::new(&mut state, &mut dice, &mut self.events), seat, action);
            for (other, reply) in &world.replies {
                if G::check(&state, *other, reply).is_ok() {
                    let mut step = Step::new(&mut state, &mut dice, &mut self.events);
                    G::resolve(&mut step, *other, reply);
                }
            }
            sum += value::<G>(&state, seat);
        }
        sum
    }
}

/// How good a position looks, a finished game included.
fn value<G: Game>(state: &G::State, seat: Seat) -> i64 {
    match G::awaiting(state) {
        Awaiting::Over(Outcome::Win(winner)) if winner == seat => WON,
        Awaiting::Over(Outcome::Win(_)) => -WON,
        Awaiting::Over(Outcome::Draw) => 0,
        Awaiting::Seats(_) => i64::from(G::evaluate(state, seat)),
    }
}

impl<G: Game> Chooser<G> for Greedy<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        let mut candidates = std::mem::take(&mut self.candidates);
        G::candidates(view, self.limit, &mut candidates);
        assert!(!candidates.is_empty(), "a seat that owes a decision has no candidate: {view:?}");
        let mut best = 0;
        if candidates.len() > 1 {
            let mut told = std::mem::take(&mut self.told);
            let known = G::appraise(view, &candidates, &mut told);
            if !known {
                self.guess(view);
            }
            let seat = G::viewer(view);
            let (mut high, mut equals) = (i64::MIN, 0);
            for (index, action) in candidates.iter().enumerate() {
                let score = if known { i64::from(told[index]) } else { self.score(seat, action) };
                if score > high {
                    (best, high, equals) = (index, score, 1);
                } else if score == high {
                    // The n-th of equals takes the place with chance 1/n: all are equally likely.
                    equals += 1;
                    if dice::below(equals, || self.generator.next_u32()) == 0 {
                        best = index;
                    }
                }
            }
            self.told = told;
        }
        let action = candidates.swap_remove(best);
        self.candidates = candidates;
        action
    }
}
