//! `vanguard replay`.

use std::path::PathBuf;

use crate::{Vanguard, text};

/// The record of a whole match of bots.
fn record(vanguard: &Vanguard) -> PathBuf {
    let path = vanguard.path("match.vanguard.json");
    let args = ["play", "rome", "--seats", "random,random", "--seed", "5", "--mode", "first"];
    vanguard.run(&[&args[..], &["--save", text(&path)]].concat()).exits(0);
    path
}

#[test]
fn a_record_is_told_verified_and_cut() {
    let vanguard = Vanguard::new();
    let path = record(&vanguard);
    let path = text(&path);
    vanguard.run(&["replay", path]).exits(0).says("seed 5").says("The replay agrees");
    let ran = vanguard.run(&["replay", path, "--verify"]);
    ran.exits(0).says("The replay agrees");
    assert!(ran.out.lines().count() <= 2, "only the verdict:\n{}", ran.out);
    vanguard
        .run(&["replay", path, "--at", "2"])
        .exits(0)
        .says("After 2 actions of ")
        .says("--resume")
        .says("--at 2");
    vanguard.run(&["replay", path, "--at", "999999"]).exits(2).complains("actions, not 999999");
}

#[test]
fn the_seed_is_held_against_what_was_published_of_it() {
    let vanguard = Vanguard::new();
    let path = record(&vanguard);
    let seed = |number: u64| kernel::Commitment::of(&kernel::Seed::from(number)).to_string();
    let verify = |path: &str, commitment: &str| {
        vanguard.run(&["replay", path, "--verify", "--commitment", commitment])
    };
    verify(text(&path), &seed(5)).exits(0).says("the one that was committed to");
    verify(text(&path), &seed(6)).exits(1).complains("not the one that was committed to");
    verify(text(&path), "sha256:12").exits(2).complains("64 hexadecimal digits");
    // A record that carries it is held against it without being asked.
    let json = std::fs::read_to_string(&path).expect("the record");
    let carrying = |commitment: &str| {
        let field = format!("\"seed\": \"5\",\n  \"commitment\": \"{commitment}\"");
        json.replacen("\"seed\": \"5\"", &field, 1)
    };
    let good = vanguard.file("good.vanguard.json", &carrying(&seed(5)));
    vanguard.run(&["replay", text(&good), "--verify"]).exits(0).says(&seed(5));
    let told = vanguard.run(&["replay", text(&good), "--json"]).exits(0).json();
    assert_eq!(told["commitment"], seed(5));
    let bad = vanguard.file("bad.vanguard.json", &carrying(&seed(6)));
    vanguard.run(&["replay", text(&bad), "--verify"]).exits(1).complains("committed to");
}

#[test]
fn json_is_one_document() {
    let vanguard = Vanguard::new();
    let path = record(&vanguard);
    let json = vanguard.run(&["replay", text(&path), "--json"]).exits(0).json();
    assert_eq!((&json["ok"], &json["game"]), (&true.into(), &"rome".into()));
    let log = json["log"].as_array().expect("a list");
    assert_eq!(json["actions"], log.len());
    let kept: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("the record")).expect("JSON");
    assert_eq!((&json["hash"], &json["outcome"]), (&kept["hash"], &kept["outcome"]));
}

#[test]
fn a_doctored_record_is_a_no_and_nonsense_is_wrong_use() {
    let vanguard = Vanguard::new();
    let path = record(&vanguard);
    let json = std::fs::read_to_string(&path).expect("the record");
    let other = json.replacen("\"seed\": \"5\"", "\"seed\": \"6\"", 1);
    assert_ne!(other, json);
    let doctored = vanguard.file("doctored.vanguard.json", &other);
    for flag in ["--verify", "--json"] {
        vanguard.run(&["replay", text(&doctored), flag]).exits(1).complains("action");
    }
    let nonsense = vanguard.file("nonsense.vanguard.json", "{}");
    vanguard.run(&["replay", text(&nonsense)]).exits(2).complains("no match record");
    let cut = vanguard.file("cut.vanguard.json", &json[..json.len() / 2]);
    vanguard.run(&["replay", text(&cut)]).exits(2).complains("was it cut off?");
    let words = vanguard.file("words.vanguard.json", "a game we played");
    vanguard.run(&["replay", text(&words)]).exits(2).complains("not JSON at line 1, column 1");
    vanguard.run(&["replay", "nowhere"]).exits(2).complains("nowhere can't be read");
    let binary = vanguard.path("binary");
    std::fs::write(&binary, [0xff, 0xfe]).expect("a file");
    let ran = vanguard.run(&["replay", text(&binary), "--json"]);
    assert_eq!(ran.exits(2).json()["ok"], false);
}

#[test]
fn names_in_a_record_can_not_steer_the_terminal() {
    let vanguard = Vanguard::new();
    let json = std::fs::read_to_string(record(&vanguard)).expect("the record");
    let names = r#"["random","random"]"#;
    assert!(json.contains(names), "{json}");
    let other = json.replacen(names, r#"["a\u001b[31m\nb","c"]"#, 1);
    let path = vanguard.file("named.vanguard.json", &other);
    let ran = vanguard.run(&["replay", text(&path)]);
    ran.exits(0).says("\nA a\\u{1b}[31m\\nb, B c\n");
}

#[test]
fn a_record_under_other_rules_is_replayed_with_a_note() {
    let vanguard = Vanguard::new();
    let json = std::fs::read_to_string(record(&vanguard)).expect("the record");
    let at = json.find("\"rules\": \"").expect("the field") + 10;
    let other = format!("{}{}{}", &json[..at], "0".repeat(64), &json[at + 64..]);
    let path = vanguard.file("other.vanguard.json", &other);
    vanguard.run(&["replay", text(&path), "--verify"]).exits(0).complains("another version");
}

#[test]
fn decisions_of_bots_are_made_again_from_the_record_alone() {
    let vanguard = Vanguard::new();
    let path = vanguard.path("bots.vanguard.json");
    let args = ["play", "rome", "--seats", "level2,captain", "--seed", "8", "--mode", "first"];
    vanguard.run(&[&args[..], &["--save", text(&path)]].concat()).exits(0);
    let args = ["replay", text(&path), "--verify", "--bots"];
    vanguard.run(&args).exits(0).says("decisions of bots came out the same again.");
    let json = vanguard.run(&["replay", text(&path), "--bots", "--json"]).exits(0).json();
    assert_eq!(json["bots"]["same"], json["actions"]);
    assert_eq!(json["bots"]["cut_short"], 0);
    // Whoever was not sitting there did not decide so.
    let kept = std::fs::read_to_string(&path).expect("the record");
    let other = kept.replace("\"level2\"", "\"level5\"");
    assert_ne!(other, kept);
    let other = vanguard.file("other.vanguard.json", &other);
    vanguard.run(&["replay", text(&other), "--bots"]).exits(1).complains("made again, it does");
    // What a clock had stopped is not made again.
    let all: Vec<String> = (1..=json["actions"].as_u64().expect("a number"))
        .map(|number| number.to_string())
        .collect();
    let mark = format!("\"cut_short\": [{}],\n  \"outcome\":", all.join(","));
    let stopped = kept.replacen("\"outcome\":", &mark, 1);
    let stopped = vanguard.file("stopped.vanguard.json", &stopped);
    vanguard.run(&["replay", text(&stopped), "--bots"]).exits(0).says("were left alone");
}
