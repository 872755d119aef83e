//! The routes with which the host finds, installs and removes packs.

use crate::dto::{
    Done, EnableRequest, Fault, OfferedPack, PackDescription, PackInstallation, PackRemoval, PackSearch, RemoveRequest,
    SearchQuery,
};
use crate::http::auth::JsonBody;
use crate::http::lobby_routes::HostLink;
use crate::state::AppState;
use axum::routing::post;
use axum::{Json, Router};
use std::sync::Arc;

/// The body of a reply, or a fault.
type Reply<T> = Result<Json<T>, Fault>;

/// Returns the routes.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/h/{secret}/api/packs/search", post(search))
        .route("/h/{secret}/api/packs/describe", post(describe))
        .route("/h/{secret}/api/packs/install", post(install))
        .route("/h/{secret}/api/packs/enable", post(enable))
        .route("/h/{secret}/api/packs/remove", post(remove))
}

async fn search(host: HostLink, JsonBody(query): JsonBody<SearchQuery>) -> Reply<PackSearch> {
    match query.refresh {
        true => host.ask_in_turn(move |app, _| app.registries()?.search(&query)).await,
        false => host.ask(move |app, _| app.registries()?.search(&query)).await,
    }
    .map(Json)
}

async fn describe(host: HostLink, JsonBody(pack): JsonBody<OfferedPack>) -> Reply<PackDescription> {
    let describe = move |app: &AppState, preferences: &[String]| {
        app.registries()?.describe(&pack, preferences.first().map(String::as_str))
    };
    host.ask_in_turn(describe).await.map(Json)
}

async fn install(host: HostLink, JsonBody(pack): JsonBody<OfferedPack>) -> Reply<PackInstallation> {
    let install = move |app: &AppState, _: &[String]| {
        let installed = app.registries()?.install(&pack);
        app.battles.clear();
        installed
    };
    host.ask_in_turn(install).await.map(Json)
}

async fn enable(host: HostLink, JsonBody(request): JsonBody<EnableRequest>) -> Reply<Done> {
    host.ask_in_turn(move |app, _| app.enable_pack(&request).map(|()| Done {})).await.map(Json)
}

async fn remove(host: HostLink, JsonBody(RemoveRequest { id }): JsonBody<RemoveRequest>) -> Reply<PackRemoval> {
    host.ask_in_turn(move |app, _| app.remove_pack(&id)).await.map(Json)
}
