//! The settings of a server.

use crate::limits::Limits;
use crate::registries::PackRegistries;
use grognard_packs::installed::Installed;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The settings of a server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The folders that contain packs.
    pub roots: Vec<PathBuf>,
    /// The pack store: a folder with copies of the packs that games use, in case the packs change.
    pub packs: Option<PathBuf>,
    /// The installed packs, if the host may change them. Their folder should be one of the roots.
    pub installed: Option<Installed>,
    /// The registries from which the host may install packs.
    pub registries: Option<Arc<dyn PackRegistries>>,
    /// How long an agent pauses before each decision if a person plays and somebody is watching.
    pub pace: Duration,
    /// Whether edited rules come into force in open games.
    pub watch: bool,
    /// The folder with the files of the web page; if absent, the built-in page is used.
    pub page: Option<PathBuf>,
    /// Limits on connections, and timeouts.
    pub limits: Limits,
}
