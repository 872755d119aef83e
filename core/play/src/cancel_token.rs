//! Cancellation of running games.

use std::sync::atomic::{AtomicBool, Ordering};

/// A request to cancel games. A running game is abandoned at its next decision, without a result.
#[derive(Debug, Default)]
pub struct CancelToken(AtomicBool);

impl CancelToken {
    /// Creates a token for which cancellation has not been requested.
    pub const fn new() -> CancelToken {
        CancelToken(AtomicBool::new(false))
    }

    /// Requests cancellation. Returns whether it had already been requested.
    pub fn ask(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Returns whether cancellation has been requested.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
