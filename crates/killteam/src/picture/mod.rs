//! Positions as text pictures, drawn and read.
//!
//! A picture is a list of facts, each on its own line; what it leaves out it does not say. The
//! whole position, a position set up for the lab, and what is expected afterwards are all the same
//! kind of picture, so each can be copied from the other. Lines that begin with `#` are comments;
//! the map of the table is drawn in them.

mod agree;
mod build;
mod draw;
mod read;
mod terrain;
mod units;

pub use build::{compare, compare_view, pictured_setup, position};
pub use draw::{diagram, diagram_view};

use arrayvec::ArrayVec;
use kernel::{Outcome, PictureError, Seat};
use serde::{Deserialize, Serialize};
use table::{Part, Spot};

use crate::card::{Feat, Weapon};
use crate::setup::TableChoice;
use crate::state::{
    Activation, Answers, Ask, Attack, Harm, Id, MODELS, Models, Moving, Phase, STATUSES, Save,
    Side, Status, Using,
};

/// One line of a picture.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // A picture has a few dozen of them, for a moment.
enum Fact {
    Round(u8),
    Phase(Phase),
    Ask(Ask),
    Turn(Seat),
    First(Seat),
    Turns(u16),
    FirstFinished(Option<Seat>),
    Followed(bool),
    Rested(Option<Id>),
    Struck(Models),
    LastRound(u8),
    RunningOut(bool),
    Active(Option<Activation>),
    Team(Seat, TeamFact),
    Model(Id, ModelFact),
    Flow(Box<Flow>),
    Table(TableChoice),
    Placed(u8, table::Spot),
    Piece(String),
    Part(Part),
    Card(Id, CardFact),
    Stats(Id, Vec<Stat>),
    Attack(Id, Weapon),
    Feat(Id, Feat),
}

/// What a picture says of a team.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TeamFact {
    side: Option<Side>,
    cp: Option<u8>,
    tokens: Option<u8>,
    score: Option<u16>,
    seize: Option<u8>,
    broken: Option<bool>,
    finished: Option<bool>,
    bid: Option<Bid>,
}

/// A bid in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bid {
    /// None was made.
    None,
    /// One was made, and can't be seen.
    Secret,
    /// This much.
    Of(u8),
}

/// Where a model is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Where {
    At(Spot),
    Out,
    Waiting,
}

/// What a picture says of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ModelFact {
    place: Option<Where>,
    wounds: Option<u8>,
    down: Option<bool>,
    activated: Option<bool>,
    steady: Option<bool>,
    used_round: Option<u16>,
    used_game: Option<u16>,
}

/// The card a model of a picture has.
#[derive(Clone, Debug, Default, PartialEq)]
struct CardFact {
    /// The faction's id; nothing for a plain model.
    faction: String,
    card: String,
    options: Vec<String>,
    leader: bool,
    name: String,
}

/// A value that a picture changes on a card.
#[derive(Clone, Debug, PartialEq)]
enum Stat {
    Armour(u8),
    Wounds(u8),
    Speed(table::Length),
    Nerve(u8),
    Cp(u8),
    Invulnerable(u8),
    Base(table::Base),
    Height(table::Length),
}

/// What has begun and is not done yet: too much for words, so it is written as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flow {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moving: Option<Moving>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<Attack>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    save: Option<Save>,
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    harms: ArrayVec<Harm, MODELS>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answers: Option<Answers>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    using: Option<Box<Using>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    ended: u8,
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    statuses: ArrayVec<Status, STATUSES>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde wants it.
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Makes a question to a seat.
type Asking = fn(Seat) -> Ask;

/// The kinds of questions, as a picture writes them.
const ASKS: [(&str, Asking); 14] = [
    ("terrain", Ask::Terrain),
    ("side", Ask::Side),
    ("deploy", Ask::Deploy),
    ("order", Ask::Order),
    ("turn", Ask::Turn),
    ("act", Ask::Act),
    ("fall back", Ask::Fallback),
    ("charge attack", Ask::ChargeAttack),
    ("strike", Ask::Strike),
    ("reroll hit", Ask::RerollHit),
    ("armour", Ask::Armour),
    ("reroll armour", Ask::RerollArmour),
    ("retaliate", Ask::Retaliate),
    ("follow up", Ask::FollowUp),
];

fn ask_text(ask: Ask) -> String {
    match ask {
        Ask::Nothing => "nothing".into(),
        Ask::Bid => "bid".into(),
        Ask::Over(Outcome::Draw) => "over draw".into(),
        Ask::Over(Outcome::Win(seat)) => format!("over {seat} wins"),
        ask => {
            let seat = ask.seat().unwrap_or(Seat(0));
            let name = ASKS.iter().find(|(_, make)| make(seat) == ask).map_or("", |(name, _)| name);
            format!("{name} {seat}")
        }
    }
}

/// The phase a question is asked in, if the picture does not say.
fn usual_phase(ask: Ask) -> Phase {
    match ask {
        Ask::Nothing | Ask::Terrain(_) | Ask::Side(_) | Ask::Deploy(_) => Phase::Setup,
        Ask::Bid => Phase::Bidding,
        Ask::Over(_) => Phase::Over,
        _ => Phase::Turns,
    }
}

const PHASES: [(&str, Phase); 5] = [
    ("setup", Phase::Setup),
    ("turns", Phase::Turns),
    ("ending", Phase::Ending),
    ("bidding", Phase::Bidding),
    ("over", Phase::Over),
];

/// The standard actions as a picture writes them, in the order of their bits.
const ACTS: [&str; 7] = ["attack", "walk", "run", "charge", "aim", "focus", "stand"];

fn wrong(line: usize, message: impl Into<String>) -> PictureError {
    PictureError { line, message: message.into() }
}
