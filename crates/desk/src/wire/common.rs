//! What all games share.

use games::{Eyes, Head, Refused};
use kernel::Seat;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::TeamInfo;

/// What a rule forbids, as a page shows it.
pub fn forbidden<V: kernel::Refusal>(violation: &V) -> Refused {
    Refused { message: violation.to_string(), rule: Some(violation.rule().to_string()) }
}

/// A game, for those who want to begin one.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameInfo {
    /// The short name.
    #[ts(type = "GameId")]
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// How many can play: at least, at most.
    pub seats: [u8; 2],
    /// The options a match can be played with.
    pub options: Vec<KeyInfo>,
    /// The computer's levels, the easiest first.
    pub levels: Vec<LevelInfo>,
    /// The ready teams.
    pub teams: Vec<TeamInfo>,
    /// The tables there are by name.
    pub tables: Vec<NamedInfo>,
}

/// Something that can be said: key, values, meaning.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KeyInfo {
    /// What it is called.
    pub key: String,
    /// What it may be.
    pub values: String,
    /// What it means.
    pub about: String,
}

/// A level of the computer.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LevelInfo {
    /// What programs call it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// What a player wants to know of it.
    pub about: String,
}

/// Something with a short name.
#[derive(Clone, Debug, Serialize, TS)]
pub struct NamedInfo {
    /// What programs call it.
    pub id: String,
    /// What players call it.
    pub name: String,
}

/// A match that can be asked about.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Opened {
    /// Its number, for all further questions.
    pub table: u32,
    /// How many actions it has.
    pub actions: usize,
    /// What is worth knowing though it was opened.
    pub notes: Vec<String>,
}

/// A position as somebody sees it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Sheet {
    /// What everybody knows.
    pub head: Head,
    /// Who looks.
    #[ts(type = "Eyes")]
    pub eyes: Eyes,
    /// After how many actions.
    pub at: usize,
    /// What this seat is asked, in a sentence.
    pub question: Option<String>,
    /// The position, if it is one of Kill Team Vanguard.
    pub killteam: Option<Box<super::KtScene>>,
    /// The position, if it is one of Vanguard: Rome.
    #[ts(type = "RomeScene | null")]
    pub rome: Option<Value>,
}

/// What stands behind something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Detail {
    /// What it is.
    pub label: String,
    /// How much, or which.
    pub value: String,
    /// The rule behind it.
    pub rule: Option<String>,
}

/// A match looked back upon.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// What everybody knows.
    pub head: Head,
    /// How many turns it had.
    pub turns: u32,
    /// Numbers over time.
    pub series: Vec<Series>,
    /// What the dice gave against what was to be expected.
    pub luck: Vec<Luck>,
    /// What each sort of piece did.
    pub earned: Vec<Earned>,
    /// How it was decided.
    pub decided_by: String,
}

/// A number of a seat over time.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Series {
    /// What is counted.
    pub name: String,
    /// Whose it is.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// The number of an entry, and how much it was after it.
    #[ts(type = "[number, number][]")]
    pub points: Vec<(usize, i32)>,
}

/// What the dice of a seat gave.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Luck {
    /// Whose dice.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// What was rolled for.
    pub what: String,
    /// How many successes were to be expected.
    pub expected: f64,
    /// How many came.
    pub got: u32,
    /// Of how many dice.
    pub rolls: u32,
}

/// What a sort of piece did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Earned {
    /// Whose it is.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// The sort.
    pub what: String,
    /// What it did.
    pub did: String,
}

/// A rule of the ledger.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RuleInfo {
    /// Its id.
    pub id: String,
    /// What it belongs to.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// What it says, in our words.
    pub text: String,
    /// Where it stands.
    pub source: String,
    /// Whether it is a ruling.
    pub ruling: bool,
    /// The rulings on it.
    pub also: Vec<String>,
}

/// The odds of something.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OddsAnswer {
    /// What was asked, in a sentence.
    pub about: String,
    /// Every number that was used, with its reasons.
    pub given: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// The cases, to be compared.
    pub cases: Vec<OddsCase>,
}

/// The odds of one case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct OddsCase {
    /// What sets it apart.
    pub name: String,
    /// How likely things are.
    pub chances: Vec<(String, f64)>,
    /// The chances that are plain fractions.
    pub fractions: Vec<(String, String)>,
    /// How much something is on average.
    pub means: Vec<(String, f64)>,
    /// How likely each number of something is.
    pub spreads: Vec<OddsSpread>,
}

/// How likely each number of something is.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OddsSpread {
    /// Of what.
    pub name: String,
    /// How much it is on average.
    pub mean: f64,
    /// The chances of 0, 1, 2 and so on.
    pub exactly: Vec<f64>,
    /// The chances of so much or more.
    pub at_least: Vec<f64>,
}

impl From<odds::Case> for OddsCase {
    fn from(case: odds::Case) -> Self {
        let spreads = case.spreads.into_iter().map(|(name, spread)| OddsSpread {
            name,
            mean: spread.mean(),
            at_least: (0..spread.chances().len()).map(|n| spread.at_least(n)).collect(),
            exactly: spread.chances().to_vec(),
        });
        OddsCase {
            name: case.name,
            chances: case.chances,
            fractions: case.fractions,
            means: case.means,
            spreads: spreads.collect(),
        }
    }
}

impl From<odds::Answer> for OddsAnswer {
    fn from(answer: odds::Answer) -> Self {
        OddsAnswer {
            about: answer.about,
            given: answer.given,
            notes: answer.notes,
            cases: answer.cases.into_iter().map(OddsCase::from).collect(),
        }
    }
}
