//! The registries that the host can install packs from.

use crate::dto::{Fault, OfferedPack, PackDescription, PackInstallation, PackSearch, SearchQuery};
use std::fmt::Debug;

/// The registries that the host can install packs from. The program that runs the server knows where they are, and how
/// to load untrusted packs safely.
///
/// Any method may take a long time, except a search that need not fetch anything. Apart from searches, they are called
/// one at a time.
pub trait PackRegistries: Debug + Send + Sync {
    /// Finds packs by words. Without `refresh`, lists that were fetched earlier are used, if there are any.
    fn search(&self, query: &SearchQuery) -> Result<PackSearch, Fault>;

    /// Fetches a pack, and describes what it is and what it changes, in the given language if possible.
    fn describe(&self, pack: &OfferedPack, language: Option<&str>) -> Result<PackDescription, Fault>;

    /// Installs a pack and everything it needs, or nothing.
    fn install(&self, pack: &OfferedPack) -> Result<PackInstallation, Fault>;
}
