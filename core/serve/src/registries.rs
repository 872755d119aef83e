//! The registries that the host can install packs from.

use crate::dto::{Fault, OfferedPack, PackDescription, PackInstallation, PackSearch, SearchQuery};
use std::fmt::Debug;

/// The registries that the host can install packs from. The program that runs the server knows where they are, and how
/// to load packs from strangers safely.
///
/// All methods may take long; only a search that need not refresh anything is fast. Apart from searches, they are
/// called one at a time.
pub trait PackRegistries: Debug + Send + Sync {
    /// Finds packs by words. Without `refresh`, the lists that were fetched earlier are searched, if there are any.
    fn search(&self, query: &SearchQuery) -> Result<PackSearch, Fault>;

    /// Fetches a pack, and describes what it is and what it changes, in a language if possible.
    fn describe(&self, pack: &OfferedPack, language: Option<&str>) -> Result<PackDescription, Fault>;

    /// Installs a pack and everything it needs, or nothing.
    fn install(&self, pack: &OfferedPack) -> Result<PackInstallation, Fault>;
}
