//! The engine: maps, units, sequence of play, dice, decisions, journal and views.
//!
//! It reads no file, runs no script, knows no clock and no game. Rules come in through `Rules`; the content of a battle
//! through [`Content`](content::Content); everything that changes lives in [`State`](state::State).

pub mod ids;
pub mod map;
pub mod set;
pub mod chart;
pub mod dice;
pub mod sequence;
pub mod unit;
pub mod content;
pub mod decision;
pub mod state;
pub mod game;
pub mod journal;
pub mod log;
pub mod table;
pub mod view;
pub mod nearest;
