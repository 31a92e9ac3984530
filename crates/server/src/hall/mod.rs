//! The hall: all games that are in memory, one task each.
//!
//! A game comes into memory when somebody wants something of it, and leaves when nobody has been
//! there for a while; it is on disk all the time. Only its own task touches it.

mod bots;
pub mod load;
pub mod pool;
pub mod table;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use games::Decided;
use kernel::{Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::config::Config;
use crate::db::Db;
use crate::db::journal::Journal;
use crate::limit::{Client, lock};
use crate::metrics::Metrics;

use self::pool::Pool;

/// Messages that may wait for a game.
const WAITING: usize = 256;

/// So many games are brought into memory at the same time.
const LOADING: usize = 2;

/// So many games are dealt at the same time; those that have begun don't wait for them.
const DEALING: usize = 2;

/// A connection to a game, by its number.
pub type SocketId = u64;

/// What is wanted of a game.
pub enum Wish {
    /// Somebody comes.
    Join(Join),
    /// Somebody goes.
    Leave(SocketId),
    /// Somebody acts.
    Play(Play),
    /// Somebody takes back.
    Undo {
        /// Over which connection.
        socket: SocketId,
        /// The page's number for it.
        id: u64,
    },
    /// A bot has decided what it was asked by this number; nothing if it could not.
    Thought(u64, Option<Decided>),
    /// A seat was taken.
    Seated,
    /// The record is wanted: nothing while the game runs.
    Record(oneshot::Sender<Option<String>>),
    /// A bot is due.
    Wake,
    /// The game is to leave memory.
    Close {
        /// Why, for those who are there.
        reason: String,
        /// Whether they may come back.
        again: bool,
    },
    /// The game's task is to break, as a fault of ours would break it.
    #[cfg(test)]
    Break {
        /// Over which connection.
        socket: SocketId,
        /// The page's number for it.
        id: u64,
    },
}

impl Wish {
    /// Who waits for an answer: over which connection, and the page's number for it.
    fn by(&self) -> Option<(SocketId, u64)> {
        match self {
            Wish::Play(play) => Some((play.socket, play.id)),
            Wish::Undo { socket, id } => Some((*socket, *id)),
            #[cfg(test)]
            Wish::Break { socket, id } => Some((*socket, *id)),
            _ => None,
        }
    }
}

/// Somebody who comes.
pub struct Join {
    /// Where they sit; nothing if they only watch.
    pub seat: Option<Seat>,
    /// Where they come from.
    pub client: Client,
    /// The last entry they have; -1 for none.
    pub seen: i64,
    /// The revision that came with it.
    pub revision: Option<u64>,
    /// Where messages for them go.
    pub out: mpsc::Sender<Utf8Bytes>,
    /// Told the connection's number, or why not and whether to come back.
    pub reply: oneshot::Sender<Result<SocketId, Shut>>,
}

/// Why a game can't be entered.
#[derive(Clone, Debug)]
pub struct Shut {
    /// A sentence.
    pub reason: String,
    /// Whether it makes sense to try again.
    pub again: bool,
}

/// An action that is wanted.
pub struct Play {
    /// Over which connection.
    pub socket: SocketId,
    /// The page's number for it.
    pub id: u64,
    /// How many actions there were when it was decided on.
    pub after: usize,
    /// The revision it was decided on.
    pub revision: Option<u64>,
    /// What.
    pub action: Value,
    /// When it arrived.
    pub at: Instant,
}

/// A game in memory, from outside.
#[derive(Clone)]
pub struct Handle {
    wishes: mpsc::Sender<Wish>,
    here: Arc<AtomicU8>,
}

impl Handle {
    /// Wishes something; `false` if the game has left memory.
    pub async fn wish(&self, wish: Wish) -> bool {
        self.wishes.send(wish).await.is_ok()
    }
}

/// All games in memory.
pub struct Hall {
    pub(crate) config: Config,
    pub(crate) db: Arc<Db>,
    pub(crate) journal: Journal,
    pub(crate) pool: Pool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) loading: Arc<Semaphore>,
    pub(crate) dealing: Arc<Semaphore>,
    games: Mutex<HashMap<String, Handle>>,
    closing: AtomicBool,
}

impl Hall {
    /// An empty hall.
    pub fn new(
        config: Config,
        db: Arc<Db>,
        journal: Journal,
        metrics: Arc<Metrics>,
    ) -> std::io::Result<Arc<Self>> {
        let pool = Pool::start(config.bot_threads, config.limits.thoughts, metrics.clone())?;
        Ok(Arc::new(Hall {
            config,
            db,
            journal,
            pool,
            metrics,
            loading: Arc::new(Semaphore::new(LOADING)),
            dealing: Arc::new(Semaphore::new(DEALING)),
            games: Mutex::default(),
            closing: AtomicBool::new(false),
        }))
    }

    /// The game, brought into memory if need be; nothing if the server is closing.
    pub fn enter(self: &Arc<Self>, id: &str) -> Option<Handle> {
        let mut games = lock(&self.games);
        if self.closing.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(handle) = games.get(id)
            && !handle.wishes.is_closed()
        {
            return Some(handle.clone());
        }
        let (wishes, wanted) = mpsc::channel(WAITING);
        let handle = Handle { wishes, here: Arc::default() };
        games.insert(id.into(), handle.clone());
        tokio::spawn(table::run(self.clone(), id.into(), handle.clone(), wanted));
        Some(handle)
    }

    /// Wishes something of a game, whether or not it is in memory; gives the handle it went to.
    pub async fn wish(self: &Arc<Self>, id: &str, mut wish: Wish) -> Option<Handle> {
        loop {
            let handle = self.enter(id)?;
            match handle.wishes.send(wish).await {
                Ok(()) => return Some(handle),
                // It has just left memory.
                Err(mpsc::error::SendError(back)) => wish = back,
            }
        }
    }

    /// Tells a game something if it is in memory.
    pub async fn tell(&self, id: &str, wish: Wish) {
        let handle = lock(&self.games).get(id).cloned();
        if let Some(handle) = handle {
            handle.wish(wish).await;
        }
    }

    /// Who is connected to a game.
    pub fn here(&self, id: &str) -> SeatSet {
        let games = lock(&self.games);
        SeatSet(games.get(id).map_or(0, |handle| handle.here.load(Ordering::Relaxed)))
    }

    /// Brings those games back in which a bot owes a decision.
    pub async fn wake_due(self: &Arc<Self>) -> Result<usize, sqlx::Error> {
        let due = self.db.due().await?;
        for id in &due {
            self.wish(id, Wish::Wake).await;
        }
        Ok(due.len())
    }

    /// Takes a game out of memory, if nothing is wanted of it.
    pub(crate) fn leave(self: &Arc<Self>, id: &str, wanted: &mut mpsc::Receiver<Wish>) -> bool {
        let mut games = lock(&self.games);
        if !wanted.is_empty() {
            return false;
        }
        games.remove(id);
        wanted.close();
        drop(games);
        // What came at the last moment goes to whoever comes next.
        while let Ok(wish) = wanted.try_recv() {
            let (hall, id) = (self.clone(), id.to_owned());
            tokio::spawn(async move { drop(hall.wish(&id, wish).await) });
        }
        true
    }

    /// Takes a game out of memory whatever is wanted of it.
    pub(crate) fn remove(&self, id: &str, wanted: &mut mpsc::Receiver<Wish>) {
        let mut games = lock(&self.games);
        wanted.close();
        if games.get(id).is_some_and(|handle| handle.wishes.is_closed()) {
            games.remove(id);
        }
    }

    /// Tells everybody that the server closes, and waits until no game is in memory.
    pub async fn close(&self, most: Duration) {
        let handles: Vec<Handle> = {
            let games = lock(&self.games);
            self.closing.store(true, Ordering::Relaxed);
            games.values().cloned().collect()
        };
        for handle in handles {
            let reason = "the server is being restarted".to_owned();
            handle.wish(Wish::Close { reason, again: true }).await;
        }
        let end = Instant::now() + most;
        while !lock(&self.games).is_empty() && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
