//! The position: models, teams, and whatever has begun and is not yet done.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrayvec::ArrayVec;
use kernel::{Outcome, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::{Figure, Leg, Length, Scene, Spot};

use crate::card::{Lasts, When, Which, height_down};
use crate::roster::{Profile, TEAM_MAX};
use crate::setup::{Setup, TableChoice};
use crate::ways::Ground;

/// How many models there can be in all.
pub const MODELS: usize = 2 * TEAM_MAX;

/// A model: people see seat and number, `A3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u8);

impl Id {
    /// The model of a seat with this index in its roster.
    pub fn new(seat: Seat, index: usize) -> Id {
        Id(seat.0 * TEAM_MAX as u8 + index as u8)
    }

    /// Whose it is.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat(u8::from(usize::from(self.0) >= TEAM_MAX))
    }

    /// Where it stands in its roster.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0) % TEAM_MAX
    }

    /// Its place in the arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its bit in a [`Models`].
    #[inline]
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.seat(), self.number() + 1)
    }
}

impl FromStr for Id {
    type Err = String;

    fn from_str(text: &str) -> Result<Id, String> {
        let wrong = || format!("`{text}` is no model; write seat and number, such as A3");
        let seat = match text.as_bytes().first() {
            Some(b'A' | b'a') => Seat(0),
            Some(b'B' | b'b') => Seat(1),
            _ => return Err(wrong()),
        };
        match text[1..].parse::<usize>() {
            Ok(number) if (1..=TEAM_MAX).contains(&number) && !text[1..].starts_with('+') => {
                Ok(Id::new(seat, number - 1))
            }
            _ => Err(wrong()),
        }
    }
}

kernel::written_as!(Id, {
    "description": "A model: the letter of its seat and its number in the team, from 1.",
    "type": "string",
    "pattern": "^[AB]([1-9]|1[0-9]|20)$"
});

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of models.
pub type Models = u64;

/// The models of a set, in order.
pub fn members(set: Models) -> impl Iterator<Item = Id> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let id = Id(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            id
        })
    })
}

/// What never changes in a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed {
    /// What the match is of.
    pub setup: Setup,
    /// The stat cards, by model; `None` where a team has no such number.
    pub profiles: Vec<Option<Profile>>,
    /// How many models each team has.
    pub counts: [u8; 2],
    /// The feats that hold always: whose, and which.
    pub passives: Vec<(Id, u8)>,
    /// The feats of the end phase: whose, and which.
    pub endings: Vec<(Id, u8)>,
    /// The pieces of terrain to be placed in turns, if they are.
    pub pool: Vec<table::Piece>,
}

/// One of the two edges that are a team's own (`killteam:SETUP-12`, `killteam:K37`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Where y is 0.
    #[default]
    Near,
    /// Where y is greatest.
    Far,
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Near => Side::Far,
            Side::Far => Side::Near,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Near => "near",
            Side::Far => "far",
        })
    }
}

/// The state of one model besides its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(clippy::struct_excessive_bools)] // Independent marks on a card.
pub struct Model {
    /// Wounds it has left.
    pub wounds: u8,
    /// Whether it was removed from play.
    pub out: bool,
    /// Whether it has an activation counter.
    pub activated: bool,
    /// Whether it is knocked down.
    pub down: bool,
    /// Whether it was activated this round, so that it makes no nerve test any more.
    pub steady: bool,
    /// The feats it has used this round, as bits.
    pub used_round: u16,
    /// The feats it has used this game, as bits.
    pub used_game: u16,
}

/// The state of one team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Team {
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
    /// What it has bid in this end phase; secret until both have.
    pub bid: Option<u8>,
    /// Its own edge of the table.
    pub side: Side,
}

/// What is asked now, and of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Nothing yet: the match is being opened.
    Nothing,
    /// Where to place a piece of terrain.
    Terrain(Seat),
    /// Which side of the table.
    Side(Seat),
    /// Where to deploy a model.
    Deploy(Seat),
    /// Whether to go first.
    Order(Seat),
    /// What to do with the turn.
    Turn(Seat),
    /// What the active model does.
    Act(Seat),
    /// How the active model falls back.
    Fallback(Seat),
    /// Whether and how to strike after the charge.
    ChargeAttack(Seat),
    /// Whether to strike at the model that leaves.
    Strike(Seat),
    /// Whether to re-roll a die to hit.
    RerollHit(Seat),
    /// Which armour to use.
    Armour(Seat),
    /// Whether to re-roll an armour die.
    RerollArmour(Seat),
    /// Whether to retaliate.
    Retaliate(Seat),
    /// Whether another model follows up.
    FollowUp(Seat),
    /// How much to bid for the initiative.
    Bid,
    /// Nothing more.
    Over(Outcome),
}

impl Ask {
    /// Whom the question is for, if it is for one seat.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Ask::Terrain(seat)
            | Ask::Side(seat)
            | Ask::Deploy(seat)
            | Ask::Order(seat)
            | Ask::Turn(seat)
            | Ask::Act(seat)
            | Ask::Fallback(seat)
            | Ask::ChargeAttack(seat)
            | Ask::Strike(seat)
            | Ask::RerollHit(seat)
            | Ask::Armour(seat)
            | Ask::RerollArmour(seat)
            | Ask::Retaliate(seat)
            | Ask::FollowUp(seat) => Some(seat),
            Ask::Nothing | Ask::Bid | Ask::Over(_) => None,
        }
    }
}

/// Where in a round the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first round.
    Setup,
    /// Turns are taken.
    Turns,
    /// The effects of the end phase are resolved.
    Ending,
    /// The points of this round are counted, and both bid.
    Bidding,
    /// It is over.
    Over,
}

/// The standard actions, as bits of what was done in an activation.
pub mod acts {
    /// Attack.
    pub const ATTACK: u8 = 1;
    /// Walk.
    pub const WALK: u8 = 2;
    /// Run.
    pub const RUN: u8 = 4;
    /// Charge.
    pub const CHARGE: u8 = 8;
    /// Aim.
    pub const AIM: u8 = 16;
    /// Focus.
    pub const FOCUS: u8 = 32;
    /// Stand up.
    pub const STAND: u8 = 64;
}

/// The activation that is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(clippy::struct_excessive_bools)] // Independent marks on a card.
pub struct Activation {
    /// Of which model.
    pub model: Id,
    /// Whether it is a re-activation.
    pub again: bool,
    /// Long actions taken.
    pub longs: u8,
    /// Short actions taken.
    pub shorts: u8,
    /// Whether the extra action was bought.
    pub extra: bool,
    /// The standard actions taken, as [`acts`].
    pub done: u8,
    /// The feats used in it, as bits.
    pub feats: u16,
    /// Whether an Aim waits for its attack.
    pub aim: bool,
    /// Whether a Focus waits for its attack.
    pub focus: bool,
    /// Whether the model has moved in it.
    pub moved: bool,
    /// Whether it failed its nerve test.
    pub fallback: Fallback,
    /// The target of a charge whose attack is still to be made or not.
    pub charging: Option<Id>,
}

impl Activation {
    /// One that has just begun.
    pub fn of(model: Id) -> Activation {
        Activation {
            model,
            again: false,
            longs: 0,
            shorts: 0,
            extra: false,
            done: 0,
            feats: 0,
            aim: false,
            focus: false,
            moved: false,
            fallback: Fallback::No,
            charging: None,
        }
    }
}

/// Whether the active model falls back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// It does not.
    #[default]
    No,
    /// It must, and has not moved yet.
    Due,
    /// It has.
    Done,
}

/// Why a model moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveFor {
    /// A walk.
    Walk,
    /// A run.
    Run,
    /// A charge at this target.
    Charge(Id),
    /// Falling back.
    Fallback,
    /// A feat.
    Feat,
}

/// The longest path there is.
///
/// Rule `killteam:K61`.
pub const LEGS: usize = 12;

/// A path in an action or on its way.
pub type Route = ArrayVec<Leg, LEGS>;

/// The legs of a path that end in a fall, each with its height. Mostly there are none.
pub type Falls = Vec<(u8, Length)>;

/// A move that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moving {
    /// Of which model.
    pub model: Id,
    /// Why.
    pub why: MoveFor,
    /// Where it set out.
    pub from: Spot,
    /// The whole path.
    pub path: Route,
    /// The leg it is on.
    pub leg: u8,
    /// How far along that leg it is.
    #[serde(default)]
    pub along: Length,
    /// The enemies that were asked to strike at the point where it is.
    pub asked: Models,
    /// The legs that end in a fall, each with its height.
    pub falls: Falls,
}

/// What sort of attack it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// An attack action.
    Action,
    /// After a charge.
    Charge,
    /// At one who leaves.
    Disengaging,
    /// Back at an attacker.
    Retaliation,
}

/// A die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// The face.
    pub face: u8,
    /// Whether it was rolled again already.
    pub again: bool,
}

/// No roll has more dice on the table: with twelve dice, so many sixes in a row come up less than
/// once in 10^20 rolls, and then no more bonus dice are rolled.
pub const DICE: usize = 40;

/// The dice of one roll.
pub type Dice = ArrayVec<Die, DICE>;

/// One target of an attack, with everything that was fixed at declaration (`killteam:K29`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Aimed {
    /// Whom.
    pub target: Id,
    /// With how many dice.
    pub dice: u8,
    /// What each needs, after modifiers.
    pub need: i8,
    /// The armour piercing, after modifiers.
    pub ap: i8,
    /// The target's bonus for cover and the like.
    pub armour: i8,
    /// Wounds for each hit that is not saved.
    pub damage: u8,
    /// Mortal wounds for each natural six.
    pub sixes: u8,
    /// Which failed dice are rolled again at once.
    pub reroll: Option<Which>,
    /// Whether it knocks down whom it wounds.
    pub fells: bool,
    /// Whether invulnerable armour does not count.
    pub piercing: bool,
    /// Whether the target lay knocked down when the attack began.
    pub was_down: bool,
}

/// An attack that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attack {
    /// What sort it is.
    pub kind: AttackKind,
    /// Who attacks.
    pub attacker: Id,
    /// With which of its attacks.
    pub weapon: u8,
    /// Whom, in order.
    pub targets: ArrayVec<Aimed, 8>,
    /// The target it is at.
    pub at: u8,
    /// The dice to hit that target, once they are rolled.
    pub dice: Dice,
    /// Whether they are rolled.
    pub rolled: bool,
    /// Whether that target's part is settled and only waits for the next.
    pub struck: bool,
}

/// Why a model must save itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// By an attack of this model.
    Attack(Id),
    /// By a fall.
    Fall,
    /// By a feat of this model.
    Feat(Id),
}

/// Hits and mortal wounds on their way to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Harm {
    /// To whom.
    pub target: Id,
    /// Why.
    pub cause: Cause,
    /// Hits, against which armour helps.
    pub hits: u8,
    /// Their armour piercing.
    pub ap: i8,
    /// The bonus to the armour roll.
    pub armour: i8,
    /// Their damage.
    pub damage: u8,
    /// Mortal wounds, against which it does not.
    pub mortal: u8,
    /// Whether the target lay knocked down before.
    pub was_down: bool,
    /// Whether a wound knocks it down.
    pub fells: bool,
    /// Whether invulnerable armour does not count.
    pub piercing: bool,
}

/// An armour roll that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Save {
    /// Against what.
    pub harm: Harm,
    /// What each die needs, once armour is chosen.
    pub need: Option<i8>,
    /// The dice, once rolled.
    pub dice: Dice,
    /// Whether they are rolled.
    pub rolled: bool,
    /// Which failed dice are rolled again at once.
    pub reroll: Option<Which>,
}

/// Those who may still answer a melee attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// Who attacked.
    pub attacker: Id,
    /// Who may answer.
    pub waiting: Models,
}

/// A feat that is being used, effect by effect in the order they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Using {
    /// Whose it is.
    pub model: Id,
    /// Its number on the card.
    pub feat: u8,
    /// Everybody it works on.
    pub on: Models,
    /// Those of them that lay knocked down when it was used.
    pub down: Models,
    /// The one model that moves, is placed or returned.
    pub subject: Id,
    /// Where that model is placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Spot>,
    /// Where that model moves.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub path: Route,
    /// The effect that comes next.
    #[serde(default)]
    pub next: u8,
    /// Which of the effects of the end phase it is, in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<u8>,
}

/// An effect that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// On whom.
    pub on: Id,
    /// Whose feat it is.
    pub by: Id,
    /// Which feat of theirs.
    pub feat: u8,
    /// For how long.
    pub lasts: Lasts,
}

/// No more effects last at a time; further ones are refused.
pub const STATUSES: usize = 64;

/// The position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// What never changes.
    #[serde(with = "fixed")]
    #[schemars(with = "Setup")]
    pub fixed: Arc<Fixed>,
    /// The table.
    #[serde(with = "board")]
    #[schemars(with = "board::Written")]
    pub board: Arc<Ground>,
    /// Where the models are; nothing for those not on the table.
    pub figures: ArrayVec<Option<Figure>, MODELS>,
    /// The models.
    pub models: ArrayVec<Model, MODELS>,
    /// The teams.
    pub teams: [Team; 2],
    /// Where in a round the game is.
    pub phase: Phase,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// What is asked.
    pub ask: Ask,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns have begun.
    pub turns: u16,
    /// Who had the first turn of the round.
    pub first: Seat,
    /// Who was finished first in this round.
    pub finished: Option<Seat>,
    /// Whether this turn had its follow-up.
    pub followed: bool,
    /// The model whose activation ended in this turn, while a follow-up is still possible.
    pub rested: Option<Id>,
    /// Who made a disengaging attack in this turn.
    pub struck: Models,
    /// The last round there will be.
    pub last_round: u8,
    /// Whether the rest is run out without turns.
    pub running_out: bool,
    /// The activation.
    pub activation: Option<Activation>,
    /// The move.
    pub moving: Option<Moving>,
    /// The attack.
    pub attack: Option<Attack>,
    /// The armour roll.
    pub save: Option<Save>,
    /// Harm that waits its turn.
    pub harms: ArrayVec<Harm, MODELS>,
    /// Those who may answer.
    pub answers: Option<Answers>,
    /// The feat whose effects are worked through.
    #[serde(default)]
    pub using: Option<Box<Using>>,
    /// How many of the feats of the end phase have had their turn.
    #[serde(default)]
    pub ended: u8,
    /// Effects that last.
    pub statuses: ArrayVec<Status, STATUSES>,
}

impl State {
    /// The position before anything is rolled.
    pub fn new(setup: &Setup) -> State {
        let fixed = Arc::new(Fixed::new(setup));
        let board = setup.table.board().expect("a checked setup has a sound table");
        let mut models: ArrayVec<Model, MODELS> =
            std::iter::repeat_n(Model { out: true, ..Model::default() }, MODELS).collect();
        for (model, profile) in models.iter_mut().zip(&fixed.profiles) {
            if let Some(profile) = profile {
                *model = Model { wounds: profile.wounds, ..Model::default() };
            }
        }
        let team = |side| Team { side, ..Team::default() };
        State {
            fixed,
            board: Arc::new(Ground::new(board)),
            figures: std::iter::repeat_n(None, MODELS).collect(),
            models,
            teams: [team(Side::Near), team(Side::Far)],
            phase: Phase::Setup,
            round: 0,
            ask: Ask::Nothing,
            turn: Seat(0),
            turns: 0,
            first: Seat(0),
            finished: None,
            followed: false,
            rested: None,
            struck: 0,
            last_round: 5,
            running_out: false,
            activation: None,
            moving: None,
            attack: None,
            save: None,
            harms: ArrayVec::new(),
            answers: None,
            using: None,
            ended: 0,
            statuses: ArrayVec::new(),
        }
    }

    /// The stat card of a model that exists.
    #[inline]
    pub fn profile(&self, id: Id) -> &Profile {
        self.fixed.profile(id)
    }

    /// Whether the model exists in this match.
    pub fn exists(&self, id: Id) -> bool {
        self.fixed.profiles.get(id.index()).is_some_and(Option::is_some)
    }

    /// The state of a model.
    #[inline]
    pub fn model(&self, id: Id) -> &Model {
        &self.models[id.index()]
    }

    /// Its figure on the table.
    #[inline]
    pub fn figure(&self, id: Id) -> Option<&Figure> {
        self.figures[id.index()].as_ref()
    }

    /// Whether the model is on the table.
    #[inline]
    pub fn in_play(&self, id: Id) -> bool {
        self.figures[id.index()].is_some()
    }

    /// All models of a team, in play or not.
    pub fn roster(&self, seat: Seat) -> impl Iterator<Item = Id> + use<> {
        let count = usize::from(self.fixed.counts[seat.index()]);
        (0..count).map(move |i| Id::new(seat, i))
    }

    /// The models of a team on the table.
    pub fn on_table(&self, seat: Seat) -> impl Iterator<Item = Id> + '_ {
        self.roster(seat).filter(|id| self.in_play(*id))
    }

    /// How many models a team has on the table.
    pub fn count(&self, seat: Seat) -> usize {
        self.on_table(seat).count()
    }

    /// Table and figures, for measuring.
    #[inline]
    pub fn scene(&self) -> Scene<'_> {
        Scene { board: &self.board, figures: &self.figures }
    }

    /// A team.
    #[inline]
    pub fn team(&self, seat: Seat) -> &Team {
        &self.teams[seat.index()]
    }

    /// The figure of a model as it would stand, or lie, at a spot.
    ///
    /// Rules `killteam:DOWN-1`, `killteam:DOWN-5`, `killteam:MEAS-4`, `killteam:K2`.
    pub fn figure_at(&self, id: Id, spot: Spot) -> Figure {
        let profile = self.profile(id);
        let height = if self.model(id).down { height_down(profile.height) } else { profile.height };
        Figure { spot, base: profile.base, height }
    }

    /// How far two models are apart; both must be on the table. The bases count, at any time.
    ///
    /// Rules `killteam:MEAS-1`, `killteam:MEAS-2`, `killteam:MEAS-3`, `killteam:K1`.
    pub fn gap(&self, a: Id, b: Id) -> Length {
        match (self.figure(a), self.figure(b)) {
            (Some(a), Some(b)) => a.gap(b),
            _ => Length(i32::MAX),
        }
    }

    /// Whether two models are on the table and at most this far apart. Exact.
    pub fn within(&self, a: Id, b: Id, reach: Length) -> bool {
        matches!((self.figure(a), self.figure(b)), (Some(a), Some(b)) if a.within(b, reach))
    }
}

impl Fixed {
    fn new(setup: &Setup) -> Fixed {
        let mut profiles: Vec<Option<Profile>> = vec![None; MODELS];
        let mut counts = [0; 2];
        for (i, roster) in setup.teams.iter().take(2).enumerate() {
            for (j, profile) in roster.profiles().into_iter().take(TEAM_MAX).enumerate() {
                profiles[i * TEAM_MAX + j] = Some(profile);
                counts[i] = j as u8 + 1;
            }
        }
        let with = |wanted: When| -> Vec<(Id, u8)> {
            let all = profiles.iter().zip(0_u8..).filter_map(|(p, i)| Some((Id(i), p.as_ref()?)));
            all.flat_map(|(id, profile)| {
                profile.feats.iter().zip(0_u8..).map(move |(feat, i)| (id, i, feat.when))
            })
            .filter(|(_, _, when)| *when == wanted)
            .map(|(id, i, _)| (id, i))
            .collect()
        };
        let (passives, endings) = (with(When::Always), with(When::EndPhase));
        let pool = match setup.table {
            TableChoice::Placed(seed) => crate::rules::terrain::pool(seed),
            _ => Vec::new(),
        };
        Fixed { setup: setup.clone(), profiles, counts, passives, endings, pool }
    }

    /// The stat card of a model that exists.
    #[inline]
    pub fn profile(&self, id: Id) -> &Profile {
        self.profiles[id.index()].as_ref().expect("models on the table have cards")
    }
}

/// The other seat.
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// What never changes is written as the setup it follows from.
mod fixed {
    use super::{Arc, Deserialize, Deserializer, Fixed, Serialize, Serializer, Setup};

    pub fn serialize<S: Serializer>(fixed: &Arc<Fixed>, serializer: S) -> Result<S::Ok, S::Error> {
        fixed.setup.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Arc<Fixed>, D::Error> {
        let setup = Setup::deserialize(d)?;
        match setup.faults().first() {
            Some(fault) => Err(serde::de::Error::custom(fault)),
            None => Ok(Arc::new(Fixed::new(&setup))),
        }
    }
}

/// A board is written as the table it was built from, and what was placed on it in turns.
mod board {
    use super::{Arc, Deserialize, Deserializer, Ground, JsonSchema, Serialize, Serializer};
    use table::{Board, Spot, Table};

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(rename = "Ground")]
    pub struct Written {
        table: Table,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        placed: Vec<(u8, Spot)>,
    }

    pub fn serialize<S: Serializer>(board: &Arc<Ground>, serializer: S) -> Result<S::Ok, S::Error> {
        let (table, placed) = (board.table.clone(), board.placed.clone());
        Written { table, placed }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Arc<Ground>, D::Error> {
        let Written { table, placed } = Written::deserialize(d)?;
        Board::build(&table)
            .map(|board| Arc::new(Ground { placed, ..Ground::new(board) }))
            .map_err(|faults| serde::de::Error::custom(faults[0].to_string()))
    }
}
