//! What all requests share.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::db::Db;
use crate::fault::Fault;
use crate::hall::Hall;
use crate::limit::{Buckets, Client, Counts};
use crate::metrics::Metrics;
use crate::token::Key;

/// So many passwords are hashed at the same time: each takes much memory.
const HASHING: usize = 2;

/// What all requests share.
pub struct App {
    /// What the server was told.
    pub config: Config,
    /// Where everything is kept.
    pub db: Arc<Db>,
    /// What signs tokens.
    pub key: Key,
    /// The games in memory.
    pub hall: Arc<Hall>,
    /// Figures.
    pub metrics: Arc<Metrics>,
    /// Requests of each client.
    pub requests: Buckets<Client>,
    /// New guests and accounts, and attempts to sign in, of each client.
    pub entries: Buckets<Client>,
    /// Attempts to sign in to each account.
    pub attempts: Buckets<String>,
    /// New games of each client.
    pub games: Buckets<Client>,
    /// Sockets of each client.
    pub sockets: Arc<Counts<Client>>,
    hashing: Semaphore,
    /// The hash of no password, so that a name that is not there takes as long as one that is.
    nobody: String,
}

impl App {
    /// Puts it together.
    pub fn new(
        config: Config,
        db: Arc<Db>,
        key: Key,
        hall: Arc<Hall>,
        metrics: Arc<Metrics>,
    ) -> Result<Arc<Self>, String> {
        let limits = config.limits;
        Ok(Arc::new(App {
            requests: Buckets::new(limits.requests, 5.0 * limits.requests),
            entries: Buckets::new(limits.entries / 60.0, limits.entries),
            attempts: Buckets::new(limits.entries / 120.0, limits.entries / 2.0),
            games: Buckets::new(limits.games / 60.0, limits.games),
            sockets: Arc::new(Counts::new(limits.sockets, limits.all_sockets)),
            hashing: Semaphore::new(HASHING),
            nobody: hash(&crate::token::random_id())?,
            config,
            db,
            key,
            hall,
            metrics,
        }))
    }

    /// The hash of a password, made on another thread.
    pub async fn hash(&self, password: String) -> Result<String, Fault> {
        let _turn = self.hashing.acquire().await.map_err(broke)?;
        tokio::task::spawn_blocking(move || hash(&password))
            .await
            .map_err(broke)?
            .map_err(Fault::unable)
    }

    /// Whether it is the password of this hash; never of none.
    pub async fn verify(&self, password: String, known: Option<String>) -> Result<bool, Fault> {
        let there = known.is_some();
        let known = known.unwrap_or_else(|| self.nobody.clone());
        let _turn = self.hashing.acquire().await.map_err(broke)?;
        let right = tokio::task::spawn_blocking(move || {
            PasswordHash::new(&known).is_ok_and(|known| {
                Argon2::default().verify_password(password.as_bytes(), &known).is_ok()
            })
        })
        .await
        .map_err(broke)?;
        Ok(right && there)
    }
}

fn hash(password: &str) -> Result<String, String> {
    let hash: PasswordHash = Argon2::default()
        .hash_password(password.as_bytes())
        .map_err(|error| format!("the password can't be hashed: {error}"))?;
    Ok(hash.to_string())
}

fn broke(error: impl std::fmt::Display) -> Fault {
    tracing::error!(%error, "hashing broke off");
    Fault::unable("passwords can't be checked now; try again in a moment")
}
