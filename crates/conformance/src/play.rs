//! Random play: how laws get to see positions.

use kernel::{Awaiting, Game, Knower, Match, Seat, SeatSet, Seed, Seeded};
use rand_chacha::ChaCha8Rng;

use crate::Verdict;

/// How many candidates random play draws from.
pub const LIMIT: usize = 64;

/// A source of arbitrary choices that has nothing to do with the dice of the match.
pub struct Picker(Seeded<ChaCha8Rng>);

impl Picker {
    /// Picks that follow from a seed.
    pub fn new(seed: Seed) -> Self {
        Picker(Seeded::new(seed))
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
    }

    /// True once in `bound` times.
    pub fn once_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// Any of the items.
    pub fn any<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Any of the seats.
    pub fn seat(&mut self, seats: SeatSet) -> Option<Seat> {
        let seats: Vec<Seat> = seats.iter().collect();
        self.any(&seats).copied()
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> Seed {
        Seed::from(u64::from(self.0.below(u32::MAX))).derive(1)
    }
}

/// The seats that owe a decision: none once the game is over.
pub fn owed<G: Game>(state: &G::State) -> SeatSet {
    match G::awaiting(state) {
        Awaiting::Seats(seats) => seats,
        Awaiting::Over(_) => SeatSet::EMPTY,
    }
}

/// The candidates of a seat.
pub fn candidates<G: Game>(state: &G::State, seat: Seat, limit: usize) -> Vec<G::Action> {
    let mut out = Vec::new();
    G::candidates(&G::view(state, seat), limit, &mut out);
    out
}

/// Some decision of any seat that owes one: by lot, or any of its candidates.
pub fn decision<G: Game>(
    state: &G::State,
    picker: &mut Picker,
) -> Result<Option<(Seat, G::Action)>, String> {
    let seats = match G::awaiting(state) {
        Awaiting::Over(_) => return Ok(None),
        Awaiting::Seats(seats) => seats,
    };
    let seat = picker.seat(seats).ok_or("the game waits for nobody and is not over")?;
    // Lots are how whole games are played; among the candidates are some that a lot seldom draws.
    if !picker.once_in(4) {
        let action = Knower::<G>::from_state(state, seat).lot(&mut |bound| picker.0.below(bound));
        return Ok(Some((seat, action)));
    }
    let mut actions = candidates::<G>(state, seat, LIMIT);
    ensure!(!actions.is_empty(), "{seat} owes a decision and has no candidate");
    let index = picker.below(actions.len());
    Ok(Some((seat, actions.swap_remove(index))))
}

/// A new match.
pub fn deal<G: Game>(setup: &G::Setup, seed: Seed) -> Result<Match<G>, String> {
    Match::new(setup.clone(), seed).map_err(|faults| format!("bad setup: {faults:?}"))
}

/// Plays a match at random to its end, showing `visit` every position on the way, the last included.
///
/// Both the dice and the play follow from the seed. Seats that decide at the same time do so in any
/// order. `visit` may play and take back, as long as it leaves the match as it found it.
pub fn walk<G: Game>(
    setup: &G::Setup,
    seed: Seed,
    visit: &mut dyn FnMut(&mut Match<G>, &mut Picker) -> Verdict,
) -> Result<Match<G>, String> {
    let mut table = deal::<G>(setup, seed)?;
    // Two pickers: what a visitor asks must not change where the walk leads.
    let mut feet = Picker::new(seed.derive(1));
    let mut eyes = Picker::new(seed.derive(2));
    loop {
        let number = table.len();
        visit(&mut table, &mut eyes).map_err(|message| at::<G>(setup, seed, number, &message))?;
        let decision = decision::<G>(table.state(), &mut feet)
            .map_err(|message| at::<G>(setup, seed, number, &message))?;
        let Some((seat, action)) = decision else {
            return Ok(table);
        };
        if number as u64 >= u64::from(G::ACTIONS_MAX) {
            let message = format!("the game has not ended after {} actions", G::ACTIONS_MAX);
            return Err(at::<G>(setup, seed, number, &message));
        }
        if let Err(error) = table.play(seat, action.clone()) {
            let message = format!("{seat}'s {action:?} was refused: {error}");
            return Err(at::<G>(setup, seed, number, &message));
        }
    }
}

/// A message with the place where it happened, to go there again.
fn at<G: Game>(setup: &G::Setup, seed: Seed, number: usize, message: &str) -> String {
    format!("after {number} actions of {} {setup:?} seed {seed}: {message}", G::ID)
}

/// A match played at random to its end.
pub fn whole<G: Game>(setup: &G::Setup, seed: Seed) -> Result<Match<G>, String> {
    walk(setup, seed, &mut |_, _| Ok(()))
}
