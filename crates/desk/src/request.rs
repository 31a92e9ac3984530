//! What can be asked.

use std::collections::BTreeMap;

use kernel::Seat;
use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::wire::{Eyes, Head, RosterDraft};

/// Keys and values.
pub type Options = Vec<(String, String)>;
/// Files by name.
pub type FileTexts = BTreeMap<String, String>;

/// Questions to the desk itself.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub enum Request {
    /// The games there are.
    Games {},
    /// Gives the desk something nobody can guess, for the seeds of matches begun without one.
    Stir {
        /// Any text.
        entropy: String,
    },
    /// A new match.
    New {
        /// Of which game.
        game: String,
        /// Keys and values.
        #[serde(default)]
        options: Options,
        /// What options name.
        #[serde(default)]
        files: FileTexts,
        /// How many play.
        seats: u8,
        /// Where the dice come from.
        #[serde(default)]
        seed: Option<String>,
        /// `human` or a level's id, a seat each.
        #[serde(default)]
        players: Vec<String>,
    },
    /// A match out of a record.
    Load {
        /// The record's text.
        record: String,
        /// After how many actions; all if it is left out.
        #[serde(default)]
        at: Option<usize>,
    },
    /// What a seat sees of a match that is played elsewhere; again with the same table for the next
    /// position.
    Sit {
        /// The table, if it is open already.
        #[serde(default)]
        table: Option<u32>,
        /// Whose view it is.
        #[ts(type = "Eyes")]
        eyes: Eyes,
        /// What everybody knows.
        head: Head,
        /// What these eyes see.
        #[ts(type = "unknown")]
        view: Value,
    },
    /// The table of a setup.
    Preview {
        /// Of which game.
        game: String,
        /// Keys and values.
        #[serde(default)]
        options: Options,
        /// What options name.
        #[serde(default)]
        files: FileTexts,
    },
    /// The rules of a game.
    Rules {
        /// Which.
        game: String,
    },
    /// The odds of numbers, or of something in a position.
    Odds {
        /// Of which game.
        game: String,
        /// In which match.
        #[serde(default)]
        table: Option<u32>,
        /// As who sees it.
        #[serde(default)]
        #[ts(type = "Seat | null")]
        seat: Option<Seat>,
        /// Keys and values.
        question: Options,
    },
    /// Everything a question about odds may say.
    OddsKeys {
        /// Of which game.
        game: String,
    },
    /// The factions of a game.
    Factions {
        /// Which.
        game: String,
    },
    /// Reads and checks a roster.
    Roster {
        /// Of which game.
        game: String,
        /// The roster's text.
        text: String,
        /// What lies beside it.
        #[serde(default)]
        files: FileTexts,
        /// What it may cost; the usual number if it is left out.
        #[serde(default)]
        points: Option<u16>,
    },
    /// A ready team as a roster file.
    Ready {
        /// Of which game.
        game: String,
        /// Which.
        team: String,
    },
    /// A draft as a roster file.
    RosterText {
        /// Of which game.
        game: String,
        /// The draft.
        roster: RosterDraft,
    },
}

impl Request {
    /// The names of all of them.
    pub const NAMES: &[&str] = &[
        "games",
        "stir",
        "new",
        "load",
        "sit",
        "preview",
        "rules",
        "odds",
        "oddsKeys",
        "factions",
        "roster",
        "ready",
        "rosterText",
    ];
}

/// Questions about a match, whichever its game. `at` asks about an earlier position.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub enum TableRequest {
    /// Takes it from the desk.
    Close {
        /// Which.
        table: u32,
    },
    /// Plays on from any moment.
    Fork {
        /// Which.
        table: u32,
        /// After how many actions.
        at: usize,
        /// `human` or a level's id, a seat each.
        #[serde(default)]
        players: Vec<String>,
    },
    /// The position.
    Look {
        /// Which.
        table: u32,
        /// Who looks.
        #[ts(type = "Eyes")]
        eyes: Eyes,
        /// After how many actions; now if it is left out.
        #[serde(default)]
        at: Option<usize>,
        /// Whether the table's ground is wanted though it has not changed.
        #[serde(default)]
        whole: bool,
    },
    /// What happened.
    Entries {
        /// Which.
        table: u32,
        /// Who asks.
        #[ts(type = "Eyes")]
        eyes: Eyes,
        /// From which entry on.
        #[serde(default)]
        from: usize,
    },
    /// What stands behind each beat of an entry.
    Details {
        /// Which.
        table: u32,
        /// Who asks.
        #[ts(type = "Eyes")]
        eyes: Eyes,
        /// Of which entry.
        number: usize,
    },
    /// Takes an action: as data, or as people type it.
    Play {
        /// Which.
        table: u32,
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
        /// What.
        #[ts(type = "Action")]
        action: Value,
    },
    /// Takes back a seat's last action.
    Undo {
        /// Which.
        table: u32,
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Whether an action is allowed, and what it would be in words.
    Consider {
        /// Which.
        table: u32,
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
        /// What.
        #[ts(type = "Action")]
        action: Value,
    },
    /// Some things a seat may do now.
    Choices {
        /// Which.
        table: u32,
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
        /// How many at most.
        limit: usize,
    },
    /// Answers a question about the position in words.
    Explain {
        /// Which.
        table: u32,
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
        /// As people type it.
        question: String,
    },
    /// Lets a bot act.
    Bot {
        /// Which.
        table: u32,
        /// For whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Which bot.
        bot: String,
    },
    /// What a bot would do.
    Hint {
        /// Which.
        table: u32,
        /// For whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Which bot.
        bot: String,
    },
    /// The record.
    Record {
        /// Which.
        table: u32,
    },
    /// The match looked back upon.
    Summary {
        /// Which.
        table: u32,
    },
}

impl TableRequest {
    /// The names of all of them.
    pub const NAMES: &[&str] = &[
        "close", "fork", "look", "entries", "details", "play", "undo", "consider", "choices",
        "explain", "bot", "hint", "record", "summary",
    ];
}
