//! A server of the test's own, and clients for it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::db::{Db, Place};
use server::hall::load;
use server::{Config, Server};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server, and where it keeps things.
pub struct House {
    pub db: String,
    pub folder: TempDir,
    pub addr: SocketAddr,
    server: Option<Server>,
    change: fn(&mut Config),
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The body of an answer that must be fine.
    pub fn fine(self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, self.body);
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The words of an answer that must be this error.
    pub fn fails(self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        self.json()["error"]["message"].as_str().expect("words").to_owned()
    }
}

impl House {
    /// With a database of its own in a file.
    pub async fn new(change: fn(&mut Config)) -> Self {
        let folder = TempDir::new().expect("a folder");
        let db = format!("sqlite:{}", folder.path().join("a table.db").display());
        Self::with(folder, db, change).await
    }

    /// With this database.
    pub async fn with(folder: TempDir, db: String, change: fn(&mut Config)) -> Self {
        let addr = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut house = House { db, folder, addr, server: None, change };
        house.start().await;
        house
    }

    pub async fn start(&mut self) {
        let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), &self.db);
        config.limits.entries = 1000.0;
        config.limits.games = 1000.0;
        config.limits.requests = 1000.0;
        (self.change)(&mut config);
        let server = Server::start(config).await.expect("it starts");
        self.addr = server.addr;
        self.server = Some(server);
    }

    pub async fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    pub fn metric(&self, line: &str) -> String {
        let text = self.server.as_ref().expect("it runs").metrics.text();
        let found = text.lines().find_map(|other| other.strip_prefix(line));
        found.unwrap_or_default().trim().to_owned()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The match as it is on disk.
    pub async fn on_disk(&self, id: &str) -> Box<dyn games::AnyMatch> {
        let db = Db::look(&Place::parse(&self.db).expect("a place")).await.expect("it opens");
        let stored = db.stored(id).await.expect("it is read").expect("it is there");
        db.close().await;
        load::table(&stored).expect("it can be played on")
    }

    pub async fn ask(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let mut head = String::new();
        if !token.is_empty() {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        self.ask_with(method, path, &head, &body.map(|body| body.to_string()).unwrap_or_default())
            .await
    }

    pub async fn ask_with(&self, method: &str, path: &str, head: &str, body: &str) -> Answer {
        let host =
            if head.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.addr) };
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(self.addr).await.expect("a connection");
        let _ = stream.write_all(request.as_bytes()).await;
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
        let _ = read.expect("an answer in time");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.ask("GET", path, token, None).await
    }

    pub async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.ask("POST", path, token, Some(body)).await
    }

    pub async fn guest(&self, name: &str) -> String {
        text(&self.post("/api/v1/guests", "", json!({ "name": name })).await.fine()["token"])
    }

    /// A game of Rome with these players.
    pub async fn rome(&self, token: &str, players: &[&str]) -> Value {
        let new = json!({ "game": "rome", "options": [], "files": {}, "seats": players.len(),
                          "players": players, "record": null, "at": null });
        self.post("/api/v1/games", token, new).await.fine()
    }

    /// A game between two guests: its id, the tokens of the seats, and the one to watch by.
    pub async fn pair(&self) -> Pair {
        let (ann, bob) = (self.guest("Ann").await, self.guest("Bob").await);
        let made = self.rome(&ann, &["me", "open"]).await;
        let id = text(&made["id"]);
        let invite = json!({ "invite": made["invites"][0]["token"] });
        let joined = self.post(&format!("/api/v1/games/{id}/join"), &bob, invite).await.fine();
        Pair {
            id,
            a: text(&made["seatToken"]),
            b: text(&joined["seatToken"]),
            watch: text(&made["watch"]),
            ann,
            bob,
        }
    }

    /// A socket that has said nothing yet.
    pub async fn socket(&self, id: &str, origin: Option<&str>) -> Result<Socket, String> {
        let url = format!("ws://{}/api/v1/games/{id}/socket", self.addr);
        let mut request = url.into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("an origin"));
        }
        let (stream, _) =
            tokio_tungstenite::connect_async(request).await.map_err(|error| error.to_string())?;
        Ok(Socket {
            stream,
            head: Value::Null,
            view: Value::Null,
            entries: Vec::new(),
            revision: 0,
            heard: Vec::new(),
        })
    }

    /// A socket that was welcomed.
    pub async fn sit(&self, id: &str, token: &str) -> Socket {
        let mut socket = self.socket(id, None).await.expect("a socket");
        socket.hello(token, -1, None).await;
        socket
    }
}

pub struct Pair {
    pub id: String,
    pub a: String,
    pub b: String,
    pub watch: String,
    pub ann: String,
    pub bob: String,
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// Somebody at the table, as a page would be: it keeps what it is told.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub head: Value,
    pub view: Value,
    pub entries: Vec<Value>,
    pub revision: u64,
    /// All it was told, as it was said.
    pub heard: Vec<String>,
}

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        // The server may have hung up: what it said before is still to be read.
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// The next message; nothing if the server has hung up.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match next.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Some(text.to_string());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        let text = self.next_text().await.expect("a message");
        let message = serde_json::from_str(&text).expect("JSON");
        self.keep(&message);
        message
    }

    fn keep(&mut self, message: &Value) {
        let told = message.get("welcome").or_else(|| message.get("update"));
        let Some(told) = told else { return };
        self.head = told["head"].clone();
        self.revision = told["revision"].as_u64().expect("a revision");
        let whole = told["view"].clone();
        self.view = match told.get("patch") {
            Some(patch) if whole.is_null() => server::patch::apply(&self.view, patch),
            _ => whole,
        };
        if let Some(back) = told["back"].as_u64() {
            self.entries.retain(|entry| entry["number"].as_u64() <= Some(back));
        }
        self.entries.extend(told["entries"].as_array().expect("entries").iter().cloned());
        let numbers: Vec<u64> =
            self.entries.iter().map(|entry| entry["number"].as_u64().expect("a number")).collect();
        assert!(numbers.iter().copied().eq(0..numbers.len() as u64), "{numbers:?}");
    }

    /// The next message of this kind; others are kept and passed over.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if let Some(told) = message.get(kind) {
                return told.clone();
            }
            assert!(message.get("closing").is_none(), "waited for {kind}: {message}");
        }
    }

    pub async fn hello(&mut self, token: &str, seen: i64, revision: Option<u64>) -> Value {
        self.say(json!({ "hello": { "token": token, "seen": seen, "revision": revision } })).await;
        self.until("welcome").await
    }

    /// Plays, and waits until it is done or refused.
    pub async fn play(&mut self, action: &Value) -> Result<(), String> {
        let after = self.head["actions"].clone();
        let revision = self.revision;
        self.say(
            json!({ "play": { "id": 7, "after": after, "revision": revision, "action": action } }),
        )
        .await;
        self.answer().await
    }

    pub async fn undo(&mut self) -> Result<(), String> {
        self.say(json!({ "undo": { "id": 7 } })).await;
        self.answer().await
    }

    pub async fn answer(&mut self) -> Result<(), String> {
        loop {
            let message = self.next().await;
            if message.get("done").is_some() {
                return Ok(());
            }
            if let Some(refused) = message.get("refused") {
                return Err(text(&refused["refusal"]["message"]));
            }
            assert!(message.get("closing").is_none(), "{message}");
        }
    }

    pub fn actions(&self) -> u64 {
        self.head["actions"].as_u64().expect("a number")
    }

    /// Whether the seat is asked something.
    pub fn asked(&self, seat: &str) -> bool {
        self.head["owes"].as_array().expect("seats").contains(&json!(seat))
    }

    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}

/// The value without members that are null: a patch can't tell them from missing ones.
pub fn bare(value: &Value) -> Value {
    match value {
        Value::Object(object) => Value::Object(
            object
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.clone(), bare(value)))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.iter().map(bare).collect()),
        _ => value.clone(),
    }
}
