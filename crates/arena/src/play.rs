//! One game between bots, told as it goes: everything that plays games does it here.

use kernel::{Chooser, Game, Outcome, Seat, Seed, Seeded, Stalled, Step, playout};

/// The bots of a game of this seed by seat. The names must be known.
pub(crate) fn choosers<G: Game>(names: &[&str], seed: Seed) -> Vec<Box<dyn Chooser<G>>> {
    let bot = |(seat, name): (u8, &&str)| -> Box<dyn Chooser<G>> {
        bots::by_name::<G>(name, bots::seed_at(seed, Seat(seat))).expect("the names were checked")
    };
    (0..).zip(names).map(bot).collect()
}

/// A game as it ended.
pub(crate) struct Ended<G: Game> {
    pub outcome: Outcome,
    pub state: G::State,
    pub actions: u32,
}

/// Plays a game from its start; `tell` hears what happens, action by action. `events` is a buffer to
/// be used again.
pub(crate) fn game<G: Game>(
    mut state: G::State,
    seed: Seed,
    choosers: &mut [Box<dyn Chooser<G>>],
    events: &mut Vec<G::Event>,
    tell: &mut dyn FnMut(&[G::Event]),
) -> Result<Ended<G>, Stalled> {
    let mut dice = Seeded::new(seed);
    events.clear();
    G::open(&mut Step::new(&mut state, &mut dice, events));
    tell(events);
    let mut actions = 0;
    let mut watch = |_: Seat, _: &G::Action, events: &[G::Event]| {
        actions += 1;
        tell(events);
    };
    let outcome = playout::<G>(&mut state, &mut dice, choosers, events, &mut watch)?;
    Ok(Ended { outcome, state, actions })
}
