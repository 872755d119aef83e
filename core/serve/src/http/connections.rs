//! Connections to the server. Their number is limited, and a connection is closed if no request arrives in time.

use crate::limits::Limits;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The pause after a failure to accept a connection, for example because no file descriptors are left.
const PAUSE: Duration = Duration::from_millis(500);
/// The maximum length of a request head.
const MAX_HEAD_BYTES: usize = 64 * 1024;

/// The open connections of a server.
pub struct Connections {
    places: Arc<Semaphore>,
    http: http1::Builder,
    open: GracefulShutdown,
}

impl Connections {
    /// Creates an empty set of connections.
    pub fn new(limits: &Limits) -> Connections {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(MAX_HEAD_BYTES);
        Connections { places: Arc::new(Semaphore::new(limits.connections)), http, open: GracefulShutdown::new() }
    }

    /// Accepts connections as long as the future is polled.
    pub async fn accept(&self, listener: &TcpListener, router: &Router) {
        while let Ok(place) = self.places.clone().acquire_owned().await {
            match listener.accept().await {
                Ok((stream, _)) => self.open(stream, router.clone(), place),
                Err(error) if is_of_peer(error.kind()) => {}
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    fn open(&self, stream: TcpStream, router: Router, place: OwnedSemaphorePermit) {
        // Sends short responses without delay. If the option cannot be set, they just arrive a little later.
        let _ = stream.set_nodelay(true);
        let connection = self.http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
        let connection = self.open.watch(connection);
        tokio::spawn(async move {
            // A broken connection affects only its peer.
            let _ = connection.await;
            drop(place);
        });
    }

    /// Waits for pending requests to finish, then closes all connections.
    pub async fn close(self) {
        self.open.shutdown().await;
    }
}

/// Returns whether the peer caused the error, in which case the next connection may succeed.
fn is_of_peer(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}
