//! The painted grounds of maps. Painting takes a second or two.

use grognard_board::paint::Plot;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of paintings that are kept.
const MAX_KEPT: usize = 12;
/// A painting depends on the map alone, so all games share them. The oldest comes first.
static KEPT: Paintings = Mutex::new(Vec::new());
static KEPT_SMALL: Paintings = Mutex::new(Vec::new());

/// Paintings with their keys.
type Paintings = Mutex<Vec<(u32, Arc<[u8]>)>>;

/// How large a painting is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PaintingSize {
    /// Enough until the other is there.
    Small,
    /// As large as a window needs.
    Full,
}

/// The length of a hexside in small paintings, in pixels.
const SMALL: f64 = 12.0;

/// Begins a painting that will soon be asked for.
pub fn prepare(plot: Plot) {
    std::thread::spawn(move || painted(&plot, PaintingSize::Full));
}

/// Returns a painting, which is made only once. While one is being made, those who ask for the same size wait.
pub fn painted(plot: &Plot, size: PaintingSize) -> Result<Arc<[u8]>, String> {
    let (kept, most) = match size {
        PaintingSize::Small => (&KEPT_SMALL, Some(SMALL)),
        PaintingSize::Full => (&KEPT, None),
    };
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let key = plot.key();
    if let Some((_, bytes)) = kept.iter().find(|(other, _)| *other == key) {
        return Ok(bytes.clone());
    }
    let bytes: Arc<[u8]> = plot.paint(most).jpeg()?.into();
    if kept.len() == MAX_KEPT {
        kept.remove(0);
    }
    kept.push((key, bytes.clone()));
    Ok(bytes)
}
