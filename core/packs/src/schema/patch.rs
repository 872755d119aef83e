//! `patches/*.toml`: changes to other packs.

use schemars::JsonSchema;
use serde::Deserialize;

/// Changes to other packs, made in this order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchFile {
    /// The changes.
    pub patch: Vec<PatchItem>,
}

/// One change.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchItem {
    /// The path of what changes: `map.terrain.forest`, `units.unit["VII"].strength`.
    pub at: String,
    /// How it changes.
    pub op: Op,
    /// The new value, or what to add.
    pub value: Option<serde_json::Value>,
    /// The value believed to be there, as the packs that come before left it; a different one is an error.
    pub expect: Option<serde_json::Value>,
    /// For `insert`: the element to go before.
    pub before: Option<serde_json::Value>,
    /// For `insert`: the element to go after.
    pub after: Option<serde_json::Value>,
    /// For `mul` on whole numbers: which way to round.
    pub round: Option<RoundDecl>,
    /// The reason, in a few words.
    #[schemars(extend("x-for-people" = true))]
    pub why: Option<String>,
    /// The paragraph of the variant.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// Only under this condition.
    pub when: Option<When>,
}

/// What a patch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Replaces the value, which must be there; `merge` into its table adds a new one.
    Set,
    /// Adds elements at the end of a list.
    Append,
    /// Adds elements to a list before or after another.
    Insert,
    /// Takes the value away; with `value`, takes these elements out of a list.
    Remove,
    /// Adds keys to a table, replacing those that are there.
    Merge,
    /// Adds a number.
    Add,
    /// Multiplies by a number or a ratio: `"3/2"`. Several in a row are one product, rounded once.
    Mul,
    /// Gives a key or a named element another name.
    Rename,
}

/// Which way to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoundDecl {
    /// Away from nothing: 7/2 is 4.
    Up,
    /// Towards nothing: 7/2 is 3.
    Down,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// An option that must have a value.
    pub option: Option<String>,
    /// That value; `true` if nothing is said.
    pub is: Option<super::Setting>,
    /// A pack that must be loaded.
    pub pack: Option<String>,
}
