//! The routes of a game: what its page asks for.

use crate::dto::{
    Absence, AnswerRequest, BoardMap, Chart, ConsentRequest, Done, Fault, ForkRequest, GameLinks, History, Layer, Odds, OddsQuery,
    Paragraph, Snapshot, UndoReply, WhatIf, Why, WhyQuery,
};
use crate::guest::{Guest, Sent};
use crate::house::House;
use crate::layer::WhoseLayer;
use crate::{allowed, lobby_http, page};
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
const MOST_EVENTS: usize = 256;
/// How often a silent line is kept open.
const PING: Duration = Duration::from_secs(15);

/// The body of a reply, or why there is none.
type Reply<T> = Result<Json<T>, Fault>;

/// All routes.
pub fn routes() -> Router<Arc<House>> {
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
        .route("/", get(async || page::nothing_here()))
        .route("/page/{*name}", get(shared_file))
        .route("/t/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/t/{secret}/"))))
        .merge(lobby_http::routes())
        .fallback(async || page::nothing_here());
    paths.into_iter().fold(other, |router, (path, method)| router.route(&format!("/t/{{secret}}{path}"), method))
}

async fn board(State(house): State<Arc<House>>, Path(secret): Path<String>) -> Response {
    match house.link(&secret) {
        Some(link) if link.game.is_some() => page::file(house.settings.page.as_deref(), "index.html"),
        _ => page::nothing_here(),
    }
}

async fn file(State(house): State<Arc<House>>, Path((_, name)): Path<(String, String)>) -> Response {
    page::file(house.settings.page.as_deref(), &name)
}

async fn shared_file(State(house): State<Arc<House>>, Path(name): Path<String>) -> Response {
    page::file(house.settings.page.as_deref(), &name)
}

async fn events(guest: Guest) -> Result<impl IntoResponse, Fault> {
    let (viewer, events) = channel::<Event>(MOST_EVENTS);
    guest
        .ask(move |play, role, language| {
            play.watch(role, language, viewer);
            Ok(())
        })
        .await?;
    let ping = KeepAlive::new().interval(PING).event(Event::default().event("ping").data("{}"));
    Ok(Sse::new(ReceiverStream::new(events).map(Ok::<Event, Infallible>)).keep_alive(ping))
}

async fn map_picture(guest: Guest) -> Result<impl IntoResponse, Fault> {
    let picture = guest.ask(|play, _, language| Ok(play.map_picture(language))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

async fn map(guest: Guest) -> Reply<BoardMap> {
    guest.ask(|play, _, language| Ok(Json(play.map(language)))).await
}

async fn key_picture(guest: Guest) -> Result<impl IntoResponse, Fault> {
    let picture = guest.ask(|play, _, language| Ok(play.key_picture(language))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

async fn charts(guest: Guest) -> Reply<Vec<Chart>> {
    guest.ask(|play, _, language| Ok(Json(play.charts(language)))).await
}

async fn rules(guest: Guest) -> Reply<Vec<Paragraph>> {
    guest.ask(|play, _, language| Ok(Json(play.rules(language)))).await
}

async fn answer(guest: Guest, Sent(given): Sent<AnswerRequest>) -> Reply<Done> {
    guest.ask(move |play, role, language| play.answer(role, language, &given)).await?;
    Ok(Json(Done {}))
}

async fn undo(guest: Guest) -> Reply<UndoReply> {
    guest.ask(|play, role, language| play.undo(role, language)).await.map(Json)
}

async fn consent(guest: Guest, Sent(given): Sent<ConsentRequest>) -> Reply<Done> {
    guest.ask(move |play, role, language| play.consent(role, language, &given)).await?;
    Ok(Json(Done {}))
}

async fn redo(guest: Guest) -> Reply<Done> {
    guest.ask(|play, role, language| play.redo(role, language)).await?;
    Ok(Json(Done {}))
}

async fn hurry(guest: Guest) -> Reply<Done> {
    guest.ask(|play, role, _| play.hurry(role)).await?;
    Ok(Json(Done {}))
}

async fn why(guest: Guest, Sent(query): Sent<WhyQuery>) -> Reply<Why> {
    guest.ask(move |play, role, language| play.why(role, language, &query)).await.map(Json)
}

async fn odds(guest: Guest, Sent(query): Sent<OddsQuery>) -> Reply<Odds> {
    guest.ask(move |play, role, language| play.odds(role, language, &query)).await.map(Json)
}

async fn layer(Path((_, name)): Path<(String, String)>, whose: Result<Query<WhoseLayer>, QueryRejection>, guest: Guest) -> Reply<Layer> {
    let Query(whose) = whose.map_err(|_| Fault::malformed("expected the side: `?side=`"))?;
    guest.ask(move |play, role, language| play.layer(role, language, &name, &whose)).await.map(Json)
}

async fn since(guest: Guest) -> Reply<Option<Absence>> {
    guest.ask(|play, role, _| Ok(Json(play.since(role)))).await
}

async fn history(guest: Guest) -> Reply<History> {
    guest.ask(|play, role, language| Ok(Json(play.history(role, language)))).await
}

async fn past(Path((_, at)): Path<(String, String)>, guest: Guest) -> Reply<Snapshot> {
    let at = at.parse().map_err(|_| Fault::malformed("expected the number of a moment"))?;
    guest.ask(move |play, role, language| play.past(role, language, at)).await.map(Json)
}

async fn fork(guest: Guest, Sent(ForkRequest { at }): Sent<ForkRequest>) -> Reply<GameLinks> {
    guest.ask(move |play, role, _| play.fork(role, at)).await.map(Json)
}

async fn what_if(State(house): State<Arc<House>>, guest: Guest) -> Reply<WhatIf> {
    let role = guest.role.clone();
    let copied = guest.ask(|play, role, language| play.copied_for_what_if(role, language)).await?;
    elsewhere(move || copied.what_if(&house, &role)).await.map(Json)
}

/// The moment at which the game is looked at; now unless one is named.
#[derive(serde::Deserialize)]
struct When {
    at: Option<u64>,
}

async fn export(
    Path((_, name)): Path<(String, String)>,
    when: Result<Query<When>, QueryRejection>,
    guest: Guest,
) -> Result<Response, Fault> {
    let Query(When { at }) = when.map_err(|_| Fault::malformed("expected the number of a moment"))?;
    let (kind, text) = match name.as_str() {
        "replay.jsonl" => ("application/jsonl", guest.ask(|play, role, _| play.replay(role)).await?),
        "record.jsonl" => {
            let (side, copied) =
                guest.ask(|play, role, language| Ok((allowed::record(&play.session, role)?, play.copied(language)?))).await?;
            ("application/jsonl", elsewhere(move || copied.record(side)).await?)
        }
        "board.svg" => ("image/svg+xml", guest.ask(move |play, role, language| play.picture(role, language, at)).await?),
        "board.png" => {
            let picture = guest.ask(move |play, role, language| play.picture(role, language, at)).await?;
            let bytes = elsewhere(move || png::render(&picture, None).map_err(Fault::inside)).await?;
            return Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response());
        }
        "log.txt" => ("text/plain; charset=utf-8", guest.ask(move |play, role, language| play.log_text(role, language, at)).await?),
        _ => return Err(Fault::missing("there is nothing of that name to take away")),
    };
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// Has something done that takes long, so that neither the game nor others wait for it.
async fn elsewhere<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Fault::inside("this could not be done")))
}
