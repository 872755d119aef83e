//! Asking games under way to end.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether games are to end. One that is under way is given up at its next decision, and nothing comes of it.
#[derive(Debug, Default)]
pub struct CancelToken(AtomicBool);

impl CancelToken {
    /// Nobody has asked yet.
    pub const fn new() -> CancelToken {
        CancelToken(AtomicBool::new(false))
    }

    /// Asks for an end; tells whether somebody had asked before.
    pub fn ask(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether somebody has asked.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
