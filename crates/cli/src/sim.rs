//! `vanguard sim`: batches of games between bots, and what they tell.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::stats::Interval;
use arena::{Batch, Length, Report, Tally};
use clap::Parser;
use games::Visitor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kernel::{Game, Record, Seed, Words};

use crate::failure::{self, Failure};
use crate::text::COLUMNS;

/// How wide the first column of the tables is.
const NAME: usize = 20;

/// Plays many games between bots and shows who wins, how long it takes and what decides it.
#[derive(Clone, Debug, Parser)]
pub struct Args {
    /// The game, such as rome
    pub game: String,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// What all games follow from: the same seed, the same games
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: Seed,
    /// The bots, dealt round to the seats; they change seats from game to game. A bot may have
    /// settings, as in greedy:notices=5
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
    /// How many players there are
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
    /// Keep every bot at its seat
    #[arg(long)]
    pub fixed_seats: bool,
    /// Print the report as one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Play only the game with this number, counted from 0, and print its record
    #[arg(long = "game", value_name = "I")]
    pub number: Option<u64>,
    /// How many threads to use, at most 256 and one to each game; 0 for one to each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub threads: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let result = games::visit(&args.game, Simulation(args)).map_err(Failure::Use);
    failure::code("sim", result.flatten().map(|()| ExitCode::SUCCESS))
}

struct Simulation<'a>(&'a Args);

impl Visitor for Simulation<'_> {
    type Answer = Result<(), Failure>;

    fn visit<G: Words>(self) -> Self::Answer {
        simulate::<G>(self.0)
    }
}

/// Prints a whole text.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn simulate<G: Words>(args: &Args) -> Result<(), Failure> {
    let batch = batch::<G>(args)?;
    if let Some(number) = args.number {
        return one_game(&batch, number, args.records.as_deref());
    }
    let began = Instant::now();
    let bar = Bar::new(batch.games, began);
    let report = arena::run(&batch, &|count| bar.advance(count))?;
    bar.finish();
    let seconds = began.elapsed().as_secs_f64();
    if let Some(folder) = &args.records {
        write_records(&batch, folder)?;
    }
    let text = if args.json {
        serde_json::to_string_pretty(&report).map_err(io::Error::from)? + "\n"
    } else {
        page(&report)
    };
    print(&text)?;
    #[expect(clippy::cast_precision_loss)]
    let speed = report.games as f64 / seconds.max(1e-9);
    eprintln!("{} games in {seconds:.1} s: {speed:.0} games/s", grouped(report.games));
    match report.stalled.first() {
        None => Ok(()),
        Some(first) => Err(Failure::No(format!(
            "{} games did not end; the first is game {}: {}",
            report.stalls, first.game, first.reason
        ))),
    }
}

/// The batch the arguments ask for.
fn batch<G: Words>(args: &Args) -> Result<Batch<G>, Failure> {
    let Args { players, mode, teams, options, .. } = args;
    let batch = Batch {
        setup: setup::<G>(players.unwrap_or(2), mode.as_deref(), teams.as_deref(), options)?,
        bots: bots::names_of(&args.bots),
        games: args.games,
        seed: args.seed,
        threads: args.threads,
        rotate: !args.fixed_seats,
    };
    batch.validate()?;
    Ok(batch)
}

/// The setup of the options a command has.
pub fn setup<G: Words>(
    players: u8,
    mode: Option<&str>,
    teams: Option<&str>,
    options: &[String],
) -> Result<G::Setup, Failure> {
    if teams.is_some() && !G::options().iter().any(|(key, ..)| *key == "teams") {
        let message = format!("{} has no teams to choose: leave out --teams", G::TITLE);
        return Err(Failure::Use(message));
    }
    let mut setup = G::default_setup(players);
    let mode = mode.map(|mode| ("mode", mode));
    let teams = teams.map(|teams| ("teams", teams));
    let options = options.iter().map(|option| {
        option
            .split_once('=')
            .ok_or_else(|| Failure::Use(format!("--option {option}: write it as KEY=VALUE")))
    });
    for option in mode.into_iter().chain(teams).map(Ok).chain(options) {
        let (key, value) = option?;
        G::set_option_with(&mut setup, key, value, &failure::file)
            .map_err(|error| Failure::Use(format!("{key}={value}: {error}")))?;
    }
    Ok(setup)
}

/// Plays one game of the batch and prints its record, or writes it if a folder is given.
fn one_game<G: Game>(batch: &Batch<G>, number: u64, folder: Option<&Path>) -> Result<(), Failure> {
    let (record, stalled) = arena::record(batch, number)?;
    match folder {
        None => print(&record.to_json())?,
        Some(folder) => {
            make_folder(folder)?;
            let path = write_record(folder, number, &record)?;
            eprintln!("wrote {}", path.display());
        }
    }
    match stalled {
        None => Ok(()),
        Some(stalled) => Err(Failure::No(format!("the game did not end: {stalled}"))),
    }
}

fn write_records<G: Game>(batch: &Batch<G>, folder: &Path) -> Result<(), Failure> {
    make_folder(folder)?;
    let bar = Bar::new(batch.games, Instant::now());
    arena::records(batch, &|number, (record, _)| -> Result<(), Failure> {
        write_record(folder, number, &record)?;
        bar.advance(1);
        Ok(())
    })??;
    bar.finish();
    eprintln!("wrote {} records into {}", grouped(batch.games), folder.display());
    Ok(())
}

/// Makes a folder, if it is not there.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Use(format!("{} can't be made: {error}", folder.display())))
}

fn write_record<G: Game>(
    folder: &Path,
    number: u64,
    record: &Record<G>,
) -> Result<PathBuf, Failure> {
    let path = folder.join(format!("{}-{number:06}.vanguard.json", G::ID));
    fs::write(&path, record.to_json())
        .map_err(|error| Failure::Use(format!("{} can't be written: {error}", path.display())))?;
    Ok(path)
}

/// A progress bar that shows up only after a second, and only at a terminal.
pub struct Bar {
    line: ProgressBar,
    began: Instant,
    shown: AtomicBool,
}

impl Bar {
    /// A bar for so many games.
    pub fn new(games: u64, began: Instant) -> Self {
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
        let template = "{bar:32} {pos}/{len} games, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar { line: bar, began, shown: AtomicBool::new(!io::stderr().is_terminal()) }
    }

    /// So many more games are done.
    pub fn advance(&self, count: u64) {
        self.line.inc(count);
        if self.began.elapsed() > Duration::from_secs(1)
            && !self.shown.swap(true, Ordering::Relaxed)
        {
            self.line.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// So many games were done before: they tell nothing of how long the rest will take.
    pub fn skip(&self, count: u64) {
        self.line.set_position(count);
        self.line.reset_eta();
    }

    /// What is worth knowing meanwhile.
    pub fn say(&self, words: String) {
        self.line.set_message(words);
    }

    /// All are.
    pub fn finish(&self) {
        self.line.finish_and_clear();
    }
}

/// The report for people.
fn page<G: Words>(report: &Report<G>) -> String {
    let mut text = format!(
        "{}: {}\n{} games, seed {}\n\n",
        G::TITLE,
        G::describe_setup(&report.setup),
        grouped(report.games),
        report.seed
    );
    row(&mut text, "wins", &["games", "share", "95% interval"], &[10, 9, 18]);
    let mut wins = |name: &str, count: u64, share: Interval| {
        let cells = [grouped(count), percent(share.value), between(share)];
        // A bot with settings has a line of its own: cut short, two could look alike.
        let long = name.chars().count() > NAME;
        if long {
            let _ = writeln!(text, "{name}");
        }
        row(&mut text, if long { "" } else { name }, &cells, &[10, 9, 18]);
    };
    for seat in &report.seats {
        wins(&format!("  {}", G::seat_name(seat.seat)), seat.wins, seat.share);
    }
    for bot in &report.bots {
        wins(&format!("  {}", bot.name), bot.wins, bot.share);
    }
    wins("  draws", report.draws, report.draw_share);
    text.push('\n');
    let widths = [9; 5];
    row(&mut text, "length", &["mean", "median", "5%", "95%", "longest"], &widths);
    for (name, length) in [("  turns", report.turns), ("  actions", report.actions)] {
        row(&mut text, name, &lengths(length), &widths);
    }
    tallies(&mut text, &report.tallies);
    text
}

/// The cells of a row on lengths.
pub fn lengths(length: Length) -> [String; 5] {
    let Length { mean, median, p5, p95, max } = length;
    [
        format!("{mean:.1}"),
        grouped(median.into()),
        grouped(p5.into()),
        grouped(p95.into()),
        grouped(max.into()),
    ]
}

/// A table for each group of things that were counted, what helps most at its top.
fn tallies(text: &mut String, tallies: &[Tally]) {
    let widths = [9, 7, 7, 7, 8, 22];
    let mut groups: Vec<&str> = Vec::new();
    for tally in tallies {
        if !groups.contains(&tally.group) {
            groups.push(tally.group);
        }
    }
    for group in groups {
        let mut rows: Vec<&Tally> =
            tallies.iter().filter(|tally| tally.group == group && tally.count > 0).collect();
        if rows.is_empty() {
            continue;
        }
        rows.sort_by(|one, two| two.difference.value.total_cmp(&one.difference.value));
        text.push('\n');
        row(
            text,
            group,
            &["per game", "winner", "loser", "with", "without", "difference"],
            &widths,
        );
        for tally in rows {
            let cells = [
                format!("{:.2}", tally.per_game),
                format!("{:.2}", tally.winner_mean),
                format!("{:.2}", tally.loser_mean),
                percent(tally.wins_with.value),
                percent(tally.wins_without.value),
                format!(
                    "{:+.1} ({:+.1}, {:+.1})",
                    tally.difference.value * 100.0,
                    tally.difference.low * 100.0,
                    tally.difference.high * 100.0
                ),
            ];
            row(text, &format!("  {}", tally.name), &cells, &widths);
        }
    }
    if tallies.iter().any(|tally| tally.count > 0) {
        text.push_str(
            "\nwinner, loser: how often to a seat that won, that lost. with, without: wins\n\
             of seats that had it, that had not; difference in points, 95% interval.\n",
        );
    }
}

/// Adds a line: a name to the left, cells to the right of their columns.
pub fn row<S: AsRef<str>>(text: &mut String, name: &str, cells: &[S], widths: &[usize]) {
    let room = (COLUMNS - widths.iter().sum::<usize>()).min(NAME);
    let mut name: String = name.to_string();
    if name.chars().count() > room {
        name = name.chars().take(room - 1).chain(['…']).collect();
    }
    let _ = write!(text, "{name:room$}");
    for (cell, width) in cells.iter().zip(widths) {
        let _ = write!(text, "{:>width$}", cell.as_ref());
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
}

/// A share as percent.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// An interval as percent.
pub fn between(share: Interval) -> String {
    format!("{:.1} to {:.1}%", share.low * 100.0, share.high * 100.0)
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Args {
        Args::try_parse_from(["sim"].into_iter().chain(line.split(' '))).expect("the line is right")
    }

    fn wrong<G: Words>(line: &str) -> String {
        match batch::<G>(&parse(line)) {
            Err(Failure::Use(message)) => message,
            _ => String::new(),
        }
    }

    #[test]
    fn the_report_fits_a_terminal_of_80_columns() {
        let args = parse("rome --games 60 --bots random --seed 3");
        let report = arena::run(&batch::<rome::Rome>(&args).ok().unwrap(), &|_| {}).unwrap();
        let page = page(&report);
        for line in page.lines() {
            assert!(line.chars().count() <= COLUMNS, "{line}");
        }
        assert!(page.contains("60 games, seed 3"), "{page}");
    }

    #[test]
    fn bots_that_differ_in_a_setting_are_told_apart() {
        let [one, two] =
            ["search:simulations=1,ideas=2,turns=0", "search:simulations=1,ideas=2,turns=1"];
        let args = parse(&format!("rome --games 2 --mode first --bots {one},{two}"));
        let report = arena::run(&batch::<rome::Rome>(&args).ok().unwrap(), &|_| {}).unwrap();
        let page = page(&report);
        assert!(page.contains(one) && page.contains(two), "{page}");
    }

    #[test]
    fn wrong_use_is_told_in_words() {
        type G = rome::Rome;
        assert!(wrong::<G>("rome --teams a,b").contains("no teams"));
        assert!(wrong::<G>("rome --option mode").contains("KEY=VALUE"));
        assert!(wrong::<G>("rome --bots clever").contains("no bot \"clever\""));
        assert!(wrong::<G>("rome --mode sideways").contains("mode=sideways"));
        assert!(!wrong::<G>("rome --players 9").is_empty());
        assert!(Args::try_parse_from(["sim", "rome", "--seed", "x"]).is_err());
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_row_never_grows_past_its_columns() {
        let mut text = String::new();
        row(&mut text, &"long ".repeat(20), &["1"; 6], &[9, 7, 7, 7, 8, 22]);
        assert_eq!(text.chars().count(), COLUMNS + 1);
        assert!(text.contains('…'));
    }
}
