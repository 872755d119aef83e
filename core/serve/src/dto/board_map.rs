//! The map: its dimensions, and the names and positions of everything on it.

use super::{Guide, TextBlock};
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The map of a game. Lengths are in picture units.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BoardMap {
    /// The top left corner of the picture, in picture units.
    pub origin: [i64; 2],
    /// The width and height of the picture.
    pub size: [i64; 2],
    /// The width and height of the map with the boxes around it, without the column. Its top left corner is the
    /// picture's.
    pub ground: [i64; 2],
    /// The width and height of a counter.
    pub counter: i64,
    /// The spaces, by name.
    pub spaces: BTreeMap<String, MapSpace>,
    /// The painted ground, if the map has one.
    pub painting: Option<MapPainting>,
    /// The fonts of the packs, in place of the page's own.
    pub fonts: Vec<MapFont>,
    /// The table, if the game is played on one.
    pub field: Option<FieldMap>,
    /// The sides, with their names and colours.
    pub sides: Vec<MapSide>,
    /// The summary of the battle, in the viewer's language.
    pub summary: Option<String>,
    /// The goal of the battle, in the viewer's language.
    pub goal: Option<String>,
    /// The introduction for new players.
    pub introduction: Option<Introduction>,
    /// The guide, if the battle is a guided one.
    pub guide: Option<Guide>,
    /// The names and titles of the charts.
    pub charts: Vec<ChartTitle>,
    /// The layers that can be shown.
    pub layers: Vec<LayerTitle>,
}

/// An introduction for new players, in the viewer's language.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Introduction {
    /// The title.
    pub title: String,
    /// The text.
    pub text: Vec<TextBlock>,
}

/// The painted ground of a map, which lies below the picture.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MapPainting {
    /// The address of the image, relative to the page.
    pub address: String,
    /// The address of a small version, which is there sooner.
    pub small: String,
    /// The top left corner, in picture units.
    pub at: [i64; 2],
    /// The width and height.
    pub size: [i64; 2],
}

/// A font that a pack brings.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MapFont {
    /// What it is used for: `title`, `text`, `map` or `counter`.
    #[ts(type = "\"title\" | \"text\" | \"map\" | \"counter\"")]
    pub role: String,
    /// The address of the file, relative to the page.
    pub address: String,
}

/// A space in the picture.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MapSpace {
    /// The point on which counters are centred.
    pub at: [i64; 2],
    /// The width and height available for counters.
    pub room: [i64; 2],
    /// The number and name of the space.
    pub label: String,
    /// The terrain; empty for a box.
    pub terrain: String,
    /// The drawn tags and the numeric values of the space, in the viewer's language: `port`, `points 3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub features: Vec<String>,
    /// Whether the space is a box.
    #[serde(rename = "box")]
    pub is_box: bool,
}

/// A table to measure on.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FieldMap {
    /// The name of the space that represents the table.
    pub table: String,
    /// The width and depth of the table, in units of length.
    pub size: [i32; 2],
    /// The spacing of the lattice, whose places are offered first.
    pub lattice: i32,
    /// The number of units of length per unit shown to players.
    pub scale: i32,
    /// The name of the unit shown to players.
    pub unit: String,
    /// The number of picture units per unit of length.
    pub picture_scale: i64,
}

/// A side with its colours.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MapSide {
    /// The side's name in the protocol: `german`.
    pub name: String,
    /// The name in the viewer's language.
    pub text: String,
    /// The adjective in the viewer's language.
    pub adjective: Option<String>,
    /// The colour of the side's counters.
    pub fill: String,
    /// The colour of the text on the side's counters.
    pub ink: String,
    /// The colour of the side's spaces.
    pub flag: String,
    /// Whether the side has no player.
    pub neutral: bool,
}

/// The name and title of a chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ChartTitle {
    /// The name: `crt`.
    pub name: String,
    /// The title in the viewer's language.
    pub title: String,
}

/// The name and title of a layer.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LayerTitle {
    /// The name: `zones_of_control`.
    pub name: String,
    /// The title in the viewer's language.
    pub title: String,
    /// The paragraph of the rulebook that the layer illustrates.
    pub rule: Option<String>,
}

impl From<grognard_board::svg::BoardPlace> for MapSpace {
    fn from(place: grognard_board::svg::BoardPlace) -> MapSpace {
        let grognard_board::svg::BoardPlace { at, room, label, terrain, features, is_box } = place;
        MapSpace { at, room, label, terrain, features, is_box }
    }
}
