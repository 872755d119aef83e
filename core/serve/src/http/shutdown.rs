//! Signals that stop a server.

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// How a server shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// All games were closed and all requests answered.
    Orderly,
    /// The timeout expired, or a second signal arrived, while a game was busy. All confirmed decisions are stored.
    Cut,
}

/// Returns a channel that receives a message for each Ctrl-C or termination signal.
pub fn signals() -> UnboundedReceiver<()> {
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        let mut signals = Signals::new();
        while signals.next().await && sender.send(()).is_ok() {}
        // If no signal can be received, the channel stays open but silent.
        sender.closed().await;
    });
    receiver
}

#[cfg(unix)]
struct Signals(Vec<tokio::signal::unix::Signal>);

#[cfg(unix)]
impl Signals {
    fn new() -> Signals {
        use tokio::signal::unix::{SignalKind, signal};
        // A signal without a handler ends the program.
        Signals(
            [SignalKind::interrupt(), SignalKind::terminate()]
                .into_iter()
                .filter_map(|kind| signal(kind).ok())
                .collect(),
        )
    }

    /// Waits for a signal. Returns false if no signal can be received.
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

    /// Waits for Ctrl-C. Returns false if it cannot be received.
    async fn next(&mut self) -> bool {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
