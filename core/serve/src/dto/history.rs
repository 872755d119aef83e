//! The moments of a game, and what happened during a player's absence.

use serde::Serialize;
use ts_rs::TS;

/// The moments of a game that a viewer can revisit.
#[derive(Clone, Debug, Serialize, TS)]
pub struct History {
    /// The number of the latest moment.
    pub moments: u64,
    /// The moments at which a phase began.
    pub marks: Vec<PhaseMark>,
}

/// The moment at which a phase began.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PhaseMark {
    /// The number of the moment.
    pub moment: usize,
    /// The turn of the phase; 0 for set-up.
    pub turn: u16,
    /// The phase in the viewer's language.
    pub phase: Option<String>,
}

/// What happened between a side's last decision and its return.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Absence {
    /// The number of log lines the side had read.
    pub log_lines: usize,
    /// The moves of other sides' units.
    pub moves: Vec<Move>,
}

/// A unit's move.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Move {
    /// The id of the unit.
    pub unit: String,
    /// The unit's position before the absence.
    pub from: Position,
    /// The unit's position after the absence.
    pub to: Position,
}

/// A unit's position.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(untagged)]
pub enum Position {
    /// The name of a space.
    Space(String),
    /// A place on a table: the distances from its west and north edges, in units of length.
    Spot([i32; 2]),
}
