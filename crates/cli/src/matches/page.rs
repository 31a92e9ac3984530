//! The report of a match for people.

use std::fmt::Write as _;

use referee::{EntrantReport, Report};

use crate::sim::{between, grouped, percent, row};
use crate::text::{count, visible, wrap};

/// How many forfeits are told one by one.
const TOLD_MAX: usize = 10;

/// The whole page.
pub fn page(report: &Report) -> String {
    let games = count(usize::try_from(report.games).unwrap_or(usize::MAX), "game");
    let mut text = wrap(&format!("{games} of {}: {}", report.game, report.setup), 0, 2);
    let _ = write!(text, "\nseed {}\n\n", report.seed);
    let widths = [7, 7, 7, 9, 9, 16];
    row(&mut text, "", &["won", "lost", "drawn", "forfeit", "share", "95% interval"], &widths);
    for (name, entrant) in labels(report).iter().zip(&report.entrants) {
        let cells = [
            grouped(entrant.wins),
            grouped(entrant.losses),
            grouped(entrant.draws),
            grouped(entrant.forfeits),
            percent(entrant.share.value),
            between(entrant.share),
        ];
        row(&mut text, name, &cells, &widths);
    }
    for share in &report.seats {
        let cells = ["", "", "", &percent(share.share.value), &between(share.share)];
        let wins = grouped(share.wins);
        let cells: Vec<&str> = std::iter::once(wins.as_str()).chain(cells).collect();
        row(&mut text, &format!("seat {}", share.seat), &cells, &widths);
    }
    for (name, entrant) in labels(report).iter().zip(&report.entrants) {
        if entrant.program {
            text.push('\n');
            text.push_str(&conduct(name, entrant));
        }
    }
    forfeits(&mut text, report);
    text
}

/// A name for each entrant: what it calls itself, or how it was named; with its number where
/// several have the same.
fn labels(report: &Report) -> Vec<String> {
    let plain = |entrant: &EntrantReport| {
        let name = if entrant.name.is_empty() { &entrant.player } else { &entrant.name };
        visible(name)
    };
    let names: Vec<String> = report.entrants.iter().map(plain).collect();
    let label = |(at, name): (usize, &String)| {
        let alike = |names: &[String]| names.iter().filter(|other| *other == name).count();
        if alike(&names) == 1 { name.clone() } else { format!("{name} {}", alike(&names[..=at])) }
    };
    names.iter().enumerate().map(label).collect()
}

/// How a program behaved.
fn conduct(name: &str, entrant: &EntrantReport) -> String {
    let mut text = format!(
        "{name}: {} decisions, {:.1} ms each, the longest {:.0} ms\n",
        grouped(entrant.decisions),
        entrant.mean_ms,
        entrant.longest_ms
    );
    if entrant.strikes.is_empty() {
        text.push_str("  nothing wrong\n");
    } else {
        let strikes: Vec<String> = entrant
            .strikes
            .iter()
            .map(|(kind, times)| format!("{} {}", kind.name(), grouped(*times)))
            .collect();
        let _ = writeln!(text, "  strikes: {}", strikes.join(", "));
    }
    text
}

/// Which games were forfeited, and why.
fn forfeits(text: &mut String, report: &Report) {
    let all: Vec<_> = report
        .list
        .iter()
        .flat_map(|game| game.forfeits.iter().map(move |forfeit| (game, forfeit)))
        .collect();
    if all.is_empty() {
        return;
    }
    text.push('\n');
    for (game, forfeit) in all.iter().take(TOLD_MAX) {
        let player = visible(&game.seats[forfeit.seat.index()].player);
        let reason = visible(&forfeit.reason);
        let told = format!("game {}: {} ({player}) forfeits: {reason}", game.number, forfeit.seat);
        let _ = writeln!(text, "{}", wrap(&told, 0, 2));
    }
    if all.len() > TOLD_MAX {
        let _ = writeln!(text, "and {} more", grouped((all.len() - TOLD_MAX) as u64));
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use referee::Report;

    use super::*;
    use crate::matches::{Args, series};
    use crate::text::COLUMNS;

    #[test]
    fn the_page_fits_a_terminal_of_80_columns() {
        let line = "match rome --players 3 --games 6 --bot random --bot greedy --bot random";
        let args = Args::try_parse_from(line.split(' ')).expect("the line is right");
        let series = series::<rome::Rome>(&args).expect("bots there are");
        let played = series.run(&|_, _| Ok(())).expect("nothing is written");
        let page = page(&Report::new(&series, played));
        assert!(page.lines().all(|line| line.chars().count() <= COLUMNS), "{page}");
        for part in ["6 games of rome", "random 1", "random 2", "greedy", "seat C"] {
            assert!(page.contains(part), "{part} is missing in\n{page}");
        }
    }
}
