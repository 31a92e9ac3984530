//! What is chosen before a game: teams and tables, by name, number or file.

use kernel::Files;
use table::{Point, Table};

use crate::faction::{self, Faction};
use crate::roster::{FactionChoice, Member, Roster};
use crate::setup::{self, SIDE, TableChoice};
use crate::tables;

/// The first ready team of a faction, or a plain one of its first model.
pub(super) fn team_of(faction: &Faction) -> Roster {
    if let Some(roster) = faction.teams.first().and_then(|team| faction.ready(&team.id)) {
        return roster;
    }
    let card = &faction.cards[0];
    let affordable = 100 / usize::from(card.points.max(1));
    let members = (0..affordable.min(card.max.into()).clamp(1, 10))
        .map(|i| Member {
            card: card.id.clone(),
            name: String::new(),
            options: Vec::new(),
            leader: i == 0,
        })
        .collect();
    let name = faction.name.clone();
    Roster { name, faction: FactionChoice::Named(faction.id.clone()), members }
}

/// Whether a value names a file: ids have no full stop and no stroke.
pub(super) fn is_file(value: &str) -> bool {
    value.contains(['.', '/', '\\'])
}

/// The faults of a file as one text.
pub(super) fn faults_of<F: ToString>(key: &str, file: &str, faults: &[F]) -> String {
    let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
    format!("{key}: {file}: {}", list.join("; "))
}

/// The table in a file.
pub(super) fn table_in(file: &str, files: Files<'_>) -> Result<TableChoice, String> {
    let text = files(file).map_err(|error| format!("table: {error}"))?;
    let table = Table::from_toml(&text).map_err(|faults| faults_of("table", file, &faults))?;
    Ok(TableChoice::Own(table))
}

/// The team in a roster file, or the first of those in a faction file.
pub(super) fn team_in(file: &str, files: Files<'_>) -> Result<Roster, String> {
    let text = files(file).map_err(|error| format!("teams: {error}"))?;
    let beside = |name: &str| match file.rfind(['/', '\\']) {
        Some(at) => files(&format!("{}{name}", &file[..=at])),
        None => files(name),
    };
    match Roster::read(&text, beside) {
        Ok(roster) => Ok(roster),
        Err(faults) => match Faction::read(&text) {
            Err(_) => Err(faults_of("teams", file, &faults)),
            Ok(faction) => match faction.faults() {
                faults if !faults.is_empty() => Err(faults_of("teams", file, &faults)),
                _ => {
                    let team = team_of(&faction);
                    let teams = Vec::new();
                    let own = FactionChoice::Own(Box::new(Faction { teams, ..faction }));
                    Ok(Roster { faction: own, ..team })
                }
            },
        },
    }
}

pub(super) fn read_teams(value: &str, files: Option<Files<'_>>) -> Result<Vec<Roster>, String> {
    let known = || {
        let mut ids: Vec<&str> = Vec::new();
        for faction in faction::built_in() {
            ids.extend(faction.teams.iter().map(|team| team.id.as_str()));
        }
        ids.extend(faction::built_in().iter().map(|faction| faction.id.as_str()));
        ids.join(", ")
    };
    let ids: Vec<&str> = value.split(',').map(str::trim).collect();
    if ids.len() != 2 {
        return Err(format!(
            "teams: \"{value}\" names {} teams; write two with a comma, out of {}",
            ids.iter().filter(|id| !id.is_empty()).count(),
            known()
        ));
    }
    let team = |id: &&str| match files {
        Some(files) if is_file(id) => team_in(id, files),
        _ => setup::ready_team(id).or_else(|| faction::find(id).map(team_of)).ok_or_else(|| {
            let known = known();
            format!("teams: there is no team \"{id}\"; there are {known}, or a file's name")
        }),
    };
    ids.iter().map(team).collect()
}

/// A table by number, name, or `empty`.
pub fn read_table(value: &str) -> Result<TableChoice, String> {
    if value == "empty" {
        return Ok(TableChoice::Own(empty_table()));
    }
    if let Ok(number) = value.parse() {
        return Ok(TableChoice::Seed(number));
    }
    if let Some(number) = value.strip_prefix("placed:").and_then(|number| number.parse().ok()) {
        return Ok(TableChoice::Placed(number));
    }
    if tables::FILES.iter().any(|(name, _)| *name == value) {
        return Ok(TableChoice::Named(value.into()));
    }
    let known = tables::FILES.iter().fold(String::new(), |known, (name, _)| known + ", " + name);
    Err(format!(
        "table: there is no table \"{value}\"; write a number for a fresh one, placed:1 to place \
         terrain in turns, empty{known}"
    ))
}

/// A table with nothing on it.
pub fn empty_table() -> Table {
    Table { name: "an empty table".into(), size: Point::new(SIDE, SIDE), pieces: Vec::new() }
}

pub(super) fn table_text(choice: &TableChoice) -> String {
    match choice {
        TableChoice::Seed(number) => format!("table {number}"),
        TableChoice::Placed(number) => format!("terrain placed in turns ({number})"),
        TableChoice::Named(name) => format!("the table {name}"),
        TableChoice::Own(table) if table.name.is_empty() => "a table of one's own".into(),
        TableChoice::Own(table) => table.name.clone(),
    }
}
