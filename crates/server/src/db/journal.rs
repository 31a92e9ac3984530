//! The journal: what happens in games, written in the order it happened.
//!
//! One task writes. What comes while it waits for the disk is written together with the next
//! commit, so that many games cost little more than one. Whoever writes is told when it is on disk.

use std::sync::Arc;
use std::time::Instant;

use sqlx::{AnyConnection, AnyPool, Executor};
use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;

/// At most so many changes to a commit.
const TOGETHER: usize = 256;

/// An action as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The seat's letter.
    pub seat: String,
    /// The action as JSON.
    pub action: String,
    /// Whether a clock stopped the bot that decided it.
    pub cut_short: bool,
}

/// A change of a game.
#[derive(Clone, Debug)]
pub struct Change {
    /// Which game.
    pub game: String,
    /// So many actions stay as they are.
    pub keep: usize,
    /// These come after them.
    pub add: Vec<Kept>,
    /// Whether something was taken back.
    pub undo: bool,
    /// What the game is like afterwards.
    pub now: Standing,
}

/// What a list of games tells of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many actions it has.
    pub actions: usize,
    /// Counts every change, those that take back included.
    pub revision: u64,
    /// The letters of the seats that owe a decision.
    pub owes: String,
    /// Whether a bot owes one.
    pub bots_due: bool,
    /// How it ended, as JSON.
    pub outcome: Option<String>,
    /// The seed, once it has ended.
    pub seed: Option<String>,
}

/// Why something is not on disk.
#[derive(Clone, Debug)]
pub struct Lost(pub String);

type Waiting = (Change, oneshot::Sender<Result<(), Lost>>);

/// The way to the writer.
#[derive(Clone)]
pub struct Journal {
    queue: mpsc::Sender<Waiting>,
}

impl Journal {
    /// Starts the writer. It ends when nobody has the journal any more and all is written.
    pub fn start(pool: AnyPool, metrics: Arc<Metrics>) -> (Self, tokio::task::JoinHandle<()>) {
        let (queue, waiting) = mpsc::channel(4 * TOGETHER);
        (Journal { queue }, tokio::spawn(write_all(pool, waiting, metrics)))
    }

    /// Writes a change. When it returns `Ok` the change is on disk.
    pub async fn write(&self, change: Change) -> Result<(), Lost> {
        let lost = || Lost("the server is shutting down".into());
        let (done, written) = oneshot::channel();
        self.queue.send((change, done)).await.map_err(|_| lost())?;
        written.await.map_err(|_| lost())?
    }
}

async fn write_all(pool: AnyPool, mut waiting: mpsc::Receiver<Waiting>, metrics: Arc<Metrics>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut batch, TOGETHER).await > 0 {
        let start = Instant::now();
        if write_together(&pool, &batch).await.is_ok() {
            metrics.write_time.took(start.elapsed());
            for (_, done) in batch.drain(..) {
                let _ = done.send(Ok(()));
            }
            continue;
        }
        // One of them spoils it for the others: each for itself.
        for waiting in batch.drain(..) {
            let result = write_together(&pool, std::slice::from_ref(&waiting)).await;
            let result = result.map_err(|error| {
                tracing::error!(game = waiting.0.game, %error, "a change was not written");
                Lost("the database did not take it".into())
            });
            let _ = waiting.1.send(result);
        }
        metrics.write_time.took(start.elapsed());
    }
}

async fn write_together(pool: &AnyPool, batch: &[Waiting]) -> Result<(), sqlx::Error> {
    // In so many words: when the disk fails SQLite may end a transaction by itself, which the driver's
    // own transactions don't notice. This task is never broken off in the middle.
    let mut connection = pool.acquire().await?;
    connection.execute("BEGIN").await?;
    let written = async {
        for (change, _) in batch {
            write(&mut connection, change).await?;
        }
        connection.execute("COMMIT").await.map(drop)
    }
    .await;
    if written.is_err() {
        // An error says that there is nothing left to be taken back.
        let _ = connection.execute("ROLLBACK").await;
    }
    written
}

async fn write(connection: &mut AnyConnection, change: &Change) -> Result<(), sqlx::Error> {
    let Change { game, keep, add, undo, now } = change;
    let updated = sqlx::query(
        "UPDATE games SET actions = $1, revision = $2, owes = $3, bots_due = $4, outcome = $5,
         seed = $6, changed = $7 WHERE id = $8 AND revision = $9",
    )
    .bind(now.actions as i64)
    .bind(now.revision as i64)
    .bind(&now.owes)
    .bind(i64::from(now.bots_due))
    .bind(now.outcome.as_deref())
    .bind(now.seed.as_deref())
    .bind(super::now())
    .bind(game)
    .bind(now.revision as i64 - 1)
    .execute(&mut *connection)
    .await?;
    if updated.rows_affected() != 1 {
        // A commit may have come through though its answer was lost. Only this task writes, so who
        // has this revision has this change.
        let there: Option<i64> = sqlx::query_scalar("SELECT revision FROM games WHERE id = $1")
            .bind(game)
            .fetch_optional(&mut *connection)
            .await?;
        if there == Some(now.revision as i64) {
            return Ok(());
        }
        // Deleted meanwhile, or not what the writer believes it is.
        return Err(sqlx::Error::RowNotFound);
    }
    if *undo {
        sqlx::query("DELETE FROM actions WHERE game = $1 AND number > $2")
            .bind(game)
            .bind(*keep as i64)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO undos (game, revision, keep) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(now.revision as i64)
            .bind(*keep as i64)
            .execute(&mut *connection)
            .await?;
    }
    add_actions(connection, game, *keep, add).await
}

/// Adds actions to a game after so many others.
pub(super) async fn add_actions(
    connection: &mut AnyConnection,
    game: &str,
    keep: usize,
    add: &[Kept],
) -> Result<(), sqlx::Error> {
    for (number, kept) in (keep + 1..).zip(add) {
        sqlx::query(
            "INSERT INTO actions (game, number, seat, action, cut_short)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(game)
        .bind(number as i64)
        .bind(&kept.seat)
        .bind(&kept.action)
        .bind(i64::from(kept.cut_short))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
