//! `vanguard balance`: every team against every other, and what is out of line.

mod page;

use std::process::ExitCode;

use arena::{About, Entrant, Header, Kind, Limits, Plan, Terms};
use clap::Parser;
use games::Visitor;
use kernel::Words;

pub use page::comparison;

use crate::arena::match_of;
use crate::failure::Failure;
use crate::runs::{self, RunArgs};
use crate::sim::print;

/// Plays all teams against each other and shows what is out of balance
///
/// Games come in pairs on the same table with the same dice and the sides changed. A game without
/// teams is played by the bot against itself. The exit code is 1 if a pairing is above the limit.
#[derive(Clone, Debug, Parser)]
pub struct Args {
    /// The game, such as killteam
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub game: Option<String>,
    /// The bot that plays both sides [default: greedy]
    #[arg(long, value_name = "B", conflicts_with = "resume")]
    pub bot: Option<String>,
    /// The teams, by name or by file [default: all that come with the game]
    #[arg(long, value_name = "X,Y,…", value_delimiter = ',', conflicts_with = "resume")]
    pub teams: Vec<String>,
    /// A share of a pairing above this is called out of balance, in percent
    #[arg(long, value_name = "P", default_value_t = 60, value_parser = clap::value_parser!(u8).range(50..=100))]
    pub most: u8,
    #[command(flatten)]
    pub run: RunArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let header = args.run.resume.as_deref().map(runs::header).transpose()?;
    let game = header.as_ref().map(|header| header.game.clone()).or(args.game.clone());
    games::visit(&game.unwrap_or_default(), Balancing { args, header }).map_err(Failure::Use)?
}

struct Balancing<'a> {
    args: &'a Args,
    header: Option<Header>,
}

impl Visitor for Balancing<'_> {
    type Answer = Result<ExitCode, Failure>;

    fn visit<G: Words>(self) -> Self::Answer {
        balance::<G>(self.args, self.header)
    }
}

fn balance<G: Words>(args: &Args, header: Option<Header>) -> Result<ExitCode, Failure> {
    let plan = match (header, &args.run.resume) {
        (Some(header), Some(path)) => runs::plan::<G>(path, header)?,
        _ => plan::<G>(args)?,
    };
    let run = runs::play(&plan, &args.run)?;
    let limits = Limits { most: f64::from(args.most) / 100.0 };
    let (balance, comparison) = runs::balance(&run, &args.run, limits)?;
    runs::write(&run, &balance, comparison.as_ref(), G::TITLE, &args.run)?;
    print(&if args.run.json {
        runs::document(&balance, comparison.as_ref())?
    } else {
        page::page(G::TITLE, &balance, args.most) + &page::comparison(comparison.as_ref())
    })?;
    let out = |about: About| matches!(about, About::Pairing | About::Stalled);
    let fine = !balance.findings.iter().any(|finding| out(finding.about));
    Ok(ExitCode::from(u8::from(!fine)))
}

fn plan<G: Words>(args: &Args) -> Result<Plan<G>, Failure> {
    let bot = || args.bot.clone().unwrap_or_else(|| "greedy".into());
    let teams = if args.teams.is_empty() { G::teams() } else { args.teams.clone() };
    let entrants = match &teams[..] {
        [] => vec![Entrant { bot: bot(), team: None }],
        [_] => return Err(Failure::Use("--teams: name at least two teams".into())),
        teams => {
            if let Some(twice) = (1..teams.len()).find(|at| teams[..*at].contains(&teams[*at])) {
                return Err(Failure::Use(format!("--teams: {} is named twice", teams[twice])));
            }
            let of = |team: &String| Entrant { bot: bot(), team: Some(team.clone()) };
            teams.iter().map(of).collect()
        }
    };
    let terms = Terms {
        kind: Kind::RoundRobin,
        entrants,
        games: args.run.games.unwrap_or(200),
        tables: args.run.tables(),
        seed: args.run.seed(),
    };
    Plan::new(terms, &|one, two| match_of::<G>(one, two, &args.run).map(|setup| vec![setup]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Args {
        let words = ["balance"].into_iter().chain(line.split(' '));
        Args::try_parse_from(words).expect("the line is right")
    }

    #[test]
    fn the_page_shows_both_sides_of_every_pairing() {
        let args = parse(
            "killteam --teams glass-wall,tallow-flood,unwound-hammer --games 4 --bot random --tables 2",
        );
        let plan = plan::<killteam::KillTeam>(&args).expect("teams there are");
        let run = runs::play(&plan, &args.run).expect("games end");
        let (balance, _) = runs::balance(&run, &args.run, Limits { most: 0.6 }).expect("it tells");
        assert_eq!(balance.cross.pairings.len(), 3);
        assert!(balance.cross.pairings.iter().all(|p| p.wins + p.losses + p.draws == 4));
        for (one, two) in [(0, 1), (0, 2), (1, 2)] {
            let share = |one, two| balance.cross.share(one, two).expect("they met").value;
            assert!((share(one, two) + share(two, one) - 1.0).abs() < 1e-9);
        }
        let page = page::page("Kill Team", &balance, 60);
        for part in ["tallow-flood", "first seat", "first turn", "level on points", "earns"] {
            assert!(page.contains(part), "{part} is missing in\n{page}");
        }
        for line in page.lines() {
            assert!(line.chars().count() <= crate::text::COLUMNS, "{line}");
        }
    }

    #[test]
    fn wrong_use_is_told_in_words() {
        let wrong = |line: &str| match run(&parse(line)) {
            Err(Failure::Use(message)) => message,
            _ => String::new(),
        };
        assert!(Args::try_parse_from(["balance", "killteam", "--games", "0"]).is_err());
        assert!(wrong("rome --teams a,b").contains("no teams"));
        assert!(wrong("killteam --teams glass-wall").contains("at least two"));
        assert!(wrong("killteam --teams glass-wall,nobody").contains("no team \"nobody\""));
        assert!(wrong("killteam --teams glass-wall,glass-wall").contains("twice"));
        assert!(wrong("killteam --bot clever --games 2").contains("no bot \"clever\""));
        assert!(wrong("--resume no.run").contains("no.run"));
    }
}
