//! What handlers take from a request.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::db::people::Person;
use crate::fault::Fault;
use crate::token::Claim;

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Fault> {
        let bytes = Bytes::from_request(request, app)
            .await
            .map_err(|error| Fault::new(error.status(), error.body_text()))?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| Fault::wrong(format!("the body is not what is wanted here: {error}")))
    }
}

/// The id in an address.
pub struct Id(pub String);

/// Whether it could be an id: whatever else stands in an address is not asked of the database.
pub fn plain(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=64).contains(&id.len()) && id.chars().all(plain)
}

impl FromRequestParts<Arc<App>> for Id {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Fault> {
        let Path(id) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(|error| Fault::new(error.status(), error.body_text()))?;
        if plain(&id) {
            Ok(Id(id))
        } else {
            Err(Fault::missing("there is nothing here: an id is of letters, digits, - and _"))
        }
    }
}

/// What the bearer's token says.
pub struct Bearer(pub Claim);

impl FromRequestParts<Arc<App>> for Bearer {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Fault> {
        parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|header| header.to_str().ok()?.strip_prefix("Bearer "))
            .and_then(|token| app.key.read(token.trim()))
            .map(Bearer)
            .ok_or_else(Fault::who)
    }
}

/// A person, by the session they have opened.
pub struct Me {
    /// Who.
    pub person: Person,
    /// Their session.
    pub session: String,
}

impl FromRequestParts<Arc<App>> for Me {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Fault> {
        let Bearer(Claim::Session(session)) = Bearer::from_request_parts(parts, app).await? else {
            return Err(Fault::who());
        };
        let person = app.db.session(&session).await?.ok_or_else(Fault::who)?;
        Ok(Me { person, session })
    }
}
