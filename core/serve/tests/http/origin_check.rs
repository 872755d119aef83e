//! Tests of which clients may talk to the server.

use crate::test_server::{PORT, Server, get, path, post};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use tower::ServiceExt;

#[tokio::test]
async fn only_links_of_this_server_open_anything() {
    let server = Server::new();
    let (one, other) = (server.make(1), server.make(2));
    for wrong in ["/t/AAAAAAAAAAAAAAAAAAAAAA/", "/t/x/", "/h/AAAAAAAAAAAAAAAAAAAAAA/"] {
        assert_eq!(server.get(wrong).await.0, 404, "{wrong}");
        assert_eq!(server.get(&format!("{wrong}api/events")).await.0, 404);
        assert_eq!(server.get(&format!("{wrong}api/games.json")).await.0, 404);
    }
    let answer = json!({ "number": 0, "answer": { "one": 0 } });
    assert_eq!(server.post("/t/AAAAAAAAAAAAAAAAAAAAAA/api/answer", &answer).await.0, 404);
    assert_eq!(server.get("/").await.0, 404);
    // A link to a game does not open the lobby, and a link to the lobby does not open a game.
    let secret = path(&one, "side:german").replace("/t/", "/h/");
    assert_eq!(server.get(&format!("{secret}api/games.json")).await.0, 404);
    let host = format!("/t/{}/", server.app.host_link().unwrap().text());
    assert_eq!(server.get(&format!("{host}api/map.json")).await.0, 404);
    // An answer in one game does not affect another.
    assert_eq!(server.post(&format!("{}api/answer", path(&one, "side:german")), &answer).await.0, 200);
    assert_eq!(server.watch(&path(&other, "side:german")).await.moment(), 0);
}

#[tokio::test]
async fn a_side_answers_for_itself_alone() {
    let server = Server::new();
    let made = server.make(1);
    let answer = json!({ "number": 0, "answer": { "one": 0 } });
    for role in ["side:soviet", "spectator"] {
        let (status, told) = server.post(&format!("{}api/answer", path(&made, role)), &answer).await;
        assert_eq!((status.as_u16(), told["reason"].as_str()), (409, Some("another player must decide")));
        assert!(server.watch(&path(&made, role)).await.asked().is_none());
    }
    let german = path(&made, "side:german");
    assert_eq!(
        server.post(&format!("{german}api/answer"), &json!({ "number": 0, "answer": { "one": 99 } })).await.0,
        409
    );
    assert_eq!(
        server.post(&format!("{german}api/answer"), &json!({ "number": 7, "answer": { "one": 0 } })).await.0,
        409
    );
    assert_eq!(server.post(&format!("{german}api/answer"), &answer).await.0, 200);
}

#[tokio::test]
async fn cross_origin_requests_are_refused() {
    let server = Server::new();
    let german = path(&server.make(1), "side:german");
    let answer = || Body::from(r#"{ "number": 0, "answer": { "one": 0 } }"#);
    let to = format!("{german}api/answer");
    let local = format!("localhost:{PORT}");
    let bare = || Request::post(&to).header("host", &local);
    let refused = [
        (403, post(&to).header("sec-fetch-site", "cross-site")),
        (
            403,
            bare()
                .header("origin", "http://evil.example")
                .header("content-type", "application/json")
                .header("x-grognard", "1"),
        ),
        (403, bare().header("origin", "null").header("content-type", "application/json").header("x-grognard", "1")),
        (403, bare().header("content-type", "application/json")),
        (415, bare().header("content-type", "text/plain").header("x-grognard", "1")),
        (415, bare().header("x-grognard", "1")),
        (
            403,
            Request::post(&to)
                .header("host", "evil.example:1941")
                .header("content-type", "application/json")
                .header("x-grognard", "1"),
        ),
        (403, Request::post(&to).header("content-type", "application/json").header("x-grognard", "1")),
        (
            403,
            Request::put(&to)
                .header("host", &local)
                .header("content-type", "application/json")
                .header("x-grognard", "1"),
        ),
    ];
    for (at, (wished, request)) in refused.into_iter().enumerate() {
        assert_eq!(server.send(request.body(answer()).unwrap()).await.0, wished, "request {at}");
    }
    let other =
        Request::get(format!("{german}api/map.json")).header("host", "rebound.example").body(Body::empty()).unwrap();
    assert_eq!(server.send(other).await.0, 403);
    let framed = get(&german)
        .header("sec-fetch-site", "cross-site")
        .header("sec-fetch-mode", "no-cors")
        .body(Body::empty())
        .unwrap();
    assert_eq!(server.send(framed).await.0, 403);
    assert_eq!(server.watch(&german).await.moment(), 0, "no request had an effect");
}

#[tokio::test]
async fn duplicate_headers_are_refused() {
    let server = Server::new();
    let german = path(&server.make(1), "side:german");
    let to = format!("{german}api/answer");
    let local = format!("localhost:{PORT}");
    let doubled = [
        post(&to).header("host", &local),
        post(&to).header("host", "evil.example"),
        post(&to).header("origin", format!("http://{local}")),
        post(&to).header("content-type", "application/json"),
        post(&to).header("x-grognard", "1"),
        post(&to).header("sec-fetch-site", "none").header("sec-fetch-site", "cross-site"),
        get(&to).header("sec-fetch-mode", "navigate").header("sec-fetch-mode", "cors"),
    ];
    for (at, request) in doubled.into_iter().enumerate() {
        let body = Body::from(r#"{ "number": 0, "answer": { "one": 0 } }"#);
        assert_eq!(server.send(request.body(body).unwrap()).await.0, 400, "request {at}");
    }
    let elsewhere =
        Request::get(format!("http://evil.example{german}")).header("host", &local).body(Body::empty()).unwrap();
    assert_eq!(server.send(elsewhere).await.0, 403, "a target with a different host name");
    assert_eq!(server.watch(&german).await.moment(), 0, "no request had an effect");
}

#[tokio::test]
async fn invalid_requests_are_reported() {
    let server = Server::new();
    let german = path(&server.make(1), "side:german");
    let to = format!("{german}api/answer");
    let huge = format!("{{\"number\": 0, \"answer\": {{ \"several\": [{}0] }} }}", "0, ".repeat(50_000));
    let bodies =
        [(413, huge), (400, "{".into()), (400, "{}".into()), (400, r#"{"number": -1, "answer": {"one": 0}}"#.into())];
    for (wished, body) in bodies {
        let (status, told) = server.send(post(&to).body(body.into()).unwrap()).await;
        assert_eq!(status, wished);
        let told: serde_json::Value = serde_json::from_slice(&told).unwrap();
        assert!(told["reason"].is_string());
    }
    for wrong in
        ["api/history/x", "api/history/99", "api/export/passwd", "../../Cargo.toml", "..%2f..%2fCargo.toml", ".keep"]
    {
        let (status, _) = server.get(&format!("{german}{wrong}")).await;
        assert!(status.is_client_error(), "{wrong}: {status}");
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = Server::new();
    let german = path(&server.make(1), "side:german");
    for at in [german.clone(), format!("{german}api/map.svg"), "/nothing".into()] {
        let response = server.router.clone().oneshot(get(&at).body(Body::empty()).unwrap()).await.unwrap();
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        assert!(header("content-security-policy").starts_with("default-src 'self';"));
        assert_eq!((header("referrer-policy").as_str(), header("cache-control").as_str()), ("no-referrer", "no-store"));
    }
}
