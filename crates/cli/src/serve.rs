//! `vanguard serve`, `backup` and `restore`: the web table and what it keeps.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use server::Config;
use server::db::{DbError, Place, backup};

use crate::failure::Failure;
use crate::play::data_folder;

/// The database's file in the user's data folder.
const FILE: &str = "vanguard.db";

/// Serves the web table
///
/// Everything that happens is on disk before anybody is told: the server may be killed at any
/// moment, and goes on with every game when it is started again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen; 0.0.0.0:8080 lets others come, too
    #[arg(long, value_name = "A", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080))]
    addr: SocketAddr,
    #[command(flatten)]
    db: DbArg,
    /// Serve the page from this folder instead of the one built in
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// An origin browsers may come from besides the server's own, such as `https://play.example`
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// Clients come through a proxy: believe the last address of its X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// Show the figures at /metrics to other machines, too
    #[arg(long)]
    open_metrics: bool,
    /// On how many threads bots think [default: half of the cores]
    #[arg(long, value_name = "N")]
    bot_threads: Option<usize>,
    /// How many seconds a bot may think about one decision
    #[arg(long, value_name = "S", default_value_t = 20)]
    bot_seconds: u64,
    /// How many sockets one client may have open
    #[arg(long, value_name = "N")]
    client_sockets: Option<usize>,
    /// How many games one client may begin in a minute
    #[arg(long, value_name = "N")]
    client_games: Option<u32>,
    /// How many requests one client may make in a second
    #[arg(long, value_name = "N")]
    client_requests: Option<u32>,
    /// How many guests, accounts and attempts to sign in one client may make in a minute
    #[arg(long, value_name = "N")]
    client_guests: Option<u32>,
    /// After how many seconds a game leaves memory when nobody is there
    #[arg(long, value_name = "S")]
    idle_seconds: Option<u64>,
    /// What to log: error, warn, info, debug
    #[arg(long, value_name = "LEVEL", default_value = "info", value_parser = ["error", "warn", "info", "debug"])]
    log: String,
}

/// Where everything is kept.
#[derive(Debug, Default, clap::Args)]
pub struct DbArg {
    /// The database: sqlite:FILE, a path, or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    // An address may hold a password, so it may also come from the environment, where nobody else sees it.
    #[arg(long, value_name = "URL", env = "VANGUARD_DB", hide_env_values = true)]
    db: Option<String>,
}

impl DbArg {
    fn url(&self) -> Result<String, Failure> {
        if let Some(db) = &self.db {
            return Ok(db.clone());
        }
        let folder = data_folder()
            .ok_or_else(|| Failure::Use("there is no data folder; say where with --db".into()))?;
        Ok(format!("sqlite:{}", folder.join(FILE).display()))
    }

    fn place(&self) -> Result<Place, Failure> {
        Place::parse(&self.url()?).map_err(|error| Failure::Use(error.to_string()))
    }
}

impl Args {
    /// An ordinary server.
    pub fn ordinary() -> Self {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            args: Args,
        }
        <Alone as clap::Parser>::parse_from(["vanguard"]).args
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(page) = args.page.as_ref().filter(|page| !page.join("index.html").is_file()) {
        let message = format!("--page {}: there is no index.html in it", page.display());
        return Err(Failure::Use(message));
    }
    let origin =
        |origin: &&String| !["http://", "https://"].iter().any(|way| origin.starts_with(way));
    if let Some(origin) = args.origins.iter().find(origin) {
        let message =
            format!("--origin {origin}: write it as browsers do, such as https://play.example");
        return Err(Failure::Use(message));
    }
    server::log_to_stderr(&args.log).map_err(Failure::Use)?;
    let mut config = Config::new(args.addr, args.db.url()?);
    config.page.clone_from(&args.page);
    config.origins.clone_from(&args.origins);
    config.behind_proxy = args.behind_proxy;
    config.open_metrics = args.open_metrics;
    config.bot_patience = Duration::from_secs(args.bot_seconds);
    config.bot_threads = args.bot_threads.unwrap_or(config.bot_threads);
    let limits = &mut config.limits;
    limits.sockets = args.client_sockets.unwrap_or(limits.sockets);
    limits.games = args.client_games.map_or(limits.games, f64::from);
    limits.requests = args.client_requests.map_or(limits.requests, f64::from);
    limits.entries = args.client_guests.map_or(limits.entries, f64::from);
    limits.idle = args.idle_seconds.map_or(limits.idle, Duration::from_secs);
    server::run(config, |addr| anstream::println!("Vanguard is at http://{addr}"))
        .map_err(Failure::No)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes everything the server keeps into a file
///
/// The server may run meanwhile. The file holds secrets (seeds, hashed passwords, the key of all
/// tokens): keep it as safe as the database itself.
#[derive(Debug, clap::Args)]
pub struct BackupArgs {
    /// The file to write
    file: PathBuf,
    #[command(flatten)]
    db: DbArg,
}

/// Fills an empty database from a backup
///
/// Of either kind: a backup of SQLite can be restored into PostgreSQL.
#[derive(Debug, clap::Args)]
pub struct RestoreArgs {
    /// The file to read
    file: PathBuf,
    #[command(flatten)]
    db: DbArg,
}

fn wait<T>(work: impl Future<Output = Result<T, DbError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work).map_err(|error| Failure::No(error.to_string()))
}

/// Runs `vanguard backup`.
pub fn run_backup(args: &BackupArgs) -> Result<ExitCode, Failure> {
    let rows = wait(backup::backup(&args.db.place()?, &args.file))?;
    anstream::println!("{rows} rows are in {}", args.file.display());
    Ok(ExitCode::SUCCESS)
}

/// Runs `vanguard restore`.
pub fn run_restore(args: &RestoreArgs) -> Result<ExitCode, Failure> {
    let rows = wait(backup::restore(&args.db.place()?, &args.file))?;
    anstream::println!("{rows} rows are in the database");
    Ok(ExitCode::SUCCESS)
}
