//! `vanguard play`, through a pipe.

use std::io::{BufRead, BufReader, Write};

use crate::{Vanguard, first_choices, text};

#[test]
fn a_match_is_played_to_its_end_in_every_mode_and_number() {
    let vanguard = Vanguard::new();
    for mode in ["first", "front-commands", "no-commands", "full"] {
        for seats in ["human,random", "random,human,random", "human,random,random,human"] {
            let args = ["play", "rome", "--mode", mode, "--seats", seats, "--seed", "11"];
            let ran = vanguard.run_with(&[&args[..], &["--no-save"]].concat(), &first_choices());
            ran.exits(0);
            assert!(ran.out.contains(" wins (") || ran.out.contains("A draw."), "{mode} {seats}");
            let wide: Vec<&str> =
                ran.out.lines().filter(|line| line.chars().count() > 80).take(3).collect();
            assert!(wide.is_empty(), "{mode} {seats}: {wide:#?}");
        }
    }
}

#[test]
fn a_match_is_kept_with_its_end() {
    let vanguard = Vanguard::new();
    let args = ["play", "rome", "--mode", "first", "--seed", "11"];
    vanguard.run_with(&args, &first_choices()).exits(0).says("See it again: vanguard replay");
    let kept = vanguard.kept();
    assert_eq!(kept.len(), 1, "{kept:?}");
    vanguard.run(&["replay", text(&kept[0]), "--verify"]).exits(0).says("The replay agrees");
}

#[test]
fn the_same_seed_deals_the_same_match() {
    let vanguard = Vanguard::new();
    let args = ["play", "rome", "--seed", "3", "--no-save"];
    let first = vanguard.run(&args);
    assert_eq!(first.exits(0).out, vanguard.run(&args).out);
    assert!(vanguard.kept().is_empty(), "--no-save keeps nothing");
}

#[test]
fn a_match_that_was_left_goes_on_where_it_was() {
    let vanguard = Vanguard::new();
    let path = vanguard.path("my match.vanguard.json");
    let args = ["play", "rome", "--mode", "first", "--seed", "3", "--save", text(&path)];
    let ran = vanguard.run_with(&args, "1\ny\nquit\n");
    ran.exits(0).says("The match is kept. Go on: vanguard play rome --resume '");
    vanguard.run(&args).exits(2).complains("is there already");
    let resume = ["play", "rome", "--resume", text(&path)];
    vanguard.run(&resume).exits(0).says("The match goes on after ").says("A human, B greedy");
    let ran = vanguard.run_with(&resume, &first_choices());
    ran.exits(0).says("See it again");
    vanguard.run(&resume).exits(1).complains("this match is over");
    let back = vanguard.run(&[&resume[..], &["--at", "1"]].concat());
    back.exits(0).says("The match goes on after 1 action.");
}

#[test]
fn nothing_is_lost_when_the_program_is_killed() {
    let vanguard = Vanguard::new();
    let mut child = vanguard.command(&["play", "rome", "--seed", "3"]).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The second question comes after the first answer was kept.
    for _ in 0..2 {
        input.write_all(b"1\ny\n").expect("it listens");
        input.flush().expect("it listens");
        let asked = lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("A> 1"));
        assert!(asked, "it asks");
    }
    let asked = lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("A: "));
    assert!(asked, "it goes on after the answers");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let kept = vanguard.kept();
    assert_eq!(kept.len(), 1, "{kept:?}");
    vanguard.run(&["replay", text(&kept[0]), "--verify"]).exits(0).says("not over");
    let ran = vanguard.run(&["play", "rome"]);
    ran.exits(0).complains("A match is left unfinished").complains("--resume");
    vanguard.run(&["play", "rome", "--resume", text(&kept[0])]).exits(0).says("goes on after");
}

#[test]
fn the_keyboard_goes_round_without_showing_anybody_anothers_cards() {
    let vanguard = Vanguard::new();
    let args = ["play", "rome", "--seats", "human,human", "--seed", "9"];
    let ran = vanguard.run_with(&args, "\n1\n\n\n1\nquit\n");
    ran.exits(0).says("Hand the keyboard to A").says("Hand the keyboard to B");
    let screens: Vec<&str> = ran.out.split(&"-".repeat(80)).collect();
    for screen in screens {
        assert!(!(screen.contains("A> ") && screen.contains("B> ")), "one screen, two players");
    }
}

#[test]
fn the_commands_of_the_loop_answer() {
    let vanguard = Vanguard::new();
    let input = "help\n? vanguard\n? VAN-1\n?\nwhy nonsense\nwhy 1\nhint\nboard\nlog\nundo\n\
                 save copy.vanguard.json\nsave copy.vanguard.json\nask nonsense\nmore\n99999\nfly\nquit\n";
    let ran = vanguard.run_with(&["play", "rome", "--seed", "3", "--no-save"], input);
    ran.exits(0)
        .says("take your last action back")
        .says("that choice has a warning")
        .says("rome:VAN-1  The vanguard space")
        .says("A General would ")
        .says("Allowed: ")
        .says("there is nothing of yours to take back")
        .says("Written: copy.vanguard.json")
        .says("There is no such choice")
        .says("No: ");
    let copy = vanguard.path("copy.vanguard.json");
    vanguard.run(&["replay", text(&copy), "--verify"]).exits(0);
    let other = vanguard.file("other.txt", "mine");
    let ran = vanguard.run_with(&["play", "rome", "--no-save"], "save other.txt\n");
    ran.exits(0).says("was not written");
    assert_eq!(std::fs::read_to_string(other).expect("the file"), "mine");
}

#[test]
fn another_match_is_not_overwritten_by_save() {
    let vanguard = Vanguard::new();
    let play = |mode: &str, input: &str| {
        vanguard.run_with(
            &["play", "rome", "--mode", mode, "--seed", "3", "--no-save"],
            &format!("{input}save copy.json\n"),
        )
    };
    play("first", "1\ny\n").exits(0).says("Written: copy.json");
    play("full", "").exits(0).says("copy.json was not written").says("holds another match");
    play("first", "").exits(0).says("was not written").says("actions that are not in this match");
    play("first", "1\ny\n1\ny\n").exits(0).says("Written: copy.json");
}

#[test]
fn a_match_that_is_not_kept_is_not_called_kept() {
    let vanguard = Vanguard::new();
    let args = ["play", "rome", "--seed", "3", "--save"];
    let nowhere = [&args[..], &["nowhere/a.json"]].concat();
    vanguard.run(&nowhere).exits(2).complains("nowhere/a.json can't be written");
    let ran = vanguard.run(&[&args[..], &["a.json"]].concat());
    ran.exits(0).says("Nothing was done yet. The same deal: vanguard play rome --seed 3");
    assert!(!vanguard.path("a.json").exists(), "there is nothing to keep");
    let blocks = vanguard.path("a.json.tmp");
    let mut child =
        vanguard.command(&[&args[..], &["a.json"]].concat()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("A: ")), "it asks");
    std::fs::create_dir(blocks).expect("a folder");
    child.stdin.take().expect("a pipe").write_all(b"1\ny\nquit\n").expect("it listens");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let rest = rest.join("\n");
    assert!(rest.contains("The match is not kept: ") && !rest.contains("is kept."), "{rest}");
}

#[test]
fn a_deal_that_was_asked_for_is_not_given_up_for_an_unfinished_match() {
    let vanguard = Vanguard::new();
    vanguard.run_with(&["play", "rome", "--seed", "3"], "1\ny\n").exits(0);
    let ran = vanguard.run(&["play", "rome", "--mode", "first"]);
    ran.exits(0)
        .complains("A match is left unfinished; go on with it: vanguard play rome --resume");
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    vanguard.run(&["play", "rome", "--mode", "fast"]).exits(2).complains("fast");
}

#[test]
fn the_same_deal_is_named_with_all_that_it_depends_on() {
    let vanguard = Vanguard::new();
    let args = ["--seats", "human,random", "--players", "3", "--option", "mode=first"];
    let args = [&["play", "rome"], &args[..], &["--seed", "3"]].concat();
    let want = format!("The same deal: vanguard {}\n", args.join(" "));
    vanguard.run(&args).exits(0).says(&want);
}

#[test]
fn a_refusal_is_forgotten_when_the_keyboard_goes_on() {
    let vanguard = Vanguard::new();
    let args = ["play", "rome", "--seats", "human,human", "--seed", "9", "--no-save"];
    let ran = vanguard.run_with(&args, "\nattack\n1\n\n\n?\nquit\n");
    ran.exits(0).says("Type ? for the rule.");
    let (_, after) = ran.out.split_once("B> ?").expect("B asks");
    assert!(after.contains("take that choice"), "B was refused nothing: {after}");
}

#[test]
fn an_unknown_player_of_a_record_is_replaced_aloud() {
    let vanguard = Vanguard::new();
    let path = vanguard.path("a.json");
    let args = ["play", "rome", "--seed", "3", "--save", text(&path)];
    vanguard.run_with(&args, "1\ny\n").exits(0);
    let json = std::fs::read_to_string(&path).expect("the record");
    let other = json.replacen("\"greedy\"", "\"deep\\u001b[2J\"", 1);
    assert_ne!(other, json);
    std::fs::write(&path, other).expect("a file");
    vanguard
        .run(&["play", "rome", "--resume", text(&path)])
        .exits(0)
        .complains("there is no player \"deep\\u{1b}[2J\" here; greedy plays B instead");
}

#[test]
fn a_bad_setup_is_refused_whole_with_the_options_there_are() {
    let vanguard = Vanguard::new();
    vanguard
        .run(&["play", "rome", "--mode", "fast", "--option", "colour=red"])
        .exits(2)
        .complains("fast")
        .complains("colour")
        .complains("The options of Vanguard: Rome are:");
    vanguard.run(&["play", "rome", "--players", "9"]).exits(2).complains("players");
    vanguard.run(&["play", "rome", "--option", "mode"]).exits(2).complains("KEY=VALUE");
    vanguard.run(&["play", "rome", "--seats", "human,greddy"]).exits(2).complains("greedy");
    vanguard.run(&["play", "rome", "--seed", "x"]).exits(2);
    vanguard.run(&["play", "rome", "--at", "3"]).exits(2);
}

#[test]
fn bots_explain_themselves_and_decide_the_same() {
    let vanguard = Vanguard::new();
    let seats = ["play", "rome", "--seats", "captain,recruit", "--seed", "5", "--save"];
    let told = vanguard.path("told.vanguard.json");
    let silent = vanguard.path("silent.vanguard.json");
    let explained = vanguard.run(&[&seats[..], &[text(&told), "--explain"]].concat());
    explained
        .exits(0)
        .says("(captain) weighs")
        .says("% ")
        .says("chance to win, by ")
        .says("expects A ");
    vanguard.run(&[&seats[..], &[text(&silent)]].concat()).exits(0);
    let read = |path| std::fs::read_to_string(path).expect("the match was kept");
    assert_eq!(read(told), read(silent));
}
