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
fn a_bare_vanguard_plays_rome() {
    Vanguard::new().run(&[]).exits(0).says("Vanguard: Rome").says("A human, B greedy");
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
        .says("rome:VAN-1  The vanguard space")
        .says("The greedy bot would ")
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
