//! Backups: everything there is in one file, the same for both kinds of database.
//!
//! The file has a line of JSON for each row, after a line that says what it is and before one that
//! says how many there are: a file that was cut off is noticed. It holds the key, seeds and hashed
//! passwords, so only its owner can read it.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use futures_util::TryStreamExt;
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::{Db, DbError, Place, migrations};

const FORMAT: &str = "vanguard-backup-1";

/// A table: its name, its columns of text, and its columns of numbers. Those that others refer to
/// come first.
const TABLES: [(&str, &[&str], &[&str]); 8] = [
    ("meta", &["name", "value"], &[]),
    ("people", &["id", "name", "login", "password"], &["created"]),
    ("sessions", &["id", "who"], &["created", "seen"]),
    (
        "games",
        &["id", "game", "setup", "maker", "beginning", "commitment", "owes", "outcome", "seed"],
        &["actions", "revision", "bots_due", "begun", "changed"],
    ),
    ("seats", &["game", "seat", "who", "name", "bot"], &[]),
    ("actions", &["game", "seat", "action"], &["number", "cut_short"]),
    ("undos", &["game"], &["revision", "keep"]),
    ("rosters", &["who", "id", "name", "game", "text"], &["changed"]),
];

fn failed(error: &dyn std::fmt::Display) -> DbError {
    DbError(format!("the backup failed: {error}"))
}

/// Writes everything into a file, beside a server that may run; says how many rows there were.
pub async fn backup(place: &Place, file: &Path) -> Result<u64, DbError> {
    let db = Db::look(place).await?;
    // Written next to it first: a backup that failed must not replace one that did not.
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let _ = std::fs::remove_file(part);
    let result = write(&db, place, part).await;
    db.close().await;
    let count = result.inspect_err(|_| drop(std::fs::remove_file(part)))?;
    std::fs::rename(part, file).map_err(|error| failed(&error))?;
    // The name is on disk, too, when this returns.
    #[cfg(unix)]
    {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::File::open(folder.unwrap_or(Path::new(".")));
        folder.and_then(|folder| folder.sync_all()).map_err(|error| failed(&error))?;
    }
    Ok(count)
}

async fn write(db: &Db, place: &Place, part: &Path) -> Result<u64, DbError> {
    let version = migrations::known(&db.pool).await?;
    if version != migrations::VERSION {
        return Err(DbError(format!(
            "the database has tables of version {version}; start the server once to bring them to \
             version {}",
            migrations::VERSION
        )));
    }
    let output = super::private(part).map_err(|error| failed(&error))?;
    let mut output = BufWriter::new(output);
    let mut line = |value: &Value| writeln!(output, "{value}").map_err(|error| failed(&error));
    line(&json!({ "format": FORMAT, "version": version }))?;
    let begin = match place {
        Place::Sqlite(_) => "BEGIN",
        Place::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ",
    };
    let mut snapshot = db.pool.begin_with(begin).await.map_err(|error| failed(&error))?;
    let mut count = 0;
    for (table, texts, numbers) in TABLES {
        let columns = [texts, numbers].concat().join(", ");
        // Names of tables and columns are ours alone.
        let sql = sqlx::AssertSqlSafe(format!("SELECT {columns} FROM {table}"));
        // One after the other: there may be more than memory holds.
        let mut rows = sqlx::query(sql).fetch(&mut *snapshot);
        while let Some(row) = rows.try_next().await.map_err(|error| failed(&error))? {
            line(&json!({ "table": table, "row": object(&row, texts, numbers)? }))?;
            count += 1;
        }
    }
    line(&json!({ "rows": count }))?;
    let output = output.into_inner().map_err(|error| failed(&error))?;
    output.sync_all().map_err(|error| failed(&error))?;
    Ok(count)
}

fn object(row: &AnyRow, texts: &[&str], numbers: &[&str]) -> Result<Value, DbError> {
    let mut object = serde_json::Map::new();
    for column in texts {
        let text: Option<String> = row.try_get(*column).map_err(|error| failed(&error))?;
        object.insert((*column).into(), text.into());
    }
    for column in numbers {
        let number: i64 = row.try_get(*column).map_err(|error| failed(&error))?;
        object.insert((*column).into(), number.into());
    }
    Ok(Value::Object(object))
}

/// Fills a database that has nothing in it from a file; says how many rows there were. If the file
/// is damaged nothing is changed.
pub async fn restore(place: &Place, file: &Path) -> Result<u64, DbError> {
    let wrong =
        |number: usize, what: &str| DbError(format!("{}: line {number}: {what}", file.display()));
    let input = std::fs::File::open(file)
        .map_err(|error| DbError(format!("{}: {error}", file.display())))?;
    let mut lines = BufReader::new(input).lines();
    let mut read = |number: usize| -> Result<Option<Value>, DbError> {
        let Some(line) = lines.next() else { return Ok(None) };
        let line = line.map_err(|error| wrong(number, &error.to_string()))?;
        serde_json::from_str(&line).map(Some).map_err(|error| wrong(number, &error.to_string()))
    };
    let head = read(1)?.unwrap_or_default();
    if head["format"] != FORMAT {
        return Err(wrong(1, &format!("this is no backup: it would say \"{FORMAT}\"")));
    }
    let known = 1..=migrations::VERSION;
    let Some(version) = head["version"].as_i64().filter(|version| known.contains(version)) else {
        let what = format!(
            "the backup has version {}, this program reads 1 to {}",
            head["version"],
            migrations::VERSION
        );
        return Err(wrong(1, &what));
    };
    let db = Db::open(place).await?;
    let mut transaction = db.pool.begin().await.map_err(|error| failed(&error))?;
    let there: i64 =
        sqlx::query_scalar("SELECT (SELECT COUNT(*) FROM people) + (SELECT COUNT(*) FROM games)")
            .fetch_one(&mut *transaction)
            .await
            .map_err(|error| failed(&error))?;
    if there > 0 {
        return Err(DbError(
            "there is something in this database; restore into one that is empty or not there yet"
                .into(),
        ));
    }
    sqlx::query("DELETE FROM meta")
        .execute(&mut *transaction)
        .await
        .map_err(|error| failed(&error))?;
    let mut count = 0;
    for number in 2.. {
        let Some(mut line) = read(number)? else {
            return Err(wrong(number, "the file ends too early: it was cut off"));
        };
        if let Some(rows) = line.get("rows") {
            if *rows != count {
                return Err(wrong(number, &format!("there should be {rows} rows, not {count}")));
            }
            break;
        }
        bring_up(version, &mut line);
        insert(&mut transaction, &line).await.map_err(|what| wrong(number, &what))?;
        count += 1;
    }
    transaction.commit().await.map_err(|error| failed(&error))?;
    db.close().await;
    Ok(count)
}

/// Makes a row of an older backup one of today, as the steps of the tables would have.
fn bring_up(version: i64, line: &mut Value) {
    if version < 2 && line["table"] == "sessions" {
        let row = &mut line["row"];
        row["seen"] = row["created"].clone();
    } else if line["table"] == "meta" && line["row"]["name"] == "version" {
        line["row"]["value"] = migrations::VERSION.to_string().into();
    }
}

async fn insert(connection: &mut AnyConnection, line: &Value) -> Result<(), String> {
    let table = line["table"].as_str().unwrap_or_default();
    let Some((table, texts, numbers)) = TABLES.iter().find(|known| known.0 == table) else {
        return Err(format!("there is no table \"{table}\""));
    };
    let columns = [*texts, *numbers].concat();
    let places: Vec<String> = (1..=columns.len()).map(|number| format!("${number}")).collect();
    let sql =
        format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), places.join(", "));
    let row = &line["row"];
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
    for column in *texts {
        query = query.bind(row[*column].as_str());
    }
    for column in *numbers {
        let number = row[*column].as_i64().ok_or_else(|| format!("{column} is no number"))?;
        query = query.bind(number);
    }
    query.execute(connection).await.map_err(|error| error.to_string())?;
    Ok(())
}
