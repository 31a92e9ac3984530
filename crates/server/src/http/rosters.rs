//! Rosters people keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::extract::{Body, Id, Me, plain};
use super::people::name;
use crate::app::App;
use crate::fault::{ErrorBody, Fault};
use crate::wire::{RosterDraft, RosterFile};

/// The largest file of a roster in bytes.
const TEXT: usize = 64 * 1024;

fn no_roster(id: &str) -> Fault {
    Fault::missing(format!("you have no roster \"{id}\""))
}

/// All rosters of who asks
#[utoipa::path(get, path = "/api/v1/rosters", security(("token" = [])), responses(
    (status = 200, body = Vec<RosterFile>), (status = 401, body = ErrorBody),
))]
pub async fn all(State(app): State<Arc<App>>, me: Me) -> Result<Json<Vec<RosterFile>>, Fault> {
    Ok(Json(app.db.rosters(&me.person.id).await?))
}

/// One roster
#[utoipa::path(get, path = "/api/v1/rosters/{id}", security(("token" = [])),
    params(("id" = String, Path)), responses(
    (status = 200, body = RosterFile), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
))]
pub async fn one(
    State(app): State<Arc<App>>,
    me: Me,
    Id(id): Id,
) -> Result<Json<RosterFile>, Fault> {
    app.db.roster(&me.person.id, &id).await?.map(Json).ok_or_else(|| no_roster(&id))
}

/// Keeps a roster
///
/// Under an id that whoever keeps it chooses; one of the same id is replaced. Illegal rosters are kept,
/// too: they may not be finished.
#[utoipa::path(put, path = "/api/v1/rosters/{id}", security(("token" = [])),
    params(("id" = String, Path)), request_body = RosterDraft, responses(
    (status = 200, body = RosterFile), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 409, description = "There are too many", body = ErrorBody),
))]
pub async fn keep(
    State(app): State<Arc<App>>,
    me: Me,
    Path(id): Path<String>,
    Body(mut draft): Body<RosterDraft>,
) -> Result<Json<RosterFile>, Fault> {
    if !plain(&id) {
        return Err(Fault::wrong("id: write 1 to 64 letters, digits, - and _"));
    }
    draft.name = name(&draft.name)?;
    games::find(&draft.game).map_err(|error| Fault::wrong(format!("game: {error}")))?;
    if draft.text.contains('\0') {
        return Err(Fault::wrong("text: it must not hold the character of number 0"));
    }
    if draft.text.len() > TEXT {
        return Err(Fault::wrong(format!("text: write {TEXT} bytes at most")));
    }
    let most = app.config.limits.rosters;
    let kept = app.db.keep_roster(&me.person.id, &id, &draft, most).await?;
    kept.map(Json)
        .ok_or_else(|| Fault::conflict(format!("you have {most} rosters; delete one first")))
}

/// Forgets a roster
#[utoipa::path(delete, path = "/api/v1/rosters/{id}", security(("token" = [])),
    params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
))]
pub async fn forget(State(app): State<Arc<App>>, me: Me, Id(id): Id) -> Result<StatusCode, Fault> {
    if app.db.drop_roster(&me.person.id, &id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(no_roster(&id))
    }
}
