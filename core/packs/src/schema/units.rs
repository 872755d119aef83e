//! `units.toml`: the order of battle.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The order of battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitsFile {
    /// The units. Rules and saves use this order.
    pub unit: Vec<UnitDecl>,
}

/// A unit. It also has a key for each property that its system declares and for which its type has no default. The
/// schemas that `grognard new editor` writes list the properties of the systems that are present. The published schema
/// accepts any other key as a property.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct UnitDecl {
    /// The unique name.
    pub name: String,
    /// The title of the unit in sentences, in place of the title of its type: `1st Shock Army`.
    #[schemars(extend("x-for-people" = true))]
    pub title: Option<String>,
    /// What is printed on a card, in a sentence or two.
    #[schemars(extend("x-for-people" = true))]
    pub text: Option<String>,
    /// The paragraph of the rulebook that the text of a card stands for: `5.3`.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// The side.
    pub side: String,
    /// The unit type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The formation to which the unit belongs.
    pub formation: Option<String>,
    /// The tags that rules can look up, in addition to those of the unit type.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The space where the unit begins. By default, it begins off the map.
    pub at: Option<String>,
    /// The heading with which the unit begins: one of the system's `headings`. By default, the first one.
    pub heading: Option<String>,
    /// The number of steps the unit begins with. By default, all: a unit that waits off the map has its full strength.
    pub steps: Option<u8>,
    /// On a table: the width and depth of the unit's base, in place of those of its type. Both are even numbers.
    pub base: Option<[i32; 2]>,
    /// On a table: the corners of the ground that the unit covers, measured from its centre.
    pub outline: Option<Vec<[i32; 2]>>,
    /// On a table: the points of the course that the unit represents, such as a river or a road, measured from its
    /// centre. `width` is the width of the course.
    pub course: Option<Vec<[i32; 2]>>,
    /// On a table: the width of a course, an even number.
    pub width: Option<i32>,
    /// The printed numbers.
    #[serde(flatten)]
    pub properties: BTreeMap<String, PerStep>,
}

/// A printed number: the same at every strength, or one number for each step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PerStep {
    /// The same number at every strength.
    Same(i32),
    /// A number for each step, full strength first: `[12, 6]`.
    Each(Vec<i32>),
}
