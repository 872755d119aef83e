//! What a role may see of a game.

pub mod absence;
pub mod audience;
pub mod charts;
pub mod client_view;
pub mod export;
pub mod history;
pub mod layer;
pub mod map;
pub mod moments;
pub mod question;
pub mod snapshot;
pub mod what_if;
