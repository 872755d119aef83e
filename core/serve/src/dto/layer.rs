//! A layer over the map: zones of control, supply, lines.

use serde::Serialize;
use ts_rs::TS;

/// What a layer shows over the map.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Layer {
    /// Spaces.
    pub spaces: Vec<String>,
    /// Units.
    pub units: Vec<String>,
    /// Distances around units on a table.
    pub ranges: Vec<(String, i32)>,
    /// Paths from space to space.
    pub paths: Vec<Vec<String>>,
}
