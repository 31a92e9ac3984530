//! Errors as clients get them: a status, and words that say what is wrong and what would be right.

use std::any::Any;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An error on its way to a client.
#[derive(Clone, Debug)]
pub struct Fault {
    status: StatusCode,
    body: Told,
}

/// What an error says.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Told {
    /// What is wrong, and what would be right.
    pub message: String,
    /// The id of the rule that forbids it, if one does.
    pub rule: Option<String>,
    /// What was kept all the same, if anything.
    pub kept: Option<String>,
    /// Everything that is wrong, one by one, where there is more than one thing.
    pub faults: Vec<String>,
}

/// The body of every answer that is an error.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: Told,
}

impl Fault {
    /// An error of this status with a sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Fault { status, body: Told { message: message.into(), ..Told::default() } }
    }

    /// The request itself is wrong.
    pub fn wrong(message: impl Into<String>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, message)
    }

    /// The request is well formed, and can't be met: everything that is wrong with it, a line each.
    pub fn faults(lines: &str) -> Self {
        let faults: Vec<String> = lines.lines().map(str::to_owned).collect();
        let mut fault = Fault::new(StatusCode::UNPROCESSABLE_ENTITY, lines);
        if faults.len() > 1 {
            fault.body.faults = faults;
        }
        fault
    }

    /// Nobody has said who asks, or it can't be believed.
    pub fn who() -> Self {
        Fault::new(
            StatusCode::UNAUTHORIZED,
            "say who you are: Authorization: Bearer with a token of this server that was not signed out",
        )
    }

    /// The asker may not.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Fault::new(StatusCode::FORBIDDEN, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Self {
        Fault::new(StatusCode::NOT_FOUND, message)
    }

    /// It does not fit what is there already.
    pub fn conflict(message: impl Into<String>) -> Self {
        Fault::new(StatusCode::CONFLICT, message)
    }

    /// Too much of it.
    pub fn too_many(message: impl Into<String>) -> Self {
        Fault::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// The server can't now.
    pub fn unable(message: impl Into<String>) -> Self {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What it says.
    pub fn message(&self) -> &str {
        &self.body.message
    }
}

/// What a panic says.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no words")
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the database failed");
        Fault::unable("the database does not answer; nothing was changed, try again in a moment")
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.body })).into_response()
    }
}
