//! The page's files: built into the program, or read from a folder during development.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use std::path::Path;

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The response to a missing or unknown link. It is self-contained, because no other file is served without a link.
const NOT_FOUND_PAGE: &str = include_str!("not_found.html");

/// Returns one of the page's files, from `folder` if that is given.
pub fn file(folder: Option<&Path>, name: &str) -> Response {
    let is_plain =
        name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']));
    let bytes = match folder {
        _ if !is_plain => None,
        Some(folder) => std::fs::read(folder.join(name)).ok(),
        None => FILES.get_file(name).map(|file| file.contents().to_vec()),
    };
    match bytes {
        Some(bytes) if name.ends_with(".woff2") => {
            let kept = HeaderValue::from_static("private, max-age=86400");
            ([(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, kept)], bytes).into_response()
        }
        Some(bytes) => ([(CONTENT_TYPE, kind(name))], bytes).into_response(),
        None => not_found(),
    }
}

/// Returns the response to a missing or unknown link.
pub fn not_found() -> Response {
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))], NOT_FOUND_PAGE)
        .into_response()
}

fn kind(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    })
}
