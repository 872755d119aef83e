//! The routes of the host's lobby: games on this server, new games and links.

use crate::dto::{Fault, GameItem, GameLinks, LinkRequest, NewGame, Packs, RoleLink};
use crate::http::auth::{JsonBody, languages, secret, unknown_link};
use crate::http::page_files;
use crate::languages::own_catalogue;
use crate::lobby::offer;
use crate::role::Role;
use crate::state::AppState;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;

/// The holder of a lobby link, with their preferred languages.
pub struct HostLink(Arc<AppState>, Vec<String>);

impl FromRequestParts<Arc<AppState>> for HostLink {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<HostLink, Fault> {
        let preferences = languages(parts);
        let link = app.link(&secret(parts).await?).filter(|link| link.role == Role::Host);
        debug_assert!(link.as_ref().is_none_or(|link| link.game.is_none()));
        link.map(|_| HostLink(app.clone(), preferences.clone())).ok_or_else(|| unknown_link(&preferences))
    }
}

impl HostLink {
    /// Runs work that reads or writes files, without blocking other requests.
    pub async fn ask<T: Send + 'static>(
        self,
        work: impl FnOnce(&AppState, &[String]) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let HostLink(app, preferences) = self;
        let work = move || work(&app, &preferences).map_err(|fault| fault.read_in(&own_catalogue(&preferences)));
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|_| Err(Fault::inside("the request failed unexpectedly")))
    }

    /// Runs work that fetches, installs or removes packs, for one request at a time.
    pub async fn ask_in_turn<T: Send + 'static>(
        self,
        work: impl FnOnce(&AppState, &[String]) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let turn = self.0.pack_turn.clone().lock_owned().await;
        // The work goes on if the browser disconnects, so it keeps its turn.
        let work = move |app: &AppState, preferences: &[String]| {
            let _turn = turn;
            work(app, preferences)
        };
        self.ask(work).await
    }
}

/// Returns the routes of the lobby.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/h/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/h/{secret}/"))))
        .route("/h/{secret}/", get(lobby))
        .route("/h/{secret}/{*name}", get(file))
        .route("/h/{secret}/api/games.json", get(games))
        .route("/h/{secret}/api/packs.json", get(packs))
        .route("/h/{secret}/api/games", post(make))
        .route("/h/{secret}/api/links", post(link))
}

async fn lobby(host: Result<HostLink, Fault>) -> Response {
    match host {
        Ok(HostLink(app, _)) => page_files::file(app.settings.page.as_deref(), "lobby.html"),
        Err(_) => page_files::not_found(),
    }
}

async fn file(State(app): State<Arc<AppState>>, Path((_, name)): Path<(String, String)>) -> Response {
    page_files::file(app.settings.page.as_deref(), &name)
}

async fn games(host: HostLink) -> Result<Json<Vec<GameItem>>, Fault> {
    host.ask(offer::games).await.map(Json)
}

async fn packs(host: HostLink) -> Result<Json<Packs>, Fault> {
    host.ask(|app, preferences| Ok(Json(offer::packs(app, preferences)))).await
}

async fn make(host: HostLink, JsonBody(request): JsonBody<NewGame>) -> Result<Json<GameLinks>, Fault> {
    host.ask(move |app, _| app.create_game(&request)).await.map(Json)
}

async fn link(host: HostLink, JsonBody(request): JsonBody<LinkRequest>) -> Result<Json<RoleLink>, Fault> {
    let role = Role::parse(&request.role)
        .filter(|role| *role != Role::Host)
        .ok_or_else(|| Fault::malformed("there is no such role"))?;
    host.ask(move |app, _| app.new_link(request.game, role)).await.map(Json)
}
