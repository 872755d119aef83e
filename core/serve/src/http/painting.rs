//! The painted ground of a map.

use crate::dto::Fault;
use crate::http::auth::LinkHolder;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use grognard_board::paint::Plot;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of paintings that are kept.
const MAX_KEPT: usize = 12;
/// A painting takes a second or two, and depends on the map alone, so all games share them. The oldest comes first.
static KEPT: Mutex<Vec<(u32, Arc<[u8]>)>> = Mutex::new(Vec::new());

/// Returns the painted ground of the game's map as JPEG.
pub async fn painting(holder: LinkHolder) -> Result<Response, Fault> {
    let Some(plot) = holder.ask(|play, _, _| Ok(play.plot())).await? else {
        return Ok(crate::http::page_files::not_found());
    };
    let painted = tokio::task::spawn_blocking(move || painted(&plot)).await.ok().and_then(Result::ok);
    let Some(bytes) = painted else { return Ok(crate::http::page_files::not_found()) };
    // The address contains the key of the painting, so it never changes.
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((headers, bytes.to_vec()).into_response())
}

/// Begins a painting that will soon be asked for.
pub fn prepare(plot: Plot) {
    std::thread::spawn(move || painted(&plot));
}

/// Returns a painting, which is made only once. While one is being made, others wait.
fn painted(plot: &Plot) -> Result<Arc<[u8]>, String> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = plot.key();
    if let Some((_, bytes)) = kept.iter().find(|(other, _)| *other == key) {
        return Ok(bytes.clone());
    }
    let bytes: Arc<[u8]> = plot.paint(None).jpeg()?.into();
    if kept.len() == MAX_KEPT {
        kept.remove(0);
    }
    kept.push((key, bytes.clone()));
    Ok(bytes)
}
