//! Experiments over many games: simulation, comparison, ladders, envelopes, profiles.

#![forbid(unsafe_code)]

pub mod change;
pub mod compare;
pub mod envelope;
mod forfeits;
pub mod ladder;
mod merge;
pub mod observation;
pub mod profile;
mod question;
pub mod shard;
pub mod sim;
mod stats;
pub mod train;

pub use change::Change;
pub use forfeits::{Forfeits, add_games, forfeits};
pub use merge::merge;
pub use question::ComparisonQuestion;
pub use stats::Proportion;
