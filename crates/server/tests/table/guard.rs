//! Nobody gets where they don't belong, and nobody gets too much.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::house::{House, Socket, text};

pub async fn last_words(socket: &mut Socket) -> String {
    let mut last = String::new();
    while let Some(text) = socket.next_text().await {
        last = text;
    }
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_has_the_headers_and_the_page_its_policy() {
    let house = House::new(|_| {}).await;
    for path in ["/", "/play/killteam", "/nothing.js", "/api/v1/about", "/api/nothing", "/healthz"]
    {
        let answer = house.get(path, "").await;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "x-frame-options: deny",
            "cross-origin-opener-policy: same-origin",
        ] {
            assert!(answer.head.contains(header), "{path}: {header}: {}", answer.head);
        }
        assert!(!answer.head.contains("unsafe-eval'; style-src 'self' 'unsafe-inline'"));
    }
    assert_eq!(house.get("/", "").await.status, 200);
    assert_eq!(house.get("/play/killteam", "").await.status, 200);
    assert_eq!(house.get("/nothing.js", "").await.status, 404);
    house.get("/api/nothing", "").await.fails(404);
    assert_eq!(house.get("/healthz", "").await.body, "ok\n");
    let metrics = house.get("/metrics", "").await;
    assert!(metrics.body.contains("vanguard_actions_total 0"), "{}", metrics.body);
    let forwarded = house.ask_with("GET", "/metrics", "X-Forwarded-For: 192.0.2.1\r\n", "").await;
    assert_eq!(forwarded.status, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_comes_from_a_folder_and_nothing_outside_of_it() {
    let mut house = House::new(|config| {
        config.page = Some(concat!(env!("CARGO_MANIFEST_DIR"), "/src").into());
    })
    .await;
    let page = house.get("/lib.rs", "").await;
    assert!(page.status == 200 && page.body.contains("The web table"), "{}", page.head);
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let again = house
        .ask_with("GET", "/lib.rs", &format!("If-None-Match: {}\r\n", tag.replace("w/", "W/")), "")
        .await;
    assert_eq!(again.status, 304);
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd.x"] {
        let answer = house.get(path, "").await;
        assert!(answer.status >= 400, "{path}: {} {}", answer.status, answer.body);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_origins_and_names_are_turned_away() {
    let house = House::new(|_| {}).await;
    let own = format!("Origin: http://{}\r\n", house.addr);
    let body = "{\"name\":\"Ann\"}";
    let path = "/api/v1/guests";
    assert_eq!(house.ask_with("POST", path, &own, body).await.status, 200);
    for head in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Host: evil.example\r\nOrigin: http://evil.example\r\n",
    ] {
        house.ask_with("POST", path, head, body).await.fails(403);
    }
    assert_eq!(house.ask_with("GET", "/", "Host: evil.example\r\n", "").await.status, 403);
    let pair = house.pair().await;
    let error = house.socket(&pair.id, Some("http://evil.example")).await.err().expect("refused");
    assert!(error.contains("403"), "{error}");
    let own = format!("http://{}", house.addr);
    assert!(house.socket(&pair.id, Some(&own)).await.is_ok());
    let allowing = House::new(|config| config.origins = vec!["https://play.example".into()]).await;
    let head = "Host: play.example\r\nOrigin: https://play.example\r\n";
    assert_eq!(allowing.ask_with("POST", path, head, body).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_open_only_what_they_are_for() {
    let house = House::new(|_| {}).await;
    let (one, two) = (house.pair().await, house.pair().await);
    let path = format!("/api/v1/games/{}", one.id);
    assert_eq!(house.get(&path, &one.a).await.fine()["mine"], json!(["A"]));
    assert_eq!(house.get(&path, &one.watch).await.fine()["mine"], json!([]));
    for token in [&two.a, &two.watch, &two.ann] {
        house.get(&path, token).await.fails(403);
    }
    let forged = format!("{}x", &one.a[..one.a.len() - 1]);
    for token in ["", "x", &forged, &one.a[..one.a.len() - 4]] {
        house.get(&path, token).await.fails(401);
    }
    for (token, seen) in [(&two.a, -1), (&forged, -1), (&one.ann, -1)] {
        let mut socket = house.socket(&one.id, None).await.expect("a socket");
        socket.say(json!({ "hello": { "token": token, "seen": seen } })).await;
        let told = socket.next().await;
        assert_eq!(told["closing"]["again"], false, "{told}");
    }
    // The invite is of no use for a seat that is taken, nor as a seat.
    let ann = house.guest("Ann").await;
    let made = house.rome(&ann, &["me", "open"]).await;
    let invite = json!({ "invite": made["invites"][0]["token"] });
    let join = format!("/api/v1/games/{}/join", text(&made["id"]));
    let bob = house.guest("Bob").await;
    house.post(&join, &bob, json!({ "invite": made["watch"] })).await.fails(403);
    house.post(&join, "", invite.clone()).await.fails(401);
    house.post(&join, &bob, invite.clone()).await.fine();
    house.post(&join, &bob, invite.clone()).await.fine();
    let eve = house.guest("Eve").await;
    house.post(&join, &eve, invite).await.fails(409);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_much_is_turned_away_with_words() {
    let house = House::new(|config| {
        config.limits.requests = 2.0;
        config.limits.sockets = 2;
        config.limits.messages = 5.0;
        config.limits.body = 2000;
        config.limits.message = 1000;
    })
    .await;
    let pair = house.pair().await;
    let mut answers: Vec<u16> = Vec::new();
    for _ in 0..20 {
        answers.push(house.get("/api/v1/about", "").await.status);
    }
    assert!(answers.contains(&429) && answers.contains(&200), "{answers:?}");
    let limited = house.get("/api/v1/about", "").await;
    assert!(limited.head.contains("retry-after"), "{}", limited.head);
    assert_eq!(house.get("/healthz", "").await.status, 200, "health has no limit");
    tokio::time::sleep(Duration::from_secs(3)).await;
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(3000));
    assert_eq!(house.ask_with("POST", "/api/v1/guests", "", &large).await.status, 413);
    let mut first = house.sit(&pair.id, &pair.a).await;
    let second = house.sit(&pair.id, &pair.b).await;
    let error = house.socket(&pair.id, None).await.err().expect("too many");
    assert!(error.contains("429"), "{error}");
    second.close().await;
    for number in 0..40 {
        first.say(json!({ "ping": number })).await;
    }
    let last = last_words(&mut first).await;
    assert!(last.contains("too many messages") && last.contains("\"again\":true"), "{last}");
    let mut third = house.sit(&pair.id, &pair.b).await;
    third.say_text(&"x".repeat(2000)).await;
    let last = last_words(&mut third).await;
    assert!(last.contains("too large") && last.contains("\"again\":false"), "{last}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_to_guess_a_password_are_few() {
    let house = House::new(|config| config.limits.entries = 6.0).await;
    let account = json!({ "name": "Ann", "password": "long enough" });
    house.post("/api/v1/accounts", "", account).await.fine();
    let mut answers = Vec::new();
    for number in 0..8 {
        let given = json!({ "name": "Ann", "password": format!("guess {number}") });
        answers.push(house.post("/api/v1/sessions", "", given).await.status);
    }
    assert_eq!(answers[0], 401);
    assert!(answers[3..].iter().all(|status| *status == 429), "{answers:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_nothing_is_not_waited_for() {
    let house = House::new(|config| config.limits.handshake = Duration::from_millis(300)).await;
    let pair = house.pair().await;
    let mut socket = house.socket(&pair.id, None).await.expect("a socket");
    let last = last_words(&mut socket).await;
    assert!(last.contains("in time"), "{last}");
    let mut stream = TcpStream::connect(house.addr).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x").await.expect("half a request");
    let mut rest = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut rest)).await;
    assert!(read.is_ok(), "the server hangs up");
}

/// Whatever makes it: a handler, an extractor, the router, the description's page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_error_has_the_same_kind_of_body() {
    let house = House::new(|config| config.limits.body = 2000).await;
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(1_000_000));
    for (method, path, body, status) in [
        ("DELETE", "/api/v1/about", "", 405),
        ("PUT", "/api/v1/games/x", "{}", 405),
        ("POST", "/api/v1/openapi.json", "{}", 405),
        ("POST", "/api/docs/", "", 405),
        ("POST", "/api", "", 405),
        ("GET", "/api", "", 404),
        ("GET", "/api/", "", 404),
        ("GET", "/api/v2/about", "", 404),
        ("PATCH", "/api/v1/nothing", "", 404),
        ("GET", "/api/docs/nothing.js", "", 404),
        ("GET", "/api/v1/games/%ff", "", 401),
        ("PUT", "/api/v1/rosters/%ff", "{}", 401),
        ("POST", "/api/v1/guests", "", 400),
        ("POST", "/api/v1/guests", "{\"name\"", 400),
        ("POST", "/api/v1/guests", "{\"name\": 3}", 400),
        ("POST", "/api/v1/guests", "[]", 400),
        ("POST", "/api/v1/guests", &large, 413),
        ("GET", "/api/v1/games/x/socket", "", 400),
    ] {
        let answer = house.ask_with(method, path, "", body).await;
        assert_eq!(answer.status, status, "{method} {path}: {} {}", answer.head, answer.body);
        assert!(answer.head.contains("content-type: application/json"), "{path}: {}", answer.head);
        let allows = answer.head.contains("allow: ");
        assert_eq!(allows, status == 405, "{method} {path}: {}", answer.head);
        assert!(answer.head.contains("content-security-policy"), "{path}: {}", answer.head);
        let said = answer.json();
        assert!(said["error"]["message"].as_str().is_some_and(|words| words.len() > 8), "{said}");
        assert_eq!(said["error"]["faults"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_games_are_explained() {
    let house = House::new(|_| {}).await;
    let ann = house.guest("Ann").await;
    let begin = |change: fn(&mut Value)| {
        let mut new = json!({ "game": "killteam", "options": [], "files": {}, "seats": 2,
                              "players": ["me", "level1"] });
        change(&mut new);
        house.post("/api/v1/games", &ann, new)
    };
    let why = begin(|new| new["game"] = json!("roma")).await.fails(400);
    assert!(why.contains("did you mean \"rome\"?"), "{why}");
    let why = begin(|new| new["players"] = json!(["me"])).await.fails(400);
    assert!(why.contains("1 are named for 2 seats"), "{why}");
    let why = begin(|new| new["players"] = json!(["me", "levell1"])).await.fails(400);
    assert!(why.contains("level1"), "{why}");
    let why = begin(|new| new["options"] = json!([["teams", "mine.toml,nobody"]])).await.fails(422);
    assert!(why.contains("mine.toml"), "{why}");
    let why = begin(|new| new["extra"] = json!(1)).await.fails(400);
    assert!(why.contains("extra"), "{why}");
    let why = begin(|new| new["record"] = json!("{}")).await.fails(422);
    assert!(why.contains("record"), "{why}");
}

#[test]
fn the_description_has_every_route_and_no_other() {
    let doc = serde_json::to_value(server::http::openapi()).expect("a document");
    let mut routes = BTreeSet::new();
    for (path, methods) in doc["paths"].as_object().expect("paths") {
        for (method, about) in methods.as_object().expect("methods") {
            assert!(about["summary"].is_string() || about["description"].is_string(), "{path}");
            routes.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    // The document the page's authors read has the same list.
    let written = include_str!("../../../../docs/server.md");
    let written: BTreeSet<String> = written
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(route, _)| route))
        .filter(|route| route.contains(" /"))
        .map(str::to_owned)
        .collect();
    assert_eq!(routes, written);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_described_is_there() {
    let house = House::new(|_| {}).await;
    let doc = house.get("/api/v1/openapi.json", "").await.fine();
    for (path, methods) in doc["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            let path = path.replace("{id}", "x");
            let answer = house.ask(&method.to_uppercase(), &path, "", None).await;
            assert!(
                ![404, 405, 500, 501].contains(&answer.status),
                "{method} {path}: {}",
                answer.status
            );
        }
    }
    let docs = house.get("/api/docs/", "").await;
    assert!(docs.status == 200 && docs.body.contains("swagger"), "{}", docs.head);
}

/// Some actions are a bare word as data, and another as people type them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bare_words_are_data_first_and_typed_words_after() {
    let game = games::find("killteam").expect("the game");
    for word in ["go_second", "go second"] {
        let mut table =
            game.new_match(&[], &games::no_files, 2, kernel::Seed::from(5)).expect("a match");
        let asked = loop {
            let kernel::Awaiting::Seats(seats) = table.awaiting() else { panic!("it is over") };
            let seat = seats.lowest().expect("somebody");
            if table.choices(seat, 8).iter().any(|choice| choice.text == "go second") {
                break seat;
            }
            table.bot_play(seat, "random", &games::Patience::default()).expect("a decision");
        };
        let (_, kept) = server::hall::load::parts(&*table).expect("parts");
        let (mut house, key) = crate::secrets::house_of(&mut *table, kept).await;
        let id = crate::secrets::ID;
        let token = key.sign(&server::token::Claim::Seat(id.into(), asked));
        // A number of the last entry that nobody has is no reason to fall over.
        let mut odd = house.socket(id, None).await.expect("a socket");
        odd.say(json!({ "hello": { "token": token, "seen": i64::MAX } })).await;
        assert!(odd.next_text().await.expect("a welcome").starts_with("{\"welcome\""));
        let mut socket = house.socket(id, None).await.expect("a socket");
        socket.hello(&token, -1, None).await;
        socket.play(&json!(word)).await.expect("it is allowed");
        house.stop().await;
    }
}
