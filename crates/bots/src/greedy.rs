//! The bot that looks one action ahead.

use kernel::{
    Awaiting, Chooser, Eye, Game, Knower, Outcome, Played, Scale, Seat, Seed, Seeded, Step,
    Thoughts, Weighed, dice,
};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::LIMIT;
use crate::mind::{Mind, fork};

/// A turn that takes more decisions than this is judged where it is.
const DECISIONS_MAX: u32 = 60;

/// What a won game is worth: more than any evaluation, and small enough to be added up.
const WON: i64 = 1 << 40;

/// Takes the candidate the game appraises highest; where the game does not appraise, tries every
/// candidate on a few guesses of what it can't see, finishes the turn by lot, and takes the best on
/// average.
///
/// All candidates are tried on the same guesses with the same dice, so that what is compared is the
/// candidates and not their luck. Where others decide at the same time, each guess has some decision
/// of theirs, too: only then does it show what comes of one's own. Equals are drawn for.
pub struct Greedy<G: Game> {
    mind: Mind,
    guesses: usize,
    limit: usize,
    notices: usize,
    finishes: bool,
    eye: Eye,
    candidates: Vec<G::Action>,
    worlds: Vec<World<G>>,
    told: Vec<i32>,
    /// What the last decision's candidates came to, and which was taken.
    scores: Vec<i64>,
    best: usize,
    seat: Seat,
}

/// A guess that candidates are tried on.
struct World<G: Game> {
    state: G::State,
    dice: Seeded<Xoshiro256PlusPlus>,
    /// What a turn is finished by.
    lots: Xoshiro256PlusPlus,
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
            mind: Mind::new(seed),
            guesses: guesses.max(1),
            limit: limit.max(1),
            notices: usize::MAX,
            finishes: true,
            eye: Eye::Plain,
            candidates: Vec::new(),
            worlds: Vec::new(),
            told: Vec::new(),
            scores: Vec::new(),
            best: 0,
            seat: Seat(0),
        }
    }

    /// The same bot with an eye for only so many of the candidates: somebody new to a game does not
    /// see most of what could be done.
    #[must_use]
    pub fn noticing(self, notices: usize) -> Self {
        Greedy { notices: notices.max(1), ..self }
    }

    /// The same bot judging right after its action, whatever the turn would still bring.
    #[must_use]
    pub fn hasty(self) -> Self {
        Greedy { finishes: false, ..self }
    }

    /// The same bot with another eye.
    #[must_use]
    pub fn with_eye(self, eye: Eye) -> Self {
        Greedy { eye, ..self }
    }

    /// Deals the positions this decision is tried on, each with its own dice to go on with.
    fn guess(&mut self, view: &G::View, generator: &mut Xoshiro256PlusPlus) {
        self.worlds.clear();
        for _ in 0..self.guesses {
            let mut deal = Seeded::from_rng(fork(generator));
            let state = G::guess(view, &mut deal);
            let replies = replies::<G>(&state, G::viewer(view), generator);
            let dice = Seeded::from_rng(fork(generator));
            let lots = fork(generator);
            self.worlds.push(World { state, dice, lots, replies });
        }
    }

    /// How good the position looks after the action, added up over all guesses.
    fn score(&self, seat: Seat, action: &G::Action) -> i64 {
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
            G::resolve(&mut Step::unrecorded(&mut state, &mut dice), seat, action);
            for (other, reply) in &world.replies {
                if G::check(&state, *other, reply).is_ok() {
                    G::resolve(&mut Step::unrecorded(&mut state, &mut dice), *other, reply);
                }
            }
            if self.finishes {
                let turn = G::turns(&world.state);
                finish::<G>(&mut state, turn, &mut dice, &mut world.lots.clone());
            }
            sum += value::<G>(&state, seat);
        }
        sum
    }
}

/// Plays a turn to its end by lot, so that what is judged is not the middle of something. Another
/// turn that has begun already is left alone.
fn finish<G: Game>(
    state: &mut G::State,
    turn: u32,
    dice: &mut Seeded<Xoshiro256PlusPlus>,
    lots: &mut Xoshiro256PlusPlus,
) {
    for _ in 0..DECISIONS_MAX {
        let Awaiting::Seats(seats) = G::awaiting(state) else { break };
        let Some(seat) = seats.lowest().filter(|_| G::turns(state) == turn) else { break };
        let mut draw = |bound| dice::below(bound, || lots.next_u32());
        let action = Knower::<G>::from_state(state, seat).lot(&mut draw);
        G::resolve(&mut Step::unrecorded(state, dice), seat, &action);
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

/// Some decision for each of the others who owe one now.
fn replies<G: Game>(
    state: &G::State,
    seat: Seat,
    generator: &mut Xoshiro256PlusPlus,
) -> Vec<(Seat, G::Action)> {
    let Awaiting::Seats(seats) = G::awaiting(state) else {
        return Vec::new();
    };
    let others = seats.without(seat);
    let mut draw = |bound| dice::below(bound, || generator.next_u32());
    others
        .iter()
        .map(|other| (other, Knower::<G>::from_state(state, other).lot(&mut draw)))
        .collect()
}

/// What somebody sees who has an eye for only so much. Where the game appraises, that is the surest
/// idea, which stands first, and others by lot, in their order. Elsewhere nothing tells a good idea
/// from a bad one before it is tried: all are lots, which are sensible more often than not.
pub(crate) fn notice<G: Game>(
    view: &G::View,
    candidates: &mut Vec<G::Action>,
    most: usize,
    generator: &mut Xoshiro256PlusPlus,
) {
    if candidates.len() <= most {
        return;
    }
    let mut draw = |bound| dice::below(bound, || generator.next_u32());
    if G::APPRAISES {
        while candidates.len() > most.max(1) {
            let others = u32::try_from(candidates.len() - 1).unwrap_or(u32::MAX);
            candidates.remove(1 + draw(others) as usize);
        }
    } else {
        candidates.clear();
        for _ in 0..most.max(1) {
            let action = Knower::<G>::from_view(view).lot(&mut draw);
            if !candidates.contains(&action) {
                candidates.push(action);
            }
        }
    }
}

impl<G: Game> Chooser<G> for Greedy<G> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        let mut generator = self.mind.next();
        let mut candidates = std::mem::take(&mut self.candidates);
        G::candidates(view, self.limit, &mut candidates);
        assert!(!candidates.is_empty(), "a seat that owes a decision has no candidate: {view:?}");
        notice::<G>(view, &mut candidates, self.notices, &mut generator);
        self.seat = G::viewer(view);
        self.best = 0;
        self.scores.clear();
        self.worlds.clear();
        if candidates.len() > 1 {
            if G::APPRAISES {
                G::appraise(view, &candidates, self.eye, &mut self.told);
                self.scores.extend(self.told.iter().map(|told| i64::from(*told)));
            } else {
                self.guess(view, &mut generator);
                for action in &candidates {
                    let score = self.score(self.seat, action);
                    self.scores.push(score);
                }
            }
            let (mut high, mut equals) = (i64::MIN, 0);
            for (index, score) in self.scores.iter().enumerate() {
                if *score > high {
                    (self.best, high, equals) = (index, *score, 1);
                } else if *score == high {
                    // The n-th of equals takes the place with chance 1/n: all are equally likely.
                    equals += 1;
                    if dice::below(equals, || generator.next_u32()) == 0 {
                        self.best = index;
                    }
                }
            }
        }
        let action = candidates[self.best].clone();
        self.candidates = candidates;
        action
    }

    fn resume(&mut self, decisions: u64) {
        self.mind.resume(decisions);
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        let chosen = self.candidates.get(self.best)?.clone();
        let tries = if self.worlds.is_empty() { 0 } else { self.guesses as u32 };
        let value = |index: usize| self.scores.get(index).map_or(0, |score| *score);
        let mut weighed: Vec<(usize, Weighed<G::Action>)> = self
            .candidates
            .iter()
            .enumerate()
            .map(|(index, action)| {
                let action = action.clone();
                (index, Weighed { action, value: value(index), simulations: tries })
            })
            .collect();
        weighed.sort_by_key(|(index, weighed)| (*index != self.best, -weighed.value));
        Some(Thoughts {
            scale: Scale::Worth,
            simulations: u64::from(tries) * weighed.len() as u64,
            weighed: weighed.into_iter().map(|(_, weighed)| weighed).collect(),
            line: vec![Played { seat: self.seat, action: chosen }],
            cut_short: false,
        })
    }
}
