//! The engine: maps, units, sequence of play, dice, decisions, journal and views.
//!
//! It reads no file, runs no script, knows no clock and no game. Rules come in through `Rules`; the content of a battle
//! through [`Content`](content::Content); everything that changes lives in [`State`](state::State).

#![forbid(unsafe_code)]

pub mod cases;
pub mod catalogue;
pub mod chart;
pub mod content;
pub mod decision;
pub mod determinization;
pub mod dice;
mod disclosure;
pub mod field;
pub mod fraction;
pub mod game;
pub mod ids;
pub mod journal;
pub mod log;
pub mod map;
pub mod nearest;
pub mod observer;
pub mod outcome;
pub mod reader;
mod region_refusal;
pub mod sequence;
pub mod set;
pub mod state;
pub mod style;
pub mod table;
pub mod unit;
pub mod view;
pub mod visibility;
