//! `units.toml`: the order of battle.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The order of battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitsFile {
    /// The units; rules and saves know them in this order.
    pub unit: Vec<UnitDecl>,
}

/// A unit. Besides these keys it has one for each property its system declares: `grognard new editor` writes a schema
/// that knows those of the systems that are there, while the published one has to take any key for a property.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct UnitDecl {
    /// Unique name.
    pub name: String,
    /// What sentences call it, in place of the title of its type: `1st Shock Army`.
    #[schemars(extend("x-for-people" = true))]
    pub title: Option<String>,
    /// Its side.
    pub side: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The formation it belongs to.
    pub formation: Option<String>,
    /// Words that rules ask for, besides those of its type.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The space it begins on; without this key it begins off the map.
    pub at: Option<String>,
    /// Steps it begins with; without this key all on the map, none off it.
    pub steps: Option<u8>,
    /// On a table: how wide and how deep its base is, in place of what its type says. Both are even.
    pub base: Option<[i32; 2]>,
    /// On a table: the corners of what it covers, measured from its middle.
    pub outline: Option<Vec<[i32; 2]>>,
    /// On a table: the corners of the line it follows, measured from its middle; `width` says how wide it is.
    pub course: Option<Vec<[i32; 2]>>,
    /// On a table: how wide a course is, an even number.
    pub width: Option<i32>,
    /// The printed numbers.
    #[serde(flatten)]
    pub properties: BTreeMap<String, PerStep>,
}

/// A printed number: the same at every strength, or one for each step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PerStep {
    /// The same on every face.
    Same(i32),
    /// Full strength first: `[12, 6]`.
    Each(Vec<i32>),
}
