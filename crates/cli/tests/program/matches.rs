//! `vanguard match`, with the example bots and with programs that misbehave.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::schema::Schema;
use crate::{Ran, Vanguard, text};

/// A file of the project.
fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The command of a Python program.
fn python(path: &str, arguments: &str) -> String {
    let found = Command::new("python3").arg("--version").output().is_ok();
    assert!(found, "python3 is not there: these tests play bots written in Python");
    format!("python3 '{}' {arguments}", project(path).display())
}

fn little_python(arguments: &str) -> String {
    python("examples/bots/python/bot.py", arguments)
}

fn rogue(mode: &str) -> String {
    python("crates/cli/tests/bots/rogue.py", mode)
}

/// The command of the example bot in Rust, which cargo builds with the tests.
fn little_rust() -> String {
    let here = std::env::current_exe().expect("this test is a program");
    let folder = here.parent().and_then(Path::parent).expect("tests are built into a folder");
    let path = folder.join("examples/little-rust").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "build the example bot: cargo build -p cli --example little-rust");
    format!("'{}'", path.display())
}

/// Files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("the folder was written");
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a text"))
    };
    entries.map(|entry| read(entry.expect("an entry").path())).collect()
}

fn verified(vanguard: &Vanguard, folder: &str) -> usize {
    let all = files(&vanguard.path(folder));
    let records = all.keys().filter(|name| name.ends_with(".vanguard.json"));
    records
        .map(|name| {
            let path = vanguard.path(folder).join(name);
            vanguard.run(&["replay", text(&path), "--verify"]).exits(0);
        })
        .count()
}

#[test]
fn the_example_bots_play_every_game_and_do_nothing_wrong() {
    let (python, rust) = (little_python(""), little_rust());
    let vanguard = Vanguard::new();
    for game in ["rome", "killteam"] {
        let run = vanguard.run(&[
            "match",
            game,
            "--bot",
            &python,
            "--bot",
            &rust,
            "--games",
            "6",
            "--seed",
            "3",
            "--json",
            "--records",
            "records",
            "--move-time",
            "60s",
        ]);
        let report = run.exits(0).json();
        assert_eq!(report["games"], 6);
        assert_eq!(report["endings"]["rules"], 6);
        let names = [&report["entrants"][0]["name"], &report["entrants"][1]["name"]];
        assert_eq!(names, ["Little Python", "Little Rust"]);
        for entrant in report["entrants"].as_array().expect("entrants") {
            assert_eq!(entrant["strikes"], serde_json::json!({}));
            assert!(entrant["decisions"].as_u64() > Some(30), "{entrant}");
        }
    }
    assert_eq!(verified(&vanguard, "records"), 12);
}

#[test]
fn four_sit_at_a_table_of_rome_and_change_seats() {
    let (python, rust) = (little_python("--random"), little_rust());
    let vanguard = Vanguard::new();
    let bots = ["--bot", &python, "--bot", "random", "--bot", &rust, "--bot", "greedy"];
    let fixed = ["match", "rome", "--games", "4", "--seed", "9", "--json", "--move-time", "60s"];
    let report = vanguard.run(&[&fixed[..], &bots].concat()).exits(0).json();
    assert_eq!(report["entrants"].as_array().map(Vec::len), Some(4));
    for game in 0..4 {
        // Entrant 0 moves one seat on with every game.
        assert_eq!(report["list"][game]["seats"][game]["entrant"], 0);
    }
}

/// Plays a rogue against a bot of ours and gives back what it did wrong.
fn play_rogue(vanguard: &Vanguard, mode: &str, more: &[&str]) -> (Ran, Value) {
    let bot = rogue(mode);
    let fixed = [
        "match",
        "rome",
        "--mode",
        "first",
        "--bot",
        &bot,
        "--bot",
        "random",
        "--games",
        "2",
        "--seed",
        "4",
        "--json",
        "--records",
        mode,
    ];
    let began = Instant::now();
    let ran = vanguard.run(&[&fixed[..], more].concat());
    assert!(began.elapsed() < Duration::from_mins(2), "{mode} held the match up");
    let report = ran.json();
    (ran, report)
}

#[test]
fn whatever_a_program_does_wrong_is_counted_and_forfeits_at_the_limit() {
    let vanguard = Vanguard::new();
    for (mode, kind) in [
        ("crash", "crashed"),
        ("closed", "crashed"),
        ("children", "crashed"),
        ("illegal", "illegal"),
        ("forbidden", "illegal"),
        ("garbage", "unreadable"),
        ("unknown", "unreadable"),
        ("binary", "unreadable"),
        ("long", "too_long"),
        ("flood", "unreadable"),
        ("chatter", "flood"),
        ("checks", "flood"),
        ("stale", "unasked"),
        ("twice", "unasked"),
    ] {
        let (ran, report) = play_rogue(&vanguard, mode, &["--hello-time", "60s"]);
        ran.exits(1);
        let rogue = &report["entrants"][0];
        assert_eq!(rogue["forfeits"], 2, "{mode}: {report:#}");
        assert_eq!(rogue["losses"], 2, "{mode}");
        // Three to a game; what else was heard of it before it was stopped may be of another kind.
        assert!(rogue["strikes"][kind].as_u64() >= Some(4), "{mode}: {rogue:#}");
        assert_eq!(report["endings"]["forfeit"], 2, "{mode}");
        assert_eq!(verified(&vanguard, mode), 2, "{mode}");
        let notes = files(&vanguard.path(mode));
        assert!(notes["rome-000000.forfeit.json"].contains("strikes"), "{mode}");
    }
}

#[test]
fn whoever_is_slow_silent_or_deaf_is_late_and_never_holds_the_match_up() {
    let vanguard = Vanguard::new();
    for mode in ["silent", "slow", "deaf", "endless"] {
        let more = ["--move-time", "200ms", "--hello-time", "60s"];
        let (ran, report) = play_rogue(&vanguard, mode, &more);
        ran.exits(1);
        let rogue = &report["entrants"][0];
        assert_eq!(rogue["forfeits"], 2, "{mode}: {report:#}");
        assert!(rogue["strikes"]["late"].as_u64() >= Some(2), "{mode}: {rogue:#}");
        assert_eq!(verified(&vanguard, mode), 2, "{mode}");
    }
    // The clock of the game runs down only once, and there is no second chance.
    let (_, report) = play_rogue(&vanguard, "silent", &["--time", "300ms+10ms"]);
    assert_eq!(report["list"][0]["forfeits"][0]["reason"], "its clock ran down");
}

#[test]
fn whoever_never_comes_to_the_table_stops_the_match() {
    let vanguard = Vanguard::new();
    for (mode, kind) in
        [("never", "crashed"), ("mute", "silent"), ("unready", "silent"), ("version", "version")]
    {
        let more =
            if kind == "silent" { ["--hello-time", "500ms"] } else { ["--hello-time", "60s"] };
        let (ran, report) = play_rogue(&vanguard, mode, &more);
        ran.exits(1).complains("the match was stopped");
        assert_eq!(report["games"], 1, "{mode}");
        assert_eq!(report["entrants"][0]["strikes"][kind], 3, "{mode}: {report:#}");
    }
}

#[test]
fn what_is_wrong_before_a_game_is_answered_and_counted_too() {
    let vanguard = Vanguard::new();
    // A hello that can't be read is told so at once; none other comes.
    let (ran, report) = play_rogue(&vanguard, "quoted", &["--hello-time", "500ms"]);
    ran.exits(1).complains("the match was stopped");
    let strikes = &report["entrants"][0]["strikes"];
    assert_eq!(strikes["unreadable"], 2, "{report:#}");
    assert_eq!(strikes["silent"], 1, "{report:#}");
    // Two strikes are no forfeit.
    for (mode, count) in [("eager", 2), ("astray", 2)] {
        let (ran, report) = play_rogue(&vanguard, mode, &["--hello-time", "60s"]);
        ran.exits(0);
        assert_eq!(report["entrants"][0]["strikes"]["unasked"], count, "{mode}: {report:#}");
    }
}

#[test]
fn what_is_odd_but_not_wrong_is_played_on() {
    let vanguard = Vanguard::new();
    for mode in ["text", "stderr", "stays"] {
        let (ran, report) = play_rogue(&vanguard, mode, &["--hello-time", "60s"]);
        ran.exits(0);
        assert_eq!(report["entrants"][0]["strikes"], serde_json::json!({}), "{mode}");
    }
    let (ran, report) = play_rogue(&vanguard, "once", &["--hello-time", "60s"]);
    ran.exits(0);
    assert_eq!(report["entrants"][0]["strikes"]["illegal"], 1, "only in its first game");
    let (ran, report) = play_rogue(&vanguard, "resign", &["--hello-time", "60s"]);
    ran.exits(1);
    assert_eq!(report["entrants"][0]["strikes"], serde_json::json!({}));
    assert_eq!(report["list"][0]["forfeits"][0]["reason"], "it resigned");
}

#[test]
fn of_three_the_others_play_on_when_one_forfeits() {
    let vanguard = Vanguard::new();
    let bot = rogue("illegal");
    let ran = vanguard.run(&[
        "match",
        "rome",
        "--bot",
        "greedy",
        "--bot",
        &bot,
        "--bot",
        "random",
        "--seed",
        "2",
        "--json",
        "--records",
        "records",
    ]);
    let report = ran.exits(1).json();
    assert_eq!(report["endings"]["rules"], 1);
    assert_eq!(report["entrants"][1]["losses"], 1);
    assert!(report["list"][0]["lots"].as_u64() > Some(0));
    assert_eq!(verified(&vanguard, "records"), 1);
}

#[test]
fn the_same_seed_gives_the_same_records_and_bots_of_ours_play_as_in_sim() {
    let vanguard = Vanguard::new();
    let bot = little_python("");
    for (folder, threads) in [("one", "1"), ("two", "2")] {
        let ran = vanguard.run(&[
            "match",
            "rome",
            "--bot",
            &bot,
            "--bot",
            "greedy",
            "--games",
            "6",
            "--seed",
            "11",
            "--records",
            folder,
            "--threads",
            threads,
            "--move-time",
            "60s",
        ]);
        ran.exits(0).says("Little Python");
    }
    assert_eq!(files(&vanguard.path("one")), files(&vanguard.path("two")));
    let ours = ["--games", "4", "--seed", "7", "--records"];
    let bots = ["match", "rome", "--bot", "greedy", "--bot", "random"];
    vanguard.run(&[&bots[..], &ours, &["match"]].concat()).exits(0);
    let bots = ["sim", "rome", "--bots", "greedy,random"];
    vanguard.run(&[&bots[..], &ours, &["sim"]].concat()).exits(0);
    assert_eq!(files(&vanguard.path("match")), files(&vanguard.path("sim")));
}

#[test]
fn a_program_is_told_neither_the_seed_nor_what_others_hold() {
    let vanguard = Vanguard::new();
    let bot = little_python("");
    let seed = "d6b1b9b0f6e54b0f8f7c6f0f5a3e9a1c7b2d4e6f8091a2b3c4d5e6f708192a3b";
    let ran = vanguard.run(&[
        "match",
        "rome",
        "--bot",
        &bot,
        "--bot",
        "random",
        "--seed",
        seed,
        "--transcripts",
        "said",
        "--json",
        "--fixed-seats",
    ]);
    let report = ran.exits(0).json();
    let dice = report["list"][0]["seed"].as_str().expect("the seed of the game");
    let said = &files(&vanguard.path("said"))["rome-000000-A.txt"];
    assert!(!said.contains(seed) && !said.contains(dice));
    let mut dealt = 0;
    for line in said.lines().filter_map(|line| line.strip_prefix("> ")) {
        let message: Value = serde_json::from_str(line).expect("every line is JSON");
        for told in message["opening"].as_array().into_iter().flatten() {
            let event = &told["event"]["dealt"];
            dealt += usize::from(event["seat"] == "B");
            assert!(event["seat"] != "B" || event["kind"].is_null(), "{told}");
        }
    }
    assert_eq!(dealt, 10, "the others' cards are told without their kinds");
}

#[test]
fn wrong_use_is_told_in_words() {
    let vanguard = Vanguard::new();
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        vanguard.run(&[&["match"], &words[..]].concat())
    };
    run("rmoe --bot random").exits(2).complains("did you mean \"rome\"?");
    run("rome").exits(2).complains("--bot");
    run("rome --bot greddy").exits(2).complains("neither a bot nor a program");
    run("rome --bot greddy").exits(2).complains("random, greedy");
    run("rome --bot ./no-such-bot").exits(2).complains("can be found");
    run("rome --bot 'open --bot random").exits(2).complains("not closed");
    run("rome --players 2 --bot random --bot random --bot random").exits(2).complains("2 seats");
    run("rome --bot random --time 0s").exits(2).complains("--time");
    run("rome --bot random --move-time soon").exits(2).complains("is no time");
    run("rome --bot random --teams a,b").exits(2).complains("no teams");
    run("rome --bot random --games 0").exits(2);
}

/// Where the documents are compared with what the program does, and written anew if that is wanted.
fn agrees(path: &str, now: &str) {
    let path = project(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, now).expect("the document can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == now, "{} is out of date: cargo xtask golden writes it", path.display());
}

#[test]
fn the_schema_in_the_documents_is_that_of_the_types_and_real_lines_keep_it() {
    let vanguard = Vanguard::new();
    let ran = vanguard.run(&["match", "--schema"]);
    agrees("docs/bot-protocol.schema.json", &ran.exits(0).out);
    let schema = Schema(ran.json());
    let (python, once) = (little_python(""), rogue("once"));
    for game in ["rome", "killteam"] {
        vanguard.run(&[
            "match",
            game,
            "--bot",
            &python,
            "--bot",
            &once,
            "--seed",
            "5",
            "--transcripts",
            game,
        ]);
        for said in files(&vanguard.path(game)).values() {
            for line in said.lines() {
                let way = if line.starts_with('>') { "to_bot" } else { "from_bot" };
                let message = serde_json::from_str(&line[2..]).expect("every line is JSON");
                let fits = schema.fits(&format!("/$defs/{game}/{way}"), &message);
                assert!(fits.is_ok(), "{}: {line}", fits.unwrap_err());
            }
        }
    }
}

/// The transcripts in the document, each after the command it comes from.
fn transcripts(document: &str) -> Vec<(String, Vec<String>)> {
    let blocks = document.split("```").skip(1).step_by(2);
    let mut found = Vec::new();
    for block in blocks {
        let Some(command) = block.lines().find_map(|line| line.strip_prefix("$ vanguard ")) else {
            continue;
        };
        let said = |line: &&str| line.starts_with("> ") || line.starts_with("< ");
        let lines: Vec<String> = block.lines().filter(said).map(Into::into).collect();
        if !lines.is_empty() {
            found.push((command.into(), lines));
        }
    }
    found
}

#[test]
fn the_smallest_bot_of_the_document_plays() {
    let document = std::fs::read_to_string(project("docs/bot-protocol.md")).expect("the document");
    let (_, rest) = document.split_once("```python\n").expect("a bot in Python");
    let (code, _) = rest.split_once("```").expect("the end of the bot");
    let vanguard = Vanguard::new();
    vanguard.file("smallest.py", code);
    for game in ["rome", "killteam"] {
        let bot = ["--bot", "python3 smallest.py", "--bot", "random", "--move-time", "60s"];
        let ran = vanguard.run(&[&["match", game, "--games", "2", "--json"], &bot[..]].concat());
        assert_eq!(ran.exits(0).json()["entrants"][0]["strikes"], serde_json::json!({}));
    }
}

/// Whether the parts of a line between its dots come in this order in another.
fn abridges(short: &str, long: &str) -> bool {
    let mut rest = long;
    short.split('…').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[test]
fn the_transcripts_in_the_document_are_what_the_program_says() {
    let document = std::fs::read_to_string(project("docs/bot-protocol.md")).expect("the document");
    let all = transcripts(&document);
    assert_eq!(all.len(), 2);
    for (command, lines) in all {
        let vanguard = Vanguard::new();
        let mut words = Vec::new();
        for (index, part) in command.split('"').enumerate() {
            // Quotes keep a bot's command together; its file is the project's.
            match index % 2 {
                0 => words.extend(part.split_whitespace().map(String::from)),
                _ => words.push(part.into()),
            }
        }
        let folder = vanguard.path("said");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut program =
            vanguard.command(&[&words[..], &["--transcripts", text(&folder)]].concat());
        let done = program.current_dir(project("")).output().expect("the program runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let said = &files(&folder)["rome-000000-A.txt"];
        let mut real = said.lines();
        for line in lines {
            let found = real.any(|long| abridges(&line, long));
            assert!(found, "this is not said any more, or not in this order:\n{line}\n{said}");
        }
    }
}
