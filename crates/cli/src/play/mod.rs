//! `vanguard play`: a match in the terminal, against bots or on one keyboard.

mod choices;
mod command;
mod reasons;
mod seats;
mod session;
mod store;
mod terminal;

use std::collections::hash_map::RandomState;
use std::ffi::OsStr;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bots::names_of;
use games::{AnyGame, AnyMatch, LoadError};
use kernel::Seed;

use self::seats::Player;
use self::session::Session;
use self::store::Store;
use self::terminal::Terminal;
use crate::failure::{self, Failure, read};
use crate::text::{count, visible, wrap};

pub use self::store::{data_folder, quoted};

/// How many threads bots think on.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Plays a match in the terminal, against bots or on one keyboard
///
/// The match is kept after every action: after Ctrl-C, or when the machine goes down, it can be
/// taken up again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game, such as rome
    game: String,
    /// Who sits where: human or a bot's name, one for each seat [default: human,greedy]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    seats: Vec<String>,
    /// How many play; bots fill the seats that --seats does not name
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The game's mode: the same as --option mode=M
    #[arg(long, value_name = "M")]
    mode: Option<String>,
    /// The teams, for games that have them, by name or by file: the same as --option teams=X,Y
    #[arg(long, value_name = "X,Y")]
    teams: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// What the deal and all dice follow from [default: a random number, which is shown]
    #[arg(long, value_name = "S")]
    seed: Option<Seed>,
    /// Keep the match in this file [default: a new file in the user's data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    save: Option<PathBuf>,
    /// Tell what bots weigh before they act, which shows what they have hidden, too
    #[arg(long)]
    explain: bool,
    /// Keep the match nowhere
    #[arg(long)]
    no_save: bool,
    /// Go on with the match in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "mode", "teams", "options", "seed"])]
    resume: Option<PathBuf>,
    /// Go on from this action instead of the last; what came after it stays in the file
    #[arg(long, value_name = "N", requires = "resume")]
    at: Option<usize>,
}

impl Args {
    /// The game's options, as `--option` and its friendlier forms give them.
    fn options(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut options = Vec::new();
        for option in &self.options {
            let Some((key, value)) = option.split_once('=') else {
                let message = format!("--option {option}: write --option KEY=VALUE");
                return Err(Failure::Use(message));
            };
            options.push((key.trim().into(), value.trim().into()));
        }
        options.extend(self.mode.iter().map(|mode| ("mode".into(), mode.clone())));
        options.extend(self.teams.iter().map(|teams| ("teams".into(), teams.clone())));
        Ok(options)
    }

    /// Whether the arguments say what is to be dealt, and to whom.
    fn describe_a_deal(&self) -> bool {
        self.players.is_some()
            || self.mode.is_some()
            || self.teams.is_some()
            || self.seed.is_some()
            || !(self.options.is_empty() && self.seats.is_empty())
    }

    /// The command that begins the same match again.
    fn again(&self, table: &dyn AnyMatch) -> String {
        let mut words = vec!["vanguard play".to_owned(), table.game().into()];
        let mut add = |name: &str, value: &dyn AsRef<OsStr>| {
            words.extend([name.into(), quoted(Path::new(value))]);
        };
        if let Some(path) = &self.resume {
            add("--resume", path);
            add("--at", &table.actions().to_string());
            return words.join(" ");
        }
        if !self.seats.is_empty() {
            add("--seats", &self.seats.join(","));
        }
        if let Some(players) = self.players {
            add("--players", &players.to_string());
        }
        if let Some(mode) = &self.mode {
            add("--mode", mode);
        }
        if let Some(teams) = &self.teams {
            add("--teams", teams);
        }
        for option in &self.options {
            add("--option", option);
        }
        if let Some(seed) = table.seed() {
            add("--seed", &seed.to_string());
        }
        words.join(" ")
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let game = games::find(&args.game).map_err(Failure::Use)?;
    let mut terminal = Terminal::standard();
    let resumed = match (&args.resume, args.save.is_some() || args.no_save) {
        (Some(path), _) => Some(path.clone()),
        (None, true) => None,
        (None, false) => offer(game, &mut terminal, args)?,
    };
    let table = match &resumed {
        Some(path) => resume(game, path, args)?,
        None => deal(game, args)?,
    };
    let players = match (&resumed, args.seats.is_empty()) {
        (Some(_), true) => seats::of_record(&*table),
        _ => seats::named(&names_of(&args.seats), table.seats())?,
    };
    let store = match (&args.save, resumed) {
        _ if args.no_save => Store::nowhere(),
        (Some(path), _) => Store::new_file(path)?,
        (None, Some(path)) if args.at.is_none() => Store::same_file(path),
        (None, _) => Store::in_data_folder(game.id())?,
    };
    let again = args.again(&*table);
    Session::new(game, table, players, store, terminal, again, args.explain)?.run()
}

fn deal(game: &dyn AnyGame, args: &Args) -> Result<Box<dyn AnyMatch>, Failure> {
    let seats = seats::how_many(&names_of(&args.seats), args.players)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    game.new_match(&args.options()?, &failure::file, seats, seed).map_err(|faults| {
        let options: Vec<String> = game
            .options()
            .iter()
            .map(|(key, values, meaning)| format!("  {key}={values}  {meaning}"))
            .collect();
        let options = options.join("\n");
        Failure::Use(format!("{faults}\nThe options of {} are:\n{options}", game.title()))
    })
}

/// A seed short enough to be written down. Nobody has to be kept from guessing it: whoever sits at
/// the keyboard can read the file too.
fn random_seed() -> Seed {
    Seed::from(RandomState::new().hash_one(0) & u64::from(u32::MAX))
}

fn resume(game: &dyn AnyGame, path: &Path, args: &Args) -> Result<Box<dyn AnyMatch>, Failure> {
    let failed = |error: String| Failure::Use(format!("{}: {error}", path.display()));
    let json = read(path)?;
    let loaded = games::load(&json, args.at).map_err(|error| match error {
        LoadError::Unreadable(reason) => failed(reason),
        LoadError::Disagrees(reason) => {
            failed(format!("{reason}; --at N goes on from an earlier action, N below that one"))
        }
    })?;
    let table = loaded.table;
    if table.game() != game.id() {
        let message = format!("this is a match of {0}: vanguard play {0} --resume …", table.game());
        return Err(failed(message));
    }
    if let Some(outcome) = table.outcome() {
        let message = format!(
            "{}: this match is over: {outcome}; --at N goes on from an earlier action of its {}",
            path.display(),
            loaded.actions
        );
        return Err(Failure::No(message));
    }
    for note in loaded.notes {
        anstream::eprintln!("{}", wrap(&format!("Note: {note}."), 0, 0));
    }
    Ok(table)
}

/// Offers to go on with a match that was left unfinished. It is only said that there is one where
/// standard input is no terminal, as nobody is there to answer, and to whoever has asked for
/// another deal, as that would be lost by going on.
fn offer(
    game: &dyn AnyGame,
    terminal: &mut Terminal,
    args: &Args,
) -> Result<Option<PathBuf>, Failure> {
    let Some((path, table)) = store::unfinished(game) else {
        return Ok(None);
    };
    let go_on = format!("vanguard play {} --resume {}", game.id(), quoted(&path));
    if args.describe_a_deal() {
        anstream::eprintln!("A match is left unfinished; go on with it: {go_on}");
        return Ok(None);
    }
    let about = format!(
        "A match is left unfinished: {}, {} ({}).",
        table.setup_text(),
        count(table.actions(), "action"),
        visible(&table.players().join(", "))
    );
    if !terminal.interactive() {
        anstream::eprintln!("{about}\nGo on with it: {go_on}");
        return Ok(None);
    }
    terminal.say(&wrap(&about, 0, 0))?;
    loop {
        let question = "Go on with it? [y]es, [n]o, [d]elete it: ";
        let Some(answer) = terminal.ask(question)? else {
            return Ok(None);
        };
        match answer.trim().to_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(Some(path)),
            "n" | "no" => return Ok(None),
            "d" | "delete" => {
                store::delete(&path)?;
                return Ok(None);
            }
            _ => {}
        }
    }
}

/// Whether anybody sits at the keyboard.
fn humans(players: &[Player]) -> usize {
    players.iter().filter(|player| **player == Player::Human).count()
}
