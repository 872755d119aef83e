//! The log, for running a server and for debugging. It is off unless `RUST_LOG` is set.

use crate::failure::Failure;
use grognard_packs::Diagnostic;
use std::io::{self, IsTerminal};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The environment variable that sets the log level: `info`, or `grognard_serve=debug,warn`.
const VARIABLE: &str = "RUST_LOG";

/// Writes events to standard error if `RUST_LOG` sets a level.
pub fn start() -> Result<(), Failure> {
    let Some(levels) = std::env::var(VARIABLE).ok().filter(|levels| !levels.is_empty()) else { return Ok(()) };
    let levels: Targets = levels.parse().map_err(|_| {
        let error = Diagnostic::general("E591", format!("{VARIABLE} cannot be `{levels}`"));
        Failure::usage(error.help("expected a level such as `info`, or levels by crate: `grognard_serve=debug,warn`"))
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    tracing_subscriber::registry().with(lines.with_filter(levels)).init();
    Ok(())
}
