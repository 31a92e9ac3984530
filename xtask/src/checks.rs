//! Everything CI checks, in one command that asks nothing.

use std::process::ExitCode;

use crate::project::Project;
use crate::steps::{Steps, Tally, check, count};
use crate::{audit, engine, page};

/// The task: takes all steps, whatever fails on the way, and ends with the totals.
pub fn run(project: &Project) -> ExitCode {
    let mut steps = Steps::default();
    let cargo = |arguments: &[&str]| {
        let mut command = project.cargo();
        command.args(arguments);
        command
    };
    page::make_room(project);
    steps.take("format", || check(&mut cargo(&["fmt", "--all", "--check"])));
    // The page comes first: the program has it embedded and is then compiled only once.
    let engine = steps.take("WebAssembly build", || engine::build(project));
    let packages = steps.take("page packages", || page::packages(project));
    let page = if packages && engine {
        steps.take("page types", || page::types(project));
        steps.take("page tests", || page::tests(project));
        steps.take("page build", || page::build(project))
    } else {
        steps.skip("page build", "the engine or the packages are missing");
        false
    };
    steps.take("lints", || {
        let what = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
        check(&mut cargo(&what))
    });
    steps.take("python3", || check(project.command("python3").arg("--version")));
    page::database(project);
    steps.take("tests", || {
        let what = ["test", "--workspace", "--locked", "--no-fail-fast"];
        count(&mut cargo(&what), Tally::of_harness)
    });
    steps.take("rules audit", || audit_rules(project));
    steps.take("documentation", || {
        let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
        check(command.env("RUSTDOCFLAGS", "-D warnings"))
    });
    if engine {
        steps.take("golden records in WebAssembly", || replay_in_wasm(project));
    } else {
        steps.skip("golden records in WebAssembly", "the WebAssembly build failed");
    }
    if page {
        steps.take("browser tests", || page::browser(project));
    } else {
        steps.skip("browser tests", "there is no page");
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
    let Some(engine) = engine::file(project) else {
        println!("can't find out where cargo builds");
        return Tally::one(false);
    };
    let mut command = project.command("node");
    command.arg("xtask/parity.mjs").arg(engine);
    count(command.args(records.iter().map(|record| &record.path)), Tally::of_task)
}
