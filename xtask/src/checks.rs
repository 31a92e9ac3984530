//! Everything CI checks, in one command that asks nothing.

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use crate::audit;
use crate::project::Project;
use crate::steps::{Steps, Tally, check, count};

const WASM: &str = "wasm32-unknown-unknown";

/// The task: takes all steps, whatever fails on the way, and ends with the totals.
pub fn run(project: &Project) -> ExitCode {
    let mut steps = Steps::default();
    let cargo = |arguments: &[&str]| {
        let mut command = project.cargo();
        command.args(arguments);
        command
    };
    steps.take("format", || check(&mut cargo(&["fmt", "--all", "--check"])));
    steps.take("lints", || {
        let what = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
        check(&mut cargo(&what))
    });
    steps.take("python3", || check(project.command("python3").arg("--version")));
    steps.take("tests", || {
        let what = ["test", "--workspace", "--locked", "--no-fail-fast"];
        count(&mut cargo(&what), Tally::of_harness)
    });
    steps.take("rules audit", || audit_rules(project));
    steps.take("documentation", || {
        let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
        check(command.env("RUSTDOCFLAGS", "-D warnings"))
    });
    if steps.take("WebAssembly build", || build_wasm(project)) {
        steps.take("golden records in WebAssembly", || replay_in_wasm(project));
    } else {
        steps.skip("golden records in WebAssembly", "the WebAssembly build failed");
    }
    println!("\n{steps}");
    if steps.total().failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn audit_rules(project: &Project) -> Tally {
    match audit::audit_project(project) {
        Ok(report) => {
            print!("{report}");
            Tally::one(report.faults.is_empty())
        }
        Err(error) => {
            println!("the audit can't read the project: {error}");
            Tally::one(false)
        }
    }
}

/// Builds the engine for WebAssembly, fetching the target first if the toolchain lacks it.
fn build_wasm(project: &Project) -> Tally {
    if !has_wasm_target(project) {
        println!("the toolchain has no {WASM}; asking rustup for it");
        let _ = check(project.command("rustup").args(["target", "add", WASM]));
    }
    let mut build = project.cargo();
    build.args(["build", "-p", "wasm", "--target", WASM, "--profile", "wasm", "--locked"]);
    check(&mut build)
}

/// Whether the standard library for WebAssembly is there, with or without rustup.
fn has_wasm_target(project: &Project) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = project.command(rustc);
    command.args(["--print", "target-libdir", "--target", WASM]);
    output_of(&mut command).is_some_and(|folder| PathBuf::from(folder.trim()).is_dir())
}

/// Replays the golden records with the engine in node; each record is a check.
fn replay_in_wasm(project: &Project) -> Tally {
    let records = match project.text_files("golden", ".vanguard.json") {
        Ok(records) if !records.is_empty() => records,
        Ok(_) => {
            println!("there are no golden records: make them with cargo xtask golden");
            return Tally::one(false);
        }
        Err(error) => {
            println!("can't read the golden records: {error}");
            return Tally::one(false);
        }
    };
    let Some(target) = target_folder(project) else {
        println!("can't find out where cargo builds");
        return Tally::one(false);
    };
    let mut command = project.command("node");
    command.arg("xtask/parity.mjs").arg(target.join(WASM).join("wasm").join("wasm.wasm"));
    count(command.args(records.iter().map(|record| &record.path)), Tally::of_task)
}

/// Where cargo builds, which settings can move.
fn target_folder(project: &Project) -> Option<PathBuf> {
    let mut command = project.cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps", "--locked"]);
    let metadata: serde_json::Value = serde_json::from_str(&output_of(&mut command)?).ok()?;
    metadata["target_directory"].as_str().map(PathBuf::from)
}

/// What a program prints, if it ends well.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::inherit()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
