//! A record is the match.

use kernel::{Game, Match, Record, Seed};

use crate::{Verdict, json, parting, play};

fn logs<G: Game>(table: &Match<G>) -> String {
    let log: Vec<_> = table.log().map(|(played, events)| (json(played), events)).collect();
    json(&(table.opening(), log))
}

fn agree<G: Game>(what: &str, one: &Match<G>, two: &Match<G>) -> Verdict {
    let (left, right) = (logs(one), logs(two));
    ensure!(left == right, "{what}: other events: {}", parting(&left, &right));
    ensure!(one.state() == two.state(), "{what}: the same events, but another state");
    let texts = [one, two].map(|table| table.record().map(|record| record.to_json()));
    ensure!(texts[0] == texts[1], "{what}: the same state, but another record");
    Ok(())
}

/// A record written, read and replayed gives the same events and the same hash.
pub fn replay_equals_play<G: Game>(table: &Match<G>) -> Verdict {
    let record = table.record().ok_or("the match has no record")?;
    let text = record.to_json();
    let back = Record::<G>::from_json(&text).map_err(|error| format!("{error}\n{text}"))?;
    ensure!(back.to_json() == text, "the record reads back as another");
    let replayed = back.replay(None).map_err(|error| error.to_string())?;
    agree("replay", table, &replayed)
}

/// A record cut after `at` actions can be played on with the same actions to the same end.
pub fn cut_and_play_on<G: Game>(table: &Match<G>, at: usize) -> Verdict {
    let record = table.record().ok_or("the match has no record")?;
    let mut cut = record.replay(Some(at)).map_err(|error| error.to_string())?;
    ensure!(cut.len() == at, "cut at {at}, but {} actions were played", cut.len());
    // Out and in again: what is kept of an unfinished match must be enough to go on.
    let unfinished = cut.record().ok_or("the cut match has no record")?;
    let unfinished = Record::<G>::from_json(&unfinished.to_json()).map_err(|e| e.to_string())?;
    let again = unfinished.replay(None).map_err(|error| format!("cut at {at}: {error}"))?;
    agree("cut", &cut, &again)?;
    for played in &record.actions[at..] {
        cut.play(played.seat, played.action.clone())
            .map_err(|error| format!("cut at {at} and played on: {error}"))?;
    }
    agree("cut and played on", table, &cut)
}

/// The same setup, seed and decisions give the same log.
pub fn same_seed_same_log<G: Game>(setup: &G::Setup, seed: Seed) -> Verdict {
    let (one, two) = (play::whole::<G>(setup, seed)?, play::whole::<G>(setup, seed)?);
    agree("same seed", &one, &two)
}
