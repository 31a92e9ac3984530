//! A program of somebody else and what is known of it.

use std::fmt;
use std::io;
use std::path::Path;

use bots::{Spec, SpecError};

use crate::command;
use crate::process::Process;

/// Who can sit at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// A bot of ours, by its name.
    Bot(String),
    /// A program of somebody else.
    Program(Program),
}

/// A program, as it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command line as it was given.
    pub line: String,
    /// The program and what is given to it.
    pub words: Vec<String>,
}

impl Entrant {
    /// The bot of that name, or else the program of that command line.
    pub fn of(text: &str) -> Result<Entrant, String> {
        let text = text.trim();
        match text.parse::<Spec>() {
            Ok(spec) => return Ok(Entrant::Bot(spec.to_string())),
            Err(SpecError::Setting(reason)) => return Err(reason),
            Err(SpecError::Unknown(_)) => {}
        }
        let words = command::split(text)?;
        let program = words.first().ok_or("a bot's name or command is missing")?;
        // Only what is found can be a program: a mistyped name should be called that.
        if !can_be_found(program) {
            let names: Vec<&str> = bots::NAMES.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "\"{program}\" is neither a bot nor a program that can be found; the bots are {}",
                names.join(", ")
            ));
        }
        Ok(Entrant::Program(Program { line: text.into(), words }))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Bot(name) => f.write_str(name),
            Entrant::Program(program) => f.write_str(&program.line),
        }
    }
}

impl Program {
    /// Starts it.
    pub fn start(&self) -> io::Result<Process> {
        Process::start(&self.words)
    }
}

/// Whether there is such a program: at that path, or in the folders where programs are looked for.
fn can_be_found(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let endings = ["", std::env::consts::EXE_SUFFIX];
    std::env::split_paths(&folders)
        .any(|folder| endings.iter().any(|end| folder.join(format!("{program}{end}")).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_bot_first_and_a_command_otherwise() {
        assert_eq!(Entrant::of(" greedy "), Ok(Entrant::Bot("greedy".into())));
        let here = std::env::current_exe().expect("this test is a program");
        let line = format!("'{}' --random", here.display());
        let Ok(Entrant::Program(program)) = Entrant::of(&line) else { panic!("{line}") };
        assert_eq!(program.words[1], "--random");
        let set = "search:ideas=8,simulations=5";
        assert_eq!(
            Entrant::of(set).map(|bot| bot.to_string()),
            Ok("search:simulations=5,ideas=8".into())
        );
        assert!(Entrant::of("search:ideas=x").is_err_and(|error| error.contains("from 1 to 64")));
        for bad in ["greddy", "./no-such-bot", "''", ""] {
            assert!(Entrant::of(bad).is_err(), "{bad}");
        }
        let error = Entrant::of("greddy").unwrap_err();
        assert!(error.contains("greedy"), "{error}");
    }
}
