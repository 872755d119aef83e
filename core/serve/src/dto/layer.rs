//! A layer over the map: zones of control, supply, the range of a headquarters.

use serde::Serialize;
use ts_rs::TS;

/// The contents of a layer over the map.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Layer {
    /// The spaces to highlight.
    pub spaces: Vec<String>,
    /// The units to highlight.
    pub units: Vec<String>,
    /// Distances to draw around units on a table, as pairs of a unit and a distance.
    pub ranges: Vec<(String, i32)>,
    /// Paths to draw, each as a list of spaces.
    pub paths: Vec<Vec<String>>,
}
