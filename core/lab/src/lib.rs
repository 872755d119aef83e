//! The lab: battles ready to play, agents, sessions and saves, simulation, the conformance suite.

mod agent;
mod battle;
pub mod check;
mod claim;
pub mod compare;
pub mod conformance;
pub mod diff;
pub mod effects;
pub mod envelope;
pub mod explain;
mod forecast;
pub mod ladder;
mod language;
mod layer;
pub mod locale;
pub mod migrate;
pub mod observe;
pub mod odds;
pub mod record;
mod replaced;
mod rivals;
pub mod save;
mod session;
pub mod shard;
pub mod sim;
pub mod spoken;
mod stats;
pub mod suite;

pub use agent::{Agent, AgentKind, Bot, Budget, Greedy, Patience, Random, Said, Search, Trouble, finish};
pub use battle::{Battle, Request, diagnose};
pub use claim::{Claim, Held};
pub use forecast::{Chance, Forecast};
pub use layer::Layer;
pub use replaced::replaced;
pub use session::{Fallback, SaveNews, Seat, Session, SessionError, Unsaved};
pub use stats::Proportion;
