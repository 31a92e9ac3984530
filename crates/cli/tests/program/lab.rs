//! `vanguard lab`.

use std::path::{Path, PathBuf};

use crate::{Vanguard, text};

const HOLDS: &str = r#"
game = "rome"
[[case]]
name = "All arrange at the same time"
seed = 7
[case.then]
awaiting = ["A", "B"]
outcome = "none"
"#;

const FAILS: &str = r#"
game = "rome"
[[case]]
name = "A arranges alone"
seed = 7
[case.then]
awaiting = "A"
"#;

#[test]
fn cases_that_hold_exit_with_0() {
    let vanguard = Vanguard::new();
    let file = vanguard.file("fine.toml", HOLDS);
    let ran = vanguard.run(&["lab", text(&file)]);
    ran.exits(0).says("holds   All arrange").says("1 case: 1 hold, 0 fail, 0 broken");
    assert!(!ran.out.contains('\x1b'), "no colour in a pipe");
}

#[test]
fn a_failing_case_exits_with_1_and_tells_all_there_is_to_know() {
    let vanguard = Vanguard::new();
    let (fine, bad) = (vanguard.file("fine.toml", HOLDS), vanguard.file("bad.toml", FAILS));
    vanguard
        .run(&["lab", text(&fine), text(&bad)])
        .exits(1)
        .says("FAILS   A arranges alone")
        .says("line 7, then.awaiting")
        .says("expected  the game waits for A")
        .says("happened  it waits for A, B")
        .says("2 cases: 1 hold, 1 fail, 0 broken");
}

#[test]
fn what_is_written_wrongly_exits_with_2() {
    let vanguard = Vanguard::new();
    let broken = HOLDS.replace("awaiting", "avaiting");
    let file = vanguard.file("broken.toml", &broken);
    let ran = vanguard.run(&["lab", text(&file)]);
    ran.exits(2).says("broken.toml:7").says("did you mean \"awaiting\"?");
    vanguard.run(&["lab", "nowhere.toml"]).exits(2).complains("nowhere.toml can't be read");
    vanguard.run(&["lab"]).exits(2);
}

#[test]
fn json_is_one_document() {
    let vanguard = Vanguard::new();
    let (fine, bad) = (vanguard.file("fine.toml", HOLDS), vanguard.file("bad.toml", FAILS));
    let ran = vanguard.run(&["lab", "--json", text(&fine), text(&bad)]);
    let json = ran.exits(1).json();
    assert_eq!(json["ok"], false);
    assert_eq!(json["files"][0]["cases"][0]["verdict"]["verdict"], "holds");
    assert_eq!(json["files"][1]["cases"][0]["verdict"]["reasons"][0]["line"], 7);
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All TOML files in a folder and the folders in it.
fn lab_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            lab_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
}

#[test]
fn the_lab_files_of_the_repository_hold() {
    let mut files = Vec::new();
    lab_files(&repository().join("lab"), &mut files);
    assert!(!files.is_empty(), "there are lab files");
    let mut args = vec!["lab"];
    args.extend(files.iter().map(|path| text(path)));
    Vanguard::new().run(&args).exits(0);
}

#[test]
fn the_worked_examples_of_the_reference_hold() {
    let reference = std::fs::read_to_string(repository().join("docs/lab.md")).expect("docs/lab.md");
    let blocks = reference.split("```toml\n").skip(1).filter_map(|block| block.split("```").next());
    let vanguard = Vanguard::new();
    let mut examples = 0;
    // Blocks with an ellipsis only show a form.
    for block in blocks.filter(|block| block.starts_with("game") && !block.contains('…')) {
        let file = vanguard.file("example.toml", block);
        vanguard.run(&["lab", text(&file)]).exits(0);
        examples += 1;
    }
    assert!(examples > 0, "there is no worked example");
}
