//! Experiments over many games: simulation, comparison, ladders, envelopes, profiles.

#![forbid(unsafe_code)]

pub mod compare;
pub mod envelope;
mod forfeits;
pub mod ladder;
pub mod observation;
pub mod profile;
pub mod shard;
pub mod sim;
mod stats;

pub use forfeits::{Forfeits, add_games, forfeits};
pub use stats::Proportion;
