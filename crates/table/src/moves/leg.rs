//! Paths as people and files write them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Facing, Spot, Way};

/// One straight part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// How it is gone.
    pub way: Way,
    /// Where it ends. The facing is taken there, at its end. People rarely say one, so a game may
    /// take 0 as not said ([`Leg::settled`]).
    pub to: Spot,
}

impl Leg {
    /// The same path with every facing said: 0 stands for the facing the base has by then. Turned
    /// right round every base covers the same ground, so 180 does for whoever means 0.
    pub fn settled(path: &[Leg], mut facing: Facing) -> impl Iterator<Item = Leg> + '_ {
        path.iter().map(move |leg| {
            if leg.to.facing.steps() != 0 {
                facing = leg.to.facing;
            }
            Leg { to: Spot { facing, ..leg.to }, ..*leg }
        })
    }

    /// On foot.
    pub const fn walk(to: Spot) -> Leg {
        Leg { way: Way::Walk, to }
    }
}

impl fmt::Display for Leg {
    /// The way, unless it is on foot, and the place: `12,3`, `climb 15,3 up 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.way {
            Way::Walk => write!(f, "{}", self.to),
            way => write!(f, "{way} {}", self.to),
        }
    }
}

impl FromStr for Leg {
    type Err = String;

    /// Reads `12,3`, `walk 12,3`, `climb 15,3 up 3`, `drop 18,3`. A facing of 0 that is said is read
    /// as 180.
    fn from_str(text: &str) -> Result<Leg, String> {
        let text = text.trim();
        let end = |text: &str| {
            let mut to: Spot = text.parse()?;
            if to.facing.steps() == 0 && text.contains("facing") {
                to.facing = Facing::degrees(180);
            }
            Ok::<Spot, String>(to)
        };
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let way = match word {
            "walk" => Way::Walk,
            "stairs" => Way::Stairs,
            "ladder" => Way::Ladder,
            "climb" => Way::Climb,
            "drop" => Way::Drop,
            word if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                return Err(format!(
                    "`{word}` is no way to go; there are walk, stairs, ladder, climb and drop, \
                     such as `climb 15,3 up 3`"
                ));
            }
            _ => return Ok(Leg::walk(end(text)?)),
        };
        Ok(Leg { way, to: end(rest)? })
    }
}

impl Serialize for Leg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Leg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Leg, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A path: its legs, from where the mover stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Path(pub Vec<Leg>);

impl fmt::Display for Path {
    /// The legs, set off by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, leg) in self.0.iter().enumerate() {
            let between = if i == 0 { "" } else { "; " };
            write!(f, "{between}{leg}")?;
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = String;

    /// Reads `12,3; 14,3; climb 15,3 up 3; drop 18,3`.
    fn from_str(text: &str) -> Result<Path, String> {
        let legs = text.split(';').map(str::trim).filter(|leg| !leg.is_empty());
        legs.enumerate()
            .map(|(i, leg)| leg.parse().map_err(|why| format!("leg {}: {why}", i + 1)))
            .collect::<Result<Vec<Leg>, String>>()
            .map(Path)
    }
}

impl std::ops::Deref for Path {
    type Target = [Leg];

    fn deref(&self) -> &[Leg] {
        &self.0
    }
}

impl From<Vec<Leg>> for Path {
    fn from(legs: Vec<Leg>) -> Path {
        Path(legs)
    }
}

/// The path up to a place on one of its legs, which becomes the end of that leg.
pub fn cut(path: &[Leg], leg: usize, at: Spot) -> Path {
    let mut legs: Vec<Leg> = path.iter().take(leg).copied().collect();
    if let Some(last) = path.get(leg) {
        // Cut before its edge, a change of level has not begun and is a walk.
        let way = if last.to.z == at.z { last.way } else { Way::Walk };
        legs.push(Leg { way, to: at });
    }
    Path(legs)
}
