//! The tables, and how older ones become these. Each step runs once, and is never changed.

use sqlx::{AnyPool, Executor};

use super::DbError;

/// The steps in order. Their number is the version of the tables.
const STEPS: [&str; 2] = [
    "
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    who TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created BIGINT NOT NULL
);
CREATE INDEX sessions_who ON sessions (who);
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    setup TEXT NOT NULL,
    maker TEXT NOT NULL,
    beginning TEXT NOT NULL,
    commitment TEXT NOT NULL,
    actions BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    owes TEXT NOT NULL,
    bots_due BIGINT NOT NULL,
    outcome TEXT,
    seed TEXT,
    begun BIGINT NOT NULL,
    changed BIGINT NOT NULL
);
CREATE INDEX games_due ON games (bots_due);
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    who TEXT,
    name TEXT NOT NULL,
    bot TEXT,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_who ON seats (who);
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    seat TEXT NOT NULL,
    action TEXT NOT NULL,
    cut_short BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE TABLE undos (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    keep BIGINT NOT NULL,
    PRIMARY KEY (game, revision)
);
CREATE TABLE rosters (
    who TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    text TEXT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (who, id)
);
",
    "
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET seen = created;
CREATE INDEX games_maker ON games (maker);
",
];

/// The version of the tables this program makes.
pub const VERSION: i64 = STEPS.len() as i64;

/// Brings a database up to date.
pub async fn run(pool: &AnyPool) -> Result<(), DbError> {
    let failed = |error: sqlx::Error| DbError(format!("the tables can't be made: {error}"));
    pool.execute("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        .await
        .map_err(failed)?;
    let version = known(pool).await?;
    for (number, step) in (1..).zip(STEPS) {
        if number <= version {
            continue;
        }
        let mut transaction = pool.begin().await.map_err(failed)?;
        // The whole step in one go; what it says is ours alone.
        transaction.execute(step).await.map_err(failed)?;
        sqlx::query(
            "INSERT INTO meta (name, value) VALUES ('version', $1)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(number.to_string())
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        tracing::info!(version = number, "the tables were brought up to date");
    }
    Ok(())
}

/// The version of a database's tables; an error if this program is too old for it.
pub async fn known(pool: &AnyPool) -> Result<i64, DbError> {
    let text: Option<String> = sqlx::query_scalar("SELECT value FROM meta WHERE name = 'version'")
        .fetch_optional(pool)
        .await
        .map_err(|error| DbError(format!("this is no database of ours: {error}")))?;
    let version: i64 = text.and_then(|text| text.parse().ok()).unwrap_or(0);
    if version > VERSION {
        return Err(DbError(format!(
            "the database was made by a newer program (version {version}, this one knows {VERSION})"
        )));
    }
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::super::{Db, Place};
    use super::*;

    #[tokio::test]
    async fn older_tables_are_brought_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = Place::Sqlite(folder.path().join("old.db"));
        let db = Db::open(&place).await.expect("it opens");
        // Back to the tables of the first version, with somebody in them. By one connection: another may
        // have looked at the tables before they were brought up, and SQLite drops columns by that.
        let mut connection = db.pool.acquire().await.expect("a connection");
        for statement in [
            "DROP INDEX games_maker",
            "ALTER TABLE sessions DROP COLUMN seen",
            "UPDATE meta SET value = '1' WHERE name = 'version'",
            "INSERT INTO people (id, name, created) VALUES ('a', 'Ann', 5)",
            "INSERT INTO sessions (id, who, created) VALUES ('s', 'a', 7)",
        ] {
            connection.execute(statement).await.expect("it is done");
        }
        drop(connection);
        db.close().await;
        let db = Db::open(&place).await.expect("it opens");
        let seen: i64 = sqlx::query_scalar("SELECT seen FROM sessions")
            .fetch_one(&db.pool)
            .await
            .expect("the session");
        assert_eq!((seen, known(&db.pool).await), (7, Ok(VERSION)));
        db.close().await;
    }
}
