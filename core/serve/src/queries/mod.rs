//! Queries about a running game that its snapshot does not answer: map, charts, rulebooks, history, odds, exports.

pub mod absence;
pub mod charts;
pub mod export;
pub mod guide;
pub mod history;
pub mod layer;
pub mod map;
pub mod painting;
pub mod rulebook;
pub mod score;
pub mod what_if;
pub mod why_and_odds;
