//! The moments of a game, and what happened during a player's absence.

use serde::Serialize;
use ts_rs::TS;

/// The moments a viewer can look back at.
#[derive(Clone, Debug, Serialize, TS)]
pub struct History {
    /// The number of the last moment.
    pub moments: u64,
    /// The moments at which a phase began.
    pub marks: Vec<PhaseMark>,
}

/// The moment at which a phase began.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PhaseMark {
    /// The number of the moment.
    pub moment: usize,
    /// The turn.
    pub turn: u16,
    /// The phase in the viewer's language.
    pub phase: Option<String>,
}

/// What happened between the last decision of a side and its return.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Absence {
    /// The number of log lines the side had read.
    pub log_lines: usize,
    /// The units of other sides that moved.
    pub moves: Vec<Move>,
}

/// The move of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Move {
    /// The unit.
    pub unit: String,
    /// Its position before.
    pub from: Position,
    /// Its position after.
    pub to: Position,
}

/// The position of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(untagged)]
pub enum Position {
    /// A space by name.
    Space(String),
    /// A place on a table.
    Spot([i32; 2]),
}
