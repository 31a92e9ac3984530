//! Guests, accounts, sessions and rosters.

use serde_json::{Value, json};

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
    house.rome(&pair.ann, &["me", "open"]).await;
    let new = json!({ "game": "rome", "seats": 2, "players": ["me", "open"] });
    let why = house.post("/api/v1/games", &pair.ann, new).await.fails(409);
    assert!(why.contains("2 unfinished"), "{why}");
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
