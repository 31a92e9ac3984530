//! What stands before every request: who may come, how often, from where; and what every answer says.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::fault::Fault;
use crate::limit::Client;

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// What the page may do: only what is its own.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// The description's page brings styles of its own.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// So many bytes of an error's own words are repeated.
const SAID: usize = 4096;

/// Lets a request through, or answers it.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let docs = request.uri().path().starts_with("/api/docs");
    let api = is_api(request.uri().path());
    let method = request.method().clone();
    // The pattern, not the path: what stands in a path is nobody's business.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let client = client(&app, &request);
    request.extensions_mut().insert(client);
    let mut response = match admit(&app, client, &request, start) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    };
    if api {
        response = worded(response).await;
    }
    let status = response.status();
    if status == StatusCode::TOO_MANY_REQUESTS {
        app.metrics.limited.add();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    if let Some(counter) = app.metrics.answers.get(usize::from(status.as_u16() / 100)) {
        counter.add();
    }
    let took = start.elapsed().as_millis() as u64;
    let route = route.as_deref().unwrap_or("page");
    tracing::debug!(%method, route, status = status.as_u16(), ms = took, "answered");
    say(response.headers_mut(), docs, api);
    response
}

fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Gives an error that others than our handlers made the body that all errors have.
async fn worded(response: Response) -> Response {
    let status = response.status();
    let json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
    let wrong = status.is_client_error() || status.is_server_error();
    if !wrong || response.headers().get(header::CONTENT_TYPE).is_some_and(json) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let said = axum::body::to_bytes(body, SAID).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let message = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this address has other methods; see Allow and /api/docs",
        StatusCode::GATEWAY_TIMEOUT => "this took too long; try again in a moment",
        StatusCode::INTERNAL_SERVER_ERROR => "the server broke over this; it is the server's fault",
        _ if said.trim().is_empty() => status.canonical_reason().unwrap_or("this does not work"),
        _ => said.trim(),
    };
    let mut response = Fault::new(status, message).into_response();
    for (name, value) in &parts.headers {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            response.headers_mut().append(name, value.clone());
        }
    }
    response
}

fn say(headers: &mut HeaderMap, docs: bool, api: bool) {
    let policy = if docs { DOCS_POLICY } else { POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if api && !docs {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Who asks: the other end of the connection, or whom the proxy names.
fn client(app: &App, request: &Request) -> Client {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    if !app.config.behind_proxy {
        return peer.into();
    }
    // The last one was written by the proxy itself; those before it by anybody.
    let named =
        request.headers().get_all("x-forwarded-for").iter().next_back().and_then(|value| {
            value.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
        });
    named.unwrap_or(peer).into()
}

fn admit(app: &App, client: Client, request: &Request, now: Instant) -> Result<(), Fault> {
    let path = request.uri().path();
    if is_api(path) && !app.requests.take(client, now) {
        return Err(Fault::too_many("too many requests at once; wait a few seconds"));
    }
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A name that leads a browser here from a page of somebody else's.
    let local = app.config.addr.ip().is_loopback() && !app.config.behind_proxy;
    if local && app.config.origins.is_empty() && !is_local(host) {
        return Err(Fault::forbidden(
            "this server answers by its own address only; --origin allows others",
        ));
    }
    let socket = headers.contains_key(header::UPGRADE);
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if harmless && !socket {
        return Ok(());
    }
    let refuse = || {
        Err(Fault::forbidden(
            "this came from a page of another origin; --origin allows it to come from there",
        ))
    };
    match headers.get(header::ORIGIN) {
        None if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") => refuse(),
        None => Ok(()),
        Some(origin) => {
            let origin = origin.to_str().unwrap_or_default();
            let own = origin.split_once("://").is_some_and(|(_, from)| from == host);
            if own || app.config.origins.iter().any(|allowed| allowed == origin) {
                Ok(())
            } else {
                refuse()
            }
        }
    }
}

fn is_local(host: &str) -> bool {
    let name = host.strip_suffix(|c: char| c.is_ascii_digit()).map_or(host, |_| {
        host.rsplit_once(':').map_or(host, |(name, port)| {
            if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
        })
    });
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn local_names_are_known() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:8080", "127.0.0.1", "[::1]:8080"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["", "evil.example", "evil.example:8080", "192.0.2.1", "localhost.evil.example"]
        {
            assert!(!is_local(host), "{host}");
        }
    }
}
