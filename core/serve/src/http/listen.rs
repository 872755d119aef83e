//! A server's address, and its life cycle from the first request to shutdown.

use crate::dto::Fault;
use crate::http::connections::Connections;
use crate::http::origin_check::{ServerNames, check_origin, host_of};
use crate::http::request_log::log_request;
use crate::http::routes;
use crate::http::shutdown::{Shutdown, signals};
use crate::state::AppState;
use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use grognard_packs::Diagnostic;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedReceiver;

/// The maximum length of a request body.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// A server that is bound to an address but is not serving yet.
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
    names: Vec<String>,
    network_addresses: Vec<IpAddr>,
}

/// Returns all routes, behind the origin check.
pub fn router(app: Arc<AppState>, port: u16, names: &[String]) -> Router {
    let names = Arc::new(ServerNames::new(port, names));
    let limit = DefaultBodyLimit::max(MAX_BODY_BYTES);
    let routes = routes::routes().layer(limit).with_state(app);
    routes.layer(middleware::from_fn_with_state(names, check_origin)).layer(middleware::from_fn(log_request))
}

impl Listener {
    /// Binds an address; port 0 picks a free port. `names` are this computer's host names.
    pub fn bind(ip: IpAddr, port: u16, names: Vec<String>) -> Result<Listener, Diagnostic> {
        let cannot = |error: io::Error| cannot_bind(ip, port, &error);
        let listener = TcpListener::bind((ip, port)).map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let network_addresses = network_addresses(ip);
        let own = network_addresses.iter().map(|ip| host_of(*ip));
        Ok(Listener { listener, address, names: names.into_iter().chain(own).collect(), network_addresses })
    }

    /// Returns the bound port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Returns the addresses at which other computers can reach the server; empty if none can.
    pub fn network_addresses(&self) -> &[IpAddr] {
        &self.network_addresses
    }

    /// Serves requests until Ctrl-C or a termination signal.
    pub fn run(self, app: Arc<AppState>) -> Result<Shutdown, Fault> {
        let failed = |error: io::Error| Fault::inside(error.to_string());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
        let ending = runtime.block_on(async { self.serve(app, signals()).await });
        // `serve` has already waited as long as allowed.
        runtime.shutdown_background();
        ending.map_err(failed)
    }

    /// Serves requests until the first message on `stop`. Open games then have a limited time to close. A second
    /// message stops the server immediately.
    pub async fn serve(self, app: Arc<AppState>, mut stop: UnboundedReceiver<()>) -> io::Result<Shutdown> {
        let limits = app.settings.limits;
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = router(app.clone(), self.address.port(), &self.names);
        let connections = Connections::new(&limits);
        tracing::info!(address = %self.address, "serving");
        tokio::select! {
            () = connections.accept(&listener, &router) => {}
            _ = stop.recv() => {}
        }
        drop(listener);
        tracing::info!("closing");
        let rooms = tokio::task::spawn_blocking(move || app.close_all());
        // Event streams end when their rooms close.
        let shutdown = async { tokio::join!(rooms, connections.close()) };
        Ok(tokio::select! {
            done = tokio::time::timeout(limits.shutdown, shutdown) => if done.is_ok() { Shutdown::Orderly } else { Shutdown::Cut },
            _ = stop.recv() => Shutdown::Cut,
        })
    }
}

/// Returns the addresses at which other computers can reach a server bound to `ip`.
fn network_addresses(ip: IpAddr) -> Vec<IpAddr> {
    if !ip.is_unspecified() {
        return Some(ip).filter(|ip| !ip.is_loopback()).into_iter().collect();
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let addresses = interfaces
        .into_iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .map(|one| one.ip());
    let mut all: Vec<IpAddr> = addresses.filter(|own| own.is_ipv4() || ip.is_ipv6()).collect();
    all.sort();
    all.dedup();
    all
}

fn cannot_bind(ip: IpAddr, port: u16, error: &std::io::Error) -> Diagnostic {
    let address = SocketAddr::new(ip, port);
    let help = match error.kind() {
        ErrorKind::AddrInUse => {
            "another program uses this port, perhaps another `grognard serve`; `--port 0` picks a free one"
        }
        ErrorKind::PermissionDenied => "ports below 1024 are reserved for the system; `--port 0` picks a free one",
        ErrorKind::AddrNotAvailable => "this computer has no such address; the default is 127.0.0.1",
        _ => "`--port 0` picks a free port",
    };
    Diagnostic::general("E813", format!("cannot listen on {address}: {error}")).help(help)
}
