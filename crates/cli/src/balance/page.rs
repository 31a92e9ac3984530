//! The result of a balance run for people.

use std::fmt::Write as _;

use arena::stats::Interval;
use arena::{Balance, Change, Comparison, Piece};

use crate::arena::{grounds, matrix};
use crate::sim::{between, grouped, lengths, percent, row};
use crate::text::wrap;

/// The whole page: who does how well, going first, length, how games are won, what pieces earn,
/// and what is out of line.
pub fn page(title: &str, balance: &Balance, most: u8) -> String {
    let cross = &balance.cross;
    let mut text = format!(
        "{title}: {} of {} games, seed {}{}\n\n",
        grouped(cross.games),
        grouped(cross.planned),
        balance.seed,
        grounds(balance)
    );
    if cross.entrants.len() > 1 {
        text.push_str(&matrix(balance));
        text.push('\n');
    }
    shares(&mut text, balance);
    let widths = [9; 5];
    row(&mut text, "length", &["mean", "median", "5%", "95%", "longest"], &widths);
    row(&mut text, "  turns", &lengths(balance.turns.length), &widths);
    row(&mut text, "  actions", &lengths(balance.actions.length), &widths);
    pieces(&mut text, &balance.pieces);
    text.push('\n');
    findings(&mut text, balance, most);
    text
}

fn shares(text: &mut String, balance: &Balance) {
    let mut line = |name: &str, share: Interval| {
        row(text, name, &[percent(share.value), between(share)], &[9, 18]);
    };
    line("first seat", balance.first_seat);
    if let Some(share) = balance.first_player {
        line("first turn", share);
    }
    for way in &balance.ways {
        line(&way.how, way.share);
    }
    text.push('\n');
}

/// What pieces earn: those of one team below each other.
fn pieces(text: &mut String, pieces: &[Piece]) {
    let widths = [6, 8, 8, 8, 8, 8, 14];
    let mut team = None;
    for piece in pieces {
        if team != Some(&piece.team) {
            team = Some(&piece.team);
            text.push('\n');
            let head = ["cost", "a side", "taken", "scored", "left", "earns", "95%"];
            row(text, &piece.team, &head, &widths);
        }
        let Interval { value, low, high } = piece.earns;
        let cells = [
            format!("{:.0}", piece.cost),
            format!("{:.1}", piece.pieces),
            format!("{:.2}", piece.taken),
            format!("{:.1}", piece.scored),
            format!("{:.0}%", piece.kept * 100.0),
            format!("{:.0}%", value * 100.0),
            if piece.sides < 2 {
                String::new()
            } else {
                format!("{:.0} to {:.0}%", low * 100.0, high * 100.0)
            },
        ];
        row(text, &format!("  {}", piece.piece), &cells, &widths);
    }
    if !pieces.is_empty() {
        text.push_str(
            "\ntaken: what it took from the enemy for each point it costs; scored: points\n\
             for each hundred it costs; left: how many live to the end; earns: both\n\
             together, 100% being the average of all.\n",
        );
    }
}

fn findings(text: &mut String, balance: &Balance, most: u8) {
    if balance.findings.is_empty() {
        let _ = writeln!(text, "Nothing is out of line: no pairing is above {most}%.");
        return;
    }
    text.push_str("Out of line:\n");
    for finding in &balance.findings {
        let doubt = if finding.sure { "" } else { " It may be within the limit." };
        let _ = writeln!(text, "- {}", wrap(&format!("{}{doubt}", finding.text), 2, 2));
    }
}

/// What has changed against another run; nothing if there is none.
pub fn comparison(comparison: Option<&Comparison>) -> String {
    let Some(comparison) = comparison else { return String::new() };
    let rules = if comparison.same_rules { "the same" } else { "other" };
    let mut text = format!("\nCompared with a run by {rules} rules and data:\n");
    for name in &comparison.only_in_one {
        let _ = writeln!(text, "- {name} is in one of them only.");
    }
    for change in comparison.significant() {
        let _ = writeln!(text, "- {}", wrap(&told(change), 2, 2));
    }
    if comparison.significant().next().is_none() {
        text.push_str("Nothing has changed by more than chance.\n");
    } else if comparison.by_chance() > 0 {
        let (all, few) = (comparison.changes.len(), comparison.by_chance());
        let _ =
            writeln!(text, "Of {all} things measured, {few} or so look changed by chance alone.");
    }
    text
}

/// A change in words.
fn told(change: &Change) -> String {
    let Change { what, is_share, before, after, difference, .. } = change;
    let scale = if *is_share { 100.0 } else { 1.0 };
    let unit = if *is_share { "%" } else { "" };
    format!(
        "{what}: {:.1}{unit}, was {:.1}{unit}; {:+.1} ({:+.1} to {:+.1}).",
        after.value * scale,
        before.value * scale,
        difference.value * scale,
        difference.low * scale,
        difference.high * scale
    )
}
