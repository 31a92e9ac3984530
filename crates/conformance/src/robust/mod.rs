//! Damaged input: an error with words, never a panic.
//!
//! The targets take any text and say what is wrong with the *program*: that an error was empty, or
//! that something accepted can't be used. A panic is for the caller to notice. Ordinary tests run
//! them on damaged copies of valid input, for a fixed number of times from a fixed seed; the fuzzer
//! in `fuzz/` runs the same functions for as long as one likes.

mod damage;

pub use damage::{damage, damage_text, damage_value};

use kernel::{Game, Match, PictureError, Record, Seat, Seed, Seeded, Words};

use crate::laws;
use crate::play::{self, Picker};
use crate::{Verdict, json};

/// How many actions are played on from a position that was read from a picture.
const ACTIONS_ON: usize = 12;

/// Runs a target on damaged copies of the corpus, and on the corpus itself.
pub fn batter(
    corpus: &[String],
    iterations: usize,
    seed: Seed,
    target: &mut dyn FnMut(&str) -> Verdict,
) -> Verdict {
    let mut picker = Picker::new(seed);
    let mut run =
        |input: &str| target(input).map_err(|message| format!("{message}\ninput:\n{input}"));
    for input in corpus {
        run(input)?;
    }
    for _ in 0..iterations {
        let Some(input) = picker.any(corpus).cloned() else {
            return Err("there is nothing to damage".into());
        };
        run(&damage(&input, &mut picker))?;
    }
    Ok(())
}

/// An error says something.
pub fn said<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<Option<T>, String> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.to_string().trim().is_empty() => Err("an error without words".into()),
        Err(_) => Ok(None),
    }
}

/// A record: refused with words, or replayed, or stopped with words; what replays can be written.
pub fn record<G: Game>(text: &str) -> Verdict {
    let Some(record) = said(Record::<G>::from_json(text))? else {
        return Ok(());
    };
    if let Some(table) = said(record.replay(None))? {
        laws::replay_equals_play(&table)?;
    }
    Ok(())
}

/// An action as JSON: refused with words, or legal and then resolved, whoever takes it.
pub fn action_json<G: Words>(text: &str, setup: &G::Setup, state: &G::State) -> Verdict {
    let Some(action) = said(serde_json::from_str::<G::Action>(text))? else {
        return Ok(());
    };
    action_anywhere::<G>(&action, G::seats(setup), state)
}

/// An action as people type it: the same, and it reads back from its own text.
pub fn action_text<G: Words>(text: &str, setup: &G::Setup, state: &G::State) -> Verdict {
    let Some(action) = said(G::parse_action(text))? else {
        return Ok(());
    };
    let written = G::action_text(&action);
    let back = G::parse_action(&written);
    ensure!(back.as_ref() == Ok(&action), "{action:?} is \"{written}\", which is {back:?}");
    action_anywhere::<G>(&action, G::seats(setup), state)
}

/// Any seat may try it; what is allowed happens.
fn action_anywhere<G: Words>(action: &G::Action, seats: u8, state: &G::State) -> Verdict {
    for seat in (0..seats).map(Seat) {
        let view = G::view(state, seat);
        G::describe_action(&view, action);
        G::warning(&view, action);
        match G::check(state, seat, action) {
            Ok(()) => {
                let mut state = state.clone();
                let mut dice = Seeded::new(Seed::from(1));
                let mut events = Vec::new();
                let mut step = kernel::Step::new(&mut state, &mut dice, &mut events);
                G::resolve(&mut step, seat, action);
                ensure!(!events.is_empty(), "the legal {action:?} of {seat} does nothing");
            }
            Err(violation) => laws::says_why::<G>(&violation)?,
        }
    }
    Ok(())
}

/// A picture: refused with words, or a position that can be shown, asked and played on.
pub fn picture<G: Words>(setup: &G::Setup, text: &str) -> Verdict {
    // Comparing has its own reader of pictures: it must bear the same.
    let ordinary = play::deal::<G>(setup, Seed::from(1))?;
    // The message alone must say something: an error shows its line, too.
    let message = |error: PictureError| error.message;
    said(G::compare(ordinary.state(), text).map_err(message))?;
    said(G::compare_view(&G::view(ordinary.state(), Seat(0)), text).map_err(message))?;
    let Some(state) = said(G::position(setup, text).map_err(message))? else {
        return Ok(());
    };
    // From here on the match is of the size the picture says.
    let setup = &G::pictured_setup(setup, text);
    ensure!(G::validate(setup).is_ok(), "the picture of a match with a bad setup was read");
    laws::pictures_round_trip::<G>(setup, &state)?;
    let mut dice = Box::new(Seeded::new(Seed::from(1)));
    let mut picker = Picker::new(Seed::from(2));
    for seat in (0..G::seats(setup)).map(Seat) {
        let guess = G::guess(&G::view(&state, seat), &mut *dice);
        let (left, right) = (json(&G::view(&state, seat)), json(&G::view(&guess, seat)));
        ensure!(left == right, "a guess from the picture has another view");
    }
    let mut table = Match::<G>::from_state(setup.clone(), state, dice);
    for _ in 0..ACTIONS_ON {
        laws::candidates_are_lawful::<G>(table.state(), G::seats(setup))?;
        let Some((seat, action)) = play::decision::<G>(table.state(), &mut picker)? else {
            break;
        };
        table.play(seat, action).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Everything else people type: rolls, options as `key=value`, questions to explain.
pub fn typed<G: Words>(text: &str, setup: &G::Setup, state: &G::State) -> Verdict {
    said(G::parse_rolls(text))?;
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let mut changed = setup.clone();
    if said(G::set_option(&mut changed, key, value))?.is_some()
        && let Err(faults) = G::validate(&changed)
    {
        let empty = faults.iter().any(|fault| fault.message.trim().is_empty());
        ensure!(!empty && !faults.is_empty(), "a bad setup without words: {changed:?}");
    }
    said(G::explain(&G::view(state, Seat(0)), text)).map(drop)
}
