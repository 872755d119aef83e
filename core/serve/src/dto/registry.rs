//! Packs in registries, and installed packs.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A search for packs.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// Words that must all occur; if empty, all packs are found.
    pub words: String,
    /// Whether to fetch the registries' lists of packs first.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub refresh: bool,
}

/// The result of a search.
#[derive(Clone, Debug, Default, Serialize, TS)]
pub struct PackSearch {
    /// The names of the registries; empty if none is configured.
    pub registries: Vec<String>,
    /// The best matches, best first.
    pub packs: Vec<FoundPack>,
    /// The number of all matches.
    pub total: usize,
    /// Remarks about the registries, for example that a list fetched earlier was used.
    pub notes: Vec<String>,
}

/// A pack that a registry offers, in its newest version.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FoundPack {
    /// The name of the registry.
    pub registry: String,
    /// The id of the pack.
    pub id: String,
    /// The newest version.
    pub version: String,
    /// The kind of pack: `mod`, `scenario`.
    #[ts(type = "\"system\" | \"scenario\" | \"mod\" | \"cosmetic\" | \"library\" | \"translation\"")]
    pub kind: grognard_packs::Kind,
    /// The id of the game system it belongs to.
    pub system: Option<String>,
    /// The name.
    pub name: String,
    /// A description in one sentence.
    pub summary: Option<String>,
    /// The installed version.
    pub installed: Option<String>,
}

/// A version of a pack that a registry offers.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OfferedPack {
    /// The name of the registry.
    pub registry: String,
    /// The id of the pack.
    pub id: String,
    /// The version.
    pub version: String,
}

/// The description of a pack, found by loading it. The pack need not be installed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PackDescription {
    /// The id of the pack.
    pub id: String,
    /// The version.
    pub version: String,
    /// The name.
    pub name: String,
    /// The summary.
    pub summary: Option<String>,
    /// The authors.
    pub authors: Vec<String>,
    /// The SPDX identifier of the licence.
    pub license: Option<String>,
    /// The ranges of versions of the packs it requires, by id.
    pub requires: BTreeMap<String, String>,
    /// The ids and versions of the other packs that would be installed with it.
    #[serde(default)]
    pub brings: Vec<String>,
    /// The ids of the battles that the pack is for.
    pub battles: Vec<String>,
    /// The changes that the pack, if it is a mod, makes to the battles it is for.
    pub effects: Vec<PackEffect>,
}

/// The changes that a mod makes to some battles.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PackEffect {
    /// The ids of the battles; the mod makes the same changes to each of them.
    pub battles: Vec<String>,
    /// Whether the mod changes the rules or only what is displayed.
    pub changes_rules: bool,
    /// The rules that the mod adds.
    pub brings: Vec<AddedRule>,
    /// The rules that the mod changes.
    pub rules: Vec<ChangedRule>,
    /// The values that the mod changes.
    pub values: Vec<ChangedValue>,
}

/// A rule that a mod adds.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AddedRule {
    /// The name of the rule: `combat.retreat`.
    pub rule: String,
}

/// A rule that a mod changes.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ChangedRule {
    /// The name of the rule: `combat.retreat`.
    pub rule: String,
    /// Whether the rule is replaced; otherwise the mod adds something to it.
    pub replaced: bool,
}

/// A value that a mod changes.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ChangedValue {
    /// The path of the value: `units.unit["Boar"].strength`.
    pub at: String,
    /// The value without the mod.
    pub before: Option<String>,
    /// The value with the mod.
    pub after: Option<String>,
    /// The author's reason.
    pub why: Option<String>,
    /// The condition under which the value changes.
    pub condition: Option<String>,
}

/// The packs that were installed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PackInstallation {
    /// The packs.
    pub installed: Vec<InstalledVersion>,
    /// Reasons why an installed and enabled mod cannot be used together with the new packs.
    pub conflicts: Vec<String>,
}

/// A pack that was installed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct InstalledVersion {
    /// The id of the pack.
    pub id: String,
    /// The version.
    pub version: String,
}

/// A request to enable or disable an installed mod.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EnableRequest {
    /// The id of the mod.
    pub id: String,
    /// Whether new games use the mod unless the host decides otherwise.
    pub enabled: bool,
}

/// A request to remove an installed pack.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RemoveRequest {
    /// The id of the pack.
    pub id: String,
}

/// The reply to a removal.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PackRemoval {
    /// The ids of the installed packs that still need the removed one.
    pub needed_by: Vec<String>,
}
