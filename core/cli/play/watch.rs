//! Watches the folders of a battle for changes.

use std::path::PathBuf;

/// Watches folders.
pub struct Watch;

impl Watch {
    /// Watches these folders.
    pub fn new(_: Vec<PathBuf>) -> Watch {
        Watch
    }

    /// The files that have changed since this was last asked.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        Vec::new()
    }
}
