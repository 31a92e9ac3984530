//! `vanguard balance`: every team against every other, and what is out of line.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use arena::{Contest, Pairing, Standings};
use clap::Parser;
use kernel::{Game, Seed, Words};

use crate::failure::{self, Failure};
use crate::sim::{Bar, between, grouped, percent, wrong_batch};

/// Plays all teams against each other and shows which pairings are out of balance
///
/// Games come in pairs on the same table with the same dice and the sides changed.
#[derive(Clone, Debug, Parser)]
pub struct Args {
    /// The game, such as killteam
    pub game: String,
    /// How many games each pairing has
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// What all games follow from: the same seed, the same games
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: Seed,
    /// The bot that plays both sides
    #[arg(long, value_name = "B", default_value = "greedy")]
    pub bot: String,
    /// The teams, by name or by file [default: all that come with the game]
    #[arg(long, value_name = "X,Y,…", value_delimiter = ',')]
    pub teams: Vec<String>,
    /// On how many different tables
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub tables: u64,
    /// A share of a pairing above this is called out of balance, in percent
    #[arg(long, value_name = "P", default_value_t = 60, value_parser = clap::value_parser!(u8).range(50..=100))]
    pub most: u8,
    /// Print the result as one JSON document
    #[arg(long)]
    pub json: bool,
    /// How many threads to use, at most 256; 0 for one to each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub threads: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match args.game.as_str() {
        killteam::KillTeam::ID => balance::<killteam::KillTeam>(args),
        id => Err(Failure::Use(match games::find(id) {
            Err(error) => error,
            Ok(game) => format!("{} has no teams to balance", game.title()),
        })),
    }
}

fn balance<G: Words>(args: &Args) -> Result<ExitCode, Failure> {
    let contest = contest::<G>(args)?;
    let count = contest.teams.len() as u64;
    let all = count * (count - 1) / 2 * contest.games.div_ceil(2) * 2;
    let began = Instant::now();
    let bar = Bar::new(all, began);
    let standings = arena::contest(&contest, &|games| bar.advance(games))
        .map_err(wrong_batch)?
        .map_err(|stalled| Failure::No(format!("a game did not end: {stalled}")))?;
    bar.finish();
    let text = if args.json {
        serde_json::to_string_pretty(&standings).map_err(io::Error::from)? + "\n"
    } else {
        page(&standings, args.most)
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    eprintln!("{} games in {:.1} s", grouped(all), began.elapsed().as_secs_f64());
    Ok(if unbalanced(&standings, args.most).next().is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn contest<G: Words>(args: &Args) -> Result<Contest<G>, Failure> {
    let teams = if args.teams.is_empty() { G::teams() } else { args.teams.clone() };
    if teams.len() < 2 {
        return Err(Failure::Use("--teams: name at least two teams".into()));
    }
    let mut setups = Vec::new();
    for one in &teams {
        for two in &teams {
            let mut setup = G::default_setup(2);
            let value = format!("{one},{two}");
            G::set_option_with(&mut setup, "teams", &value, &failure::file)
                .map_err(Failure::Use)?;
            setups.push(setup);
        }
    }
    Ok(Contest {
        teams,
        setups,
        bot: args.bot.clone(),
        games: args.games,
        tables: args.tables,
        seed: args.seed,
        threads: args.threads,
    })
}

/// The pairings in which one side gets more than so many percent, with the better side first.
fn unbalanced(
    standings: &Standings,
    most: u8,
) -> impl Iterator<Item = (usize, usize, f64, &Pairing)> {
    let most = f64::from(most) / 100.0;
    standings.pairings.iter().filter_map(move |pairing| {
        let share = pairing.share.value;
        if share > most {
            Some((pairing.one, pairing.two, share, pairing))
        } else if 1.0 - share > most {
            Some((pairing.two, pairing.one, 1.0 - share, pairing))
        } else {
            None
        }
    })
}

/// The result for people: who does how well, the table of pairings, and what is out of line.
fn page(standings: &Standings, most: u8) -> String {
    let mut text = format!(
        "{} games of {} a pairing on {} tables, seed {}\n\n",
        grouped(standings.games),
        standings.bot,
        standings.tables,
        standings.seed
    );
    let name = |team: usize| standings.teams[team].team.as_str();
    let width = standings.teams.iter().map(|standing| standing.team.chars().count()).max();
    let width = width.unwrap_or(0);
    let _ = write!(text, "{:width$}     share", "");
    for number in 1..=standings.teams.len() {
        let _ = write!(text, "{number:>5}");
    }
    text.push('\n');
    for (one, standing) in standings.teams.iter().enumerate() {
        let share = percent(standing.share.value);
        let _ = write!(text, "{:>2} {:width$} {share:>6}", one + 1, standing.team);
        for two in 0..standings.teams.len() {
            match share_of(standings, one, two) {
                Some(share) => {
                    let _ = write!(text, "{:>5.0}", share * 100.0);
                }
                None => text.push_str("    -"),
            }
        }
        text.push('\n');
    }
    let first = standings.first_seat;
    let _ = writeln!(text, "\nThe first seat gets {} ({}).", percent(first.value), between(first));
    let mut all: Vec<_> = unbalanced(standings, most).collect();
    all.sort_by(|one, two| two.2.total_cmp(&one.2));
    if all.is_empty() {
        let _ = writeln!(text, "No pairing is above {most}%.");
    }
    for (one, two, share, pairing) in all {
        let half = (pairing.share.high - pairing.share.low) * 50.0;
        let _ = writeln!(
            text,
            "Above {most}%: {} against {}, {} (give or take {half:.1})",
            name(one),
            name(two),
            percent(share),
        );
    }
    text
}

/// The one's share against the two.
fn share_of(standings: &Standings, one: usize, two: usize) -> Option<f64> {
    let of = |one, two| standings.pairings.iter().find(|p| p.one == one && p.two == two);
    let straight = of(one, two).map(|pairing| pairing.share.value);
    straight.or_else(|| of(two, one).map(|pairing| 1.0 - pairing.share.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Args {
        let words = ["balance"].into_iter().chain(line.split(' '));
        Args::try_parse_from(words).expect("the line is right")
    }

    #[test]
    fn the_table_has_both_sides_of_every_pairing() {
        let args = parse(
            "killteam --teams glass-wall,tallow-flood,unwound-hammer --games 2 --bot random --tables 2",
        );
        let contest = contest::<killteam::KillTeam>(&args).expect("teams there are");
        let standings = arena::contest(&contest, &|_| {}).unwrap().unwrap();
        assert_eq!(standings.pairings.len(), 3);
        assert!(standings.pairings.iter().all(|p| p.wins + p.losses + p.draws == 2));
        for (one, two) in [(0, 1), (0, 2), (1, 2)] {
            let (there, back) = (share_of(&standings, one, two), share_of(&standings, two, one));
            assert!((there.unwrap() + back.unwrap() - 1.0).abs() < 1e-9);
        }
        let page = page(&standings, 60);
        assert!(page.contains("tallow-flood") && page.contains("The first seat"), "{page}");
    }

    #[test]
    fn wrong_use_is_told_in_words() {
        let wrong = |line: &str| match run(&parse(line)) {
            Err(Failure::Use(message)) => message,
            _ => String::new(),
        };
        assert!(Args::try_parse_from(["balance", "killteam", "--games", "0"]).is_err());
        assert!(wrong("rome").contains("no teams"));
        assert!(wrong("killteam --teams glass-wall").contains("at least two"));
        assert!(wrong("killteam --teams glass-wall,nobody").contains("no team \"nobody\""));
        assert!(wrong("killteam --bot clever --games 2").contains("no bot \"clever\""));
    }
}
