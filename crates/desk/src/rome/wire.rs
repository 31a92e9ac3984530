//! The shapes of Rome's scene, questions and answers.

use kernel::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::wire::Refusal;

/// A position as somebody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RomeScene {
    /// How much of the game is played: `first`, `front-commands`, `no-commands` or `full`.
    pub mode: String,
    /// How many play.
    pub players: u8,
    /// `dealing`, `arranging`, `clash`, `turn`, `night`, `after_attack`, `retreating`, `discarding` or
    /// `over`.
    pub phase: String,
    /// Turns begun since the Initial Vanguard.
    pub turn: u16,
    /// Whose turn it is.
    #[ts(type = "Seat")]
    pub active: Seat,
    /// Who owes a decision.
    #[ts(type = "Seat[]")]
    pub owing: Vec<Seat>,
    /// Whose line still stands.
    #[ts(type = "Seat[]")]
    pub alive: Vec<Seat>,
    /// The battle lines by seat.
    pub lines: Vec<RomeLine>,
    /// The viewer's commands; none for one who only watches or knows all.
    pub hand: Vec<RomeCommand>,
    /// Everybody's hands.
    pub hands: Vec<RomeHand>,
    /// The viewer's units to be arranged; at Nightfall those of its line.
    pub dealt: Vec<RomeCard>,
    /// How many units each seat has to arrange.
    pub dealt_sizes: Vec<u8>,
    /// Units drawn this turn and not placed yet.
    pub drawn: Vec<RomeCard>,
    /// The command played this turn.
    pub command: Option<RomeCommand>,
    /// How many cards are in each deck.
    pub decks: RomeDecks,
    /// What lies on each discard pile.
    pub discards: RomeDiscards,
    /// How the viewer has decided to stand, while others have not decided yet.
    pub plan: Option<RomePlan>,
    /// The unit on its way back after a Retreat.
    pub retreating: Option<RomeCard>,
}

/// A battle line.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeLine {
    /// Whose.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// Whether it stands as a line must; a line not drawn up yet is no fault.
    pub legal: bool,
    /// What is wrong with it, if anything is.
    pub fault: Option<String>,
    /// Its units, the front row first, from left to right.
    pub units: Vec<RomeUnit>,
    /// Kinds known to be among its hidden units, though not where.
    pub remembered: Vec<(String, u8)>,
}

/// A unit of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools)] // Each is shown in a way of its own.
pub struct RomeUnit {
    /// Where: `f0`, `r-2`.
    pub space: String,
    /// `front` or `rear`.
    #[ts(type = "'front' | 'rear'")]
    pub row: String,
    /// The column, as its owner counts.
    pub column: i8,
    /// What it is; nothing if it is hidden from the viewer.
    pub kind: Option<String>,
    /// What it is called.
    pub name: String,
    /// Whether it lies face up.
    pub face_up: bool,
    /// Whether everybody knows all of it, its Chariot too.
    pub seen_by_all: bool,
    /// Whether a Chariot is below it, as far as the viewer knows.
    pub chariot: bool,
    /// Whether its ability, or its Chariot's, was used this turn.
    pub used: bool,
    /// The printed power.
    pub power: Option<u8>,
    /// With how much it attacks from here, as far as the viewer knows.
    pub attack: Option<u8>,
    /// How much it takes to kill it here, as far as the viewer knows.
    pub defence: Option<u8>,
    /// Whether arrows do nothing to it, as far as the viewer knows.
    pub immune: bool,
    /// Whether it is mounted.
    pub mounted: bool,
}

/// A unit card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeCard {
    /// What.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// The printed power.
    pub power: u8,
    /// Whether it is mounted by itself.
    pub mounted: bool,
    /// What it can do, in a line.
    pub gist: String,
    /// The rule of the card.
    pub rule: String,
    /// Whether a Chariot is below it.
    pub chariot: bool,
}

/// A command card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeCommand {
    /// Which.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it does, in a line.
    pub gist: String,
    /// The rule of the card.
    pub rule: String,
    /// How many of it are held.
    pub count: u8,
    /// Why it can't be played now; nothing if it can.
    pub why: Option<Refusal>,
}

/// The commands of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeHand {
    /// Whose.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// How many.
    pub size: u8,
    /// Which; nothing if they are hidden from the viewer.
    pub cards: Option<Vec<RomeCommand>>,
}

/// How many cards are in each deck: one, or one for each player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeDecks {
    /// Units.
    pub units: Vec<u8>,
    /// Commands.
    pub commands: Vec<u8>,
}

/// What lies on each discard pile: kinds with their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeDiscards {
    /// Units.
    pub units: Vec<Vec<(String, u8)>>,
    /// Commands.
    pub commands: Vec<Vec<(String, u8)>>,
}

/// A whole line as somebody wants it to stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RomePlan {
    /// The front row.
    pub front: RomePlanRow,
    /// The rear row.
    #[serde(default)]
    pub rear: RomePlanRow,
}

/// One row: units side by side from a column to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RomePlanRow {
    /// The leftmost column.
    pub from: i8,
    /// The units from left to right.
    pub units: Vec<RomePlanCard>,
}

/// A card of an arrangement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RomePlanCard {
    /// What.
    pub kind: String,
    /// Whether a Chariot stays below it.
    #[serde(default)]
    pub chariot: bool,
}

/// Something the seat could do now, for a bar of buttons.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeDeed {
    /// `arrange`, `keep`, `place`, `shift`, `play:volley`, `attack`, `end`, `settle`, `discard:volley`.
    pub id: String,
    /// What stands on the button.
    pub label: String,
    /// What it does.
    pub about: String,
    /// Why not; nothing if it may be done.
    pub why: Option<Refusal>,
    /// What must be chosen before.
    pub needs: RomeNeeds,
    /// Ready to be played, if it needs nothing and may be done.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
}

/// What a deed still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum RomeNeeds {
    /// Nothing.
    Nothing,
    /// A space.
    Space,
    /// Orders for the attack.
    Orders,
    /// An arrangement.
    Arrange,
}

/// Where a drawn unit may go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomePlaces {
    /// Which unit.
    pub kind: String,
    /// The front columns.
    pub columns: Vec<i8>,
    /// Ready to be played, one for each column.
    #[ts(type = "Action[]")]
    pub actions: Vec<Value>,
}

/// Something a unit may do.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeMove {
    /// Where it is done to: the space to click.
    pub space: String,
    /// The unit that does it; nothing for the retreating unit.
    pub from: Option<String>,
    /// `switch`, `ride`, `shift`, `flank` or `settle`.
    pub deed: String,
    /// In a word or two.
    pub label: String,
    /// In a sentence.
    pub about: String,
    /// Ready to be played.
    #[ts(type = "Action")]
    pub action: Value,
}

/// Whether an arrangement may be played.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeArranged {
    /// Why not.
    pub refused: Option<Refusal>,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
}

/// What an attack would do, as far as the seat knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct AttackForecast {
    /// Why it can't be made now, with these orders.
    pub refused: Option<Refusal>,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
    /// Every attack on a space.
    pub strikes: Vec<RomeStrike>,
    /// Everybody who would be hit.
    pub fates: Vec<RomeFate>,
    /// What may be chosen.
    pub choices: Vec<RomeChoice>,
    /// What is worth knowing before it is done.
    pub warning: Option<String>,
}

/// One attack on one space.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeStrike {
    /// Whose unit attacks.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// From where.
    pub from: String,
    /// Whose space is hit.
    #[ts(type = "Seat")]
    pub target: Seat,
    /// Which.
    pub to: String,
    /// What attacks.
    pub kind: String,
    /// With how much.
    pub strength: u8,
    /// Why that is more than printed.
    pub mods: Vec<RomeMod>,
    /// Why it attacks: `vanguard`, `itself`, `command`, `standard` or `enemy`.
    pub cause: String,
}

/// A reason why a number is larger than printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeMod {
    /// What it adds.
    pub delta: i16,
    /// The reason.
    pub reason: String,
    /// The rule behind it.
    pub rule: String,
}

/// What would become of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeFate {
    /// Whose.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// Where.
    pub at: String,
    /// What; nothing if it is hidden.
    pub kind: Option<String>,
    /// All damage it receives.
    pub damage: u8,
    /// How much it can stand, as far as is known; nothing if it is hidden.
    pub defence: Option<u8>,
    /// Whether an arrow hits it that is not known to be stopped.
    pub arrow: bool,
    /// How likely it dies, from 0 to 1, given what the seat knows.
    pub dies: f64,
}

/// Something that is chosen when attacks are declared.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeChoice {
    /// `vanguard`, `catapult`, `command` or `standard`.
    pub role: String,
    /// What is chosen, in words.
    pub text: String,
    /// The unit it is about; empty for the command, which may name any.
    pub unit: String,
    /// What there is to choose from.
    pub options: Vec<RomeOption>,
}

/// One way to choose.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RomeOption {
    /// In words.
    pub label: String,
    /// The order; nothing for leaving it.
    #[ts(type = "Action | null")]
    pub order: Option<Value>,
    /// All orders if this is chosen: to be asked about next.
    #[ts(type = "Action[]")]
    pub orders: Vec<Value>,
    /// Whether it is chosen now.
    pub chosen: bool,
}

/// What would hit a unit if everybody attacked now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RomeThreat {
    /// Whose unit.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// Where.
    pub at: String,
    /// The sum of all damage.
    pub against: u8,
    /// Whether an arrow is among it that is not known to be stopped.
    pub arrow: bool,
    /// Whether it would die of it, as far as is known.
    pub dies: bool,
    /// From where: `B f-1`.
    pub from: Vec<String>,
}
