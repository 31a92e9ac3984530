//! Games: begun, joined, listed, deleted, and their records.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use games::AnyMatch;
use kernel::{Seat, Seed};
use tokio::sync::oneshot;

use super::extract::{Bearer, Body, Id, Me};
use crate::app::App;
use crate::db::games::{Listed, Sitter};
use crate::db::journal::Kept;
use crate::db::now;
use crate::fault::{ErrorBody, Fault};
use crate::hall::{Wish, load};
use crate::limit::Client;
use crate::token::{Claim, random_bytes, random_id};
use crate::wire::{GameCard, Invite, Joined, Made, NewGame, SeatToken};

/// After so many seconds without anything happening a game of several people may be deleted.
const ABANDONED: i64 = 7 * 24 * 60 * 60;

/// The card of a game for a person: with the tokens they may have.
pub fn card_for(app: &App, game: &Listed, who: &str) -> GameCard {
    let here = app.hall.here(&game.id);
    let mine = game.seats_of(who);
    let made = game.maker == who;
    let mut card = game.card(mine.clone(), |seat| here.contains(seat));
    let token = |seat, claim| SeatToken { seat, token: app.key.sign(&claim) };
    card.seat_tokens =
        mine.iter().map(|seat| token(*seat, Claim::Seat(game.id.clone(), *seat))).collect();
    if made {
        let open = game.sitters.iter().filter(|sitter| sitter.open());
        card.invites = open
            .map(|sitter| token(sitter.seat, Claim::Invite(game.id.clone(), sitter.seat)))
            .collect();
    }
    card.watch = (made || !mine.is_empty()).then(|| app.key.sign(&Claim::Watch(game.id.clone())));
    card
}

async fn find(app: &App, id: &str) -> Result<Listed, Fault> {
    let missing = || Fault::missing("there is no such game, or it was deleted");
    app.db.game(id).await?.ok_or_else(missing)
}

/// A dealt match and how it is kept.
struct Dealt {
    game: &'static str,
    setup: String,
    commitment: String,
    beginning: String,
    actions: Vec<Kept>,
    standing: crate::db::journal::Standing,
}

/// Deals a new match, or takes one up from a record.
fn deal(new: &NewGame, bots: &[Option<String>]) -> Result<Dealt, Fault> {
    let game = games::find(&new.game).map_err(|error| Fault::wrong(format!("game: {error}")))?;
    let files = |name: &str| {
        new.files.get(name).cloned().ok_or_else(|| {
            format!("{name} can't be read: send its text along in \"files\", or name a ready one")
        })
    };
    let mut table: Box<dyn AnyMatch> = match &new.record {
        None => game
            .new_match(&new.options, &files, new.seats, Seed(random_bytes()))
            .map_err(|faults| Fault::faults(&faults))?,
        Some(record) => {
            games::load(record, new.at)
                .map_err(|error| Fault::faults(&format!("record: {error}")))?
                .table
        }
    };
    if table.game() != game.id() {
        return Err(Fault::wrong(format!("game: this is a record of {}", table.game())));
    }
    if table.seats() != new.seats {
        let seats = table.seats();
        return Err(Fault::wrong(format!("seats: {seats} sit at this table, not {}", new.seats)));
    }
    if let Some(outcome) = table.outcome() {
        return Err(Fault::wrong(format!(
            "at: the game of this record is over ({outcome}); say after which action to play on"
        )));
    }
    let players = bots.iter().map(|bot| bot.clone().unwrap_or_else(|| "human".into())).collect();
    table.set_players(players);
    let commitment = table.commit().map(|commitment| commitment.to_string()).unwrap_or_default();
    let (beginning, actions) = load::parts(&*table).map_err(Fault::unable)?;
    let standing = load::standing(&*table, bots, 0);
    let setup = table.setup_text();
    if setup.contains('\0') {
        return Err(Fault::faults("names must not hold the character of number 0"));
    }
    Ok(Dealt { game: game.id(), setup, commitment, beginning, actions, standing })
}

/// Who plays: the level of a bot, or nothing for people.
fn bots_of(new: &NewGame) -> Result<Vec<Option<String>>, Fault> {
    if new.players.len() != usize::from(new.seats) {
        return Err(Fault::wrong(format!(
            "players: {} are named for {} seats",
            new.players.len(),
            new.seats
        )));
    }
    new.players
        .iter()
        .map(|player| match player.as_str() {
            "open" if new.record.is_some() => Err(Fault::wrong(
                "players: whoever has the record knows the dice to come, so a game played on from \
                 one is for you and bots only; write \"me\" or a level",
            )),
            "me" | "open" => Ok(None),
            bot if bots::is_bot(bot) => Ok(Some(bot.to_owned())),
            other => {
                let levels = bots::LEVELS.iter().map(|level| level.id);
                let instead = games::instead(other, ["me", "open"].into_iter().chain(levels));
                Err(Fault::wrong(format!("players: \"{other}\" can't play; {instead}")))
            }
        })
        .collect()
}

/// Begins a game
#[utoipa::path(post, path = "/api/v1/games", security(("token" = [])), request_body = NewGame, responses(
    (status = 200, body = Made), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 422, description = "The options or files are wrong", body = ErrorBody),
    (status = 409, description = "You have too many unfinished games", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub async fn begin(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    me: Me,
    Body(new): Body<NewGame>,
) -> Result<Json<Made>, Fault> {
    let bots = bots_of(&new)?;
    let most = app.config.limits.unfinished;
    if app.db.unfinished(&me.person.id).await? >= most {
        return Err(Fault::conflict(format!(
            "you have {most} unfinished games; finish or delete one first"
        )));
    }
    if !app.games.take(client, Instant::now()) {
        return Err(Fault::too_many("too many new games from your address; wait a minute"));
    }
    let players = new.players.clone();
    let closing = |_| Fault::unable("the server is closing");
    let turn = app.hall.dealing.clone().acquire_owned().await.map_err(closing)?;
    let dealt_bots = bots.clone();
    let dealt = tokio::task::spawn_blocking(move || {
        // Kept until it is dealt, even if nobody waits for it any more.
        let _turn = turn;
        deal(&new, &dealt_bots)
    })
    .await;
    let dealt = dealt.map_err(|error| {
        tracing::error!(%error, "dealing broke off");
        Fault::unable("this game can't be dealt")
    })??;
    let sitters = players.iter().zip(bots).zip(0u8..).map(|((player, bot), seat)| {
        let mine = player == "me";
        let level = bot.as_deref().map(|bot| {
            bots::Level::find(bot).map_or_else(|| bot.to_owned(), |level| level.name.to_owned())
        });
        Sitter {
            seat: Seat(seat),
            who: mine.then(|| me.person.id.clone()),
            name: if mine { me.person.name.clone() } else { level.unwrap_or_default() },
            bot,
        }
    });
    let game = Listed {
        id: random_id(),
        game: dealt.game.into(),
        setup: dealt.setup,
        maker: me.person.id.clone(),
        commitment: dealt.commitment,
        standing: dealt.standing,
        begun: now(),
        changed: now(),
        sitters: sitters.collect(),
    };
    app.db.add_game(&game, &dealt.beginning, &dealt.actions).await?;
    app.metrics.begun.add();
    tracing::info!(game = game.id, played = game.game, "a game was begun");
    if game.standing.bots_due {
        app.hall.wish(&game.id, Wish::Wake).await;
    }
    let card = card_for(&app, &game, &me.person.id);
    let first = card.seat_tokens.first();
    Ok(Json(Made {
        seat: first.map(|first| first.seat),
        seat_token: first.map(|first| first.token.clone()),
        invites: card.invites,
        watch: app.key.sign(&Claim::Watch(game.id.clone())),
        commitment: game.commitment,
        id: game.id,
    }))
}

/// What is told of a game
///
/// To somebody who plays in it or made it, and to the bearer of a seat, an invite or a token to watch by.
#[utoipa::path(get, path = "/api/v1/games/{id}", security(("token" = [])),
    params(("id" = String, Path)), responses(
    (status = 200, body = GameCard), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub async fn card(
    State(app): State<Arc<App>>,
    Bearer(claim): Bearer,
    Id(id): Id,
) -> Result<Json<GameCard>, Fault> {
    let game = find(&app, &id).await?;
    let person = allowed(&app, &claim, &game).await?;
    if let Some(person) = person {
        return Ok(Json(card_for(&app, &game, &person)));
    }
    let mine = if let Claim::Seat(_, seat) = claim { vec![seat] } else { Vec::new() };
    let here = app.hall.here(&id);
    Ok(Json(game.card(mine, |seat| here.contains(seat))))
}

/// Whether the token is for this game, or of a person who plays in it or made it: then who.
async fn allowed(app: &App, claim: &Claim, game: &Listed) -> Result<Option<String>, Fault> {
    match claim {
        Claim::Session(session) => {
            let person = app.db.session(session).await?.ok_or_else(Fault::who)?;
            if game.maker == person.id || !game.seats_of(&person.id).is_empty() {
                return Ok(Some(person.id));
            }
        }
        Claim::Seat(of, _) | Claim::Invite(of, _) | Claim::Watch(of) if *of == game.id => {
            return Ok(None);
        }
        _ => {}
    }
    Err(Fault::forbidden("this game is not yours: it needs an invite or a token to watch by"))
}

/// Takes the open seat an invite is for
#[utoipa::path(post, path = "/api/v1/games/{id}/join", security(("token" = [])),
    params(("id" = String, Path)), request_body = Invite, responses(
    (status = 200, body = Joined), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, description = "Somebody else has it", body = ErrorBody),
))]
pub async fn join(
    State(app): State<Arc<App>>,
    me: Me,
    Id(id): Id,
    Body(invite): Body<Invite>,
) -> Result<Json<Joined>, Fault> {
    let seat = match app.key.read(&invite.invite) {
        Some(Claim::Invite(game, seat)) if game == id => seat,
        _ => return Err(Fault::forbidden("this is no invite to this game")),
    };
    let taken = app.db.take_seat(&id, seat, &me.person.id, &me.person.name).await?;
    if taken {
        app.hall.tell(&id, Wish::Seated).await;
    } else if !find(&app, &id).await?.seats_of(&me.person.id).contains(&seat) {
        return Err(Fault::conflict("somebody else has taken this seat"));
    }
    Ok(Json(Joined {
        seat,
        seat_token: app.key.sign(&Claim::Seat(id.clone(), seat)),
        watch: app.key.sign(&Claim::Watch(id.clone())),
        id,
    }))
}

/// The record of a game that is over
///
/// With the seed and the commitment that was published before the game: `vanguard replay --verify`
/// checks the dice.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", security(("token" = [])),
    params(("id" = String, Path)), responses(
    (status = 200, description = "The record", body = Object), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, description = "The game is not over", body = ErrorBody),
))]
pub async fn record(
    State(app): State<Arc<App>>,
    Bearer(claim): Bearer,
    Id(id): Id,
) -> Result<impl IntoResponse, Fault> {
    let game = find(&app, &id).await?;
    allowed(&app, &claim, &game).await?;
    if game.standing.outcome.is_none() {
        return Err(Fault::conflict(
            "the game is not over: its record holds everything that is hidden, and comes at the end",
        ));
    }
    let (reply, told) = oneshot::channel();
    app.hall.wish(&id, Wish::Record(reply)).await;
    let record = told.await.ok().flatten();
    let record = record.ok_or_else(|| Fault::unable("the record can't be made now"))?;
    let name = format!("attachment; filename=\"{}-{id}.vanguard.json\"", game.game);
    let kind = "application/json".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], record))
}

/// Deletes a game that is not over
///
/// Not while somebody else plays in it: then only after nothing has happened for a week.
#[utoipa::path(delete, path = "/api/v1/games/{id}", security(("token" = [])),
    params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, description = "It is over, or somebody else plays in it", body = ErrorBody),
))]
pub async fn delete(State(app): State<Arc<App>>, me: Me, Id(id): Id) -> Result<StatusCode, Fault> {
    let game = find(&app, &id).await?;
    if game.maker != me.person.id {
        return Err(Fault::forbidden("only who made a game can delete it"));
    }
    if !app.db.drop_game(&id, &me.person.id, now() - ABANDONED).await? {
        return Err(Fault::conflict(if game.standing.outcome.is_some() {
            "the game is over; it stays"
        } else {
            "somebody else plays in this game; it can be deleted when nothing has happened for a week"
        }));
    }
    let reason = "the game was deleted by who made it".to_owned();
    app.hall.tell(&id, Wish::Close { reason, again: false }).await;
    Ok(StatusCode::NO_CONTENT)
}
