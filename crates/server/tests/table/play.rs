//! Playing: two people, watchers, windows, undo, refusals, bots.

use games::Eyes;
use kernel::Seat;
use serde_json::{Value, json};

use crate::Kind;
use crate::house::{House, Pair, Socket, bare, text};

/// Something the seat may do, and what it is asked to do.
pub async fn choice(house: &House, id: &str, seat: u8, which: usize) -> Value {
    let choices = house.on_disk(id).await.choices(Seat(seat), which + 1);
    choices.last().unwrap_or_else(|| panic!("{seat} has nothing to do")).action.clone()
}

/// Plays some actions by turns; everybody who plays has heard of all of them.
pub async fn play_on(house: &House, pair: &Pair, a: &mut Socket, b: &mut Socket, actions: u64) {
    let end = a.actions() + actions;
    while a.actions() < end {
        let (seat, me, other) =
            if a.asked("A") { (0, &mut *a, &mut *b) } else { (1, &mut *b, &mut *a) };
        let action = choice(house, &pair.id, seat, 0).await;
        me.play(&action).await.expect("it is allowed");
        while other.actions() < me.actions() {
            other.until("update").await;
        }
    }
}

fn agree(socket: &Socket, table: &dyn games::AnyMatch, eyes: Eyes) {
    assert_eq!(bare(&socket.view), bare(&table.view_json(eyes)), "{eyes}");
    assert_eq!(socket.head, serde_json::to_value(table.head()).expect("a head"));
    let entries = serde_json::to_value(table.entries(eyes, 0)).expect("entries");
    assert_eq!(Value::from(socket.entries.clone()), entries, "{eyes}");
}

pub async fn two_play_over_a_link(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    for _ in 0..12 {
        play_on(&house, &pair, &mut a, &mut b, 1).await;
        let table = house.on_disk(&pair.id).await;
        agree(&a, &*table, Eyes::Seat(Seat(0)));
        agree(&b, &*table, Eyes::Seat(Seat(1)));
    }
    assert!(a.head["seed"].is_null(), "the seed is a secret until the end");
    let card = house.get(&format!("/api/v1/games/{}", pair.id), &pair.ann).await.fine();
    assert_eq!(card["actions"], 12);
    assert_eq!(card["mine"], json!(["A"]));
    assert_eq!(card["players"][1]["name"], "Bob");
    assert_eq!(card["players"][1]["here"], true);
    assert_eq!(card["seatTokens"][0]["token"], json!(pair.a));
    b.close().await;
    while a.until("card").await["players"][1]["here"] != false {}
    // The seat is taken: the invite is worth nothing to others, and no harm to who has it.
    let eve = house.guest("Eve").await;
    house.get(&format!("/api/v1/games/{}", pair.id), &eve).await.fails(403);
    let me = house.get("/api/v1/me", &pair.bob).await.fine();
    assert_eq!(me["games"][0]["id"], json!(pair.id));
}

pub async fn one_who_watches_sees_what_everybody_sees(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    let mut eve = house.sit(&pair.id, &pair.watch).await;
    play_on(&house, &pair, &mut a, &mut b, 6).await;
    while eve.actions() < 6 {
        eve.until("update").await;
    }
    agree(&eve, &*house.on_disk(&pair.id).await, Eyes::Nobody);
    let action = choice(&house, &pair.id, u8::from(!a.asked("A")), 0).await;
    let why = eve.play(&action).await.expect_err("she only watches");
    assert!(why.contains("only watch"), "{why}");
    assert!(eve.undo().await.is_err());
}

pub async fn a_page_that_comes_back_gets_what_it_missed(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 5).await;
    let kept = (b.entries.clone(), b.revision);
    b.close().await;
    let mut other = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut other, 4).await;
    let mut b = house.socket(&pair.id, None).await.expect("a socket");
    b.entries = kept.0;
    let welcome = b.hello(&pair.b, 5, Some(kept.1)).await;
    assert_eq!(welcome["back"], Value::Null);
    assert_eq!(welcome["entries"].as_array().map(Vec::len), Some(4));
    agree(&b, &*house.on_disk(&pair.id).await, Eyes::Seat(Seat(1)));
    // A page from before something else was there: more than there is.
    let mut c = house.socket(&pair.id, None).await.expect("a socket");
    let welcome = c_hello(&mut c, &pair.b, 40).await;
    assert_eq!(welcome["back"], 9);
}

/// Greets without keeping the story, which would not fit.
async fn c_hello(socket: &mut Socket, token: &str, seen: i64) -> Value {
    socket.say(json!({ "hello": { "token": token, "seen": seen } })).await;
    let text = socket.next_text().await.expect("a message");
    serde_json::from_str::<Value>(&text).expect("JSON")["welcome"].clone()
}

pub async fn two_windows_of_a_seat_stay_in_step(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut again = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 4).await;
    while again.actions() < 4 {
        again.until("update").await;
    }
    assert_eq!(
        (&a.head, bare(&a.view), &a.entries),
        (&again.head, bare(&again.view), &again.entries)
    );
    while !a.asked("A") {
        play_on(&house, &pair, &mut a, &mut b, 1).await;
    }
    while again.actions() < a.actions() {
        again.until("update").await;
    }
    // Both windows answer the same question: the second answer comes too late.
    let action = choice(&house, &pair.id, 0, 0).await;
    let after = again.actions();
    a.play(&action).await.expect("it is allowed");
    again.say(json!({ "play": { "id": 9, "after": after, "action": action } })).await;
    let why = again.answer().await.expect_err("too late");
    assert!(why.contains("already"), "{why}");
}

pub async fn what_is_taken_back_is_gone_for_everybody(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    let may = |socket: &Socket| socket.head["mayUndo"].as_array().expect("seats").clone();
    for _ in 0..60 {
        if !may(&a).is_empty() {
            break;
        }
        play_on(&house, &pair, &mut a, &mut b, 1).await;
    }
    let seat = text(may(&a).first().expect("something can be taken back"));
    let kept = (a.entries.clone(), a.revision, a.actions());
    let before = house.on_disk(&pair.id).await.hash();
    let (me, other) = if seat == "A" { (&mut a, &mut b) } else { (&mut b, &mut a) };
    let number = other.actions();
    me.undo().await.expect("it may be taken back");
    while other.actions() >= number {
        other.until("update").await;
    }
    let table = house.on_disk(&pair.id).await;
    assert_ne!(table.hash(), before);
    agree(&a, &*table, Eyes::Seat(Seat(0)));
    agree(&b, &*table, Eyes::Seat(Seat(1)));
    // What was decided before is not what is asked now.
    let action = choice(&house, &pair.id, u8::from(seat == "B"), 0).await;
    let socket = if seat == "A" { &mut a } else { &mut b };
    socket
        .say(json!({ "play": { "id": 1, "after": kept.2, "revision": kept.1, "action": action } }))
        .await;
    assert!(socket.answer().await.expect_err("stale").contains("taken back"));
    socket.play(&action).await.expect("it is allowed");
    // A page that slept meanwhile is told what is gone, whether or not it knows its revision.
    for revision in [Some(kept.1), None] {
        let mut late = house.socket(&pair.id, None).await.expect("a socket");
        late.entries.clone_from(&kept.0);
        let welcome = late.hello(&pair.a, kept.2 as i64, revision).await;
        assert_eq!(welcome["back"], kept.2 - 1);
        agree(&late, &*house.on_disk(&pair.id).await, Eyes::Seat(Seat(0)));
    }
}

pub async fn refusals_say_why_and_change_nothing(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let before = house.on_disk(&pair.id).await.hash();
    for action in [json!(null), json!({}), json!("dance"), json!({ "fly": 3 }), json!([1, 2])] {
        let why = a.play(&action).await.expect_err("no action");
        assert!(!why.is_empty());
    }
    let good = choice(&house, &pair.id, 0, 0).await;
    a.say(json!({ "play": { "id": 3, "after": 9, "action": good } })).await;
    assert!(a.answer().await.expect_err("not yet").contains("taken back"));
    assert!(a.undo().await.expect_err("nothing to take back").contains("nothing"));
    assert_eq!(house.on_disk(&pair.id).await.hash(), before);
    assert_eq!(a.actions(), 0);
    a.say(json!({ "ping": 12 })).await;
    assert_eq!(a.until("pong").await, 12);
    // As people type it.
    let typed = house.on_disk(&pair.id).await.choices(Seat(0), 1)[0].text.clone();
    a.play(&json!(typed)).await.expect("it is allowed");
    // What is no message at all ends the conversation.
    a.say_text("{\"play\": 3}").await;
    let mut last = String::new();
    while let Some(text) = a.next_text().await {
        last = text;
    }
    assert!(last.contains("\"closing\"") && last.contains("\"again\":false"), "{last}");
}

pub async fn bots_play_a_game_to_its_end_and_the_record_proves_the_dice(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let ann = house.guest("Ann").await;
    let made = house.rome(&ann, &["random", "level1"]).await;
    assert_eq!(made["seat"], Value::Null);
    let id = text(&made["id"]);
    let path = format!("/api/v1/games/{id}");
    house.get(&format!("{path}/record"), &ann).await.fails(409);
    let mut eve = house.sit(&id, &text(&made["watch"])).await;
    while eve.head["outcome"].is_null() {
        eve.until("update").await;
    }
    let card = eve.until("card").await;
    assert_eq!(card["commitment"], made["commitment"]);
    assert_eq!(card["seed"], eve.head["seed"]);
    let record = house.get(&format!("{path}/record"), &text(&made["watch"])).await;
    assert_eq!(record.status, 200);
    let loaded = games::load(&record.body, None).expect("it replays to the same hash");
    let seed = loaded.table.seed().expect("a seed");
    assert_eq!(card["seed"], json!(seed.to_string()));
    assert_eq!(made["commitment"], json!(format!("sha256:{}", seed.commitment())));
    assert_eq!(record.json()["commitment"], made["commitment"]);
    let same = games::check_bots(&record.body, &games::Patience::default()).expect("bots");
    assert!(same.differs.is_none() && same.same > 10, "{same:?}");
    house.ask("DELETE", &path, &ann, None).await.fails(409);
}

pub async fn a_game_is_played_on_from_a_record(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 6).await;
    let record = house.on_disk(&pair.id).await.record_json().expect("a record");
    let mut new = json!({ "game": "rome", "options": [], "files": {}, "seats": 2,
                          "players": ["me", "open"], "record": record, "at": 4 });
    let why = house.post("/api/v1/games", &pair.ann, new.clone()).await.fails(400);
    assert!(why.contains("knows the dice"), "{why}");
    new["players"] = json!(["me", "random"]);
    let made = house.post("/api/v1/games", &pair.ann, new).await.fine();
    let mut me = house.sit(&text(&made["id"]), &text(&made["seatToken"])).await;
    assert!(me.actions() >= 4);
    while !me.asked("A") {
        me.until("update").await;
    }
    let action = choice(&house, &text(&made["id"]), 0, 0).await;
    me.play(&action).await.expect("it is allowed");
    let table = house.on_disk(&text(&made["id"])).await;
    assert_eq!(table.players(), ["human", "random"]);
    assert!(table.actions() >= 5);
}
