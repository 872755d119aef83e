//! A game being played: its room, its agents, and the requests of its players.

pub mod agents;
pub mod answers;
pub mod fault_text;
pub mod hot_reload;
pub mod notices;
pub mod open_game;
pub mod permissions;
pub mod play;
pub mod queries;
pub mod question_numbers;
pub mod reload_notices;
pub mod room;
pub mod undo;
pub mod undo_request;
