//! Limits on connections, and timeouts.

use std::time::Duration;

/// Limits on connections, and timeouts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of open connections. Any more must wait.
    pub connections: usize,
    /// The timeout for a request head, including the idle time before it.
    pub head: Duration,
    /// The timeout for a request body.
    pub body: Duration,
    /// The timeout for a shutdown. It applies even if rules are still running.
    pub shutdown: Duration,
}

impl Default for Limits {
    /// Returns limits for 400 people: each page keeps one connection open and sometimes uses a second. Most systems let
    /// a program open 1,024 files.
    fn default() -> Limits {
        let [head, body, shutdown] = [15, 15, 3].map(Duration::from_secs);
        Limits { connections: 800, head, body, shutdown }
    }
}
