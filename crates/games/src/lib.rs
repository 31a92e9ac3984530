//! The closed list of games.
//!
//! This is the only crate that names all games. It erases their types, so that the edges
//! (terminal, server, browser) are written once for all of them: [`AnyGame`] is a game and
//! [`AnyMatch`] a match, whichever it is. [`lab`] runs lab files. To add a game, add it to [`all`].

#![forbid(unsafe_code)]

mod any;
mod bot;
mod contract;
mod erased;
pub mod lab;
mod near;
mod rosters;
mod table;
#[cfg(test)]
mod toy;

pub use any::{AnyGame, AnyMatch, BotCheck, LoadError, Loaded, LogEntry, OptionInfo, Patience};
pub use bot::{BotTask, Decided, choice, reasons};
pub use contract::{
    Beat, Choice, Dice, DieFace, Entry, Expected, Eyes, Head, Reason, Reasons, Refused,
};
pub use near::{instead, near};
pub use rosters::{
    AnyRosters, CardInfo, ExtraInfo, FactionInfo, RosterFile, RosterKind, RosterReport, RosterText,
    TeamInfo, rosters,
};
pub use table::{entries, head};

use erased::Erased;
use kernel::{Game, Words, record};
use serde_json::json;

/// Names all games, once: with their types erased, and with them for who has to know them.
macro_rules! all_games {
    ($($game:ty),+) => {
        static GAMES: &[&dyn AnyGame] = &[$(&Erased::<$game>::new()),+];

        /// Does something with the game of this id whose type has to be known. The error says which
        /// there are, or which was probably meant.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Answer, String> {
            $(if id == <$game as Game>::ID {
                return Ok(visitor.visit::<$game>());
            })+
            Err(no_game(id))
        }
    };
}

all_games!(rome::Rome, killteam::KillTeam);

/// What is done with a game whose type has to be known, such as a batch of games on all cores.
pub trait Visitor {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn visit<G: Words>(self) -> Self::Answer;
}

fn no_game(id: &str) -> String {
    format!("there is no game \"{id}\"; {}", instead(id, all().iter().map(|game| game.id())))
}

/// For hosts without files: options can name none.
pub fn no_files(name: &str) -> Result<String, String> {
    Err(format!("{name} can't be read: there are no files here"))
}

/// All games there are.
pub fn all() -> &'static [&'static dyn AnyGame] {
    GAMES
}

/// The game with this id. The error says which there are, or which was probably meant.
pub fn find(id: &str) -> Result<&'static dyn AnyGame, String> {
    all().iter().find(|game| game.id() == id).copied().ok_or_else(|| no_game(id))
}

/// The game a record is of, and the record's match after `at` actions, or after all of them.
pub fn load(json: &str, at: Option<usize>) -> Result<Loaded, LoadError> {
    let unreadable = |reason: String| LoadError::Unreadable(reason);
    let id = record::game_of(json).map_err(|error| unreadable(error.to_string()))?;
    find(&id).map_err(unreadable)?.load(json, at)
}

/// Makes every decision of a record's bots again: each follows from the record alone.
pub fn check_bots(json: &str, patience: &Patience) -> Result<BotCheck, LoadError> {
    let unreadable = |reason: String| LoadError::Unreadable(reason);
    let id = record::game_of(json).map_err(|error| unreadable(error.to_string()))?;
    find(&id).map_err(unreadable)?.check_bots(json, patience)
}

/// Replays a record and says as JSON what came of it: `{"ok":true,"game":…,"hash":…,"actions":…}`
/// or `{"ok":false,"error":…}`. `notes` is there if something is worth knowing.
///
/// This is for hosts that can pass only texts; it never panics.
pub fn replay_json(json: &str) -> String {
    let answer = match load(json, None) {
        Err(error) => json!({ "ok": false, "error": error.to_string() }),
        Ok(Loaded { table, actions, notes }) => {
            let mut answer = json!({
                "ok": true,
                "game": table.game(),
                "hash": table.hash(),
                "actions": actions,
            });
            if !notes.is_empty() {
                answer["notes"] = notes.into();
            }
            answer
        }
    };
    answer.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_game_is_guessed_and_an_unknown_one_is_told_the_list() {
        let error = |id| find(id).err().unwrap_or_default();
        let id = all()[0].id();
        assert!(find(id).is_ok());
        let doubled = format!("{id}{}", &id[id.len() - 1..]);
        assert!(error(&doubled).contains(&format!("did you mean \"{id}\"?")));
        assert!(error("backgammon").contains("there are: "));
    }

    struct Title;

    impl Visitor for Title {
        type Answer = &'static str;

        fn visit<G: Words>(self) -> &'static str {
            G::TITLE
        }
    }

    #[test]
    fn a_game_is_visited_by_its_id() {
        for game in all() {
            assert_eq!(visit(game.id(), Title), Ok(game.title()));
        }
        assert_eq!(visit("backgammon", Title), Err(find("backgammon").err().unwrap_or_default()));
    }

    #[test]
    fn whatever_text_is_replayed_there_is_an_answer() {
        for text in ["", "{", "[]", "{\"format\":\"vanguard-record-1\",\"game\":\"chess\"}"] {
            assert!(replay_json(text).starts_with("{\"error\":"), "{text}");
        }
    }
}
