//! `vanguard rules`.

use crate::Vanguard;

#[test]
fn rules_are_listed_found_and_shown() {
    let vanguard = Vanguard::new();
    vanguard.run(&["rules"]).exits(0).says("rome").says("Vanguard: Rome");
    vanguard.run(&["rules", "rome"]).exits(0).says("rome:VAN-1");
    vanguard.run(&["rules", "rome", "--search", "VANGUARD space"]).exits(0).says("rome:VAN-1");
    for id in ["rome:VAN-1", "van-1"] {
        vanguard.run(&["rules", "--id", id]).exits(0).says("The vanguard space").says("rome:R1:");
    }
}

#[test]
fn nothing_found_exits_with_1() {
    let vanguard = Vanguard::new();
    vanguard.run(&["rules", "--search", "zeppelin"]).exits(1).complains("zeppelin");
    vanguard.run(&["rules", "rome", "--id", "VAN-99"]).exits(1).complains("did you mean");
    vanguard
        .run(&["rules", "rome", "--search", "zeppelin", "--id", "VAN-1"])
        .exits(1)
        .complains("there is a rule rome:VAN-1, but it does not have \"zeppelin\" in it");
}

#[test]
fn no_line_is_wider_than_a_terminal() {
    let ran = Vanguard::new().run(&["rules", "rome", "--search", "e"]);
    let long: Vec<&str> = ran.out.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(long.is_empty(), "{long:#?}");
}
