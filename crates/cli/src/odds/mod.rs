//! `vanguard odds`: how likely things are, exactly.

mod line;
mod print;

use std::io::Write;
use std::process::ExitCode;

use ::odds::{Answer, Refused};
use games::{AnyGame, LoadError, Loaded};
use kernel::{Awaiting, Seat};
use serde_json::json;

use self::line::Line;
use crate::failure::{Failure, read};
use crate::text::{BOLD, styled, wrap};

/// Tells exact odds: of numbers, or of a position in a record
///
/// What can be asked is each game's own: `vanguard odds killteam --help` lists it. In every game:
///
/// --at RECORD:N     in the position of a record, after N actions
/// --seat A          from what that seat knows
/// --bars            as bars instead of a table
/// --json            as one JSON document
///
/// The exit code is 1 when the rules say no to what is asked about.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true, verbatim_doc_comment)]
pub struct Args {
    /// The game, and the question in keys and values
    #[arg(
        value_name = "GAME [--KEY VALUE]…",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        num_args = 0..
    )]
    words: Vec<String>,
}

const GENERAL: [::odds::ask::Key; 5] = [
    ("at", "RECORD[:N]", "in the position of a record, after N actions or at its end"),
    ("seat", "A", "from what that seat knows; the one that is asked if left out"),
    ("bars", "", "as bars instead of a table"),
    ("json", "", "as one JSON document"),
    ("help", "", "this"),
];

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let Some((name, words)) = args.words.split_first() else {
        return Err(Failure::Use(format!("say which game: {}", ids())));
    };
    if matches!(name.as_str(), "--help" | "-h") {
        return help(None);
    }
    let game = games::find(name).map_err(Failure::Use)?;
    let line = Line::read(words, &[&GENERAL, game.odds_keys()]).map_err(Failure::Use)?;
    if line.has("help") {
        return help(Some(game));
    }
    let mut out = anstream::stdout().lock();
    let asked = answer(game, &line);
    if line.has("json") {
        let document = match &asked {
            Ok((place, answer)) => json_of(game, place.as_ref(), answer)?,
            Err(failure) => format!("{:#}", json!({ "ok": false, "error": message(failure) })),
        };
        writeln!(out, "{document}")?;
    }
    let (place, answer) = asked?;
    if !line.has("json") {
        for note in place.iter().flat_map(|place| &place.loaded.notes) {
            anstream::eprintln!("Note: {note}.");
        }
        print::answer(&mut out, &answer, line.has("bars"))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn ids() -> String {
    games::all().iter().map(|game| game.id()).collect::<Vec<_>>().join(" or ")
}

fn message(failure: &Failure) -> String {
    match failure {
        Failure::No(message) | Failure::Use(message) => message.clone(),
        Failure::Io(error) => error.to_string(),
    }
}

/// Where a question is asked.
struct Place {
    loaded: Loaded,
    seat: Seat,
}

fn answer(game: &dyn AnyGame, line: &Line) -> Result<(Option<Place>, Answer), Failure> {
    let refused = |refused: Refused| match refused {
        Refused::Wrong(message) => Failure::Use(message),
        Refused::No { message, .. } => Failure::No(message),
    };
    let question = line.question(&GENERAL);
    let Some(at) = line.get("at") else {
        if line.has("seat") {
            let why = "--seat is about a position: say which with --at RECORD, or RECORD:N";
            return Err(Failure::Use(why.into()));
        }
        return Ok((None, game.odds(&question).map_err(refused)?));
    };
    let loaded = load(game, at)?;
    let seat = match line.get("seat") {
        Some(text) => text
            .parse()
            .ok()
            .filter(|seat: &Seat| seat.0 < loaded.table.seats())
            .ok_or_else(|| Failure::Use(no_seat(text, loaded.table.seats())))?,
        None => match loaded.table.awaiting() {
            Awaiting::Seats(seats) => seats.lowest().unwrap_or(Seat(0)),
            Awaiting::Over(_) => Seat(0),
        },
    };
    let answer = loaded.table.odds(seat, &question).map_err(refused)?;
    Ok((Some(Place { loaded, seat }), answer))
}

fn no_seat(text: &str, seats: u8) -> String {
    let last = Seat(seats.saturating_sub(1));
    format!("--seat {text}: there is no such seat; the seats of this match are A to {last}")
}

/// The position that `--at` names: a record, and after a colon how many of its actions.
fn load(game: &dyn AnyGame, at: &str) -> Result<Loaded, Failure> {
    let (path, actions) = match at.rsplit_once(':') {
        Some((path, number)) if !std::path::Path::new(at).exists() => {
            let actions = number.parse().map_err(|_| {
                let why = "after the colon comes a number of actions, as in game.vanguard.json:40";
                Failure::Use(format!("--at {at}: {why}"))
            })?;
            (path, Some(actions))
        }
        _ => (at, None),
    };
    let record = read(path.as_ref())?;
    let of = kernel::record::game_of(&record)
        .map_err(|error| Failure::Use(format!("{path}: {error}")))?;
    if of != game.id() {
        return Err(Failure::Use(format!(
            "{path} is a record of {of}: write vanguard odds {of} --at {at}"
        )));
    }
    game.load(&record, actions).map_err(|error| match error {
        LoadError::Unreadable(reason) => Failure::Use(format!("{path}: {reason}")),
        LoadError::Disagrees(reason) => Failure::No(format!("{path}: {reason}")),
    })
}

fn json_of(game: &dyn AnyGame, place: Option<&Place>, answer: &Answer) -> Result<String, Failure> {
    /// An answer with where it was asked.
    #[derive(serde::Serialize)]
    struct Document<'a> {
        ok: bool,
        game: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        actions: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        #[serde(flatten)]
        answer: &'a Answer,
    }
    let document = Document {
        ok: true,
        game: game.id(),
        actions: place.map(|place| place.loaded.table.actions()),
        seat: place.map(|place| place.seat),
        answer,
    };
    Ok(serde_json::to_string_pretty(&document).map_err(std::io::Error::from)?)
}

fn help(game: Option<&dyn AnyGame>) -> Result<ExitCode, Failure> {
    let mut out = anstream::stdout().lock();
    let (usage, keys) = match game {
        Some(game) => (game.id(), game.odds_keys()),
        None => ("GAME", &[][..]),
    };
    writeln!(out, "Tells exact odds: of numbers, or of a position in a record\n")?;
    writeln!(out, "Usage: vanguard odds {usage} [--KEY VALUE]…\n")?;
    if game.is_none() {
        writeln!(out, "What a game can be asked: vanguard odds {} --help\n", ids())?;
    }
    for (title, keys) in [("Questions and numbers", keys), ("In every game", &GENERAL)] {
        if !keys.is_empty() {
            writeln!(out, "{}", styled(BOLD, title))?;
        }
        for (key, values, meaning) in keys {
            writeln!(out, "  --{key} {values}")?;
            writeln!(out, "      {}", wrap(meaning, 6, 6))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
