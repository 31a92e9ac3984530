//! Teams people put together.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A ready team.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TeamInfo {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The id of its faction.
    pub faction: String,
    /// The faction's name.
    pub faction_name: String,
    /// How it plays.
    pub about: String,
    /// What it costs.
    pub points: i32,
    /// How many models it has.
    pub models: usize,
}

/// A faction with everything a roster can take from it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Faction {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// A sentence of background.
    pub about: String,
    /// What its leader brings.
    pub abilities: Vec<FeatInfo>,
    /// Its models.
    pub models: Vec<CardInfo>,
    /// Its ready teams.
    pub teams: Vec<TeamInfo>,
}

/// A stat card of a faction.
#[derive(Clone, Debug, Serialize, TS)]
pub struct CardInfo {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    pub points: i32,
    /// How many a team may have.
    pub max: u8,
    /// Whether it can lead.
    pub leader: bool,
    /// Its values.
    pub stat: Stat,
    /// Its attacks.
    pub weapons: Vec<WeaponInfo>,
    /// Its special actions and abilities.
    pub feats: Vec<FeatInfo>,
    /// What it may take besides.
    pub options: Vec<OptionChoice>,
}

/// Something a model may take.
#[derive(Clone, Debug, Serialize, TS)]
pub struct OptionChoice {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    pub points: i32,
    /// What it changes.
    pub about: String,
}

/// A roster as it is being put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RosterDraft {
    /// What the team is called.
    pub name: String,
    /// The id of its faction.
    pub faction: String,
    /// Its models.
    pub models: Vec<DraftModel>,
}

/// A model of a roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftModel {
    /// Its own name; empty for that of its card.
    pub name: String,
    /// The id of its card.
    pub kind: String,
    /// The ids of what it takes.
    pub options: Vec<String>,
    /// Whether it leads.
    pub leader: bool,
}

/// A roster read and checked.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RosterSheet {
    /// What was read.
    pub draft: RosterDraft,
    /// What it costs.
    pub points: i32,
    /// What it may cost.
    pub limit: u16,
    /// Everything that is wrong.
    pub faults: Vec<FaultInfo>,
    /// The stat cards.
    pub cards: Vec<ModelCard>,
    /// As a roster file.
    pub text: String,
}

/// Something wrong: where and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FaultInfo {
    /// Where.
    pub at: String,
    /// What, and what would be right.
    pub message: String,
}

impl From<&kernel::Fault> for FaultInfo {
    fn from(fault: &kernel::Fault) -> Self {
        FaultInfo { at: fault.at.clone(), message: fault.message.clone() }
    }
}

/// A model's values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Stat {
    /// How far it walks.
    #[serde(rename = "move")]
    pub speed: i32,
    /// Its wounds.
    pub wounds: u8,
    /// Its armour, `4+`.
    pub armour: String,
    /// Its invulnerable armour.
    pub invulnerable: Vec<String>,
    /// Its nerve, `5+`.
    pub nerve: String,
    /// The command points it brings.
    pub cp: u8,
    /// Its base in words.
    pub base: String,
    /// How tall it is.
    pub height: i32,
}

/// An attack on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WeaponInfo {
    /// Its number on the card, from 1.
    pub number: u8,
    /// What it is called.
    pub name: String,
    /// Whether it is for close combat.
    pub melee: bool,
    /// How far it reaches.
    pub range: i32,
    /// How many dice.
    pub dice: u8,
    /// What each needs.
    pub hit: u8,
    /// Its armour piercing.
    pub ap: u8,
    /// Wounds for each hit that is not saved.
    pub damage: u8,
    /// Its special rules.
    pub notes: Vec<String>,
}

/// A special action or ability on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FeatInfo {
    /// Its number on the card, from 1; 0 where it is on no card yet.
    pub number: u8,
    /// What it is called.
    pub name: String,
    /// What it costs, in words.
    pub cost: String,
    /// When it is used.
    pub when: String,
    /// What it does.
    pub text: String,
}

/// A model's stat card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ModelCard {
    /// What it is called.
    pub name: String,
    /// The name of its card.
    pub kind: String,
    /// What it costs.
    pub points: i32,
    /// Whether it leads.
    pub leader: bool,
    /// Its values.
    pub stat: Stat,
    /// Its attacks.
    pub weapons: Vec<WeaponInfo>,
    /// Its special actions and abilities.
    pub feats: Vec<FeatInfo>,
}
