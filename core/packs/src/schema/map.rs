//! The map of a battle: `map.toml`.

use grognard_engine::style::{Compass, PanelPlace};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The map of a battle: a rectangle of hexes with exceptions, a list of areas, points with connections between them, or
/// a table on which distances are measured.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// The kind of map: hexes, areas, points or a table.
    pub kind: MapKind,
    /// The sources of the map data, such as a published map or coordinates.
    #[schemars(extend("x-for-people" = true))]
    pub source: Option<String>,
    /// What had to be guessed, because the sources do not show it.
    #[schemars(extend("x-for-people" = true))]
    pub reconstruction: Option<String>,
    /// The edge of the map towards which north lies, for the compass.
    #[schemars(extend("x-for-people" = true))]
    pub north: Option<North>,
    /// What a length on the map measures, for the scale: `{ length = 15, unit = "km" }`.
    #[schemars(extend("x-for-people" = true))]
    pub across: Option<Across>,
    /// The names of rivers and lakes, each with the places at which it is written: a border along which a river flows,
    /// as in `Oka = ["1419/1420"]`, or a chain of spaces of water that it crosses, as in `Volga = ["V4-V5-V6"]`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub waters: BTreeMap<String, Vec<String>>,
    /// Lines that are only drawn and concern no rule, by kind: chains of spaces through which a railway, a road or a
    /// gully runs, as in `railway = ["4-5-13"]`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub courses: BTreeMap<String, Vec<String>>,
    /// The orientation of the hexes.
    pub orientation: Option<OrientationDecl>,
    /// The columns that are half a hex lower (flat), or the rows that are half a hex further right (pointy).
    pub shifted: Option<ShiftedDecl>,
    /// The part of a printed number that comes first; the column by default.
    pub numbering: Option<Numbering>,
    /// The first and last column of the rectangle.
    pub columns: Option<Range>,
    /// The first and last row of the rectangle.
    pub rows: Option<Range>,
    /// Additional hexes outside the rectangle.
    #[serde(default)]
    pub extra: Vec<String>,
    /// Hexes in the rectangle that are not on the map.
    #[serde(default)]
    pub missing: Vec<String>,
    /// The width and height of a table, in its units of length: `[900, 800]`.
    pub size: Option<[i32; 2]>,
    /// The distance between the places that are offered first on a table; 10 by default. Players can name other places.
    pub lattice: Option<i32>,
    /// How many of a table's units of length make one displayed unit: 1, 10 or 100; 1 by default.
    #[schemars(extend("x-for-people" = true))]
    pub scale: Option<i32>,
    /// The name of the displayed unit of length: `km`.
    #[schemars(extend("x-for-people" = true))]
    pub unit: Option<String>,
    /// The areas.
    #[serde(default)]
    pub area: Vec<AreaDecl>,
    /// The points.
    #[serde(default)]
    pub point: Vec<PointDecl>,
    /// The connections between points, by feature: `"Kiel/Hamburg"`, or a chain `"Hamburg-Berlin-Posen"`. A connection
    /// can have several features.
    #[serde(default)]
    pub connections: BTreeMap<String, Vec<String>>,
    /// The boxes off the map, including those of tracks.
    #[serde(default, rename = "box")]
    pub boxes: Vec<BoxDecl>,
    /// The groups of boxes on the printed sheet. Boxes in no group stand at their centres or below the map.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub panel: Vec<PanelDecl>,
    /// Spaces by terrain. All other spaces have the first terrain of the system.
    #[serde(default)]
    pub terrain: BTreeMap<String, Vec<String>>,
    /// Spaces by tag.
    #[serde(default)]
    pub tags: BTreeMap<String, Vec<String>>,
    /// Titles by space: `"1103" = "Moscow"`.
    #[serde(default)]
    pub titles: BTreeMap<String, String>,
    /// Borders by feature: `"0105/0106"`, or a chain `"0102-0201-0302"`.
    #[serde(default)]
    pub border: BTreeMap<String, Vec<String>>,
    /// Spaces by named edge.
    #[serde(default)]
    pub edges: BTreeMap<String, Vec<String>>,
    /// Numbers that the map gives to spaces, by the name of the number and then by space; 0 by default.
    #[serde(default)]
    pub values: BTreeMap<String, BTreeMap<String, i32>>,
}

/// The first and last number: `[1, 14]`.
pub type Range = [i32; 2];

/// Kinds of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    /// Numbered hexes.
    Hex,
    /// Areas, each listed with its borders.
    Area,
    /// Points, such as towns, with the connections between them.
    Points,
    /// A table without spaces, on which bases can be anywhere.
    Field,
}

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum North {
    /// North is at the top.
    Up,
    /// North is at the right: the top of the map is the west.
    Right,
    /// North is at the foot.
    Down,
    /// North is at the left: the top of the map is the east.
    Left,
}

same_variants!(North => Compass: Up, Right, Down, Left);

/// What a length on the map measures.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Across {
    /// The distance from the centre of a hex to the next, or one unit of the centres of areas.
    #[schemars(range(min = 1, max = 10_000))]
    pub length: i32,
    /// The unit of length: `km`.
    pub unit: String,
}

/// The orientation of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrientationDecl {
    /// Flat-topped hexes.
    Flat,
    /// Pointy-topped hexes.
    Pointy,
}

/// The columns or rows that are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShiftedDecl {
    /// Columns or rows with an odd number.
    Odd,
    /// Columns or rows with an even number.
    Even,
}

/// Which part of a hex number comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// The column comes first: `0503` is column 5, row 3.
    #[default]
    ColumnRow,
    /// The row comes first: `0503` is row 5, column 3.
    RowColumn,
}

/// An area.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaDecl {
    /// The printed number or name, which is unique.
    pub name: String,
    /// The title.
    pub title: Option<String>,
    /// The position of the area's centre in pictures of the map.
    #[schemars(extend("x-for-people" = true))]
    pub centre: Option<[i32; 2]>,
    /// The areas that this area touches. It is enough to list each border once, in either area.
    #[serde(default)]
    pub borders: Vec<String>,
}

/// A point.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointDecl {
    /// The name, which is unique.
    pub name: String,
    /// The title; by default, the name is written beside the point.
    pub title: Option<String>,
    /// The position in pictures of the map, measured to the right and downwards.
    #[schemars(extend("x-for-people" = true))]
    pub at: [i32; 2],
    /// How large the point is drawn, from 1 for a village to 3 for a great city; 2 by default.
    #[schemars(range(min = 1, max = 3), extend("x-for-people" = true))]
    pub size: Option<u8>,
}

/// A box off the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxDecl {
    /// The name, which is unique on the map.
    pub name: String,
    /// The position of the box's centre in pictures of the map.
    #[schemars(extend("x-for-people" = true))]
    pub centre: Option<[i32; 2]>,
    /// The spaces that the box touches.
    #[serde(default)]
    pub borders: Vec<String>,
}

/// Boxes that stand together on the printed sheet.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PanelDecl {
    /// The heading.
    pub title: Option<String>,
    /// The boxes, in reading order. Areas among them are drawn as boxes, too.
    pub boxes: Vec<String>,
    /// Where the boxes stand; at their centres by default.
    #[serde(default)]
    pub at: PanelPlaceDecl,
    /// The number of boxes side by side; 1 by default.
    #[schemars(range(min = 1, max = 12))]
    pub columns: Option<u8>,
    /// The room in each box: how many counters side by side, and how many rows of them; `[1, 1]` by default.
    #[schemars(inner(range(min = 1, max = 12)))]
    pub room: Option<[u8; 2]>,
    /// The side whose colours the boxes have.
    pub side: Option<String>,
}

/// Where the boxes of a panel stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PanelPlaceDecl {
    /// Each at its own centre.
    #[default]
    Map,
    /// Left of the map, each beside the areas that it touches.
    Left,
    /// Right of the map, in the same way.
    Right,
    /// In the column with the turns and the key.
    Column,
}

same_variants!(PanelPlaceDecl => PanelPlace: Map, Left, Right, Column);
