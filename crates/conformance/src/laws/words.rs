//! What is written reads back.

use kernel::{Game, Match, Seat, Words};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::play;
use crate::{Verdict, json, parting};

/// How many columns a text picture for the terminal may have.
const COLUMNS: usize = 80;

/// A position drawn and read back is the same position, and agrees with its own picture.
pub fn pictures_round_trip<G: Words>(setup: &G::Setup, state: &G::State) -> Verdict {
    let picture = G::diagram(state);
    let back = G::position(setup, &picture).map_err(|error| format!("{error} in\n{picture}"))?;
    let (left, right) = (json(state), json(&back));
    ensure!(left == right, "the picture reads back as {}\n{picture}", parting(&left, &right));
    ensure!(back == *state, "the same JSON, but not equal\n{picture}");
    let differences = G::compare(state, &picture).map_err(|e| format!("{e} in\n{picture}"))?;
    ensure!(differences.is_empty(), "differs from its own picture: {differences:?}\n{picture}");
    for seat in (0..G::seats(setup)).map(Seat) {
        let view = G::view(state, seat);
        let picture = G::diagram_view(&view);
        let differences =
            G::compare_view(&view, &picture).map_err(|e| format!("{e} in\n{picture}"))?;
        ensure!(
            differences.is_empty(),
            "the view of {seat} differs from its own picture: {differences:?}\n{picture}"
        );
    }
    Ok(())
}

/// What a seat sees can be drawn in a terminal.
pub fn views_fit_a_terminal<G: Words>(state: &G::State, seats: u8) -> Verdict {
    for seat in (0..seats).map(Seat) {
        let picture = G::diagram_view(&G::view(state, seat));
        let widest = picture.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        ensure!(widest <= COLUMNS, "the view of {seat} is {widest} columns wide\n{picture}");
    }
    Ok(())
}

/// Every candidate reads back from its text and has something to say about it.
pub fn actions_round_trip<G: Words>(state: &G::State, seats: u8) -> Verdict {
    for seat in (0..seats).map(Seat) {
        let view = G::view(state, seat);
        let asked = G::question(&view);
        ensure!(
            asked.is_some() == play::owed::<G>(state).contains(seat),
            "{seat} owes a decision or not, but the question is {asked:?}"
        );
        for action in play::candidates::<G>(state, seat, play::LIMIT) {
            let text = G::action_text(&action);
            let back = G::parse_action(&text);
            ensure!(back.as_ref() == Ok(&action), "{action:?} is \"{text}\", which is {back:?}");
            let words = G::describe_action(&view, &action);
            ensure!(!words.trim().is_empty(), "no words for {action:?}");
            ensure!(G::warning(&view, &action) != Some(String::new()), "{action:?}: empty warning");
            round_trip("an action", &action)?;
        }
    }
    Ok(())
}

/// States, views, and what was seen of the last events read back from JSON.
pub fn values_round_trip<G: Game>(table: &Match<G>) -> Verdict {
    round_trip("the setup", table.setup())?;
    round_trip("the state", table.state())?;
    let last: Vec<&G::Event> = match table.log().next_back() {
        Some((_, events)) => events.iter().collect(),
        None => table.opening().iter().collect(),
    };
    for seat in (0..G::seats(table.setup())).map(Seat) {
        round_trip("a view", &G::view(table.state(), seat))?;
        for event in &last {
            if let Some(seen) = G::seen(event, seat) {
                round_trip("a seen event", &seen)?;
            }
        }
    }
    Ok(())
}

fn round_trip<T>(what: &str, value: &T) -> Verdict
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = json(value);
    let back: T = serde_json::from_str(&text).map_err(|e| format!("{what}: {e} in {text}"))?;
    ensure!(back == *value, "{what} reads back as another: {}", parting(&text, &json(&back)));
    ensure!(json(&back) == text, "{what} is written differently the second time: {text}");
    Ok(())
}

/// Whatever happens is told: every action to somebody who may know all, and every event that is told
/// at all also to the seats that see it.
pub fn narration_speaks<G: Words>(table: &Match<G>) -> Verdict {
    ensure!(!G::describe_setup(table.setup()).trim().is_empty(), "no words for the setup");
    let seats = G::seats(table.setup());
    let mut told = table.opening().is_empty();
    for event in table.opening() {
        told |= speaks::<G>(table.setup(), event, seats)?;
    }
    ensure!(told, "nothing is told of the opening");
    for (played, events) in table.log() {
        let mut told = false;
        for event in events {
            told |= speaks::<G>(table.setup(), event, seats)?;
        }
        ensure!(told, "nothing is told of {played:?}, which led to {events:?}");
    }
    Ok(())
}

/// Whether the event is told at all.
fn speaks<G: Words>(setup: &G::Setup, event: &G::Event, seats: u8) -> Result<bool, String> {
    let told = !G::narrate(setup, event).trim().is_empty();
    for seat in (0..seats).map(Seat) {
        if let Some(seen) = G::seen(event, seat) {
            let words = G::narrate_seen(setup, &seen);
            ensure!(
                !told || !words.trim().is_empty(),
                "{event:?} is told, but not to {seat}, who sees {seen:?}"
            );
        }
    }
    Ok(told)
}
