//! Why a command failed, and the exit code for it.

use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The answer is "no".
    No(String),
    /// Wrong use: of the program, or of a file given to it.
    Use(String),
    /// Input or output broke off.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

impl From<arena::BatchError> for Failure {
    fn from(error: arena::BatchError) -> Self {
        Failure::Use(error.to_string())
    }
}

/// The exit code of a command; what failed is told on standard error.
pub fn code(command: &str, result: Result<ExitCode, Failure>) -> ExitCode {
    let (code, message) = match result {
        Ok(code) => return code,
        // Whoever reads the output has seen enough, as `head` does.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Failure::Io(error)) => (2, format!("the output can't be written: {error}")),
        Err(Failure::No(message)) => (1, message),
        Err(Failure::Use(message)) => (2, message),
    };
    anstream::eprintln!("vanguard {command}: {message}");
    ExitCode::from(code)
}

/// A file's text.
pub fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path)
        .map_err(|error| Failure::Use(format!("{} can't be read: {error}", path.display())))
}

/// The text of a file that an option names.
pub fn file(name: &str) -> Result<String, String> {
    std::fs::read_to_string(name).map_err(|error| format!("{name} can't be read: {error}"))
}
