//! `map.toml`.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The map of a battle: a rectangle of hexes with exceptions, a list of areas, or a table to measure on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// Hexes, areas, or a table.
    pub kind: MapKind,
    /// Where the facts come from.
    #[schemars(extend("x-for-people" = true))]
    pub source: Option<String>,
    /// What had to be guessed.
    #[schemars(extend("x-for-people" = true))]
    pub reconstruction: Option<String>,
    /// Which way the hexes point.
    pub orientation: Option<OrientationDecl>,
    /// Which columns (flat) are half a hex lower, or rows (pointy) half a hex further right.
    pub shifted: Option<ShiftedDecl>,
    /// Which part of a printed number comes first; the column, if nothing is said.
    pub numbering: Option<Numbering>,
    /// First and last column of the rectangle.
    pub columns: Option<Range>,
    /// First and last row of the rectangle.
    pub rows: Option<Range>,
    /// Hexes outside the rectangle.
    #[serde(default)]
    pub extra: Vec<String>,
    /// Hexes of the rectangle that the map does not have.
    #[serde(default)]
    pub missing: Vec<String>,
    /// Width and height of a table, in its units of length: `[900, 800]`.
    pub size: Option<[i32; 2]>,
    /// How far the places lie apart that are offered first on a table; 10 if nothing is said. Others can be named.
    pub lattice: Option<i32>,
    /// How many units of length of a table people call one: 1, 10, 100; 1 if nothing is said. Places and lengths are
    /// told in these.
    #[schemars(extend("x-for-people" = true))]
    pub scale: Option<i32>,
    /// What people call such a length: `km`.
    #[schemars(extend("x-for-people" = true))]
    pub unit: Option<String>,
    /// The areas.
    #[serde(default)]
    pub area: Vec<AreaDecl>,
    /// Boxes off the map and squares of tracks.
    #[serde(default, rename = "box")]
    pub boxes: Vec<BoxDecl>,
    /// For each terrain, its spaces; all others have the first terrain of the system.
    #[serde(default)]
    pub terrain: BTreeMap<String, Vec<String>>,
    /// For each tag, its spaces.
    #[serde(default)]
    pub tags: BTreeMap<String, Vec<String>>,
    /// What stands on a space: `"1103" = "Moscow"`.
    #[serde(default)]
    pub titles: BTreeMap<String, String>,
    /// For each feature, the borders that have it: `"0105/0106"`, or a chain `"0102-0201-0302"`.
    #[serde(default)]
    pub border: BTreeMap<String, Vec<String>>,
    /// The spaces of each named edge.
    #[serde(default)]
    pub edges: BTreeMap<String, Vec<String>>,
    /// Numbers on spaces; 0 where nothing is said.
    #[serde(default)]
    pub values: BTreeMap<String, BTreeMap<String, i32>>,
}

/// First and last number: `[1, 14]`.
pub type Range = [i32; 2];

/// Kinds of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    /// Numbered hexes.
    Hex,
    /// Areas, listed with their borders.
    Area,
    /// A table without spaces: bases stand where they are put.
    Field,
}

/// Which way hexes point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrientationDecl {
    /// A flat side on top.
    Flat,
    /// A corner on top.
    Pointy,
}

/// Which columns or rows are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShiftedDecl {
    /// Those with an odd number.
    Odd,
    /// Those with an even number.
    Even,
}

/// Which part of a hex number comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// `0503` is column 5, row 3.
    #[default]
    ColumnRow,
    /// `0503` is row 5, column 3.
    RowColumn,
}

/// An area.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaDecl {
    /// Printed number or name, unique.
    pub name: String,
    /// What stands there.
    pub title: Option<String>,
    /// Where to draw it.
    #[schemars(extend("x-for-people" = true))]
    pub centre: Option<[i32; 2]>,
    /// The areas it touches; it is enough that one of the two names the other.
    #[serde(default)]
    pub borders: Vec<String>,
}

/// A box off the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxDecl {
    /// Its name, unique on the map.
    pub name: String,
    /// Where to draw it.
    #[schemars(extend("x-for-people" = true))]
    pub centre: Option<[i32; 2]>,
    /// The spaces it touches.
    #[serde(default)]
    pub borders: Vec<String>,
}
