//! What a role may see of a game.

pub mod absence;
pub mod audience;
pub mod changes;
pub mod charts;
pub mod client_view;
pub mod counters;
pub mod export;
pub mod history;
pub mod layer;
pub mod map;
pub mod moments;
pub mod question;
pub mod snapshot;
pub mod what_if;
