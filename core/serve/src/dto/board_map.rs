//! The map: the positions of everything on its picture, and what else can be shown.

use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The map of a game. Lengths are in units of its picture.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BoardMap {
    /// The top left corner of the picture.
    pub origin: [i64; 2],
    /// The width and the height of the picture.
    pub size: [i64; 2],
    /// The width and the height of a counter.
    pub counter: i64,
    /// The spaces by name.
    pub spaces: BTreeMap<String, MapSpace>,
    /// The table, if the map is one.
    pub field: Option<FieldMap>,
    /// The sides.
    pub sides: Vec<MapSide>,
    /// A summary of the battle.
    pub summary: Option<String>,
    /// The goal of the battle.
    pub goal: Option<String>,
    /// The charts.
    pub charts: Vec<ChartTitle>,
    /// The layers that can be shown.
    pub layers: Vec<LayerTitle>,
}

/// A space on the picture.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MapSpace {
    /// The centre of counters on the space.
    pub at: [i64; 2],
    /// The size of the room for counters.
    pub room: [i64; 2],
    /// Its number and its name.
    pub label: String,
    /// Its terrain; empty for a box.
    pub terrain: String,
    /// Its other features: towns, works.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub features: Vec<String>,
    /// Whether it is a box.
    #[serde(rename = "box")]
    pub is_box: bool,
}

/// A table to measure on.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FieldMap {
    /// The space that is the table.
    pub table: String,
    /// Its width and its depth in units of length.
    pub size: [i32; 2],
    /// The distance between the places that are offered first.
    pub lattice: i32,
    /// The number of units of length in one unit that players see.
    pub scale: i32,
    /// The name of the unit that players see.
    pub unit: String,
    /// The number of picture units in one unit of length.
    pub picture_scale: i64,
}

/// A side with its colours.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MapSide {
    /// Its name: `german`.
    pub name: String,
    /// Its name in the viewer's language.
    pub text: String,
    /// Its adjective in the viewer's language.
    pub adjective: Option<String>,
    /// The colour of its counters.
    pub fill: String,
    /// The colour of the text on its counters.
    pub ink: String,
    /// The colour of its spaces.
    pub flag: String,
}

/// The name and the title of a chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ChartTitle {
    /// Its name.
    pub name: String,
    /// Its title in the viewer's language.
    pub title: String,
}

/// The name and the title of a layer.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LayerTitle {
    /// Its name.
    pub name: String,
    /// Its title in the viewer's language.
    pub title: String,
    /// Its paragraph.
    pub rule: Option<String>,
}

impl From<grognard_board::svg::BoardPlace> for MapSpace {
    fn from(place: grognard_board::svg::BoardPlace) -> MapSpace {
        let grognard_board::svg::BoardPlace { at, room, label, terrain, features, is_box } = place;
        MapSpace { at, room, label, terrain, features, is_box }
    }
}
