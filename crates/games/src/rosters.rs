//! Rosters: the teams people put together, for the games that have them.

use std::collections::BTreeSet;

use kernel::Fault;
use killteam::faction::{self, Faction};
use killteam::roster::{self, Roster};
use killteam::stat_card;
use serde::Serialize;

use crate::near::instead;

/// The rosters of a game, whichever it is.
pub trait AnyRosters: Sync {
    /// The id of the game.
    fn game(&self) -> &'static str;

    /// The factions that come with the program.
    fn factions(&self) -> Vec<FactionInfo>;

    /// A ready team as a roster file.
    fn ready(&self, team: &str) -> Option<String>;

    /// The stat cards of a faction with their options.
    fn catalogue(&self, faction: &str) -> Option<String>;

    /// The same of a faction in a file. The error lists what is wrong with the file.
    fn catalogue_of(&self, text: &str) -> Result<String, Vec<Fault>>;

    /// A small roster file to begin with, of a faction that comes with the program.
    fn starter(&self, faction: &str) -> Option<String>;

    /// The same of a faction in a file of this name. The error lists what is wrong with the file.
    fn starter_of(&self, name: &str, text: &str) -> Result<String, Vec<Fault>>;

    /// Everything that is wrong with a roster file or a faction file, for a game of so many points
    /// or of the usual number. The error says why the file can't be read.
    fn check(&self, file: &RosterFile<'_>, points: Option<u16>)
    -> Result<RosterReport, Vec<Fault>>;

    /// Reads a roster file whatever it costs. The error says why it can't be read; a roster with
    /// faults can be, and [`AnyRosters::check`] tells them.
    fn read(&self, file: &RosterFile<'_>) -> Result<RosterText, Vec<Fault>>;
}

/// A roster file, and how to read what lies beside it.
pub struct RosterFile<'a> {
    /// What is in it.
    pub text: &'a str,
    /// Reads the file of that name from the same place.
    pub beside: &'a dyn Fn(&str) -> Result<String, String>,
}

/// A roster as it is best written, in three forms.
pub struct RosterText {
    /// As a roster file.
    pub toml: String,
    /// As data.
    pub json: serde_json::Value,
    /// As stat cards.
    pub cards: String,
}

/// What a checked file was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RosterKind {
    /// A team.
    Roster,
    /// A faction.
    Faction,
}

/// What came of checking a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RosterReport {
    /// What it was.
    pub kind: RosterKind,
    /// What it is called.
    pub name: String,
    /// The faction's name, if it is known.
    pub faction: Option<String>,
    /// What the team costs, as far as its models are known.
    pub points: Option<i32>,
    /// What it may cost.
    pub limit: Option<u16>,
    /// How many models it has.
    pub models: usize,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}

/// A faction in a list.
#[derive(Clone, Debug, Serialize)]
pub struct FactionInfo {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// A sentence of background.
    pub about: String,
    /// Its models.
    pub models: Vec<CardInfo>,
    /// Its ready teams.
    pub teams: Vec<TeamInfo>,
}

/// A model in a list.
#[derive(Clone, Debug, Serialize)]
pub struct CardInfo {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    pub points: u16,
    /// How many a team may have.
    pub max: u8,
    /// What it may take besides.
    pub options: Vec<ExtraInfo>,
}

/// A model's option in a list.
#[derive(Clone, Debug, Serialize)]
pub struct ExtraInfo {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    pub points: i16,
}

/// A ready team in a list.
#[derive(Clone, Debug, Serialize)]
pub struct TeamInfo {
    /// The short name.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How it plays.
    pub about: String,
    /// What it costs.
    pub points: i32,
    /// How many models it has.
    pub models: usize,
}

static ROSTERS: &[&dyn AnyRosters] = &[&KillTeam];

/// The rosters of a game. The error says that there is no such game, or that it has none.
pub fn rosters(game: &str) -> Result<&'static dyn AnyRosters, String> {
    let with = || ROSTERS.iter().map(|rosters| rosters.game());
    let found = ROSTERS.iter().find(|rosters| rosters.game() == game).copied();
    found.ok_or_else(|| {
        if crate::all().iter().any(|other| other.id() == game) {
            let with: Vec<&str> = with().collect();
            return format!("{game} has no rosters; {} has", with.join(", "));
        }
        let ids: BTreeSet<&str> = with().chain(crate::all().iter().map(|game| game.id())).collect();
        format!("there is no game \"{game}\"; {}", instead(game, ids))
    })
}

struct KillTeam;

impl AnyRosters for KillTeam {
    fn game(&self) -> &'static str {
        "killteam"
    }

    fn factions(&self) -> Vec<FactionInfo> {
        faction::built_in().iter().map(faction_info).collect()
    }

    fn ready(&self, team: &str) -> Option<String> {
        faction::find_team(team).map(|roster| roster.to_toml())
    }

    fn catalogue(&self, faction: &str) -> Option<String> {
        faction::find(faction).map(stat_card::catalogue)
    }

    fn catalogue_of(&self, text: &str) -> Result<String, Vec<Fault>> {
        Faction::parse(text).map(|faction| stat_card::catalogue(&faction))
    }

    fn starter(&self, faction: &str) -> Option<String> {
        faction::find(faction).map(|faction| Roster::starter(faction, &faction.id))
    }

    fn starter_of(&self, name: &str, text: &str) -> Result<String, Vec<Fault>> {
        Faction::parse(text).map(|faction| Roster::starter(&faction, name))
    }

    fn check(
        &self,
        file: &RosterFile<'_>,
        points: Option<u16>,
    ) -> Result<RosterReport, Vec<Fault>> {
        let keys = top_keys(file.text);
        let has = |key: &&str| keys.iter().any(|known| known == key);
        if !has(&"faction") && ["id", "leader", "team"].iter().any(has) {
            let faction = Faction::read(file.text).map_err(|fault| vec![fault])?;
            return Ok(RosterReport {
                kind: RosterKind::Faction,
                name: faction.name.clone(),
                faction: Some(faction.name.clone()),
                points: None,
                limit: None,
                models: faction.cards.len(),
                faults: faction.faults(),
            });
        }
        let roster = Roster::read(file.text, file.beside)?;
        let limit = points.unwrap_or(roster::POINTS);
        let faction = roster.find_faction().ok();
        Ok(RosterReport {
            kind: RosterKind::Roster,
            name: roster.name.clone(),
            faction: faction.map(|faction| faction.name.clone()),
            points: faction.map(|faction| roster.cost(faction)),
            limit: Some(limit),
            models: roster.members.len(),
            faults: roster.faults(limit),
        })
    }

    fn read(&self, file: &RosterFile<'_>) -> Result<RosterText, Vec<Fault>> {
        let roster = Roster::read(file.text, file.beside)?.tidied();
        Ok(RosterText {
            toml: roster.to_toml(),
            json: serde_json::to_value(&roster).unwrap_or_default(),
            cards: stat_card::sheet(&roster),
        })
    }
}

/// The keys a file has at its top. What can't be read as a whole is looked at line by line, so that
/// its fault is told as that of the file it was meant to be.
fn top_keys(text: &str) -> Vec<String> {
    if let Ok(table) = toml::from_str::<toml::Table>(text) {
        return table.keys().cloned().collect();
    }
    let mut keys = Vec::new();
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = true;
            let name = line.trim_start_matches('[').split([']', '.']).next();
            keys.extend(name.map(|name| name.trim().to_owned()));
        } else if let (false, Some((key, _))) = (inside, line.split_once('=')) {
            keys.push(key.trim().to_owned());
        }
    }
    keys
}

fn faction_info(faction: &Faction) -> FactionInfo {
    let models = faction.cards.iter().map(|card| CardInfo {
        id: card.id.clone(),
        name: card.name.clone(),
        points: card.points,
        max: card.max,
        options: card
            .options
            .iter()
            .map(|option| ExtraInfo {
                id: option.id.clone(),
                name: option.name.clone(),
                points: option.points,
            })
            .collect(),
    });
    let teams = faction.teams.iter().map(|team| TeamInfo {
        id: team.id.clone(),
        name: team.name.clone(),
        about: team.about.clone(),
        points: faction.ready(&team.id).map_or(0, |roster| roster.cost(faction)),
        models: team.members.len(),
    });
    FactionInfo {
        id: faction.id.clone(),
        name: faction.name.clone(),
        about: faction.about.clone(),
        models: models.collect(),
        teams: teams.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_rosters_says_so() {
        let error = |game| rosters(game).err().unwrap_or_default();
        assert!(rosters("killteam").is_ok());
        assert_eq!(error("rome"), "rome has no rosters; killteam has");
        assert!(error("kilteam").contains("did you mean \"killteam\"?"));
    }

    #[test]
    fn a_ready_team_reads_back_and_is_fine() {
        let killteam = rosters("killteam").expect("it has rosters");
        let beside = |_: &str| Err("nothing lies beside it".to_owned());
        for faction in killteam.factions() {
            for team in faction.teams {
                let text = killteam.ready(&team.id).expect("it was listed");
                let file = RosterFile { text: &text, beside: &beside };
                let report = killteam.check(&file, None).expect("readable");
                assert_eq!((report.faults, report.points), (vec![], Some(team.points)));
                assert_eq!(killteam.read(&file).expect("readable").toml, text);
            }
        }
    }

    /// A number that is no number: the fault is in its line, and that of a faction, not of a roster.
    #[test]
    fn a_slip_in_a_faction_file_is_told_where_it_is() {
        let killteam = rosters("killteam").expect("it has rosters");
        let beside = |_: &str| Err("nothing lies beside it".to_owned());
        let (_, faction) = killteam::faction::FILES[0];
        let at =
            faction.lines().position(|line| line.trim_start().starts_with("speed")).unwrap_or(0);
        for slip in ["speed = 99999999999999999999", "speed = 0x"] {
            let lines = faction.lines().enumerate();
            let text: Vec<&str> =
                lines.map(|(i, line)| if i == at { slip } else { line }).collect();
            let text = text.join("\n");
            let faults = killteam.check(&RosterFile { text: &text, beside: &beside }, None);
            let told = faults.map_or_else(|faults| faults[0].to_string(), |_| String::new());
            assert!(told.contains(&format!("line {}", at + 1)), "{slip}: {told}");
        }
    }
}
