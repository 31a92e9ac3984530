//! The lab: positions with scripted dice, actions, and what must follow.
//!
//! A lab file is how a rule is tried out, how a bug is reported and how a test is written without
//! Rust. `docs/lab.md` is its reference. [`LabFile::parse`] reads what every game's cases have in
//! common; the game reads its own actions, rolls and pictures when a case is run.

mod dice;
mod file;
mod read;
mod report;
mod run;
#[cfg(test)]
mod tests;
mod tree;

pub use file::LabFile;
pub use report::{CaseReport, Failure, LabReport, Verdict};
pub(crate) use run::run_cases;

use crate::AnyGame;

/// Runs all cases of a lab file. `name` is the file's name, for messages.
pub fn run_text(name: &str, text: &str) -> LabReport {
    run_with(name, text, crate::find)
}

/// The same among other games: tests have their own.
fn run_with(
    name: &str,
    text: &str,
    find: impl FnOnce(&str) -> Result<&'static dyn AnyGame, String>,
) -> LabReport {
    let report = |game, faults, cases| LabReport { file: name.into(), game, faults, cases };
    let file = match LabFile::parse(name, text) {
        Ok(file) => file,
        Err(faults) => return report(None, faults, Vec::new()),
    };
    let game = Some(file.game.text.clone());
    match find(&file.game.text) {
        Ok(found) => report(game, Vec::new(), found.lab(&file)),
        Err(reason) => {
            report(game, vec![format!("{name}:{}: game: {reason}", file.game.line)], Vec::new())
        }
    }
}
