//! The routes of a game: what its page asks for.

use crate::dto::{
    Absence, AnswerRequest, BoardMap, Chart, ConsentRequest, Done, Fault, ForkRequest, GameLinks, History, Layer, Odds, OddsQuery,
    Paragraph, Snapshot, UndoReply, WhatIf, Why, WhyQuery,
};
use crate::game::permissions;
use crate::http::auth::{JsonBody, LinkHolder};
use crate::http::lobby_routes;
use crate::http::page_files;
use crate::state::AppState;
use crate::view::layer::LayerQuery;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use grognard_board::png;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// So many events may wait for a browser before it is let go.
const MAX_QUEUED_EVENTS: usize = 256;
/// How often a silent line is kept open.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The body of a reply, or why there is none.
type Reply<T> = Result<Json<T>, Fault>;

/// All routes.
pub fn routes() -> Router<Arc<AppState>> {
    let paths = [
        ("/", get(board)),
        ("/{*name}", get(file)),
        ("/api/events", get(events)),
        ("/api/map.svg", get(map_picture)),
        ("/api/map.json", get(map)),
        ("/api/key.svg", get(key_picture)),
        ("/api/charts.json", get(charts)),
        ("/api/rules.json", get(rules)),
        ("/api/answer", post(answer)),
        ("/api/undo", post(undo)),
        ("/api/consent", post(consent)),
        ("/api/redo", post(redo)),
        ("/api/hurry", post(hurry)),
        ("/api/why", post(why)),
        ("/api/odds", post(odds)),
        ("/api/layer/{name}", get(layer)),
        ("/api/since", get(since)),
        ("/api/history", get(history)),
        ("/api/history/{at}", get(past)),
        ("/api/fork", post(fork)),
        ("/api/whatif", get(what_if)),
        ("/api/export/{name}", get(export)),
    ];
    let other = Router::new()
        .route("/", get(async || page_files::nothing_here()))
        .route("/page/{*name}", get(shared_file))
        .route("/t/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/t/{secret}/"))))
        .merge(lobby_routes::routes())
        .fallback(async || page_files::nothing_here());
    paths.into_iter().fold(other, |router, (path, method)| router.route(&format!("/t/{{secret}}{path}"), method))
}

async fn board(State(app): State<Arc<AppState>>, Path(secret): Path<String>) -> Response {
    match app.link(&secret) {
        Some(link) if link.game.is_some() => page_files::file(app.settings.page.as_deref(), "index.html"),
        _ => page_files::nothing_here(),
    }
}

async fn file(State(app): State<Arc<AppState>>, Path((_, name)): Path<(String, String)>) -> Response {
    page_files::file(app.settings.page.as_deref(), &name)
}

async fn shared_file(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Response {
    page_files::file(app.settings.page.as_deref(), &name)
}

async fn events(holder: LinkHolder) -> Result<impl IntoResponse, Fault> {
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

async fn map_picture(holder: LinkHolder) -> Result<impl IntoResponse, Fault> {
    let picture = holder.ask(|play, _, language| Ok(play.map_picture(language))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

async fn map(holder: LinkHolder) -> Reply<BoardMap> {
    holder.ask(|play, _, language| Ok(Json(play.map(language)))).await
}

async fn key_picture(holder: LinkHolder) -> Result<impl IntoResponse, Fault> {
    let picture = holder.ask(|play, _, language| Ok(play.key_picture(language))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

async fn charts(holder: LinkHolder) -> Reply<Vec<Chart>> {
    holder.ask(|play, _, language| Ok(Json(play.charts(language)))).await
}

async fn rules(holder: LinkHolder) -> Reply<Vec<Paragraph>> {
    holder.ask(|play, _, language| Ok(Json(play.rules(language)))).await
}

async fn answer(holder: LinkHolder, JsonBody(given): JsonBody<AnswerRequest>) -> Reply<Done> {
    holder.ask(move |play, role, language| play.answer(role, language, &given)).await?;
    Ok(Json(Done {}))
}

async fn undo(holder: LinkHolder) -> Reply<UndoReply> {
    holder.ask(|play, role, language| play.undo(role, language)).await.map(Json)
}

async fn consent(holder: LinkHolder, JsonBody(given): JsonBody<ConsentRequest>) -> Reply<Done> {
    holder.ask(move |play, role, language| play.consent(role, language, &given)).await?;
    Ok(Json(Done {}))
}

async fn redo(holder: LinkHolder) -> Reply<Done> {
    holder.ask(|play, role, language| play.redo(role, language)).await?;
    Ok(Json(Done {}))
}

async fn hurry(holder: LinkHolder) -> Reply<Done> {
    holder.ask(|play, role, _| play.hurry(role)).await?;
    Ok(Json(Done {}))
}

async fn why(holder: LinkHolder, JsonBody(query): JsonBody<WhyQuery>) -> Reply<Why> {
    holder.ask(move |play, role, language| play.why(role, language, &query)).await.map(Json)
}

async fn odds(holder: LinkHolder, JsonBody(query): JsonBody<OddsQuery>) -> Reply<Odds> {
    holder.ask(move |play, role, language| play.odds(role, language, &query)).await.map(Json)
}

async fn layer(
    Path((_, name)): Path<(String, String)>,
    whose: Result<Query<LayerQuery>, QueryRejection>,
    holder: LinkHolder,
) -> Reply<Layer> {
    let Query(whose) = whose.map_err(|_| Fault::malformed("expected the side: `?side=`"))?;
    holder.ask(move |play, role, language| play.layer(role, language, &name, &whose)).await.map(Json)
}

async fn since(holder: LinkHolder) -> Reply<Option<Absence>> {
    holder.ask(|play, role, _| Ok(Json(play.since(role)))).await
}

async fn history(holder: LinkHolder) -> Reply<History> {
    holder.ask(|play, role, language| Ok(Json(play.history(role, language)))).await
}

async fn past(Path((_, at)): Path<(String, String)>, holder: LinkHolder) -> Reply<Snapshot> {
    let at = at.parse().map_err(|_| Fault::malformed("expected the number of a moment"))?;
    holder.ask(move |play, role, language| play.past(role, language, at)).await.map(Json)
}

async fn fork(holder: LinkHolder, JsonBody(ForkRequest { at }): JsonBody<ForkRequest>) -> Reply<GameLinks> {
    holder.ask(move |play, role, _| play.fork(role, at)).await.map(Json)
}

async fn what_if(State(app): State<Arc<AppState>>, holder: LinkHolder) -> Reply<WhatIf> {
    let role = holder.role.clone();
    let copy = holder.ask(|play, role, language| play.copy_for_what_if(role, language)).await?;
    blocking(move || copy.what_if(&app, &role)).await.map(Json)
}

/// The moment at which the game is looked at; now unless one is named.
#[derive(serde::Deserialize)]
struct When {
    at: Option<u64>,
}

async fn export(
    Path((_, name)): Path<(String, String)>,
    when: Result<Query<When>, QueryRejection>,
    holder: LinkHolder,
) -> Result<Response, Fault> {
    let Query(When { at }) = when.map_err(|_| Fault::malformed("expected the number of a moment"))?;
    let (kind, text) = match name.as_str() {
        "replay.jsonl" => ("application/jsonl", holder.ask(|play, role, _| play.replay(role)).await?),
        "record.jsonl" => {
            let (side, copy) =
                holder.ask(|play, role, language| Ok((permissions::record(&play.session, role)?, play.copy(language)?))).await?;
            ("application/jsonl", blocking(move || copy.record(side)).await?)
        }
        "board.svg" => ("image/svg+xml", holder.ask(move |play, role, language| play.picture(role, language, at)).await?),
        "board.png" => {
            let picture = holder.ask(move |play, role, language| play.picture(role, language, at)).await?;
            let bytes = blocking(move || png::render(&picture, None).map_err(Fault::inside)).await?;
            return Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response());
        }
        "log.txt" => ("text/plain; charset=utf-8", holder.ask(move |play, role, language| play.log_text(role, language, at)).await?),
        _ => return Err(Fault::missing("there is nothing of that name to take away")),
    };
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// Has something done that takes long, so that neither the game nor others wait for it.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Fault::inside("this could not be done")))
}
