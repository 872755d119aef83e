//! The Luau host: a sandbox, the API seen by scripts, and the rules of a system run on a table.
//!
//! Every function of a script module is a rule. A [`Host`] implements the [`Rules`](grognard_engine::Rules) of a
//! [`Game`](grognard_engine::Game); a rule that asks a question is suspended, with its coroutine, as a [`Pause`].
//!
//! ```
//! use grognard_engine::{Content, Rules, Service, Table};
//! use grognard_script::{Host, Item, ScriptFile};
//! use std::sync::Arc;
//!
//! let file = |source: &str| {
//!     let (path, module) = ("scripts/combat.luau".to_owned(), "combat".to_owned());
//!     ScriptFile::new(path, module, source.to_owned(), false)
//! };
//! let source = "
//!     local combat = {}
//!
//!     -- 9.1 Odds are rounded in favour of the defender.
//!     function combat.odds(game, attack: number, defence: number): number
//!         return attack // defence
//!     end
//!
//!     return combat
//! ";
//! let mut host = Host::load([file(source)].into()).unwrap();
//! assert_eq!(host.rules().collect::<Vec<_>>(), ["combat.odds"]);
//!
//! let mut table = Table::new(Arc::new(Content::default()), host.questions(), 1, Service::FULL);
//! let odds = host.look("combat.odds", vec![Item::Number(11.0), Item::Number(4.0)], &mut table).unwrap();
//! assert_eq!(odds, Item::Number(2.0));
//!
//! // Scripts have no clock, no files and no network, and errors have a location.
//! let errors = Host::load([file("local now = os.time()\nreturn {}")].into()).err().unwrap();
//! assert_eq!((errors[0].file.as_deref(), errors[0].line), (Some("scripts/combat.luau"), Some(1)));
//! ```

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
mod route;
mod rule_definitions;
mod sandbox;
mod seal;
mod sources;
mod stubs;
mod suggestions;
#[cfg(not(target_family = "wasm"))]
mod watch;
mod watch_limits;

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
#[cfg(not(target_family = "wasm"))]
pub use watch::Watcher;
pub use watch_limits::WatchLimits;
