//! Packs in zip archives, for sharing.

mod entry_name;
mod pack;
mod read;

pub use entry_name::problem as problem_of_name;
pub(crate) use pack::write;
pub use pack::{PackArchive, pack};
pub use read::{MAX_ARCHIVE, files, read};
