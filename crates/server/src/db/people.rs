//! People: guests and accounts, and the sessions by which they are known.

use std::sync::Arc;
use std::time::Duration;

use super::{Db, now};
use crate::token::random_id;

/// After so many seconds without a sign of life a session is over: half a year.
const SESSION: i64 = 180 * DAY;

/// So exactly it is known when somebody was last there: not every request is worth a write.
const DAY: i64 = 24 * 60 * 60;

/// How often those who will not come back are forgotten.
const FORGET: Duration = Duration::from_hours(1);

/// Somebody the server knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Their id.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// Whether they have an account.
    pub account: bool,
}

type Row = (String, String, Option<String>);

fn person((id, name, login): Row) -> Person {
    Person { id, name, account: login.is_some() }
}

/// The form in which names of accounts are compared.
pub fn login_of(name: &str) -> String {
    name.to_lowercase()
}

impl Db {
    /// A new guest.
    pub async fn add_guest(&self, name: &str) -> Result<Person, sqlx::Error> {
        let id = random_id();
        sqlx::query("INSERT INTO people (id, name, created) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(name)
            .bind(now())
            .execute(&self.pool)
            .await?;
        Ok(Person { id, name: name.into(), account: false })
    }

    /// A new account, or a guest's: then it has the guest's games and rosters. `None` if the name is
    /// taken.
    pub async fn add_account(
        &self,
        name: &str,
        password: &str,
        guest: Option<&str>,
    ) -> Result<Option<Person>, sqlx::Error> {
        let login = login_of(name);
        let id = guest.map_or_else(random_id, str::to_owned);
        let result = sqlx::query(
            "INSERT INTO people (id, name, login, password, created) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE
             SET name = excluded.name, login = excluded.login, password = excluded.password
             WHERE people.login IS NULL",
        )
        .bind(&id)
        .bind(name)
        .bind(&login)
        .bind(password)
        .bind(now())
        .execute(&self.pool)
        .await;
        let result = match result {
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(None),
            other => other?,
        };
        if result.rows_affected() == 0 {
            // The guest has become another account meanwhile.
            return Ok(None);
        }
        sqlx::query("UPDATE seats SET name = $1 WHERE who = $2")
            .bind(name)
            .bind(&id)
            .execute(&self.pool)
            .await?;
        Ok(Some(Person { id, name: name.into(), account: true }))
    }

    /// The account of this name, with its hashed password.
    pub async fn account(&self, name: &str) -> Result<Option<(Person, String)>, sqlx::Error> {
        let row: Option<(String, String, Option<String>, Option<String>)> =
            sqlx::query_as("SELECT id, name, login, password FROM people WHERE login = $1")
                .bind(login_of(name))
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|(id, name, login, password)| {
            (person((id, name, login)), password.unwrap_or_default())
        }))
    }

    /// Gives an account what a guest has; the guest is no more.
    pub async fn move_guest(&self, guest: &str, account: &Person) -> Result<(), sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("UPDATE seats SET who = $1, name = $2 WHERE who = $3")
            .bind(&account.id)
            .bind(&account.name)
            .bind(guest)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE games SET maker = $1 WHERE maker = $2")
            .bind(&account.id)
            .bind(guest)
            .execute(&mut *transaction)
            .await?;
        // Where both have a roster of the same id, the account's stays.
        sqlx::query(
            "INSERT INTO rosters (who, id, name, game, text, changed)
             SELECT $1, id, name, game, text, changed FROM rosters WHERE who = $2
             ON CONFLICT (who, id) DO NOTHING",
        )
        .bind(&account.id)
        .bind(guest)
        .execute(&mut *transaction)
        .await?;
        for statement in [
            "DELETE FROM rosters WHERE who = $1",
            "DELETE FROM sessions WHERE who = $1",
            "DELETE FROM people WHERE id = $1 AND login IS NULL",
        ] {
            sqlx::query(statement).bind(guest).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    /// Opens a session for somebody.
    pub async fn open_session(&self, who: &str) -> Result<String, sqlx::Error> {
        let id = random_id();
        sqlx::query("INSERT INTO sessions (id, who, created, seen) VALUES ($1, $2, $3, $3)")
            .bind(&id)
            .bind(who)
            .bind(now())
            .execute(&self.pool)
            .await?;
        Ok(id)
    }

    /// Whose session it is, if it is not over; they were here today.
    pub async fn session(&self, id: &str) -> Result<Option<Person>, sqlx::Error> {
        let row: Option<(String, String, Option<String>, i64)> = sqlx::query_as(
            "SELECT people.id, people.name, people.login, sessions.seen FROM sessions
             JOIN people ON people.id = sessions.who WHERE sessions.id = $1",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        let Some((who, name, login, seen)) = row else { return Ok(None) };
        let now = now();
        if seen < now - SESSION {
            return Ok(None);
        }
        if seen < now - DAY {
            sqlx::query("UPDATE sessions SET seen = $1 WHERE id = $2")
                .bind(now)
                .bind(id)
                .execute(&self.pool)
                .await?;
        }
        Ok(Some(person((who, name, login))))
    }

    /// Forgets sessions that are over, and guests nobody can be again: those without a session whose
    /// name stands in no game. Games and accounts stay. Says how many guests there were.
    pub async fn forget(&self) -> Result<u64, sqlx::Error> {
        let now = now();
        sqlx::query("DELETE FROM sessions WHERE seen < $1")
            .bind(now - SESSION)
            .execute(&self.pool)
            .await?;
        // Whoever has just come has no session yet.
        let gone = sqlx::query(
            "DELETE FROM people WHERE login IS NULL AND created < $1
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.who = people.id)
             AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.who = people.id)
             AND NOT EXISTS (SELECT 1 FROM games WHERE games.maker = people.id)",
        )
        .bind(now - DAY)
        .execute(&self.pool)
        .await?;
        Ok(gone.rows_affected())
    }

    /// Forgets from time to time and for ever.
    pub(crate) async fn forget_often(self: Arc<Self>) {
        loop {
            match self.forget().await {
                Ok(0) => {}
                Ok(guests) => tracing::info!(guests, "guests were forgotten"),
                Err(error) => tracing::warn!(%error, "nobody could be forgotten"),
            }
            tokio::time::sleep(FORGET).await;
        }
    }

    /// Ends a session.
    pub async fn end_session(&self, id: &str) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM sessions WHERE id = $1").bind(id).execute(&self.pool).await?;
        Ok(())
    }
}
