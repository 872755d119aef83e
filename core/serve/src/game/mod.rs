//! A game in progress: its room, its agents and its players' answers.

pub mod advice;
pub mod agents;
pub mod answers;
pub mod hot_reload;
pub mod notices;
pub mod open_game;
pub mod play;
pub mod reload_notices;
pub mod room;
pub mod undo_request;
