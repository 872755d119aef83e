//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.

mod api;
mod arena;
mod asked;
mod blocks;
mod bridge;
mod budget;
mod call;
mod choices;
mod code;
mod costs;
mod count;
mod covered;
mod declare;
mod delivered;
mod error;
mod given;
mod handed;
mod handle;
mod hint;
mod host;
mod invoke;
mod library;
mod library_costs;
mod lint;
mod literal;
mod loader;
mod meter;
mod note;
mod origin;
mod outcome;
mod prompts;
mod protected;
mod push;
mod reading;
mod sandbox;
mod sayings;
mod seal;
mod secrets;
mod signature;
mod slot;
mod sources;
mod stubs;
mod texts;
mod threads;
mod usage;
mod watch;

#[cfg(test)]
extern crate self as grognard_script;
#[cfg(test)]
#[path = "../tests/fixture/mod.rs"]
mod fixture;

pub use api::{is_bucket, is_dice};
pub use arena::{Item, Prospect};
pub use asked::Asked;
pub use costs::{Costs, FunctionCost, MethodCost, Sums};
pub use covered::{FileLines, FunctionLines};
pub use error::{Call, ScriptError};
pub use handed::{Field, Handed, HandedOver, Receiver, Tagged, fields_of, handed_over};
pub use host::{Host, Pause};
pub use literal::{Literal, fields, literals};
pub use loader::{RuleChange, ScriptFile};
pub use note::Note;
pub use origin::{Changed, Origin};
pub use prompts::{AskedHere, prompts};
pub use sayings::{About, Saying, sayings, words};
pub use secrets::{Keeping, Secret, secrets};
pub use signature::{Signature, signatures};
pub use stubs::{reference, stubs};
pub use texts::{ScriptText, ScriptTexts, Token, texts, tokens};
pub use usage::{RuleUse, Usage, usage};
pub use watch::{Limits as WatchLimits, Watcher};
