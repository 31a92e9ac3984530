//! The journal: what happens in games, written in the order it happened.
//!
//! One task writes. What comes while it waits for the disk is written together with the next
//! commit, so that many games cost little more than one. Whoever writes is told when it is on disk.

use std::sync::Arc;
use std::time::Instant;

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Executor};
use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;

/// At most so many changes to a commit.
const TOGETHER: usize = 256;

/// So many changes go into one statement; few numbers, so that the database knows the statements.
const AT_ONCE: [usize; 3] = [64, 16, 4];

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
        let (single, other): (Vec<&Change>, Vec<&Change>) = batch
            .iter()
            .map(|(change, _)| change)
            .partition(|change| !change.undo && change.add.len() == 1);
        let mut rest = &single[..];
        for size in AT_ONCE {
            while rest.len() >= size {
                let (now, later) = rest.split_at(size);
                write_many(&mut connection, now).await?;
                rest = later;
            }
        }
        for change in rest.iter().chain(&other) {
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

/// Writes changes of one action each: two statements for all of them, as each is a way to the
/// database and back.
async fn write_many(
    connection: &mut AnyConnection,
    changes: &[&Change],
) -> Result<(), sqlx::Error> {
    let (text, number) = ("TEXT", "BIGINT");
    let standings =
        places(changes.len(), &[text, number, number, text, number, text, text, number]);
    let sql = format!(
        "UPDATE games SET actions = v.column2, revision = v.column3, owes = v.column4,
         bots_due = v.column5, outcome = v.column6, seed = v.column7, changed = v.column8
         FROM (VALUES {standings}) AS v
         WHERE games.id = v.column1 AND games.revision = v.column3 - 1"
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    let time = super::now();
    for Change { game, now, .. } in changes {
        query = query
            .bind(game)
            .bind(now.actions as i64)
            .bind(now.revision as i64)
            .bind(&now.owes)
            .bind(i64::from(now.bots_due))
            .bind(now.outcome.as_deref())
            .bind(now.seed.as_deref())
            .bind(time);
    }
    if query.execute(&mut *connection).await?.rows_affected() != changes.len() as u64 {
        // One of them is not what it seems; each for itself it will be found.
        return Err(sqlx::Error::RowNotFound);
    }
    let actions = places(changes.len(), &[text, number, text, text, number]);
    let sql =
        format!("INSERT INTO actions (game, number, seat, action, cut_short) VALUES {actions}");
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for Change { game, keep, add, .. } in changes {
        for kept in add {
            query = query
                .bind(game)
                .bind(*keep as i64 + 1)
                .bind(&kept.seat)
                .bind(&kept.action)
                .bind(i64::from(kept.cut_short));
        }
    }
    query.execute(connection).await.map(drop)
}

/// The places of so many rows of values: a list has no types of its own, so each says its own.
fn places(rows: usize, types: &[&str]) -> String {
    let row = |row: usize| {
        let first = row * types.len() + 1;
        let places: Vec<String> = (first..)
            .zip(types)
            .map(|(number, kind)| format!("CAST(${number} AS {kind})"))
            .collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::games::Listed;
    use crate::db::{Db, Place};

    /// Many changes at once, with some among them that can't be: these are refused, the others kept.
    #[tokio::test]
    async fn one_that_is_refused_spoils_it_for_no_other() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let place = Place::Sqlite(folder.path().join("table.db"));
        let db = Db::open(&place).await.expect("it opens");
        let name = |number: usize| format!("game{number}");
        for number in 0..150 {
            let game = Listed {
                id: name(number),
                game: "rome".into(),
                setup: String::new(),
                maker: "ann".into(),
                commitment: String::new(),
                standing: Standing::default(),
                begun: 0,
                changed: 0,
                sitters: Vec::new(),
            };
            db.add_game(&game, "{}", &[]).await.expect("it is kept");
        }
        let change = |number: usize, revision| Change {
            game: name(number),
            keep: 0,
            add: vec![Kept { seat: "A".into(), action: "1".into(), cut_short: number == 3 }],
            undo: false,
            now: Standing { actions: 1, revision, owes: "B".into(), ..Standing::default() },
        };
        // There is no game 150, and game 7 is not at that revision.
        let mut batch = Vec::new();
        let mut told = Vec::new();
        for number in 0..151 {
            let (done, written) = oneshot::channel();
            batch.push((change(number, if number == 7 { 5 } else { 1 }), done));
            told.push(written);
        }
        let (queue, waiting) = mpsc::channel(1024);
        for waiting in batch {
            queue.send(waiting).await.expect("there is room");
        }
        drop(queue);
        write_all(db.pool().clone(), waiting, Arc::default()).await;
        for (number, written) in told.into_iter().enumerate() {
            let kept = written.await.expect("told").is_ok();
            assert_eq!(kept, ![7, 150].contains(&number), "{number}");
        }
        // Once more, without those: all in a few statements.
        let fine: Vec<Waiting> = (0..150)
            .filter(|number| *number != 7)
            .map(|number| {
                let mut next = change(number, 2);
                (next.keep, next.now.actions) = (1, 2);
                (next, oneshot::channel().0)
            })
            .collect();
        write_together(db.pool(), &fine).await.expect("all are kept");
        for number in 0..150 {
            let stored = db.stored(&name(number)).await.expect("it is read").expect("it is there");
            let actions = if number == 7 { 0 } else { 2 };
            assert_eq!(stored.actions.len(), actions, "{number}");
            assert_eq!(stored.listed.standing.actions, actions);
            let cut_short: Vec<bool> = stored.actions.iter().map(|kept| kept.cut_short).collect();
            assert_eq!(cut_short, vec![number == 3; actions]);
        }
    }
}
