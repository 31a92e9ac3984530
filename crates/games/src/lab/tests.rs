//! The lab on the made-up game: what holds, what fails and how it is told, what is written wrongly.

use super::{LabReport, Verdict, run_with};
use crate::AnyGame;
use crate::erased::Erased;
use crate::toy::Toy;

static TOY: Erased<Toy> = Erased::new();

fn run(text: &str) -> LabReport {
    run_with("toy.toml", text, |id| match id {
        "toy" => Ok(&TOY as &dyn AnyGame),
        _ => Err(format!("there is no game \"{id}\"; did you mean \"toy\"?")),
    })
}

/// Runs one case; the header is written for it.
fn run_case(text: &str) -> LabReport {
    run(&format!("game = \"toy\"\n[[case]]\nname = \"x\"\n{text}"))
}

/// Everything a report says.
fn told(report: &LabReport) -> String {
    let cases = report.cases.iter().map(|case| format!("{case}\n"));
    report.faults.iter().map(|fault| format!("{fault}\n")).chain(cases).collect()
}

#[track_caller]
fn holds(text: &str) {
    let report = run_case(text);
    assert!(report.holds(), "{}", told(&report));
}

/// The case fails, and the report says all of this.
#[track_caller]
fn fails(text: &str, parts: &[&str]) {
    let report = run_case(text);
    let told = told(&report);
    assert_eq!((report.failed(), report.is_broken()), (1, false), "{told}");
    for part in parts {
        assert!(told.contains(part), "{part}\nis missing in\n{told}");
    }
}

/// The file or the case is written wrongly, and the report says all of this.
#[track_caller]
fn broken(text: &str, parts: &[&str]) {
    let report = run(text);
    let told = told(&report);
    assert!(report.is_broken(), "{told}");
    for part in parts {
        assert!(told.contains(part), "{part}\nis missing in\n{told}");
    }
}

#[track_caller]
fn broken_case(text: &str, parts: &[&str]) {
    broken(&format!("game = \"toy\"\n[[case]]\nname = \"x\"\n{text}"), parts);
}

#[test]
fn a_case_with_every_key_holds() {
    holds(
        r#"
rules = ["toy:R1", "r4"]
options = { players = 2, stones = "4" }
position = """
A hidden=2 hand=1
B hidden=1 hand=2
turn=A
"""
dice = ["stone A 2"]
[[case.do]]
seat = "A"
action = "draw"
events = ["a DRAWS  a 2"]
no_events = ["stops"]
seen = { A = "A draws a 2", B = ["A draws a stone"] }
unseen = { B = ["a 2"] }
[case.do.then]
awaiting = "B"
[[case.do]]
seat = "A"
action = "draw"
refused = "toy:R1"
says = "not your turn"
[[case.do]]
seat = "B"
action = "stop"
[[case.do]]
seat = "A"
action = "stop"
[case.then]
position = """
A hand=1,2 stopped
bag=4,3
"""
sees = { B = "A stones=2" }
awaiting = []
outcome = "A wins"
no_candidates = { A = ["draw"], B = "hide 1" }
[[case.ask]]
seat = "A"
question = "sum"
answer = ["sum is 5", "toy:R4"]
"#,
    );
}

#[test]
fn steps_in_short_and_in_long_may_be_mixed() {
    holds(
        r#"
dice = ["stone A 1", "stone 2"]
do = [
  "A: hide 1",
  { seat = "B", action = { hide = 3 }, events = ["Everybody"] },
  { seat = "A", action = "draw", dice = ["stone A 1"] },
]
then = { position = "A hand=1,1" }
"#,
    );
}

#[test]
fn a_seed_deals_and_a_script_goes_on_from_there() {
    holds("seed = 7\n[case.then]\nawaiting = [\"A\", \"B\"]\noutcome = \"none\"\n");
    holds("seed = \"7\"\ndo = [\"A: hide 1\", \"B: hide 1\", \"A: draw\"]\n");
    holds("seed = 7\ndice = []\ndo = [\"A: hide 1\", \"B: hide 1\", \"A: draw\"]\n");
    fails(
        "seed = 7\ndice = [\"stone B 1\"]\ndo = [\"A: hide 1\", \"B: hide 1\", \"A: draw\"]\n",
        &["do 3 (A: draw)", "the game rolls stone for A, but the script's next entry"],
    );
}

#[test]
fn a_failing_expectation_tells_what_was_expected_what_happened_and_the_position() {
    fails(
        r#"
position = """
A hidden=1 hand=1
B hidden=1
turn=A
"""
dice = ["stone A 2"]
[[case.do]]
seat = "A"
action = "draw"
events = ["A draws a 1"]
"#,
        &[
            "FAILS   x",
            "line 14, do 1 (A: draw), events",
            "expected  \"A draws a 1\" is told",
            "happened  not told",
            "events    A draws a 2.",
            "A hidden=1 hand=1,2",
        ],
    );
}

/// A position where A is to act, with one stone of each kind in the bag.
const A_ACTS: &str = "position = \"\"\"\nA hidden=1\nB hidden=1\nturn=A\nbag=1,1\"\"\"\n";

#[test]
fn every_kind_of_expectation_can_fail() {
    for (rest, parts) in [
        ("do = [\"B: stop\"]", &["do 1 (B: stop)", "refused: it is not your turn [toy:R1]"][..]),
        (
            "do = [{ seat = \"A\", action = \"stop\", refused = true }]",
            &["expected  a refusal", "happened  the action is legal"],
        ),
        (
            "do = [{ seat = \"B\", action = \"stop\", refused = \"toy:R2\" }]",
            &["expected  a refusal by toy:R2", "[toy:R1]"],
        ),
        (
            "do = [{ seat = \"B\", action = \"stop\", refused = true, says = \"cold\" }]",
            &["a refusal that says \"cold\""],
        ),
        (
            "do = [{ seat = \"A\", action = \"stop\", no_events = [\"stops\"] }]",
            &["\"stops\" is not told", "told: a stops."],
        ),
        (
            "dice = [\"stone 1\"]\n\
             do = [{ seat = \"A\", action = \"draw\", seen.B = [\"draws a 1\"] }]",
            &["seen.B", "events    A draws a stone.", "B hand="],
        ),
        ("do = [{ seat = \"A\", action = \"stop\", unseen.B = [\"stops\"] }]", &["unseen.B"]),
        ("dice = [\"stone B 1\"]\ndo = [\"A: draw\"]", &["next entry is \"stone B 1\""]),
        ("dice = [\"stone 1\"]", &["1 scripted entry was never rolled"]),
        (
            "then.position = \"bag=1,1\\nturn=B\"",
            &["then.position", "line 2: turn=B does not hold"],
        ),
        ("then.sees.A = \"B stones=3\"", &["then.sees.A", "\"B stones=3\" is not seen"]),
        ("then.awaiting = \"B\"", &["the game waits for B", "it waits for A"]),
        ("then.outcome = \"A wins\"", &["expected  A wins", "the game is not over"]),
        ("then.candidates.A = [\"hide 1\"]", &["\"hide 1\" is proposed", "these are: draw, stop"]),
        ("then.no_candidates.A = \"draw\"", &["\"draw\" is not proposed"]),
        (
            "ask = [{ seat = \"A\", question = \"sum\", answer = \"sum is 9\" }]",
            &["ask 1 (A: sum)", "your sum is 1"],
        ),
        ("ask = [{ seat = \"A\", question = \"fate\", answer = \"x\" }]", &["ask for sum"]),
    ] {
        fails(&format!("{A_ACTS}{rest}\n"), parts);
    }
}

#[test]
fn the_order_of_events_counts() {
    fails(
        r#"
dice = ["stone 1", "stone 1"]
[[case.do]]
seat = "A"
action = "hide 1"
[[case.do]]
seat = "B"
action = "hide 1"
events = ["everybody", "B hides"]
"#,
        &["told, but before what stands before it in the list"],
    );
}

#[test]
fn a_file_that_is_no_lab_file_says_where_and_why() {
    broken("game = \"toy", &["toy.toml:1: this is no TOML"]);
    broken("", &["game: missing", "case: there is none"]);
    broken(
        "gaem = \"toy\"\n[[case]]\nname = \"x\"",
        &["toy.toml:1: gaem", "did you mean \"game\"?"],
    );
    broken("game = \"tyo\"\n[[case]]\nname = \"x\"", &["toy.toml:1: game: there is no game"]);
    broken("game = 3\ncase = 4", &["a number can't stand here", "begin each with [[case]]"]);
}

#[test]
fn what_is_written_wrongly_is_told_with_file_line_case_and_step() {
    for (rest, parts) in [
        (
            "polition = \"\"",
            &["toy.toml:4: case \"x\", polition", "did you mean \"position\"?"][..],
        ),
        ("rules = [\"toy:R9\"]", &["there is no rule \"toy:R9\"; did you mean"]),
        ("options = { stones = 0 }", &["options: stones: 0 stones"]),
        ("options = { stnes = 2 }", &["options.stnes: there is no option"]),
        ("options = { stones = 1.5 }", &["a number with a fraction can't stand here"]),
        (
            "position = \"\"\"\nA hidden=1\nA hdiden=2\n\"\"\"",
            &["toy.toml:6", "line 2 of the picture"],
        ),
        ("then.position = \"\"\"\nbag=1\"\"\"\nseed = 1", &["toy.toml:5", "a bag has two counts"]),
        ("seed = \"x\"", &["seed: \"x\" is no seed"]),
        ("dice = [\"stone 3\"]", &["dice: \"3\" is no stone"]),
        ("dice = [3]", &["dice: a number can't stand here"]),
        ("do = [\"draw\"]", &["do 1, step: \"draw\" names no seat"]),
        ("do = [\"X: draw\"]", &["do 1, seat: \"X\" is no seat"]),
        ("do = [\"C: draw\"]", &["there is no seat C: with these options they are A to B"]),
        ("do = [\"A: fly\"]", &["do 1 (A: fly): \"fly\" is no action"]),
        ("do = [{ seat = \"A\", action = { fly = 1 } }]", &["this is no action: unknown variant"]),
        ("do = [{ action = \"draw\" }]", &["do 1, seat: missing"]),
        ("do = [{ seat = \"A\" }]", &["do 1, action: missing"]),
        ("do = [{ seat = \"A\", action = \"draw\", says = \"x\" }]", &["add refused = true"]),
        (
            "do = [{ seat = \"A\", action = \"draw\", refused = true, events = [] }]",
            &["events: a refused action rolls nothing"],
        ),
        (
            "do = [{ seat = \"A\", action = \"draw\", refused = false }]",
            &["refused: true or false"],
        ),
        ("do = 3", &["do: a number can't stand here"]),
        ("then.outcome = \"A won\"", &["then, outcome: \"A won\" is no outcome"]),
        ("then.awaiting = \"Z\"", &["then, awaiting: \"Z\" is no seat"]),
        ("then.sees.C = \"\"", &["there is no seat C"]),
        ("then.candidates.A = [\"fly\"]", &["then.candidates.A: \"fly\" is no action"]),
        ("ask = [{ seat = \"A\" }]", &["ask 1, question: missing", "ask 1, answer: missing"]),
        (
            "ask = [{ seat = \"A\", question = \"sum\", answer = [] }]",
            &["what the answer must say"],
        ),
        ("do = [{ seat = \"A\", action = \"draw\", events = [\"\"] }]", &["the text is empty"]),
        ("then = { outcome = \"H wins\" }", &["there is no seat H"]),
        ("position = \"\"\nseed = 1\ndice = []", &["leave out one of the three"]),
    ] {
        broken_case(&format!("{rest}\n"), parts);
    }
}

#[test]
fn one_broken_case_does_not_keep_the_others_from_being_run() {
    let report =
        run("game = \"toy\"\n[[case]]\n[[case]]\nname = \"y\"\nseed = 1\n[[case]]\nname = \"z\"\n\
         seed = 1\nthen.awaiting = \"A\"\n");
    assert_eq!((report.held(), report.failed(), report.broken()), (1, 1, 1), "{}", told(&report));
    assert!(matches!(report.cases[0].verdict, Verdict::Broken(_)));
    assert!(told(&report).contains("toy.toml:2: case 1, name: missing"));
}
