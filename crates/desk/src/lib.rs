//! The desk: the engine as a page sees it. One text in, one text out.
//!
//! A page asks [`Desk::ask`] with JSON, `{"ask":"look","table":1,"eyes":"A"}`, and gets `{"ok":…}` or
//! `{"refused":{"message":…,"rule":…}}`. The desk holds tables by number: matches with all their
//! positions, or only what a seat sees of a match that is played elsewhere. It knows no rules; it
//! asks the games and puts their answers into shapes a page can draw ([`wire`]). What a game adds is
//! [`DeskGame`].

#![forbid(unsafe_code)]

mod begin;
#[cfg(test)]
mod file;
mod game;
mod hint;
mod killteam;
mod request;
mod rome;
mod rosters;
mod spoken;
mod summary;
mod table;
pub mod wire;

use std::collections::BTreeMap;

use kernel::Seed;
use serde_json::{Value, json};

pub use game::{DeskGame, Known};
pub use request::{Request, TableRequest};
pub use table::AnyTable;
pub use wire::Refusal;

/// What a question comes to.
pub type Answer = Result<Value, Refusal>;

/// Everything a page has open.
#[derive(Default)]
pub struct Desk {
    tables: BTreeMap<u32, Box<dyn AnyTable>>,
    last: u32,
    /// What seeds are made from where a match is begun without one.
    entropy: String,
}

impl Desk {
    /// Nothing is open yet.
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Answers a question. Whatever is asked, there is an answer.
    pub fn ask(&mut self, json: &str) -> String {
        let answer = match self.answer(json) {
            Ok(answer) => json!({ "ok": answer }),
            Err(refusal) => json!({ "refused": refusal }),
        };
        answer.to_string()
    }

    fn answer(&mut self, json: &str) -> Answer {
        let question: Value = serde_json::from_str(json)
            .map_err(|error| Refusal::plainly(format!("this is no question: {error}")))?;
        let Some(what) = question.get("ask").and_then(Value::as_str) else {
            return Err(Refusal::plainly("say what you ask: {\"ask\":\"games\"}"));
        };
        if Request::NAMES.contains(&what) {
            let request = read(&question, what)?;
            return self.at_desk(request);
        }
        let of_game = what.contains('.');
        if !of_game && !TableRequest::NAMES.contains(&what) {
            let known = Request::NAMES.iter().chain(TableRequest::NAMES).copied();
            return Err(Refusal::plainly(format!(
                "\"{what}\" is no question here; {}",
                games::instead(what, known)
            )));
        }
        let number = question.get("table").and_then(Value::as_u64);
        let table = number.and_then(|number| u32::try_from(number).ok());
        let table = table.and_then(|number| self.tables.get_mut(&number)).ok_or_else(|| {
            Refusal::plainly(match number {
                Some(number) => format!("there is no table {number} on the desk"),
                None => format!("say at which table: {{\"ask\":\"{what}\",\"table\":1}}"),
            })
        })?;
        if of_game {
            return table.ask_game(what, &question);
        }
        let request: TableRequest = read(&question, what)?;
        match request {
            TableRequest::Close { table } => {
                self.tables.remove(&table);
                Ok(Value::Null)
            }
            TableRequest::Fork { at, players, .. } => {
                let forked = table.fork(at, players)?;
                self.keep(forked, Vec::new())
            }
            request => table.ask(request),
        }
    }

    fn at_desk(&mut self, request: Request) -> Answer {
        match request {
            Request::Games {} => to_value(&begin::games()),
            Request::Stir { entropy } => {
                self.entropy = entropy;
                Ok(Value::Null)
            }
            Request::New { game, options, files, seats, seed, players } => {
                let seed = match seed {
                    Some(seed) => seed.parse::<Seed>().map_err(Refusal::plainly)?,
                    None => self.fresh_seed(),
                };
                let wish = begin::Wish { options, files, seats, seed, players };
                let table = begin::new(&game, &wish)?;
                self.keep(table, Vec::new())
            }
            Request::Load { record, at } => {
                let (table, notes) = begin::load(&record, at)?;
                self.keep(table, notes)
            }
            Request::Sit { table, eyes, head, view } => {
                if let Some(number) = table {
                    let known = self.tables.get_mut(&number).ok_or_else(|| {
                        Refusal::plainly(format!("there is no table {number} on the desk"))
                    })?;
                    let actions = head.actions;
                    known.sit_on(eyes, head, view)?;
                    return to_value(&wire::Opened { table: number, actions, notes: Vec::new() });
                }
                let table = begin::sit(eyes, head, view)?;
                self.keep(table, Vec::new())
            }
            Request::Preview { game, options, files } => begin::preview(&game, &options, &files),
            Request::Rules { game } => to_value(&begin::rules(&game)?),
            Request::OddsKeys { game } => to_value(&begin::odds_keys(&game)?),
            Request::Odds { game, table, seat, question } => {
                let question = odds::Question::new(question);
                let answer = match table.map(|number| (number, self.tables.get(&number))) {
                    None => begin::odds(&game, &question)?,
                    Some((_, Some(table))) => table.odds(seat, &question)?,
                    Some((number, None)) => {
                        let message = format!("there is no table {number} on the desk");
                        return Err(Refusal::plainly(message));
                    }
                };
                to_value(&answer)
            }
            Request::Factions { game } => to_value(&rosters::factions(&game)?),
            Request::Roster { game, text, files, points } => {
                to_value(&rosters::sheet(&game, &text, &files, points)?)
            }
            Request::Ready { game, team } => to_value(&rosters::ready(&game, &team)?),
            Request::RosterText { game, roster } => to_value(&rosters::text(&game, &roster)?),
        }
    }

    fn keep(&mut self, table: Box<dyn AnyTable>, notes: Vec<String>) -> Answer {
        self.last += 1;
        let opened = wire::Opened { table: self.last, actions: table.actions(), notes };
        self.tables.insert(self.last, table);
        to_value(&opened)
    }

    /// A seed from what the page stirred in: it changes with every match.
    fn fresh_seed(&mut self) -> Seed {
        let text = format!("{}\0{}", self.entropy, self.last);
        self.entropy = kernel::hash::of_text(&text);
        self.entropy.parse().unwrap_or(Seed::from(u64::from(self.last)))
    }
}

/// Reads the rest of a question.
pub(crate) fn read<T: serde::de::DeserializeOwned>(
    question: &Value,
    what: &str,
) -> Result<T, Refusal> {
    T::deserialize(question)
        .map_err(|error| Refusal::plainly(format!("the question \"{what}\": {error}")))
}

/// An answer as data.
pub(crate) fn to_value<T: serde::Serialize>(answer: &T) -> Answer {
    serde_json::to_value(answer)
        .map_err(|error| Refusal::plainly(format!("the answer can't be written: {error}")))
}
