//! Every lab file of the project holds.

use std::path::{Path, PathBuf};

fn lab_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the lab folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            lab_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn all_lab_cases_hold() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../lab");
    let mut files = Vec::new();
    lab_files(&folder, &mut files);
    files.sort();
    assert!(!files.is_empty(), "there are lab files");
    let mut faults = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let report = games::lab::run_text(&name, &text);
        if !report.holds() {
            faults.push(format!("{report:#?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
