//! What a role may see of a game.

pub mod advice;
pub mod audience;
pub mod automatic;
pub mod changes;
pub mod client_view;
pub mod counters;
pub mod fault_text;
pub mod moments;
pub mod permissions;
pub mod question;
pub mod question_numbers;
pub mod snapshot;
pub mod undo;
