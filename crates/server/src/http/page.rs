//! The page: built in, or from a folder while it is being developed.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use tower_http::compression::CompressionLayer;

use crate::app::App;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// What is said where there is no page.
const UNBUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vanguard</title>\
    <h1>The page has not been built</h1>\
    <p>The server runs, but this program was built without its page. <code>cargo xtask run</code> builds both; \
    <code>vanguard serve --page web/dist</code> serves a page that was built by hand (<code>npm run build</code> \
    in <code>web</code>).</p><p>The interface is described at <a href=\"/api/docs/\">/api/docs</a>.</p></html>";

struct Asset {
    bytes: Cow<'static, [u8]>,
    hash: [u8; 32],
}

/// Everything that is no interface: the page's files, and the page itself for every address of its own.
pub fn router(app: &App) -> Router {
    let folder = app.config.page.clone();
    Router::new()
        .fallback(move |method: Method, uri: Uri, headers: HeaderMap| {
            answer(folder.clone(), method, uri, headers)
        })
        .layer(CompressionLayer::new().gzip(true))
}

async fn answer(folder: Option<PathBuf>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD work here\n").into_response();
    }
    let path = uri.path().trim_start_matches('/').to_owned();
    // Files have an ending; every other address is one of the page's own.
    let file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let path = if file { path } else { "index.html".into() };
    match find(folder, &path).await {
        Some(asset) => send(&path, asset, headers.get(header::IF_NONE_MATCH)),
        None if file => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        None => Html(UNBUILT).into_response(),
    }
}

async fn find(folder: Option<PathBuf>, path: &str) -> Option<Asset> {
    let Some(folder) = folder else {
        let asset = Built::get(path)?;
        return Some(Asset { bytes: asset.data, hash: asset.metadata.sha256_hash() });
    };
    let path = Path::new(path);
    if !path.components().all(|component| matches!(component, Component::Normal(_))) {
        return None;
    }
    let path = folder.join(path);
    let bytes = tokio::task::spawn_blocking(move || std::fs::read(path)).await.ok()?.ok()?;
    let hash = Sha256::digest(&bytes).into();
    Some(Asset { bytes: bytes.into(), hash })
}

fn send(path: &str, asset: Asset, known: Option<&HeaderValue>) -> Response {
    let tag = kernel::hash::hex(&asset.hash[..16]);
    // Weak, as the bytes on the wire may be compressed.
    let tag = format!("W/\"{tag}\"");
    // The build names these by what is in them.
    let forever = path.starts_with("assets/");
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = [(header::CONTENT_TYPE, kind(path))];
        (kind, asset.bytes.into_owned()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn kind(path: &str) -> &'static str {
    let ending = path.rsplit('.').next().unwrap_or_default();
    match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "mp3" => "audio/mpeg",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
