//! What a seat may do.

use arrayvec::ArrayVec;
use kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards::{Command, Kind};
use crate::space::{Side, Space};

/// A card in an arrangement, with or without a Chariot below it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The unit.
    pub kind: Kind,
    /// Whether its Chariot stays below it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chariot: bool,
}

/// One row of an arrangement: units side by side from a column to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanRow {
    /// The leftmost column.
    pub from: i8,
    /// The units from left to right.
    pub units: Vec<Card>,
}

/// A whole line as somebody wants it to stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The front row.
    pub front: PlanRow,
    /// The rear row.
    #[serde(default, skip_serializing_if = "is_empty_row")]
    pub rear: PlanRow,
}

fn is_empty_row(row: &PlanRow) -> bool {
    row.units.is_empty() && row.from == 0
}

/// What a seat has decided about its line, while others have not yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// It stays as it is.
    Keep,
    /// It will stand like this.
    Arrange(Plan),
}

/// How the line is shifted by one move (`rome:R14`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shift {
    /// The rear unit of the column steps into the empty front space.
    Forward {
        /// The column.
        column: i8,
    },
    /// The units on one side of an empty front space move into it.
    Inward {
        /// The empty column.
        column: i8,
        /// The side they come from.
        from: Side,
    },
    /// A rear unit with nobody before it moves one column toward the centre.
    Rear {
        /// The column it leaves.
        column: i8,
    },
}

/// Where an attack goes, where there is a choice. Nothing said means the only way there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// The opponent, for attacks from the centre column with three or four players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Seat>,
    /// One space or two, under Volley.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<u8>,
    /// The opponent's wing, for a Cavalry in the vanguard that flanks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flank: Option<Side>,
}

/// Why a unit is named in a declaration of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The vanguard unit attacks anyway; its aim is chosen.
    Vanguard,
    /// A Catapult attacks because its owner wants it to.
    Catapult,
    /// The unit that the turn's command lets attack.
    Command,
    /// The neighbour that the Standard in this space brings along.
    Standard(Space),
    /// The Elephant of this opponent that stampedes against its own side.
    Enemy(Seat),
}

/// One choice in a declaration of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Why the unit attacks.
    pub role: Role,
    /// Which unit; in the opponent's own columns for [`Role::Enemy`].
    pub unit: Space,
    /// Where to, where there is a choice.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub aim: Aim,
}

fn is_plain(aim: &Aim) -> bool {
    *aim == Aim::default()
}

/// The most choices one declaration can hold: the vanguard, a command, four Catapults, four
/// Standards.
pub const ORDERS_MAX: usize = 10;

/// A declaration of attacks: only what is a choice; what attacks by itself is not listed.
pub type Orders = ArrayVec<Order, ORDERS_MAX>;

/// What a seat may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Arrange all units, at the start or at Nightfall.
    Arrange(Box<Plan>),
    /// Leave the line as it is at Nightfall.
    Keep,
    /// Place a drawn unit into the front space of a column.
    Place {
        /// Which of the drawn units.
        unit: Kind,
        /// The column.
        column: i8,
    },
    /// Play a command that needs nothing said with it.
    Play(Command),
    /// Play Flank on a unit.
    Flank {
        /// The unit's space.
        unit: Space,
        /// The wing it goes to.
        to: Side,
    },
    /// Use a Centurion's, Consul's or Praetorian's ability.
    Switch {
        /// The unit that uses it.
        unit: Space,
        /// The unit it changes places with.
        with: Space,
    },
    /// Move a Chariot, alone or from below its rider.
    Ride {
        /// Where the Chariot is.
        from: Space,
        /// The unit it moves below, or the empty space.
        to: Space,
    },
    /// Shift the line by one move.
    Shift(Shift),
    /// Put the retreating unit down.
    Settle {
        /// Its new space.
        to: Space,
    },
    /// Attack, with these choices.
    Attack {
        /// What is chosen; empty if there is nothing to choose.
        #[serde(default)]
        orders: Orders,
    },
    /// Discard a command above the limit.
    Discard(Command),
    /// End the turn.
    End,
}
