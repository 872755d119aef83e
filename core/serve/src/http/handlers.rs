//! Handlers for requests from a game page.

use crate::dto::{
    Absence, AnswerRequest, BoardMap, Chart, ConsentRequest, ContactQuery, Done, Fault, ForkRequest, GameLinks,
    History, Layer, Odds, OddsQuery, Rulebook, ScoreLine, Snapshot, UndoReply, WhatIf, Why, WhyQuery,
};
use crate::http::auth::{JsonBody, LinkHolder};
use crate::queries::layer::LayerQuery;
use crate::state::AppState;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The maximum number of events queued for a browser. A browser that exceeds it is dropped.
const MAX_QUEUED_EVENTS: usize = 256;
/// The interval between the events that keep an idle connection open.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The body of a reply, or a fault.
type Reply<T> = Result<Json<T>, Fault>;

pub async fn events(holder: LinkHolder) -> Result<impl IntoResponse, Fault> {
    let (viewer, events) = channel::<Event>(MAX_QUEUED_EVENTS);
    holder
        .ask(move |play, role, language| {
            play.watch(role, language, viewer);
            Ok(())
        })
        .await?;
    let ping = KeepAlive::new().interval(PING_INTERVAL).event(Event::default().event("ping").data("{}"));
    Ok(Sse::new(ReceiverStream::new(events).map(Ok::<Event, Infallible>)).keep_alive(ping))
}

pub async fn map_picture(holder: LinkHolder) -> Result<impl IntoResponse, Fault> {
    let picture = holder.ask(|play, _, language| Ok(play.map_picture(language))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

pub async fn map(holder: LinkHolder) -> Reply<BoardMap> {
    holder.ask(|play, _, language| Ok(Json(play.map(language)))).await
}

pub async fn key_picture(holder: LinkHolder) -> Result<impl IntoResponse, Fault> {
    let picture = holder.ask(|play, _, language| Ok(play.key_picture(language))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

pub async fn charts(holder: LinkHolder) -> Reply<Vec<Chart>> {
    holder.ask(|play, _, language| Ok(Json(play.charts(language)))).await
}

pub async fn rules(holder: LinkHolder) -> Reply<Vec<Rulebook>> {
    holder.ask(|play, _, language| Ok(Json(play.rules(language)))).await
}

pub async fn score(holder: LinkHolder) -> Reply<Vec<ScoreLine>> {
    holder.ask(|play, role, language| play.score(role, language)).await.map(Json)
}

pub async fn answer(holder: LinkHolder, JsonBody(given): JsonBody<AnswerRequest>) -> Reply<Done> {
    holder.ask(move |play, role, language| play.answer(role, language, &given)).await?;
    Ok(Json(Done {}))
}

pub async fn undo(holder: LinkHolder) -> Reply<UndoReply> {
    holder.ask(|play, role, language| play.undo(role, language)).await.map(Json)
}

pub async fn consent(holder: LinkHolder, JsonBody(given): JsonBody<ConsentRequest>) -> Reply<Done> {
    holder.ask(move |play, role, language| play.consent(role, language, &given)).await?;
    Ok(Json(Done {}))
}

pub async fn redo(holder: LinkHolder) -> Reply<Done> {
    holder.ask(|play, role, language| play.redo(role, language)).await?;
    Ok(Json(Done {}))
}

pub async fn hurry(holder: LinkHolder) -> Reply<Done> {
    holder.ask(|play, role, _| play.hurry(role)).await?;
    Ok(Json(Done {}))
}

pub async fn advice(holder: LinkHolder) -> Reply<Done> {
    holder.ask(|play, role, language| play.ask_advice(role, language)).await?;
    Ok(Json(Done {}))
}

pub async fn why(holder: LinkHolder, JsonBody(query): JsonBody<WhyQuery>) -> Reply<Why> {
    holder.ask(move |play, role, language| play.why(role, language, &query)).await.map(Json)
}

pub async fn odds(holder: LinkHolder, JsonBody(query): JsonBody<OddsQuery>) -> Reply<Odds> {
    holder.ask(move |play, role, language| play.odds(role, language, &query)).await.map(Json)
}

pub async fn contact(holder: LinkHolder, JsonBody(query): JsonBody<ContactQuery>) -> Reply<Odds> {
    holder.ask(move |play, role, language| play.contact(role, language, &query)).await.map(Json)
}

pub async fn layer(
    Path((_, name)): Path<(String, String)>,
    whose: Result<Query<LayerQuery>, QueryRejection>,
    holder: LinkHolder,
) -> Reply<Layer> {
    let Query(whose) = whose.map_err(|_| Fault::malformed("expected the side: `?side=`"))?;
    holder.ask(move |play, role, language| play.layer(role, language, &name, &whose)).await.map(Json)
}

pub async fn absence(holder: LinkHolder) -> Reply<Option<Absence>> {
    holder.ask(|play, role, _| Ok(Json(play.latest_absence(role)))).await
}

pub async fn history(holder: LinkHolder) -> Reply<History> {
    holder.ask(|play, role, language| Ok(Json(play.history(role, language)))).await
}

pub async fn moment(Path((_, at)): Path<(String, String)>, holder: LinkHolder) -> Reply<Snapshot> {
    let at = at.parse().map_err(|_| Fault::malformed("expected a decision number"))?;
    holder.ask(move |play, role, language| play.snapshot_at(role, language, at)).await.map(Json)
}

pub async fn fork(holder: LinkHolder, JsonBody(ForkRequest { moment: at }): JsonBody<ForkRequest>) -> Reply<GameLinks> {
    holder.ask(move |play, role, _| play.fork(role, at)).await.map(Json)
}

pub async fn what_if(State(app): State<Arc<AppState>>, holder: LinkHolder) -> Reply<WhatIf> {
    let role = holder.role.clone();
    let copy = holder.ask(|play, role, language| play.copy_for_what_if(role, language)).await?;
    blocking(move || copy.what_if(&app, &role)).await.map(Json)
}

/// Runs a long task without blocking the game or other requests.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Fault::inside("the request failed unexpectedly")))
}
