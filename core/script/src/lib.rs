//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.

mod api;
mod arena;
mod asked;
mod bridge;
mod budget;
mod call;
mod choices;
mod code;
mod count;
mod declare;
mod error;
mod handle;
mod hint;
mod host;
mod invoke;
mod lint;
mod loader;
mod origin;
mod outcome;
mod push;
mod sandbox;
mod sayings;
mod seal;
mod slot;
mod sources;
mod stubs;
mod texts;
mod usage;
mod watch;

#[cfg(test)]
extern crate self as grognard_script;
#[cfg(test)]
#[path = "../tests/fixture/mod.rs"]
mod fixture;

pub use api::is_dice;
pub use arena::Item;
pub use asked::Asked;
pub use error::{Call, ScriptError};
pub use host::{Host, Pause};
pub use loader::{RuleChange, ScriptFile};
pub use origin::{Changed, Origin};
pub use sayings::{About, Saying, sayings};
pub use stubs::{reference, stubs};
pub use texts::{ScriptText, ScriptTexts, Token, texts, tokens};
pub use usage::{RuleUse, Usage, usage};
pub use watch::Watcher;
