//! Answers for people: a table with a column for each case, or bars.

use std::io::{self, Write};

use ::odds::{Answer, Case, Spread};

use crate::text::{BOLD, COLUMNS, FAINT, styled, visible, wrap};

/// Numbers less likely than this in every case are left out.
const SHOWN: f64 = 0.000_005;
/// How wide the names at the left are.
const NAMES: usize = 24;
/// How long the longest bar is.
const BAR: f64 = 40.0;

/// Prints an answer.
pub fn answer(out: &mut impl Write, answer: &Answer, bars: bool) -> io::Result<()> {
    writeln!(out, "{}", styled(BOLD, &wrap(&visible(&answer.about), 0, 2)))?;
    for line in &answer.given {
        writeln!(out, "  {}", styled(FAINT, &wrap(&visible(line), 2, 4)))?;
    }
    writeln!(out)?;
    if bars {
        for case in &answer.cases {
            draw(out, case)?;
        }
    } else {
        let width = column(&answer.cases);
        for cases in answer.cases.chunks(((COLUMNS - NAMES) / width).max(1)) {
            table(out, cases, width)?;
        }
    }
    for note in &answer.notes {
        writeln!(out, "{}", wrap(&visible(note), 0, 2))?;
    }
    Ok(())
}

fn column(cases: &[Case]) -> usize {
    cases.iter().map(|case| case.name.chars().count() + 1).max().unwrap_or(0).max(10)
}

/// How many numbers of these spreads are worth showing.
fn shown(spreads: &[&Spread]) -> usize {
    let most = spreads.iter().map(|spread| spread.chances().len()).max().unwrap_or(0);
    let worth = |number: &usize| spreads.iter().any(|spread| spread.at_least(*number) >= SHOWN);
    (0..most).filter(worth).max().map_or(0, |last| last + 1)
}

fn table(out: &mut impl Write, cases: &[Case], width: usize) -> io::Result<()> {
    let Some(first) = cases.first() else { return Ok(()) };
    let mut row = |name: &str, list: Vec<String>| {
        let mut cells = String::new();
        for cell in list {
            cells += &format!("{cell:>width$}");
        }
        let name = visible(name);
        // A name too long for its column has a line of its own.
        if name.chars().count() > NAMES - 1 {
            writeln!(out, "{name}")?;
            return writeln!(out, "{}{cells}", " ".repeat(NAMES));
        }
        writeln!(out, "{}", format!("{name:<NAMES$}{cells}").trim_end())
    };
    let mut joined = String::new();
    if cases.iter().any(|case| !case.name.is_empty()) {
        row("", cases.iter().map(|case| case.name.clone()).collect())?;
    }
    for (index, (name, _)) in first.spreads.iter().enumerate() {
        let at =
            |case: &Case, index: usize| case.spreads.get(index).map(|(_, spread)| spread.clone());
        // Where every hit is a wound, both are told in one.
        let as_next = index + 1 < first.spreads.len()
            && cases.iter().all(|case| at(case, index) == at(case, index + 1));
        if as_next {
            joined = format!("{name}, ");
            continue;
        }
        let name_now = std::mem::take(&mut joined) + name;
        let all: Vec<&Spread> = cases.iter().filter_map(|case| case.spread_of(name)).collect();
        row(&name_now, all.iter().map(|spread| format!("{:.4}", spread.mean())).collect())?;
        for number in 0..shown(&all) {
            if all.iter().all(|spread| spread.exactly(number) <= 0.0) {
                continue;
            }
            let cells = all.iter().map(|spread| percent(spread.exactly(number))).collect();
            row(&format!("  {number}"), cells)?;
        }
    }
    for (name, _) in &first.chances {
        let fraction = |case: &Case| {
            let found = case.fractions.iter().find(|(known, _)| known == name);
            found.map_or(String::new(), |(_, fraction)| format!("  {fraction}"))
        };
        let cell = |case: &Case| {
            let chance = percent(case.chance_of(name).unwrap_or(0.0));
            format!("{chance}{}", fraction(case))
        };
        row(name, cases.iter().map(cell).collect())?;
    }
    for (name, _) in &first.means {
        let mean =
            |case: &Case| case.means.iter().find(|(known, _)| known == name).map(|(_, m)| *m);
        let cells = cases.iter().map(|case| format!("{:.4}", mean(case).unwrap_or(0.0))).collect();
        row(name, cells)?;
    }
    writeln!(out)
}

fn draw(out: &mut impl Write, case: &Case) -> io::Result<()> {
    if !case.name.is_empty() {
        writeln!(out, "{}", styled(BOLD, &visible(&case.name)))?;
    }
    for (name, spread) in &case.spreads {
        writeln!(out, "{} (mean {:.4})", visible(name), spread.mean())?;
        for number in 0..shown(&[spread]) {
            let chance = spread.exactly(number);
            if chance <= 0.0 {
                continue;
            }
            writeln!(out, "{:>4} {:>9}  {}", number, percent(chance), bar(chance))?;
        }
    }
    for (name, chance) in &case.chances {
        writeln!(out, "{:<NAMES$} {:>9}  {}", visible(name), percent(*chance), bar(*chance))?;
    }
    writeln!(out)
}

fn bar(chance: f64) -> String {
    // In eighths of a letter.
    let eighths = (chance * BAR * 8.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}

fn percent(chance: f64) -> String {
    format!("{:.3}%", 100.0 * chance)
}
