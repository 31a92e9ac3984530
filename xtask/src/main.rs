//! The project's tasks. `cargo xtask help` lists them; none needs more than Rust, node and npm,
//! and the tests play bots written in Python.

mod audit;
mod bench;
mod checks;
mod engine;
mod page;
mod project;
mod rehash;
mod steps;

use std::process::{Command, ExitCode};

use project::Project;

const HELP: &str = "\
cargo xtask run [ARGS…]         build the page and start the web table; with ARGS: the program with these
cargo xtask test                everything CI checks; the last line is `N passed, N failed`
cargo xtask rules-audit         hold rulebook/*.toml, code, tests and documents against each other
cargo xtask rules-hash GAME     write the hashes in rulebook/GAME.toml from its documents
cargo xtask golden              write the golden records and the schema of the bot protocol anew; say why
                                in the commit
cargo xtask bench [ARGS…]       run the benchmarks: times, and with valgrind at hand instructions
cargo xtask help                this

Documents are looked for in the folder VANGUARD_DOCUMENTS names, then in ../shared/seeds.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let project = Project::find();
    match arguments.as_slice() {
        ["run"] => page::serve(&project),
        ["run", rest @ ..] => {
            page::make_room(&project);
            hand_over(project.cargo().args(["run", "--release", "-p", "cli", "--"]).args(rest))
        }
        ["test"] => checks::run(&project),
        ["rules-audit"] => audit::run(&project),
        ["rules-hash", game] => rehash::run(&project, game),
        ["golden"] => {
            let write = |arguments: &[&str]| {
                let mut command = project.cargo();
                command.args(arguments).arg("--locked").env("UPDATE_GOLDEN", "1");
                hand_over(&mut command)
            };
            match write(&["test", "-p", "games"]) {
                ExitCode::SUCCESS => write(&["test", "-p", "cli", "the_schema_in_the_documents"]),
                failed => failed,
            }
        }
        ["bench", rest @ ..] => bench::run(&project, rest),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

/// Lets a command take over the terminal and ends as it ends.
pub(crate) fn hand_over(command: &mut Command) -> ExitCode {
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.unwrap_or(1))
        }
        Err(error) => {
            eprintln!("can't start {}: {error}", command.get_program().to_string_lossy());
            ExitCode::FAILURE
        }
    }
}
