//! The painted ground of a map.

use crate::dto::Fault;
use crate::http::auth::LinkHolder;
use crate::http::page_files::not_found;
use crate::queries::painting::{PaintingSize, painted};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// Returns the painted ground of the game's map as JPEG.
pub async fn painting(holder: LinkHolder) -> Result<Response, Fault> {
    answer(holder, PaintingSize::Full).await
}

/// Returns a small version, which takes a tenth of the time, to be shown until the other is there.
pub async fn small_painting(holder: LinkHolder) -> Result<Response, Fault> {
    answer(holder, PaintingSize::Small).await
}

async fn answer(holder: LinkHolder, size: PaintingSize) -> Result<Response, Fault> {
    let plot = holder.ask(|play, _, _| Ok(play.plot())).await?;
    let Some(plot) = plot else { return Ok(not_found()) };
    let painted = tokio::task::spawn_blocking(move || painted(&plot, size)).await.ok().and_then(Result::ok);
    let Some(bytes) = painted else { return Ok(not_found()) };
    // The address contains the key of the painting, so it never changes.
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((headers, bytes.to_vec()).into_response())
}
