//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.

mod api;
mod arena;
mod bridge;
mod call;
mod error;
mod handle;
mod host;
mod lint;
mod loader;
mod sandbox;
mod slot;

pub use arena::Item;
pub use error::ScriptError;
pub use host::{Host, Pause};
pub use loader::ScriptFile;
