//! The packs available for new games.

use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The packs available for new games.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Packs {
    /// The scenarios that can be played.
    pub scenarios: Vec<ScenarioItem>,
    /// The mods that can be added to a battle.
    pub mods: Vec<ModItem>,
    /// Whether packs can be installed.
    pub can_install: bool,
}

/// A pack in the list of packs.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PackItem {
    /// The id of the pack.
    pub id: String,
    /// The id without the publisher.
    pub short: String,
    /// The name in the host's language.
    pub name: String,
    /// The summary in the host's language.
    pub summary: Option<String>,
    /// The goal of the battle.
    pub goal: Option<String>,
    /// The ids of the packs it requires.
    pub requires: Vec<String>,
    /// The state of an installed pack; absent for other packs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub installed: Option<InstallState>,
}

/// The state of an installed pack.
#[derive(Clone, Debug, Serialize, TS)]
pub struct InstallState {
    /// The installed version.
    pub version: String,
    /// Whether new games use the pack unless the host decides otherwise; always true for systems and scenarios.
    pub enabled: bool,
}

/// A mod in the list of mods.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ModItem {
    /// The pack of the mod.
    #[serde(flatten)]
    pub pack: PackItem,
    /// The ids of the scenarios that the mod is for.
    pub battles: Vec<String>,
}

/// A battle in the list of battles. A battle that cannot be loaded has no sides, seats or options.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScenarioItem {
    /// The pack of the scenario.
    #[serde(flatten)]
    pub pack: PackItem,
    /// The sides of the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sides: Option<Vec<SideTitle>>,
    /// The default player of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<Vec<String>>,
    /// How strong agents are in this battle's system, in Elo points above the recruit, as far as it is known.
    pub elo: BTreeMap<String, i32>,
    /// The characters that a veteran or a general can have, by name, in the host's language.
    pub characters: BTreeMap<String, String>,
    /// The options, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub options: Option<BTreeMap<String, OptionItem>>,
    /// The name of the game system.
    pub system: Option<String>,
    /// The id of the game system.
    pub system_id: Option<String>,
    /// The guide, if the battle is a guided one.
    pub guide: Option<GuideItem>,
}

/// The guide of a battle in the list of battles.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GuideItem {
    /// The title in the host's language.
    pub title: String,
    /// About how many minutes the guided battle takes.
    pub minutes: u32,
    /// The side that the reader of the guide plays.
    pub side: String,
}

/// The name of a side.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SideTitle {
    /// The name: `german`.
    pub name: String,
    /// The name in the host's language.
    pub text: String,
}

/// An option of a battle.
#[derive(Clone, Debug, Serialize, TS)]
pub struct OptionItem {
    /// The type of value.
    #[serde(rename = "type")]
    #[ts(type = "\"bool\" | \"int\" | \"enum\"")]
    pub kind: grognard_packs::OptionType,
    /// The default value.
    #[ts(type = "boolean | number | string")]
    pub default: grognard_packs::Setting,
    /// The minimum of an `int` option.
    pub min: Option<i32>,
    /// The maximum of an `int` option.
    pub max: Option<i32>,
    /// The values of an `enum` option.
    pub values: Vec<String>,
    /// The number of the rulebook paragraph.
    pub rule: Option<String>,
    /// The name in the host's language.
    pub label: Option<String>,
}
