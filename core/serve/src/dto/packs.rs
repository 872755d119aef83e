//! The packs available for new games.

use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The packs available for new games.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Packs {
    /// The battles.
    pub scenarios: Vec<ScenarioItem>,
    /// The mods.
    pub mods: Vec<PackItem>,
}

/// A pack in the list of packs.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PackItem {
    /// Its id.
    pub id: String,
    /// Its id without the publisher.
    pub short: String,
    /// Its name.
    pub name: String,
    /// Its summary.
    pub summary: Option<String>,
    /// The goal of the battle.
    pub goal: Option<String>,
    /// The packs it requires.
    pub requires: Vec<String>,
}

/// A battle in the list of battles. A battle that cannot be loaded has no sides, seats or options.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScenarioItem {
    /// Its pack.
    #[serde(flatten)]
    pub pack: PackItem,
    /// Its sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sides: Option<Vec<SideTitle>>,
    /// The default player of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<Vec<String>>,
    /// Its options by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub options: Option<BTreeMap<String, OptionItem>>,
    /// The name of its game system.
    pub system: Option<String>,
    /// The id of its game system.
    pub system_id: Option<String>,
}

/// The name of a side.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SideTitle {
    /// Its name: `german`.
    pub name: String,
    /// Its name in the host's language.
    pub text: String,
}

/// An option of a battle.
#[derive(Clone, Debug, Serialize, TS)]
pub struct OptionItem {
    /// The type of its values.
    #[serde(rename = "type")]
    #[ts(type = "\"bool\" | \"int\" | \"enum\"")]
    pub kind: grognard_packs::OptionType,
    /// Its default.
    #[ts(type = "boolean | number | string")]
    pub default: grognard_packs::Setting,
    /// The minimum of an `int`.
    pub min: Option<i32>,
    /// The maximum of an `int`.
    pub max: Option<i32>,
    /// The values of an `enum`.
    pub values: Vec<String>,
    /// The paragraph.
    pub rule: Option<String>,
    /// Its name in the host's language.
    pub label: Option<String>,
}
