//! `vanguard arena`: who is stronger, and how sure that is.

mod page;

use std::process::ExitCode;
use std::time::Duration;

use arena::sprt::{Decision, Test};
use arena::{Entrant, Header, Kind, Limits, Pace, Plan, Terms};
use bots::Spec;
use clap::Parser;
use games::Visitor;
use kernel::Words;

pub use page::{grounds, matrix};

use crate::failure::Failure;
use crate::runs::{self, RunArgs};
use crate::sim::{grouped, print, setup};

/// A sequential test ends undecided after so many games, unless it is told otherwise.
const SPRT_GAMES: u64 = 100_000;

/// Plays bots and teams against each other and rates them
///
/// Games come in pairs on the same table with the same dice and the sides changed. The exit code is
/// 0, but 1 for a sequential test whose answer is no or open, and when a game did not end.
#[derive(Clone, Debug, Parser)]
pub struct Args {
    /// The game, such as rome
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub game: Option<String>,
    /// Who takes part: BOT, or BOT@TEAM where there are teams; a bot may have settings, as in
    /// search:simulations=100,ideas=8
    #[arg(value_name = "ENTRANT", required_unless_present = "resume", conflicts_with = "resume")]
    pub entrants: Vec<String>,
    /// Every bot with each of these teams
    #[arg(long, value_name = "X,Y,…", value_delimiter = ',', conflicts_with = "resume")]
    pub teams: Vec<String>,
    /// The first against all others, instead of everybody against everybody
    #[arg(long, conflicts_with_all = ["sprt", "resume"])]
    pub gauntlet: bool,
    /// Play until it is decided whether the first is better by ELO1 rather than by ELO0
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true,
        conflicts_with = "resume"
    )]
    pub sprt: Vec<f64>,
    /// How often a yes of the test may be wrong
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub alpha: f64,
    /// How often a no of the test may be wrong
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub beta: f64,
    #[command(flatten)]
    pub run: RunArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let header = args.run.resume.as_deref().map(runs::header).transpose()?;
    let game = header.as_ref().map(|header| header.game.clone()).or(args.game.clone());
    games::visit(&game.unwrap_or_default(), Contest { args, header }).map_err(Failure::Use)?
}

struct Contest<'a> {
    args: &'a Args,
    header: Option<Header>,
}

impl Visitor for Contest<'_> {
    type Answer = Result<ExitCode, Failure>;

    fn visit<G: Words>(self) -> Self::Answer {
        contest::<G>(self.args, self.header)
    }
}

fn contest<G: Words>(args: &Args, header: Option<Header>) -> Result<ExitCode, Failure> {
    let plan = match (header, &args.run.resume) {
        (Some(header), Some(path)) => runs::plan::<G>(path, header)?,
        _ => plan::<G>(args)?,
    };
    let run = runs::play(&plan, &args.run)?;
    for (entrant, pace) in plan.paces().filter(|(_, pace)| pace.decisions() > 0) {
        eprintln!("{entrant}: {}", paced(pace));
    }
    // What is out of line is the business of `balance`.
    let limits = Limits { most: 1.0 };
    let (balance, comparison) = runs::balance(&run, &args.run, limits)?;
    runs::write(&run, &balance, comparison.as_ref(), G::TITLE, &args.run)?;
    print(&if args.run.json {
        runs::document(&balance, comparison.as_ref())?
    } else {
        page::page(G::TITLE, &balance) + &crate::balance::comparison(comparison.as_ref())
    })?;
    if let Some(game) = balance.stalled.first() {
        let count = balance.stalled.len();
        let message = format!("{count} games did not end; the first is game {game}");
        return Err(Failure::No(message));
    }
    let yes = balance.cross.test.is_none_or(|test| test.decision == Decision::Yes);
    Ok(ExitCode::from(u8::from(!yes)))
}

/// How long decisions took, in words.
fn paced(pace: &Pace) -> String {
    let [half, most] = [50, 99].map(|share| milliseconds(pace.within(share)));
    let longest = milliseconds(pace.longest());
    let decisions = grouped(pace.decisions());
    format!(
        "{decisions} decisions, half within {half}, 99 in 100 within {most}, all within {longest}"
    )
}

fn milliseconds(time: Duration) -> String {
    let time = time.as_secs_f64() * 1000.0;
    let digits = if time < 1.0 { 3 } else { usize::from(time < 100.0) };
    format!("{time:.digits$} ms")
}

fn plan<G: Words>(args: &Args) -> Result<Plan<G>, Failure> {
    let entrants = entrants(args)?;
    let kind = kind(args, entrants.len())?;
    let most = if matches!(kind, Kind::Sprt(_)) { SPRT_GAMES } else { 200 };
    let terms = Terms {
        kind,
        entrants,
        games: args.run.games.unwrap_or(most),
        tables: args.run.tables(),
        seed: args.run.seed(),
    };
    Plan::new(terms, &|one, two| matches_of::<G>(one, two, &args.run))
}

/// What two entrants play in turn. Bots without teams, where the game has ready ones and no option
/// names any, play all pairings of these: a bot is not stronger for knowing one team well.
fn matches_of<G: Words>(
    one: &Entrant,
    two: &Entrant,
    args: &RunArgs,
) -> Result<Vec<G::Setup>, Failure> {
    let teams = G::teams();
    let named = args.options.iter().any(|option| option.starts_with("teams="));
    if one.team.is_some() || named || teams.len() < 2 {
        return match_of::<G>(one, two, args).map(|setup| vec![setup]);
    }
    let pairings = (0..teams.len()).flat_map(|at| (at + 1..teams.len()).map(move |to| (at, to)));
    let with = |team: &String, bot: &Entrant| Entrant { team: Some(team.clone()), ..bot.clone() };
    pairings
        .map(|(at, to)| match_of::<G>(&with(&teams[at], one), &with(&teams[to], two), args))
        .collect()
}

/// What two entrants play.
pub fn match_of<G: Words>(
    one: &Entrant,
    two: &Entrant,
    args: &RunArgs,
) -> Result<G::Setup, Failure> {
    let teams = match (&one.team, &two.team) {
        (Some(one), Some(two)) => Some(format!("{one},{two}")),
        _ => None,
    };
    setup::<G>(2, args.mode.as_deref(), teams.as_deref(), &args.options)
}

/// The entrants as they were named, with every team if teams are named apart.
fn entrants(args: &Args) -> Result<Vec<Entrant>, Failure> {
    let mut list: Vec<Entrant> = Vec::new();
    for text in &args.entrants {
        let (bot, team) = match text.split_once('@') {
            None => (text.as_str(), None),
            Some((bot, team)) => (bot, Some(team.to_string())),
        };
        // Settings are written in one order, so that the same bot is the same entrant.
        let bot = bot.parse::<Spec>().map_err(|error| Failure::Use(error.to_string()))?.to_string();
        if args.teams.is_empty() {
            list.push(Entrant { bot, team });
        } else if team.is_some() {
            let message = format!("{text}: it has a team already; leave it out, or --teams");
            return Err(Failure::Use(message));
        } else {
            let with = |team: &String| Entrant { bot: bot.clone(), team: Some(team.clone()) };
            list.extend(args.teams.iter().map(with));
        }
    }
    if let Some(twice) = (1..list.len()).find(|at| list[..*at].contains(&list[*at])) {
        return Err(Failure::Use(format!("{} is named twice", list[twice])));
    }
    if list.len() < 2 {
        let message = "name at least two entrants: bots, or bots with teams such as greedy@TEAM";
        return Err(Failure::Use(message.into()));
    }
    let without: Vec<&Entrant> = list.iter().filter(|entrant| entrant.team.is_none()).collect();
    if let (Some(entrant), true) = (without.first(), without.len() < list.len()) {
        let message = format!("{entrant} has no team and others have: write {entrant}@TEAM");
        return Err(Failure::Use(message));
    }
    Ok(list)
}

fn kind(args: &Args, entrants: usize) -> Result<Kind, Failure> {
    let wrong = |message: String| Err(Failure::Use(message));
    match args.sprt[..] {
        [] if args.gauntlet => Ok(Kind::Gauntlet),
        [] => Ok(Kind::RoundRobin),
        _ if entrants != 2 => wrong(format!("--sprt is between two entrants, not {entrants}")),
        [elo0, elo1] if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => {
            let (alpha, beta) = (args.alpha, args.beta);
            for (name, chance) in [("--alpha", alpha), ("--beta", beta)] {
                if !(0.000_001..=0.4).contains(&chance) {
                    return wrong(format!(
                        "{name} {chance}: it lies between 0 and 0.4, such as 0.05"
                    ));
                }
            }
            Ok(Kind::Sprt(Test { elo0, elo1, alpha, beta }))
        }
        _ => wrong("--sprt: write two ratings, the lower first, such as --sprt 0,10".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(line: &str) -> String {
        let args = Args::try_parse_from(["arena"].into_iter().chain(line.split(' ')));
        match run(&args.expect("the line is right")) {
            Err(Failure::Use(message)) => message,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn times_are_told_as_finely_as_they_matter() {
        let pace = Pace::default();
        for micros in [12, 12, 3_400, 1_234_567] {
            pace.add(Duration::from_micros(micros));
        }
        let told =
            "4 decisions, half within 0.012 ms, 99 in 100 within 1235 ms, all within 1235 ms";
        assert_eq!(paced(&pace), told);
    }

    #[test]
    fn wrong_use_is_told_in_words() {
        for (line, part) in [
            ("rmoe random greedy", "did you mean \"rome\"?"),
            ("rome random", "at least two"),
            ("rome random random", "named twice"),
            ("rome random clever", "no bot \"clever\""),
            ("rome random search:ideas=many", "a number from 1 to 64"),
            ("rome search:ideas=2,turns=1 search:turns=1,ideas=2", "named twice"),
            ("rome random@x greedy@y", "no teams"),
            ("killteam random@glass-wall greedy", "greedy@TEAM"),
            ("killteam random@nobody greedy@glass-wall", "no team \"nobody\""),
            ("killteam random@glass-wall greedy --teams a,b", "a team already"),
            ("rome random greedy --sprt 0", "--sprt 0,10"),
            ("rome random greedy --sprt 10,0", "lower first"),
            ("rome random greedy --sprt 0,10 --alpha 0.9", "--alpha 0.9"),
            ("rome random greedy --resume no.run", ""),
        ] {
            if line.contains("--resume") {
                let words = ["arena"].into_iter().chain(line.split(' '));
                assert!(Args::try_parse_from(words).is_err());
            } else {
                assert!(wrong(line).contains(part), "{line}: {}", wrong(line));
            }
        }
        assert!(wrong("--resume no.run").contains("no.run"));
    }
}
