//! What goes over the wire. The page's types are made from these.

use std::collections::BTreeMap;

use games::{Entry, Head, Refused};
use kernel::{Outcome, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// What the server is.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// The program's version.
    pub version: String,
    /// The commit it was built from, if that is known.
    pub commit: Option<String>,
    /// The ids of the games that can be played.
    pub games: Vec<String>,
    /// How much of everything there may be.
    pub limits: AboutLimits,
}

/// How much of everything there may be.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AboutLimits {
    /// The largest body of a request in bytes.
    pub body: usize,
    /// The largest message over a socket in bytes.
    pub message: usize,
    /// Unfinished games of one person.
    pub unfinished: usize,
    /// Rosters of one person.
    pub rosters: usize,
    /// Letters of a name.
    pub name: usize,
    /// The least letters of a password.
    pub password: usize,
}

/// Somebody the server knows, with the token they are known by.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Who {
    /// For `Authorization: Bearer`.
    pub token: String,
    /// Their id.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// Whether they have an account.
    pub account: bool,
}

/// Somebody the server knows, and their games.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// Who.
    #[serde(flatten)]
    pub who: Who,
    /// Their games, those changed last first.
    pub games: Vec<GameCard>,
}

/// A guest's name.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// What they want to be called.
    pub name: String,
}

/// What makes an account, and what one signs in with.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
    /// The token of a guest whose games and rosters are taken along.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub guest: Option<String>,
}

/// A game to be begun.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game's id.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The texts of files that options name.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// How many play.
    pub seats: u8,
    /// For each seat: `me`, `open` (whoever has the invite), or a level's id for a bot.
    pub players: Vec<String>,
    /// A record to play on from, instead of a new deal.
    #[serde(default)]
    pub record: Option<String>,
    /// After so many of its actions; all of them if nothing is said.
    #[serde(default)]
    pub at: Option<usize>,
}

/// A game that was begun.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    /// The game.
    pub id: String,
    /// The maker's first seat, if they have one.
    #[schema(value_type = Option<String>)]
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// The token for that seat.
    pub seat_token: Option<String>,
    /// One for each open seat.
    pub invites: Vec<SeatToken>,
    /// For those who only watch.
    pub watch: String,
    /// What is published of the seed before the game.
    pub commitment: String,
}

/// A seat and a token for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatToken {
    /// The seat.
    #[schema(value_type = String)]
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// The token.
    pub token: String,
}

/// An invite, to be taken up.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The token of the invite.
    pub invite: String,
}

/// A seat that was taken.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    /// The game.
    pub id: String,
    /// The seat.
    #[schema(value_type = String)]
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// The token for it.
    pub seat_token: String,
    /// For those who only watch.
    pub watch: String,
}

/// What is told of a game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameCard {
    /// Its id.
    pub id: String,
    /// The id of what is played.
    pub game: String,
    /// The setup in a few words.
    pub setup: String,
    /// Who sits where.
    pub players: Vec<PlayerCard>,
    /// How many actions were taken.
    pub actions: usize,
    /// Who owes a decision.
    #[schema(value_type = Vec<String>)]
    #[ts(type = "Seat[]")]
    pub owes: Vec<Seat>,
    /// How it ended, once it has.
    #[schema(value_type = Option<Object>)]
    #[ts(type = "Outcome | null")]
    pub outcome: Option<Outcome>,
    /// The asker's seats.
    #[schema(value_type = Vec<String>)]
    #[ts(type = "Seat[]")]
    pub mine: Vec<Seat>,
    /// Tokens for those, if the asker is a person.
    pub seat_tokens: Vec<SeatToken>,
    /// Invites for open seats and the token to watch by, if the asker made the game.
    pub invites: Vec<SeatToken>,
    /// The token to watch by, if the asker is a person who plays or made the game.
    pub watch: Option<String>,
    /// When it was begun.
    pub begun: String,
    /// When something happened last.
    pub changed: String,
    /// What was published of the seed before the game.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerCard {
    /// The seat.
    #[schema(value_type = String)]
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// What they are called; empty while the seat is open.
    pub name: String,
    /// The level's id, if it is a bot.
    pub bot: Option<String>,
    /// Whether it waits for somebody to take it.
    pub open: bool,
    /// Whether they are connected.
    pub here: bool,
}

/// A roster to be kept.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(rename = "RosterText")]
pub struct RosterDraft {
    /// What it is called.
    pub name: String,
    /// The id of the game it is for.
    pub game: String,
    /// The roster's file.
    pub text: String,
}

/// A roster that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RosterFile {
    /// Its id, chosen by who keeps it.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The id of the game it is for.
    pub game: String,
    /// The roster's file.
    pub text: String,
    /// When it was kept.
    pub changed: String,
}

/// What the page says over a socket.
#[derive(Clone, Deserialize, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ToServer {
    /// The first message: who it is.
    Hello {
        /// A seat's token, or one to watch by.
        token: String,
        /// The number of the last entry the page has; -1 for none.
        #[ts(type = "number")]
        seen: i64,
        /// The revision that came with it, if the page has one.
        #[serde(default)]
        #[ts(type = "number | null", optional)]
        revision: Option<u64>,
    },
    /// Takes an action.
    Play {
        /// The page's own number for it.
        #[ts(type = "number")]
        id: u64,
        /// `head.actions` of the position it was decided on.
        after: usize,
        /// The revision of that position, if the page has one.
        #[serde(default)]
        #[ts(type = "number | null", optional)]
        revision: Option<u64>,
        /// As data, or as people type it.
        #[ts(type = "unknown")]
        action: Value,
    },
    /// Takes the seat's last action back.
    Undo {
        /// The page's own number for it.
        #[ts(type = "number")]
        id: u64,
    },
    /// Asks whether the server is there.
    Ping(#[ts(type = "number")] i64),
}

/// What the server says over a socket.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FromServer {
    /// The answer to the first message.
    Welcome {
        /// The id of what is played.
        game: String,
        /// Whose view it is; nothing for one who watches.
        #[ts(type = "Seat | null")]
        seat: Option<Seat>,
        /// What everybody may know.
        #[ts(type = "Head")]
        head: Box<Head>,
        /// What the seat sees.
        #[ts(type = "unknown")]
        view: Value,
        /// What happened since the last entry the page has.
        #[ts(type = "Entry[]")]
        entries: Vec<Entry>,
        /// If the page has entries above this number, they are no more: they were taken back.
        back: Option<usize>,
        /// Counts every change of the game.
        #[ts(type = "number")]
        revision: u64,
        /// Who plays.
        card: Box<GameCard>,
    },
    /// The game has changed.
    Update {
        /// What everybody may know.
        #[ts(type = "Head")]
        head: Box<Head>,
        /// A merge patch (RFC 7396) for the view.
        #[ts(type = "unknown")]
        patch: Value,
        /// The whole view, where no patch can say what changed; the patch is empty then.
        #[ts(type = "unknown")]
        view: Option<Value>,
        /// What happened.
        #[ts(type = "Entry[]")]
        entries: Vec<Entry>,
        /// Entries above this number are no more: they were taken back.
        back: Option<usize>,
        /// Counts every change of the game.
        #[ts(type = "number")]
        revision: u64,
    },
    /// The action was taken, or taken back, and is on disk.
    Done {
        /// The page's own number for it.
        #[ts(type = "number")]
        id: u64,
    },
    /// It was not; nothing has changed.
    Refused {
        /// The page's own number for it.
        #[ts(type = "number")]
        id: u64,
        /// Why not.
        #[ts(type = "Refusal")]
        refusal: Refused,
        /// What everybody may know.
        #[ts(type = "Head")]
        head: Box<Head>,
    },
    /// Who plays has changed, or who is there.
    Card(Box<GameCard>),
    /// The server is there.
    Pong(#[ts(type = "number")] i64),
    /// The server ends the connection.
    Closing {
        /// Why.
        reason: String,
        /// Whether it makes sense to come back.
        again: bool,
    },
}

impl FromServer {
    /// The message as text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
