//! People: guests and accounts, and the sessions by which they are known.

use super::{Db, now};
use crate::token::random_id;

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
        sqlx::query("INSERT INTO sessions (id, who, created) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(who)
            .bind(now())
            .execute(&self.pool)
            .await?;
        Ok(id)
    }

    /// Whose session it is.
    pub async fn session(&self, id: &str) -> Result<Option<Person>, sqlx::Error> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT people.id, people.name, people.login FROM sessions
             JOIN people ON people.id = sessions.who WHERE sessions.id = $1",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(person))
    }

    /// Ends a session.
    pub async fn end_session(&self, id: &str) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM sessions WHERE id = $1").bind(id).execute(&self.pool).await?;
        Ok(())
    }
}
