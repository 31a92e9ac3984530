//! `vanguard rules`: the ledgers, for reading.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use games::{AnyGame, near};
use kernel::ledger::{Ledger, Rule, Status};

use crate::failure::Failure;
use crate::text::{BOLD, FAINT, count, paragraph, styled, wrap};

/// Shows the rules of a game, with their ids, in our own words
///
/// The exit code is 1 when nothing is found.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game, such as rome; all of them if left out
    game: Option<String>,
    /// Only rules with this in their id, title or words
    #[arg(long, value_name = "WORD")]
    search: Option<String>,
    /// Only the rule with this id, in full
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let games = match &args.game {
        Some(id) => vec![games::find(id).map_err(Failure::Use)?],
        None => games::all().to_vec(),
    };
    let ledgers = games.iter().map(|game| ledger(*game)).collect::<Result<Vec<_>, _>>()?;
    let mut text = String::new();
    match (&args.id, &args.search) {
        (Some(id), search) => {
            let rules: Vec<String> = ledgers
                .iter()
                .filter_map(|ledger| ledger.find(id).map(|rule| (ledger, rule)))
                .filter(|(_, rule)| search.as_ref().is_none_or(|word| rule.has(word)))
                .map(|(ledger, rule)| in_full(ledger, rule))
                .collect();
            if rules.is_empty() {
                let known = ledgers.iter().find_map(|ledger| ledger.find(id));
                return Err(Failure::No(match (known, search) {
                    (Some(rule), Some(word)) => {
                        format!(
                            "there is a rule {}, but it does not have \"{word}\" in it",
                            rule.id
                        )
                    }
                    _ => unknown(&ledgers, id),
                }));
            }
            text += &rules.join("\n");
        }
        (None, Some(word)) => {
            for ledger in &ledgers {
                for rule in ledger.search(word) {
                    text += &in_full(ledger, rule);
                    text.push('\n');
                }
            }
            if text.is_empty() {
                return Err(Failure::No(format!("no rule has \"{word}\" in it")));
            }
        }
        (None, None) if args.game.is_some() => ledgers.iter().for_each(|ledger| {
            text += &contents(ledger);
        }),
        (None, None) => {
            for ledger in &ledgers {
                let rules = count(binding(ledger).count(), "rule");
                let _ = writeln!(text, "{:<10} {}, {rules}", ledger.game, ledger.title);
            }
            text += "\nvanguard rules GAME lists a game's rules; --search WORD looks for a word, \
                     --id ID\nshows one rule.\n";
        }
    }
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A game's ledger. A faulty one is a fault of the program.
pub fn ledger(game: &dyn AnyGame) -> Result<Ledger, Failure> {
    Ledger::parse(game.ledger())
        .map_err(|error| Failure::No(format!("the ledger of {} is faulty: {error}", game.id())))
}

/// The rows that bind: rules and rulings, without headings, credits and flavour.
fn binding(ledger: &Ledger) -> impl Iterator<Item = &Rule> {
    ledger.rules.iter().filter(|rule| rule.kind.binds())
}

fn contents(ledger: &Ledger) -> String {
    let mut text = format!("{}\n", styled(BOLD, &ledger.title));
    for rule in binding(ledger) {
        let mark = match rule.status {
            Status::Done => String::new(),
            status => format!(" ({status})"),
        };
        let _ = writeln!(text, "  {:<18} {}{mark}", rule.id, rule.title);
    }
    text
}

/// A rule with its words, its source and the rulings on it.
pub fn in_full(ledger: &Ledger, rule: &Rule) -> String {
    let mut text = format!("{}  {}\n", styled(BOLD, &rule.id), styled(BOLD, &rule.title));
    let _ = writeln!(text, "{}", paragraph(&rule.says, 2));
    let sources: Vec<String> = rule.source.iter().map(ToString::to_string).collect();
    let mut about = vec![format!("{}, {}", rule.kind, rule.status)];
    about.extend((!sources.is_empty()).then(|| format!("from {}", sources.join("; "))));
    let _ = writeln!(text, "{}", styled(FAINT, &paragraph(&about.join("; "), 2)));
    for id in &rule.rulings {
        if let Some(ruling) = ledger.find(id) {
            let line = format!("{id}: {}", ruling.says);
            let _ = writeln!(text, "    {}", wrap(&line, 4, 6));
        }
    }
    text
}

/// What to say of an id that no ledger has.
pub fn unknown(ledgers: &[Ledger], id: &str) -> String {
    let ids = || ledgers.iter().flat_map(binding);
    let full = near(id, ids().map(|rule| rule.id.as_str()));
    let meant = full.or_else(|| near(id, ids().map(Rule::bare_id)));
    match meant {
        Some(meant) => format!("there is no rule \"{id}\"; did you mean {meant}?"),
        None => format!("there is no rule \"{id}\"; --search WORD looks for a word"),
    }
}
