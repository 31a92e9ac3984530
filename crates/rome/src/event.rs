//! What happens, and what a seat gets to see of it.

use kernel::{Outcome, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::{Orders, Plan};
use crate::cards::{Command, CommandCounts, Kind};
use crate::line::Standing;
use crate::rules::power::{Defence, Strength};
use crate::space::{Side, Space};

/// Why a unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It is the vanguard unit.
    Vanguard,
    /// It attacks on its own: Ballista, Catapult, Cavalry.
    Itself,
    /// The turn's command lets it.
    Command,
    /// A Standard brings it.
    Standard,
    /// An opponent's Stampede drives it against its own side.
    Enemy,
}

/// One attack on one space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Strike {
    /// Whose unit attacks.
    pub seat: Seat,
    /// From where, in that seat's columns.
    pub from: Space,
    /// The attacking unit's kind: attacking shows it.
    pub kind: Kind,
    /// Why it attacks.
    pub cause: Cause,
    /// Whose space is hit.
    pub target: Seat,
    /// Which, in the target's columns.
    pub to: Space,
    /// With how much.
    pub strength: Strength,
}

/// What became of a unit that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fate {
    /// Whose.
    pub seat: Seat,
    /// Where.
    pub at: Space,
    /// Its kind: being attacked shows it.
    pub kind: Kind,
    /// Whether its Chariot shares its fate.
    pub chariot: bool,
    /// All damage it received.
    pub damage: u8,
    /// What it could stand.
    pub defence: Defence,
    /// Whether an Archer hit it and it is not immune.
    pub shot: bool,
    /// Whether an Archer's arrow was stopped, by Infantry.
    pub shielded: bool,
    /// Who damaged it.
    pub by: SeatSet,
}

impl Fate {
    /// `rome:ATK-2` `rome:R17` It dies of damage that equals its power, or of an arrow.
    #[inline]
    pub fn dies(&self) -> bool {
        self.shot || self.damage >= self.defence.total()
    }
}

/// How the Initial Vanguard was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClashTest {
    /// Only this vanguard unit survived.
    Vanguard,
    /// More units killed.
    Units,
    /// More power killed.
    Power,
    /// Drawn by lot after too many replays.
    Lot,
    /// Nobody else is left.
    Alone,
}

/// Which deck was refilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// The units.
    Units,
    /// The commands.
    Commands,
}

/// What everybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Open {
    /// Everybody has been dealt their units and owes an arrangement.
    ArrangingBegan,
    /// A seat takes its units up again, to fight the Initial Vanguard once more.
    TookUp {
        /// Who.
        seat: Seat,
    },
    /// Arrangements are revealed from here on; old lines of those who rearranged are taken up.
    LineCleared {
        /// Whose.
        seat: Seat,
    },
    /// A seat leaves its line as it is at Nightfall.
    Kept {
        /// Who.
        seat: Seat,
    },
    /// Nightfall is over; the active player goes on with the turn.
    NightEnded,
    /// The fronts are up; everybody declares attacks.
    ClashBegan,
    /// The Initial Vanguard has a winner.
    ClashWon {
        /// Who.
        seat: Seat,
        /// By which test.
        test: ClashTest,
    },
    /// It has none: it is fought again.
    ClashTied {
        /// How often it was fought again, this time included.
        replay: u8,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        seat: Seat,
        /// The turn's number.
        turn: u16,
    },
    /// A discard pile was shuffled and became the deck.
    Reshuffled {
        /// Which.
        deck: Deck,
        /// Which pile.
        pile: u8,
    },
    /// A unit was drawn; `rome:R35` it lies face up until it is placed.
    UnitDrawn {
        /// Who.
        seat: Seat,
        /// What.
        kind: Kind,
    },
    /// A drawn unit was placed.
    Placed {
        /// Who.
        seat: Seat,
        /// What.
        kind: Kind,
        /// Where.
        at: Space,
    },
    /// A command was played.
    Played {
        /// Who.
        seat: Seat,
        /// Which.
        command: Command,
    },
    /// A unit went to the other wing's flank space.
    Flanked {
        /// Whose.
        seat: Seat,
        /// From where.
        from: Space,
        /// To where.
        to: Space,
    },
    /// Two units changed places.
    Switched {
        /// Whose.
        seat: Seat,
        /// Where the unit stood that used its ability.
        unit: Space,
        /// Where the other stood.
        with: Space,
    },
    /// A Chariot face down below a unit became known; the unit did not.
    ChariotShown {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Space,
    },
    /// A Chariot moved.
    Rode {
        /// Whose.
        seat: Seat,
        /// From where.
        from: Space,
        /// To where.
        to: Space,
    },
    /// A rear unit stepped forward.
    SteppedUp {
        /// Whose.
        seat: Seat,
        /// In which column.
        column: i8,
    },
    /// A run of units moved one column inward.
    ClosedUp {
        /// Whose.
        seat: Seat,
        /// Into which empty column.
        column: i8,
        /// From which side.
        from: Side,
    },
    /// A rear unit moved one column inward.
    RearMoved {
        /// Whose.
        seat: Seat,
        /// From which column.
        column: i8,
    },
    /// A unit became known to everybody.
    Revealed {
        /// Whose.
        seat: Seat,
        /// The unit, where it stands.
        unit: Standing,
    },
    /// The vanguard unit was taken up, to retreat.
    Lifted {
        /// Whose.
        seat: Seat,
    },
    /// It was put down.
    Settled {
        /// Whose.
        seat: Seat,
        /// Where.
        to: Space,
    },
    /// An attack went home, or hit nothing.
    Struck {
        /// The attack.
        strike: Strike,
        /// Whether a unit stood there.
        hit: bool,
    },
    /// A unit that was hit still stands.
    Survived(Fate),
    /// A unit died.
    Killed(Fate),
    /// The attack is over: the turn's last decisions follow.
    AttackEnded {
        /// Who attacked.
        seat: Seat,
    },
    /// A line is gone, and its owner with it; the hand is discarded.
    LineDied {
        /// Whose.
        seat: Seat,
        /// The hand.
        hand: CommandCounts,
    },
    /// The active player must discard.
    OverLimit {
        /// Who.
        seat: Seat,
    },
    /// A command was discarded at the end of the turn.
    Discarded {
        /// Who.
        seat: Seat,
        /// Which.
        command: Command,
    },
    /// The turn ended.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// The game is over.
    Over {
        /// How.
        outcome: Outcome,
        /// Whether the turn limit ended it.
        limit: bool,
    },
}

/// What happens. Secrets are apart from what is open, so that nothing can be sent by mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit was dealt to a seat, to be arranged.
    Dealt {
        /// Who.
        seat: Seat,
        /// What; only its owner sees it.
        kind: Kind,
    },
    /// A command was drawn.
    CommandDrawn {
        /// Who.
        seat: Seat,
        /// Which; only its owner sees it.
        command: Command,
    },
    /// A seat has decided how its line will stand.
    Planned {
        /// Who.
        seat: Seat,
        /// How; nothing for a seat that declined Nightfall. Only its owner sees it.
        plan: Option<Box<Plan>>,
    },
    /// A seat has declared its attacks in the Initial Vanguard.
    Declared {
        /// Who.
        seat: Seat,
        /// What; only its owner sees it, until the attacks follow.
        orders: Box<Orders>,
    },
    /// A unit of a revealed arrangement.
    Deployed {
        /// Whose.
        seat: Seat,
        /// The unit and its space; others see only what is marked as known.
        unit: Standing,
    },
    /// What everybody sees.
    Open(Open),
}

/// What a seat sees of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// A unit was dealt.
    Dealt {
        /// Who.
        seat: Seat,
        /// What, to its owner.
        kind: Option<Kind>,
    },
    /// A command was drawn.
    CommandDrawn {
        /// Who.
        seat: Seat,
        /// Which, to its owner.
        command: Option<Command>,
    },
    /// A seat has decided how its line will stand.
    Planned {
        /// Who.
        seat: Seat,
        /// How, to its owner; nothing also for a line that stays as it is.
        plan: Option<Box<Plan>>,
    },
    /// A seat has declared its attacks.
    Declared {
        /// Who.
        seat: Seat,
        /// What, to its owner.
        orders: Option<Orders>,
    },
    /// A unit of a revealed arrangement.
    Deployed {
        /// Whose.
        seat: Seat,
        /// The unit; without its kind if it is hidden.
        unit: Standing,
    },
    /// What everybody sees.
    Open(Open),
}

impl Event {
    /// What a seat sees of it; everything, if no seat is named.
    pub fn seen_by(&self, viewer: Option<Seat>) -> Seen {
        let mine = |seat: Seat| viewer.is_none_or(|viewer| viewer == seat);
        match self {
            Event::Dealt { seat, kind } => {
                Seen::Dealt { seat: *seat, kind: mine(*seat).then_some(*kind) }
            }
            Event::CommandDrawn { seat, command } => {
                Seen::CommandDrawn { seat: *seat, command: mine(*seat).then_some(*command) }
            }
            Event::Planned { seat, plan } => {
                Seen::Planned { seat: *seat, plan: plan.clone().filter(|_| mine(*seat)) }
            }
            Event::Declared { seat, orders } => {
                Seen::Declared { seat: *seat, orders: mine(*seat).then(|| (**orders).clone()) }
            }
            Event::Deployed { seat, unit } => {
                let all = if mine(*seat) { unit.unit() } else { unit.unit().seen_by_others() };
                Seen::Deployed { seat: *seat, unit: Standing::new(unit.at, all) }
            }
            Event::Open(open) => Seen::Open(*open),
        }
    }
}

impl From<Open> for Event {
    fn from(open: Open) -> Self {
        Event::Open(open)
    }
}
