//! What somebody would try who means harm.

use std::time::Duration;

use kernel::Seat;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::guard::last_words;
use crate::house::{House, Socket, text};
use crate::play::play_on;

/// Nothing broke, and the game goes on.
async fn unharmed(house: &House) {
    assert_eq!(house.metric("vanguard_panics_total "), "0");
    assert_eq!(house.get("/healthz", "").await.status, 200);
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(house, &pair, &mut a, &mut b, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_is_in_no_answer_before_the_end() {
    let house = House::new(|config| config.limits.messages = 1000.0).await;
    let ann = house.guest("Ann").await;
    let made = house.rome(&ann, &["me", "random"]).await;
    let id = text(&made["id"]);
    let seed = house.on_disk(&id).await.seed().expect("a seed").to_string();
    let path = format!("/api/v1/games/{id}");
    let mut heard = vec![made.to_string()];
    let mut me = house.sit(&id, &text(&made["seatToken"])).await;
    while me.head["outcome"].is_null() {
        if me.actions().is_multiple_of(8) {
            for path in [path.clone(), "/api/v1/me".into(), format!("{path}/record")] {
                heard.push(house.get(&path, &ann).await.body);
            }
        }
        if me.asked("A") {
            me.play(&json!("no such thing")).await.expect_err("there is none");
            // The bot may have been faster.
            if let Some(choice) = house.on_disk(&id).await.choices(Seat(0), 1).first() {
                let _ = me.play(&choice.action).await;
                continue;
            }
        }
        me.until("update").await;
    }
    assert_eq!(me.head["seed"], json!(seed), "the game came to its end");
    heard.append(&mut me.heard);
    let of_the_end = |text: &String| text.contains(&format!("\"seed\":\"{seed}\""));
    let end = heard.iter().position(of_the_end).expect("the end");
    assert!(heard[end].contains("\"outcome\":{"), "{}", heard[end]);
    assert!(end > 20, "{end}");
    for text in &heard[..end] {
        assert!(!text.contains(&seed), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn absurd_numbers_and_texts_break_nothing() {
    let house = House::new(|config| config.limits.messages = 1000.0).await;
    let pair = house.pair().await;
    let odd = [
        "0",
        "-0",
        "-1",
        "1.5",
        "1e400",
        "-9223372036854775808",
        "9223372036854775807",
        "18446744073709551615",
        "18446744073709551616",
        "null",
        "true",
        "\"\"",
        "[]",
        "{}",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "4294967296",
    ];
    for number in odd {
        for message in [
            format!("{{\"hello\":{{\"token\":\"{}\",\"seen\":{number}}}}}", pair.a),
            format!("{{\"hello\":{{\"token\":\"{}\",\"seen\":0,\"revision\":{number}}}}}", pair.a),
            format!("{{\"hello\":{{\"token\":{number},\"seen\":0}}}}"),
        ] {
            let mut socket = house.socket(&pair.id, None).await.expect("a socket");
            socket.say_text(&message).await;
            let told = socket.next_text().await.expect("an answer");
            assert!(told.starts_with("{\"welcome\"") || told.starts_with("{\"closing\""), "{told}");
        }
        for message in [
            format!("{{\"play\":{{\"id\":{number},\"after\":0,\"action\":\"pass\"}}}}"),
            format!("{{\"play\":{{\"id\":1,\"after\":{number},\"action\":\"pass\"}}}}"),
            format!(
                "{{\"play\":{{\"id\":1,\"after\":0,\"revision\":{number},\"action\":{number}}}}}"
            ),
            format!("{{\"play\":{{\"id\":1,\"after\":0,\"action\":{{\"place\":{number}}}}}}}"),
            format!("{{\"undo\":{{\"id\":{number}}}}}"),
            format!("{{\"ping\":{number}}}"),
            number.to_owned(),
        ] {
            let mut socket = house.sit(&pair.id, &pair.a).await;
            socket.say_text(&message).await;
            let told = answered(&mut socket).await;
            assert!(!told.contains("\"done\""), "{message}: {told}");
        }
        for (field, others) in [
            ("seats", "\"game\":\"rome\",\"players\":[\"me\",\"me\"]"),
            ("at", "\"game\":\"rome\",\"seats\":2,\"players\":[\"me\",\"me\"],\"record\":\"{}\""),
            ("players", "\"game\":\"rome\",\"seats\":2"),
            ("options", "\"game\":\"rome\",\"seats\":2,\"players\":[\"me\",\"me\"]"),
            ("game", "\"seats\":2,\"players\":[\"me\",\"me\"]"),
        ] {
            let head = format!("Authorization: Bearer {}\r\n", pair.ann);
            let body = format!("{{\"{field}\":{number},{others}}}");
            let answer = house.ask_with("POST", "/api/v1/games", &head, &body).await;
            let fine = answer.status == 200 && ["[]", "null"].contains(&number);
            assert!(fine || [400, 422].contains(&answer.status), "{body}: {}", answer.body);
        }
    }
    // As deep as a message can be.
    for open in ["[", "{\"a\":"] {
        let deep = open.repeat(60_000 / open.len());
        let mut socket = house.sit(&pair.id, &pair.a).await;
        socket.say_text(&format!("{{\"play\":{{\"id\":1,\"after\":0,\"action\":{deep}")).await;
        assert!(last_words(&mut socket).await.contains("closing"));
        house.ask_with("POST", "/api/v1/guests", "", &deep).await.fails(400);
    }
    unharmed(&house).await;
}

/// The answer to what was said last.
async fn answered(socket: &mut Socket) -> String {
    loop {
        let told = socket.next_text().await.expect("an answer");
        if !told.starts_with("{\"card\"") {
            return told;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_text_breaks_nothing() {
    let house = House::new(|_| {}).await;
    let pair = house.pair().await;
    let upgrade = format!(
        "GET /api/v1/games/{}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        pair.id, house.addr
    );
    // A text that is no UTF-8; a frame that is not masked; one of a kind there is not; one that says
    // it has all the bytes there are; a part of nothing; half a frame.
    let frames: [&[u8]; 6] = [
        &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
        &[0x81, 0x02, b'{', b'}'],
        &[0x8b, 0x80, 0, 0, 0, 0],
        &[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        &[0x80, 0x80, 0, 0, 0, 0],
        &[0x81, 0x90, 0, 0],
    ];
    for frame in frames {
        let mut stream = TcpStream::connect(house.addr).await.expect("a connection");
        stream.write_all(upgrade.as_bytes()).await.expect("said");
        stream.write_all(frame).await.expect("said");
        stream.shutdown().await.expect("nothing more is said");
        let mut heard = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut heard));
        let _ = read.await.expect("the server hangs up");
        assert!(heard.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&heard));
    }
    for body in [&b"{\"name\":\"\xff\xfe\"}"[..], b"\xef\xbb\xbf{}", b"\0"] {
        let mut stream = TcpStream::connect(house.addr).await.expect("a connection");
        let head = format!(
            "POST /api/v1/guests HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            house.addr,
            body.len()
        );
        stream.write_all(&[head.as_bytes(), body].concat()).await.expect("said");
        let mut heard = String::new();
        stream.read_to_string(&mut heard).await.expect("an answer");
        assert!(heard.starts_with("HTTP/1.1 400") && heard.contains("\"error\""), "{heard}");
    }
    unharmed(&house).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_back_takes_nothing_from_others() {
    let house = House::new(|config| config.limits.messages = 1000.0).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    for _ in 0..12 {
        // Who may not take back is refused, whoever it is and however often they try.
        for (seat, socket) in [("A", &mut a), ("B", &mut b)] {
            let may = socket.head["mayUndo"].as_array().expect("seats").contains(&json!(seat));
            let before = socket.actions();
            if !may {
                for _ in 0..3 {
                    socket.undo().await.expect_err("not now");
                }
                assert_eq!(socket.actions(), before);
            }
        }
        let may = a.head["mayUndo"].as_array().expect("seats").contains(&json!("A"));
        if may {
            let theirs = count(&house, &pair.id, "B").await;
            a.undo().await.expect("it may be taken back");
            assert_eq!(count(&house, &pair.id, "B").await, theirs, "only one's own");
            while b.revision < a.revision {
                b.until("update").await;
            }
        }
        play_on(&house, &pair, &mut a, &mut b, 1).await;
    }
    for _ in 0..100 {
        a.say(json!({ "undo": { "id": 1 } })).await;
        a.say(json!({ "ping": 1 })).await;
        a.until("pong").await;
    }
    unharmed(&house).await;
}

/// How many actions of a seat are on disk.
async fn count(house: &House, id: &str, seat: &str) -> usize {
    let record = house.on_disk(id).await.record_json().expect("a record");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    let actions = record["actions"].as_array().expect("actions");
    actions.iter().filter(|action| action["seat"] == seat).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_token_does_anothers_work() {
    let house = House::new(|_| {}).await;
    let ann = house.guest("Ann").await;
    let made = house.rome(&ann, &["me", "open"]).await;
    let id = text(&made["id"]);
    let invite = text(&made["invites"][0]["token"]);
    let (seat, watch) = (text(&made["seatToken"]), text(&made["watch"]));
    for token in [&invite, &ann, &String::new()] {
        let mut socket = house.socket(&id, None).await.expect("a socket");
        socket.say(json!({ "hello": { "token": token, "seen": -1 } })).await;
        assert!(last_words(&mut socket).await.contains("not for this game"));
    }
    let join = format!("/api/v1/games/{id}/join");
    let bob = house.guest("Bob").await;
    for token in [&seat, &watch, &bob, &invite.replacen("i.", "s.", 1)] {
        house.post(&join, &bob, json!({ "invite": token })).await.fails(403);
    }
    for token in [&seat, &watch, &invite] {
        house.post(&join, token, json!({ "invite": invite })).await.fails(401);
        house.get("/api/v1/me", token).await.fails(401);
        house.ask("DELETE", &format!("/api/v1/games/{id}"), token, None).await.fails(401);
        house.post("/api/v1/games", token, json!({})).await.fails(401);
    }
    // An invite shows the card, and nothing that is worth something.
    let card = house.get(&format!("/api/v1/games/{id}"), &invite).await.fine();
    for nothing in ["seatTokens", "invites", "mine"] {
        assert_eq!(card[nothing], json!([]), "{card}");
    }
    assert_eq!((&card["watch"], &card["seed"]), (&Value::Null, &Value::Null));
    // Of another server's game with the same id nothing is believed: keys differ.
    let other = House::new(|_| {}).await;
    other.get("/api/v1/me", &ann).await.fails(401);
}
