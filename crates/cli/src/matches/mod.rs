//! `vanguard match`: games with programs of other people at the table.

mod page;

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use games::Visitor;
use kernel::{Game, Record, Seed, Words};
use referee::schema::{document, of_game};
use referee::{Bank, Entrant, GameReport, House, Pace, Report, Series, Span};

use crate::failure::Failure;
use crate::sim::{Bar, grouped, make_folder, print, setup};

/// Plays games between programs of other people and bots
///
/// A program speaks JSON lines on its standard input and output; docs/bot-protocol.md is the
/// reference. The exit code is 0 when every game ended by its rules, and 1 when one was forfeited,
/// did not end, or was not played.
#[derive(Clone, Debug, Parser)]
#[allow(clippy::struct_excessive_bools)] // They are switches of the command line.
pub struct Args {
    /// The game, such as rome
    #[arg(required_unless_present = "schema")]
    pub game: Option<String>,
    /// A bot's name, or the command that starts a program; once for each seat, dealt round
    #[arg(long = "bot", value_name = "CMD", required_unless_present = "schema")]
    pub bots: Vec<String>,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// What all games follow from [default: a random number, which is shown]
    #[arg(long, value_name = "S")]
    pub seed: Option<Seed>,
    /// How many players there are [default: as many as bots are named, at least 2]
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// The teams, for games that have them
    #[arg(long, value_name = "X,Y")]
    pub teams: Option<String>,
    /// The game's mode: the same as --option mode=M
    #[arg(long, value_name = "M")]
    pub mode: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    pub options: Vec<String>,
    /// Keep every bot at its seat; otherwise they move one seat on from game to game
    #[arg(long)]
    pub fixed_seats: bool,
    /// Give as many games in a row as there are seats the same dice: only the seats change
    #[arg(long, conflicts_with = "fixed_seats")]
    pub same_dice: bool,
    /// The time for one decision [default: 10s, unless --time is given]
    #[arg(long, value_name = "T")]
    pub move_time: Option<Span>,
    /// The clock of a program for a whole game, and what each decision adds: 60s+0.5s
    #[arg(long, value_name = "T+T")]
    pub time: Option<Bank>,
    /// The time for a program to say hello, and to be ready for a game
    #[arg(long, value_name = "T", default_value = "10s")]
    pub hello_time: Span,
    /// How many strikes forfeit a game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub strikes: u32,
    /// How many games to play at a time, each with programs of its own
    #[arg(long, value_name = "T", default_value_t = 1)]
    pub threads: usize,
    /// Print the report as one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write the record of every game into this folder, and next to it why it was forfeited
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Write what was said to every program, and what it said, into this folder
    #[arg(long, value_name = "DIR")]
    pub transcripts: Option<PathBuf>,
    /// Print the JSON schema of the protocol, and play nothing
    #[arg(long, exclusive = true)]
    pub schema: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.schema {
        // The one place that names games: only here do their types have to have schemas.
        let games = vec![of_game::<rome::Rome>(), of_game::<killteam::KillTeam>()];
        print(&format!("{:#}\n", document(games)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let game = args.game.as_deref().unwrap_or_default();
    games::visit(game, Playing(args)).map_err(Failure::Use)?
}

struct Playing<'a>(&'a Args);

impl Visitor for Playing<'_> {
    type Answer = Result<ExitCode, Failure>;

    fn visit<G: Words>(self) -> Self::Answer {
        play::<G>(self.0)
    }
}

fn play<G: Words>(args: &Args) -> Result<ExitCode, Failure> {
    let series = series::<G>(args)?;
    for folder in args.records.iter().chain(&args.transcripts) {
        make_folder(folder)?;
    }
    let began = Instant::now();
    let bar = Bar::new(series.games, began);
    let keep = |record: &Record<G>, report: &GameReport| -> io::Result<()> {
        bar.advance(1);
        match &args.records {
            None => Ok(()),
            Some(folder) => write_record(folder, record, report),
        }
    };
    let played = series.run(&keep)?;
    bar.finish();
    let report = Report::new(&series, played);
    let text = if args.json {
        serde_json::to_string_pretty(&report).map_err(io::Error::from)? + "\n"
    } else {
        page::page(&report)
    };
    print(&text)?;
    eprintln!("{} games in {:.1} s", grouped(report.games), began.elapsed().as_secs_f64());
    if let Some(reason) = &report.stopped {
        return Err(Failure::No(format!("the match was stopped: {reason}")));
    }
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The series the arguments ask for.
fn series<G: Words>(args: &Args) -> Result<Series<G>, Failure> {
    let Args { mode, teams, options, .. } = args;
    let named = u8::try_from(args.bots.len()).unwrap_or(u8::MAX);
    let players = args.players.unwrap_or_else(|| named.max(2));
    let entrants = args.bots.iter().map(|bot| Entrant::of(bot)).collect::<Result<_, _>>();
    let series = Series {
        setup: setup::<G>(players, mode.as_deref(), teams.as_deref(), options)?,
        entrants: entrants.map_err(|error| Failure::Use(format!("--bot: {error}")))?,
        games: args.games,
        seed: args.seed.unwrap_or_else(secret_seed),
        rotate: !args.fixed_seats,
        same_dice: args.same_dice,
        threads: args.threads,
        house: House {
            strikes: args.strikes,
            pace: Pace::of(args.move_time.map(|span| span.0), args.time),
            hello: args.hello_time.0,
            ..House::default()
        },
        transcripts: args.transcripts.clone(),
    };
    series.validate().map_err(|faults| {
        let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::Use(list.join("; "))
    })?;
    Ok(series)
}

/// A seed that no program can guess: whoever knows it knows the dice.
fn secret_seed() -> Seed {
    let mut bytes = [0; 32];
    for part in bytes.chunks_mut(8) {
        part.copy_from_slice(&RandomState::new().hash_one(0).to_le_bytes());
    }
    Seed(bytes)
}

/// Writes a record. That of a forfeited game stops where it was forfeited, and why it was stands in a
/// file next to it: a record says only what follows from the rules.
fn write_record<G: Game>(folder: &Path, record: &Record<G>, report: &GameReport) -> io::Result<()> {
    let path = |ending: &str| folder.join(format!("{}-{:06}.{ending}", G::ID, report.number));
    fs::write(path("vanguard.json"), record.to_json())?;
    if report.forfeits.is_empty() {
        return Ok(());
    }
    fs::write(path("forfeit.json"), serde_json::to_string_pretty(report)? + "\n")
}
