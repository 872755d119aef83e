//! Extractors for requests: the link holder, the preferred languages and the body.

use crate::dto::Fault;
use crate::game::play::Play;
use crate::languages::{own_catalogue, preferences};
use crate::role::Role;
use crate::state::AppState;
use crate::store::GameId;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::Arc;

/// The holder of a link to a game.
pub struct LinkHolder {
    app: Arc<AppState>,
    /// The game that the link leads to.
    pub game: GameId,
    /// The role of the holder.
    pub role: Role,
    preferences: Vec<String>,
}

impl LinkHolder {
    /// Runs work in the game's room, with the holder's role and language.
    pub async fn ask<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Play, &Role, &str) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let LinkHolder { app, game, role, preferences } = self;
        let work = move |play: &mut Play| {
            play.put_first(&role);
            let language = play.languages.choose(&preferences);
            work(play, &role, &language).map_err(|fault| fault.read_in(play.catalogue(&language)))
        };
        app.ask(game, work).await
    }
}

/// Returns the secret in a request's path.
pub async fn secret(parts: &mut Parts) -> Result<String, Fault> {
    let path = Path::<HashMap<String, String>>::from_request_parts(parts, &()).await;
    let secret = path.ok().and_then(|Path(mut names)| names.remove("secret"));
    secret.ok_or_else(|| unknown_link(&languages(parts)))
}

/// Returns the fault for an unknown link.
pub fn unknown_link(preferences: &[String]) -> Fault {
    Fault::missing("this link is not valid on this server").read_in(&own_catalogue(preferences))
}

/// Returns the preferred languages: the one in the query (`?lang=fr`), or else the browser's.
pub fn languages(parts: &Parts) -> Vec<String> {
    let query = parts.uri.query().unwrap_or_default();
    let named = query.split('&').find_map(|pair| pair.strip_prefix("lang="));
    let header = || parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    preferences(named.unwrap_or_else(header))
}

impl FromRequestParts<Arc<AppState>> for LinkHolder {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<LinkHolder, Fault> {
        let preferences = languages(parts);
        let link = app.link(&secret(parts).await?);
        let (game, role) =
            link.and_then(|link| Some((link.game?, link.role))).ok_or_else(|| unknown_link(&preferences))?;
        Ok(LinkHolder { app: app.clone(), game, role, preferences })
    }
}

/// The body of a request, parsed from JSON.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for JsonBody<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<JsonBody<T>, Fault> {
        let arrived = tokio::time::timeout(app.settings.limits.body, Bytes::from_request(request, app)).await;
        let bytes = arrived.map_err(|_| Fault::late())?.map_err(|rejection| match rejection.status().as_u16() {
            413 => Fault::too_large(),
            _ => Fault::malformed("the request body did not arrive"),
        })?;
        serde_json::from_slice(&bytes)
            .map(JsonBody)
            .map_err(|error| Fault::malformed(format!("cannot parse the request: {error}")))
    }
}
