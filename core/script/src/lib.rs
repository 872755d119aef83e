//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.

mod api;
mod arena;
mod bridge;
mod budget;
mod call;
mod choices;
mod costs;
mod count;
mod covered;
mod declare;
mod delivered;
mod error;
mod given;
mod handle;
mod hint;
mod host;
mod invoke;
mod library;
mod library_costs;
mod lint;
mod loader;
mod loops;
mod meter;
mod note;
mod origin;
mod outcome;
mod protected;
mod push;
mod sandbox;
mod seal;
mod slot;
mod sources;
mod stubs;
mod threads;
mod watch;

#[cfg(test)]
extern crate self as grognard_script;
#[cfg(test)]
#[path = "../tests/fixture/mod.rs"]
mod fixture;

pub use api::{fields_of, is_bucket, is_dice};
pub use arena::{Item, Prospect};
pub use costs::{Costs, FunctionCost, MethodCost, Sums};
pub use covered::{FileLines, FunctionLines};
pub use error::{Call, ScriptError};
pub use host::{Host, Pause};
pub use loader::{RuleChange, ScriptFile};
pub use note::Note;
pub use origin::{Changed, Origin};
pub use stubs::{reference, stubs};
pub use watch::{Limits as WatchLimits, Watcher};
