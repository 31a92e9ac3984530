//! Terrain as people write it: a table file with its pieces.
//!
//! A piece is a thing one would pick up: a ruin, a crate, a wood. It has kinds, which a game gives a
//! meaning, and parts, which have a shape. [`crate::Board`] is what the parts are built into.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Length, Point};

macro_rules! kinds {
    ($($bit:literal $name:ident $text:literal $doc:literal),* $(,)?) => {
        impl Kinds {
            $(#[doc = $doc] pub const $name: Kinds = Kinds(1 << $bit);)*

            const NAMES: &[(Kinds, &'static str)] = &[$((Kinds::$name, $text)),*];
        }
    };
}

/// What a piece of terrain is, as a set. The table gives them no meaning; games do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u32);

kinds! {
    0 DIFFICULT "difficult" "Slows down who crosses it.",
    1 DANGEROUS "dangerous" "May hurt who crosses it.",
    2 OBSTACLE "obstacle" "A barrier that can be crossed at a price.",
    3 IMPASSABLE "impassable" "Can't be entered at all.",
    4 COVER "cover" "Protects who stands in or behind it.",
    5 DENSE "dense" "Hard to see through.",
    6 OBSCURING "obscuring" "Hides what is behind it, however high one looks from.",
    7 BREACHABLE "breachable" "Walls some can walk through.",
    8 DEFENSIBLE "defensible" "Can be held against a charge.",
    9 UNSTABLE "unstable" "Nobody can stand on top.",
    10 EXPOSED "exposed" "A position without protection.",
    11 HEAVY "heavy" "Protects against blows as well.",
}

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// Whether any of the others is among these.
    pub const fn any(self, others: Kinds) -> bool {
        self.0 & others.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, others: Kinds) -> Kinds {
        Kinds(self.0 | others.0)
    }

    /// The names of those in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Kinds::NAMES.iter().filter(move |(kind, _)| self.any(*kind)).map(|(_, name)| *name)
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Result<Kinds, String> {
        Kinds::NAMES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind).ok_or_else(
            || {
                let known: Vec<&str> = Kinds::NAMES.iter().map(|(_, name)| *name).collect();
                format!("`{name}` is no kind of terrain; there are {}", known.join(", "))
            },
        )
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        f.write_str(&if names.is_empty() { "open".to_owned() } else { names.join(", ") })
    }
}

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kinds, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().try_fold(Kinds::NONE, |all, name| {
            Kinds::named(name).map(|kind| all.and(kind)).map_err(serde::de::Error::custom)
        })
    }
}

/// A table as it is written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What people call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Width and depth.
    pub size: Point,
    /// What stands on it.
    #[serde(default, rename = "piece", skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// One piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// What people call it.
    pub name: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "is_none")]
    pub kinds: Kinds,
    /// Its parts.
    #[serde(rename = "part")]
    pub parts: Vec<Part>,
}

fn is_none(kinds: &Kinds) -> bool {
    *kinds == Kinds::NONE
}

fn is_zero(length: &Length) -> bool {
    *length == Length::ZERO
}

/// A part of a piece. `kinds` of a part are added to those of its piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "snake_case", deny_unknown_fields)]
pub enum Part {
    /// Ground of some kind, without height: it hides nothing.
    Area {
        /// Its edge, convex or not.
        outline: Vec<Point>,
        /// The height of the surface it lies on.
        #[serde(default, skip_serializing_if = "is_zero")]
        z: Length,
        /// What it is besides.
        #[serde(default, skip_serializing_if = "is_none")]
        kinds: Kinds,
    },
    /// A solid block: it hides, and nothing is inside it.
    Solid {
        /// Its edge from above, convex or not.
        outline: Vec<Point>,
        /// How tall it is.
        height: Length,
        /// Where it begins.
        #[serde(default, skip_serializing_if = "is_zero")]
        z: Length,
        /// What it is besides.
        #[serde(default, skip_serializing_if = "is_none")]
        kinds: Kinds,
    },
    /// A straight wall, with windows and doors in it.
    Wall {
        /// One end of its middle line.
        from: Point,
        /// The other.
        to: Point,
        /// From side to side.
        thick: Length,
        /// How tall it is.
        height: Length,
        /// Where it begins.
        #[serde(default, skip_serializing_if = "is_zero")]
        z: Length,
        /// Its windows and doors.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        openings: Vec<Opening>,
        /// What it is besides.
        #[serde(default, skip_serializing_if = "is_none")]
        kinds: Kinds,
    },
    /// A floor or roof one can stand on.
    Floor {
        /// Its edge, convex or not.
        outline: Vec<Point>,
        /// The height of its upper side.
        z: Length,
        /// How thick it is, downwards.
        #[serde(default = "plank", skip_serializing_if = "is_plank")]
        thick: Length,
        /// What it is besides.
        #[serde(default, skip_serializing_if = "is_none")]
        kinds: Kinds,
    },
    /// Where one can change from one surface to another: a marked edge.
    Link {
        /// How.
        way: Way,
        /// One end of the edge.
        from: Point,
        /// The other.
        to: Point,
        /// The height of the lower surface.
        #[serde(default, skip_serializing_if = "is_zero")]
        low: Length,
        /// The height of the upper surface.
        high: Length,
    },
}

/// Floors are a tenth of an inch thick unless they say otherwise.
fn plank() -> Length {
    Length::tenths(1)
}

fn is_plank(length: &Length) -> bool {
    *length == plank()
}

/// A hole in a wall. A door is one whose sill is the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// How far from the wall's first end it begins.
    pub at: Length,
    /// How wide it is.
    pub width: Length,
    /// How high above the wall's foot it begins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sill: Length,
    /// How high above the wall's foot it ends.
    pub head: Length,
}

/// How a leg of a path is gone.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// On foot, on one surface.
    #[default]
    Walk,
    /// By stairs.
    Stairs,
    /// By a ladder.
    Ladder,
    /// Climbing a surface.
    Climb,
    /// Dropping from an edge.
    Drop,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::Walk => "walk",
            Way::Stairs => "stairs",
            Way::Ladder => "ladder",
            Way::Climb => "climb",
            Way::Drop => "drop",
        })
    }
}
