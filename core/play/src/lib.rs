//! Loads a battle and plays one game: sessions, saves and their migration, agents, exact odds.

#![forbid(unsafe_code)]

mod agent;
pub mod atomic_file;
mod battle;
mod cancel_token;
mod file_lock;
mod forecast;
mod forfeit;
pub mod i18n;
mod layer;
mod log_diff;
pub mod migrate;
pub mod odds;
pub mod provenance;
pub mod record;
pub mod rule_conflicts;
pub mod save;
mod session;

pub use agent::{Agent, AgentKind, AgentReply, Bot, BotError, Budget, GameExit, Greedy, LineError, Patience, Random, Search, finish};
pub use battle::{Battle, BattleRequest, WATCH_LIMITS, call_path, diagnose, place_of};
pub use cancel_token::CancelToken;
pub use file_lock::{FileLock, FileLocked};
pub use forecast::{Forecast, ResultChance};
pub use forfeit::Forfeit;
pub use layer::Layer;
pub use log_diff::log_difference;
pub use session::{Fallback, SaveFailure, SaveNews, Seat, Session, SessionError};
