//! Builds a registry: adds packs to a folder, and writes its lists and its signature.
//!
//! The same packs always produce the same bytes. Published files are kept; only the lists are rewritten.

mod entry;
mod folder;
mod lists;

pub use entry::{PublishedPack, prepare};
pub use folder::RegistryFolder;
pub use lists::{BuildOutcome, ListSettings};
