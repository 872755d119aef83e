//! Downloads of a game.

use crate::dto::Fault;
use crate::http::auth::LinkHolder;
use crate::http::handlers::blocking;
use crate::view::permissions;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use grognard_board::png;

/// The moment to download; if absent, the current moment.
#[derive(serde::Deserialize)]
pub struct MomentQuery {
    at: Option<u64>,
}

pub async fn export(
    Path((_, name)): Path<(String, String)>,
    moment: Result<Query<MomentQuery>, QueryRejection>,
    holder: LinkHolder,
) -> Result<Response, Fault> {
    let Query(MomentQuery { at }) = moment.map_err(|_| Fault::malformed("expected a decision number"))?;
    let (kind, text) = match name.as_str() {
        "replay.jsonl" => ("application/jsonl", holder.ask(|play, role, _| play.replay(role)).await?),
        "record.jsonl" => {
            let (side, copy) = holder
                .ask(|play, role, language| Ok((permissions::record(&play.session, role)?, play.copy(language)?)))
                .await?;
            ("application/jsonl", blocking(move || copy.record(side)).await?)
        }
        "board.svg" => {
            ("image/svg+xml", holder.ask(move |play, role, language| play.picture(role, language, at)).await?)
        }
        "board.png" => {
            let picture = holder.ask(move |play, role, language| play.picture(role, language, at)).await?;
            let bytes = blocking(move || png::render(&picture, None).map_err(Fault::inside)).await?;
            return Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response());
        }
        "log.txt" => (
            "text/plain; charset=utf-8",
            holder.ask(move |play, role, language| play.log_text(role, language, at)).await?,
        ),
        _ => return Err(Fault::missing("no such export")),
    };
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}
