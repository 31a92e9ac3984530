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
    /// How the bytes are packed.
    packed: Option<&'static str>,
}

/// Ways to pack that the build has laid beside its files, the tightest first.
const PACKINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

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
    match find_packed(folder, &path, headers.get(header::ACCEPT_ENCODING)).await {
        Some(asset) => send(&path, asset, headers.get(header::IF_NONE_MATCH)),
        None if file => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        None => Html(UNBUILT).into_response(),
    }
}

/// A file, packed in the tightest way there is that is welcome. What was not packed by the build is
/// packed on the way out.
async fn find_packed(
    folder: Option<PathBuf>,
    path: &str,
    welcome: Option<&HeaderValue>,
) -> Option<Asset> {
    let welcome = welcome.and_then(|value| value.to_str().ok()).unwrap_or_default();
    for (name, ending) in PACKINGS {
        if !accepts(welcome, name) {
            continue;
        }
        if let Some(asset) = find(folder.clone(), &format!("{path}{ending}")).await {
            return Some(Asset { packed: Some(name), ..asset });
        }
    }
    find(folder, path).await
}

/// Whether a list of encodings names this one, and not to forbid it.
fn accepts(welcome: &str, name: &str) -> bool {
    welcome.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let named = parts.next().is_some_and(|one| one.eq_ignore_ascii_case(name));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        named && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
    })
}

async fn find(folder: Option<PathBuf>, path: &str) -> Option<Asset> {
    let Some(folder) = folder else {
        let asset = Built::get(path)?;
        let hash = asset.metadata.sha256_hash();
        return Some(Asset { bytes: asset.data, hash, packed: None });
    };
    let path = Path::new(path);
    if !path.components().all(|component| matches!(component, Component::Normal(_))) {
        return None;
    }
    let path = folder.join(path);
    let bytes = tokio::task::spawn_blocking(move || std::fs::read(path)).await.ok()?.ok()?;
    let hash = Sha256::digest(&bytes).into();
    Some(Asset { bytes: bytes.into(), hash, packed: None })
}

fn send(path: &str, asset: Asset, known: Option<&HeaderValue>) -> Response {
    let tag = kernel::hash::hex(&asset.hash[..16]);
    // Weak, as the bytes on the wire may be compressed.
    let tag = format!("W/\"{tag}\"");
    // The build names these by what is in them.
    let forever = path.starts_with("assets/");
    let packed = asset.packed;
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = [(header::CONTENT_TYPE, kind(path))];
        (kind, asset.bytes.into_owned()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(packed) = packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(packed));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_welcome_if_it_is_named_and_not_forbidden() {
        for (welcome, name, want) in [
            ("gzip, deflate, br", "br", true),
            ("gzip;q=1.0, BR;q=0.5", "br", true),
            ("gzip, br;q=0", "br", false), // Named to forbid it.
            ("gzip", "br", false),
            ("brotli", "br", false),
            ("", "gzip", false),
        ] {
            assert_eq!(accepts(welcome, name), want, "{name} in {welcome:?}");
        }
    }

    #[tokio::test]
    async fn a_packed_file_is_sent_to_whoever_can_unpack_it() {
        let folder = std::env::temp_dir().join(format!("vanguard-page-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("assets")).unwrap();
        for (name, text) in [("a.js", "plain"), ("a.js.br", "tight"), ("a.js.gz", "loose")] {
            std::fs::write(folder.join("assets").join(name), text).unwrap();
        }
        for (welcome, packed, text) in [
            (Some("gzip, br"), Some("br"), "tight"),
            (Some("gzip"), Some("gzip"), "loose"),
            (Some("identity"), None, "plain"),
            (None, None, "plain"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(welcome) = welcome {
                headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(welcome));
            }
            let uri = Uri::from_static("/assets/a.js");
            let response = answer(Some(folder.clone()), Method::GET, uri, headers).await;
            let sent = response.headers();
            let encoding = sent.get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(encoding, packed);
            assert_eq!(sent[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
            assert_eq!(sent[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
            let bytes = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
            assert_eq!(bytes, text);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
