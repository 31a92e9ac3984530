//! What happens: every change of the position is one of these.

use kernel::{Outcome, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Length, Spot};

use crate::card::Lasts;
use crate::state::{Ask, Attack, Dice, Falls, Harm, Id, Models, MoveFor, Route, Side, Using};

/// What command points are spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expense {
    /// An extra action.
    Extra,
    /// A follow-up activation.
    FollowUp,
    /// A re-roll.
    Reroll,
    /// A re-activation.
    Reactivation,
    /// A retaliation.
    Retaliation,
    /// Seizing the initiative.
    Seize,
    /// A feat of this model, by its number on the card.
    Feat(Id, u8),
}

/// What an activation is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// An attack.
    Attack,
    /// A walk.
    Walk,
    /// A run.
    Run,
    /// A charge at this model.
    Charge(Id),
    /// Aiming.
    Aim,
    /// Focusing.
    Focus,
    /// Standing up.
    StandUp,
    /// The feat with this number on the card.
    Feat(u8),
}

/// Why a model leaves play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// It failed its recovery roll.
    NotRecovered,
    /// It was knocked down already.
    WasDown,
    /// It fled over its edge.
    Fled,
    /// There was no room for it where it was to be deployed.
    NoRoom,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Somebody is asked something.
    Asked(Ask),
    /// The roll for who places terrain first.
    TerrainRolled {
        /// One face each.
        faces: [u8; 2],
    },
    /// A piece of terrain was placed.
    TerrainPlaced {
        /// By whom.
        seat: Seat,
        /// Which of those to be placed, from 1.
        piece: u8,
        /// Where.
        at: Spot,
    },
    /// The roll for sides.
    SidesRolled {
        /// One face each.
        faces: [u8; 2],
    },
    /// A side was picked.
    SideTaken {
        /// By whom.
        seat: Seat,
        /// Which.
        side: Side,
    },
    /// A model was placed.
    Deployed {
        /// Which.
        model: Id,
        /// Where.
        at: Spot,
    },
    /// A round began, with its resources.
    RoundBegan {
        /// Which.
        round: u8,
        /// Command points of both.
        cp: [u8; 2],
        /// Pass tokens of both.
        tokens: [u8; 2],
        /// Who is broken.
        broken: [bool; 2],
    },
    /// The roll for first player.
    FirstRolled {
        /// One face each.
        faces: [u8; 2],
        /// The bonuses for seizing the initiative.
        bonus: [u8; 2],
    },
    /// The order of turns is settled.
    OrderSet {
        /// Who goes first.
        first: Seat,
        /// Who chose it; nobody, if there was nobody to roll against.
        by: Option<Seat>,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A pass token was spent.
    Passed {
        /// By whom.
        seat: Seat,
    },
    /// Somebody has no more turns this round.
    Finished {
        /// Who.
        seat: Seat,
        /// Whether they said so.
        declared: bool,
    },
    /// The rest is run out.
    RanOut {
        /// By whom.
        seat: Seat,
    },
    /// Command points were spent.
    Spent {
        /// By whom.
        seat: Seat,
        /// How many.
        cp: u8,
        /// On what.
        on: Expense,
    },
    /// Command points were gained.
    Gained {
        /// By whom.
        seat: Seat,
        /// How many.
        cp: u8,
    },
    /// A model became active.
    Activated {
        /// Which.
        model: Id,
        /// Whether again.
        again: bool,
    },
    /// A nerve test.
    NerveTested {
        /// Of which model.
        model: Id,
        /// The face that counts.
        face: u8,
        /// The face before it was rolled again by a feat.
        before: Option<u8>,
        /// What it needed.
        need: i8,
        /// Whether it held.
        passed: bool,
        /// Whether it stands at its edge and flees if not.
        edge: bool,
    },
    /// The active model does something.
    Did {
        /// Who.
        model: Id,
        /// What.
        deed: Deed,
        /// Whether as the extra action.
        extra: bool,
    },
    /// A model sets out on a path.
    SetOut {
        /// Who.
        model: Id,
        /// Why.
        why: MoveFor,
        /// The whole path.
        path: Route,
        /// The legs that end in a fall, with heights.
        falls: Falls,
    },
    /// It gets somewhere.
    Moved {
        /// Who.
        model: Id,
        /// Where it is now.
        to: Spot,
        /// The leg it is on then.
        leg: u8,
        /// How far along that leg.
        along: Length,
    },
    /// These enemies can strike at it where it is.
    Provoked {
        /// The mover.
        model: Id,
        /// Who can.
        by: Models,
    },
    /// It is at the end of its path.
    Arrived {
        /// Who.
        model: Id,
    },
    /// It was stopped on its way and stands here.
    Stopped {
        /// Who.
        model: Id,
        /// Where.
        at: Spot,
    },
    /// It fell.
    Fell {
        /// Who.
        model: Id,
        /// How deep.
        height: Length,
        /// The hits that causes.
        hits: u8,
    },
    /// Nothing comes of a charge: no attack, or none possible.
    ChargeOver {
        /// Who charged.
        model: Id,
        /// Whether an attack was possible.
        possible: bool,
    },
    /// Somebody makes a disengaging attack, and no more this turn.
    Struck {
        /// Who.
        model: Id,
    },
    /// An attack is declared.
    Declared(Box<Attack>),
    /// Dice to hit are on the table.
    HitRolled {
        /// Who rolled.
        attacker: Id,
        /// At whom.
        target: Id,
        /// What each needs.
        need: i8,
        /// The dice.
        dice: Dice,
    },
    /// One of them was rolled again.
    HitRerolled {
        /// Who rolled.
        attacker: Id,
        /// What it needs.
        need: i8,
        /// Which die.
        die: u8,
        /// The new face.
        face: u8,
        /// Bonus dice it brought.
        more: Dice,
    },
    /// The hits on a target are counted.
    Hit {
        /// Who attacked.
        attacker: Id,
        /// Whom.
        target: Id,
        /// How many hits.
        hits: u8,
        /// How many mortal wounds besides.
        mortal: u8,
    },
    /// The attack goes on to its next target.
    NextTarget,
    /// The attack is over.
    AttackOver {
        /// Who may answer.
        answers: Models,
    },
    /// Somebody declines to answer, or can't.
    NoAnswer {
        /// Who.
        models: Models,
    },
    /// The effects of a feat begin.
    Using(Box<Using>),
    /// Its next effect comes.
    NextEffect,
    /// All its effects have come.
    UsedUp,
    /// Harm is on its way to somebody.
    Threatened(Harm),
    /// The target faces the harm.
    Faced(Harm),
    /// The armour for a roll is chosen.
    ArmourChosen {
        /// By whom.
        model: Id,
        /// What each die needs.
        need: i8,
        /// Whether it is invulnerable.
        invulnerable: bool,
        /// Which failed dice are rolled again at once.
        reroll: Option<crate::card::Which>,
    },
    /// Armour dice are on the table.
    ArmourRolled {
        /// Who rolled.
        model: Id,
        /// What each needs.
        need: i8,
        /// The dice.
        dice: Dice,
    },
    /// One of them was rolled again.
    ArmourRerolled {
        /// Who rolled.
        model: Id,
        /// What it needs.
        need: i8,
        /// Which die.
        die: u8,
        /// The new face.
        face: u8,
        /// Bonus dice it brought.
        more: Dice,
    },
    /// The harm is done.
    Wounded {
        /// To whom.
        model: Id,
        /// Hits that were saved.
        saved: u8,
        /// Wounds suffered.
        wounds: u8,
        /// How many of them were mortal.
        mortal: u8,
        /// Wounds left, below nothing if more were suffered than it had.
        left: i8,
    },
    /// A recovery roll.
    RecoveryRolled {
        /// Of which model.
        model: Id,
        /// The face that counts.
        face: u8,
        /// The face before it was rolled again by a feat.
        before: Option<u8>,
        /// What it needed.
        need: i8,
        /// Whether it recovered.
        passed: bool,
    },
    /// A model is knocked down.
    KnockedDown {
        /// Which.
        model: Id,
    },
    /// A model stands again.
    StoodUp {
        /// Which.
        model: Id,
    },
    /// A model is removed from play.
    Removed {
        /// Which.
        model: Id,
        /// Why.
        why: Loss,
    },
    /// A model gets wounds back.
    Healed {
        /// Which.
        model: Id,
        /// How many.
        wounds: u8,
    },
    /// A casualty returns to play.
    Returned {
        /// Which.
        model: Id,
        /// Where.
        at: Spot,
        /// With how many wounds.
        wounds: u8,
        /// Whether it counts as activated.
        activated: bool,
    },
    /// A model is set down elsewhere.
    Placed {
        /// Which.
        model: Id,
        /// Where.
        at: Spot,
    },
    /// A model has used a feat.
    Used {
        /// Who.
        model: Id,
        /// Which on its card, from 1.
        feat: u8,
        /// On whom, if somebody was chosen.
        on: Option<Id>,
    },
    /// An effect lasts on somebody.
    Marked {
        /// On whom.
        on: Id,
        /// Whose feat it is.
        by: Id,
        /// Which on their card, from 1.
        feat: u8,
        /// For how long.
        lasts: Lasts,
    },
    /// An activation is over.
    Rested {
        /// Of which model.
        model: Id,
    },
    /// A turn is over.
    TurnEnded,
    /// The end phase began.
    EndPhase,
    /// The objectives were counted.
    Scored {
        /// Who holds which.
        held: [Option<Seat>; 5],
        /// The points of this round.
        points: [u8; 2],
    },
    /// The roll for a sixth round.
    SixthRolled {
        /// Who rolled.
        seat: Seat,
        /// What came up.
        face: u8,
        /// Whether it is played.
        more: bool,
    },
    /// Somebody has bid; how much is secret.
    Bid {
        /// Who.
        seat: Seat,
        /// How much.
        cp: u8,
    },
    /// Both bids are shown and paid.
    BidsShown {
        /// What each paid.
        bids: [u8; 2],
    },
    /// Counters and command points are cleared away.
    Cleared,
    /// The game is over.
    Ended(Outcome),
}

/// What a seat sees of an event: all of it, but for the number of the other's bid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant)] // Nearly all that is seen is the large one.
pub enum Seen {
    /// All of it.
    Open(Event),
    /// Somebody has bid.
    SecretBid {
        /// Who.
        seat: Seat,
    },
}

impl Event {
    /// What a seat sees; `None` for somebody who sees everything.
    pub fn seen_by(&self, viewer: Option<Seat>) -> Seen {
        match self {
            Event::Bid { seat, .. } if viewer.is_some_and(|viewer| viewer != *seat) => {
                Seen::SecretBid { seat: *seat }
            }
            event => Seen::Open(event.clone()),
        }
    }
}
