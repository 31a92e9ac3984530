//! Rosters people keep.

use super::{Db, moment, now};
use crate::wire::{RosterDraft, RosterFile};

type Row = (String, String, String, String, i64);

fn roster((id, name, game, text, changed): Row) -> RosterFile {
    RosterFile { id, name, game, text, changed: moment(changed) }
}

impl Db {
    /// All rosters of somebody, those changed last first.
    pub async fn rosters(&self, who: &str) -> Result<Vec<RosterFile>, sqlx::Error> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, name, game, text, changed FROM rosters WHERE who = $1
             ORDER BY changed DESC, id",
        )
        .bind(who)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(roster).collect())
    }

    /// One roster of somebody.
    pub async fn roster(&self, who: &str, id: &str) -> Result<Option<RosterFile>, sqlx::Error> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT id, name, game, text, changed FROM rosters WHERE who = $1 AND id = $2",
        )
        .bind(who)
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(roster))
    }

    /// Keeps a roster; one of the same id is replaced. `None` if they have `most` others already.
    pub async fn keep_roster(
        &self,
        who: &str,
        id: &str,
        draft: &RosterDraft,
        most: usize,
    ) -> Result<Option<RosterFile>, sqlx::Error> {
        let others: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM rosters WHERE who = $1 AND id <> $2")
                .bind(who)
                .bind(id)
                .fetch_one(&self.pool)
                .await?;
        if others >= most as i64 {
            return Ok(None);
        }
        let changed = now();
        sqlx::query(
            "INSERT INTO rosters (who, id, name, game, text, changed)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (who, id) DO UPDATE SET name = excluded.name, game = excluded.game,
             text = excluded.text, changed = excluded.changed",
        )
        .bind(who)
        .bind(id)
        .bind(&draft.name)
        .bind(&draft.game)
        .bind(&draft.text)
        .bind(changed)
        .execute(&self.pool)
        .await?;
        let RosterDraft { name, game, text } = draft.clone();
        Ok(Some(RosterFile { id: id.into(), name, game, text, changed: moment(changed) }))
    }

    /// Forgets a roster; says whether there was one.
    pub async fn drop_roster(&self, who: &str, id: &str) -> Result<bool, sqlx::Error> {
        let result = sqlx::query("DELETE FROM rosters WHERE who = $1 AND id = $2")
            .bind(who)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(result.rows_affected() > 0)
    }
}
