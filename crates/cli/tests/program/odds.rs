//! `vanguard odds`.

use std::path::PathBuf;

use serde_json::Value;

use crate::{Vanguard, text};

/// A record that comes with the project.
fn golden(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../golden").join(name);
    let path = path.canonicalize().expect("a golden record");
    text(&path).to_owned()
}

fn chance(json: &Value, case: usize, name: &str) -> f64 {
    json["cases"][case]["chances"][name].as_f64().unwrap_or_else(|| panic!("{name} in {json:#}"))
}

#[test]
fn an_attack_by_numbers_has_a_table_bars_and_a_document() {
    let vanguard = Vanguard::new();
    let ask = "odds killteam --dice 3 --hit 4 --ap 1 --armour 4 --wounds 2";
    let words: Vec<&str> = ask.split(' ').collect();
    let table = vanguard.run(&words);
    table
        .exits(0)
        .says("Armour: 5+ (4+ on the card, -1 AP [killteam:ATK-12])")
        .says("no re-rolls attacker 1 CP defender 1 CP")
        .says("removed")
        .says("17.861%");
    assert!(table.out.lines().all(|line| line.chars().count() <= 80), "{}", table.out);
    vanguard.run(&[&words[..], &["--bars"]].concat()).exits(0).says("█").says("mean 1.8000");
    let json = vanguard.run(&[&words[..], &["--json"]].concat()).exits(0).json();
    assert_eq!((&json["ok"], &json["game"]), (&true.into(), &"killteam".into()));
    assert_eq!(json["cases"][0]["name"], "no re-rolls");
    assert_eq!(json["cases"][0]["spreads"]["hits"]["exactly"][0], 0.125);
    let fates: f64 = ["unharmed", "wounded", "recovers", "removed"]
        .map(|name| chance(&json, 0, name))
        .iter()
        .sum();
    assert!((fates - 1.0).abs() < 1e-12);
    assert!(chance(&json, 1, "removed") > chance(&json, 0, "removed"));
    assert!(chance(&json, 2, "removed") < chance(&json, 0, "removed"));
}

#[test]
fn modifiers_change_what_is_needed_and_say_why() {
    let vanguard = Vanguard::new();
    let ask = |more: &[&str]| {
        let plain =
            ["odds", "killteam", "--dice", "2", "--hit", "4", "--armour", "4", "--wounds", "1"];
        vanguard.run(&[&plain[..], more].concat())
    };
    ask(&["--with", "obscured,long-range,cover"])
        .exits(0)
        .says("To hit: 6+ (4+ on the card, -1 obscured [killteam:RNG-3], -1 long-range")
        .says("Armour: 3+ (4+ on the card, +1 cover [killteam:RNG-6])");
    ask(&["--with", "charge-ap,outnumbering", "--down"])
        .exits(0)
        .says("Dice: 3 (2 on the card, +1 outnumbering [killteam:MEL-6])")
        .says("To hit: 3+ (4+ on the card, +1 down [killteam:DOWN-7])")
        .says("AP: 2")
        .says("without a recovery roll");
    ask(&["--invulnerable", "3"]).exits(0).says("Armour: 3+ (invulnerable");
    ask(&["--hit-bonus", "-1", "--armour-bonus", "2"]).exits(0).says("-1 as said");
    ask(&["--sixes", "1", "--repeat", "ones", "--goal", "wounds", "--cp", "2"])
        .exits(0)
        .says("attacker 2 CP")
        .says("for more wounds");
    ask(&["--rolled", "6,4,2"]).exits(0).says("keep roll a failure");
}

#[test]
fn other_rolls_are_told_as_fractions() {
    let vanguard = Vanguard::new();
    let ask = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        vanguard.run(&[&["odds", "killteam"], &words[..]].concat())
    };
    ask("--first 2,0").exits(0).says("13/16").says("A chooses the order");
    ask("--nerve 4 --edge").exits(0).says("removed at the edge").says("1/4");
    ask("--nerve 4 --bonus 1 --repeat failures")
        .exits(0)
        .says("3+ (4+ on the card, +1)")
        .says("8/9");
    ask("--recovery 1").exits(0).says("1/3");
    ask("--mortal 3 --wounds 2").exits(0).says("66.667%");
    ask("--fall 5 --armour 4 --wounds 1").exits(0).says("3 hits at AP 3");
    ask("--fall 2 --armour 4 --wounds 1").exits(0).says("0 hits at AP 0").says("100.000%");
    ask("--hits 2 --ap 1 --armour 3 --wounds 2 --mortal 1").exits(0).says("1 mortal wound");
}

#[test]
fn wrong_questions_say_what_would_be_right() {
    let vanguard = Vanguard::new();
    for (line, says) in [
        ("", "say which game"),
        ("kilteam", "did you mean \"killteam\"?"),
        ("killteam", "nothing is asked"),
        ("killteam --dcie 3", "did you mean \"dice\"?"),
        ("killteam 3", "everything after the game is --KEY VALUE"),
        ("killteam --dice", "--dice needs a value: 1 to 20"),
        ("killteam --dice 0 --hit 4", "--dice 0: write a whole number from 1 to 20"),
        ("killteam --dice 3", "say --hit as well"),
        ("killteam --dice 3 --hit x", "--hit x: write a whole number"),
        ("killteam --dice 3 --hit 4 --wounds 2", "say --armour as well"),
        ("killteam --dice 3 --hit 4 --with fog", "there are obscured, long-range"),
        ("killteam --dice 3 --hit 4 --with aim,aim", "said twice"),
        ("killteam --dice 3 --hit 4 --with focus-hit,focus-ap", "either of them, not both"),
        ("killteam --dice 3 --hit 4 --with charge-ap,charge-hit", "either of them, not both"),
        ("killteam --dice 3 --hit 4 --with aim,charge-hit", "leave one out"),
        ("killteam --dice 3 --hit 4 --melee --with aim", "--with aim is for ranged"),
        ("killteam --dice 3 --hit 4 --repeat twos", "write ones, one or failures"),
        ("killteam --dice 3 --hit 4 --goal win", "write remove or wounds"),
        ("killteam --dice 2 --hit 4 --armour 4 --goal remove --cp 1", "say --wounds"),
        ("killteam --dice 3 --hit 4 --bonus 1", "--bonus says nothing beside --dice"),
        ("killteam --dice 3 --hit 4 --hit 5", "--hit was said twice"),
        ("killteam --dice 3 --hit 4 --rolled 6,4", "3 of the faces are below 6, not 1"),
        ("killteam --dice 3 --hit 4 --rolled 1,2,7", "\"7\" is no face"),
        ("killteam --dice 3 --hit 4 --target B1", "say which position with --at"),
        ("killteam --dice 3 --hit 4 --melee=yes", "stands alone"),
        ("killteam --hits 2", "--hits needs the armour it meets"),
        ("killteam --fall far --armour 4", "write a height in inches"),
        ("killteam --fall 23 --armour 4", "less than 23 inches"),
        ("killteam --fall 5 --armour 4 --cp 1", "say --enemy-cp"),
        ("killteam --first 2", "with a comma, as in 2,0"),
        ("killteam --first", "say --at"),
        ("killteam --nerve A1", "--nerve of a model is about a position"),
        ("killteam --nerve 9", "from 2 to 7"),
        ("killteam --attack x", "--attack is about a position"),
        ("killteam --rolls", "--rolls is about a position"),
        ("killteam --dice 3 --hit 4 --seat A", "--seat is about a position"),
        ("killteam --dice 3 --hit 4 --at nowhere", "nowhere can't be read"),
        ("killteam --dice 3 --hit 4 --at nowhere:x", "after the colon comes a number"),
        ("rome", "say which with --at"),
    ] {
        let words: Vec<&str> = std::iter::once("odds").chain(line.split_whitespace()).collect();
        let ran = vanguard.run(&words);
        ran.exits(2).complains(says);
        if !line.is_empty() {
            let json = vanguard.run(&[&words[..], &["--json"]].concat());
            assert_eq!(json.code, Some(2), "{line}");
        }
    }
    let json = vanguard.run(&["odds", "killteam", "--dice", "3", "--json"]);
    assert_eq!(json.exits(2).json()["ok"], false);
}

#[test]
fn every_game_lists_what_it_can_be_asked() {
    let vanguard = Vanguard::new();
    vanguard.run(&["odds", "--help"]).exits(0).says("--at RECORD[:N]").says("rome or killteam");
    vanguard.run(&["odds", "killteam", "--help"]).exits(0).says("--armour-bonus").says("--json");
    vanguard.run(&["odds", "rome", "-h"]).exits(0).says("--by B");
    vanguard.run(&["help", "odds"]).exits(0).says("exact odds");
}

#[test]
fn an_attack_in_a_record_has_the_engines_modifiers_or_its_refusal() {
    let vanguard = Vanguard::new();
    let record = golden("killteam-empty-table.vanguard.json");
    let at = |n: usize| format!("{record}:{n}");
    // Somewhere in the match somebody shoots: the same attack is asked about just before.
    let replay = vanguard.run(&["replay", &record, "--json"]).json();
    let log = replay["log"].as_array().expect("a log");
    let shot =
        |entry: &Value| entry["text"].as_str().is_some_and(|text| text.starts_with("attack "));
    let n = log.iter().position(shot).expect("somebody attacks");
    let attack = log[n]["text"].as_str().expect("a text");
    let ran = vanguard.run(&["odds", "killteam", "--at", &at(n), "--attack", attack]);
    ran.exits(0).says("to hit:").says("on the card").says("wounds:").says("removed");
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    let ask = |more: &[&str]| vanguard.run(&[&["odds", "killteam", "--at", &at(n)], more].concat());
    let json = ask(&["--attack", attack, "--json", "--cp", "1"]).exits(0).json();
    assert_eq!((&json["actions"], json["cases"].as_array().map(Vec::len)), (&n.into(), Some(2)));
    assert!(json["given"].as_array().is_some_and(|given| given.len() > 4), "{json:#}");
    ask(&["--attack", attack, "--aim"]).exits(0);
    ask(&["--attack", "A1 9 at B1"]).exits(1).complains("[killteam:ATK-1]");
    ask(&["--attack", "A1 1 at A2"]).exits(1).complains("killteam:");
    ask(&["--attack", "A1 1"]).exits(2).complains("say at whom");
    ask(&["--attack", "A99 1 at B1"]).exits(2);
    ask(&["--attack", attack, "--as", "joke"]).exits(2).complains("write charge, disengaging");
    ask(&["--attack", attack, "--defence", "run"]).exits(2).complains("as in \"armour use 2\"");
    ask(&["--attack", attack, "--seat", "C"])
        .exits(2)
        .complains("the seats of this match are A to B");
    ask(&["--rolls"]).exits(2).complains("nobody is here");
    ask(&["--nerve", "A1"]).exits(0).says("holds its nerve").says("Falling back");
    ask(&["--nerve", "Z1"]).exits(2).complains("--nerve Z1");
    ask(&["--first"]).exits(0).says("1/2");
    ask(&["--fall", "5", "--target", "A1"]).exits(0).says("removed");
    ask(&["--fall", "5", "--target", "A1", "--armour", "3"]).exits(2).complains("leave it out");
    ask(&["--dice", "4", "--hit", "3", "--target", "A1"]).exits(0).says("on the card");
    let last = at(log.len() + 1);
    let ran = vanguard.run(&["odds", "killteam", "--at", &last, "--first"]);
    ran.exits(2).complains(&format!("has {} actions, not {}", log.len(), log.len() + 1));
    vanguard.run(&["odds", "rome", "--at", &record]).exits(2).complains("is a record of killteam");
}

#[test]
fn a_re_roll_that_is_asked_about_is_told_choice_by_choice() {
    let vanguard = Vanguard::new();
    let record = golden("killteam-random.vanguard.json");
    let log = vanguard.run(&["replay", &record, "--json"]).json()["log"].clone();
    let log = log.as_array().expect("a log").clone();
    let mut told = 0;
    for (n, entry) in log.iter().enumerate() {
        let text = entry["text"].as_str().unwrap_or("");
        if told < 4 && (text == "keep" || text.starts_with("reroll")) {
            told += 1;
            let at = format!("{record}:{n}");
            let ran = vanguard.run(&["odds", "killteam", "--at", &at, "--rolls"]);
            ran.exits(0).says("keep").says("rolled");
        }
    }
    assert!(told > 0, "nobody was asked in this record");
}

#[test]
fn an_attack_phase_of_rome_is_told_from_what_a_seat_knows() {
    let vanguard = Vanguard::new();
    let record = golden("rome-full-greedy.vanguard.json");
    let log = vanguard.run(&["replay", &record, "--json"]).json()["log"].clone();
    let log = log.as_array().expect("a log").clone();
    let attacks: Vec<usize> = (0..log.len())
        .filter(|n| log[*n]["text"].as_str().is_some_and(|text| text.starts_with("attack")))
        .collect();
    for n in attacks.iter().skip(2).take(4) {
        let at = format!("{record}:{n}");
        let seat = log[*n]["seat"].as_str().expect("a seat");
        let other = if seat == "A" { "B" } else { "A" };
        let orders = log[*n]["text"].as_str().expect("a text");
        let ask = |more: &[&str]| vanguard.run(&[&["odds", "rome", "--at", &at], more].concat());
        ask(&["--seat", seat]).exits(0).says("attacks as the lines stand");
        let json = ask(&["--seat", seat, "--attack", orders, "--json"]).exits(0).json();
        assert_eq!(json["seat"], *seat);
        ask(&["--seat", other]).exits(0).says("most killed at once");
        ask(&["--seat", other, "--attack", "fire r0"]).exits(2).complains("decides on its own");
        ask(&["--seat", seat, "--attack", "fire f99"]).exits(2).complains("--attack \"fire f99\"");
        ask(&["--seat", seat, "--attack", "fire f0"]).exits(1).complains("[rome:");
        ask(&["--by", "Z"]).exits(2).complains("--by Z");
    }
    let start = format!("{record}:0");
    vanguard.run(&["odds", "rome", "--at", &start]).exits(1).complains("not drawn up");
}

/// Positions are of golden games, which change with the bots; what is asked in numbers does not.
#[test]
fn the_examples_of_the_document_come_out_as_it_says() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/odds.md");
    let document = std::fs::read_to_string(path).expect("docs/odds.md");
    let vanguard = Vanguard::new();
    let mut count = 0;
    for block in document.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of an example");
        for example in block.split("$ vanguard ").skip(1) {
            let (command, answer) = example.split_once('\n').expect("an answer");
            if !command.contains("--at") {
                let words: Vec<&str> = command.split(' ').collect();
                assert_eq!(vanguard.run(&words).exits(0).out.trim_end(), answer.trim_end());
                count += 1;
            }
        }
    }
    assert_eq!(count, 4, "examples without a position");
}
