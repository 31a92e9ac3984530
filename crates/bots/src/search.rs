//! The bot that plays candidates on and compares what comes of them.

use std::sync::Arc;

use kernel::{
    Awaiting, Chooser, Eye, Game, Played, Scale, Seat, Seed, Seeded, Step, Thoughts, Weighed,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::LIMIT;
use crate::greedy::notice;
use crate::mind::Mind;
use crate::policy::Policy;
use crate::value::{self, SURE};

/// No simulation takes more decisions than this for a turn: one that does is evaluated where it is.
const DECISIONS_MAX: u32 = 100;

/// On how many deals a first look is taken.
const LOOKS: u64 = 8;

/// After how many turns a simulation is evaluated first: one's own, and the answer to it.
const ANSWER: u32 = 2;

/// After how many simulations each the ideas are compared, and again after as many more.
const GLANCE: u64 = 8;

/// By how many standard errors an idea must be behind to be given up.
const DOUBT: i128 = 3;

/// How a bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many simulations a decision is worth at most.
    pub simulations: u32,
    /// How many candidates it has an eye for.
    pub notices: usize,
    /// How many of them it thinks about at most, the best by appraisal or at a first look.
    pub width: usize,
    /// How many turns a simulation is played on.
    pub horizon: u32,
    /// How many simulations the appraisal of a candidate counts for.
    pub trust: u32,
    /// With what eye candidates are appraised.
    pub eye: Eye,
}

/// Says whether there is no time left. Only a safety: what it stops is told in the thoughts.
pub type Clock = Arc<dyn Fn() -> bool + Send + Sync>;

/// Plays every candidate on, on shared guesses with shared dice, and gives the better half twice the
/// simulations until one is left: sequential halving. Candidates that are clearly behind are given up
/// before.
///
/// What is hidden is dealt anew for every simulation. All candidates meet the same deals and, turn by
/// turn, the same dice, so that what is compared is the candidates and not their luck. Simulations are
/// played on for some turns and evaluated after each from the answer on: what is near is surer, and
/// what is far sees more. Where the game appraises, its appraisal counts as some simulations that were
/// made before; where it does not, a first look tells which candidates to think about.
pub struct Search<G: Game> {
    mind: Mind,
    effort: Effort,
    threads: usize,
    clock: Option<Clock>,
    candidates: Vec<G::Action>,
    told: Vec<i32>,
    thoughts: Option<Thoughts<G::Action>>,
}

/// A candidate being weighed.
#[derive(Clone, Debug)]
struct Arm {
    /// Which candidate.
    index: usize,
    /// What each of its simulations came to, in millionths of a win, in the order of the worlds.
    worths: Vec<i64>,
    /// What the appraisal expects, and how many simulations that counts for.
    prior: i64,
    trust: u32,
}

impl Arm {
    fn new(index: usize, prior: i64, trust: u32) -> Arm {
        Arm { index, worths: Vec::new(), prior, trust }
    }

    fn simulations(&self) -> u32 {
        self.worths.len() as u32
    }

    fn mean(&self) -> i64 {
        self.mean_of(self.worths.len())
    }

    /// The mean when it had been tried so often.
    fn mean_of(&self, tries: usize) -> i64 {
        let all = tries as i64 + i64::from(self.trust);
        let sum = self.worths[..tries].iter().sum::<i64>();
        (sum + self.prior * i64::from(self.trust)) / all.max(1)
    }

    /// What to tell people that it is worth: what the best came to, less the lead that the best had
    /// when this idea was given up. Means of ideas that were tried more or less often can't be
    /// compared with each other: the appraisal tells leads, and pulls all of them to even chances.
    fn told(&self, best: &Arm) -> i64 {
        if best.worths.is_empty() {
            return self.mean();
        }
        let worth = best.worths.iter().sum::<i64>() / best.worths.len() as i64;
        let tries = self.worths.len().min(best.worths.len());
        (worth - (best.mean_of(tries) - self.mean_of(tries))).clamp(0, SURE)
    }

    /// Whether another is so far ahead, world by world, that more worlds would hardly change it.
    fn is_clearly_behind(&self, best: &Arm) -> bool {
        let ahead = i128::from(best.mean() - self.mean());
        let (mut count, mut sum, mut squares) = (0_i128, 0_i128, 0_i128);
        for (one, other) in best.worths.iter().zip(&self.worths) {
            let lead = i128::from(one - other);
            count += 1;
            sum += lead;
            squares += lead * lead;
        }
        // The variance of the mean is (n Σx² - (Σx)²) / (n² (n - 1)).
        let spread = count * squares - sum * sum;
        ahead > 0 && ahead * ahead * count * count * (count - 1) > DOUBT * DOUBT * spread
    }
}

/// What every arm came to in some worlds, by their numbers, and whether the clock stopped it.
type Share = (Vec<(u64, Vec<i64>)>, bool);

impl<G: Game> Search<G> {
    /// A bot that thinks so hard.
    pub fn new(seed: Seed, effort: Effort) -> Self {
        Search {
            mind: Mind::new(seed),
            effort,
            threads: 1,
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

    /// The same bot on so many threads. It decides the same.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Search { threads: threads.max(1), ..self }
    }

    /// The candidates worth thinking about: the best by the game's own appraisal if it has one, else
    /// by a first look at the end of the turn.
    fn arms(&mut self, view: &G::View, candidates: &[G::Action], base: u64) -> Vec<Arm> {
        let Effort { width, trust, eye, .. } = self.effort;
        if !G::APPRAISES || candidates.len() < 2 {
            let mut looks = vec![0; candidates.len()];
            if candidates.len() > width.max(1) {
                let mut policy = Policy::<G>::new();
                for number in 0..LOOKS {
                    let world = World::<G>::deal(view, !base, number);
                    for (look, candidate) in looks.iter_mut().zip(candidates) {
                        *look += world.worth(&mut policy, candidate, 1);
                    }
                }
            }
            let mut arms: Vec<Arm> = (0..candidates.len()).map(|i| Arm::new(i, 0, 0)).collect();
            arms.sort_by_key(|arm| std::cmp::Reverse(looks[arm.index]));
            arms.truncate(width.max(1));
            return arms;
        }
        G::appraise(view, candidates, eye, &mut self.told);
        let high = self.told.iter().copied().max().unwrap_or(0);
        let arm = |(index, told): (usize, &i32)| {
            let behind = i64::from(high) - i64::from(*told);
            let evaluation = behind * i64::from(G::WINNING) / i64::from(G::TELLING.max(1));
            let behind = evaluation.min(i64::from(i32::MAX)) as i32;
            Arm::new(index, value::chance::<G>(-behind), trust)
        };
        let mut arms: Vec<Arm> = self.told.iter().enumerate().map(arm).collect();
        arms.sort_by_key(|arm| std::cmp::Reverse(self.told[arm.index]));
        arms.truncate(width.max(1));
        arms
    }

    /// Thinks; gives the arms, the best first, and whether the clock stopped it.
    fn think(&mut self, view: &G::View, candidates: &[G::Action]) -> (Vec<Arm>, bool) {
        let base = self.mind.next().next_u64();
        let mut arms = self.arms(view, candidates, base);
        let mut alive = arms.len();
        // Before the first turn nothing happens that a simulation could tell better.
        if G::APPRAISES && begins::<G>(view) {
            alive = alive.min(1);
        }
        let rounds = alive.next_power_of_two().trailing_zeros().max(1);
        let mut world = 0;
        let mut late = false;
        while alive > 1 && !late {
            let each = (self.effort.simulations / rounds / alive as u32).max(1);
            let end = world + u64::from(each);
            let half = alive.div_ceil(2);
            while world < end && alive > 1 && !late {
                let worlds = world..end.min(world + GLANCE);
                world = worlds.end;
                late = self.simulate(view, candidates, &mut arms[..alive], base, worlds);
                // The order among equals is that of the candidates: the surest idea stands first.
                arms[..alive].sort_by_key(|arm| std::cmp::Reverse(arm.mean()));
                if world >= GLANCE {
                    let behind = arms[1..alive].iter().rev();
                    alive -= behind.take_while(|arm| arm.is_clearly_behind(&arms[0])).count();
                }
            }
            alive = alive.min(half);
        }
        (arms, late)
    }

    /// Plays each arm on in each of some worlds, on all threads; whether the clock stopped it.
    fn simulate(
        &self,
        view: &G::View,
        candidates: &[G::Action],
        arms: &mut [Arm],
        base: u64,
        worlds: std::ops::Range<u64>,
    ) -> bool {
        let threads = (self.threads as u64).min(worlds.end - worlds.start).max(1);
        let share = |thread: u64| -> Share {
            let mut policy = Policy::<G>::new();
            let mut worths = Vec::new();
            for world in worlds.clone().filter(|world| world % threads == thread) {
                let start = World::<G>::deal(view, base, world);
                let worth = |arm: &Arm| {
                    start.worth(&mut policy, &candidates[arm.index], self.effort.horizon)
                };
                worths.push((world, arms.iter().map(worth).collect()));
                if self.clock.as_ref().is_some_and(|clock| clock()) {
                    return (worths, true);
                }
            }
            (worths, false)
        };
        let parts: Vec<Share> = if threads == 1 {
            vec![share(0)]
        } else {
            let share = &share;
            std::thread::scope(|scope| {
                let others: Vec<_> =
                    (1..threads).map(|thread| scope.spawn(move || share(thread))).collect();
                let mut parts = vec![share(0)];
                for other in others {
                    match other.join() {
                        Ok(part) => parts.push(part),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                parts
            })
        };
        let late = parts.iter().any(|(_, stopped)| *stopped);
        let mut worlds: Vec<_> = parts.into_iter().flat_map(|(worths, _)| worths).collect();
        worlds.sort_unstable_by_key(|(world, _)| *world);
        for (_, worths) in worlds {
            for (arm, worth) in arms.iter_mut().zip(worths) {
                arm.worths.push(worth);
            }
        }
        late
    }

    /// How the game may go on: one simulation of the chosen candidate, to the horizon.
    fn line(&self, view: &G::View, action: &G::Action) -> Vec<Played<G::Action>> {
        let mut line = Vec::new();
        let base = self.mind.clone().next().next_u64();
        let mut policy = Policy::new();
        let world = World::<G>::deal(view, base, 0);
        let watch = |seat, action: &G::Action| line.push(Played { seat, action: action.clone() });
        world.follow(&mut policy, action, self.effort.horizon, watch, |_, _| {});
        line
    }
}

/// Whether no turn has begun.
fn begins<G: Game>(view: &G::View) -> bool {
    let mut deal = Seeded::from_rng(Xoshiro256PlusPlus::seed_from_u64(0));
    G::turns(&G::guess(view, &mut deal)) == 0
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

    /// What the seat's chance is after an action, by one simulation: the mean of what it is after each
    /// turn from the answer on. A game that is over stays as it ended for all turns that are left.
    fn worth(&self, policy: &mut Policy<G>, action: &G::Action, horizon: u32) -> i64 {
        let first = horizon.min(ANSWER);
        let (mut sum, mut next) = (0, first);
        let judge = |turns: u32, state: &G::State| {
            if turns >= next {
                let worth = value::of::<G>(state, self.seat).clamp(0, SURE);
                sum += worth * i64::from(turns + 1 - next);
                next = turns + 1;
            }
        };
        self.follow(policy, action, horizon, |_, _| {}, judge);
        sum / i64::from((next - first).max(1))
    }

    /// Plays an action and goes on, telling what is done, and how things stand after each turn and at
    /// the end of the simulation. Nothing comes of an action that is illegal in this deal, which would
    /// be a fault of the game and must not bring the bot down.
    fn follow(
        &self,
        policy: &mut Policy<G>,
        action: &G::Action,
        horizon: u32,
        mut watch: impl FnMut(Seat, &G::Action),
        mut judge: impl FnMut(u32, &G::State),
    ) {
        if G::check(&self.state, self.seat, action).is_err() {
            return;
        }
        let mut state = self.state.clone();
        let begin = G::turns(&state);
        let mut turns = 0;
        let (mut dice, mut lots) = self.luck(turns);
        watch(self.seat, action);
        G::resolve(&mut Step::unrecorded(&mut state, &mut dice), self.seat, action);
        for _ in 0..DECISIONS_MAX * horizon.max(1) {
            let now = G::turns(&state).saturating_sub(begin);
            if now >= horizon {
                break;
            }
            if now != turns {
                judge(now, &state);
                turns = now;
                // However much luck a candidate has used up, the next turn has the same for all.
                (dice, lots) = self.luck(turns);
            }
            let Awaiting::Seats(seats) = G::awaiting(&state) else { break };
            let Some(seat) = seats.lowest() else { break };
            let action = policy.act(&state, seat, &mut lots);
            watch(seat, &action);
            G::resolve(&mut Step::unrecorded(&mut state, &mut dice), seat, &action);
        }
        judge(horizon, &state);
    }

    /// The dice and the lots of a turn.
    fn luck(&self, turns: u32) -> (Seeded<Xoshiro256PlusPlus>, Xoshiro256PlusPlus) {
        let seed = self.seed ^ (u64::from(turns) << 32);
        let dice = Seeded::from_rng(Xoshiro256PlusPlus::seed_from_u64(seed ^ 1));
        (dice, Xoshiro256PlusPlus::seed_from_u64(seed ^ 2))
    }
}

impl<G: Game> Chooser<G> for Search<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        let mut candidates = std::mem::take(&mut self.candidates);
        G::candidates(view, LIMIT, &mut candidates);
        assert!(!candidates.is_empty(), "a seat that owes a decision has no candidate: {view:?}");
        notice::<G>(view, &mut candidates, self.effort.notices, &mut self.mind.clone().next());
        let before = self.mind.clone();
        let (arms, cut_short) = self.think(view, &candidates);
        let after = std::mem::replace(&mut self.mind, before);
        let action = candidates[arms[0].index].clone();
        let weighed = |arm: &Arm| Weighed {
            action: candidates[arm.index].clone(),
            value: arm.told(&arms[0]) / 1000,
            simulations: arm.simulations(),
        };
        let mut weighed: Vec<Weighed<G::Action>> = arms.iter().map(weighed).collect();
        weighed[1..].sort_by_key(|one| std::cmp::Reverse(one.value));
        self.thoughts = Some(Thoughts {
            scale: Scale::Chance,
            weighed,
            // Where there was nothing to choose, there is nothing to tell either.
            line: if candidates.len() > 1 { self.line(view, &action) } else { Vec::new() },
            simulations: arms.iter().map(|arm| u64::from(arm.simulations())).sum(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(worths: &[i64]) -> Arm {
        Arm { worths: worths.to_vec(), ..Arm::new(0, 0, 0) }
    }

    #[test]
    fn an_idea_is_given_up_only_where_the_lead_is_no_luck() {
        let best = arm(&[600, 500, 700, 400, 650, 450, 700, 400]);
        let moved =
            |by: &[i64]| arm(&best.worths.iter().zip(by).map(|(w, b)| w - b).collect::<Vec<_>>());
        // Always behind by about as much, however much the worlds differ.
        assert!(moved(&[90, 110, 100, 100, 90, 110, 100, 100]).is_clearly_behind(&best));
        assert!(moved(&[100; 8]).is_clearly_behind(&best));
        // Behind as often as ahead, equal, or ahead.
        assert!(!moved(&[300, -200, 250, -150, 300, -250, 200, -50]).is_clearly_behind(&best));
        assert!(!moved(&[0; 8]).is_clearly_behind(&best));
        assert!(!moved(&[-100; 8]).is_clearly_behind(&best));
        // One world says little.
        assert!(!arm(&[0]).is_clearly_behind(&arm(&[1_000_000])));
    }

    #[test]
    fn what_is_told_can_be_compared() {
        // The appraisal's even chances pull down whoever is tried less often.
        let best = Arm { prior: 500_000, trust: 10, ..arm(&[900_000; 40]) };
        let dropped = Arm { prior: 450_000, trust: 10, ..arm(&[890_000; 4]) };
        assert!(dropped.mean() + 100_000 < best.mean());
        assert_eq!(best.told(&best), 900_000);
        assert_eq!(dropped.told(&best), 900_000 - (40_000 + 500_000) / 14);
        // Whatever was behind when it was given up is told to be behind.
        let lucky = Arm { prior: 500_000, trust: 10, ..arm(&[950_000; 2]) };
        let best = arm(&[960_000, 950_000, 300_000, 300_000]);
        let best = Arm { prior: 500_000, trust: 10, ..best };
        assert!(lucky.mean() > best.mean() && lucky.told(&best) < best.told(&best));
    }

    #[test]
    fn the_appraisal_speaks_against_giving_up() {
        let best = arm(&[500; 8]);
        let other = Arm { prior: 600, trust: 100, ..arm(&[400; 8]) };
        assert!(!other.is_clearly_behind(&best), "{} and {}", best.mean(), other.mean());
    }
}
