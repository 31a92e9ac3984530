//! Rosters: teams as people write them, checked by the rules of team building, and the stat cards
//! they come to.

use std::fmt;

use arrayvec::ArrayVec;
use kernel::Fault;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use table::{Base, Length};

use crate::card::{Card, Extra, Feat, Reach, Weapon, default_height};
use crate::faction::{self, Faction, name_fault, read_toml};

/// No team has more models.
pub const TEAM_MAX: usize = 20;

/// What a team may cost unless the players agree otherwise (`killteam:TEAM-2`, `killteam:K36`).
pub const POINTS: u16 = 100;

/// How long the names of a team and of its members may be.
const NAME_MAX: usize = 24;
/// No model has more special actions and abilities: which were used is kept in so many bits.
pub const FEATS_MAX: usize = 16;

/// A team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
///
/// A name with a full stop in it is a file beside the roster's; [`Roster::read`] puts what is in it
/// here, so that nothing else ever meets one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FactionChoice {
    /// One that comes with the program.
    Named(String),
    /// One's own.
    Own(Box<Faction>),
}

impl<'de> Deserialize<'de> for FactionChoice {
    /// By hand, since an error in one's own faction should say what it is and where.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FactionChoice, D::Error> {
        struct Choice;
        impl<'de> Visitor<'de> for Choice {
            type Value = FactionChoice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a faction, the name of a faction file, or a faction")
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<FactionChoice, E> {
                Ok(FactionChoice::Named(id.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FactionChoice, A::Error> {
                let faction = Faction::deserialize(MapAccessDeserializer::new(map))?;
                Ok(FactionChoice::Own(Box::new(faction)))
            }
        }
        deserializer.deserialize_any(Choice)
    }
}

/// One model of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// Reads a roster, TOML or JSON, without checking what it says; the error says where and what.
    pub fn parse(text: &str) -> Result<Roster, Vec<Fault>> {
        let roster = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| Fault {
                at: format!("line {}", error.line()),
                message: error.to_string(),
            })
        } else {
            read_toml(text)
        };
        roster.map_err(|fault| vec![fault])
    }

    /// Reads a roster and, if it names one, the faction file beside it, which `beside` reads.
    pub fn read(
        text: &str,
        beside: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<Roster, Vec<Fault>> {
        let mut roster = Roster::parse(text)?;
        if let Some(file) = roster.faction.file() {
            let wrong = |message| vec![Fault { at: "faction".into(), message }];
            if file.contains(['/', '\\', ':']) {
                return Err(wrong(format!("`{file}` must be a file beside the roster's")));
            }
            let text = beside(file).map_err(wrong)?;
            let mut own = Faction::read(&text).map_err(|fault| {
                vec![Fault { at: format!("{file}, {}", fault.at), message: fault.message }]
            })?;
            own.teams.clear();
            roster.faction = FactionChoice::Own(Box::new(own));
        }
        Ok(roster)
    }

    /// The same team as it is best written: names without blanks around them, options in the order
    /// of their card and once each.
    #[must_use]
    pub fn tidied(&self) -> Roster {
        let faction = self.find_faction().ok();
        let members = self.members.iter().map(|member| {
            let card = faction.and_then(|faction| faction.card(&member.card));
            let place = |id: &String| card.map(|c| c.options.iter().position(|o| o.id == *id));
            let mut options = member.options.clone();
            options.sort_by_key(place);
            options.dedup();
            Member { name: member.name.trim().into(), options, ..member.clone() }
        });
        Roster {
            name: self.name.trim().into(),
            faction: self.faction.clone(),
            members: members.collect(),
        }
    }

    /// The roster as a file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a roster is made of texts, numbers and tables")
    }

    /// A small team of a faction to begin with, as a file whose comments say what can be added.
    /// `choice` is what the roster calls the faction: its id or its file.
    pub fn starter(faction: &Faction, choice: &str) -> String {
        let mut text = format!(
            "# A team of {}. {}\n# Check it with: vanguard roster killteam check FILE\n\n\
             name = \"My Team\"\nfaction = {}\n",
            faction.name,
            faction.about,
            toml::Value::String(choice.into())
        );
        let rank_and_file =
            faction.cards.iter().max_by_key(|card| card.max).filter(|card| card.max > 1);
        let members = faction.cards.first().into_iter().chain(rank_and_file);
        for (i, card) in members.enumerate() {
            text += &format!("\n[[model]]\ncard = \"{}\"\n", card.id);
            text += if i == 0 { "name = \"Chief\"\nleader = true\n" } else { "" };
        }
        text += "\n# More models, each with an entry like those above: card, and if you like a name\n\
                 # and options, such as options = [\"one\", \"another\"].\n#\n";
        for card in &faction.cards {
            let cost = format!("{} points, at most {}", card.points, card.max);
            text += &format!("# card = \"{}\"  # {}: {cost}\n", card.id, card.name);
            for option in &card.options {
                let most = option.max.map(|max| format!(", at most {max}")).unwrap_or_default();
                let cost = format!("{:+} points{most}", option.points);
                text += &format!("#   option \"{}\"  # {}: {cost}\n", option.id, option.name);
            }
        }
        text
    }

    /// The faction it is chosen from.
    pub fn find_faction(&self) -> Result<&Faction, Fault> {
        let wrong = |message| Fault { at: "faction".into(), message };
        match &self.faction {
            FactionChoice::Own(faction) => Ok(faction),
            FactionChoice::Named(file) if self.faction.file().is_some() => Err(wrong(format!(
                "`{file}` is a file, and only the roster came; write the faction into the roster"
            ))),
            FactionChoice::Named(id) => faction::find(id).ok_or_else(|| {
                let known: Vec<&str> = faction::built_in().iter().map(|f| f.id.as_str()).collect();
                wrong(format!(
                    "there is no faction `{id}`; there are {} [killteam:TEAM-3]",
                    known.join(", ")
                ))
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
    /// Rules `killteam:TEAM-3`, `killteam:TEAM-4`, `killteam:TEAM-5`, `killteam:TEAM-6`,
    /// `killteam:TEAM-7`, `killteam:TEAM-8`, `killteam:K36`.
    pub(crate) fn faults_in(&self, faction: &Faction, points: u16) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut wrong = |at: String, message: String| faults.push(Fault { at, message });
        if let Some(message) = name_fault(&self.name, NAME_MAX) {
            wrong("name".into(), message);
        }
        if self.members.is_empty() || self.members.len() > TEAM_MAX {
            wrong(
                "model".into(),
                format!("a team has from 1 to {TEAM_MAX} models, not {}", self.members.len()),
            );
        }
        for (i, member) in self.members.iter().enumerate() {
            let at = format!("model {} ({})", i + 1, member.card);
            let name = Some(&member.name).filter(|name| !name.is_empty());
            if let Some(message) = name.and_then(|name| name_fault(name, NAME_MAX)) {
                wrong(at.clone(), message);
            }
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

/// A sum that stays a sum whatever a file says; sound factions never come near its end.
fn sum(card: u8, leader: u8, extras: impl Iterator<Item = u8>) -> u8 {
    extras.fold(card.saturating_add(leader), u8::saturating_add)
}

impl FactionChoice {
    /// The file it names, if it names one: ids have no full stops.
    fn file(&self) -> Option<&str> {
        match self {
            FactionChoice::Named(name) if name.contains('.') => Some(name),
            _ => None,
        }
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
            for other in self.extras(card).filter(|other| other.id < option.id) {
                let both = other.replaces.iter().find(|name| option.replaces.contains(name));
                let why = match both {
                    Some(name) => format!("both take the place of {name}"),
                    None if option.not_with.contains(&other.id) => "its card says so".into(),
                    None if other.not_with.contains(&option.id) => "its card says so".into(),
                    None => continue,
                };
                faults.push(format!(
                    "{} can't be taken together with {}: {why} [killteam:TEAM-5]",
                    option.name, other.name
                ));
            }
        }
        faults
    }

    /// The stat card this member comes to.
    ///
    /// Rules `killteam:TEAM-9`, `killteam:TEAM-11`, `killteam:K36`.
    pub fn profile(&self, faction: &Faction) -> Option<Profile> {
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
            cp: sum(card.cp, lead(faction.leader.cp), extras.iter().map(|extra| extra.cp)),
            speed: card.speed,
            armour: extras.iter().filter_map(|extra| extra.armour).min().unwrap_or(card.armour),
            invulnerable: card
                .invulnerable
                .iter()
                .copied()
                .chain(extras.iter().filter_map(|extra| extra.invulnerable))
                .take(4)
                .collect(),
            wounds: sum(
                card.wounds,
                lead(faction.leader.wounds),
                extras.iter().map(|extra| extra.wounds),
            ),
            nerve: card.nerve,
            weapons,
            feats,
            engages,
        })
    }
}
