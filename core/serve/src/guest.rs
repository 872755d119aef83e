//! Who asks: the holder of a link, in his language. And what he sends.

use crate::dto::Fault;
use crate::house::House;
use crate::play::Play;
use crate::role::Role;
use crate::store::GameId;
use crate::tongues::{own_words, wishes};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::Arc;

/// The holder of a link to a game.
pub struct Guest {
    house: Arc<House>,
    /// The game.
    pub game: GameId,
    /// What he may see and do.
    pub role: Role,
    wishes: Vec<String>,
}

impl Guest {
    /// Has something done in the room of the game, for his role and in his language.
    pub async fn ask<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Play, &Role, &str) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let Guest { house, game, role, wishes } = self;
        let work = move |play: &mut Play| {
            let language = play.tongues.choose(&wishes);
            work(play, &role, &language).map_err(|fault| fault.read_in(play.catalogue(&language)))
        };
        house.ask(game, work).await
    }
}

/// The secret in the path of a request.
pub async fn secret(parts: &mut Parts) -> Result<String, Fault> {
    let path = Path::<HashMap<String, String>>::from_request_parts(parts, &()).await;
    let secret = path.ok().and_then(|Path(mut names)| names.remove("secret"));
    secret.ok_or_else(|| nothing(&languages(parts)))
}

/// What somebody is told whose link opens nothing.
pub fn nothing(wishes: &[String]) -> Fault {
    Fault::missing("this link opens nothing here").read_in(&own_words(wishes))
}

/// The languages somebody wishes: `?lang=fr`, or those of his browser.
pub fn languages(parts: &Parts) -> Vec<String> {
    let query = parts.uri.query().unwrap_or_default();
    let named = query.split('&').find_map(|pair| pair.strip_prefix("lang="));
    let header = || parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    wishes(named.unwrap_or_else(header))
}

impl FromRequestParts<Arc<House>> for Guest {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Guest, Fault> {
        let wishes = languages(parts);
        let link = house.link(&secret(parts).await?);
        let (game, role) = link.and_then(|link| Some((link.game?, link.role))).ok_or_else(|| nothing(&wishes))?;
        Ok(Guest { house: house.clone(), game, role, wishes })
    }
}

/// What somebody has sent, read from JSON.
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Sent<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Sent<T>, Fault> {
        let arrived = tokio::time::timeout(house.settings.limits.body, Bytes::from_request(request, house)).await;
        let bytes = arrived.map_err(|_| Fault::late())?.map_err(|rejection| match rejection.status().as_u16() {
            413 => Fault::too_large(),
            _ => Fault::malformed("what was sent did not arrive"),
        })?;
        serde_json::from_slice(&bytes).map(Sent).map_err(|error| Fault::malformed(format!("this cannot be read: {error}")))
    }
}
