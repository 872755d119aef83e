//! A log line for each request. Links are secret, so they are left out.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;

/// Logs a request with its status and duration. An event stream is logged when it begins.
pub async fn log_request(request: Request, next: Next) -> Response {
    let (method, path, begun) = (request.method().clone(), without_secret(request.uri().path()), Instant::now());
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    if response.status().is_server_error() {
        tracing::error!(%method, path, status, ?took, "request");
    } else {
        tracing::debug!(%method, path, status, ?took, "request");
    }
    response
}

/// Returns a path without its secret: `/t/…/api/undo`.
fn without_secret(path: &str) -> String {
    let mut parts = path.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(""), Some(kind @ ("t" | "h")), Some(_)) => {
            let rest: String = parts.map(|part| format!("/{part}")).collect();
            format!("/{kind}/…{rest}")
        }
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_no_secrets() {
        assert_eq!(without_secret("/t/s3cret/api/undo"), "/t/…/api/undo");
        assert_eq!(without_secret("/h/s3cret/"), "/h/…/");
        assert_eq!(without_secret("/t/s3cret"), "/t/…");
        assert_eq!(without_secret("/page/board.js"), "/page/board.js");
    }
}
