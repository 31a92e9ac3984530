//! `vanguard roster`.

use crate::{Vanguard, text};

/// A faction of one's own.
const NEWTS: &str = r#"
id = "newts"
name = "The Newts"
[[model]]
id = "newt"
name = "Newt"
points = 10
max = 4
base = "25 mm"
speed = 6
armour = 5
wounds = 1
nerve = 4
attacks = [{ name = "Tail", kind = "melee", dice = 2, hit = 4 }]
"#;

#[test]
fn factions_and_teams_are_listed() {
    let vanguard = Vanguard::new();
    let ran = vanguard.run(&["roster", "killteam", "list"]);
    ran.exits(0).says("The Ashguard").says("trooper").says("ashguard-line");
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    vanguard.run(&["roster", "killteam", "list", "glass"]).exits(0).says("glass-wall");
    let meant = "did you mean \"glass\"?";
    vanguard.run(&["roster", "killteam", "list", "glas"]).exits(2).complains(meant);
    let json = vanguard.run(&["roster", "killteam", "list", "--json"]).json();
    assert_eq!(json["game"], "killteam");
    assert!(json["factions"].as_array().is_some_and(|factions| factions.len() >= 4));
    assert_eq!(json["factions"][0]["teams"][0]["id"], "ashguard-line");
}

#[test]
fn a_game_without_rosters_says_so() {
    let vanguard = Vanguard::new();
    vanguard.run(&["roster", "rome", "list"]).exits(2).complains("rome has no rosters");
    vanguard.run(&["roster", "kilteam", "list"]).exits(2).complains("did you mean \"killteam\"?");
    vanguard.run(&["roster", "killteam"]).exits(2);
}

#[test]
fn an_exported_team_is_legal_and_imports_as_it_was() {
    let vanguard = Vanguard::new();
    let exported = vanguard.run(&["roster", "killteam", "export", "unwound-vigil"]);
    exported.exits(0).says("faction = \"unwound\"");
    let path = vanguard.file("team.toml", &exported.out);
    let check = |more: &[&str]| {
        vanguard.run(&[&["roster", "killteam", "check", text(&path)], more].concat())
    };
    check(&[]).exits(0).says("OK The Long Vigil, The Unwound, 10 models, 99 of 100 points");
    check(&["--points", "98"]).exits(1).says("costs 99 points and may cost 98 [killteam:TEAM-6]");
    check(&["--points", "0"]).exits(2);
    let json = check(&["--json", "--points", "98"]);
    assert_eq!(json.exits(1).json()["ok"], false);
    assert_eq!(json.json()["faults"][0]["at"], "points");
    let imported = vanguard.run(&["roster", "killteam", "import", text(&path)]);
    assert_eq!(imported.exits(0).out, exported.out);
    let as_json = vanguard.run(&["roster", "killteam", "export", "unwound-vigil", "--json"]);
    let path = vanguard.file("team.json", &as_json.exits(0).out);
    let imported = vanguard.run(&["roster", "killteam", "import", text(&path)]);
    assert_eq!(imported.exits(0).out, exported.out);
}

#[test]
fn a_faulty_file_is_told_what_is_wrong() {
    let vanguard = Vanguard::new();
    let bad = "name = \"X\"\nfaction = \"glass\"\n[[model]]\ncard = \"wasp\"\n";
    let illegal = vanguard.file("illegal.toml", bad);
    vanguard
        .run(&["roster", "killteam", "check", text(&illegal)])
        .exits(1)
        .says("2 faults")
        .says("has no model `wasp`")
        .says("exactly one model leads a team");
    for command in ["import", "print", "export"] {
        vanguard.run(&["roster", "killteam", command, text(&illegal)]).exits(1).complains("wasp");
    }
    let unreadable = vanguard.file("unreadable.toml", &bad.replace("card", "crad"));
    for command in ["check", "import", "print", "export"] {
        vanguard
            .run(&["roster", "killteam", command, text(&unreadable)])
            .exits(2)
            .complains("line 4: unknown field `crad`");
    }
    let json = vanguard.run(&["roster", "killteam", "check", text(&unreadable), "--json"]);
    assert_eq!(json.exits(2).json()["readable"], false);
    assert_eq!(json.json()["unreadable"][0]["at"], "line 4");
    vanguard.run(&["roster", "killteam", "check", "gone.toml"]).exits(2).complains("can't be read");
    let hostile = vanguard.file("hostile.toml", &bad.replace("wasp", "\\u001b[2J"));
    let ran = vanguard.run(&["roster", "killteam", "check", text(&hostile)]);
    assert!(!ran.exits(1).out.contains('\x1b'), "{}", ran.out);
}

#[test]
fn ones_own_faction_is_checked_used_and_carried_along() {
    let vanguard = Vanguard::new();
    let faction = vanguard.file("newts.toml", NEWTS);
    let roster = |task: &str, file: &str| vanguard.run(&["roster", "killteam", task, file]);
    roster("check", text(&faction)).exits(0).says("OK The Newts, a faction of 1 model");
    roster("print", text(&faction)).exits(0).says("│ Newt (newt)");
    roster("import", text(&faction)).exits(2).complains("a roster is needed");
    let started = roster("new", text(&faction));
    started.exits(0).says("faction = \"newts.toml\"");
    let team = vanguard.file("team.toml", &started.out);
    roster("check", text(&team)).exits(0).says("2 models, 20 of 100 points");
    roster("print", text(&team)).exits(0).says("│ Chief, Newt (leader)");
    let whole = roster("export", text(&team));
    whole.exits(0).says("[[faction.model]]");
    std::fs::remove_file(&faction).expect("it was there");
    roster("check", text(&team)).exits(2).complains("newts.toml can't be read");
    let whole = vanguard.file("whole.toml", &whole.out);
    roster("check", text(&whole)).exits(0).says("The Newts");
    let bad = vanguard.file("bad.toml", &NEWTS.replace("armour = 5", "armour = 1"));
    roster("check", text(&bad)).exits(1).says("model newt: armour is 1").says("killteam:CARD-4");
    roster("new", text(&bad)).exits(1).complains("armour is 1");
}

#[test]
fn every_faction_has_a_starter_and_every_team_its_cards() {
    let vanguard = Vanguard::new();
    let list = vanguard.run(&["roster", "killteam", "list", "--json"]).json();
    for faction in list["factions"].as_array().expect("a list") {
        let id = faction["id"].as_str().expect("an id");
        let started = vanguard.run(&["roster", "killteam", "new", id]);
        let path = vanguard.file("new.toml", &started.exits(0).out);
        vanguard.run(&["roster", "killteam", "check", text(&path)]).exits(0).says("OK");
        vanguard.run(&["roster", "killteam", "print", id]).exits(0).says("at most");
        for team in faction["teams"].as_array().expect("a list") {
            let id = team["id"].as_str().expect("an id");
            vanguard.run(&["roster", "killteam", "print", id]).exits(0).says("(leader)");
        }
    }
    let ran = vanguard.run(&["roster", "killteam", "print", "glass-wal"]);
    ran.exits(2).complains("did you mean \"glass-wall\"?");
    vanguard.run(&["roster", "killteam", "new", "glas"]).exits(2).complains("did you mean");
}
