//! The events tell everything, and the game ends.

use kernel::{Game, Match, Seed};

use crate::{Verdict, json, parting, play};

/// Folding all events over the start gives the position: nothing is written beside `apply`.
pub fn events_fold_to_the_state<G: Game>(table: &Match<G>) -> Verdict {
    let mut state = G::start(table.setup());
    for event in table.opening().iter().chain(table.log().flat_map(|(_, events)| events)) {
        G::apply(&mut state, event);
    }
    ensure!(
        state == *table.state(),
        "the folded events give another state: {}",
        parting(&json(&state), &json(table.state()))
    );
    Ok(())
}

/// Random play ends within the limit, and then nobody owes anything.
pub fn random_play_ends<G: Game>(setup: &G::Setup, seed: Seed) -> Verdict {
    let table = play::whole::<G>(setup, seed)?;
    ensure!(table.outcome().is_some(), "the walk ended before the game");
    ensure!(G::turns(table.state()) > 0, "a whole game has no turn");
    Ok(())
}
