//! The record of a match: one JSON document that replays to the same hash, or says where it stops
//! agreeing.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Game, Match, Outcome, Seat, Seed, hash};

/// What stands in a record's `format`.
pub const FORMAT: &str = "vanguard-record-1";

/// An action and who took it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played<A> {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: A,
}

/// What is published of a seed before a match: it binds the seed and does not tell it. Written as
/// `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Commitment(String);

impl Commitment {
    /// That of a seed.
    pub fn of(seed: &Seed) -> Self {
        Commitment(seed.commitment())
    }

    /// Whether this is what was published of the seed. The error says what would have been.
    pub fn holds(&self, seed: &Seed) -> Result<(), String> {
        let theirs = Commitment::of(seed);
        if *self == theirs {
            return Ok(());
        }
        Err(format!(
            "the seed is not the one that was committed to: its commitment is {theirs}, published \
             was {self}"
        ))
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", self.0)
    }
}

impl FromStr for Commitment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("sha256:") {
            Some(digest)
                if digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
            {
                Ok(Commitment(digest.to_ascii_lowercase()))
            }
            _ => {
                Err(format!("\"{text}\" is no commitment: write sha256: and 64 hexadecimal digits"))
            }
        }
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The seed, or only its commitment while the match still runs on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedOrCommitment {
    /// The seed itself: the record can be replayed.
    Seed(Seed),
    /// The SHA-256 of the seed.
    Commitment(Commitment),
}

impl fmt::Display for SeedOrCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeedOrCommitment::Seed(seed) => seed.fmt(f),
            SeedOrCommitment::Commitment(commitment) => commitment.fmt(f),
        }
    }
}

impl FromStr for SeedOrCommitment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with("sha256:") {
            return text.parse().map(SeedOrCommitment::Commitment);
        }
        text.parse().map(SeedOrCommitment::Seed)
    }
}

impl Serialize for SeedOrCommitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SeedOrCommitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A match as it is kept: everything needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Record<G: Game> {
    /// Always [`FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The hash of the ledger the match was played by.
    pub rules: String,
    /// Who plays, with what, where.
    pub setup: G::Setup,
    /// Where the dice come from.
    pub seed: SeedOrCommitment,
    /// What was published of the seed before the match, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// Who sat where: `human`, or a bot's name. Empty if nobody said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// What was done, in order.
    pub actions: Vec<Played<G::Action>>,
    /// The actions, counted from 1, of bots that a clock stopped: made again, those decisions may be
    /// others. All others follow from the seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut_short: Vec<usize>,
    /// How it ended; nothing while it runs.
    pub outcome: Option<Outcome>,
    /// The hash of the state after the last action.
    pub hash: String,
}

/// Why a text is no record of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError(pub String);

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecordError {}

/// Where a replay stopped agreeing with its record, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The action, counted from 1; 0 before the first.
    pub at: usize,
    /// What disagreed.
    pub reason: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            0 => write!(f, "before the first action: {}", self.reason),
            at => write!(f, "at action {at}: {}", self.reason),
        }
    }
}

impl std::error::Error for ReplayError {}

/// The part of a record that says what it is: read first, so that a record of another game is
/// called that and not a list of missing fields.
#[derive(Deserialize)]
struct Header {
    format: String,
    game: String,
}

/// The game a record is of.
pub fn game_of(json: &str) -> Result<String, RecordError> {
    let header: Header = serde_json::from_str(json).map_err(|error| {
        RecordError(match error.classify() {
            serde_json::error::Category::Eof => format!(
                "this is no whole match record: it ends in the middle, at line {}; was it cut off?",
                error.line()
            ),
            serde_json::error::Category::Syntax => format!(
                "this is no match record: it is not JSON at line {}, column {}",
                error.line(),
                error.column()
            ),
            _ => format!("this is no match record: {error}"),
        })
    })?;
    if header.format == FORMAT {
        return Ok(header.game);
    }
    Err(RecordError(format!(
        "format: \"{}\" is unknown here; this program reads \"{FORMAT}\"",
        header.format
    )))
}

impl<G: Game> Record<G> {
    /// Reads a record. The error names line and column, or the field.
    pub fn from_json(json: &str) -> Result<Self, RecordError> {
        let game = game_of(json)?;
        if game != G::ID {
            return Err(RecordError(format!("game: this is a record of {game}, not of {}", G::ID)));
        }
        let record: Self = serde_json::from_str(json)
            .map_err(|error| RecordError(format!("this record can't be read: {error}")))?;
        G::validate(&record.setup).map_err(|faults| {
            let list: Vec<String> = faults.iter().map(|fault| format!("setup.{fault}")).collect();
            RecordError(list.join("; "))
        })?;
        let seats = usize::from(G::seats(&record.setup));
        if !record.players.is_empty() && record.players.len() != seats {
            return Err(RecordError(format!(
                "players: {} names for {seats} seats",
                record.players.len()
            )));
        }
        let actions = record.actions.len();
        if let Some(number) = record.cut_short.iter().find(|n| !(1..=actions).contains(*n)) {
            return Err(RecordError(format!(
                "cut_short: there is no action {number}; the record has {actions}"
            )));
        }
        Ok(record)
    }

    /// The record as text, one action to a line: easy to read and to compare.
    pub fn to_json(&self) -> String {
        let json = |value: serde_json::Result<String>| value.expect("records have string keys");
        let mut lines = vec![
            format!("  \"format\": {}", json(serde_json::to_string(&self.format))),
            format!("  \"game\": {}", json(serde_json::to_string(&self.game))),
            format!("  \"rules\": {}", json(serde_json::to_string(&self.rules))),
            format!("  \"setup\": {}", json(serde_json::to_string(&self.setup))),
            format!("  \"seed\": {}", json(serde_json::to_string(&self.seed))),
        ];
        if let Some(commitment) = &self.commitment {
            lines.push(format!("  \"commitment\": {}", json(serde_json::to_string(commitment))));
        }
        if !self.players.is_empty() {
            lines.push(format!("  \"players\": {}", json(serde_json::to_string(&self.players))));
        }
        let actions: Vec<String> = self
            .actions
            .iter()
            .map(|played| format!("\n    {}", json(serde_json::to_string(played))))
            .collect();
        let end = if actions.is_empty() { "" } else { "\n  " };
        lines.push(format!("  \"actions\": [{}{end}]", actions.join(",")));
        if !self.cut_short.is_empty() {
            lines
                .push(format!("  \"cut_short\": {}", json(serde_json::to_string(&self.cut_short))));
        }
        lines.push(format!("  \"outcome\": {}", json(serde_json::to_string(&self.outcome))));
        lines.push(format!("  \"hash\": {}", json(serde_json::to_string(&self.hash))));
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// Plays the record again up to `upto` actions, all of them if `None`.
    ///
    /// The result can be played on. A whole replay also compares outcome and hash.
    pub fn replay(&self, upto: Option<usize>) -> Result<Match<G>, ReplayError> {
        let SeedOrCommitment::Seed(seed) = self.seed else {
            return Err(ReplayError {
                at: 0,
                reason: "the record holds only the commitment of its seed; it can be replayed \
                         when the seed has been published"
                    .into(),
            });
        };
        if let Some(commitment) = &self.commitment {
            commitment.holds(&seed).map_err(|reason| ReplayError { at: 0, reason })?;
        }
        let count = upto.unwrap_or(self.actions.len());
        if count > self.actions.len() {
            return Err(ReplayError {
                at: self.actions.len(),
                reason: format!("the record has {} actions, not {count}", self.actions.len()),
            });
        }
        let mut table = Match::new(self.setup.clone(), seed)
            .map_err(|faults| ReplayError { at: 0, reason: format!("bad setup: {faults:?}") })?;
        table.set_players(self.players.clone());
        if self.commitment.is_some() {
            table.commit();
        }
        for (index, played) in self.actions[..count].iter().enumerate() {
            table
                .play(played.seat, played.action.clone())
                .map_err(|error| ReplayError { at: index + 1, reason: error.to_string() })?;
            if self.cut_short.contains(&(index + 1)) {
                table.mark_cut_short();
            }
        }
        if upto.is_none() {
            self.agree(&table)?;
        }
        Ok(table)
    }

    fn agree(&self, table: &Match<G>) -> Result<(), ReplayError> {
        let at = self.actions.len();
        let outcome = table.outcome();
        if outcome != self.outcome {
            let name = |outcome: Option<Outcome>| match outcome {
                Some(outcome) => outcome.to_string(),
                None => "not over".into(),
            };
            return Err(ReplayError {
                at,
                reason: format!(
                    "the record says {}, the replay says {}",
                    name(self.outcome),
                    name(outcome)
                ),
            });
        }
        let hash = hash::of_value(table.state());
        if hash != self.hash {
            return Err(ReplayError {
                at,
                reason: format!("the final state's hash is {hash}, the record says {}", self.hash),
            });
        }
        Ok(())
    }
}
