//! Games as they are kept.

use kernel::{Outcome, Seat};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::journal::{Kept, Standing, add_actions};
use super::{Db, moment, now};
use crate::wire::{GameCard, PlayerCard};

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// The seat.
    pub seat: Seat,
    /// The person, if somebody sits there.
    pub who: Option<String>,
    /// What they are called.
    pub name: String,
    /// The level's id, if it is a bot.
    pub bot: Option<String>,
}

impl Sitter {
    /// Whether the seat waits for somebody.
    pub fn open(&self) -> bool {
        self.who.is_none() && self.bot.is_none()
    }
}

/// A game as a list has it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// The id of what is played.
    pub game: String,
    /// The setup in a few words.
    pub setup: String,
    /// Who made it.
    pub maker: String,
    /// What was published of its seed.
    pub commitment: String,
    /// How it stands.
    pub standing: Standing,
    /// When it was begun.
    pub begun: i64,
    /// When something happened last.
    pub changed: i64,
    /// Who plays, by seat.
    pub sitters: Vec<Sitter>,
}

/// Everything needed to play on.
pub struct Stored {
    /// What a list has.
    pub listed: Listed,
    /// The record it began with; it holds the seed.
    pub beginning: String,
    /// The actions since.
    pub actions: Vec<Kept>,
    /// What was taken back: at which revision, and how many actions were left untouched.
    pub undos: Vec<(u64, usize)>,
}

const LISTED: &str = "id, game, setup, maker, commitment, actions, revision, owes, bots_due, \
                      outcome, seed, begun, changed";

fn listed(row: &AnyRow) -> Result<Listed, sqlx::Error> {
    Ok(Listed {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        setup: row.try_get("setup")?,
        maker: row.try_get("maker")?,
        commitment: row.try_get("commitment")?,
        standing: Standing {
            actions: row.try_get::<i64, _>("actions")? as usize,
            revision: row.try_get::<i64, _>("revision")? as u64,
            owes: row.try_get("owes")?,
            bots_due: row.try_get::<i64, _>("bots_due")? != 0,
            outcome: row.try_get("outcome")?,
            seed: row.try_get("seed")?,
        },
        begun: row.try_get("begun")?,
        changed: row.try_get("changed")?,
        sitters: Vec::new(),
    })
}

fn sitter(row: &AnyRow) -> Result<Sitter, sqlx::Error> {
    let seat: String = row.try_get("seat")?;
    Ok(Sitter {
        seat: seat.parse().map_err(|error: String| sqlx::Error::Decode(error.into()))?,
        who: row.try_get("who")?,
        name: row.try_get("name")?,
        bot: row.try_get("bot")?,
    })
}

impl Listed {
    /// The card of the game for one who has these seats. `here` says who is connected.
    pub fn card(&self, mine: Vec<Seat>, here: impl Fn(Seat) -> bool) -> GameCard {
        let standing = &self.standing;
        GameCard {
            id: self.id.clone(),
            game: self.game.clone(),
            setup: self.setup.clone(),
            players: self
                .sitters
                .iter()
                .map(|sitter| PlayerCard {
                    seat: sitter.seat,
                    name: sitter.name.clone(),
                    bot: sitter.bot.clone(),
                    open: sitter.open(),
                    here: sitter.bot.is_some() || here(sitter.seat),
                })
                .collect(),
            actions: standing.actions,
            owes: standing.owes.chars().filter_map(|seat| seat.to_string().parse().ok()).collect(),
            outcome: standing
                .outcome
                .as_deref()
                .and_then(|json| serde_json::from_str::<Outcome>(json).ok()),
            mine,
            seat_tokens: Vec::new(),
            invites: Vec::new(),
            watch: None,
            begun: moment(self.begun),
            changed: moment(self.changed),
            commitment: self.commitment.clone(),
            seed: standing.seed.clone(),
        }
    }

    /// The seats somebody has.
    pub fn seats_of(&self, who: &str) -> Vec<Seat> {
        self.sitters
            .iter()
            .filter(|sitter| sitter.who.as_deref() == Some(who))
            .map(|sitter| sitter.seat)
            .collect()
    }
}

impl Db {
    /// Keeps a new game: the record it begins with, and what was done since.
    pub async fn add_game(
        &self,
        game: &Listed,
        beginning: &str,
        actions: &[Kept],
    ) -> Result<(), sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO games (id, game, setup, maker, beginning, commitment, actions, revision,
             owes, bots_due, outcome, seed, begun, changed)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(&game.id)
        .bind(&game.game)
        .bind(&game.setup)
        .bind(&game.maker)
        .bind(beginning)
        .bind(&game.commitment)
        .bind(game.standing.actions as i64)
        .bind(game.standing.revision as i64)
        .bind(&game.standing.owes)
        .bind(i64::from(game.standing.bots_due))
        .bind(game.standing.outcome.as_deref())
        .bind(game.standing.seed.as_deref())
        .bind(game.begun)
        .bind(game.changed)
        .execute(&mut *transaction)
        .await?;
        for sitter in &game.sitters {
            sqlx::query(
                "INSERT INTO seats (game, seat, who, name, bot) VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(&game.id)
            .bind(sitter.seat.to_string())
            .bind(sitter.who.as_deref())
            .bind(&sitter.name)
            .bind(sitter.bot.as_deref())
            .execute(&mut *transaction)
            .await?;
        }
        add_actions(&mut transaction, &game.id, 0, actions).await?;
        transaction.commit().await
    }

    async fn sitters(&self, game: &str) -> Result<Vec<Sitter>, sqlx::Error> {
        sqlx::query("SELECT seat, who, name, bot FROM seats WHERE game = $1 ORDER BY seat")
            .bind(game)
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(sitter)
            .collect()
    }

    /// A game as a list has it.
    pub async fn game(&self, id: &str) -> Result<Option<Listed>, sqlx::Error> {
        let sql = sqlx::AssertSqlSafe(format!("SELECT {LISTED} FROM games WHERE id = $1"));
        let Some(row) = sqlx::query(sql).bind(id).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let mut game = listed(&row)?;
        game.sitters = self.sitters(id).await?;
        Ok(Some(game))
    }

    /// Everything needed to play a game on.
    pub async fn stored(&self, id: &str) -> Result<Option<Stored>, sqlx::Error> {
        // The writer may be at it: what is read must be of one moment.
        let mut transaction = self.pool.begin().await?;
        let sql =
            sqlx::AssertSqlSafe(format!("SELECT {LISTED}, beginning FROM games WHERE id = $1"));
        let Some(row) = sqlx::query(sql).bind(id).fetch_optional(&mut *transaction).await? else {
            return Ok(None);
        };
        let mut listed = listed(&row)?;
        let beginning = row.try_get("beginning")?;
        listed.sitters =
            sqlx::query("SELECT seat, who, name, bot FROM seats WHERE game = $1 ORDER BY seat")
                .bind(id)
                .fetch_all(&mut *transaction)
                .await?
                .iter()
                .map(sitter)
                .collect::<Result<_, _>>()?;
        let actions: Vec<(String, String, i64)> = sqlx::query_as(
            "SELECT seat, action, cut_short FROM actions WHERE game = $1 ORDER BY number",
        )
        .bind(id)
        .fetch_all(&mut *transaction)
        .await?;
        let undos: Vec<(i64, i64)> =
            sqlx::query_as("SELECT revision, keep FROM undos WHERE game = $1 ORDER BY revision")
                .bind(id)
                .fetch_all(&mut *transaction)
                .await?;
        transaction.commit().await?;
        let actions = actions
            .into_iter()
            .map(|(seat, action, cut_short)| Kept { seat, action, cut_short: cut_short != 0 })
            .collect();
        let undos =
            undos.into_iter().map(|(revision, keep)| (revision as u64, keep as usize)).collect();
        Ok(Some(Stored { listed, beginning, actions, undos }))
    }

    /// The games somebody plays in or has made, those changed last first.
    pub async fn games_of(&self, who: &str, most: usize) -> Result<Vec<Listed>, sqlx::Error> {
        let sql = sqlx::AssertSqlSafe(format!(
            "SELECT {LISTED} FROM games WHERE maker = $1
             OR id IN (SELECT game FROM seats WHERE who = $1)
             ORDER BY changed DESC, id LIMIT $2"
        ));
        let rows = sqlx::query(sql).bind(who).bind(most as i64).fetch_all(&self.pool).await?;
        let mut games = rows.iter().map(listed).collect::<Result<Vec<_>, _>>()?;
        for game in &mut games {
            game.sitters = self.sitters(&game.id).await?;
        }
        Ok(games)
    }

    /// How many unfinished games somebody has made.
    pub async fn unfinished(&self, who: &str) -> Result<usize, sqlx::Error> {
        let count: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM games WHERE maker = $1 AND outcome IS NULL")
                .bind(who)
                .fetch_one(&self.pool)
                .await?;
        Ok(count as usize)
    }

    /// The games in which a bot owes a decision.
    pub async fn due(&self) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar("SELECT id FROM games WHERE bots_due = 1 ORDER BY changed, id")
            .fetch_all(&self.pool)
            .await
    }

    /// Gives an open seat to somebody; `false` if it is not open.
    pub async fn take_seat(
        &self,
        game: &str,
        seat: Seat,
        who: &str,
        name: &str,
    ) -> Result<bool, sqlx::Error> {
        let result = sqlx::query(
            "UPDATE seats SET who = $1, name = $2
             WHERE game = $3 AND seat = $4 AND who IS NULL AND bot IS NULL",
        )
        .bind(who)
        .bind(name)
        .bind(game)
        .bind(seat.to_string())
        .execute(&self.pool)
        .await?;
        if result.rows_affected() == 1 {
            sqlx::query("UPDATE games SET changed = $1 WHERE id = $2")
                .bind(now())
                .bind(game)
                .execute(&self.pool)
                .await?;
        }
        Ok(result.rows_affected() == 1)
    }

    /// Forgets a game that is not over, unless somebody besides `who` plays in it and something has
    /// happened since `before`; `false` if there is none.
    pub async fn drop_game(&self, id: &str, who: &str, before: i64) -> Result<bool, sqlx::Error> {
        let result = sqlx::query(
            "DELETE FROM games WHERE id = $1 AND outcome IS NULL AND (changed < $2 OR NOT EXISTS
             (SELECT 1 FROM seats WHERE game = $1 AND who IS NOT NULL AND who <> $3))",
        )
        .bind(id)
        .bind(before)
        .bind(who)
        .execute(&self.pool)
        .await?;
        Ok(result.rows_affected() == 1)
    }
}
