//! Runs of many games in a file: what `vanguard arena` and `vanguard balance` have in common.

mod columns;
mod html;
mod svg;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use arena::sprt::Walk;
use arena::{Balance, Bout, Comparison, Header, Kind, Limits, Plan, Run, RunError, RunFile};
use games::Visitor;
use kernel::{Game, Seed, Words};

use crate::failure::Failure;
use crate::sim::{Bar, grouped};

/// On how many tables games are played unless it is said: enough that none of them decides.
const TABLES: u64 = 200;

/// What every run can be told.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    /// How many games each pairing has; an odd number is rounded up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=2 * arena::PAIRS_MAX))]
    pub games: Option<u64>,
    /// What all games follow from: the same seed, the same games [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<Seed>,
    /// On how many different tables, in turn [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub tables: Option<u64>,
    /// The game's mode: the same as --option mode=M
    #[arg(long, value_name = "M")]
    pub mode: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    pub options: Vec<String>,
    /// Keep every game in this file; if it is there already, go on where it ends
    #[arg(long, value_name = "FILE")]
    pub run: Option<PathBuf>,
    /// Go on with the run of this file, by what it says itself
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "seed", "tables", "mode", "options", "run"])]
    pub resume: Option<PathBuf>,
    /// Compare with the run of this file, from before a change
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write the result as one HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write all games as a Parquet file, and what each piece did as another next to it
    #[arg(long, value_name = "FILE")]
    pub parquet: Option<PathBuf>,
    /// How many threads to use, at most 256; 0 for one to each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub threads: usize,
}

impl RunArgs {
    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed.unwrap_or(Seed::from(1))
    }

    /// How many tables.
    pub fn tables(&self) -> u64 {
        self.tables.unwrap_or(TABLES)
    }
}

/// The header of the run file to go on with.
pub fn header(path: &Path) -> Result<Header, Failure> {
    read(path).map(|run| run.header)
}

/// Reads a run file.
pub fn read(path: &Path) -> Result<Run, Failure> {
    Run::read(path).map_err(|error| wrong(path, &error))
}

fn wrong(path: &Path, error: &RunError) -> Failure {
    Failure::Use(format!("{}: {error}", path.display()))
}

/// The plan of a run file, for the game it is of.
pub fn plan<G: Game>(path: &Path, header: Header) -> Result<Plan<G>, Failure> {
    Plan::of(header).map_err(|error| Failure::Use(format!("{}: {error}", path.display())))
}

/// Looks whether all files can be read and written, before hours of games are played.
fn look_ahead(args: &RunArgs, game: &str) -> Result<(), Failure> {
    for path in args.html.iter().chain(&args.parquet) {
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        opened.map_err(|error| cant_write(path, &error))?;
    }
    args.compare.as_deref().map_or(Ok(()), |path| same_game(path, &read(path)?, game))
}

/// Runs of different games can't be set side by side.
fn same_game(path: &Path, other: &Run, game: &str) -> Result<(), Failure> {
    if other.header.game == game {
        return Ok(());
    }
    Err(Failure::Use(format!(
        "{}: it is a run of {}, this one is of {game}: compare runs of one game",
        path.display(),
        other.header.game
    )))
}

fn cant_write(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Use(format!("{} can't be written: {error}", path.display()))
}

/// Plays what is left of a run.
pub fn play<G: Game>(plan: &Plan<G>, args: &RunArgs) -> Result<Run, Failure> {
    look_ahead(args, G::ID)?;
    let header = plan.header();
    let path = args.run.as_ref().or(args.resume.as_ref());
    if header.rules != G::rules_hash() {
        let path = path.map(|path| path.display().to_string()).unwrap_or_default();
        return Err(Failure::Use(format!(
            "{path}: it was played by other rules or data than this program has; \
             start a new run, and set them side by side with --compare {path}"
        )));
    }
    let (mut file, run) = match path {
        None => (None, Run::new(header.clone())),
        Some(path) => {
            let (file, run) = RunFile::open(path, header).map_err(|error| wrong(path, &error))?;
            agree(plan, &run, path)?;
            (Some(file), run)
        }
    };
    let began = Instant::now();
    let before = run.bouts.len();
    let bar = Bar::new(header.games(), began);
    bar.skip(before as u64);
    let walk = match header.kind {
        Kind::Sprt(test) => Some(Mutex::new(Walk::of(test, &run))),
        Kind::RoundRobin | Kind::Gauntlet => None,
    };
    let mut keep = |bouts: &[Bout; 2]| {
        if let Some(file) = &mut file {
            file.add(bouts)?;
        }
        if let Some(walk) = &walk {
            let mut walk = walk.lock().expect("nobody panics here");
            walk.add(bouts[0].game / 2, bouts.each_ref());
            bar.say(format!(", LLR {:+.2}", walk.llr()));
        }
        bar.advance(2);
        Ok(())
    };
    let run = plan.conduct(run, args.threads, &mut keep)?;
    bar.finish();
    let count = (run.bouts.len() - before) as u64;
    eprintln!("{} games in {:.1} s", grouped(count), began.elapsed().as_secs_f64());
    Ok(run)
}

/// A run goes on only if its games still come out as they did: its first game is played again.
fn agree<G: Game>(plan: &Plan<G>, run: &Run, path: &Path) -> Result<(), Failure> {
    match run.bouts.first() {
        Some(first) if plan.play(first.game) != *first => Err(Failure::Use(format!(
            "{}: game {} comes out differently now, because the file or a bot has changed; start a new run",
            path.display(),
            first.game
        ))),
        _ => Ok(()),
    }
}

/// The bots of a run, each once.
fn bots_of(run: &Run) -> String {
    let mut bots: Vec<&str> = Vec::new();
    for entrant in &run.header.entrants {
        if !bots.contains(&entrant.bot.as_str()) {
            bots.push(&entrant.bot);
        }
    }
    bots.join(", ")
}

/// What a run tells, and how it differs from the one it is compared with.
pub fn balance(
    run: &Run,
    args: &RunArgs,
    limits: Limits,
) -> Result<(Balance, Option<Comparison>), Failure> {
    let balance = Balance::of(run, limits);
    let Some(path) = &args.compare else { return Ok((balance, None)) };
    let other = read(path)?;
    same_game(path, &other, &balance.game)?;
    let (then, now) = (bots_of(&other), bots_of(run));
    if then != now {
        eprintln!("{}: it was played by {then}, this run by {now}", path.display());
    }
    let before = Balance::of(&other, limits);
    let comparison = Comparison::of(&before, &balance);
    Ok((balance, Some(comparison)))
}

/// The result as one JSON document.
pub fn document(balance: &Balance, comparison: Option<&Comparison>) -> Result<String, Failure> {
    let mut document = serde_json::to_value(balance).map_err(io::Error::from)?;
    if let Some(comparison) = comparison {
        document["comparison"] = serde_json::to_value(comparison).map_err(io::Error::from)?;
    }
    Ok(format!("{document:#}\n"))
}

/// Writes the files that were asked for.
pub fn write(
    run: &Run,
    balance: &Balance,
    comparison: Option<&Comparison>,
    title: &str,
    args: &RunArgs,
) -> Result<(), Failure> {
    if let Some(path) = &args.html {
        fs::write(path, html::page(title, &bots_of(run), balance, comparison))
            .map_err(|error| cant_write(path, &error))?;
        eprintln!("wrote {}", path.display());
    }
    if let Some(path) = &args.parquet {
        let wrote = columns::write(run, path).map_err(|error| cant_write(path, &error))?;
        for path in wrote {
            eprintln!("wrote {}", path.display());
        }
    }
    Ok(())
}

/// Whether a text looks like a run file.
pub fn is_run(text: &str) -> bool {
    text.starts_with(&format!("{{\"format\":\"{}\"", arena::FORMAT))
}

/// A game of a run, played again: its record as JSON. Refused if it does not come out as the run
/// says.
pub fn record(path: &Path, game: u64) -> Result<String, Failure> {
    let run = read(path)?;
    games::visit(&run.header.game, Replaying { path, run: &run, game })
        .map_err(|error| Failure::Use(format!("{}: {error}", path.display())))?
}

struct Replaying<'a> {
    path: &'a Path,
    run: &'a Run,
    game: u64,
}

impl Visitor for Replaying<'_> {
    type Answer = Result<String, Failure>;

    fn visit<G: Words>(self) -> Self::Answer {
        record_of::<G>(self.path, self.run, self.game)
    }
}

fn record_of<G: Game>(path: &Path, run: &Run, game: u64) -> Result<String, Failure> {
    let name = path.display();
    let games = run.header.games();
    if game >= games {
        let message = format!("{name}: the run has games 0 to {}, not {game}", games - 1);
        return Err(Failure::Use(message));
    }
    let Some(bout) = run.bout(game) else {
        return Err(Failure::Use(format!("{name}: game {game} has not been played yet")));
    };
    let plan = plan::<G>(path, run.header.clone())?;
    let (record, _) = plan.record(game);
    let same_length = bout.stalled.is_some() || record.actions.len() == bout.actions as usize;
    if record.outcome == bout.outcome && same_length {
        return Ok(record.to_json());
    }
    let why = if run.header.rules == G::rules_hash() {
        "the file or a bot has changed since"
    } else {
        "rules or data have changed since"
    };
    Err(Failure::No(format!("{name}: game {game} comes out differently now: {why}")))
}
