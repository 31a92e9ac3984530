//! `vanguard replay`: a record played again.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use games::{AnyMatch, BotCheck, Eyes, LoadError, Loaded, Patience};
use kernel::{Awaiting, Commitment, Seat};
use serde_json::json;

use crate::failure::{Failure, read};
use crate::text::{BOLD, count, paragraph, paragraphs, styled, tint, visible, wrap};
use crate::{play, runs};

/// Plays a record again and tells what happened
///
/// The exit code is 1 when the replay disagrees with the record.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record (.vanguard.json), or a run file with --game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game of the run file with this number, counted from 0
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Write the record of that game into this file
    #[arg(long, value_name = "OUT", requires = "game")]
    save: Option<PathBuf>,
    /// Only say whether the replay ends as the record says
    #[arg(long)]
    verify: bool,
    /// Check the seed, too, against what was published of it before the match
    #[arg(long, value_name = "sha256:…", requires = "verify")]
    commitment: Option<Commitment>,
    /// Make every decision of the bots again, too: each follows from the record
    #[arg(long)]
    bots: bool,
    /// Stop after this many actions and show the position
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = anstream::stdout().lock();
    let record = match args.game {
        None => read(&args.file),
        Some(game) => runs::record(&args.file, game),
    };
    let record = match record {
        Err(Failure::Use(error)) if args.json => {
            refuse(&mut out, &error)?;
            return Err(Failure::Use(error));
        }
        record => record?,
    };
    if let Some(path) = &args.save {
        std::fs::write(path, &record).map_err(|error| {
            Failure::Use(format!("{} can't be written: {error}", path.display()))
        })?;
    }
    // Asked for both, the whole record is verified first, and the position shown afterwards.
    let whole =
        if args.verify { games::load(&record, None) } else { games::load(&record, args.at) };
    let shown = match (args.verify, args.at) {
        (true, Some(at)) => whole.and_then(|_| games::load(&record, Some(at))),
        _ => whole,
    };
    let loaded = match shown {
        Ok(loaded) => loaded,
        Err(error) => {
            if args.json {
                refuse(&mut out, &error.to_string())?;
            }
            let message = format!("{}: {error}", args.file.display());
            return Err(match error {
                LoadError::Unreadable(_) if runs::is_run(&record) => Failure::Use(format!(
                    "{}: this is a run of many games; name one with --game N",
                    args.file.display()
                )),
                LoadError::Unreadable(_) => Failure::Use(message),
                LoadError::Disagrees(_) => Failure::No(message),
            });
        }
    };
    if let Some(commitment) = &args.commitment
        && let Err(reason) = fits(&*loaded.table, commitment)
    {
        if args.json {
            refuse(&mut out, &reason)?;
        }
        return Err(Failure::No(format!("{}: {reason}", args.file.display())));
    }
    let remade = if args.bots { Some(remake(&record, args)?) } else { None };
    if args.json {
        let mut document = document(&loaded);
        if let Some(check) = &remade {
            document["bots"] = json!({ "same": check.same, "cut_short": check.cut_short });
        }
        writeln!(out, "{document:#}")?;
    } else {
        for note in &loaded.notes {
            anstream::eprintln!("Note: {note}.");
        }
        let table = &*loaded.table;
        if !args.verify {
            header(&mut out, table)?;
            if args.at.is_none() {
                story(&mut out, table)?;
            }
        }
        if !args.verify || args.at.is_some() {
            writeln!(out, "\n{}\n", tint(&table.diagram(Eyes::All), table.seats()))?;
        }
        footer(&mut out, args, &loaded)?;
        if let Some(check) = &remade {
            let left = match check.cut_short {
                0 => String::new(),
                n => format!("; {} that a clock had stopped were left alone", count(n, "decision")),
            };
            match count(check.same, "decision") {
                _ if check.same + check.cut_short == 0 => writeln!(out, "No bot has decided.")?,
                made => writeln!(out, "{made} of bots came out the same again{left}.")?,
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the match was played with the seed that was committed to.
fn fits(table: &dyn AnyMatch, commitment: &Commitment) -> Result<(), String> {
    let seed = table.seed().ok_or("the match has no seed to be checked")?;
    commitment.holds(&seed)
}

/// Makes the decisions of the record's bots again, on all cores.
fn remake(record: &str, args: &Args) -> Result<BotCheck, Failure> {
    let patience = Patience { clock: None, threads: play::cores() };
    let check = games::check_bots(record, &patience)
        .map_err(|error| Failure::No(format!("{}: {error}", args.file.display())))?;
    match &check.differs {
        None => Ok(check),
        Some((number, then, now)) => Err(Failure::No(format!(
            "{}: at action {number} the bot did \"{then}\"; made again, it does \"{now}\"",
            args.file.display()
        ))),
    }
}

/// The document for a record that can't be replayed.
fn refuse(out: &mut impl Write, error: &str) -> Result<(), Failure> {
    Ok(writeln!(out, "{:#}", json!({ "ok": false, "error": error }))?)
}

fn document(loaded: &Loaded) -> serde_json::Value {
    let table = &*loaded.table;
    json!({
        "ok": true,
        "game": table.game(),
        "setup": table.setup_text(),
        "players": table.players(),
        "seed": table.seed().map(|seed| seed.to_string()),
        "commitment": table.commitment(),
        "actions": table.actions(),
        "recorded_actions": loaded.actions,
        "awaiting": match table.awaiting() {
            Awaiting::Seats(seats) => seats.iter().collect(),
            Awaiting::Over(_) => Vec::new(),
        },
        "outcome": table.outcome(),
        "hash": table.hash(),
        "notes": loaded.notes,
        "log": table.log(),
        "position": table.diagram(Eyes::All),
        "state": table.view_json(Eyes::All),
    })
}

fn header(out: &mut impl Write, table: &dyn AnyMatch) -> Result<(), Failure> {
    let title = games::find(table.game()).map_or(table.game(), |game| game.title());
    writeln!(out, "{}: {}", styled(BOLD, title), table.setup_text())?;
    // A record is written by anybody: its names may be too many, and are not for the terminal.
    let players: Vec<String> = (0..table.seats())
        .zip(table.players())
        .map(|(seat, player)| format!("{} {}", table.seat_name(Seat(seat)), visible(player)))
        .collect();
    if !players.is_empty() {
        writeln!(out, "{}", players.join(", "))?;
    }
    if let Some(seed) = table.seed() {
        writeln!(out, "seed {seed}")?;
    }
    Ok(())
}

fn story(out: &mut impl Write, table: &dyn AnyMatch) -> Result<(), Failure> {
    let log = table.log();
    let told: usize = log.iter().map(|entry| entry.events.len()).sum();
    let story = table.story(Eyes::All, 0);
    writeln!(out)?;
    for deal in paragraphs(&story[..story.len().saturating_sub(told)]) {
        writeln!(out, "{}", paragraph(&deal, 5))?;
    }
    for (entry, number) in log.iter().zip(1..) {
        let action = format!("{}: {}", table.seat_name(entry.seat), entry.text);
        writeln!(out, "{number:>4} {}", wrap(&action, 5, 7))?;
        for event in paragraphs(&entry.events) {
            writeln!(out, "       {}", wrap(&event, 7, 9))?;
        }
    }
    Ok(())
}

fn footer(out: &mut impl Write, args: &Args, loaded: &Loaded) -> Result<(), Failure> {
    let table = &*loaded.table;
    let actions = count(table.actions(), "action");
    let result = match table.awaiting() {
        Awaiting::Over(outcome) => outcome.to_string(),
        Awaiting::Seats(seats) => format!("not over, waiting for {seats}"),
    };
    if args.at.is_some() {
        writeln!(out, "After {actions} of {}: {result}.", loaded.actions)?;
        let record = if args.game.is_some() { args.save.as_ref() } else { Some(&args.file) };
        if let (None, Some(record)) = (table.outcome(), record) {
            let path = play::quoted(record);
            writeln!(
                out,
                "Play on from here: vanguard play {} --resume {path} --at {}",
                table.game(),
                table.actions()
            )?;
        }
    } else {
        writeln!(out, "The replay agrees with the record: {actions}, {result}.")?;
        if args.verify
            && let Some(commitment) = args.commitment.clone().or(table.commitment())
        {
            writeln!(out, "The seed is the one that was committed to: {commitment}.")?;
        }
    }
    writeln!(out, "hash {}", table.hash())?;
    Ok(())
}
