//! All routes of the server, including the page's files.

use crate::http::export::export;
use crate::http::font::font;
use crate::http::handlers::{
    absence, advice, answer, charts, consent, contact, events, fork, history, hurry, key_picture, layer, map,
    map_picture, moment, odds, redo, rules, score, undo, what_if, why,
};
use crate::http::painting::{painting, small_painting};
use crate::http::{lobby_routes, pack_routes, page_files};
use crate::state::AppState;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use std::sync::Arc;

/// Returns all routes of the server.
pub fn routes() -> Router<Arc<AppState>> {
    let paths = [
        ("/", get(board)),
        ("/{*name}", get(file)),
        ("/api/events", get(events)),
        ("/api/map.svg", get(map_picture)),
        ("/api/ground.jpg", get(painting)),
        ("/api/ground-small.jpg", get(small_painting)),
        ("/api/font/{role}", get(font)),
        ("/api/map.json", get(map)),
        ("/api/key.svg", get(key_picture)),
        ("/api/charts.json", get(charts)),
        ("/api/rules.json", get(rules)),
        ("/api/score", get(score)),
        ("/api/answer", post(answer)),
        ("/api/undo", post(undo)),
        ("/api/consent", post(consent)),
        ("/api/redo", post(redo)),
        ("/api/hurry", post(hurry)),
        ("/api/advice", post(advice)),
        ("/api/why", post(why)),
        ("/api/odds", post(odds)),
        ("/api/contact", post(contact)),
        ("/api/layer/{name}", get(layer)),
        ("/api/absence", get(absence)),
        ("/api/history", get(history)),
        ("/api/history/{at}", get(moment)),
        ("/api/fork", post(fork)),
        ("/api/what-if", get(what_if)),
        ("/api/export/{name}", get(export)),
    ];
    let other = Router::new()
        .route("/", get(async || page_files::not_found()))
        .route("/page/{*name}", get(shared_file))
        .route("/t/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/t/{secret}/"))))
        .merge(lobby_routes::routes())
        .merge(pack_routes::routes())
        .fallback(async || page_files::not_found());
    paths.into_iter().fold(other, |router, (path, method)| router.route(&format!("/t/{{secret}}{path}"), method))
}

async fn board(State(app): State<Arc<AppState>>, Path(secret): Path<String>) -> Response {
    match app.link(&secret) {
        Some(link) if link.game.is_some() => page_files::file(app.settings.page.as_deref(), "index.html"),
        _ => page_files::not_found(),
    }
}

async fn file(State(app): State<Arc<AppState>>, Path((_, name)): Path<(String, String)>) -> Response {
    page_files::file(app.settings.page.as_deref(), &name)
}

async fn shared_file(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Response {
    page_files::file(app.settings.page.as_deref(), &name)
}
