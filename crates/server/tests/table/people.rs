//! Guests, accounts, sessions and rosters.

use serde_json::{Value, json};
use server::db::{Db, Place};

use crate::Kind;
use crate::house::text;

pub async fn an_account_takes_the_guests_games_along(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let roster = json!({ "name": "Mine", "game": "killteam", "text": "" });
    house.ask("PUT", "/api/v1/rosters/r1", &pair.ann, Some(roster)).await.fine();
    let account = json!({ "name": "Ann Lee", "password": "correct horse", "guest": pair.ann });
    let who = house.post("/api/v1/accounts", "", account).await.fine();
    assert_eq!(who["account"], true);
    let me = house.get("/api/v1/me", &text(&who["token"])).await.fine();
    assert_eq!(me["games"][0]["players"][0]["name"], "Ann Lee");
    assert_eq!(me["games"][0]["seatTokens"][0]["token"], json!(pair.a));
    // Another guest on another device signs in, and brings a game along.
    let guest = house.guest("Annie").await;
    house.rome(&guest, &["me", "open"]).await;
    let roster = json!({ "name": "Other", "game": "killteam", "text": "x" });
    house.ask("PUT", "/api/v1/rosters/r2", &guest, Some(roster)).await.fine();
    let given = json!({ "name": "ann LEE", "password": "correct horse", "guest": guest });
    let who = house.post("/api/v1/sessions", "", given).await.fine();
    let token = text(&who["token"]);
    let me = house.get("/api/v1/me", &token).await.fine();
    assert_eq!(me["games"].as_array().map(Vec::len), Some(2));
    let rosters = house.get("/api/v1/rosters", &token).await.fine();
    assert_eq!(rosters.as_array().map(Vec::len), Some(2));
    house.get("/api/v1/me", &guest).await.fails(401);
}

pub async fn signing_in_and_out(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let account = |name: &str, password: &str| json!({ "name": name, "password": password });
    house.post("/api/v1/accounts", "", account("Ann", "short")).await.fails(400);
    house.post("/api/v1/accounts", "", account("", "long enough")).await.fails(400);
    let first = house.post("/api/v1/accounts", "", account("Ann", "long enough")).await.fine();
    let why = house.post("/api/v1/accounts", "", account("aNN", "long enough")).await.fails(409);
    assert!(why.contains("choose another"), "{why}");
    let wrong = house.post("/api/v1/sessions", "", account("Ann", "long enougH")).await.fails(401);
    let nobody = house.post("/api/v1/sessions", "", account("Bob", "long enough")).await.fails(401);
    assert_eq!(wrong, nobody, "it is not told whether there is such a name");
    let second = house.post("/api/v1/sessions", "", account("Ann", "long enough")).await.fine();
    let (first, second) = (text(&first["token"]), text(&second["token"]));
    assert_ne!(first, second);
    assert_eq!(house.ask("DELETE", "/api/v1/sessions", &first, None).await.fine(), Value::Null);
    house.get("/api/v1/me", &first).await.fails(401);
    assert_eq!(house.get("/api/v1/me", &second).await.fine()["name"], "Ann");
    let db = std::fs::read(house.folder.path().join("a table.db")).unwrap_or_default();
    assert!(!db.windows(11).any(|bytes| bytes == b"long enough"), "no password is kept");
}

pub async fn rosters_are_kept_by_person(kind: &Kind<'_>) {
    let house = kind.house(|config| config.limits.rosters = 2).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let roster = |name: &str| Some(json!({ "name": name, "game": "killteam", "text": name }));
    let first = house.ask("PUT", "/api/v1/rosters/a-1", &ann, roster("One")).await.fine();
    assert_eq!(first["id"], "a-1");
    house.ask("PUT", "/api/v1/rosters/a-2", &ann, roster("Two")).await.fine();
    house.ask("PUT", "/api/v1/rosters/a-2", &ann, roster("Second")).await.fine();
    house.ask("PUT", "/api/v1/rosters/a-3", &ann, roster("Three")).await.fails(409);
    house.ask("PUT", "/api/v1/rosters/a%20b", &bob, roster("Bad")).await.fails(400);
    assert_eq!(house.get("/api/v1/rosters/a-2", &ann).await.fine()["name"], "Second");
    house.get("/api/v1/rosters/a-2", &bob).await.fails(404);
    assert_eq!(house.get("/api/v1/rosters", &bob).await.fine(), json!([]));
    house.ask("DELETE", "/api/v1/rosters/a-2", &bob, None).await.fails(404);
    house.ask("DELETE", "/api/v1/rosters/a-2", &ann, None).await.fine();
    assert_eq!(house.get("/api/v1/rosters", &ann).await.fine().as_array().map(Vec::len), Some(1));
    house.get("/api/v1/rosters", "").await.fails(401);
}

pub async fn only_its_maker_deletes_a_game(kind: &Kind<'_>) {
    let house = kind.house(|config| config.limits.unfinished = 2).await;
    let pair = house.pair().await;
    let path = format!("/api/v1/games/{}", pair.id);
    let mut a = house.sit(&pair.id, &pair.a).await;
    house.ask("DELETE", &path, &pair.bob, None).await.fails(403);
    house.ask("DELETE", &path, &pair.a, None).await.fails(401);
    let alone = house.rome(&pair.ann, &["me", "open"]).await;
    let new = json!({ "game": "rome", "seats": 2, "players": ["me", "open"] });
    let why = house.post("/api/v1/games", &pair.ann, new).await.fails(409);
    assert!(why.contains("2 unfinished"), "{why}");
    // Nobody else has sat down there.
    let alone = format!("/api/v1/games/{}", text(&alone["id"]));
    house.ask("DELETE", &alone, &pair.ann, None).await.fine();
    house.get(&alone, &pair.ann).await.fails(404);
    // Who is losing can't take the game away from who is winning.
    let why = house.ask("DELETE", &path, &pair.ann, None).await.fails(409);
    assert!(why.contains("somebody else plays"), "{why}");
    a.say(json!({ "ping": 1 })).await;
    a.until("pong").await;
    // When it is abandoned, it may go.
    let db = Db::look(&Place::parse(&house.db).expect("a place")).await.expect("it opens");
    let long_ago = sqlx::query("UPDATE games SET changed = 1000 WHERE id = $1").bind(&pair.id);
    long_ago.execute(db.pool()).await.expect("it is done");
    db.close().await;
    house.ask("DELETE", &path, &pair.ann, None).await.fine();
    let mut last = String::new();
    while let Some(text) = a.next_text().await {
        last = text;
    }
    assert!(last.contains("\"closing\"") && last.contains("\"again\":false"), "{last}");
    house.get(&path, &pair.ann).await.fails(404);
    let mut late = house.socket(&pair.id, None).await.expect("a socket");
    late.say(json!({ "hello": { "token": pair.a, "seen": -1 } })).await;
    let told = late.next().await;
    assert_eq!(told["closing"]["again"], false, "{told}");
}

pub async fn who_never_comes_back_is_forgotten(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let (idle, back) = (house.guest("Idle").await, house.guest("Back").await);
    let account = json!({ "name": "Kept", "password": "long enough" });
    let kept = text(&house.post("/api/v1/accounts", "", account).await.fine()["token"]);
    let db = Db::look(&Place::parse(&house.db).expect("a place")).await.expect("it opens");
    let old = |days: i64, name: &'static str| {
        let moment = std::time::UNIX_EPOCH.elapsed().expect("after 1970").as_secs() as i64;
        sqlx::query(
            "UPDATE sessions SET seen = $1 WHERE who IN (SELECT id FROM people WHERE name = $2)",
        )
        .bind(moment - days * 24 * 60 * 60)
        .bind(name)
    };
    sqlx::query("UPDATE people SET created = 1000").execute(db.pool()).await.expect("it is done");
    for (days, name) in [(181, "Idle"), (179, "Back"), (181, "Kept"), (181, "Ann")] {
        old(days, name).execute(db.pool()).await.expect("it is done");
    }
    // A session that is over is over before it is tidied away; one that is used begins again.
    house.get("/api/v1/me", &idle).await.fails(401);
    house.get("/api/v1/me", &back).await.fine();
    assert_eq!(db.forget().await.ok(), Some(1), "Idle alone");
    assert_eq!(db.forget().await.ok(), Some(0));
    let seen: i64 = sqlx::query_scalar(
        "SELECT MIN(seen) FROM sessions WHERE who IN (SELECT id FROM people WHERE name = 'Back')",
    )
    .fetch_one(db.pool())
    .await
    .expect("the session");
    assert!(seen > 1_000_000_000 && house.get("/api/v1/me", &back).await.fine()["name"] == "Back");
    db.close().await;
    // The account signs in again; the game is there for who has its seat.
    house.get("/api/v1/me", &kept).await.fails(401);
    let account = json!({ "name": "Kept", "password": "long enough" });
    house.post("/api/v1/sessions", "", account).await.fine();
    house.get("/api/v1/me", &pair.ann).await.fails(401);
    house.sit(&pair.id, &pair.a).await;
}

pub async fn odd_letters_are_told_apart_from_a_broken_database(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let ann = house.guest("Ann").await;
    for id in ["%00", "a%00b", "%F0%9F%8E%B2", "a%2Fb", "'%3B--", &"x".repeat(5000)] {
        for path in [format!("/api/v1/games/{id}"), format!("/api/v1/rosters/{id}")] {
            house.get(&path, &ann).await.fails(404);
            house.ask("DELETE", &path, &ann, None).await.fails(404);
        }
        house.get(&format!("/api/v1/games/{id}/record"), &ann).await.fails(404);
        let roster = json!({ "name": "x", "game": "rome", "text": "" });
        let put = house.ask("PUT", &format!("/api/v1/rosters/{id}"), &ann, Some(roster)).await;
        put.fails(400);
    }
    house.get("/api/v1/games/%ff", &ann).await.fails(400);
    let roster = json!({ "name": "x", "game": "rome", "text": "a\u{0}b" });
    house.ask("PUT", "/api/v1/rosters/x", &ann, Some(roster)).await.fails(400);
    let options = json!([["teams", "a\u{0}b"]]);
    let new =
        json!({ "game": "killteam", "options": options, "seats": 2, "players": ["me", "me"] });
    house.post("/api/v1/games", &ann, new).await.fails(422);
    house.post("/api/v1/guests", "", json!({ "name": "a\u{0}b" })).await.fails(400);
    let names = json!({ "name": "\u{1f3b2} Ann \"'; --", "game": "rome", "text": "\u{1f3b2}" });
    let kept = house.ask("PUT", "/api/v1/rosters/x", &ann, Some(names.clone())).await.fine();
    assert_eq!(kept["name"], names["name"]);
}
