//! Guests, accounts and sessions.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;

use super::extract::{Body, Me};
use super::games::card_for;
use crate::app::App;
use crate::db::people::{Person, login_of};
use crate::fault::{ErrorBody, Fault};
use crate::limit::Client;
use crate::token::Claim;
use crate::wire::{Credentials, Me as MeBody, NewGuest, Who};

/// The most letters of a name.
pub const NAME: usize = 40;

/// The least letters of a password.
pub const PASSWORD: usize = 8;

/// The most bytes of a password.
const PASSWORD_MOST: usize = 200;

/// So many games are listed.
const LISTED: usize = 200;

/// A name, tidied, or what is wrong with it.
pub fn name(text: &str) -> Result<String, Fault> {
    let name: Vec<&str> = text.split_whitespace().collect();
    let name = name.join(" ");
    if name.is_empty() || name.chars().count() > NAME || name.chars().any(unseen) {
        return Err(Fault::wrong(format!("name: write 1 to {NAME} letters")));
    }
    Ok(name)
}

/// Whether a letter can't be seen, or turns others round: names that look alike must be alike.
fn unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

fn password(text: &str) -> Result<(), Fault> {
    if text.chars().count() < PASSWORD || text.len() > PASSWORD_MOST {
        return Err(Fault::wrong(format!(
            "password: write {PASSWORD} letters at least, and {PASSWORD_MOST} at most"
        )));
    }
    Ok(())
}

async fn who(app: &App, person: Person) -> Result<Json<Who>, Fault> {
    let session = app.db.open_session(&person.id).await?;
    let token = app.key.sign(&Claim::Session(session));
    let Person { id, name, account } = person;
    Ok(Json(Who { token, id, name, account }))
}

fn not_too_often(app: &App, client: Client) -> Result<(), Fault> {
    if app.entries.take(client, Instant::now()) {
        return Ok(());
    }
    Err(Fault::too_many("too many of these from your address; wait a minute"))
}

/// The guest of a token, if it is one.
async fn guest(app: &App, token: Option<&str>) -> Result<Option<Person>, Fault> {
    let Some(token) = token else { return Ok(None) };
    let Some(Claim::Session(session)) = app.key.read(token) else { return Ok(None) };
    Ok(app.db.session(&session).await?.filter(|person| !person.account))
}

/// Makes a guest
///
/// The token is all a guest has: who keeps it is the guest.
#[utoipa::path(post, path = "/api/v1/guests", request_body = NewGuest, responses(
    (status = 200, body = Who), (status = 400, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub async fn add_guest(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Body(new): Body<NewGuest>,
) -> Result<Json<Who>, Fault> {
    let name = name(&new.name)?;
    not_too_often(&app, client)?;
    let person = app.db.add_guest(&name).await?;
    who(&app, person).await
}

/// Makes an account
///
/// With a guest's token it takes the guest's games and rosters along.
#[utoipa::path(post, path = "/api/v1/accounts", request_body = Credentials, responses(
    (status = 200, body = Who), (status = 400, body = ErrorBody),
    (status = 409, description = "The name is taken", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub async fn add_account(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Body(new): Body<Credentials>,
) -> Result<Json<Who>, Fault> {
    let name = name(&new.name)?;
    password(&new.password)?;
    not_too_often(&app, client)?;
    let taken = || Fault::conflict("name: somebody has an account of this name; choose another");
    if app.db.account(&name).await?.is_some() {
        return Err(taken());
    }
    let guest = guest(&app, new.guest.as_deref()).await?.map(|guest| guest.id);
    let hash = app.hash(new.password).await?;
    let person = app.db.add_account(&name, &hash, guest.as_deref()).await?.ok_or_else(taken)?;
    who(&app, person).await
}

/// Signs in
///
/// With a guest's token the account gets the guest's games and rosters, and the guest is no more.
#[utoipa::path(post, path = "/api/v1/sessions", request_body = Credentials, responses(
    (status = 200, body = Who), (status = 400, body = ErrorBody),
    (status = 401, description = "No account of this name has this password", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Body(given): Body<Credentials>,
) -> Result<Json<Who>, Fault> {
    let name = name(&given.name)?;
    not_too_often(&app, client)?;
    if !app.attempts.take(login_of(&name), Instant::now()) {
        return Err(Fault::too_many("too many attempts for this account; wait a few minutes"));
    }
    if given.password.len() > PASSWORD_MOST {
        return Err(Fault::new(StatusCode::UNAUTHORIZED, "name and password don't fit"));
    }
    let account = app.db.account(&name).await?;
    let (person, hash) = account.unzip();
    if !app.verify(given.password, hash).await? {
        return Err(Fault::new(StatusCode::UNAUTHORIZED, "name and password don't fit"));
    }
    let person = person.ok_or_else(Fault::who)?;
    if let Some(guest) = guest(&app, given.guest.as_deref()).await? {
        app.db.move_guest(&guest.id, &person).await?;
    }
    who(&app, person).await
}

/// Signs out
///
/// The token is worth nothing afterwards.
#[utoipa::path(delete, path = "/api/v1/sessions", security(("token" = [])), responses(
    (status = 204), (status = 401, body = ErrorBody),
))]
pub async fn sign_out(State(app): State<Arc<App>>, me: Me) -> Result<StatusCode, Fault> {
    app.db.end_session(&me.session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who asks, and their games
#[utoipa::path(get, path = "/api/v1/me", security(("token" = [])), responses(
    (status = 200, body = MeBody), (status = 401, body = ErrorBody),
))]
pub async fn me(State(app): State<Arc<App>>, me: Me) -> Result<Json<MeBody>, Fault> {
    let games = app.db.games_of(&me.person.id, LISTED).await?;
    let games = games.iter().map(|game| card_for(&app, game, &me.person.id)).collect();
    let token = app.key.sign(&Claim::Session(me.session));
    let Person { id, name, account } = me.person;
    Ok(Json(MeBody { who: Who { token, id, name, account }, games }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied_and_bad_ones_refused() {
        assert_eq!(name("  Ann   Lee ").ok().as_deref(), Some("Ann Lee"));
        for bad in ["", "   ", &"x".repeat(41), "a\u{0}b", "\u{200b}", "Ann\u{202e}"] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
        assert!(password("short").is_err() && password("long enough").is_ok());
    }
}
