//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.

mod api;
mod arena;
mod arguments;
mod borrowed;
mod bridge;
mod budget;
mod call;
mod call_counts;
mod choices;
mod coroutine;
mod coroutine_pool;
mod declarations;
mod error;
mod handle;
mod host;
mod instrumentation;
mod iterator_check;
mod library;
mod library_costs;
mod line_coverage;
mod lint;
mod loader;
mod outcome;
mod pcall;
mod profile_data;
mod profiler;
mod push;
mod results;
mod rule_definitions;
mod sandbox;
mod seal;
mod sources;
mod stubs;
mod suggestions;
mod watch;

#[cfg(test)]
extern crate self as grognard_script;
#[cfg(test)]
#[path = "../tests/fixture/mod.rs"]
mod fixture;

pub use api::{fields_of, is_bucket, is_dice};
pub use arena::{Item, Prospect};
pub use error::{ErrorFrame, ScriptError};
pub use host::{Host, Pause};
pub use instrumentation::Instrumentation;
pub use line_coverage::{FileLines, FunctionLines};
pub use loader::{RuleChange, ScriptFile};
pub use profile_data::{CostSums, FunctionCost, MethodCost, ProfileData};
pub use rule_definitions::{RuleDefinition, RuleModification};
pub use stubs::{reference, stubs};
pub use watch::{WatchLimits, Watcher};
