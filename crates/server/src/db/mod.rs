//! Where everything is kept: SQLite by default, PostgreSQL by its address.
//!
//! Both are spoken to in the same words; only opening differs. What is written here is on disk when
//! the call returns.

pub mod backup;
pub mod games;
pub mod journal;
pub mod migrations;
pub mod people;
pub mod rosters;

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Connection, Executor, Pool};

use crate::token::Key;

/// So long a database may take to give a connection.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often the log of SQLite is emptied.
const TIDY: Duration = Duration::from_secs(1);

/// So many pages it may have before writers wait until it is empty.
const LOG: i64 = 4000;

/// The number by which servers of the same PostgreSQL database notice each other.
const ADVISORY: i64 = 0x7661_6e67_7561_7264;

/// Why a database can't be used, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbError(pub String);

impl std::fmt::Display for DbError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DbError {}

/// Which kind of database it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file.
    Sqlite(PathBuf),
    /// The address of a PostgreSQL server.
    Postgres(String),
}

impl Place {
    /// Reads what `--db` says: `postgres://…`, `sqlite:FILE` or a path.
    pub fn parse(text: &str) -> Result<Self, DbError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Place::Postgres(text.into()));
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:"));
        let path = path.unwrap_or(text);
        if path.is_empty() || (path == text && text.contains("://")) {
            // An address may hold a password: it is not repeated.
            return Err(DbError(
                "--db: write sqlite:FILE, a path, or postgres://USER@HOST/NAME".into(),
            ));
        }
        Ok(Place::Sqlite(path.into()))
    }
}

/// An open database.
pub struct Db {
    pub(crate) pool: Pool<Any>,
    sqlite: bool,
    /// Held while the server runs, so that two servers never use one database.
    lock: Option<Lock>,
}

enum Lock {
    File(File),
    Session(Box<Mutex<AnyConnection>>),
}

impl Db {
    /// Opens a database for a server: alone, and brought up to date.
    pub async fn open(place: &Place) -> Result<Self, DbError> {
        let lock = Some(alone(place).await?);
        let mut db = Self::connect(place, true).await?;
        db.lock = lock;
        migrations::run(&db.pool).await?;
        Ok(db)
    }

    /// Opens a database to read from, beside a server that may run.
    pub async fn look(place: &Place) -> Result<Self, DbError> {
        if let Place::Sqlite(path) = place
            && !path.exists()
        {
            return Err(DbError(format!("{}: there is no database there", path.display())));
        }
        let db = Self::connect(place, false).await?;
        migrations::known(&db.pool).await?;
        Ok(db)
    }

    async fn connect(place: &Place, create: bool) -> Result<Self, DbError> {
        sqlx::any::install_default_drivers();
        let failed = |error: sqlx::Error| DbError(format!("the database can't be opened: {error}"));
        let (url, setting, most) = match place {
            Place::Sqlite(path) => {
                if create {
                    make_private(path)?;
                }
                let setting = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                               PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; \
                               PRAGMA wal_autocheckpoint = 0";
                (sqlite_url(path), setting, 4)
            }
            Place::Postgres(url) => (url.clone(), "SET synchronous_commit = on", 8),
        };
        let options: AnyConnectOptions = url.parse().map_err(failed)?;
        // Statements carry what players did; they don't belong in a log.
        let options = options.disable_statement_logging();
        let pool = AnyPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(setting).await.map(drop) })
            })
            // SQLite ends a transaction by itself if the disk fails, and the driver does not notice: it
            // would go on in one that nobody ends, and everybody else would find the database locked.
            .after_release(|connection, _| {
                Box::pin(async move { Ok(!connection.is_in_transaction()) })
            })
            .connect_with(options)
            .await
            .map_err(failed)?;
        Ok(Db { pool, sqlite: matches!(place, Place::Sqlite(_)), lock: None })
    }

    /// The key that signs tokens; made when it is first asked for.
    pub async fn key(&self) -> Result<Key, DbError> {
        let fresh = Key::random().to_hex();
        let failed = |error: sqlx::Error| DbError(format!("the database failed: {error}"));
        sqlx::query(
            "INSERT INTO meta (name, value) VALUES ('key', $1) ON CONFLICT (name) DO NOTHING",
        )
        .bind(fresh)
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        let text: String = sqlx::query_scalar("SELECT value FROM meta WHERE name = 'key'")
            .fetch_one(&self.pool)
            .await
            .map_err(failed)?;
        Key::from_hex(&text).ok_or_else(|| DbError("the database's key is damaged".into()))
    }

    /// Whether it answers.
    pub async fn answers(&self) -> bool {
        sqlx::query("SELECT name FROM meta WHERE name = 'key'")
            .fetch_optional(&self.pool)
            .await
            .is_ok()
    }

    /// Moves what SQLite has written from its log into the database, from time to time and for ever.
    /// By itself it would do so in the middle of a commit, and whoever acts would wait.
    pub async fn tidy(self: Arc<Self>) {
        if !self.sqlite {
            return;
        }
        loop {
            tokio::time::sleep(TIDY).await;
            match self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)").await {
                // Where somebody always writes, the log never ends by itself.
                Ok(pages) if pages > LOG => {
                    let _ = self.checkpoint("PRAGMA wal_checkpoint(RESTART)").await;
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "the log can't be emptied"),
            }
        }
    }

    /// The pages of the log.
    async fn checkpoint(&self, how: &'static str) -> Result<i64, sqlx::Error> {
        let row = sqlx::query(how).fetch_one(&self.pool).await?;
        sqlx::Row::try_get(&row, 1)
    }

    /// Ends all connections.
    pub async fn close(mut self) {
        self.pool.close().await;
        match self.lock.take() {
            None => {}
            // In so many words: a process that is being started may hold the file a moment longer.
            Some(Lock::File(file)) => drop(file.unlock()),
            Some(Lock::Session(connection)) => {
                let connection = connection.into_inner().unwrap_or_else(PoisonError::into_inner);
                let _ = connection.close().await;
            }
        }
    }

    /// The pool, for those who need more than one statement.
    pub fn pool(&self) -> &AnyPool {
        &self.pool
    }
}

/// Makes sure that no other server uses the database.
async fn alone(place: &Place) -> Result<Lock, DbError> {
    let taken = || {
        DbError(
            "another server uses this database: stop it first, or give this one its own with --db"
                .into(),
        )
    };
    match place {
        Place::Sqlite(path) => {
            make_private(path)?;
            let lock_path = with_ending(path, ".lock");
            let file = private(&lock_path)
                .map_err(|error| DbError(format!("{}: {error}", lock_path.display())))?;
            file.try_lock().map_err(|_| taken())?;
            Ok(Lock::File(file))
        }
        Place::Postgres(url) => {
            sqlx::any::install_default_drivers();
            let failed =
                |error: sqlx::Error| DbError(format!("the database can't be opened: {error}"));
            let options: AnyConnectOptions = url.parse().map_err(failed)?;
            let mut connection = options.connect().await.map_err(failed)?;
            // A server that was killed a moment ago may still seem to be there.
            for again in 0..20 {
                let mine: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                    .bind(ADVISORY)
                    .fetch_one(&mut connection)
                    .await
                    .map_err(failed)?;
                if mine {
                    return Ok(Lock::Session(Box::new(Mutex::new(connection))));
                }
                if again < 19 {
                    tokio::time::sleep(Duration::from_millis(250)).await;
                }
            }
            Err(taken())
        }
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A file only its owner can read, made if it is not there.
pub(crate) fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the file and its folder, if they are not there, so that only their owner can read them:
/// the database holds seeds and the key.
fn make_private(path: &Path) -> Result<(), DbError> {
    let failed = |error: std::io::Error| DbError(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(failed)?;
    }
    private(path).map(drop).map_err(failed)
}

/// The address of a file: whatever has a meaning in an address is written by number.
fn sqlite_url(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let mut url = String::from("sqlite://");
    for byte in path.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url + "?mode=rw"
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// A moment as people and programs read it: `2026-11-16T15:00:00Z`.
pub fn moment(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400);
    let rest = seconds.rem_euclid(86_400);
    // Years from March on, in eras of 400 years: leap days come last.
    let from_march = days + 719_468;
    let era = from_march.div_euclid(146_097);
    let day_of_era = from_march.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_people_write_them() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(moment(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(moment(4_107_542_400), "2100-03-01T00:00:00Z");
        assert_eq!(moment(1_794_841_200), "2026-11-16T15:00:00Z");
    }

    #[test]
    fn a_place_is_read_and_a_wrong_one_is_explained() {
        assert_eq!(Place::parse("sqlite:/x/y.db"), Ok(Place::Sqlite("/x/y.db".into())));
        assert_eq!(Place::parse("sqlite:///x/y.db"), Ok(Place::Sqlite("/x/y.db".into())));
        assert_eq!(Place::parse("y.db"), Ok(Place::Sqlite("y.db".into())));
        assert_eq!(Place::parse("postgres://h/n"), Ok(Place::Postgres("postgres://h/n".into())));
        let error = Place::parse("mysql://me:secret@h/n").expect_err("not known");
        assert!(error.0.contains("postgres://") && !error.0.contains("secret"), "{error}");
    }
}
