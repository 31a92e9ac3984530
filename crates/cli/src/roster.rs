//! `vanguard roster`: teams and factions as files.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use games::{AnyRosters, RosterFile, RosterKind, RosterReport, instead};
use kernel::Fault;
use serde::Serialize;

use crate::failure::{Failure, read};
use crate::text::{BAD, BOLD, FAINT, GOOD, count, paragraph, styled, visible, wrap};

/// Lists, checks, prints and converts teams and factions
///
/// Roster files and faction files are described in docs/factions.md. The exit code is 0 when all is
/// well, 1 when a roster or faction is against the rules, 2 when a file can't be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game, such as killteam
    game: String,
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Lists the factions, their models and the ready teams
    List {
        /// Only this faction
        faction: Option<String>,
        /// Print the list as one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Checks a roster file, or a faction file, and says everything that is wrong with it
    Check {
        /// The file (TOML)
        file: PathBuf,
        /// What a team may cost; 100 if left out
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
        points: Option<u16>,
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Prints the stat cards of a team, or of a whole faction
    Print {
        /// A ready team, a faction, or a file of either kind
        #[arg(value_name = "NAME|FILE")]
        team: String,
    },
    /// Prints a ready team, or a roster file with its own faction in it, as one roster file
    Export {
        /// A ready team or a roster file
        #[arg(value_name = "NAME|FILE")]
        team: String,
        /// Print it as JSON instead of TOML
        #[arg(long)]
        json: bool,
    },
    /// Reads a roster file, TOML or JSON, and prints it as a tidy roster file
    Import {
        /// The file
        file: PathBuf,
    },
    /// Prints a small roster file to begin with
    New {
        /// A faction, or a faction file
        #[arg(value_name = "FACTION|FILE")]
        faction: String,
    },
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let rosters = games::rosters(&args.game).map_err(Failure::Use)?;
    let text = match &args.task {
        Task::List { faction, json } => list(rosters, faction.as_deref(), *json)?,
        Task::Check { file, points, json } => return check(rosters, file, *points, *json),
        Task::Print { team } => cards(rosters, team)?,
        Task::Export { team, json: false } => team_of(rosters, team)?.toml,
        Task::Export { team, json: true } => json(&team_of(rosters, team)?.json)?,
        Task::Import { file } => in_file(rosters, file)?.toml,
        Task::New { faction } => new(rosters, faction)?,
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    Ok(json + "\n")
}

/// Reads files that lie in the same folder as this one.
fn beside(path: &Path) -> impl Fn(&str) -> Result<String, String> {
    move |name: &str| {
        let path = path.with_file_name(name);
        std::fs::read_to_string(&path)
            .map_err(|error| format!("{} can't be read: {error}", path.display()))
    }
}

/// The faults, one to a line, for people.
fn told(faults: &[Fault]) -> String {
    let lines: Vec<String> = faults
        .iter()
        .map(|fault| format!("  {}", wrap(&visible(&fault.to_string()), 2, 4)))
        .collect();
    lines.join("\n")
}

/// The team in a file, which must be a sound one, whatever it costs.
fn in_file(rosters: &dyn AnyRosters, path: &Path) -> Result<games::RosterText, Failure> {
    let text = read(path)?;
    let file = RosterFile { text: &text, beside: &beside(path) };
    let unreadable = |faults: Vec<Fault>| {
        Failure::Use(format!("{} can't be read:\n{}", path.display(), told(&faults)))
    };
    let report = rosters.check(&file, Some(u16::MAX)).map_err(unreadable)?;
    if report.kind == RosterKind::Faction {
        let path = path.display();
        return Err(Failure::Use(format!("{path} is a faction file, and a roster is needed")));
    }
    if !report.faults.is_empty() {
        let path = path.display();
        return Err(Failure::No(format!("{path} is no legal team:\n{}", told(&report.faults))));
    }
    rosters.read(&file).map_err(unreadable)
}

/// The stat cards of a faction or a team, by name or in a file.
fn cards(rosters: &dyn AnyRosters, name: &str) -> Result<String, Failure> {
    if let Some(cards) = rosters.catalogue(name) {
        return Ok(cards);
    }
    let path = Path::new(name);
    if rosters.ready(name).is_none() && path.exists() {
        let text = read(path)?;
        let file = RosterFile { text: &text, beside: &beside(path) };
        if rosters.check(&file, None).is_ok_and(|report| report.kind == RosterKind::Faction) {
            return rosters.catalogue_of(&text).map_err(|faults| unsound(name, &faults));
        }
    }
    Ok(team_of(rosters, name)?.cards)
}

fn unsound(file: &str, faults: &[Fault]) -> Failure {
    Failure::No(format!("{file} is no sound faction:\n{}", told(faults)))
}

/// A ready team, or the team in a file.
fn team_of(rosters: &dyn AnyRosters, team: &str) -> Result<games::RosterText, Failure> {
    if let Some(text) = rosters.ready(team) {
        let nothing = |_: &str| Err("nothing lies beside a ready team".to_owned());
        let file = RosterFile { text: &text, beside: &nothing };
        return rosters.read(&file).map_err(|faults| Failure::Use(told(&faults)));
    }
    let path = Path::new(team);
    if path.exists() {
        return in_file(rosters, path);
    }
    let factions = rosters.factions();
    let names: Vec<&str> =
        factions.iter().flat_map(|faction| &faction.teams).map(|team| team.id.as_str()).collect();
    Err(Failure::Use(format!(
        "there is no team and no file \"{team}\"; {}",
        instead(team, names.iter().copied())
    )))
}

fn new(rosters: &dyn AnyRosters, faction: &str) -> Result<String, Failure> {
    if let Some(text) = rosters.starter(faction) {
        return Ok(text);
    }
    let path = Path::new(faction);
    if let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| path.exists()) {
        let starter = rosters.starter_of(name, &read(path)?);
        return starter.map_err(|faults| unsound(faction, &faults));
    }
    Err(unknown_faction(rosters, faction))
}

fn unknown_faction(rosters: &dyn AnyRosters, faction: &str) -> Failure {
    let factions = rosters.factions();
    let ids: Vec<&str> = factions.iter().map(|faction| faction.id.as_str()).collect();
    let meant = instead(faction, ids.iter().copied());
    Failure::Use(format!("there is no faction \"{faction}\"; {meant}"))
}

fn list(rosters: &dyn AnyRosters, only: Option<&str>, as_json: bool) -> Result<String, Failure> {
    let mut factions = rosters.factions();
    factions.retain(|faction| only.is_none_or(|id| faction.id == id));
    if let (Some(id), true) = (only, factions.is_empty()) {
        return Err(unknown_faction(rosters, id));
    }
    if as_json {
        return json(&serde_json::json!({ "game": rosters.game(), "factions": factions }));
    }
    let mut text = String::new();
    for faction in &factions {
        let _ = writeln!(text, "{} ({})", styled(BOLD, &faction.name), faction.id);
        let _ = writeln!(text, "{}", styled(FAINT, &paragraph(&faction.about, 2)));
        for card in &faction.models {
            let points = count(card.points.into(), "point");
            let _ = writeln!(
                text,
                "  {:<16} {:<22} {points:>9}, at most {}",
                card.id, card.name, card.max
            );
        }
        for team in &faction.teams {
            let points = count(usize::try_from(team.points).unwrap_or(0), "point");
            let models = count(team.models, "model");
            let _ = writeln!(
                text,
                "  team {} {}: {points}, {models}",
                styled(BOLD, &format!("{:<18}", team.id)),
                team.name
            );
            let _ = writeln!(text, "{}", styled(FAINT, &paragraph(&team.about, 7)));
        }
        text.push('\n');
    }
    let game = rosters.game();
    let _ = writeln!(
        text,
        "vanguard roster {game} print NAME shows the stat cards of a faction or team."
    );
    Ok(text)
}

/// What came of a check, as data.
#[derive(Serialize)]
struct Checked<'a> {
    ok: bool,
    file: String,
    readable: bool,
    #[serde(flatten)]
    report: Option<&'a RosterReport>,
    #[serde(skip_serializing_if = "<[Fault]>::is_empty", rename = "unreadable")]
    why: &'a [Fault],
}

fn check(
    rosters: &dyn AnyRosters,
    path: &Path,
    points: Option<u16>,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let text = read(path)?;
    let file = RosterFile { text: &text, beside: &beside(path) };
    let result = rosters.check(&file, points);
    let ok = result.as_ref().is_ok_and(|report| report.faults.is_empty());
    let name = path.display();
    if as_json {
        print(&json(&Checked {
            ok,
            file: name.to_string(),
            readable: result.is_ok(),
            report: result.as_ref().ok(),
            why: result.as_ref().err().map_or(&[], Vec::as_slice),
        })?)?;
    } else {
        match &result {
            Err(faults) => {
                return Err(Failure::Use(format!("{name} can't be read:\n{}", told(faults))));
            }
            Ok(report) if ok => print(&format!("{} {}\n", styled(GOOD, "OK"), summary(report)))?,
            Ok(report) => {
                let faults = count(report.faults.len(), "fault");
                let head = styled(BAD, "not legal:");
                print(&format!("{head} {}, {faults}\n", summary(report)))?;
                print(&format!("{}\n", told(&report.faults)))?;
            }
        }
    }
    Ok(match result {
        Err(_) => ExitCode::from(2),
        Ok(_) => ExitCode::from(u8::from(!ok)),
    })
}

/// What a file is, in a few words.
fn summary(report: &RosterReport) -> String {
    let models = count(report.models, "model");
    let name = visible(&report.name);
    match (report.kind, &report.faction, report.points, report.limit) {
        (RosterKind::Faction, ..) => format!("{name}, a faction of {models}"),
        (_, Some(faction), Some(points), Some(limit)) => {
            format!("{name}, {}, {models}, {points} of {limit} points", visible(faction))
        }
        _ => format!("{name}, {models}"),
    }
}
