//! Kill Team Vanguard. Lengths and places are whole units of 0.01 mm.

use kernel::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::{Dice, FeatInfo, ModelCard, OddsCase, Refusal};

/// A place seen from above.
pub type Point = (i32, i32);
/// A closed line.
pub type Ring = Vec<Point>;

/// What the game is played on.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Ground {
    /// What people call it.
    pub name: String,
    /// Width and depth.
    pub size: Point,
    /// What stands on it.
    pub pieces: Vec<Piece>,
}

/// A piece of terrain.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Piece {
    /// Its number.
    pub index: usize,
    /// What people call it.
    pub name: String,
    /// What it is.
    pub kinds: Vec<String>,
    /// Kind and height in words.
    pub told: String,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// A part of a piece of terrain.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum Part {
    /// Ground of some kind.
    Area {
        /// Its edge.
        outline: Ring,
        /// The height it lies at.
        z: i32,
        /// What it is.
        kinds: Vec<String>,
    },
    /// A solid block.
    Solid {
        /// Its edge.
        outline: Ring,
        /// Where it begins.
        z: i32,
        /// How tall it is.
        height: i32,
        /// What it is.
        kinds: Vec<String>,
    },
    /// A straight wall.
    Wall {
        /// One end of its middle line.
        from: Point,
        /// The other.
        to: Point,
        /// From side to side.
        thick: i32,
        /// Where it begins.
        z: i32,
        /// How tall it is.
        height: i32,
        /// What it is.
        kinds: Vec<String>,
        /// Its windows and doors.
        openings: Vec<Opening>,
    },
    /// A floor or roof.
    Floor {
        /// Its edge.
        outline: Ring,
        /// The height of its upper side.
        z: i32,
        /// How thick it is, downwards.
        thick: i32,
        /// What it is.
        kinds: Vec<String>,
    },
    /// Where one can change from one surface to another.
    Link {
        /// How: `stairs`, `ladder`, `climb` or `drop`.
        #[ts(type = "'stairs' | 'ladder' | 'climb' | 'drop'")]
        way: String,
        /// One end of the edge.
        from: Point,
        /// The other.
        to: Point,
        /// The height of the lower surface.
        low: i32,
        /// The height of the upper surface.
        high: i32,
    },
}

/// A hole in a wall.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Opening {
    /// Where it begins, from the wall's `from`.
    pub along: i32,
    /// How wide it is.
    pub width: i32,
    /// Where it begins above the wall's foot.
    pub sill: i32,
    /// How tall it is.
    pub height: i32,
    /// Whether one can walk through.
    pub door: bool,
}

/// A position.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KtScene {
    /// The table; nothing if it is that of the last look at this table.
    pub ground: Option<Ground>,
    /// Tells one table from another.
    pub ground_hash: String,
    /// The objectives.
    pub objectives: Vec<KtObjective>,
    /// Where the teams deploy.
    pub zones: Vec<KtZone>,
    /// All models, in play or not.
    pub models: Vec<KtModel>,
    /// The teams.
    pub teams: Vec<KtTeam>,
    /// Where in a round the game is.
    #[ts(type = "'setup' | 'turns' | 'ending' | 'bidding' | 'over'")]
    pub phase: String,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// The last round there will be.
    pub last_round: u8,
    /// Whose turn it is.
    #[ts(type = "Seat")]
    pub turn: Seat,
    /// Who had the first turn of the round.
    #[ts(type = "Seat")]
    pub first: Seat,
    /// What is asked, and of whom.
    pub ask: KtAsk,
    /// The activation that is going on.
    pub activation: Option<KtActivation>,
    /// The dice on the table now.
    pub dice: Option<Dice>,
    /// What they are for.
    pub about: Option<String>,
    /// The move that is going on.
    pub moving: Option<KtMoving>,
}

/// An objective.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtObjective {
    /// Its middle.
    pub at: Point,
    /// Its radius.
    pub radius: i32,
    /// Who holds it.
    #[ts(type = "Seat | null")]
    pub holder: Option<Seat>,
    /// What it brings each team a round, once sides are taken.
    pub worth: Option<[u8; 2]>,
}

/// Where a team deploys.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtZone {
    /// Whose it is, once sides are taken.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// Its edge.
    pub outline: Ring,
}

/// What is asked.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtAsk {
    /// Which question.
    pub kind: String,
    /// Whom, if it is one seat.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
}

/// An activation that is going on.
#[derive(Clone, Debug, Serialize, TS)]
#[allow(clippy::struct_excessive_bools)] // Independent marks on a card.
pub struct KtActivation {
    /// Of which model.
    pub model: String,
    /// Whether it is a re-activation.
    pub again: bool,
    /// Long actions taken.
    pub longs: u8,
    /// Short actions taken.
    pub shorts: u8,
    /// Whether the extra action was bought.
    pub extra: bool,
    /// What was done.
    pub done: Vec<String>,
    /// Whether an Aim waits for its attack.
    pub aim: bool,
    /// Whether a Focus waits for its attack.
    pub focus: bool,
    /// What it still may do, in words.
    pub left: String,
}

/// A move that is going on.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtMoving {
    /// Of which model.
    pub model: String,
    /// Where it set out.
    pub from: Point,
    /// The whole path.
    pub path: Vec<KtLeg>,
    /// Where it is now.
    pub at: Point,
}

/// A leg of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KtLeg {
    /// Where it ends.
    pub to: Point,
    /// At what height.
    pub z: i32,
    /// How: `walk`, `climb` and so on.
    pub way: String,
    /// How the base is turned at its end, in degrees; as it is if it is left out.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub facing: Option<i32>,
}

/// The silhouette of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Who leads.
    Leader,
    /// The ordinary soldier.
    Trooper,
    /// Big, or with a heavy weapon.
    Heavy,
    /// Fast, and fights with what it was born with.
    Beast,
    /// A walker, drone or the like.
    Machine,
    /// Light, and shoots from afar.
    Scout,
}

/// A model.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools)] // Independent marks on a card.
pub struct KtModel {
    /// Seat and number, `A3`.
    pub id: String,
    /// Whose it is.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// The name of its card.
    pub kind: String,
    /// Its silhouette.
    pub role: Role,
    /// Where it is; nothing if it is not on the table.
    pub at: Option<Point>,
    /// The height it stands at.
    pub z: i32,
    /// Where it looks, in degrees.
    pub facing: i32,
    /// Its base.
    pub base: KtBase,
    /// How tall it is now.
    pub height: i32,
    /// Wounds left.
    pub wounds: u8,
    /// Wounds it had.
    pub max_wounds: u8,
    /// Whether it was removed from play.
    pub out: bool,
    /// Whether it has an activation counter.
    pub activated: bool,
    /// Whether it is knocked down.
    pub down: bool,
    /// With whom it is engaged.
    pub engaged_with: Vec<String>,
    /// Whether an Aim waits for its attack.
    pub aim: bool,
    /// Whether a Focus waits for its attack.
    pub focus: bool,
    /// Effects that last on it.
    pub statuses: Vec<KtStatus>,
    /// Whether it makes no nerve test any more in this round.
    pub steady: bool,
    /// How far it engages enemies; 0 if it engages nobody.
    pub engagement: i32,
    /// How far it walks now.
    pub speed: i32,
}

/// A base.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtBase {
    /// Its shape.
    #[ts(type = "'round' | 'oval' | 'rect'")]
    pub shape: String,
    /// From side to side, along its facing.
    pub width: i32,
    /// The other way.
    pub depth: i32,
}

/// An effect that lasts.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtStatus {
    /// The feat's name.
    pub name: String,
    /// Whose feat it is.
    pub by: String,
    /// What it does and for how long.
    pub text: String,
}

/// A team.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools)] // Independent marks on a card.
pub struct KtTeam {
    /// Whose it is.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// Its faction's name.
    pub faction: String,
    /// Command points left.
    pub cp: u8,
    /// Pass tokens left.
    pub tokens: u8,
    /// Victory points.
    pub score: u16,
    /// Whether it is broken this round.
    pub broken: bool,
    /// Whether it has no more turns this round.
    pub finished: bool,
    /// The bonus on the next roll for first player.
    pub seize: u8,
    /// Whether it has bid; how much is secret.
    pub bid_made: bool,
    /// Its own edge of the table.
    #[ts(type = "'near' | 'far'")]
    pub side: String,
    /// How many models it began with.
    pub started: u8,
    /// How many it has on the table.
    pub left: usize,
}

/// Something a seat could do.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Deed {
    /// Which.
    pub id: String,
    /// What stands on its button.
    pub label: String,
    /// What it does.
    pub about: String,
    /// What it takes of an activation.
    #[ts(type = "'long' | 'short' | 'free' | null")]
    pub cost: Option<String>,
    /// What it costs in command points.
    pub cp: u8,
    /// Why not; nothing if it is allowed.
    pub why: Option<Refusal>,
    /// What is still to be said.
    pub needs: Needs,
    /// Whether it is possible only as the bought extra action.
    pub extra: bool,
    /// Ready to be played, if it needs nothing.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
    /// The greatest number, where one is needed.
    pub max: Option<u8>,
    /// The model it is of, where that is another than the one asked about.
    pub model: Option<String>,
}

/// What is still to be said of a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A path.
    Path,
    /// A target.
    Target,
    /// A place.
    Spot,
    /// Whatever the feat needs.
    Feat,
    /// A number.
    Number,
}

/// Where a model can get to.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Reach {
    /// How far it may go.
    pub allowed: i32,
    /// The surfaces it can get to.
    pub levels: Vec<Level>,
}

/// What is within reach at one height: rings by the even-odd rule for the middle of the base.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Level {
    /// The height.
    pub z: i32,
    /// The rings.
    pub rings: Vec<Ring>,
}

/// A place on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
pub struct Place {
    /// Across.
    pub x: i32,
    /// Along.
    pub y: i32,
    /// The height; the highest surface there is if it is left out.
    #[serde(default)]
    pub z: Option<i32>,
}

/// A path, walked in mind.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PathAnswer {
    /// Whether it may be walked.
    pub ok: bool,
    /// Why not.
    pub refused: Option<Refusal>,
    /// Where it stops being legal.
    pub stops_at: Option<Point>,
    /// Its legs.
    pub legs: Vec<LegAnswer>,
    /// What it costs.
    pub cost: i32,
    /// What it may cost.
    pub allowed: i32,
    /// Who could strike on its way.
    pub provokes: Vec<String>,
    /// What is worth knowing.
    pub notes: Vec<String>,
    /// Where it ends.
    pub end: Option<End>,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
}

/// A leg with what it costs.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LegAnswer {
    /// Where it ends.
    pub to: Point,
    /// At what height.
    pub z: i32,
    /// How.
    pub way: String,
    /// What it costs.
    pub cost: i32,
    /// How the base is turned at its end, in degrees.
    pub facing: i32,
    /// What is special about it.
    pub text: Option<String>,
}

/// Where something ends.
#[derive(Clone, Debug, Serialize, TS)]
pub struct End {
    /// Seen from above.
    pub at: Point,
    /// At what height.
    pub z: i32,
}

/// Where something can be set down.
#[derive(Clone, Debug, Default, Serialize, TS)]
pub struct PlaceAnswer {
    /// Why not.
    pub refused: Option<Refusal>,
    /// Where.
    pub at: Option<Point>,
    /// At what height.
    pub z: i32,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
    /// What it covers.
    pub outline: Vec<Ring>,
}

/// An enemy as a target.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// Whom.
    pub id: String,
    /// How far apart the bases are.
    pub gap: i32,
    /// Why it can't be chosen.
    pub why: Option<Refusal>,
    /// How it is seen.
    #[ts(type = "'clear' | 'obscured' | 'blocked' | 'none'")]
    pub sight: String,
    /// A line of sight from end to end.
    #[ts(type = "[number, number, number][] | null")]
    pub line: Option<[[i32; 3]; 2]>,
    /// What stands between, in words.
    pub hiders: Vec<String>,
    /// The pieces that do.
    pub hider_pieces: Vec<usize>,
    /// The models that do.
    pub hider_models: Vec<String>,
    /// Whether it has cover.
    pub cover: bool,
    /// With what it could be attacked.
    pub weapons: Vec<TargetWeapon>,
}

/// A weapon against a target. Chances are from 0 to 1.
#[derive(Clone, Debug, Serialize, TS)]
pub struct TargetWeapon {
    /// Its number on the card.
    pub number: u8,
    /// What it is called.
    pub name: String,
    /// Why it can't be used.
    pub why: Option<Refusal>,
    /// In a few words: dice, need, armour piercing.
    pub summary: String,
    /// At least one hit.
    pub hit: f64,
    /// Taking it out.
    pub out: f64,
    /// At least one wound.
    pub wound: f64,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
}

/// An attack as somebody puts it together.
#[derive(Clone, Debug, Deserialize, TS)]
pub struct BlowDraft {
    /// Which attack on the card, from 1.
    pub weapon: u8,
    /// Whom, in order.
    pub at: Vec<DraftShare>,
    /// Who gets the bonus die.
    #[serde(default)]
    pub bonus: Option<String>,
    /// What the Focus gives.
    #[serde(default)]
    #[ts(type = "'hit' | 'ap' | null")]
    pub focus: Option<killteam::action::Boon>,
    /// What the charge gives.
    #[serde(default)]
    #[ts(type = "'hit' | 'ap' | null")]
    pub charge: Option<killteam::action::Boon>,
    /// The feats used with it.
    #[serde(default, rename = "use")]
    pub feats: Vec<u8>,
}

/// A target and its share of the dice; 0 for all.
#[derive(Clone, Debug, Deserialize, TS)]
pub struct DraftShare {
    /// Whom.
    pub target: String,
    /// How many dice.
    #[serde(default)]
    pub dice: u8,
}

/// An attack with everything that modifies it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BlowAnswer {
    /// Why not.
    pub refused: Option<Refusal>,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
    /// How many dice it has in all.
    pub dice: u8,
    /// What its feats cost in command points.
    pub cp: u8,
    /// Its targets.
    pub targets: Vec<BlowTarget>,
    /// What to expect, in a sentence.
    pub sentence: String,
    /// What can be chosen.
    pub choices: BlowChoices,
}

/// A target of an attack.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BlowTarget {
    /// Whom.
    pub id: String,
    /// With how many dice.
    pub dice: u8,
    /// What each needs.
    pub need: i8,
    /// The armour piercing.
    pub ap: i8,
    /// The bonus on its armour.
    pub armour: i8,
    /// What its armour needs; nothing if it can't save itself.
    pub save: Option<i8>,
    /// Wounds for each hit that is not saved.
    pub damage: u8,
    /// What changes these numbers.
    pub mods: Vec<BlowMod>,
    /// What else works on it: re-rolls, what sixes do, what is passed over.
    pub also: Vec<BlowAlso>,
    /// How likely things are.
    pub odds: OddsCase,
}

/// Something that works on an attack and is no number.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BlowAlso {
    /// The feat or special rule, and what it does.
    pub text: String,
    /// The rule behind it.
    pub rule: String,
}

/// Something that changes a number.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BlowMod {
    /// Which number.
    #[ts(type = "'hit' | 'ap' | 'armour' | 'dice' | 'damage'")]
    pub what: String,
    /// By how much.
    pub delta: i8,
    /// Why.
    pub reason: String,
    /// The rule behind it.
    pub rule: String,
}

/// What can be chosen for an attack.
#[derive(Clone, Debug, Default, Serialize, TS)]
pub struct BlowChoices {
    /// Whether a Focus gives something.
    pub focus: bool,
    /// Whether the charge gives something.
    pub charge: bool,
    /// Who could get the bonus die.
    pub bonus: Vec<String>,
    /// The feats that could be used.
    pub feats: Vec<FeatInfo>,
    /// Whether the dice can be split.
    pub split: bool,
}

/// An interruption with its answers.
#[derive(Clone, Debug, Serialize, TS)]
pub struct AskAnswer {
    /// What is asked.
    pub sentence: String,
    /// The answers.
    pub options: Vec<AskOption>,
    /// The dice it is about.
    pub dice: Option<Dice>,
}

/// An answer to an interruption.
#[derive(Clone, Debug, Serialize, TS)]
pub struct AskOption {
    /// What stands on its button.
    pub label: String,
    /// What it does.
    pub about: String,
    /// What it costs in command points.
    pub cp: u8,
    /// Ready to be played.
    #[ts(type = "Action")]
    pub action: Value,
    /// What to expect, in words.
    pub odds: Option<String>,
    /// Whether it gives the best odds.
    pub best: bool,
}

/// A special action or ability as it would be used.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FeatAnswer {
    /// Why not.
    pub refused: Option<Refusal>,
    /// What is still to be said.
    #[ts(type = "'on' | 'to' | 'path' | 'nothing'")]
    pub needs: String,
    /// On whom it could be used.
    pub ons: Vec<FeatOn>,
    /// What it does.
    pub text: String,
    /// Ready to be played.
    #[ts(type = "Action | null")]
    pub action: Option<Value>,
}

/// Somebody a feat could be used on.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FeatOn {
    /// Whom.
    pub id: String,
    /// Why not.
    pub why: Option<Refusal>,
}

/// How one model sees another.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SightAnswer {
    /// How.
    #[ts(type = "'clear' | 'obscured' | 'blocked'")]
    pub sight: String,
    /// A line of sight from end to end.
    #[ts(type = "[number, number, number][] | null")]
    pub line: Option<[[i32; 3]; 2]>,
    /// What stands between, in words.
    pub hiders: Vec<String>,
    /// The pieces that do.
    pub hider_pieces: Vec<usize>,
    /// The models that do.
    pub hider_models: Vec<String>,
    /// How far apart the bases are.
    pub gap: i32,
    /// Whether the one seen has cover.
    pub cover: bool,
    /// All of it in a sentence.
    pub text: String,
}

/// What a model sees.
#[derive(Clone, Debug, Serialize, TS)]
pub struct EyesAnswer {
    /// Where its eyes are.
    pub at: [i32; 3],
    /// All others on the table.
    pub sees: Vec<Sees>,
}

/// How a model sees another.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Sees {
    /// Whom.
    pub id: String,
    /// How.
    #[ts(type = "'clear' | 'obscured' | 'blocked'")]
    pub sight: String,
}

/// A model's card with how it stands.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtCard {
    /// The card.
    #[serde(flatten)]
    pub card: ModelCard,
    /// How it stands, in sentences.
    pub state: Vec<String>,
    /// What works on it.
    pub effects: Vec<KtEffect>,
}

/// Something that works on a model.
#[derive(Clone, Debug, Serialize, TS)]
pub struct KtEffect {
    /// What it does.
    pub what: String,
    /// The rule behind it.
    pub rule: String,
}

/// One end of a measurement: a model or a place.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(untagged)]
pub enum Spot {
    /// A model.
    Model {
        /// Which.
        model: String,
    },
    /// A place.
    Place(Place),
}

/// How far it is.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Measured {
    /// The distance.
    pub gap: i32,
    /// In words.
    pub text: String,
}
