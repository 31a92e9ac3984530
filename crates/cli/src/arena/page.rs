//! The result of the arena for people.

use std::fmt::Write as _;

use arena::sprt::Decision;
use arena::stats::Interval;
use arena::{Balance, Kind, Standing, Tested};

use crate::sim::{between, grouped, percent};

/// The whole page: ratings, the cross table, the test.
pub fn page(title: &str, balance: &Balance) -> String {
    let cross = &balance.cross;
    let plan = match balance.kind {
        Kind::RoundRobin => "a round robin".into(),
        Kind::Gauntlet => format!("a gauntlet of {}", cross.entrants[0].name),
        Kind::Sprt(test) => format!("a sequential test of {test}"),
    };
    let most = if cross.test.is_some() { "at most " } else { "" };
    let mut text = format!(
        "{title}: {plan}\n{} of {most}{} games, seed {}{}\n\n",
        grouped(cross.games),
        grouped(cross.planned),
        balance.seed,
        grounds(balance)
    );
    ratings(&mut text, &cross.entrants);
    if cross.entrants.len() > 2 {
        text.push('\n');
        text.push_str(&matrix(balance));
    }
    if let Some(test) = &cross.test {
        text.push('\n');
        tested(&mut text, test, balance.kind);
    }
    if !cross.finished {
        text.push_str("\nThe run is not finished.\n");
    }
    text
}

/// On how many tables, where there are tables.
pub fn grounds(balance: &Balance) -> String {
    if balance.tables > 1 { format!(", {} tables", balance.tables) } else { String::new() }
}

/// The entrants, the best first.
fn ratings(text: &mut String, entrants: &[Standing]) {
    let width = width(entrants);
    let _ = writeln!(text, "{:width$}       Elo    ±  share    95% interval   won drawn  lost", "");
    let mut order: Vec<&Standing> = entrants.iter().collect();
    order.sort_by(|one, two| two.elo.value.total_cmp(&one.elo.value));
    for (place, standing) in (1..).zip(order) {
        let Standing { name, wins, draws, losses, share, elo } = standing;
        let half = (elo.high - elo.low) / 2.0;
        let _ = writeln!(
            text,
            "{place:>2} {name:width$} {:>+6.0}{half:>5.0}{:>7}{:>16}{:>6}{:>6}{:>6}",
            elo.value,
            percent(share.value),
            between(*share),
            grouped(*wins),
            grouped(*draws),
            grouped(*losses)
        );
    }
}

fn width(entrants: &[Standing]) -> usize {
    entrants.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0)
}

/// Everybody against everybody: what the row got against the column, in percent.
pub fn matrix(balance: &Balance) -> String {
    let entrants = &balance.cross.entrants;
    let width = width(entrants);
    let mut text = format!("{:width$}      share", "");
    for number in 1..=entrants.len() {
        let _ = write!(text, "{number:>5}");
    }
    text.push('\n');
    for (one, standing) in entrants.iter().enumerate() {
        let share = percent(standing.share.value);
        let _ = write!(text, "{:>2} {:width$} {share:>7}", one + 1, standing.name);
        for two in 0..entrants.len() {
            match balance.cross.share(one, two) {
                Some(Interval { value, .. }) => {
                    let _ = write!(text, "{:>5.0}", value * 100.0);
                }
                None => text.push_str("    -"),
            }
        }
        text.push('\n');
    }
    text
}

fn tested(text: &mut String, test: &Tested, kind: Kind) {
    let Kind::Sprt(terms) = kind else { return };
    let answer = match test.decision {
        Decision::Yes => {
            format!("Yes: better by {:+} rather than by {:+} Elo.", terms.elo1, terms.elo0)
        }
        Decision::No => {
            format!("No: not better by {:+}, rather by {:+} Elo.", terms.elo1, terms.elo0)
        }
        Decision::Open => "Open: more games are needed.".into(),
    };
    let _ = writeln!(text, "{answer}");
    let _ =
        writeln!(text, "LLR {:+.3}; no at {:.3}, yes at {:.3}.", test.llr, test.lower, test.upper);
}
