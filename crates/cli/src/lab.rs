//! `vanguard lab`: positions with scripted dice and what must follow.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use games::lab::{LabReport, Verdict, run_text};
use serde::Serialize;

use crate::failure::{Failure, read};
use crate::text::{BAD, BOLD, GOOD, WARNING, count, styled};

/// Tries out positions with scripted dice and says whether what must follow follows
///
/// A lab file is described in docs/lab.md. The exit code is 0 when all cases hold, 1 when one
/// fails, 2 when one is written wrongly.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The lab files (TOML)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

/// What came of all files.
#[derive(Serialize)]
struct Summary {
    ok: bool,
    held: usize,
    failed: usize,
    broken: usize,
    files: Vec<LabReport>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut reports = Vec::new();
    for path in &args.files {
        let text = read(path)?;
        reports.push(run_text(&path.display().to_string(), &text));
    }
    let total = |count: fn(&LabReport) -> usize| reports.iter().map(count).sum();
    let summary = Summary {
        ok: reports.iter().all(LabReport::holds),
        held: total(LabReport::held),
        failed: total(LabReport::failed),
        broken: total(|report| report.broken() + usize::from(!report.faults.is_empty())),
        files: reports,
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        let json = serde_json::to_string_pretty(&summary).map_err(std::io::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        write_summary(&mut out, &summary)?;
    }
    out.flush()?;
    Ok(match &summary {
        Summary { ok: true, .. } => ExitCode::SUCCESS,
        Summary { broken: 0, .. } => ExitCode::from(1),
        _ => ExitCode::from(2),
    })
}

fn write_summary(out: &mut impl Write, summary: &Summary) -> Result<(), Failure> {
    for report in &summary.files {
        writeln!(out, "{}", styled(BOLD, &report.file))?;
        for fault in &report.faults {
            writeln!(out, "{}  {fault}", styled(WARNING, "broken"))?;
        }
        for case in &report.cases {
            let text = case.to_string();
            let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
            let style = match case.verdict {
                Verdict::Holds => GOOD,
                Verdict::Fails(_) => BAD,
                Verdict::Broken(_) => WARNING,
            };
            writeln!(out, "{} {rest}", styled(style, word))?;
        }
    }
    let Summary { held, failed, broken, .. } = summary;
    let cases = count(summary.files.iter().map(|report| report.cases.len()).sum(), "case");
    writeln!(out, "{cases}: {held} hold, {failed} fail, {broken} broken")?;
    Ok(())
}
