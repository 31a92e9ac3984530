//! What a server is told before it starts.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that can be set, with sensible defaults.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// The database: `sqlite:FILE`, a path, or `postgres://…`.
    pub db: String,
    /// Serve the page from this folder instead of the one built in.
    pub page: Option<PathBuf>,
    /// Origins a browser may come from besides the server's own, such as `https://play.example`.
    pub origins: Vec<String>,
    /// Whether clients come through a proxy that sets `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Whether `/metrics` answers clients of other machines, too.
    pub open_metrics: bool,
    /// On how many threads bots think.
    pub bot_threads: usize,
    /// How long a bot may think about one decision.
    pub bot_patience: Duration,
    /// How long a bot that broke off is left alone; longer each time in a row.
    pub bot_pause: Duration,
    /// What is bounded.
    pub limits: Limits,
}

impl Config {
    /// An ordinary server at this address with this database.
    pub fn new(addr: SocketAddr, db: impl Into<String>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Config {
            addr,
            db: db.into(),
            page: None,
            origins: Vec::new(),
            behind_proxy: false,
            open_metrics: false,
            bot_threads: cores.div_ceil(2),
            bot_patience: Duration::from_secs(20),
            bot_pause: Duration::from_secs(1),
            limits: Limits::default(),
        }
    }
}

/// How much of everything there may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests of one client in a second, in the long run.
    pub requests: f64,
    /// New guests, accounts and attempts to sign in of one client in a minute.
    pub entries: f64,
    /// New games of one client in a minute.
    pub games: f64,
    /// Unfinished games of one person.
    pub unfinished: usize,
    /// Sockets of one client at the same time.
    pub sockets: usize,
    /// Sockets of all clients at the same time.
    pub all_sockets: usize,
    /// Connections of one client beyond its sockets.
    pub connections: usize,
    /// Messages over one socket in a second, in the long run.
    pub messages: f64,
    /// The largest body of a request in bytes.
    pub body: usize,
    /// The largest message over a socket in bytes.
    pub message: usize,
    /// Messages that wait for one slow socket before it is dropped.
    pub waiting: usize,
    /// Bytes the system keeps for one slow connection.
    pub send_buffer: u32,
    /// Decisions of bots that wait for a thread; more are asked for later.
    pub thoughts: usize,
    /// Rosters of one person.
    pub rosters: usize,
    /// How long a game stays in memory when nobody is there.
    pub idle: Duration,
    /// How long a connection may take for its headers, and a socket for its first message.
    pub handshake: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: 20.0,
            entries: 20.0,
            games: 20.0,
            unfinished: 200,
            sockets: 64,
            all_sockets: 4096,
            connections: 64,
            messages: 20.0,
            body: 2 * 1024 * 1024,
            message: 64 * 1024,
            waiting: 64,
            send_buffer: 256 * 1024,
            thoughts: 1024,
            rosters: 200,
            idle: Duration::from_mins(2),
            handshake: Duration::from_secs(10),
        }
    }
}
