//! The page: its packages, its build, and its tests in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::engine;
use crate::hand_over;
use crate::project::Project;
use crate::steps::{Tally, check, count};

/// The page's build is embedded into the program, so its folder must be there even when it is empty.
pub fn make_room(project: &Project) {
    let _ = fs::create_dir_all(project.path("web/dist"));
}

/// Fetches the page's packages as the lock names them, unless they are there already.
pub fn packages(project: &Project) -> Tally {
    let lock = fs::read(project.path("web/package-lock.json")).unwrap_or_default();
    let mark = project.path("web/node_modules/.vanguard-lock");
    if !lock.is_empty() && fs::read(&mark).is_ok_and(|installed| installed == lock) {
        println!("the packages are those of the lock");
        return Tally::one(true);
    }
    let installed = check(npm(project).args(["ci", "--no-audit", "--no-fund"]));
    if installed.failed == 0 {
        let _ = fs::write(mark, lock);
    }
    installed
}

/// Lays the engine out and builds the page into `web/dist`.
pub fn build(project: &Project) -> Tally {
    match engine::lay_out(project) {
        Tally { failed: 0, .. } => check(npm(project).args(["run", "--silent", "build"])),
        failed => failed,
    }
}

/// Types of scripts and components.
pub fn types(project: &Project) -> Tally {
    check(npm(project).args(["run", "--silent", "check"]))
}

/// The tests that need no browser; they count themselves.
pub fn tests(project: &Project) -> Tally {
    count(npm(project).args(["run", "--silent", "test"]), Tally::of_task)
}

/// Whole games and pages in a browser, against the program as the tests built it.
pub fn browser(project: &Project) -> Tally {
    let Some(target) = engine::target_folder(project) else {
        println!("can't find out where cargo builds");
        return Tally::one(false);
    };
    let Some(chromium) = chromium(project) else {
        println!("there is no Chromium: install it, or name it in CHROMIUM");
        return Tally::one(false);
    };
    let program = target.join("debug/vanguard");
    // The tests have built it. Building the one package alone would choose other features, and build all anew.
    if !program.exists() && check(project.cargo().args(["build", "--locked"])).failed > 0 {
        return Tally::one(false);
    }
    let mut run = npm(project);
    run.args(["run", "--silent", "e2e"])
        .env("CHROMIUM", chromium)
        .env("VANGUARD_BIN", program)
        .env("VANGUARD_SHOTS", target.join("screenshots"));
    count(&mut run, Tally::of_task)
}

/// Builds engine and page and starts the server.
pub fn serve(project: &Project) -> ExitCode {
    make_room(project);
    for step in [packages, engine::build, build] {
        if step(project).failed > 0 {
            return ExitCode::FAILURE;
        }
    }
    hand_over(project.cargo().args(["run", "--release", "-p", "cli", "--", "serve"]))
}

/// The browser for the tests: the one named, the system's, or, for root on Debian, a fresh one.
fn chromium(project: &Project) -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let find = || {
        let mut places = named.iter().cloned().chain(known.iter().map(PathBuf::from));
        places.find(|place| place.exists())
    };
    find().or_else(|| {
        install(project, "chromium");
        find()
    })
}

/// Makes sure that Debian's database server is at hand for the server's tests, where it can be installed.
pub fn database(project: &Project) {
    let there = fs::read_dir("/usr/lib/postgresql").is_ok_and(|mut versions| {
        versions.any(|one| one.is_ok_and(|one| one.path().join("bin/initdb").exists()))
    });
    if !there {
        install(project, "postgresql");
    }
}

/// Installs a package of Debian's, if we may.
fn install(project: &Project, package: &str) {
    if !Path::new("/usr/bin/apt-get").exists() || !is_root(project) {
        return;
    }
    println!("installing Debian's {package}");
    let apt = |arguments: &[&str]| {
        let mut command = project.command("apt-get");
        check(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let wanted = ["install", "--yes", package];
    if apt(&wanted).failed > 0 && apt(&["update"]).failed == 0 {
        let _ = apt(&wanted);
    }
}

fn is_root(project: &Project) -> bool {
    let user = project.command("id").arg("-u").output();
    user.is_ok_and(|user| user.stdout.trim_ascii() == b"0")
}

fn npm(project: &Project) -> Command {
    let mut command = project.command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(project.path("web"));
    command
}
