//! Killed at any moment, and started again: nothing that was acknowledged is lost.
//!
//! The server is a process of its own: this very test, run again and told to serve.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use server::{Config, Limits};
use tempfile::TempDir;

/// So often the server is killed.
const KILLS: usize = 24;

/// Tells the test to serve: where everything is kept.
const SERVE: &str = "VANGUARD_TEST_SERVE";

/// The test's name.
const NAME: &str = "kill::whatever_was_acknowledged_is_there_after_kill_9";

/// A server that runs.
struct Served {
    child: Child,
    addr: SocketAddr,
}

impl Served {
    fn start(db: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", NAME, "--nocapture"]);
        Self::spawn(command, db)
    }

    /// One that can be told to leave files as they are, as if the disk were full.
    fn start_careful(db: &str) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" --exact \"$1\" --nocapture"]);
        command.arg(std::env::current_exe().expect("this program")).arg(NAME);
        // The limit is on what the tests themselves are written to as well.
        command.stderr(Stdio::null());
        Self::spawn(command, db)
    }

    /// So many bytes files may have from now on.
    fn limit_files(&self, bytes: &str) {
        let (id, size) = (self.child.id().to_string(), format!("--fsize={bytes}:unlimited"));
        let limited = Command::new("prlimit").args(["--pid", &id, &size]).status();
        assert!(limited.expect("prlimit runs").success());
    }

    fn spawn(mut command: Command, db: &str) -> Self {
        command.env(SERVE, db).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let addr = out
            .lines()
            .find_map(|line| line.expect("a line").rsplit_once("listens on ")?.1.parse().ok());
        Served { child, addr: addr.expect("it listens") }
    }

    fn kill(mut self) {
        // SIGKILL: nothing is tidied up.
        self.child.kill().expect("killed");
        self.child.wait().expect("it ends");
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        crate::plain::ask(self.addr, method, path, token, body)
    }

    fn guest(&self, name: &str) -> String {
        let (status, who) = self.ask("POST", "/api/v1/guests", "", &json!({ "name": name }));
        assert_eq!(status, 200, "{who}");
        text(&who["token"])
    }

    /// A game of two people.
    fn begin(&self) -> Known {
        let (ann, bob) = (self.guest("Ann"), self.guest("Bob"));
        let new = json!({ "game": "rome", "seats": 2, "players": ["me", "open"] });
        let (_, made) = self.ask("POST", "/api/v1/games", &ann, &new);
        let id = text(&made["id"]);
        let invite = json!({ "invite": made["invites"][0]["token"] });
        let (_, joined) = self.ask("POST", &format!("/api/v1/games/{id}/join"), &bob, &invite);
        let tokens = [text(&made["seatToken"]), text(&joined["seatToken"])];
        Known { id, tokens, acknowledged: 0, stories: [Vec::new(), Vec::new()] }
    }

    fn sit(&self, id: &str, token: &str, seen: i64) -> Option<(Page, Value)> {
        let url = format!("ws://{}/api/v1/games/{id}/socket", self.addr);
        let (socket, _) = connect(url).ok()?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        }
        let mut page = Page { socket };
        page.say(&json!({ "hello": { "token": token, "seen": seen } }));
        let welcome = page.next()?;
        Some((page, welcome["welcome"].clone()))
    }
}

struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Page {
    fn say(&mut self, message: &Value) {
        // The server may be dead: then nothing is answered.
        let _ = self.socket.send(Message::text(message.to_string()));
    }

    fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// What the test's page knows for certain.
struct Known {
    id: String,
    tokens: [String; 2],
    /// As many as the server has said are done.
    acknowledged: u64,
    /// What it was told, by seat.
    stories: [Vec<Value>; 2],
}

impl Known {
    /// Plays until the server is killed.
    fn play(&mut self, served: &Served, table: &mut dyn FnMut() -> Box<dyn games::AnyMatch>) {
        let mut pages = Vec::new();
        for (token, story) in self.tokens.iter().zip(&mut self.stories) {
            let seen = story.len() as i64 - 1;
            // It may be killed before anything is said.
            let Some((page, welcome)) = served.sit(&self.id, token, seen) else { return };
            let actions = welcome["head"]["actions"].as_u64().expect("a number");
            assert!(actions >= self.acknowledged, "lost: {actions} of {}", self.acknowledged);
            assert_eq!(welcome["back"], Value::Null, "nothing that was told is taken back");
            story.extend(welcome["entries"].as_array().expect("entries").iter().cloned());
            assert_eq!(story.len() as u64, actions + 1);
            pages.push(page);
        }
        let table = &mut *table();
        while let kernel::Awaiting::Seats(seats) = table.awaiting() {
            let seat = seats.lowest().expect("somebody");
            let choices = table.choices(seat, 1);
            let action = &choices.first().expect("a choice").action;
            let page = &mut pages[seat.index()];
            page.say(&json!({ "play": { "id": 1, "after": table.actions(), "action": action } }));
            loop {
                let Some(message) = page.next() else { return };
                assert!(message.get("refused").is_none(), "{message}");
                if message.get("done").is_some() {
                    break;
                }
                if let Some(update) = message.get("update") {
                    let entries = update["entries"].as_array().expect("entries");
                    self.stories[seat.index()].extend(entries.iter().cloned());
                }
            }
            table.play_json(seat, &action.to_string()).expect("it was allowed");
            self.acknowledged = table.actions() as u64;
            let other = &mut pages[1 - seat.index()];
            loop {
                let Some(message) = other.next() else { return };
                if let Some(update) = message.get("update") {
                    let entries = update["entries"].as_array().expect("entries");
                    self.stories[1 - seat.index()].extend(entries.iter().cloned());
                    break;
                }
            }
        }
    }
}

#[test]
fn whatever_was_acknowledged_is_there_after_kill_9() {
    if let Ok(db) = std::env::var(SERVE) {
        server::log_to_stderr("error").expect("a log");
        let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), db);
        config.limits = Limits { entries: 1000.0, games: 1000.0, ..Limits::default() };
        let served = server::run(config, |addr| println!("\nlistens on {addr}"));
        return served.expect("it serves until it is killed");
    }
    let folder = TempDir::new().expect("a folder");
    let db = format!("sqlite:{}", folder.path().join("table.db").display());
    let start = Instant::now();
    let mut served = Served::start(&db);
    let mut known = served.begin();
    let mut acknowledged = 0;
    let mut random = 0x9e37_79b9_u32;
    for kill in 0..KILLS {
        // Another moment every time, from at once to well into the game.
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let wait = Duration::from_millis(u64::from(random >> 16) % 150);
        let child = served.child.id();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(wait);
            let killed = Command::new("kill").args(["-9", &child.to_string()]).status();
            assert!(killed.expect("kill runs").success());
        });
        let id = known.id.clone();
        let mut mirror = || on_disk(&db, &id);
        known.play(&served, &mut mirror);
        killer.join().expect("the killer ends");
        let over = on_disk(&db, &known.id).outcome().is_some();
        served.kill();
        served = Served::start(&db);
        if over || kill == KILLS - 1 {
            acknowledged += known.acknowledged;
            check(&served, &mut known);
            known = served.begin();
        }
    }
    served.kill();
    assert!(acknowledged > 20, "too little was played: {acknowledged}");
    let took = start.elapsed();
    eprintln!("{KILLS} kills, {acknowledged} actions acknowledged, none lost, {took:?}");
}

/// What both seats were told in pieces is what one who comes now is told at once.
fn check(served: &Served, known: &mut Known) {
    for (token, story) in known.tokens.iter().zip(&mut known.stories) {
        let seen = story.len() as i64 - 1;
        let (_, welcome) = served.sit(&known.id, token, seen).expect("a welcome");
        story.extend(welcome["entries"].as_array().expect("entries").iter().cloned());
        let (_, welcome) = served.sit(&known.id, token, -1).expect("a welcome");
        assert_eq!(welcome["entries"], json!(story));
    }
}

/// The match as it is on disk, beside the server.
fn on_disk(db: &str, id: &str) -> Box<dyn games::AnyMatch> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let place = server::db::Place::parse(db).expect("a place");
        let db = server::db::Db::look(&place).await.expect("it opens");
        let stored = db.stored(id).await.expect("it is read").expect("it is there");
        db.close().await;
        server::hall::load::table(&stored).expect("it can be played on")
    })
}

/// Plays until something is refused, or so many actions are done; how many are done, and why no more.
fn play_until_refused(served: &Served, known: &Known, db: &str, most: usize) -> (usize, String) {
    let mut pages: Vec<Page> = Vec::new();
    for token in &known.tokens {
        pages.push(served.sit(&known.id, token, -1).expect("a welcome").0);
    }
    let mut table = on_disk(db, &known.id);
    while table.actions() < most {
        let kernel::Awaiting::Seats(seats) = table.awaiting() else { break };
        let seat = seats.lowest().expect("somebody");
        let action = table.choices(seat, 1)[0].action.clone();
        let page = &mut pages[seat.index()];
        page.say(&json!({ "play": { "id": 1, "after": table.actions(), "action": action } }));
        loop {
            let message = page.next().expect("an answer");
            if let Some(refused) = message.get("refused") {
                let actions = &refused["head"]["actions"];
                assert_eq!(actions, &json!(table.actions()), "nothing is told of it");
                let closing = page.next().expect("and a word");
                assert_eq!(closing["closing"]["again"], true, "{closing}");
                return (table.actions(), text(&refused["refusal"]["message"]));
            }
            if message.get("done").is_some() {
                break;
            }
        }
        table.play_json(seat, &action.to_string()).expect("it was allowed");
    }
    (table.actions(), String::new())
}

#[test]
fn what_a_full_disk_does_not_take_did_not_happen() {
    let folder = TempDir::new().expect("a folder");
    let db = format!("sqlite:{}", folder.path().join("table.db").display());
    let served = Served::start_careful(&db);
    let known = served.begin();
    assert_eq!(play_until_refused(&served, &known, &db, 4), (4, String::new()));
    served.limit_files("40000");
    let mut done = 4;
    // However often: what is refused leaves nothing behind that would be in anybody's way.
    for _ in 0..4 {
        let (more, why) = play_until_refused(&served, &known, &db, 1000);
        assert!(more >= done && why.contains("did not happen"), "{more} {why}");
        done = more;
        assert_eq!(on_disk(&db, &known.id).actions(), done);
    }
    // There is room again: it goes on without being started anew.
    served.limit_files("unlimited");
    let (more, why) = play_until_refused(&served, &known, &db, done + 4);
    assert!(more > done && why.is_empty(), "{more} {why}");
    let (status, eve) = served.ask("POST", "/api/v1/guests", "", &json!({ "name": "Eve" }));
    assert_eq!(status, 200, "{eve}");
    served.kill();
    assert_eq!(on_disk(&db, &known.id).actions(), more);
    let served = Served::start(&db);
    let (_, welcome) = served.sit(&known.id, &known.tokens[0], -1).expect("a welcome");
    assert_eq!(welcome["head"]["actions"], json!(more));
    served.kill();
}
