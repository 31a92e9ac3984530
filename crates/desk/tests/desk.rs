//! The desk as a page uses it: texts in, texts out.

use desk::Desk;
use serde_json::{Value, json};

fn ask(desk: &mut Desk, question: &Value) -> Result<Value, String> {
    let answer: Value = serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON");
    match (answer.get("ok"), answer.get("refused")) {
        (Some(ok), None) => Ok(ok.clone()),
        (None, Some(refused)) => {
            let message = refused["message"].as_str().expect("a sentence");
            assert!(!message.is_empty());
            Err(message.to_owned())
        }
        _ => panic!("neither ok nor refused: {answer}"),
    }
}

#[allow(clippy::needless_pass_by_value)] // Questions are written where they are asked.
fn ok(desk: &mut Desk, question: Value) -> Value {
    ask(desk, &question).unwrap_or_else(|refused| panic!("{question}: {refused}"))
}

fn killteam(desk: &mut Desk, seed: &str) -> u64 {
    let question = json!({
        "ask": "new", "game": "killteam", "seats": 2, "seed": seed,
        "options": [["teams", "glass-wall,tallow-flood"], ["table", "7"]],
        "players": ["human", "level1"],
    });
    ok(desk, question)["table"].as_u64().expect("a number")
}

/// Lets bots act so many times, or to the end.
fn play_on(desk: &mut Desk, table: u64, bot: &str, times: usize) {
    for _ in 0..times {
        let head =
            ok(desk, json!({"ask": "look", "table": table, "eyes": "nobody"}))["head"].clone();
        let Some(seat) = head["owes"].get(0) else { return };
        ok(desk, json!({"ask": "bot", "table": table, "seat": seat, "bot": bot}));
    }
}

#[test]
fn a_match_is_played_undone_recorded_loaded_and_forked() {
    let mut desk = Desk::new();
    let table = killteam(&mut desk, "5");
    let sheet = ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "A"}));
    assert!(sheet["killteam"]["ground"]["pieces"].as_array().is_some_and(|p| !p.is_empty()));
    let again = ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "B"}));
    assert!(again["killteam"]["ground"].is_null(), "the ground is told once");
    let whole = ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "B", "whole": true}));
    assert!(whole["killteam"]["ground"].is_object());
    play_on(&mut desk, table, "greedy", 12);
    let seat = |desk: &mut Desk| {
        let sheet = ok(desk, json!({"ask": "look", "table": table, "eyes": "all"}));
        sheet["head"]["owes"][0].clone()
    };
    let now = seat(&mut desk);
    let choices = ok(&mut desk, json!({"ask": "choices", "table": table, "seat": now, "limit": 5}));
    let choice = choices[0].clone();
    let text = json!({"ask": "consider", "table": table, "seat": now, "action": choice["text"]});
    assert_eq!(ok(&mut desk, text), choice, "typed or as data, it is the same");
    let before =
        ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "all", "whole": true}));
    let play = json!({"ask": "play", "table": table, "seat": now, "action": choice["action"]});
    let head = ok(&mut desk, play);
    assert_eq!(head["actions"], 13);
    if head["mayUndo"].as_array().is_some_and(|may| may.contains(&now)) {
        ok(&mut desk, json!({"ask": "undo", "table": table, "seat": now}));
        let after = json!({"ask": "look", "table": table, "eyes": "all", "whole": true});
        assert_eq!(ok(&mut desk, after), before);
    }
    play_on(&mut desk, table, "greedy", 2000);
    let end = ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "all"}));
    assert!(!end["head"]["outcome"].is_null());
    let summary = ok(&mut desk, json!({"ask": "summary", "table": table}));
    assert!(summary["series"].as_array().is_some_and(|series| series.len() == 8));
    let luck = summary["luck"].as_array().expect("a list");
    assert!(luck.iter().any(|luck| luck["what"] == "Hits" && luck["rolls"].as_u64() > Some(5)));
    let record = ok(&mut desk, json!({"ask": "record", "table": table}));
    let loaded = ok(&mut desk, json!({"ask": "load", "record": record["json"]}));
    assert_eq!(loaded["actions"], end["head"]["actions"]);
    let entries = ok(
        &mut desk,
        json!({"ask": "entries", "table": loaded["table"], "eyes": "all", "from": 0}),
    );
    let entries = entries.as_array().expect("a list");
    for entry in entries {
        let details = json!({
            "ask": "details", "table": loaded["table"], "eyes": "A", "number": entry["number"],
        });
        let details = ok(&mut desk, details);
        assert_eq!(details.as_array().map(Vec::len), entry["beats"].as_array().map(Vec::len));
    }
    // Any earlier position is the one that was there.
    let at =
        json!({"ask": "look", "table": loaded["table"], "eyes": "all", "at": 12, "whole": true});
    assert_eq!(ok(&mut desk, at)["killteam"], before["killteam"]);
    let fork =
        json!({"ask": "fork", "table": loaded["table"], "at": 12, "players": ["level1", "human"]});
    let forked = ok(&mut desk, fork);
    assert_eq!(forked["actions"], 12);
    play_on(&mut desk, forked["table"].as_u64().expect("a number"), "random", 5);
    ok(&mut desk, json!({"ask": "close", "table": table}));
    assert!(ask(&mut desk, &json!({"ask": "summary", "table": table})).is_err());
}

/// Everything a page asks about a position.
fn hovering(seat: &str, table: u64) -> Vec<Value> {
    let of = |mut question: Value| {
        question["table"] = table.into();
        question["seat"] = seat.into();
        question
    };
    let (own, enemy) = if seat == "A" { ("A1", "B1") } else { ("B1", "A1") };
    [
        json!({"ask": "kt.deeds", "model": own}),
        json!({"ask": "kt.reach", "model": own, "why": "walk"}),
        json!({"ask": "kt.path", "model": own, "why": "run", "to": {"x": 40000, "y": 45000}}),
        json!({"ask": "kt.path", "model": own, "why": "charge", "target": enemy}),
        json!({"ask": "kt.place", "model": own, "x": 30000, "y": 9000}),
        json!({"ask": "kt.targets", "model": own, "deed": "attack"}),
        json!({"ask": "kt.targets", "model": own, "deed": "charge"}),
        json!({"ask": "kt.blow", "by": own, "deed": "attack",
               "blow": {"weapon": 1, "at": [{"target": enemy, "dice": 0}], "use": []}}),
        json!({"ask": "kt.question"}),
        json!({"ask": "kt.feat", "model": own, "feat": 1}),
        json!({"ask": "kt.sight", "from": own, "to": enemy}),
        json!({"ask": "kt.eyes", "model": own}),
        json!({"ask": "kt.card", "model": own}),
        json!({"ask": "kt.ground", "x": 45720, "y": 45720}),
        json!({"ask": "kt.measure", "from": {"model": own}, "to": {"x": 1000, "y": 2000}}),
        json!({"ask": "kt.pool"}),
        json!({"ask": "kt.terrain", "piece": 1, "x": 20000, "y": 20000, "facing": 90}),
        json!({"ask": "choices", "limit": 20}),
        json!({"ask": "explain", "question": "objectives"}),
        json!({"ask": "consider", "action": "pass"}),
    ]
    .map(of)
    .into()
}

#[test]
fn who_has_only_a_view_gets_the_same_answers() {
    let mut desk = Desk::new();
    let table = killteam(&mut desk, "9");
    let mut state: kernel::Match<killteam::KillTeam>;
    let mut seated: [Option<u64>; 2] = [None, None];
    for round in 0..14 {
        play_on(&mut desk, table, "greedy", if round < 2 { 3 } else { 9 });
        let record = ok(&mut desk, json!({"ask": "record", "table": table}));
        let text = record["json"].as_str().expect("a text");
        state =
            kernel::Record::from_json(text).expect("a record").replay(None).expect("it replays");
        for (seat, name) in [(0, "A"), (1, "B")] {
            let view =
                <killteam::KillTeam as kernel::Game>::view(state.state(), kernel::Seat(seat));
            let here = json!({"ask": "look", "table": table, "eyes": name, "whole": true});
            let here = ok(&mut desk, here);
            let sit = json!({
                "ask": "sit", "table": seated[usize::from(seat)], "eyes": name,
                "head": here["head"], "view": view,
            });
            let sat = ok(&mut desk, sit)["table"].as_u64().expect("a number");
            seated[usize::from(seat)] = Some(sat);
            let there = json!({"ask": "look", "table": sat, "eyes": name, "whole": true});
            assert_eq!(ok(&mut desk, there), here);
            for question in hovering(name, table) {
                let mut other = question.clone();
                other["table"] = sat.into();
                assert_eq!(ask(&mut desk, &question), ask(&mut desk, &other), "{question}");
            }
            let foreign =
                json!({"ask": "look", "table": sat, "eyes": if seat == 0 { "B" } else { "A" }});
            assert!(ask(&mut desk, &foreign).is_err(), "nobody looks with other eyes");
        }
    }
}

/// Two matches that differ only in a secret bid look alike to everybody else.
#[test]
fn nobody_else_sees_a_bid() {
    let mut desk = Desk::new();
    let mut seen = 0;
    for seed in ["1", "2", "3"] {
        let table = killteam(&mut desk, seed);
        for _ in 0..1200 {
            let sheet = ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "nobody"}));
            let owes = sheet["head"]["owes"].as_array().expect("a list").clone();
            let Some(seat) = owes.first() else { break };
            if sheet["killteam"]["ask"]["kind"] != "bid" || owes.len() < 2 {
                ok(&mut desk, json!({"ask": "bot", "table": table, "seat": seat, "bot": "random"}));
                continue;
            }
            let mut told: Vec<Vec<Value>> = Vec::new();
            for bid in [0, 1] {
                let at = &sheet["head"]["actions"];
                let fork = json!({"ask": "fork", "table": table, "at": at, "players": []});
                let fork = ok(&mut desk, fork)["table"].clone();
                let play =
                    json!({"ask": "play", "table": fork, "seat": seat, "action": {"bid": bid}});
                ok(&mut desk, play);
                let mut all = Vec::new();
                for eyes in [owes[1].as_str().expect("a seat"), "nobody"] {
                    all.push(ok(
                        &mut desk,
                        json!({"ask": "look", "table": fork, "eyes": eyes, "whole": true}),
                    ));
                    all.push(ok(
                        &mut desk,
                        json!({"ask": "entries", "table": fork, "eyes": eyes, "from": at}),
                    ));
                    all.push(ok(
                        &mut desk,
                        json!({"ask": "details", "table": fork, "eyes": eyes,
                                                  "number": at.as_u64().map(|at| at + 1)}),
                    ));
                }
                let scene = &all[0]["killteam"]["teams"];
                assert!(
                    scene
                        .as_array()
                        .is_some_and(|teams| teams.iter().any(|t| t["bidMade"] == true))
                );
                ok(&mut desk, json!({"ask": "close", "table": fork}));
                told.push(all);
            }
            assert_eq!(told[0], told[1]);
            seen += 1;
            break;
        }
    }
    assert!(seen > 0, "somebody bids");
}

#[test]
fn everything_else_is_answered() {
    let mut desk = Desk::new();
    let games = ok(&mut desk, json!({"ask": "games"}));
    assert_eq!(games.as_array().map(Vec::len), Some(2));
    for game in games.as_array().expect("a list") {
        let rules = ok(&mut desk, json!({"ask": "rules", "game": game["id"]}));
        let rules = rules.as_array().expect("a list");
        assert!(rules.len() > 50 && rules.iter().all(|rule| rule["chapter"] != ""));
        assert!(!ok(&mut desk, json!({"ask": "oddsKeys", "game": game["id"]})).is_null());
        ok(&mut desk, json!({"ask": "preview", "game": game["id"]}));
    }
    let odds = json!({"ask": "odds", "game": "killteam",
                      "question": [["dice", "3"], ["hit", "4"], ["armour", "4"], ["wounds", "1"]]});
    let odds = ok(&mut desk, odds);
    assert!(odds["cases"][0]["spreads"].as_array().is_some_and(|spreads| !spreads.is_empty()));
    let factions = ok(&mut desk, json!({"ask": "factions", "game": "killteam"}));
    for team in
        games[1]["teams"].as_array().into_iter().chain(games[0]["teams"].as_array()).flatten()
    {
        let text = ok(&mut desk, json!({"ask": "ready", "game": "killteam", "team": team["id"]}));
        let read =
            json!({"ask": "roster", "game": "killteam", "text": text["text"], "points": 100});
        let sheet = ok(&mut desk, read);
        assert_eq!(sheet["faults"], json!([]));
        assert_eq!(sheet["points"], team["points"]);
        assert_eq!(
            sheet["cards"].as_array().map(Vec::len),
            team["models"].as_u64().map(|n| n as usize)
        );
        let back = json!({"ask": "rosterText", "game": "killteam", "roster": sheet["draft"]});
        assert_eq!(ok(&mut desk, back)["text"], text["text"]);
    }
    assert!(factions.as_array().is_some_and(|list| list.len() >= 5));
    let empty = json!({"name": "Mine", "faction": "ashguard", "models": []});
    let text = ok(&mut desk, json!({"ask": "rosterText", "game": "killteam", "roster": empty}));
    let read = json!({"ask": "roster", "game": "killteam", "text": text["text"], "points": 100});
    let sheet = ask(&mut desk, &read);
    assert!(sheet.is_ok_and(|sheet| sheet["faults"].as_array().is_some_and(|f| !f.is_empty())));
    for (question, says) in [
        (json!({"ask": "gams"}), "did you mean \"games\"?"),
        (json!({"ask": "look", "table": 77, "eyes": "A"}), "no table 77"),
        (json!({"ask": "look", "eyes": "A"}), "at which table"),
        (json!({"ask": "rules", "game": "chess"}), "no game \"chess\""),
        (json!({"ask": "factions", "game": "rome"}), "rome has no rosters"),
        (json!({"ask": "new", "game": "killteam", "seats": 2, "seed": "x"}), "no seed"),
        (json!({"ask": "new", "game": "killteam", "seats": 2, "players": ["human"]}), "2 sit"),
        (
            json!({"ask": "new", "game": "killteam", "seats": 2, "options": [["points", "x"]]}),
            "points",
        ),
        (json!(7), "say what you ask"),
    ] {
        let refused = ask(&mut desk, &question).expect_err("it is refused");
        assert!(refused.contains(says), "{question}: {refused}");
    }
}

#[test]
fn matches_without_a_seed_differ_by_what_was_stirred_in() {
    let seed_of = |entropy: &str| {
        let mut desk = Desk::new();
        ok(&mut desk, json!({"ask": "stir", "entropy": entropy}));
        let new = json!({"ask": "new", "game": "killteam", "seats": 2});
        let tables = [ok(&mut desk, new.clone()), ok(&mut desk, new)];
        tables.map(|opened| {
            let record = json!({"ask": "record", "table": opened["table"]});
            let json = ok(&mut desk, record)["json"].as_str().expect("a text").to_owned();
            let record: Value = serde_json::from_str(&json).expect("JSON");
            record["seed"].clone()
        })
    };
    let (one, other) = (seed_of("a"), seed_of("b"));
    assert!(one[0] != one[1] && one[0] != other[0] && one[1] != other[1]);
}

/// Damages a text: a byte gone, doubled or changed, a part gone, a number or word replaced.
fn damaged(text: &str, random: &mut impl FnMut(usize) -> usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random(2) {
        if bytes.is_empty() {
            break;
        }
        let at = random(bytes.len());
        match random(6) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, bytes[at]),
            2 => bytes[at] = b"0123456789-\"{}[],:.eaAB"[random(23)],
            3 => bytes.truncate(at),
            _ => {
                // A whole number or word becomes another.
                let known = [
                    "-1",
                    "0",
                    "255",
                    "4294967296",
                    "2147483647",
                    "-2147483648",
                    "null",
                    "\"B20\"",
                    "[]",
                    "1e9",
                    "\"feat:9\"",
                    "\"A1\"",
                ];
                let value =
                    |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'"' | b'-' | b'_' | b'.');
                let end = at + bytes[at..].iter().take_while(|b| value(b)).count();
                let start = at - bytes[..at].iter().rev().take_while(|b| value(b)).count();
                bytes.splice(start..end, known[random(known.len())].bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_questions_are_answered_all_the_same() {
    let mut state = 11_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below.max(1)
    };
    let mut desk = Desk::new();
    let table = killteam(&mut desk, "3");
    for round in 0..6 {
        play_on(&mut desk, table, "greedy", 15);
        let mut questions = hovering(if round % 2 == 0 { "A" } else { "B" }, table);
        let record = ok(&mut desk, json!({"ask": "record", "table": table}));
        let text = record["json"].as_str().expect("a text").to_owned();
        let game: kernel::Match<killteam::KillTeam> =
            kernel::Record::from_json(&text).expect("a record").replay(None).expect("it replays");
        let view = <killteam::KillTeam as kernel::Game>::view(game.state(), kernel::Seat(0));
        let head =
            ok(&mut desk, json!({"ask": "look", "table": table, "eyes": "A"}))["head"].clone();
        questions.push(json!({"ask": "look", "table": table, "eyes": "A", "at": 3}));
        questions.push(json!({"ask": "entries", "table": table, "eyes": "nobody", "from": 2}));
        questions.push(json!({"ask": "details", "table": table, "eyes": "all", "number": 1}));
        questions.push(json!({"ask": "hint", "table": table, "seat": "A", "bot": "level1"}));
        questions.push(json!({"ask": "load", "record": text}));
        for question in &questions {
            for _ in 0..12 {
                desk.ask(&damaged(&question.to_string(), &mut random));
            }
        }
        // A damaged view is refused, or it can be asked about.
        let sit = json!({"ask": "sit", "table": null, "eyes": "A", "head": head, "view": view});
        for _ in 0..60 {
            let answer = desk.ask(&damaged(&sit.to_string(), &mut random));
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            let Some(sat) = answer["ok"]["table"].as_u64() else { continue };
            desk.ask(&json!({"ask": "look", "table": sat, "eyes": "A"}).to_string());
            for question in hovering("A", sat) {
                desk.ask(&question.to_string());
            }
            desk.ask(&json!({"ask": "close", "table": sat}).to_string());
        }
    }
}
