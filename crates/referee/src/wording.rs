//! What a seat is told: messages made from a match, and nothing but what the seat may know.

use std::time::Duration;

use kernel::{Match, Seat, Words};

use crate::lines::LINE_MAX;
use crate::message::{Candidate, Clock, Decision, Limits, NewGame, Told};
use crate::rules::House;

/// What a seat has seen of some events.
pub fn told<G: Words>(setup: &G::Setup, events: &[G::Event], seat: Seat) -> Vec<Told<G::Seen>> {
    let seen = events.iter().filter_map(|event| G::seen(event, seat));
    seen.map(|event| Told { text: G::narrate_seen(setup, &event), event }).collect()
}

/// The message that begins a game, or takes it up again.
pub fn new_game<G: Words>(
    table: &Match<G>,
    seat: Seat,
    number: u64,
    house: &House,
    strikes: u32,
) -> NewGame<G::Setup, G::View, G::Seen> {
    let setup = table.setup();
    NewGame {
        game: G::ID.into(),
        number,
        seat,
        players: table.players().to_vec(),
        setup: setup.clone(),
        setup_text: G::describe_setup(setup),
        rules: G::rules_hash(),
        opening: told::<G>(setup, table.opening(), seat),
        view: G::view(table.state(), seat),
        resumed: !table.is_empty(),
        strikes,
        limits: limits(house),
    }
}

fn limits(house: &House) -> Limits {
    let bank = house.pace.bank();
    Limits {
        strikes: house.strikes,
        checks: house.checks,
        chatter: house.chatter,
        line: LINE_MAX as u64,
        move_ms: house.pace.each().map(milliseconds),
        game_ms: bank.map(|bank| milliseconds(bank.start)),
        increment_ms: bank.map_or(0, |bank| milliseconds(bank.increment)),
        hello_ms: milliseconds(house.hello),
    }
}

/// The message that asks for a decision, with these candidates.
pub fn decision<G: Words>(
    view: &G::View,
    id: u64,
    candidates: &[G::Action],
    picture: bool,
    clock: Clock,
) -> Decision<G::View, G::Action> {
    let candidate = |action: &G::Action| Candidate {
        action: action.clone(),
        text: G::action_text(action),
        says: G::describe_action(view, action),
        warning: G::warning(view, action),
    };
    Decision {
        id,
        question: G::question(view).unwrap_or_default(),
        view: view.clone(),
        picture: picture.then(|| G::diagram_view(view)),
        candidates: candidates.iter().map(candidate).collect(),
        clock,
    }
}

/// A time as it is sent.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
