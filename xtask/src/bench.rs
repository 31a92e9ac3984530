//! Benchmarks: times by criterion, counted instructions by gungraun.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use crate::hand_over;
use crate::project::Project;

/// Runs all benchmarks. Counting instructions needs valgrind, and a runner of gungraun's own, which
/// is installed into the target folder: nothing on the machine is changed.
pub fn run(project: &Project, rest: &[&str]) -> ExitCode {
    let timed: [&[&str]; 3] = [
        &["-p", "rome", "-p", "killteam", "--bench", "speed"],
        &["-p", "killteam", "--bench", "odds"],
        &["-p", "table", "--bench", "sight", "--bench", "moves"],
    ];
    for what in timed {
        let mut command = project.cargo();
        let times = hand_over(command.args(["bench", "--locked"]).args(what).args(rest));
        if times != ExitCode::SUCCESS {
            return times;
        }
    }
    let valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !valgrind.is_ok_and(|status| status.success()) {
        println!("valgrind is not installed: instructions are not counted");
        return ExitCode::SUCCESS;
    }
    let runner = match runner(project) {
        Ok(runner) => runner,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    let mut command = project.cargo();
    let games = ["-p", "rome", "-p", "killteam"];
    command.args(["bench", "--locked"]).args(games).args(["--bench", "instructions"]);
    hand_over(command.env("GUNGRAUN_RUNNER", runner))
}

/// The runner of the version the lock file names, installed if it is not there yet.
fn runner(project: &Project) -> Result<PathBuf, String> {
    let lock = fs::read_to_string(project.path("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock can't be read: {error}"))?;
    let version = locked_version(&lock, "gungraun")
        .ok_or("Cargo.lock names no version of gungraun")?
        .to_string();
    let root = project.path("target/tools");
    let runner = root.join("bin/gungraun-runner");
    let stamp = root.join(format!("gungraun-{version}"));
    if runner.exists() && stamp.exists() {
        return Ok(runner);
    }
    let mut install = project.cargo();
    install.args(["install", "gungraun-runner", "--locked", "--version", &version, "--root"]);
    let status =
        install.arg(&root).status().map_err(|error| format!("can't start cargo: {error}"))?;
    if !status.success() {
        return Err(format!("gungraun-runner {version} could not be installed"));
    }
    fs::write(&stamp, "")
        .map_err(|error| format!("{} can't be written: {error}", stamp.display()))?;
    Ok(runner)
}

/// The version a lock file names for a package.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let start = lock.find(&format!("name = \"{package}\"\n"))?;
    lock[start..].split("version = \"").nth(1)?.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_names_the_version_of_the_package_and_of_no_other() {
        let lock = "[[package]]\nname = \"dice-set\"\nversion = \"2.0.0\"\n\n[[package]]\nname = \
                    \"dice\"\nversion = \"1.2.3\"\n";
        assert_eq!(locked_version(lock, "dice"), Some("1.2.3"));
        assert_eq!(locked_version(lock, "cards"), None);
    }
}
