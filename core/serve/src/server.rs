//! The server: an address, the routes, and an orderly end.

use crate::fault::Fault;
use crate::guard::{Names, guard};
use crate::house::House;
use crate::http;
use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use grognard_packs::Diagnostic;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// Nothing a page sends is longer.
const MOST_BYTES: usize = 64 * 1024;
/// Whoever still talks after so long at the end is cut off.
const FAREWELL: Duration = Duration::from_secs(3);

/// A server that is about to serve.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    names: Vec<String>,
}

/// Everything a house serves, behind the guard.
pub fn router(house: Arc<House>, port: u16, names: &[String]) -> Router {
    let names = Arc::new(Names::new(port, names));
    let limit = DefaultBodyLimit::max(MOST_BYTES);
    http::routes().layer(limit).with_state(house).layer(middleware::from_fn_with_state(names, guard))
}

impl Server {
    /// Takes an address; port 0 is any that is free. `names` are those by which others know this computer.
    pub fn bind(ip: IpAddr, port: u16, names: Vec<String>) -> Result<Server, Diagnostic> {
        let cannot = |error: std::io::Error| cannot_bind(ip, port, &error);
        let listener = TcpListener::bind((ip, port)).map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let own = (!ip.is_loopback() && !ip.is_unspecified()).then(|| ip.to_string());
        Ok(Server { listener, address, names: names.into_iter().chain(own).collect() })
    }

    /// The port it has.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Serves until it is told to stop: by Ctrl-C or by the system.
    pub fn run(self, house: Arc<House>) -> Result<(), Fault> {
        let failed = |error: std::io::Error| Fault::inside(error.to_string());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
        let result = runtime.block_on(self.serve(house.clone())).map_err(failed);
        // What was asked for at the very end.
        house.close_all();
        runtime.shutdown_timeout(FAREWELL);
        result
    }

    async fn serve(self, house: Arc<House>) -> std::io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = router(house.clone(), self.address.port(), &self.names);
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let ending = async move {
            told_to_stop().await;
            // Open lines end with the rooms they look into.
            let _ = tokio::task::spawn_blocking(move || house.close_all()).await;
            let _ = stop.send(());
        };
        let serving = axum::serve(listener, router).with_graceful_shutdown(ending).into_future();
        let too_long = async {
            let _ = stopped.await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            result = serving => result,
            () = too_long => Ok(()),
        }
    }
}

/// Waits for Ctrl-C, or for the system's wish that the program end.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn cannot_bind(ip: IpAddr, port: u16, error: &std::io::Error) -> Diagnostic {
    let address = SocketAddr::new(ip, port);
    let help = match error.kind() {
        ErrorKind::AddrInUse => "another program uses it, perhaps another `grognard serve`; `--port 0` takes any that is free",
        ErrorKind::PermissionDenied => "ports below 1024 belong to the system; `--port 0` takes any that is free",
        ErrorKind::AddrNotAvailable => "this computer has no such address; without `--open-to` it is 127.0.0.1",
        _ => "`--port 0` takes any that is free",
    };
    Diagnostic::general("E813", format!("cannot serve at {address}: {error}")).help(help)
}
