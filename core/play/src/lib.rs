//! Loads a battle and plays one game: sessions, saves and their migration, agents, exact odds, and the parser of typed answers.

#![forbid(unsafe_code)]

mod agent;
pub mod atomic_file;
mod battle;
mod file_lock;
mod forecast;
pub mod i18n;
mod layer;
pub mod line_parser;
mod log_diff;
pub mod migrate;
pub mod odds;
pub mod provenance;
pub mod record;
pub mod rule_conflicts;
pub mod save;
mod seat;
mod session;
mod stop;

pub use agent::{Agent, AgentKind, Bot, Budget, Forfeit, Greedy, Left, Patience, Random, Said, Search, Slip, Trouble, finish};
pub use battle::{Battle, Request, WATCH_LIMITS, call_path, diagnose, place_of};
pub use file_lock::{FileLock, Held};
pub use forecast::{Chance, Forecast};
pub use layer::Layer;
pub use log_diff::replaced;
pub use seat::Seat;
pub use session::{Fallback, SaveNews, Session, SessionError, Unsaved};
pub use stop::Stop;
