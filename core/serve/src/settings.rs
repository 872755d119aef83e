//! The settings of a server.

use crate::limits::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Folders of packs.
    pub roots: Vec<PathBuf>,
    /// The folder of the store, which keeps the packs of games in case they change.
    pub packs: Option<PathBuf>,
    /// The pause of an agent before each decision while a person is watching.
    pub pace: Duration,
    /// Whether edited rules come into force in open games.
    pub watch: bool,
    /// The folder of the page; by default the page built into the program.
    pub page: Option<PathBuf>,
    /// Limits on connections and waiting times.
    pub limits: Limits,
}
