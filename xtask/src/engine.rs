//! The engine for WebAssembly: built once, for the parity check and for the page.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::project::Project;
use crate::steps::{Tally, check};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds it, fetching the target first if the toolchain lacks it.
pub fn build(project: &Project) -> Tally {
    if !has_target(project) {
        println!("the toolchain has no {TARGET}; asking rustup for it");
        let _ = check(project.command("rustup").args(["target", "add", TARGET]));
    }
    let mut build = project.cargo();
    build.args(["build", "-p", "wasm", "--target", TARGET, "--profile", "wasm", "--locked"]);
    check(&mut build)
}

/// Where it was built.
pub fn file(project: &Project) -> Option<PathBuf> {
    Some(target_folder(project)?.join(TARGET).join("wasm").join("wasm.wasm"))
}

/// Lays it where the page's build looks for it.
pub fn lay_out(project: &Project) -> Tally {
    let Some(from) = file(project) else {
        println!("can't find out where cargo builds");
        return Tally::one(false);
    };
    let folder = project.path("web/engine");
    let copied =
        fs::create_dir_all(&folder).and_then(|()| fs::copy(&from, folder.join("engine.wasm")));
    if let Err(error) = &copied {
        println!("can't copy {} into {}: {error}", from.display(), folder.display());
    }
    Tally::one(copied.is_ok())
}

/// Where cargo builds, which settings can move.
pub fn target_folder(project: &Project) -> Option<PathBuf> {
    let mut command = project.cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps", "--locked"]);
    let metadata: serde_json::Value = serde_json::from_str(&output_of(&mut command)?).ok()?;
    metadata["target_directory"].as_str().map(PathBuf::from)
}

/// Whether the standard library for WebAssembly is there, with or without rustup.
fn has_target(project: &Project) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = project.command(rustc);
    command.args(["--print", "target-libdir", "--target", TARGET]);
    output_of(&mut command).is_some_and(|folder| PathBuf::from(folder.trim()).is_dir())
}

/// What a program prints, if it ends well.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::inherit()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
