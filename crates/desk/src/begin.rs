//! Beginning matches, and what can be asked without one.

use kernel::ledger::{Kind, Ledger};
use kernel::{Match, Record, Seed, record};
use killteam::KillTeam;
use odds::Question;
use rome::Rome;
use serde_json::Value;

use crate::request::{FileTexts, Options};
use crate::table::{AnyTable, Table};
use crate::wire::{Eyes, GameInfo, Head, KeyInfo, LevelInfo, OddsAnswer, RuleInfo};
use crate::{Answer, DeskGame, Refusal};

/// What a new match is to be.
pub(crate) struct Wish {
    pub options: Options,
    pub files: FileTexts,
    pub seats: u8,
    pub seed: Seed,
    pub players: Vec<String>,
}

/// Calls a function of the game of that id.
macro_rules! of_game {
    ($id:expr, $call:ident $(, $more:expr)*) => {
        match $id {
            "killteam" => $call::<KillTeam>($($more),*),
            "rome" => $call::<Rome>($($more),*),
            other => Err(unknown(other)),
        }
    };
}

fn unknown(id: &str) -> Refusal {
    Refusal::plainly(games::find(id).err().unwrap_or_else(|| format!("{id} is not on the desk")))
}

/// The games there are.
pub(crate) fn games() -> Vec<GameInfo> {
    games::all().iter().filter_map(|game| of_game!(game.id(), info, *game).ok()).collect()
}

// It is one of several that may fail.
#[allow(clippy::unnecessary_wraps)]
fn info<G: DeskGame>(game: &dyn games::AnyGame) -> Result<GameInfo, Refusal> {
    let seats = game.seats();
    let mut info = GameInfo {
        id: G::ID.into(),
        title: G::TITLE.into(),
        about: G::ABOUT.into(),
        seats: [*seats.start(), *seats.end()],
        options: game.options().iter().copied().map(key_info).collect(),
        levels: bots::LEVELS
            .iter()
            .map(|level| LevelInfo {
                id: level.id.into(),
                name: level.name.into(),
                about: level.about.into(),
            })
            .collect(),
        teams: Vec::new(),
        tables: Vec::new(),
    };
    G::furnish(&mut info);
    Ok(info)
}

fn key_info((key, values, about): (&str, &str, &str)) -> KeyInfo {
    KeyInfo { key: key.into(), values: values.into(), about: about.into() }
}

/// A setup from options, or everything that is wrong with it, a fault to a line.
fn setup<G: DeskGame>(
    options: &Options,
    files: &FileTexts,
    seats: u8,
) -> Result<G::Setup, Refusal> {
    let read = |name: &str| {
        files.get(name).cloned().ok_or_else(|| format!("there is no file {name} among those given"))
    };
    let mut setup = G::default_setup(seats);
    let mut faults: Vec<String> = options
        .iter()
        .filter_map(|(key, value)| G::set_option_with(&mut setup, key, value, &read).err())
        .collect();
    if let Err(more) = G::validate(&setup) {
        faults.extend(more.iter().map(ToString::to_string));
    }
    if faults.is_empty() { Ok(setup) } else { Err(Refusal::plainly(faults.join("\n"))) }
}

/// Deals a new match.
pub(crate) fn new(game: &str, wish: &Wish) -> Result<Box<dyn AnyTable>, Refusal> {
    of_game!(game, deal, wish)
}

fn deal<G: DeskGame>(wish: &Wish) -> Result<Box<dyn AnyTable>, Refusal> {
    let setup = setup::<G>(&wish.options, &wish.files, wish.seats)?;
    let players = players(&wish.players, G::seats(&setup))?;
    let mut table = Match::<G>::new(setup, wish.seed).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Refusal::plainly(faults.join("\n"))
    })?;
    table.set_players(players);
    Ok(Box::new(Table::played(table)))
}

/// Who sits where, or what is wrong with the list: people where nothing was said.
pub(crate) fn players(names: &[String], seats: u8) -> Result<Vec<String>, Refusal> {
    if names.is_empty() {
        return Ok(vec!["human".into(); usize::from(seats)]);
    }
    if names.len() != usize::from(seats) {
        let message = format!("{} players are named, and {seats} sit at this table", names.len());
        return Err(Refusal::plainly(message));
    }
    match names.iter().find(|name| *name != "human" && !bots::is_bot(name)) {
        None => Ok(names.to_vec()),
        Some(name) => {
            let known = bots::NAMES.iter().map(|(name, _)| *name).chain(["human"]);
            let instead = games::instead(name, known);
            Err(Refusal::plainly(format!("nobody called \"{name}\" can play; {instead}")))
        }
    }
}

/// A match out of a record.
pub(crate) fn load(
    json: &str,
    at: Option<usize>,
) -> Result<(Box<dyn AnyTable>, Vec<String>), Refusal> {
    let game = record::game_of(json).map_err(|error| Refusal::plainly(error.to_string()))?;
    of_game!(game.as_str(), replay, json, at)
}

fn replay<G: DeskGame>(
    json: &str,
    at: Option<usize>,
) -> Result<(Box<dyn AnyTable>, Vec<String>), Refusal> {
    let record =
        Record::<G>::from_json(json).map_err(|error| Refusal::plainly(error.to_string()))?;
    let mut notes = Vec::new();
    if record.rules != G::rules_hash() {
        notes.push(
            "the record was made under another version of the rules; it was replayed under this one"
                .into(),
        );
    }
    let table = record.replay(at).map_err(|error| Refusal::plainly(error.to_string()))?;
    Ok((Box::new(Table::played(table)), notes))
}

/// What a seat sees of a match that is played elsewhere.
pub(crate) fn sit(eyes: Eyes, head: Head, view: Value) -> Result<Box<dyn AnyTable>, Refusal> {
    let game = head.game.clone();
    of_game!(game.as_str(), seen, eyes, head, view)
}

fn seen<G: DeskGame>(eyes: Eyes, head: Head, view: Value) -> Result<Box<dyn AnyTable>, Refusal> {
    Ok(Box::new(Table::<G>::sat(eyes, head, view)?))
}

/// The table of a setup.
pub(crate) fn preview(game: &str, options: &Options, files: &FileTexts) -> Answer {
    of_game!(game, show, options, files)
}

fn show<G: DeskGame>(options: &Options, files: &FileTexts) -> Answer {
    let seats = games::find(G::ID).map_or(2, |game| *game.seats().start());
    G::preview(&setup::<G>(options, files, seats)?)
}

/// The rules of a game that bind, chapter by chapter.
pub(crate) fn rules(game: &str) -> Result<Vec<RuleInfo>, Refusal> {
    let game = games::find(game).map_err(Refusal::plainly)?;
    let ledger = Ledger::parse(game.ledger())
        .map_err(|error| Refusal::plainly(format!("the ledger is faulty: {error}")))?;
    let headings: Vec<(usize, &str)> = (1..)
        .zip(game.ledger().lines())
        .filter_map(|(number, line)| Some((number, line.strip_prefix("# ")?)))
        .collect();
    let chapter = |line: usize| headings.iter().rfind(|(at, _)| *at < line).map(|(_, text)| *text);
    let list = ledger.rules.iter().filter(|rule| rule.kind.binds()).map(|rule| {
        let lines = rule.source.iter().map(|source| source.lines.to_string());
        let lines = lines.collect::<Vec<_>>().join(", ");
        RuleInfo {
            id: rule.id.clone(),
            chapter: chapter(rule.line).unwrap_or_default().into(),
            title: rule.title.clone(),
            text: rule.says.clone(),
            source: if lines.is_empty() { lines } else { format!("the rules, line {lines}") },
            ruling: rule.kind == Kind::Ruling,
            also: rule.rulings.clone(),
        }
    });
    let list = list.collect();
    Ok(list)
}

/// Everything a question about odds may say.
pub(crate) fn odds_keys(game: &str) -> Result<Vec<KeyInfo>, Refusal> {
    let game = games::find(game).map_err(Refusal::plainly)?;
    Ok(game.odds_keys().iter().copied().map(key_info).collect())
}

/// The odds of numbers alone.
pub(crate) fn odds(game: &str, question: &Question) -> Result<OddsAnswer, Refusal> {
    let game = games::find(game).map_err(Refusal::plainly)?;
    game.odds(question).map(OddsAnswer::from).map_err(no_odds)
}

/// Why there are no odds.
pub(crate) fn no_odds(refused: odds::Refused) -> Refusal {
    match refused {
        odds::Refused::Wrong(message) => Refusal::plainly(message),
        odds::Refused::No { message, rule } => Refusal { message, rule },
    }
}
