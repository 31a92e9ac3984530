//! Games and matches with their types erased: what the edges (terminal, server, browser) hold.

use std::fmt;
use std::ops::RangeInclusive;

use bots::Clock;
use kernel::{Awaiting, Commitment, Files, Outcome, Seat, Seed};
use odds::ask::Key;
use odds::{Answer, Question};
use serde::Serialize;

use crate::bot::{BotTask, Decided};
use crate::contract::{Choice, Entry, Eyes, Head, Reasons, Refused};
use crate::lab::{CaseReport, LabFile};

/// An option of a game: key, values, meaning.
pub type OptionInfo = (&'static str, &'static str, &'static str);

/// A game, whichever it is.
pub trait AnyGame: Sync {
    /// The short name: of files, commands and rule ids.
    fn id(&self) -> &'static str;

    /// The name people use.
    fn title(&self) -> &'static str;

    /// The ledger's text.
    fn ledger(&self) -> &'static str;

    /// The options a match can be played with.
    fn options(&self) -> &'static [OptionInfo];

    /// How many can play.
    fn seats(&self) -> RangeInclusive<u8>;

    /// Deals a new match; `files` reads what options name. The error lists everything that is
    /// wrong, one fault to a line.
    fn new_match(
        &self,
        options: &[(String, String)],
        files: Files<'_>,
        seats: u8,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, String>;

    /// Plays a record again up to `at` actions, all of them if `None`; the match can be played on.
    ///
    /// A record made under other rules is replayed all the same and a note says so.
    fn load(&self, json: &str, at: Option<usize>) -> Result<Loaded, LoadError>;

    /// Makes every decision of a record's bots again.
    fn check_bots(&self, json: &str, patience: &Patience) -> Result<BotCheck, LoadError>;

    /// Everything a question about odds may say.
    fn odds_keys(&self) -> &'static [Key];

    /// The odds of numbers alone.
    fn odds(&self, question: &Question) -> Result<Answer, odds::Refused>;

    /// What a bot would do in the seat's place, and why, from the seat's view alone: for pages that
    /// have nothing else.
    fn hint_from_view(
        &self,
        view: &serde_json::Value,
        seat: Seat,
        bot: &str,
        patience: &Patience,
    ) -> Result<Reasons, String>;

    /// Runs the cases of a lab file of this game.
    fn lab(&self, file: &LabFile) -> Vec<CaseReport>;
}

/// A match out of a record.
pub struct Loaded {
    /// The match, after the last action replayed.
    pub table: Box<dyn AnyMatch>,
    /// How many actions the record has, replayed or not.
    pub actions: usize,
    /// What is worth knowing though the replay went well.
    pub notes: Vec<String>,
}

/// Why a record could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// It is no record, or not one this program reads.
    Unreadable(String),
    /// It is a record, and the replay disagrees with it.
    Disagrees(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreadable(reason) | LoadError::Disagrees(reason) => f.write_str(reason),
        }
    }
}

/// How long a bot may think, and on how many cores.
#[derive(Clone)]
pub struct Patience {
    /// A safety: what it stops is marked.
    pub clock: Option<Clock>,
    /// Threads change nothing but the time it takes.
    pub threads: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { clock: None, threads: 1 }
    }
}

/// What came of making the decisions of a record's bots again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotCheck {
    /// How many decisions of bots were made again and came out the same.
    pub same: usize,
    /// How many were left alone, as a clock had stopped the bot.
    pub cut_short: usize,
    /// The first that came out otherwise: which action, counted from 1, what the record says, and
    /// what the bot does now.
    pub differs: Option<(usize, String, String)>,
}

/// An action of a match with what followed from it, for somebody who may know all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogEntry {
    /// Who.
    pub seat: Seat,
    /// What, as people type it.
    pub text: String,
    /// What, as the record has it.
    pub action: serde_json::Value,
    /// What happened, a sentence each.
    pub events: Vec<String>,
}

/// A match in progress, of whichever game.
///
/// A seat that isn't at the table sees nothing and may do nothing; who only watches has eyes of its
/// own ([`Eyes::Nobody`]).
pub trait AnyMatch: Send {
    /// The id of its game.
    fn game(&self) -> &'static str;

    /// The setup in a few words.
    fn setup_text(&self) -> String;

    /// How many sit at the table.
    fn seats(&self) -> u8;

    /// The seat's name at the table.
    fn seat_name(&self, seat: Seat) -> String;

    /// Who sits where: `human`, or a bot's name. Empty if nobody said.
    fn players(&self) -> &[String];

    /// Names who sits where, for the record.
    fn set_players(&mut self, players: Vec<String>);

    /// The seed, if the dice come from one.
    fn seed(&self) -> Option<Seed>;

    /// Whom the match waits for.
    fn awaiting(&self) -> Awaiting;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// How many actions were taken.
    fn actions(&self) -> usize;

    /// The hash of the position.
    fn hash(&self) -> String;

    /// What the seat is asked now; `None` if it owes nothing.
    fn question(&self, seat: Seat) -> Option<String>;

    /// The position as a text picture, as far as whoever looks may know it.
    fn diagram(&self, eyes: Eyes) -> String;

    /// At most `limit` things the seat may do now.
    fn choices(&self, seat: Seat, limit: usize) -> Vec<Choice>;

    /// May the seat do this now? If so, what it is in words; if not, why not.
    fn consider(&self, seat: Seat, text: &str) -> Result<Choice, Refused>;

    /// Takes an action as people type it.
    fn play_text(&mut self, seat: Seat, text: &str) -> Result<(), Refused>;

    /// Takes an action as the record has it.
    fn play_json(&mut self, seat: Seat, json: &str) -> Result<(), Refused>;

    /// What everybody may know of the match.
    fn head(&self) -> Head;

    /// What happened from an entry on, as whoever looks saw it, with rules and dice. The opening is
    /// entry 0, the first action entry 1.
    fn entries(&self, eyes: Eyes, from: usize) -> Vec<Entry>;

    /// What happened from an entry on, a sentence each, as whoever looks saw it. The deal is entry 0,
    /// the first action entry 1.
    fn story(&self, eyes: Eyes, from: usize) -> Vec<String>;

    /// All actions with what followed, for somebody who may know all.
    fn log(&self) -> Vec<LogEntry>;

    /// Takes back the seat's last action, if nobody has learnt anything from it, and says which.
    fn undo(&mut self, seat: Seat) -> Result<String, String>;

    /// Whether the seat could take back its last action now, or why not.
    fn may_undo(&self, seat: Seat) -> Result<(), String>;

    /// Answers a question about the position from what the seat knows.
    fn explain(&self, seat: Seat, question: &str) -> Result<Vec<String>, String>;

    /// The odds in this position, from what the seat knows.
    fn odds(&self, seat: Seat, question: &Question) -> Result<Answer, odds::Refused>;

    /// What a bot would do in the seat's place, and why. It sees what the seat sees. Nothing was
    /// weighed by a bot that does not think.
    fn bot_reasons(&self, seat: Seat, bot: &str, patience: &Patience) -> Result<Reasons, String>;

    /// Lets a bot act for the seat and says why; what it did stands first. Its decision follows from
    /// the match's seed and what was played; if the clock stopped it, the record says so.
    fn bot_play(&mut self, seat: Seat, bot: &str, patience: &Patience) -> Result<Reasons, String>;

    /// The same in two steps, so that the match is free while the bot thinks: the task needs the match
    /// no more, and may run on another thread.
    fn bot_task(&self, seat: Seat, bot: &str, patience: &Patience) -> Result<BotTask, String>;

    /// Plays what a task has decided. Refused if the seat has acted since, or sees something else by
    /// now: then the bot has to be asked again.
    fn play_bot(&mut self, decided: Decided) -> Result<Reasons, Refused>;

    /// What may be published of the seed before the match; the record keeps it from now on. `None` if
    /// the dice have no seed.
    fn commit(&mut self) -> Option<Commitment>;

    /// What was published of the seed before the match, if anything was.
    fn commitment(&self) -> Option<Commitment>;

    /// The record as it stands. `None` if the dice have no seed.
    fn record_json(&self) -> Option<String>;

    /// The position as data, as far as whoever looks may know it.
    fn view_json(&self, eyes: Eyes) -> serde_json::Value;
}
