//! The bot that plays candidates on and compares what comes of them.

use std::sync::Arc;

use kernel::{
    Awaiting, Chooser, Game, Knower, Played, Scale, Seat, Seed, Seeded, Step, Thoughts, Weighed,
    dice,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mind::Mind;
use crate::{LIMIT, value};

/// No simulation takes more decisions than this: one that does is evaluated where it is.
const DECISIONS_MAX: u32 = 1000;

/// How a bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many simulations a decision is worth.
    pub simulations: u32,
    /// How many candidates it thinks about at most, the best by appraisal.
    pub width: usize,
    /// How many turns a simulation is played on.
    pub horizon: u32,
}

/// Says whether there is no time left. Only a safety: what it stops is told in the thoughts.
pub type Clock = Arc<dyn Fn() -> bool + Send + Sync>;

/// Plays every candidate on, on shared guesses with shared dice, and gives the better half twice the
/// simulations until one is left: sequential halving.
///
/// What is hidden is dealt anew for every simulation. All candidates meet the same deals and the same
/// dice, so that what is compared is the candidates and not their luck. Simulations are played on by
/// lot for some turns and then evaluated.
pub struct Search<G: Game> {
    mind: Mind,
    effort: Effort,
    clock: Option<Clock>,
    candidates: Vec<G::Action>,
    told: Vec<i32>,
    thoughts: Option<Thoughts<G::Action>>,
}

/// A candidate being weighed.
#[derive(Clone, Copy, Debug)]
struct Arm {
    /// Which candidate.
    index: usize,
    /// What all its simulations came to, in millionths of a win.
    sum: i64,
    /// How many there were.
    simulations: u32,
}

impl Arm {
    fn mean(self) -> i64 {
        self.sum / i64::from(self.simulations.max(1))
    }
}

impl<G: Game> Search<G> {
    /// A bot that thinks so hard.
    pub fn new(seed: Seed, effort: Effort) -> Self {
        Search {
            mind: Mind::new(seed),
            effort,
            clock: None,
            candidates: Vec::new(),
            told: Vec::new(),
            thoughts: None,
        }
    }

    /// The same bot with a clock that may stop it.
    #[must_use]
    pub fn with_clock(self, clock: Option<Clock>) -> Self {
        Search { clock, ..self }
    }

    /// The candidates worth thinking about: the best by the game's own appraisal if it has one.
    fn arms(&mut self, view: &G::View, candidates: &[G::Action]) -> Vec<Arm> {
        let arm = |index| Arm { index, sum: 0, simulations: 0 };
        let mut arms: Vec<Arm> = (0..candidates.len()).map(arm).collect();
        if candidates.len() > self.effort.width && G::appraise(view, candidates, &mut self.told) {
            arms.sort_by_key(|arm| std::cmp::Reverse(self.told[arm.index]));
            arms.truncate(self.effort.width);
        }
        arms
    }

    /// Thinks; gives the arms, the best first, and whether the clock stopped it.
    fn think(&mut self, view: &G::View, candidates: &[G::Action]) -> (Vec<Arm>, bool) {
        let base = self.mind.next().next_u64();
        let mut arms = self.arms(view, candidates);
        let mut alive = arms.len();
        let rounds = alive.next_power_of_two().trailing_zeros().max(1);
        let mut world = 0;
        let mut late = false;
        while alive > 1 && !late {
            let each = (self.effort.simulations / rounds / alive as u32).max(1);
            for _ in 0..each {
                let start = World::<G>::deal(view, base, world);
                world += 1;
                for arm in &mut arms[..alive] {
                    arm.sum += start.worth(&candidates[arm.index], self.effort.horizon);
                    arm.simulations += 1;
                }
                late = self.clock.as_ref().is_some_and(|clock| clock());
                if late {
                    break;
                }
            }
            // The order among equals is that of the candidates: the surest idea stands first.
            arms[..alive].sort_by_key(|arm| std::cmp::Reverse(arm.mean()));
            alive = alive.div_ceil(2);
        }
        (arms, late)
    }

    /// How the game may go on: one simulation of the chosen candidate, to the horizon.
    fn line(&self, view: &G::View, action: &G::Action) -> Vec<Played<G::Action>> {
        let mut line = Vec::new();
        let base = self.mind.clone().next().next_u64();
        World::<G>::deal(view, base, 0).follow(action, self.effort.horizon, |seat, action| {
            line.push(Played { seat, action: action.clone() });
        });
        line
    }
}

/// A deal of what is hidden, with the dice and lots that go with it.
struct World<G: Game> {
    state: G::State,
    seat: Seat,
    seed: u64,
}

impl<G: Game> World<G> {
    /// The deal of this number for a decision.
    fn deal(view: &G::View, base: u64, number: u64) -> Self {
        let seed = base.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut deal = Seeded::from_rng(Xoshiro256PlusPlus::seed_from_u64(seed));
        World { state: G::guess(view, &mut deal), seat: G::viewer(view), seed }
    }

    /// What the seat's chance is after an action, by one simulation.
    fn worth(&self, action: &G::Action, horizon: u32) -> i64 {
        self.follow(action, horizon, |_, _| {}).map_or(0, |state| value::of::<G>(&state, self.seat))
    }

    /// Plays an action and goes on by lot. Nothing comes of an action that is illegal in this deal,
    /// which would be a fault of the game and must not bring the bot down.
    fn follow(
        &self,
        action: &G::Action,
        horizon: u32,
        mut watch: impl FnMut(Seat, &G::Action),
    ) -> Option<G::State> {
        G::check(&self.state, self.seat, action).ok()?;
        let mut state = self.state.clone();
        let mut dice = Seeded::from_rng(Xoshiro256PlusPlus::seed_from_u64(self.seed ^ 1));
        let mut lots = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ 2);
        let until = G::turns(&state) + horizon;
        watch(self.seat, action);
        G::resolve(&mut Step::unrecorded(&mut state, &mut dice), self.seat, action);
        for _ in 0..DECISIONS_MAX {
            let Awaiting::Seats(seats) = G::awaiting(&state) else { break };
            let Some(seat) = seats.lowest().filter(|_| G::turns(&state) < until) else { break };
            let mut draw = |bound| dice::below(bound, || lots.next_u32());
            let action = Knower::<G>::from_state(&state, seat).lot(&mut draw);
            watch(seat, &action);
            G::resolve(&mut Step::unrecorded(&mut state, &mut dice), seat, &action);
        }
        Some(state)
    }
}

impl<G: Game> Chooser<G> for Search<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        let mut candidates = std::mem::take(&mut self.candidates);
        G::candidates(view, LIMIT, &mut candidates);
        assert!(!candidates.is_empty(), "a seat that owes a decision has no candidate: {view:?}");
        let before = self.mind.clone();
        let (arms, cut_short) = self.think(view, &candidates);
        let after = std::mem::replace(&mut self.mind, before);
        let action = candidates[arms[0].index].clone();
        self.thoughts = Some(Thoughts {
            scale: Scale::Chance,
            weighed: arms
                .iter()
                .map(|arm| Weighed {
                    action: candidates[arm.index].clone(),
                    value: arm.mean() / 1000,
                    simulations: arm.simulations,
                })
                .collect(),
            line: self.line(view, &action),
            simulations: arms.iter().map(|arm| u64::from(arm.simulations)).sum(),
            cut_short,
        });
        self.mind = after;
        self.candidates = candidates;
        action
    }

    fn resume(&mut self, decisions: u64) {
        self.mind.resume(decisions);
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        self.thoughts.clone()
    }
}
