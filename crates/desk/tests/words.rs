//! What a page is told: names where the games have ids, and hints in sentences.

use desk::Desk;
use serde_json::{Value, json};

fn ok(desk: &mut Desk, question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON");
    assert!(answer.get("ok").is_some(), "{question}: {answer}");
    answer["ok"].clone()
}

/// Whoever owes a decision now.
fn owing(desk: &mut Desk, table: u64) -> Option<String> {
    let sheet = ok(desk, &json!({ "ask": "look", "table": table, "eyes": "nobody" }));
    sheet["head"]["owes"][0].as_str().map(ToOwned::to_owned)
}

/// A model's id, a space of a line or a place in inches, as people type them.
fn typed(text: &str) -> Option<&str> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let id = |word: &str| {
        let model = word.strip_prefix(['A', 'B']).is_some_and(digits);
        let space = word.strip_prefix(['f', 'r']).map(|column| column.trim_start_matches('-'));
        model || space.is_some_and(digits)
    };
    let place = |word: &str| match word.split_once(',') {
        Some((x, y)) => x.parse::<f64>().is_ok() && y.trim_end_matches('.').parse::<f64>().is_ok(),
        None => false,
    };
    text.split([' ', '(', ')', ':', ';', '\''])
        .find(|word| id(word.trim_end_matches(['.', ','])) || place(word) || word.contains('`'))
}

fn plain(text: &str) {
    assert!(typed(text).is_none(), "{:?} in {text}", typed(text));
    // Rules are named in square brackets, and are links there.
    let decimals = text.split('"').filter_map(|part| part.rsplit_once('.'));
    for (_, after) in decimals {
        assert!(!(after.len() > 2 && after.bytes().all(|c| c.is_ascii_digit())), "{text}");
    }
}

#[test]
fn hints_are_sentences() {
    for (game, every) in [("killteam", 9), ("rome", 5)] {
        let mut desk = Desk::new();
        let new = json!({ "ask": "new", "game": game, "options": [], "seats": 2, "seed": "7" });
        let table = ok(&mut desk, &new)["table"].as_u64().expect("a number");
        let mut asked = 0;
        for number in 0..120 {
            let Some(seat) = owing(&mut desk, table) else { break };
            if number % every == 0 {
                let hint = json!({ "ask": "hint", "table": table, "seat": seat, "bot": "greedy" });
                let reasons = ok(&mut desk, &hint);
                for one in reasons["weighed"].as_array().expect("a list").iter().take(12) {
                    let choice = &one["choice"];
                    let said = choice["description"].as_str().expect("words");
                    plain(said);
                    assert!(said.starts_with(char::is_uppercase), "{said}");
                    assert_ne!(Some(said), choice["text"].as_str());
                }
                for step in reasons["line"].as_array().expect("a list") {
                    plain(step["text"].as_str().expect("words"));
                }
                asked += 1;
            }
            let bot = json!({ "ask": "bot", "table": table, "seat": seat, "bot": "greedy" });
            ok(&mut desk, &bot);
        }
        assert!(asked > 5, "{game}");
    }
}

/// Every sentence in an answer, but for what is data.
fn sentences(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.contains(' ') => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| sentences(one, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                if !["action", "event", "ground"].contains(&name.as_str()) {
                    sentences(field, found);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn kill_team_is_told_without_ids() {
    let mut desk = Desk::new();
    let new = json!({ "ask": "new", "game": "killteam", "options": [], "seats": 2, "seed": "3" });
    let table = ok(&mut desk, &new)["table"].as_u64().expect("a number");
    let mut found = Vec::new();
    for number in 0..160 {
        let Some(seat) = owing(&mut desk, table) else { break };
        if number % 4 == 0 {
            let sheet = ok(&mut desk, &json!({ "ask": "look", "table": table, "eyes": seat }));
            sentences(&sheet, &mut found);
            let scene = &sheet["killteam"];
            let model = scene["activation"]["model"].as_str().map(ToOwned::to_owned);
            let model = model.unwrap_or_else(|| format!("{seat}1"));
            for what in ["kt.deeds", "kt.question"] {
                let asked = json!({ "ask": what, "table": table, "seat": seat, "model": model });
                sentences(&ok(&mut desk, &asked), &mut found);
            }
            for deed in ["attack", "charge"] {
                let asked = json!({
                    "ask": "kt.targets", "table": table, "seat": seat, "model": model, "deed": deed,
                });
                let answer: Value =
                    serde_json::from_str(&desk.ask(&asked.to_string())).expect("JSON");
                sentences(&answer, &mut found);
            }
        }
        ok(&mut desk, &json!({ "ask": "bot", "table": table, "seat": seat, "bot": "greedy" }));
    }
    let entries = ok(&mut desk, &json!({ "ask": "entries", "table": table, "eyes": "A" }));
    for entry in entries.as_array().expect("a list") {
        sentences(&entry["beats"], &mut found);
    }
    assert!(found.len() > 1000, "{}", found.len());
    for text in &found {
        let ids = text.split(|c: char| !c.is_alphanumeric()).find(|word| {
            let digits = word.strip_prefix(['A', 'B']);
            digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|c| c.is_ascii_digit()))
        });
        assert!(ids.is_none(), "{ids:?} in {text}");
        assert!(!text.contains('`'), "{text}");
        let places: Vec<&str> = text.split(' ').filter(|word| typed(word).is_some()).collect();
        assert!(places.is_empty(), "{places:?} in {text}");
    }
}

#[test]
fn from_the_far_side_near_is_what_lies_near_there() {
    let mut desk = Desk::new();
    let new = json!({ "ask": "new", "game": "killteam", "options": [], "seats": 2, "seed": "3" });
    let table = ok(&mut desk, &new)["table"].as_u64().expect("a number");
    let mut refused = Vec::new();
    for _ in 0..160 {
        let Some(seat) = owing(&mut desk, table) else { break };
        let deploy = json!({ "deploy": { "model": format!("{seat}1"), "at": "18,18" } });
        let play = json!({ "ask": "play", "table": table, "seat": seat, "action": deploy });
        let answer: Value = serde_json::from_str(&desk.ask(&play.to_string())).expect("JSON");
        let message = answer["refused"]["message"].as_str().unwrap_or_default();
        if message.contains("edge") {
            refused.push(message.to_owned());
        }
        ok(&mut desk, &json!({ "ask": "bot", "table": table, "seat": seat, "bot": "greedy" }));
    }
    assert!(refused.len() > 1, "both were told");
    assert!(refused.iter().all(|text| text.contains("of the near edge")), "{refused:?}");
    let mut told = ["A", "B"].map(|seat| {
        let sheet = ok(&mut desk, &json!({ "ask": "look", "table": table, "eyes": seat }));
        let teams = sheet["killteam"]["teams"].as_array().expect("both").clone();
        let team = teams.into_iter().find(|team| team["seat"] == seat).expect("the team");
        let entries = ok(&mut desk, &json!({ "ask": "entries", "table": table, "eyes": seat }));
        let beats = entries.as_array().expect("a list").iter().map(|entry| entry["beats"].clone());
        (team["side"].as_str() == Some("far"), beats.collect::<Vec<Value>>())
    });
    told.sort_by_key(|(far, _)| *far);
    let [(false, near), (true, far)] = told else { panic!("one sits on each side") };
    let mut turned = 0;
    // Everything but the bids is seen by both.
    let both = near.iter().flat_map(|beats| beats.as_array().expect("a list"));
    let both = both.zip(far.iter().flat_map(|beats| beats.as_array().expect("a list")));
    for (near, far) in both {
        let said = |beat: &Value| beat["text"].as_str().expect("words").to_owned();
        let (near, far) = (said(near), said(far));
        for (here, there) in [("near left", "far right"), ("near right", "far left")] {
            assert_eq!(near.matches(here).count(), far.matches(there).count(), "{near} / {far}");
            assert_eq!(near.matches(there).count(), far.matches(here).count(), "{near} / {far}");
            turned += near.matches(here).count() + near.matches(there).count();
        }
    }
    assert!(turned > 10, "{turned}");
}
