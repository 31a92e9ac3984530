//! Rosters: teams as people write them, checked by the rules of team building, and the stat cards
//! they come to.

use arrayvec::ArrayVec;
use kernel::Fault;
use serde::{Deserialize, Serialize};
use table::{Base, Length};

use crate::card::{Card, Extra, Feat, Reach, Weapon, default_height};
use crate::faction::{self, Faction};

/// No team has more models.
pub const TEAM_MAX: usize = 20;

/// No model has more special actions and abilities: which were used is kept in so many bits.
pub const FEATS_MAX: usize = 16;

/// A team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// What the team is called.
    pub name: String,
    /// Its faction.
    pub faction: FactionChoice,
    /// Its members.
    #[serde(rename = "model")]
    pub members: Vec<Member>,
}

/// A faction by name, or one's own, carried along so that a record needs nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactionChoice {
    /// One that comes with the program.
    Named(String),
    /// One's own.
    Own(Box<Faction>),
}

/// One model of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The id of its card.
    pub card: String,
    /// Its own name, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The ids of its options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Whether it leads the team.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leader: bool,
}

/// A stat card as it counts in play: options, leader and faction are in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its own name, or the card's.
    pub name: String,
    /// The card's id.
    pub card: String,
    /// What it cost.
    pub points: i32,
    /// Whether it leads the team.
    pub leader: bool,
    /// What it stands on.
    pub base: Base,
    /// How tall it stands.
    pub height: Length,
    /// Command points it brings.
    pub cp: u8,
    /// How far it walks.
    pub speed: Length,
    /// What its armour rolls need.
    pub armour: u8,
    /// Its invulnerable values.
    pub invulnerable: ArrayVec<u8, 4>,
    /// How many wounds it can take.
    pub wounds: u8,
    /// What its nerve tests need.
    pub nerve: u8,
    /// Its attacks.
    pub weapons: Vec<Weapon>,
    /// Its special actions and abilities.
    pub feats: Vec<Feat>,
    /// How far it engages enemies; nothing at all without a melee attack (`killteam:ENG-1`,
    /// `killteam:K18`).
    pub engages: Option<Length>,
}

impl Roster {
    /// Reads a roster; the error says where and what.
    pub fn parse(text: &str) -> Result<Roster, Vec<Fault>> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| {
                text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
            });
            vec![Fault { at: format!("line {line}"), message: error.message().to_owned() }]
        })
    }

    /// The faction it is chosen from.
    pub fn find_faction(&self) -> Result<&Faction, Fault> {
        match &self.faction {
            FactionChoice::Own(faction) => Ok(faction),
            FactionChoice::Named(id) => faction::find(id).ok_or_else(|| {
                let known: Vec<&str> = faction::built_in().iter().map(|f| f.id.as_str()).collect();
                Fault {
                    at: "faction".into(),
                    message: format!("there is no faction `{id}`; there are {}", known.join(", ")),
                }
            }),
        }
    }

    /// Everything wrong with it for a game of so many points, each with the rule it breaks.
    pub fn faults(&self, points: u16) -> Vec<Fault> {
        match self.find_faction() {
            Err(fault) => vec![fault],
            Ok(faction) => {
                let mut faults = match &self.faction {
                    FactionChoice::Own(own) => own.faults(),
                    FactionChoice::Named(_) => Vec::new(),
                };
                faults.extend(self.faults_in(faction, points));
                faults
            }
        }
    }

    /// What it costs, as far as its members are known.
    pub fn cost(&self, faction: &Faction) -> i32 {
        self.members.iter().filter_map(|member| member.cost(faction)).sum()
    }

    /// Everything wrong with it, in a faction that is known to be sound.
    ///
    /// Rules `killteam:TEAM-3` to `killteam:TEAM-8`, `killteam:K36`.
    pub(crate) fn faults_in(&self, faction: &Faction, points: u16) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut wrong = |at: String, message: String| faults.push(Fault { at, message });
        if self.members.is_empty() || self.members.len() > TEAM_MAX {
            wrong(
                "model".into(),
                format!("a team has from 1 to {TEAM_MAX} models, not {}", self.members.len()),
            );
        }
        for (i, member) in self.members.iter().enumerate() {
            let at = format!("model {} ({})", i + 1, member.card);
            let Some(card) = faction.card(&member.card) else {
                let known: Vec<&str> = faction.cards.iter().map(|card| card.id.as_str()).collect();
                wrong(
                    at,
                    format!(
                        "{} has no model `{}`; it has {} [killteam:TEAM-3]",
                        faction.name,
                        member.card,
                        known.join(", ")
                    ),
                );
                continue;
            };
            let count = self.members.iter().filter(|other| other.card == member.card).count();
            let first = self.members.iter().position(|other| other.card == member.card) == Some(i);
            if first && count > usize::from(card.max) {
                wrong(
                    at.clone(),
                    format!(
                        "{count} of {}, and a team may have {} [killteam:TEAM-4]",
                        card.name, card.max
                    ),
                );
            }
            for message in member.option_faults(card) {
                wrong(at.clone(), message);
            }
            for option in member.extras(card).filter(|option| option.max.is_some()) {
                let takers = |m: &&Member| m.card == member.card && m.options.contains(&option.id);
                let count = self.members.iter().filter(takers).count();
                let first = self.members.iter().position(|m| takers(&m)) == Some(i);
                if first && count > usize::from(option.max.unwrap_or(0)) {
                    wrong(
                        at.clone(),
                        format!(
                            "{count} with {}, and a team may have {} [killteam:TEAM-5]",
                            option.name,
                            option.max.unwrap_or(0)
                        ),
                    );
                }
            }
        }
        for (i, member) in self.members.iter().enumerate() {
            let feats = member.profile(faction).map_or(0, |profile| profile.feats.len());
            if feats > FEATS_MAX {
                wrong(
                    format!("model {} ({})", i + 1, member.card),
                    format!(
                        "{feats} special actions and abilities; a model has at most {FEATS_MAX}"
                    ),
                );
            }
        }
        let cost = self.cost(faction);
        if cost > i32::from(points) {
            wrong(
                "points".into(),
                format!("the team costs {cost} points and may cost {points} [killteam:TEAM-6]"),
            );
        }
        let leaders = self.members.iter().filter(|member| member.leader).count();
        if leaders != 1 {
            wrong(
                "leader".into(),
                format!(
                    "exactly one model leads a team, not {leaders}: mark it leader = true [killteam:TEAM-8]"
                ),
            );
        }
        faults
    }

    /// The stat cards of a sound roster, in its order.
    pub fn profiles(&self) -> Vec<Profile> {
        let Ok(faction) = self.find_faction() else { return Vec::new() };
        self.members.iter().filter_map(|member| member.profile(faction)).collect()
    }
}

impl Member {
    fn extras<'a>(&'a self, card: &'a Card) -> impl Iterator<Item = &'a Extra> {
        card.options.iter().filter(|option| self.options.contains(&option.id))
    }

    fn cost(&self, faction: &Faction) -> Option<i32> {
        let card = faction.card(&self.card)?;
        let options: i32 = self.extras(card).map(|option| i32::from(option.points)).sum();
        Some(i32::from(card.points) + options)
    }

    /// Rule `killteam:TEAM-5`: options come from the model's own list.
    fn option_faults(&self, card: &Card) -> Vec<String> {
        let mut faults = Vec::new();
        for (i, id) in self.options.iter().enumerate() {
            let Some(option) = card.options.iter().find(|option| option.id == *id) else {
                let known: Vec<&str> = card.options.iter().map(|o| o.id.as_str()).collect();
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                faults.push(format!(
                    "{} has no option `{id}`; its options are: {known} [killteam:TEAM-5]",
                    card.name
                ));
                continue;
            };
            if self.options[..i].contains(id) {
                faults.push(format!("the option {} is taken twice [killteam:TEAM-5]", option.name));
            }
            for other in self.extras(card) {
                let both_replace = other.replaces.iter().any(|name| option.replaces.contains(name));
                let excluded = option.not_with.contains(&other.id) || both_replace;
                if other.id != option.id && excluded && other.id < option.id {
                    faults.push(format!(
                        "{} can't be taken together with {} [killteam:TEAM-5]",
                        option.name, other.name
                    ));
                }
            }
        }
        faults
    }

    /// The stat card this member comes to.
    ///
    /// Rules `killteam:TEAM-9`, `killteam:TEAM-11`, `killteam:K36`.
    fn profile(&self, faction: &Faction) -> Option<Profile> {
        let card = faction.card(&self.card)?;
        let extras: Vec<&Extra> = self.extras(card).collect();
        let replaced =
            |weapon: &&Weapon| !extras.iter().any(|extra| extra.replaces.contains(&weapon.name));
        let weapons: Vec<Weapon> = card
            .attacks
            .iter()
            .filter(replaced)
            .chain(extras.iter().flat_map(|extra| &extra.attacks))
            .chain(&faction.attacks)
            .cloned()
            .collect();
        let led: &[Feat] = if self.leader { &faction.leader.feats } else { &[] };
        let feats: Vec<Feat> = card
            .feats
            .iter()
            .chain(extras.iter().flat_map(|extra| &extra.feats))
            .chain(&faction.feats)
            .chain(led)
            .cloned()
            .collect();
        let lead = |gain: u8| if self.leader { gain } else { 0 };
        let engages = weapons
            .iter()
            .filter(|weapon| weapon.kind == Reach::Melee)
            .map(|weapon| weapon.range)
            .max();
        Some(Profile {
            name: if self.name.is_empty() { card.name.clone() } else { self.name.clone() },
            card: card.id.clone(),
            points: self.cost(faction)?,
            leader: self.leader,
            base: card.base,
            height: card.height.unwrap_or_else(|| default_height(card.base)),
            cp: card.cp + lead(faction.leader.cp) + extras.iter().map(|extra| extra.cp).sum::<u8>(),
            speed: card.speed,
            armour: extras.iter().filter_map(|extra| extra.armour).min().unwrap_or(card.armour),
            invulnerable: card
                .invulnerable
                .iter()
                .copied()
                .chain(extras.iter().filter_map(|extra| extra.invulnerable))
                .take(4)
                .collect(),
            wounds: card.wounds
                + lead(faction.leader.wounds)
                + extras.iter().map(|extra| extra.wounds).sum::<u8>(),
            nerve: card.nerve,
            weapons,
            feats,
            engages,
        })
    }
}
