//! The list of paragraphs in a rulebook, with titles in our own words.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The paragraphs of a rulebook.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulebookFile {
    /// The number and subject of each paragraph.
    #[schemars(extend("x-for-people" = true))]
    pub paragraph: BTreeMap<String, String>,
    /// Paragraphs that contain nothing to enforce, with the reason.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub not_enforced: BTreeMap<String, String>,
}
