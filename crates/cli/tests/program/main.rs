//! The real program, run as people run it.

mod arena;
mod lab;
mod matches;
mod odds;
mod play;
mod replay;
mod roster;
mod rules;
mod schema;
mod serve;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The program with a data folder of its own.
struct Vanguard {
    home: TempDir,
}

/// What came of a run.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Vanguard {
    fn new() -> Self {
        Vanguard { home: TempDir::new().expect("a folder") }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vanguard"));
        command.args(args).current_dir(self.home.path()).env("XDG_DATA_HOME", self.home.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    fn run_with(&self, args: &[&str], input: &str) -> Ran {
        let mut child = self.command(args).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_owned();
        // The program may end before it has read everything: that is no fault of the test.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
        writer.join().expect("the writer ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        Ran { code: status.code(), out: text(stdout), err: text(stderr) }
    }

    /// Writes a file into the program's current folder.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.home.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// The matches kept in the data folder.
    fn kept(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path("vanguard")).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    }
}

impl Ran {
    #[track_caller]
    fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "\n{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn says(&self, text: &str) -> &Self {
        assert!(self.out.contains(text), "{text}\nis missing in\n{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn complains(&self, text: &str) -> &Self {
        assert!(self.err.contains(text), "{text}\nis missing in\n{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).expect("one JSON document on standard output")
    }
}

/// A path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().expect("test paths are UTF-8")
}

/// Input that takes the first choice again and again: `y` answers warnings, and is refused where
/// there is none.
fn first_choices() -> String {
    "1\ny\n".repeat(20_000)
}

#[test]
fn wrong_use_exits_with_2_and_help_with_0() {
    let vanguard = Vanguard::new();
    vanguard.run(&["fly"]).exits(2).complains("unrecognized subcommand");
    vanguard.run(&["play"]).exits(2);
    vanguard.run(&["play", "rome", "--nonsense"]).exits(2);
    vanguard.run(&["--help"]).exits(0).says("Commands:");
    vanguard.run(&["--version"]).exits(0).says("vanguard 0");
}

#[test]
fn an_unknown_game_is_named_with_what_was_probably_meant() {
    let vanguard = Vanguard::new();
    for command in ["play", "rules", "sim", "balance"] {
        vanguard.run(&[command, "rmoe"]).exits(2).complains("did you mean \"rome\"?");
    }
    vanguard.run(&["play", "backgammon"]).exits(2).complains("there are: rome");
}
