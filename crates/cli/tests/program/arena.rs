//! `vanguard arena` and `vanguard balance`: runs, their files and what is made of them.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use crate::{Vanguard, text};

/// The lines of a run file, in the order of their text: games end in any order.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

const RUN: [&str; 6] = ["arena", "rome", "greedy", "random", "--games", "120"];

#[test]
fn a_run_that_was_killed_goes_on_and_comes_out_the_same() {
    let vanguard = Vanguard::new();
    let (whole, killed) = (vanguard.path("whole.run"), vanguard.path("killed.run"));
    let run = |path| [&RUN[..], &["--run", path]].concat();
    let mut child = vanguard.command(&run(text(&killed))).spawn().expect("the program starts");
    let began = Instant::now();
    while lines(&killed).len() < 10 && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let kept = lines(&killed).len();
    assert!(kept >= 10, "{kept} lines were kept");
    // As if the last line had been torn.
    let torn = fs::read_to_string(&killed).expect("the file");
    fs::write(&killed, &torn[..torn.trim_end().len() - 3]).expect("it is written");
    vanguard.run(&run(text(&killed))).exits(0).says("120 of 120 games");
    vanguard.run(&[&run(text(&whole))[..], &["--threads", "1"]].concat()).exits(0);
    assert_eq!(lines(&killed), lines(&whole));
    let told = |path| vanguard.run(&["arena", "--resume", path, "--json"]).exits(0).json();
    assert_eq!(told(text(&killed)), told(text(&whole)));
}

#[test]
fn any_game_of_a_run_is_replayed_by_its_number() {
    let vanguard = Vanguard::new();
    let args =
        "balance killteam --teams glass-wall,tallow-flood --bot random --games 6 --run kt.run";
    vanguard.run(&args.split(' ').collect::<Vec<_>>());
    for game in ["0", "3"] {
        let args = ["replay", "kt.run", "--game", game, "--verify", "--save", "one.vanguard.json"];
        vanguard.run(&args).exits(0).says("The replay agrees");
        let args = ["replay", "one.vanguard.json", "--verify", "--bots"];
        vanguard.run(&args).exits(0).says("decisions of bots came out the same again.");
    }
    let record = fs::read_to_string(vanguard.path("one.vanguard.json")).expect("a record");
    // Game 3 is the second of its pair: the sides are changed.
    assert!(record.contains("random@tallow-flood"), "{record}");
    vanguard.run(&["replay", "kt.run", "--game", "6"]).exits(2).complains("games 0 to 5, not 6");
    vanguard.run(&["replay", "kt.run"]).exits(2).complains("--game N");
    // A run that says something else than its game is not believed.
    let run = fs::read_to_string(vanguard.path("kt.run")).expect("the run");
    let lie = run.replace("\"actions\":", "\"actions\":9");
    vanguard.file("lie.run", &lie);
    vanguard.run(&["replay", "lie.run", "--game", "0"]).exits(1).complains("comes out differently");
    vanguard
        .run(&["arena", "--resume", "lie.run"])
        .exits(2)
        .complains("the file or a bot has changed");
    let old = run.replacen("\"rules\":\"", "\"rules\":\"0", 1);
    vanguard.file("old.run", &old);
    vanguard.run(&["arena", "--resume", "old.run"]).exits(2).complains("other rules or data");
    // Only the rules' hash differs, and a run before a change is what one compares with.
    let compare = ["balance", "--resume", "kt.run", "--compare", "old.run"];
    vanguard.run(&compare).says("other rules and data").says("Nothing has changed");
}

#[test]
fn a_run_becomes_tables_a_page_and_parquet() {
    let vanguard = Vanguard::new();
    let args = "balance rome --bot random --games 50 --html r.html --parquet r.parquet --json";
    let balance = vanguard.run(&args.split(' ').collect::<Vec<_>>()).exits(0).json();
    assert_eq!(balance["games"], 50);
    let page = fs::read_to_string(vanguard.path("r.html")).expect("the page");
    let median = balance["turns"]["median"].to_string();
    for part in ["Vanguard: Rome", "<dd>50</dd>", &format!("median {median}"), "Elephant", "<svg"] {
        assert!(page.contains(part), "{part} is missing");
    }
    for outside in ["http:", "https:", "src=", "<script", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let open = |name: &str| {
        let file = File::open(vanguard.path(name)).expect("a file");
        SerializedFileReader::new(file).expect("it is Parquet")
    };
    let games = open("r.parquet");
    assert_eq!(games.metadata().file_metadata().num_rows(), 50);
    let columns = games.metadata().file_metadata().schema_descr();
    let place = |name: &str| {
        columns.columns().iter().position(|column| column.name() == name).expect("a column")
    };
    let (actions, outcome) = (place("actions"), place("outcome"));
    let mut sum = 0;
    for (row, number) in games.get_row_iter(None).expect("rows").zip(0..) {
        let row = row.expect("a row");
        assert_eq!(row.get_long(0).expect("its number"), number);
        assert!(["A", "B", "draw"].contains(&row.get_string(outcome).expect("a text").as_str()));
        sum += row.get_long(actions).expect("a number");
    }
    let mean = balance["actions"]["mean"].as_f64().expect("a number");
    assert_eq!((mean * 50.0).round() as i64, sum);
    assert!(open("r-pieces.parquet").metadata().file_metadata().num_rows() > 500);
}

#[test]
fn a_sequential_test_says_yes_or_no() {
    let vanguard = Vanguard::new();
    let run = |line: &str| vanguard.run(&line.split(' ').collect::<Vec<_>>());
    let test = run("arena rome greedy random --sprt 0,40 --json").exits(0).json();
    assert_eq!(test["test"]["decision"], "yes");
    run("arena rome random greedy --sprt 0,40").exits(1).says("No: not better").says("LLR -");
    run("arena rome random greedy --sprt 0,40 --games 4").exits(1).says("Open");
    run("arena rome greedy random --gauntlet --games 10").exits(0).says("a gauntlet of greedy");
}

#[test]
fn files_that_can_t_be_used_are_told_with_the_reason() {
    let vanguard = Vanguard::new();
    vanguard.file("diary.run", "dear diary\n");
    let run = |line: &str| vanguard.run(&line.split(' ').collect::<Vec<_>>());
    let arena = "arena rome random greedy --games 2";
    run(&format!("{arena} --run diary.run"))
        .exits(2)
        .complains("diary.run: line 1: this is no run");
    run(&format!("{arena} --run no/such.run")).exits(2).complains("no/such.run");
    run(&format!("{arena} --html no/such.html")).exits(2).complains("can't be written");
    run(&format!("{arena} --parquet no/such.parquet")).exits(2).complains("can't be written");
    run(&format!("{arena} --compare none.run")).exits(2).complains("none.run");
    run(&format!("{arena} --run one.run")).exits(0);
    run("arena rome random greedy --games 6 --run one.run").exits(0).says("6 of 6 games");
    run(&format!("{arena} --run one.run")).exits(2).complains("6; asked for: 2");
    run(&format!("{arena} --seed 2 --run one.run")).exits(2).complains("asked for: 2");
    let killteam = "balance killteam --bot random --teams glass-wall,tallow-flood --games 2";
    run(&format!("{killteam} --compare one.run")).exits(2).complains("it is a run of rome");
}
