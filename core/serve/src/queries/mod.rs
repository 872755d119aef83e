//! Queries of a browser about a running game, besides its snapshot: map, charts, history, odds, exports.

pub mod absence;
pub mod charts;
pub mod export;
pub mod history;
pub mod layer;
pub mod map;
pub mod what_if;
pub mod why_and_odds;
