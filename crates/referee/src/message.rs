//! What is said between the table and a program: one JSON object to a line.
//!
//! These types are the protocol. `docs/bot-protocol.md` explains them, and the schema next to it is
//! made from them. `S`, `V`, `E` and `A` are a game's setup, view, seen event and action.

use kernel::{Outcome, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the protocol. It changes when a program that kept it would go wrong.
pub const VERSION: u32 = 1;

/// What the table says to a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ToBot")]
pub enum ToBot<S, V, E, A> {
    /// The first line, once for each time the program is started.
    Hello(Greeting),
    /// A game begins, or is taken up again.
    Game(Box<NewGame<S, V, E>>),
    /// Are you ready? To be answered with `pong`.
    Ping(Ping),
    /// The answer to a `ping`.
    Pong(Ping),
    /// Something has happened.
    Events(Events<E>),
    /// A decision is owed.
    Decide(Box<Decision<V, A>>),
    /// The answer to a `check`.
    Checked(Checked),
    /// Something was wrong, and it was counted.
    Refused(Refused),
    /// The game is over.
    Over(Over),
    /// There are no more games: the program should end.
    Quit,
}

/// What a program says to the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FromBot")]
pub enum FromBot<A> {
    /// The answer to the table's `hello`.
    Hello(Introduction),
    /// The answer to a `ping`.
    Pong(Ping),
    /// The decision that is owed.
    Act(Act<A>),
    /// May I do this? Answered with `checked`.
    Check(Act<A>),
    /// Are you there? Answered with `pong`.
    Ping(Ping),
    /// Anything the program wants to have in the transcript. It has no effect.
    Info(Info),
    /// The program gives the game up.
    Resign,
}

/// The table introduces itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Greeting {
    /// The versions of the protocol the table speaks.
    pub versions: Vec<u32>,
    /// The table's program and its version.
    pub program: String,
}

/// A program introduces itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Introduction {
    /// The version it wants to speak: one of those offered.
    pub version: u32,
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// How many candidates it wants to be shown at most; 64 if it does not say, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<u32>,
    /// Whether it wants a text picture with every decision.
    #[serde(default)]
    pub picture: bool,
}

/// A question that wants the same number back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// The number.
    #[serde(default)]
    pub id: u64,
}

/// A game begins, or is taken up again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NewGame")]
pub struct NewGame<S, V, E> {
    /// The game's id.
    pub game: String,
    /// Its number in the match, from 0.
    pub number: u64,
    /// The seat the program sits at.
    pub seat: Seat,
    /// Who sits where, from seat A on.
    pub players: Vec<String>,
    /// Who plays, with what, where, which options.
    pub setup: S,
    /// The setup in a few words.
    pub setup_text: String,
    /// The hash of the rules and data the game is played by.
    pub rules: String,
    /// What happened before the first decision, as the seat has seen it.
    pub opening: Vec<Told<E>>,
    /// What the seat knows now; the opening is in it.
    pub view: V,
    /// Whether the game is under way, because the program had to be started again.
    pub resumed: bool,
    /// How many strikes the program has in this game already.
    pub strikes: u32,
    /// What is allowed.
    pub limits: Limits,
}

/// What a program is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// So many strikes in a game forfeit it.
    pub strikes: u32,
    /// So many `check`s may be sent for one decision.
    pub checks: u32,
    /// So many `ping`s and `info`s may be sent for one decision.
    pub chatter: u32,
    /// No line may be longer, in bytes.
    pub line: u64,
    /// The time for one decision, in milliseconds; nothing if only the game's clock counts.
    pub move_ms: Option<u64>,
    /// The time for all decisions of a game, in milliseconds; nothing if each is timed by itself.
    pub game_ms: Option<u64>,
    /// What is added to the game's clock after each decision, in milliseconds.
    pub increment_ms: u64,
    /// The time for `hello` and for `pong`, in milliseconds.
    pub hello_ms: u64,
}

/// An event with its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Told")]
pub struct Told<E> {
    /// What the seat sees of the event.
    pub event: E,
    /// The same in a sentence; empty for mere bookkeeping.
    pub text: String,
}

/// What followed from one action, as the seat has seen it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Events")]
pub struct Events<E> {
    /// In the order in which they happened; never empty.
    pub events: Vec<Told<E>>,
}

/// A decision is owed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Decision")]
pub struct Decision<V, A> {
    /// The decision's number in the game, from 1. It stays the same when it is asked again.
    pub id: u64,
    /// What is asked, in a sentence.
    pub question: String,
    /// What the seat knows.
    pub view: V,
    /// The position as text, if the program wants pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// What may be done. All of it where that is not much, a good sample otherwise.
    pub candidates: Vec<Candidate<A>>,
    /// How much time is left.
    pub clock: Clock,
}

/// Something that may be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Candidate")]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// As people type it.
    pub text: String,
    /// In words, with what it does.
    pub says: String,
    /// What is worth knowing before it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// How much time is left for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// For this decision, in milliseconds; nothing if only the game's clock counts.
    pub move_ms: Option<u64>,
    /// For all decisions of the game, in milliseconds; nothing if each is timed by itself.
    pub game_ms: Option<u64>,
}

/// An action, said in one of three ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    rename = "Act",
    extend("oneOf" = [{"required": ["choice"]}, {"required": ["action"]}, {"required": ["text"]}])
)]
#[serde(bound(deserialize = "A: Deserialize<'de>"))]
pub struct Act<A> {
    /// The number of the decision. Without it the line counts for whatever is asked just then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// A candidate, by its place in the list from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<u64>,
    /// The action itself; it need not be among the candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<A>,
    /// The action as people type it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Anything a program wants to say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Info {
    /// What.
    #[serde(default)]
    pub text: String,
}

/// Whether an action is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// The decision's number.
    pub id: u64,
    /// Whether it is.
    pub ok: bool,
    /// What it does in words, or why it is not allowed.
    pub says: String,
    /// The id of the rule that forbids it, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What a program did wrong.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// The rules forbid the action, or there is no such candidate.
    Illegal,
    /// The line is no message of this protocol, or holds no action of the game.
    Unreadable,
    /// The line is longer than allowed.
    TooLong,
    /// It was not asked for, or answers something that is not asked any more.
    Unasked,
    /// The decision was not made in time.
    Late,
    /// No `hello` or no `pong` came in time.
    Silent,
    /// It speaks another version.
    Version,
    /// It ended, or closed its output, in the middle of a game.
    Crashed,
    /// It said too much between two decisions, or did not read what it was told.
    Flood,
}

impl Wrong {
    /// The word for it, as it is sent.
    pub fn name(self) -> &'static str {
        match self {
            Wrong::Illegal => "illegal",
            Wrong::Unreadable => "unreadable",
            Wrong::TooLong => "too_long",
            Wrong::Unasked => "unasked",
            Wrong::Late => "late",
            Wrong::Silent => "silent",
            Wrong::Version => "version",
            Wrong::Crashed => "crashed",
            Wrong::Flood => "flood",
        }
    }
}

/// Something was wrong, and it was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// What kind of wrong.
    pub kind: Wrong,
    /// A sentence with the reason.
    pub reason: String,
    /// The id of the rule that forbids it, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// How many strikes the program has now, this one included.
    pub strikes: u32,
    /// So many forfeit the game.
    pub limit: u32,
}

/// How a game came out for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It has won.
    Won,
    /// It has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// By the rules of the game.
    Rules,
    /// Because all others forfeited.
    Forfeit,
    /// It took too many actions and was stopped; nobody has won.
    NoEnd,
}

/// The game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Over {
    /// How it came out for the program.
    pub result: Verdict,
    /// Who has won.
    pub outcome: Outcome,
    /// How it ended.
    pub ended: Ended,
    /// The same in a sentence.
    pub text: String,
}
