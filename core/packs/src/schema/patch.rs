//! `patches/*.toml`: changes to other packs.

use schemars::JsonSchema;
use serde::Deserialize;

/// Changes to other packs, in the order in which they are made.
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
    /// The path of the value to change: `map.terrain.forest`, `units.unit["VII"].strength`.
    pub at: String,
    /// The operator.
    pub op: Op,
    /// What the operator works with: the new value or name, the keys or elements to add or remove, or the number to add
    /// or to multiply by.
    pub value: Option<serde_json::Value>,
    /// The expected value before the patch, as left by the packs that are loaded earlier. Any other value is an error.
    pub expect: Option<serde_json::Value>,
    /// For `insert`: the element before which to insert.
    pub before: Option<serde_json::Value>,
    /// For `insert`: the element after which to insert.
    pub after: Option<serde_json::Value>,
    /// For `mul`: the direction of rounding.
    pub round: Option<RoundDecl>,
    /// The reason, in a few words.
    #[schemars(extend("x-for-people" = true))]
    pub why: Option<String>,
    /// The paragraph that the patch implements.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// The condition under which the patch is applied.
    pub when: Option<When>,
}

/// The operator of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Replaces an existing value. To add a new key to a table, use `merge`.
    Set,
    /// Adds elements at the end of a list.
    Append,
    /// Adds elements to a list before or after an existing element.
    Insert,
    /// Removes the value. If `value` is present, removes only the given elements from a list.
    Remove,
    /// Adds keys to a table, and replaces existing ones.
    Merge,
    /// Adds a number.
    Add,
    /// Multiplies by a number or a ratio such as `"3/2"`. Several multiplications in a row are one product, which is
    /// rounded once.
    Mul,
    /// Renames a key or a named element.
    Rename,
}

/// The direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoundDecl {
    /// Away from zero: 7/2 is 4.
    Up,
    /// Towards zero: 7/2 is 3.
    Down,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The option that must have a certain value.
    pub option: Option<String>,
    /// The value that the option must have; `true` by default.
    pub is: Option<super::Setting>,
    /// The pack that must be in use.
    pub pack: Option<String>,
}
