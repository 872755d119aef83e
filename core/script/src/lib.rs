//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.

mod api;
mod arena;
mod borrowed;
mod bridge;
mod budget;
mod call;
mod choices;
mod call_counts;
mod declarations;
mod error;
mod arguments;
mod handle;
mod suggestions;
mod host;
mod instrumentation;
mod coroutine;
mod library;
mod library_costs;
mod line_coverage;
mod lint;
mod loader;
mod iterator_check;
mod rule_definitions;
mod outcome;
mod profile_data;
mod profiler;
mod pcall;
mod push;
mod results;
mod sandbox;
mod seal;
mod sources;
mod stubs;
mod coroutine_pool;
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
pub use rule_definitions::{RuleModification, RuleDefinition};
pub use profile_data::{ProfileData, FunctionCost, MethodCost, CostSums};
pub use stubs::{reference, stubs};
pub use watch::{WatchLimits as WatchLimits, Watcher};
