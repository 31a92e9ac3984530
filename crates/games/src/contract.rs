//! What the edges send and show: heads, entries, beats and dice, the same for every game.
//!
//! A page, a server and tests read these, so their names are a contract; `TS` makes the page's types
//! from them. They carry nothing that whoever looks ([`Eyes`]) may not know.

use std::fmt;
use std::str::FromStr;

use kernel::{Outcome, Scale, Seat, Thrown};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use ts_rs::TS;

/// Who looks: written as the seat's letter, `nobody` or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eyes {
    /// Somebody who sits at the table.
    Seat(Seat),
    /// Somebody who only watches, and sees what everybody sees.
    Nobody,
    /// Somebody who may know all.
    All,
}

impl Eyes {
    /// The seat by whose view it is seen; nothing for one who may know all.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Nobody => Some(Seat::NOBODY),
            Eyes::All => None,
        }
    }
}

impl From<Seat> for Eyes {
    fn from(seat: Seat) -> Self {
        if seat == Seat::NOBODY { Eyes::Nobody } else { Eyes::Seat(seat) }
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eyes::Seat(seat) => seat.fmt(f),
            Eyes::Nobody => f.write_str("nobody"),
            Eyes::All => f.write_str("all"),
        }
    }
}

impl FromStr for Eyes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "nobody" => Ok(Eyes::Nobody),
            "all" => Ok(Eyes::All),
            seat => seat.parse().map(Eyes::Seat).map_err(|_| {
                format!("\"{text}\" can't look: write a seat's letter, nobody or all")
            }),
        }
    }
}

impl Serialize for Eyes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Eyes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What everybody may know of a match at any time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// The game's id.
    pub game: String,
    /// Who sits at the table, in order.
    #[ts(type = "Seat[]")]
    pub seats: Vec<Seat>,
    /// What each seat is called.
    pub names: Vec<String>,
    /// Who sits where: `human`, or a bot's name. Empty if nobody said.
    pub players: Vec<String>,
    /// How many actions were taken.
    pub actions: usize,
    /// Who owes a decision.
    #[ts(type = "Seat[]")]
    pub owes: Vec<Seat>,
    /// How it ended, once it has.
    #[ts(type = "Outcome | null")]
    pub outcome: Option<Outcome>,
    /// Who could take back their last action now.
    #[ts(type = "Seat[]")]
    pub may_undo: Vec<Seat>,
    /// The setup in a few words.
    pub setup: String,
    /// The hash of the rules and data it is played by.
    pub rules: String,
    /// The seed once the match is over; before, it would tell the dice to come.
    pub seed: Option<String>,
}

/// An action with what followed from it, as somebody saw it. Entry 0 is the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Counted from 1; 0 for what happened before the first action.
    pub number: usize,
    /// Who acted.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// The action as people type it; empty for the opening, and where it is a secret.
    pub text: String,
    /// What followed, in order.
    pub beats: Vec<Beat>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Beat {
    /// A sentence; empty for bookkeeping.
    pub text: String,
    /// The id of the rule it is about, if it is about one.
    pub rule: Option<String>,
    /// The event as it was seen, as data of the game.
    #[ts(type = "unknown")]
    pub event: Value,
    /// The dice it shows.
    pub dice: Vec<Dice>,
}

/// Dice that were thrown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Dice {
    /// Who threw them.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// What for, in a few words.
    pub label: String,
    /// The least face that is enough, if one is.
    pub need: Option<u8>,
    /// The dice in the order they were thrown.
    pub faces: Vec<DieFace>,
}

/// One die that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DieFace {
    /// What came up.
    pub face: u8,
    /// Whether that was enough; nothing where nothing was needed.
    pub success: Option<bool>,
    /// Whether it was thrown again.
    pub again: bool,
}

impl From<Thrown> for Dice {
    fn from(thrown: Thrown) -> Self {
        let Thrown { seat, label, need, faces } = thrown;
        let face = |face: kernel::Face| DieFace {
            face: face.face,
            success: face.success,
            again: face.again,
        };
        Dice { seat, label, need, faces: faces.into_iter().map(face).collect() }
    }
}

/// Something a seat may do now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// As the record has it.
    #[ts(type = "Action")]
    pub action: Value,
    /// As people type it.
    pub text: String,
    /// In words, with what it does.
    pub description: String,
    /// What is worth knowing before it is done.
    pub warning: Option<String>,
}

/// Why a bot would do something: what it weighed, and how it expects the game to go on.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Reasons {
    /// What the values are: thousandths of the chance to win, or the game's own worth.
    #[ts(type = "'chance' | 'worth'")]
    pub scale: Scale,
    /// What it weighed; what it would do stands first, the best of the rest next.
    pub weighed: Vec<Reason>,
    /// How it expects the game to go on, its own action first.
    pub line: Vec<Expected>,
    /// How many simulations it made.
    #[ts(type = "number")]
    pub simulations: u64,
    /// Whether a clock stopped it: then it may decide otherwise on another machine.
    pub cut_short: bool,
}

/// Something a bot weighed.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Reason {
    /// What could be done.
    pub choice: Choice,
    /// How good it looked, on the scale of the reasons.
    #[ts(type = "number")]
    pub value: i64,
    /// In how many simulations it was tried.
    pub simulations: u32,
}

/// Something a bot expects to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Expected {
    /// By whom.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// What, as people type it.
    pub text: String,
}

/// Why something was not done. The match is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Refusal")]
pub struct Refused {
    /// A sentence with the reason, and the rule's id if a rule forbids it.
    pub message: String,
    /// The id of the rule that forbids it, if one does.
    pub rule: Option<String>,
}

impl Refused {
    /// A refusal without a rule behind it: unreadable text, for one.
    pub fn plainly(message: impl Into<String>) -> Self {
        Refused { message: message.into(), rule: None }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_read_back_from_their_names() {
        for eyes in [Eyes::Seat(Seat(0)), Eyes::Seat(Seat(3)), Eyes::Nobody, Eyes::All] {
            let json = serde_json::to_string(&eyes).expect("a text");
            assert_eq!(serde_json::from_str::<Eyes>(&json).ok(), Some(eyes), "{json}");
        }
        let error = "everybody".parse::<Eyes>().expect_err("nobody of that name");
        assert!(error.contains("nobody or all"), "{error}");
        assert_eq!(Eyes::from(Seat::NOBODY), Eyes::Nobody);
    }
}
