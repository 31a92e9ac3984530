//! The factions and ready teams that come with the program, and what is said of faulty ones.

use std::collections::BTreeSet;

use kernel::Fault;
use killteam::faction::{self, FILES, Faction};
use killteam::roster::{FactionChoice, Roster};
use killteam::stat_card;
use serde_json::Value;
use table::Length;

/// A small sound faction to spoil.
const FACTION: &str = r#"
id = "moths"
name = "The Moths"
feats = [{ name = "Dust", when = "always", effects = [{ do = "bonus", to = "being_hit", by = -1 }] }]

[leader]
feats = [{ name = "Lamp", when = "activation", cost = 1, effects = [{ do = "gain", cp = 1 }] }]

[[model]]
id = "grub"
name = "Grub"
points = 10
max = 3
base = "28 mm"
speed = 5
armour = 5
wounds = 1
nerve = 4
attacks = [
  { name = "Spit", kind = "ranged", range = 12, dice = 2, hit = 4 },
  { name = "Bite", kind = "melee", dice = 1, hit = 4 },
]
feats = [{ name = "Spin", when = "short_action", effects = [{ do = "heal", wounds = 1 }] }]

[[model.option]]
id = "horn"
name = "Horn"
points = 3
max = 1
replaces = ["Bite"]
attacks = [{ name = "Horn", kind = "melee", range = 1, dice = 2, hit = 4 }]

[[model.option]]
id = "jaws"
name = "Jaws"
points = 2
replaces = ["Bite"]
attacks = [{ name = "Jaws", kind = "melee", dice = 2, hit = 4, ap = 1 }]

[[model.option]]
id = "shell"
name = "Shell"
points = 4
armour = 4
not_with = ["wings"]

[[model.option]]
id = "wings"
name = "Wings"
points = 4
wounds = 1
cp = 1
invulnerable = 5

[[model]]
id = "moth"
name = "Moth"
points = 20
max = 1
base = "60x35 mm oval"
speed = 8
armour = 4
wounds = 3
nerve = 3
"#;

/// The faction with one thing in it written otherwise.
fn spoilt(from: &str, to: &str) -> Vec<Fault> {
    assert!(FACTION.contains(from), "nothing to spoil: {from}");
    Faction::parse(&FACTION.replacen(from, to, 1)).err().unwrap_or_default()
}

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A roster of the small faction, which is carried along.
fn moths(members: &str) -> Roster {
    let text = format!("name = \"Swarm\"\nfaction = \"moths.toml\"\nmodel = [{members}]\n");
    Roster::read(&text, |file| {
        assert_eq!(file, "moths.toml");
        Ok(FACTION.into())
    })
    .unwrap_or_else(|faults| panic!("{}", lines(&faults)))
}

#[test]
fn every_faction_that_ships_is_sound() {
    for (name, text) in FILES {
        let faction = Faction::parse(text).unwrap_or_else(|f| panic!("{name}:\n{}", lines(&f)));
        assert_eq!(*name, format!("{}.toml", faction.id));
        assert!(faction.cards.len() >= 6, "{name}: six models or more");
        assert!(!faction.about.is_empty() && faction.cards.iter().all(|c| !c.about.is_empty()));
        assert_eq!(faction.teams.len(), 2, "{name}: two ready teams");
    }
    assert!(FILES.len() >= 4);
    assert_eq!(faction::built_in().len(), FILES.len());
}

/// `killteam:TEAM-2`: teams for 100 points, which use nearly all of them.
#[test]
fn team_2_ready_teams_are_for_a_hundred_points() {
    let mut ids = BTreeSet::new();
    for faction in faction::built_in() {
        for team in &faction.teams {
            let roster = faction::find_team(&team.id).expect("it was just listed");
            assert!(ids.insert(team.id.clone()), "two teams are called {}", team.id);
            assert!(team.id.starts_with(&faction.id), "{}", team.id);
            assert_eq!(roster.faults(100), [], "{}", team.id);
            let cost = roster.cost(faction);
            assert!((90..=100).contains(&cost), "{} costs {cost}", team.id);
            assert!((6..=14).contains(&roster.members.len()), "{}", team.id);
            let names: BTreeSet<&str> = roster.members.iter().map(|m| m.name.as_str()).collect();
            assert_eq!(names.len(), roster.members.len(), "{}: own names for all", team.id);
            assert!(names.iter().all(|name| (1..=14).contains(&name.chars().count())));
        }
    }
}

/// The words of the vocabulary in a feat or weapon's rule as it is written: `when always`,
/// `if charging`, `do bonus`.
fn words(value: &Value, under: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::String(word) => {
            found.insert(format!("{under} {word}"));
        }
        Value::Array(list) => list.iter().for_each(|value| words(value, under, found)),
        Value::Object(map) => {
            for (key, value) in map {
                found.insert(format!("{under} {key}"));
                words(value, key, found);
            }
        }
        _ => {}
    }
}

/// The words a faction file can use, by what they stand under.
const VOCABULARY: &[(&str, &str)] = &[
    ("when", "short_action long_action free_action activation attack ranged_attack"),
    ("when", "melee_attack attacked always end_phase"),
    ("limit", "round game"),
    ("pick", "who within sight models down engaged around"),
    ("who", "this friend enemy casualty friends enemies everyone"),
    ("if", "ranged melee charging disengaging retaliating within beyond target_down"),
    ("if", "target_wounded target_leader target_big unmoved wounded unwounded engaged"),
    ("if", "unengaged down broken friend_within alone leader_in_play"),
    ("do", "bonus reroll ignore sixes fells move heal return place hits mortal knock_down"),
    ("do", "stand_up gain"),
    ("to", "hit ap dice damage armour being_hit nerve recovery speed"),
    ("roll", "hit armour nerve recovery"),
    ("which", "ones one failures"),
    ("what", "obscured cover long_range invulnerable"),
    ("lasts", "activation round game"),
];

/// Every word of the vocabulary is used by some faction, so that the rules have to do all of them.
#[test]
fn the_factions_use_the_whole_vocabulary() {
    let mut used = BTreeSet::new();
    for faction in faction::built_in() {
        let options = || faction.cards.iter().flat_map(|card| &card.options);
        let cards = faction.cards.iter().flat_map(|card| &card.feats);
        let feats = cards.chain(options().flat_map(|option| &option.feats));
        for feat in feats.chain(&faction.feats).chain(&faction.leader.feats) {
            words(&serde_json::to_value(feat).expect("it can be written"), "feat", &mut used);
        }
        let cards = faction.cards.iter().flat_map(|card| &card.attacks);
        let weapons = cards.chain(options().flat_map(|option| &option.attacks));
        for rule in weapons.chain(&faction.attacks).flat_map(|weapon| &weapon.rules) {
            words(&serde_json::to_value(rule).expect("it can be written"), "rule", &mut used);
        }
    }
    for (kind, list) in VOCABULARY {
        for word in list.split_whitespace() {
            assert!(used.contains(&format!("{kind} {word}")), "no faction has {kind} {word}");
        }
    }
}

/// `killteam:CARD-11`, `killteam:CARD-12`: both of the document's examples are there.
#[test]
fn card_11_and_12_the_examples_are_among_what_ships() {
    let text = |id: &str| stat_card::catalogue(faction::find(id).expect("a faction"));
    let plain = |text: String| text.split(['│', ' ', '\n']).collect::<Vec<_>>().join(" ");
    let plain = |text| plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let unwound = plain(text("unwound"));
    assert!(
        unwound.contains(
            "(long) - one lost friend (Tick, Footman, Palisade): returns to play with 1 wound, \
             within 3\" of this model and more than 1\" from enemies, marked as activated."
        ),
        "{unwound}"
    );
    let ashguard = plain(text("ashguard"));
    assert!(ashguard.contains("(1 CP) - with a ranged attack: +1 to hit."), "{ashguard}");
}

#[test]
fn cards_are_eighty_columns_wide() {
    for faction in faction::built_in() {
        let mut text = stat_card::catalogue(faction);
        for team in &faction.teams {
            text += &stat_card::sheet(&faction.ready(&team.id).expect("a team"));
        }
        for line in text.lines() {
            let width = line.chars().count();
            assert!(width <= 80, "{line}");
            let edge = line.starts_with(['│', '├', '┌', '└']);
            assert!(!edge || (width == 80 && line.ends_with(['│', '┤', '┐', '┘'])), "{line}");
        }
    }
}

#[test]
fn a_faction_survives_being_written_and_read() {
    for faction in faction::built_in() {
        let text = toml::to_string(faction).expect("it can be written");
        assert_eq!(Faction::parse(&text).as_ref(), Ok(faction));
        let roster = Roster {
            faction: FactionChoice::Own(Box::new(faction.clone())),
            ..faction.ready(&faction.teams[0].id).expect("a team")
        };
        assert_eq!(Roster::parse(&roster.to_toml()).as_ref(), Ok(&roster));
        let json = serde_json::to_string(&roster).expect("it can be written");
        assert_eq!(Roster::parse(&json), Ok(roster));
    }
}

/// What is written otherwise, how, and what is said of it; nothing, if it is fine.
const FAULTS: &[(&str, &str, &str)] = &[
    ("id = \"moths\"", "id = \"The Moths\"", "faction: the id `The Moths` must be of small"),
    ("\"The Moths\"", "\"\"", "faction: the name is empty"),
    (
        "points = 10",
        "points = 0",
        "model grub: points is 0; it must be from 1 to 200 [killteam:TEAM-4]",
    ),
    ("max = 3", "max = 99", "model grub: max is 99"),
    (
        "armour = 5",
        "armour = 1",
        "model grub: armour is 1; it must be from 2 to 7 [killteam:CARD-4]",
    ),
    ("wounds = 1", "wounds = 0", "wounds is 0; it must be from 1 to 20 [killteam:CARD-5]"),
    ("nerve = 4", "nerve = 7", "nerve is 7; it must be from 2 to 6 [killteam:CARD-7]"),
    (
        "speed = 5",
        "speed = 50",
        "speed is 50.0\"; it must be from 1.0\" to 12.0\" [killteam:CARD-3]",
    ),
    ("id = \"moth\"", "id = \"grub\"", "faction: two models are called `grub`"),
    (
        "range = 12, ",
        "",
        "model grub, attack Spit: a ranged attack needs a range [killteam:CARD-15]",
    ),
    (
        "dice = 1, hit = 4",
        "range = 9, dice = 1, hit = 4",
        "attack Bite: a melee attack reaches at most 6\"",
    ),
    (
        "dice = 2, hit = 4",
        "dice = 0, hit = 4",
        "attack Spit: dice is 0; it must be from 1 to 12 [killteam:CARD-17]",
    ),
    ("hit = 4 }", "hit = 1 }", "attack Spit: hit is 1; it must be from 2 to 6 [killteam:CARD-18]"),
    ("\"Bite\", kind", "\"Spit\", kind", "two attacks are called `Spit`"),
    (
        "[\"Bite\"]",
        "[\"Bile\"]",
        "option horn: it replaces `Bile`, which is none of the model's attacks: Spit, Bite",
    ),
    ("[\"wings\"]", "[\"fins\"]", "option shell: `not_with` names `fins`, which is no option"),
    ("[\"wings\"]", "[\"shell\"]", "option shell: `not_with` names the option itself"),
    ("id = \"jaws\"", "id = \"horn\"", "model grub: two options are called `horn`"),
    ("\"Horn\", kind", "\"Spit\", kind", "the option horn gives a second `Spit`"),
    ("points = 3", "points = -20", "it could cost less than 1 point"),
    ("wounds = 1\ncp", "wounds = 99\ncp", "option wings: wounds is 99"),
    (
        "invulnerable = 5",
        "invulnerable = 1",
        "option wings: invulnerable is 1; it must be from 2 to 6",
    ),
    ("\"Spin\"", "\"Dust\"", "model grub: two feats are called `Dust`"),
    (
        "\"short_action\"",
        "\"always\"",
        "feat Spin: this happens in its activation or in the end phase",
    ),
    ("\"short_action\"", "\"melee_attack\"", "feat Spin: this happens in its activation"),
    (
        "\"short_action\"",
        "\"short_action\", cost = 9",
        "feat Spin: cost is 9; it must be from 0 to 6 [killteam:CARD-9]",
    ),
    (
        "\"short_action\"",
        "\"short_action\", if = [\"charging\"]",
        "a condition speaks of an attack, and there is none",
    ),
    (
        "\"short_action\"",
        "\"short_action\", pick = { who = \"friends\" }",
        "say how near they must be: within",
    ),
    (
        "\"short_action\"",
        "\"short_action\", pick = { who = \"friend\", models = [\"wasp\"] }",
        "it picks `wasp`, which is no model",
    ),
    (
        "\"short_action\"",
        "\"short_action\", pick = { who = \"enemy\", models = [\"grub\"] }",
        "models names cards of this faction",
    ),
    (
        "\"short_action\"",
        "\"short_action\", pick = { who = \"casualty\" }",
        "a casualty can only be returned",
    ),
    (
        "\"short_action\"",
        "\"end_phase\", pick = { who = \"friend\" }",
        "what happens without being asked can't choose",
    ),
    ("\"short_action\"", "\"end_phase\", limit = \"game\"", "has no limit"),
    (
        "\"always\"",
        "\"always\", cost = 1",
        "faction, feat Dust: what happens without being asked costs nothing; leave cost out [killteam:CARD-10]",
    ),
    (
        "\"always\"",
        "\"always\", if = [\"ranged\", \"melee\"]",
        "no attack is both ranged and melee",
    ),
    ("\"always\"", "\"attacked\"", "before an armour roll it can change armour"),
    ("\"always\"", "\"ranged_attack\"", "with an attack it can change hit, ap, dice or damage"),
    ("by = -1", "by = 0", "a bonus of nothing does nothing"),
    ("by = -1", "by = -9", "by is -9; it must be from -3 to 3"),
    ("by = -1", "by = -1, lasts = \"round\"", "leave lasts out"),
    ("\"being_hit\"", "\"speed\", lasts = \"now\"", ""),
    (
        "{ do = \"heal\", wounds = 1 }",
        "{ do = \"bonus\", to = \"hit\", by = 1 }",
        "feat Spin: say how long it lasts: activation, round or game [killteam:CARD-8]",
    ),
    ("[{ do = \"heal\", wounds = 1 }]", "[]", "feat Spin: it has no effect"),
    (
        "[{ do = \"heal\", wounds = 1 }]",
        "[{ do = \"move\", up_to = 3 }, { do = \"place\", within = 3, clear = 1 }]",
        "moves, places or returns at most once",
    ),
    (
        "{ do = \"heal\", wounds = 1 }",
        "{ do = \"return\", wounds = 1, within = 3, clear = 1 }",
        "a return picks a casualty",
    ),
    (
        "{ do = \"heal\", wounds = 1 }",
        "{ do = \"sixes\", mortal = 1 }",
        "sixes and fells go with an attack",
    ),
    (
        "ap = 1 }",
        "ap = 1, rules = [{ name = \"X\", effects = [{ do = \"gain\", cp = 1 }] }] }",
        "attack Jaws, rule X: a weapon's rule can give",
    ),
    (
        "ap = 1 }",
        "ap = 1, rules = [{ name = \"X\", effects = [{ do = \"sixes\", mortal = 9 }] }] }",
        "rule X: mortal is 9; it must be from 1 to 3 [killteam:CARD-21]",
    ),
];

/// Every fault of a faction is told with its place, its rule and what would be right.
#[test]
fn a_faulty_faction_is_told_where_and_what() {
    assert_eq!(spoilt("moths", "moths"), []);
    for (from, to, want) in FAULTS {
        let said = lines(&spoilt(from, to));
        assert!(said.contains(want), "{to}: {want}\nis not in\n{said}");
        assert!(!want.is_empty() || said.is_empty(), "{to}:\n{said}");
    }
}

/// What can't even be read is pointed at by its line, with what could stand there.
#[test]
fn an_unreadable_faction_points_at_the_line() {
    for (from, to, line, want) in [
        ("points = 10", "pionts = 10", 12, "unknown field `pionts`, expected one of"),
        ("points = 10", "points = \"ten\"", 12, "invalid type: string \"ten\""),
        ("points = 10", "points = ten", 12, ""),
        ("armour = 5", "armour = 300", 16, "integer `300`, expected a whole number from 0 to 255"),
        ("points = 10\n", "", 9, "missing field `points`"),
        ("\"28 mm\"", "\"huge\"", 14, "`huge` is no base; write its size in millimetres"),
        ("\"ranged\"", "\"thrown\"", 20, "unknown variant `thrown`, expected `ranged` or `melee`"),
        ("\"short_action\"", "\"whenever\"", 23, "unknown variant `whenever`, expected one of"),
        (
            "do = \"heal\"",
            "do = \"explode\"",
            23,
            "unknown variant `explode`, expected one of `bonus`",
        ),
        ("wounds = 1 }", "wonds = 1 }", 23, "wonds"),
        ("do = \"heal\"", "do = \"stand_up\"", 23, "unknown field `wounds`"),
        ("\"being_hit\"", "\"luck\"", 4, "unknown variant `luck`, expected one of `hit`"),
    ] {
        let faults = spoilt(from, to);
        let said = lines(&faults);
        assert_eq!(faults.len(), 1, "{to}: {said}");
        assert!(said.starts_with(&format!("line {line}: ")), "{to}: {said}");
        assert!(said.contains(want), "{to}: {said}");
    }
}

/// `killteam:TEAM-3` to `killteam:TEAM-8`: what a team may not be.
#[test]
fn team_3_to_8_an_illegal_roster_is_told_all_its_faults() {
    let grub = "{ card = \"grub\" }";
    let led = "{ card = \"grub\", leader = true }";
    for (members, want) in [
        ("", "model: a team has from 1 to 20 models, not 0"),
        (
            "{ card = \"wasp\", leader = true }",
            "model 1 (wasp): The Moths has no model `wasp`; it has grub, moth [killteam:TEAM-3]",
        ),
        (
            &format!("{led}, {grub}, {grub}, {grub}"),
            "model 1 (grub): 4 of Grub, and a team may have 3 [killteam:TEAM-4]",
        ),
        (
            "{ card = \"grub\", leader = true, options = [\"hat\"] }",
            "Grub has no option `hat`; its options are: horn, jaws, shell, wings [killteam:TEAM-5]",
        ),
        ("{ card = \"moth\", leader = true, options = [\"hat\"] }", "its options are: none"),
        (
            "{ card = \"grub\", leader = true, options = [\"horn\", \"horn\"] }",
            "the option Horn is taken twice",
        ),
        (
            "{ card = \"grub\", leader = true, options = [\"jaws\", \"horn\"] }",
            "Jaws can't be taken together with Horn: both take the place of Bite [killteam:TEAM-5]",
        ),
        (
            "{ card = \"grub\", leader = true, options = [\"wings\", \"shell\"] }",
            "Wings can't be taken together with Shell: its card says so [killteam:TEAM-5]",
        ),
        (
            "{ card = \"grub\", leader = true, options = [\"horn\"] }, { card = \"grub\", options = [\"horn\"] }",
            "2 with Horn, and a team may have 1 [killteam:TEAM-5]",
        ),
        (&format!("{grub}, {grub}"), "leader: exactly one model leads a team, not 0"),
        (
            &format!("{led}, {led}"),
            "leader: exactly one model leads a team, not 2: mark it leader = true [killteam:TEAM-8]",
        ),
        (
            &format!("{led}, {grub}, {grub}, {{ card = \"moth\" }}"),
            "points: the team costs 50 points and may cost 45 [killteam:TEAM-6]",
        ),
        (
            "{ card = \"moth\", name = \"Someone whose name is far too long\", leader = true }",
            "model 1 (moth): the name has 34 letters; it may have 24",
        ),
    ] {
        let said = lines(&moths(members).faults(45));
        assert!(said.contains(want), "{members}: {want}\nis not in\n{said}");
    }
    let many = moths("{ card = \"wasp\" }, { card = \"grub\", options = [\"hat\"] }");
    assert_eq!(many.faults(5).len(), 4, "all faults at once");
    assert_eq!(moths(&format!("{led}, {grub}")).faults(45), []);
}

#[test]
fn a_roster_names_a_faction_that_is_there() {
    let fault = |faction: &str| {
        let text = format!("name = \"X\"\nfaction = \"{faction}\"\nmodel = []\n");
        lines(
            &Roster::read(&text, |_| Err("it is gone".into()))
                .map_or_else(|f| f, |r| r.faults(100)),
        )
    };
    assert!(fault("moth").contains("there is no faction `moth`; there are ashguard, glass"));
    assert!(fault("moths.toml").contains("faction: it is gone"));
    assert!(fault("../moths.toml").contains("must be a file beside the roster's"));
    let unread =
        Roster::parse("name = \"X\"\nfaction = \"x.toml\"\nmodel = []\n").expect("readable");
    assert!(lines(&unread.faults(100)).contains("is a file, and only the roster came"));
    assert!(unread.profiles().is_empty());
    let text = "name = \"X\"\nfaction = \"x.toml\"\nmodel = []\n";
    let faults = Roster::read(text, |_| Ok("id = 3".into())).expect_err("no faction");
    assert!(lines(&faults).starts_with("x.toml, line 1: invalid type: integer"), "{faults:?}");
    let own = Roster::read(text, |_| Ok(FACTION.replace("armour = 5", "armour = 9")));
    assert!(lines(&own.expect("readable").faults(100)).contains("armour is 9"));
}

#[test]
fn an_unreadable_roster_points_at_the_line() {
    for (text, want) in [
        (
            "name = \"X\"\nfaction = 3\nmodel = []\n",
            "line 2: invalid type: integer `3`, expected the id of a faction",
        ),
        (
            "name = \"X\"\nfaction = \"glass\"\n[[model]]\ncard = \"squire\"\nlevel = 3\n",
            "line 5: unknown field `level`",
        ),
        ("name = \"X\"\nfaction = \"glass\"\n", "missing field `model`"),
        ("name = \"X\n", "line 1: "),
        (
            "name = \"X\"\nmodel = []\n[faction]\nid = \"x\"\nnme = \"X\"\n",
            "line 5: unknown field `nme`",
        ),
        ("{\"name\": \"X\",\n \"faction\": 3}", "line 2: "),
    ] {
        let said = lines(&Roster::parse(text).expect_err("unreadable"));
        assert!(said.contains(want), "{want}\nis not in\n{said}");
    }
}

/// `killteam:TEAM-9`, `killteam:TEAM-11`, `killteam:K18`, `killteam:K36`: the card in play has the
/// leader's gains, the options and what the faction shares in it.
#[test]
fn team_9_and_11_options_leader_and_faction_come_together_on_the_card() {
    let roster = moths(
        "{ card = \"grub\", name = \"Bob\", leader = true, options = [\"horn\", \"wings\"] }, \
         { card = \"grub\", options = [\"shell\"] }, { card = \"moth\" }",
    );
    let [bob, grub, moth] = &roster.profiles()[..] else { panic!("three cards") };
    assert_eq!((bob.name.as_str(), bob.points, bob.cp, bob.wounds), ("Bob", 17, 2, 3));
    assert_eq!(bob.invulnerable.as_slice(), [5]);
    let names = |p: &killteam::roster::Profile| {
        let weapons = p.weapons.iter().map(|weapon| weapon.name.clone());
        weapons.chain(p.feats.iter().map(|feat| feat.name.clone())).collect::<Vec<_>>()
    };
    assert_eq!(names(bob), ["Spit", "Horn", "Spin", "Dust", "Lamp"]);
    assert_eq!(bob.engages, Some(Length::inches(1)));
    assert_eq!((grub.name.as_str(), grub.armour, grub.wounds, grub.cp), ("Grub", 4, 1, 0));
    assert_eq!(names(grub), ["Spit", "Bite", "Spin", "Dust"]);
    assert_eq!(grub.engages, Some(Length::ZERO), "base contact");
    assert_eq!(moth.engages, None, "without a melee attack there is no engagement range at all");
}

#[test]
fn a_tidied_roster_is_the_same_team() {
    let roster = moths(
        "{ card = \"grub\", name = \" Bob \", leader = true, options = [\"wings\", \"horn\"] }",
    );
    let tidy = roster.tidied();
    assert_eq!(tidy.members[0].name, "Bob");
    assert_eq!(tidy.members[0].options, ["horn", "wings"]);
    assert_eq!(tidy.tidied(), tidy);
    assert_eq!(Roster::parse(&tidy.to_toml()), Ok(tidy));
}

#[test]
fn a_starter_is_a_legal_team() {
    for faction in faction::built_in() {
        let text = Roster::starter(faction, &faction.id);
        let roster = Roster::parse(&text).unwrap_or_else(|f| panic!("{}", lines(&f)));
        assert_eq!(roster.faults(100), [], "{text}");
        assert!(faction.cards.iter().all(|card| text.contains(&card.name)));
    }
}

/// The blocks of code of the reference that begin with this comment.
fn examples(first: &str) -> Vec<&'static str> {
    let blocks = include_str!("../../../docs/factions.md").split("```toml\n").skip(1);
    let blocks = blocks.filter_map(|block| block.split("```").next());
    blocks.filter(|block| block.starts_with(first)).collect()
}

#[test]
fn the_examples_of_the_reference_are_sound() {
    let [faction] = examples("# faction\n")[..] else { panic!("one faction") };
    let parsed = Faction::parse(faction).unwrap_or_else(|f| panic!("{}", lines(&f)));
    assert_eq!(parsed.cards.len(), 3);
    let [roster] = examples("# roster\n")[..] else { panic!("one roster") };
    let roster = Roster::read(roster, |file| {
        assert_eq!(file, "lanterns.toml");
        Ok(faction.into())
    });
    let roster = roster.unwrap_or_else(|f| panic!("{}", lines(&f)));
    assert_eq!(roster.faults(100), []);
    let spoilt = faction.replace("armour = 6", "armour = 1").replace(", lasts = \"round\"", "");
    let faults = Faction::parse(&spoilt).expect_err("two faults");
    let reference = include_str!("../../../docs/factions.md");
    let plain = reference.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(faults.len(), 2);
    for fault in faults {
        assert!(plain.contains(&fault.to_string()), "{fault}");
    }
}

#[test]
fn the_reference_has_the_whole_vocabulary() {
    let reference = include_str!("../../../docs/factions.md");
    let reference = &reference[reference.find("## Reference").expect("the tables")..];
    for (kind, list) in VOCABULARY {
        for word in list.split_whitespace() {
            let forms = [format!("`{word}`"), format!("`{{ {word} = "), format!("\"{word}\"")];
            assert!(forms.iter().any(|form| reference.contains(form)), "{kind} {word}");
        }
    }
}

proptest::proptest! {
    /// Whatever numbers a file has in it, there are faults or cards, and never a panic.
    #[test]
    fn any_numbers_give_faults_or_cards(
        numbers in proptest::collection::vec((0_usize..60, -3_i32..300), 1..8),
    ) {
        let mut words: Vec<String> = FACTION.split_inclusive(' ').map(String::from).collect();
        let places: Vec<usize> = (0..words.len())
            .filter(|i| words[*i].starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        for (place, number) in numbers {
            let word = &mut words[places[place % places.len()]];
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
            *word = format!("{number}{rest}");
        }
        if let Ok(faction) = Faction::read(&words.concat()) {
            let sound = faction.faults().is_empty();
            let cards = stat_card::catalogue(&faction);
            let roster = Roster {
                faction: FactionChoice::Own(Box::new(faction)),
                ..moths("{ card = \"grub\", leader = true, options = [\"wings\", \"horn\"] }")
            };
            let cards = cards + &stat_card::sheet(&roster);
            proptest::prop_assert!(!sound || cards.lines().all(|line| line.chars().count() <= 80));
            proptest::prop_assert_eq!(sound, roster.faults(u16::MAX).is_empty());
        }
    }
}
