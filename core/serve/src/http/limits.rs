//! Limits on what a stranger can take of a server, and on how long it waits.

use std::time::Duration;

/// What a server grants at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections that are open at once; more wait until one of these ends.
    pub connections: usize,
    /// The time the head of a request takes to arrive, with the silence before it.
    pub head: Duration,
    /// The time the body of a request takes to arrive.
    pub body: Duration,
    /// The time between the signal to stop and the end, whatever rules still run.
    pub farewell: Duration,
}

impl Default for Limits {
    /// Enough for 400 people: each page holds one connection open and uses a second now and then. It stays below the 1,024 files that
    /// systems let a program open.
    fn default() -> Limits {
        let [head, body, farewell] = [15, 15, 3].map(Duration::from_secs);
        Limits { connections: 800, head, body, farewell }
    }
}
