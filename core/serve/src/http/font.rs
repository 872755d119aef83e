//! The fonts that packs bring.

use crate::dto::Fault;
use crate::http::auth::LinkHolder;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// Returns the font of the game's packs for a role.
pub async fn font(Path((_, role)): Path<(String, String)>, holder: LinkHolder) -> Result<Response, Fault> {
    let font = holder.ask(move |play, _, _| Ok(play.font(&role))).await?;
    let Some(font) = font else { return Err(Fault::missing("no such font")) };
    // The address contains the checksum of the font, so it never changes.
    let kept = "private, max-age=31536000, immutable";
    let headers = [(CONTENT_TYPE, font.format.media_type()), (CACHE_CONTROL, kept)];
    Ok((headers, font.file.bytes().to_vec()).into_response())
}
