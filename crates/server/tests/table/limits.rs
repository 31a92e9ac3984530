//! Those who are slow, those who talk on, those who come too often: nobody else notices.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::guard::last_words;
use crate::house::House;
use crate::play::play_on;

/// Messages that wait for a slow socket.
const WAITING: usize = 8;

/// A socket for which the system keeps as little as it can.
async fn small(house: &House, id: &str) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("a small buffer");
    let stream = socket.connect(house.addr).await.expect("a connection");
    let url = format!("ws://{}/api/v1/games/{id}/socket", house.addr);
    tokio_tungstenite::client_async(url, stream).await.expect("a socket").0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_dropped_and_holds_nobody_up() {
    const SLEEPERS: usize = 12;
    let house = House::new(|config| {
        config.limits.waiting = WAITING;
        config.limits.send_buffer = 4096;
    })
    .await;
    let pair = house.pair().await;
    let mut sleepers = Vec::new();
    for _ in 0..SLEEPERS {
        let mut socket = small(&house, &pair.id).await;
        let hello = json!({ "hello": { "token": pair.watch, "seen": -1 } });
        socket.send(Message::text(hello.to_string())).await.expect("said");
        sleepers.push(socket);
    }
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    let mut longest = Duration::ZERO;
    let mut actions = 0;
    let all = SLEEPERS.to_string();
    while house.metric("vanguard_slow_sockets_total ") != all {
        assert!(actions < 60, "so many actions, and nobody is dropped");
        let start = Instant::now();
        play_on(&house, &pair, &mut a, &mut b, 1).await;
        longest = longest.max(start.elapsed());
        actions += 1;
    }
    // Whoever waited for a sleeper would have waited as long as a message may take to go out.
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    // Those who are awake are not bothered by it, nor afterwards.
    play_on(&house, &pair, &mut a, &mut b, 3).await;
    assert_eq!(house.metric("vanguard_slow_sockets_total "), all);
    // What was kept for a sleeper is no more than what may wait for it.
    for socket in &mut sleepers {
        let mut updates = 0;
        while let Some(Ok(message)) = socket.next().await {
            let update = message.to_text().is_ok_and(|text| text.starts_with("{\"update\""));
            updates += usize::from(update);
        }
        assert!(updates <= actions, "{updates} updates of {actions} actions");
    }
    let end = Instant::now() + Duration::from_secs(30);
    while house.metric("vanguard_sockets ") != "2" {
        assert!(Instant::now() < end, "their connections stay");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_talks_on_hears_the_last_words() {
    let house = House::new(|config| config.limits.messages = 5.0).await;
    let pair = house.pair().await;
    for what in ["many", "large", "nonsense"] {
        let mut socket = house.sit(&pair.id, &pair.a).await;
        let padding = "x".repeat(1500);
        // Less than what is listened to after the last words.
        for _ in 0..if what == "large" { 10 } else { 200 } {
            match what {
                "many" => socket.say(json!({ "ping": 1 })).await,
                "large" => socket.say_text(&"x".repeat(70_000)).await,
                _ => socket.say_text(&padding).await,
            }
        }
        let last = last_words(&mut socket).await;
        assert!(last.starts_with("{\"closing\""), "{what}: {last}");
    }
    // The same for a request that is turned away before it was heard out.
    let answer = house.ask_with("POST", "/api/v1/guests", "", &"x".repeat(2_500_000)).await;
    answer.fails(413);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_not_listened_for_ever_to_who_talks_on() {
    let house = House::new(|_| {}).await;
    let mut stream = TcpStream::connect(house.addr).await.expect("a connection");
    stream.write_all(b"nonsense\r\n\r\n").await.expect("said");
    let start = Instant::now();
    let bytes = [b'x'; 4096];
    let (mut read, mut write) = stream.split();
    let talk = async {
        for _ in 0..300 {
            if write.write_all(&bytes).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let mut heard = Vec::new();
    let listen = async { drop(read.read_to_end(&mut heard).await) };
    tokio::join!(talk, listen);
    assert!(heard.starts_with(b"HTTP/1.1 400"), "{}", String::from_utf8_lossy(&heard));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_cannot_hold_all_connections() {
    let house = House::new(|config| {
        config.limits.sockets = 4;
        config.limits.connections = 4;
    })
    .await;
    let mut held = Vec::new();
    let mut open = 0;
    for _ in 0..20 {
        let mut stream = TcpStream::connect(house.addr).await.expect("a connection");
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("said");
        let mut bytes = [0; 12];
        let read = stream.read_exact(&mut bytes).await;
        open += usize::from(read.is_ok_and(|_| &bytes == b"HTTP/1.1 200"));
        held.push(stream);
    }
    assert_eq!(open, 8);
    // Another client, by another address of this machine.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("an address");
    let mut stream = socket.connect(house.addr).await.expect("a connection");
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await
        .expect("said");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // When they are gone the first may come again.
    drop(held);
    let end = Instant::now() + Duration::from_secs(10);
    while house.get("/healthz", "").await.status != 200 {
        assert!(Instant::now() < end, "connections that are closed are counted");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
