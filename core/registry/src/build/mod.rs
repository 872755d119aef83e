//! Makes a registry: adds packs to a folder, and writes its lists and its signature.
//!
//! The same packs give the same bytes. What is in the folder stays there; only its lists are written again.

mod entry;
mod folder;
mod lists;

pub use entry::{PublishedPack, prepare};
pub use folder::RegistryFolder;
pub use lists::{BuildOutcome, ListSettings};
