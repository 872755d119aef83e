//! Loads a battle and plays one game: sessions, saves and their migration, agents, exact odds.

#![forbid(unsafe_code)]

mod agent;
pub mod atomic_file;
mod battle;
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
mod cancel_token;

pub use agent::{Agent, AgentKind, Bot, Budget, Greedy, GameExit, Patience, Random, AgentReply, Search, LineError, BotError, finish};
pub use battle::{Battle, BattleRequest, WATCH_LIMITS, call_path, diagnose, place_of};
pub use file_lock::{FileLock, FileLocked};
pub use forecast::{ResultChance, Forecast};
pub use forfeit::Forfeit;
pub use layer::Layer;
pub use log_diff::log_difference;
pub use session::{Fallback, SaveNews, Seat, Session, SessionError, SaveFailure};
pub use cancel_token::CancelToken;
