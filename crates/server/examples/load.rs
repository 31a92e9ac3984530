//! A load test, bounded and on this machine only: many games at once, two sockets each, and how long
//! it takes from sending an action until both seats have been told.
//!
//! `cargo run --release -p server --example load [GAMES] [SECONDS] [MILLISECONDS BETWEEN ACTIONS]`
//!
//! In a file of its own, or in an empty PostgreSQL database that `VANGUARD_DB` names.
//!
//! It says `ok` and ends with 0 if 99 of 100 actions took 50 ms at most.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use kernel::{Awaiting, Seat};
use serde_json::{Value, json};
use server::db::{Db, Place};
use server::hall::load;
use server::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Failed = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What 99 of 100 actions may take.
const MOST: Duration = Duration::from_millis(50);

async fn post(addr: SocketAddr, path: &str, token: &str, body: &Value) -> Result<Value, Failed> {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(addr).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body).map_err(|error| format!("{error}: {answer}"))?)
}

fn text(value: &Value) -> Result<&str, Failed> {
    value.as_str().ok_or_else(|| format!("{value} is no text").into())
}

/// A game with both seats connected, and what will be done in it.
struct Game {
    sockets: [Socket; 2],
    moves: Vec<(Seat, Value)>,
}

async fn sit(addr: SocketAddr, id: &str, token: &str) -> Result<Socket, Failed> {
    let url = format!("ws://{addr}/api/v1/games/{id}/socket");
    let config = WebSocketConfig::default().read_buffer_size(4096);
    let (mut socket, _) =
        tokio_tungstenite::connect_async_with_config(url, Some(config), true).await?;
    let hello = json!({ "hello": { "token": token, "seen": -1 } });
    socket.send(Message::text(hello.to_string())).await?;
    told(&mut socket, 0).await?;
    Ok(socket)
}

/// Waits until a socket was told of a position with so many actions.
async fn told(socket: &mut Socket, actions: usize) -> Result<(), Failed> {
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        // Looked for rather than read: the one who measures should cost little.
        let head = format!("\"actions\":{actions},");
        if (text.starts_with("{\"update\"") || text.starts_with("{\"welcome\""))
            && text.contains(&head)
        {
            return Ok(());
        }
        if text.starts_with("{\"refused\"") || text.starts_with("{\"closing\"") {
            return Err(text.to_string().into());
        }
    }
    Err("the server hung up".into())
}

async fn begin(addr: SocketAddr, db: &Db, moves: usize) -> Result<Game, Failed> {
    let guest = |name: &str| json!({ "name": name });
    let ann = post(addr, "/api/v1/guests", "", &guest("Ann")).await?;
    let bob = post(addr, "/api/v1/guests", "", &guest("Bob")).await?;
    let new = json!({ "game": "rome", "seats": 2, "players": ["me", "open"] });
    let made = post(addr, "/api/v1/games", text(&ann["token"])?, &new).await?;
    let id = text(&made["id"])?;
    let invite = json!({ "invite": made["invites"][0]["token"] });
    let path = format!("/api/v1/games/{id}/join");
    let joined = post(addr, &path, text(&bob["token"])?, &invite).await?;
    let stored = db.stored(id).await?.ok_or("the game is not kept")?;
    let mut table = load::table(&stored)?;
    let mut wanted = Vec::new();
    while wanted.len() < moves {
        let Awaiting::Seats(seats) = table.awaiting() else { break };
        let seat = seats.lowest().ok_or("nobody is asked")?;
        let action = table.choices(seat, 1).first().ok_or("nothing can be done")?.action.clone();
        table.play_json(seat, &action.to_string()).map_err(|refused| refused.message)?;
        wanted.push((seat, action));
    }
    let a = sit(addr, id, text(&made["seatToken"])?).await?;
    let b = sit(addr, id, text(&joined["seatToken"])?).await?;
    Ok(Game { sockets: [a, b], moves: wanted })
}

async fn play(
    mut game: Game,
    every: Duration,
    delay: Duration,
    end: Instant,
) -> Result<Vec<Duration>, Failed> {
    let mut times = Vec::new();
    let mut next = Instant::now() + delay;
    for (after, (seat, action)) in game.moves.iter().enumerate() {
        tokio::time::sleep_until(next.into()).await;
        if Instant::now() >= end {
            break;
        }
        let message =
            json!({ "play": { "id": after, "after": after, "action": action } }).to_string();
        let start = Instant::now();
        let [a, b] = &mut game.sockets;
        let (me, other) = if seat.0 == 0 { (a, b) } else { (b, a) };
        me.send(Message::text(message)).await?;
        tokio::try_join!(told(me, after + 1), told(other, after + 1))?;
        times.push(start.elapsed());
        next = (next + every).max(Instant::now());
    }
    Ok(times)
}

async fn run(games: usize, seconds: u64, every: Duration) -> Result<bool, Failed> {
    let folder = tempfile::TempDir::new()?;
    let file = || format!("sqlite:{}", folder.path().join("load.db").display());
    let url = std::env::var("VANGUARD_DB").unwrap_or_else(|_| file());
    let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), &url);
    config.limits.requests = 1e6;
    config.limits.entries = 1e6;
    config.limits.games = 1e6;
    config.limits.sockets = 2 * games;
    config.limits.all_sockets = 2 * games;
    let server = Server::start(config).await?;
    let addr = server.addr;
    let db = Db::look(&Place::parse(&url)?).await?;
    let start = Instant::now();
    let moves = (seconds * 1000) as usize / (every.as_millis() as usize).max(1) + 1;
    let mut tables = Vec::new();
    for _ in 0..games {
        tables.push(begin(addr, &db, moves).await?);
    }
    db.close().await;
    println!("{games} games with {} sockets stand after {:.1?}", 2 * games, start.elapsed());
    let end = Instant::now() + Duration::from_secs(seconds);
    let spread = every / games.max(1) as u32;
    let tasks: Vec<_> = tables
        .into_iter()
        .zip(0u32..)
        .map(|(game, number)| tokio::spawn(play(game, every, spread * number, end)))
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    if times.is_empty() {
        return Err("nothing was played".into());
    }
    let rate = times.len() as u64 / seconds.max(1);
    let (median, most) = (at(50), at(99));
    println!(
        "{} actions, {rate} a second: action to both seats p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        times.len(),
        median.as_secs_f64() * 1000.0,
        most.as_secs_f64() * 1000.0,
        at(100).as_secs_f64() * 1000.0
    );
    server.stop().await;
    Ok(most <= MOST)
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let mut number = |or: u64| match args.next() {
        None => Ok(or),
        Some(given) => given.map_err(|_| "write numbers: GAMES SECONDS MILLISECONDS"),
    };
    let told = (|| Ok::<_, &str>((number(500)?, number(20)?, number(1000)?)))();
    let (games, seconds, every) = match told {
        Ok((games @ 1..=1000, seconds @ 1..=120, every @ 10..)) => (games, seconds, every),
        Ok(_) => {
            eprintln!("1 to 1000 games, 1 to 120 seconds, 10 milliseconds at least");
            return ExitCode::from(2);
        }
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("no threads: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(games as usize, seconds, Duration::from_millis(every))) {
        Ok(true) => {
            println!("ok");
            ExitCode::SUCCESS
        }
        Ok(false) => {
            println!("too slow: p99 may be {MOST:?} at most");
            ExitCode::FAILURE
        }
        Err(error) => {
            println!("failed: {error}");
            ExitCode::FAILURE
        }
    }
}
