//! The routes of the host's lobby: the games of this server, new ones, and links.

use crate::dto::{Fault, GameItem, GameLinks, LinkRequest, NewGame, Packs, RoleLink};
use crate::guest::{Sent, languages, nothing, secret};
use crate::house::House;
use crate::role::Role;
use crate::tongues::own_words;
use crate::{offered, page};
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;

/// The holder of a link into the lobby, and the languages he wishes.
struct Host(Arc<House>, Vec<String>);

impl FromRequestParts<Arc<House>> for Host {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Host, Fault> {
        let wishes = languages(parts);
        let link = house.link(&secret(parts).await?).filter(|link| link.role == Role::Host);
        debug_assert!(link.as_ref().is_none_or(|link| link.game.is_none()));
        link.map(|_| Host(house.clone(), wishes.clone())).ok_or_else(|| nothing(&wishes))
    }
}

impl Host {
    /// Has something done that reads or writes files.
    async fn ask<T: Send + 'static>(self, work: impl FnOnce(&House, &[String]) -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
        let Host(house, wishes) = self;
        let work = move || work(&house, &wishes).map_err(|fault| fault.read_in(&own_words(&wishes)));
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|_| Err(Fault::inside("this could not be done")))
    }
}

/// All routes.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/h/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/h/{secret}/"))))
        .route("/h/{secret}/", get(lobby))
        .route("/h/{secret}/{*name}", get(file))
        .route("/h/{secret}/api/games.json", get(games))
        .route("/h/{secret}/api/packs.json", get(packs))
        .route("/h/{secret}/api/games", post(make))
        .route("/h/{secret}/api/links", post(link))
}

async fn lobby(host: Result<Host, Fault>) -> Response {
    match host {
        Ok(Host(house, _)) => page::file(house.settings.page.as_deref(), "lobby.html"),
        Err(_) => page::nothing_here(),
    }
}

async fn file(State(house): State<Arc<House>>, Path((_, name)): Path<(String, String)>) -> Response {
    page::file(house.settings.page.as_deref(), &name)
}

async fn games(host: Host) -> Result<Json<Vec<GameItem>>, Fault> {
    host.ask(offered::games).await.map(Json)
}

async fn packs(host: Host) -> Result<Json<Packs>, Fault> {
    host.ask(|house, wishes| Ok(Json(offered::packs(house, wishes)))).await
}

async fn make(host: Host, Sent(wish): Sent<NewGame>) -> Result<Json<GameLinks>, Fault> {
    host.ask(move |house, _| house.make(&wish)).await.map(Json)
}

async fn link(host: Host, Sent(wish): Sent<LinkRequest>) -> Result<Json<RoleLink>, Fault> {
    let role = Role::parse(&wish.role).filter(|role| *role != Role::Host).ok_or_else(|| Fault::malformed("there is no such role"))?;
    host.ask(move |house, _| house.link_again(wish.game, role)).await.map(Json)
}
