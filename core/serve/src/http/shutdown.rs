//! Signals by which people and the system tell a server to stop.

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// How a server came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// All games were closed and all requests answered.
    Orderly,
    /// A game was still busy when the time was over, or a second signal came. Everything that was answered is in the store.
    Cut,
}

/// Ctrl-C and the system's wish that the program end, one after the other.
pub fn signals() -> UnboundedReceiver<()> {
    let (tell, told) = unbounded_channel();
    tokio::spawn(async move {
        let mut signals = Signals::new();
        while signals.next().await && tell.send(()).is_ok() {}
        // Where no signal can be heard, none comes.
        tell.closed().await;
    });
    told
}

#[cfg(unix)]
struct Signals(Vec<tokio::signal::unix::Signal>);

#[cfg(unix)]
impl Signals {
    fn new() -> Signals {
        use tokio::signal::unix::{SignalKind, signal};
        // A signal that cannot be heard ends the program as it does by default.
        Signals([SignalKind::interrupt(), SignalKind::terminate()].into_iter().filter_map(|kind| signal(kind).ok()).collect())
    }

    /// Waits for a signal; false where none can be heard.
    async fn next(&mut self) -> bool {
        match &mut self.0[..] {
            [] => false,
            [one] => one.recv().await.is_some(),
            [one, other, ..] => tokio::select! {
                heard = one.recv() => heard.is_some(),
                heard = other.recv() => heard.is_some(),
            },
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Signals {
        Signals
    }

    /// Waits for Ctrl-C; false where it cannot be heard.
    async fn next(&mut self) -> bool {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
