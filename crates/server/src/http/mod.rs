//! The server's HTTP side: every route, its description, and what stands before all of them.

mod about;
mod extract;
mod games;
mod guard;
mod page;
mod people;
mod rosters;
mod socket;

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::app::App;
use crate::fault::{Fault, words};
use crate::metrics::Metrics;

pub use self::guard::Peer;

/// So long an answer may take.
const ANSWER: Duration = Duration::from_secs(30);

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Vanguard",
        description = "Tabletop games with their rules enforced. Tokens go into `Authorization: Bearer …`. \
                       Every error has a body that says what is wrong and what would be right."
    ),
    modifiers(&Bearer),
)]
struct Doc;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        openapi.components.get_or_insert_default().add_security_scheme("token", scheme);
    }
}

fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Doc::openapi())
        .routes(routes!(about::about))
        .routes(routes!(about::healthz))
        .routes(routes!(about::metrics))
        .routes(routes!(people::add_guest))
        .routes(routes!(people::add_account))
        .routes(routes!(people::sign_in, people::sign_out))
        .routes(routes!(people::me))
        .routes(routes!(games::begin))
        .routes(routes!(games::card, games::delete))
        .routes(routes!(games::join))
        .routes(routes!(games::record))
        .routes(routes!(socket::socket))
        .routes(routes!(rosters::all))
        .routes(routes!(rosters::one, rosters::keep, rosters::forget))
}

/// The description of all routes.
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().into_openapi()
}

/// What is answered where a handler broke. The guard gives it its body.
fn broke(
    metrics: Arc<Metrics>,
) -> impl Fn(Box<dyn Any + Send>) -> axum::response::Response + Clone {
    move |panic| {
        metrics.panics.add();
        tracing::error!(reason = words(&*panic), "answering broke");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }
}

/// All routes, with what stands before them.
pub fn router(app: Arc<App>) -> Router {
    let (routes, doc) = described().split_for_parts();
    let docs = SwaggerUi::new("/api/docs").url("/api/v1/openapi.json", doc);
    let none = || async { Fault::missing("there is no such address; see /api/docs") };
    routes
        .merge(docs)
        .route("/api", get(none))
        .route("/api/", get(none))
        .route("/api/{*rest}", axum::routing::any(none))
        .fallback_service(page::router(&app))
        .layer(DefaultBodyLimit::max(app.config.limits.body))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, ANSWER))
        .layer(CatchPanicLayer::custom(broke(app.metrics.clone())))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
