//! What the server is, whether it is well, and its figures.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;

use super::Peer;
use super::people::{NAME, PASSWORD};
use crate::app::App;
use crate::fault::{ErrorBody, Fault};
use crate::wire::{About, AboutLimits};

/// What the server is
#[utoipa::path(get, path = "/api/v1/about", responses((status = 200, body = About)))]
pub async fn about(State(app): State<Arc<App>>) -> Json<About> {
    let limits = app.config.limits;
    Json(About {
        version: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("VANGUARD_COMMIT").map(str::to_owned),
        games: games::all().iter().map(|game| game.id().to_owned()).collect(),
        limits: AboutLimits {
            body: limits.body,
            message: limits.message,
            unfinished: limits.unfinished,
            rosters: limits.rosters,
            name: NAME,
            password: PASSWORD,
        },
    })
}

/// Whether the server is well
#[utoipa::path(get, path = "/healthz", responses(
    (status = 200, description = "It is", body = String),
    (status = 503, description = "The database does not answer", body = String),
))]
pub async fn healthz(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.db.answers().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    }
}

/// Figures for Prometheus
///
/// Answers the same machine only, unless the server was told otherwise.
#[utoipa::path(get, path = "/metrics", responses(
    (status = 200, description = "Figures in the text form of Prometheus", body = String),
    (status = 403, body = ErrorBody),
))]
pub async fn metrics(
    State(app): State<Arc<App>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Fault> {
    let direct = peer.ip().is_loopback() && !headers.contains_key("x-forwarded-for");
    if !direct && !app.config.open_metrics {
        return Err(Fault::forbidden(
            "figures are for this machine only; --open-metrics shows them to others",
        ));
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text()))
}
