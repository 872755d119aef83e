//! The manifest of a pack: `pack.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a pack is, what it needs, and which options players can choose.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this file's format: 1.
    pub format: u32,
    /// Namespace and name, which never change: `grognard.battle-for-moscow`.
    pub id: String,
    /// The semantic version: `1.4.0`.
    pub version: String,
    /// The kind of pack.
    pub kind: Kind,
    /// The name shown to players.
    #[schemars(extend("x-for-people" = true))]
    pub name: String,
    /// A description in one sentence.
    #[schemars(extend("x-for-people" = true))]
    pub summary: Option<String>,
    /// For a scenario: how it is won, in a sentence or two, for players who are new to it.
    #[schemars(extend("x-for-people" = true))]
    pub goal: Option<String>,
    /// The authors.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub authors: Vec<String>,
    /// The SPDX identifier of the licence.
    #[schemars(extend("x-for-people" = true))]
    pub license: Option<String>,
    /// Links to web pages, by purpose: `{ source = "https://…" }`. Registries show them.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub links: BTreeMap<String, String>,
    /// Screenshots of the pack for registries: PNG or JPEG files in its folder.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub screenshots: Vec<String>,
    /// The versions of the scripting API that the pack is written for: `>=0.2, <0.3`. A range that includes 0.1 is an
    /// error, except `*`.
    pub api: String,
    /// For a scenario: the id of its game system.
    pub system: Option<String>,
    /// The required packs, with their version ranges.
    #[serde(default)]
    pub requires: BTreeMap<String, String>,
    /// Packs that are loaded before this one if they are in use, with the version ranges that this pack supports.
    #[serde(default)]
    pub optional: BTreeMap<String, String>,
    /// Packs that cannot be used together with this one.
    #[serde(default)]
    pub conflicts: BTreeMap<String, Conflict>,
    /// Packs that are loaded before this one if they are in use, whatever their version.
    #[serde(default)]
    pub after: Vec<String>,
    /// The options that a player can choose.
    #[serde(default)]
    pub options: BTreeMap<String, OptionDecl>,
    /// The rulebook to which paragraph numbers refer.
    #[schemars(extend("x-for-people" = true))]
    pub rulebook: Option<RulebookDecl>,
    /// Scripts in loading order. By default, every `.luau` file in the folder, sorted by name.
    pub scripts: Option<Vec<String>>,
}

/// Kinds of packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The rules of a game system.
    System,
    /// A battle: its map, units and set-up.
    Scenario,
    /// Changes to other packs.
    Mod,
    /// A mod that changes only what is displayed: pictures, names, explanations.
    Cosmetic,
    /// Scripts that other packs use.
    Library,
    /// Translations of other packs into another language.
    Translation,
}

impl Kind {
    /// The kinds of pack that can be requested. A cosmetic mod is requested as a mod.
    pub const ALL: [Kind; 5] = [Kind::System, Kind::Scenario, Kind::Mod, Kind::Library, Kind::Translation];

    /// The folders under a root that contain packs.
    pub const FOLDERS: [&str; 3] = ["scripts", "scenarios", "mods"];

    /// Returns the folder under a root that contains packs of this kind.
    pub fn folder(self) -> &'static str {
        let [scripts, scenarios, mods] = Kind::FOLDERS;
        match self {
            Kind::System | Kind::Library => scripts,
            Kind::Scenario => scenarios,
            Kind::Mod | Kind::Cosmetic | Kind::Translation => mods,
        }
    }

    /// Returns whether a pack of this kind matches a request for another kind: a cosmetic mod is a mod.
    pub fn serves_as(self, wanted: Kind) -> bool {
        self == wanted || (self, wanted) == (Kind::Cosmetic, Kind::Mod)
    }

    /// Returns whether packs of this kind change other packs.
    pub fn is_mod(self) -> bool {
        self.serves_as(Kind::Mod)
    }

    /// Returns the name of the kind in messages.
    pub fn word(self) -> &'static str {
        match self {
            Kind::System => "system",
            Kind::Scenario => "scenario",
            Kind::Mod => "mod",
            Kind::Cosmetic => "cosmetic mod",
            Kind::Library => "library",
            Kind::Translation => "translation",
        }
    }
}

/// A pack that cannot be used together with this one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// The range of incompatible versions; `*` for all.
    pub versions: String,
    /// The reason.
    #[schemars(extend("x-for-people" = true))]
    pub why: String,
}

/// An option: its type, its values and its meaning.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionDecl {
    /// The type of the option's values.
    #[serde(rename = "type")]
    pub kind: OptionType,
    /// The value if the player does not choose one.
    pub default: Setting,
    /// The smallest number, for `int`.
    pub min: Option<i32>,
    /// The largest number, for `int`.
    pub max: Option<i32>,
    /// The possible words, for `enum`.
    #[serde(default)]
    pub values: Vec<String>,
    /// The paragraph to which the option belongs.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// The description shown to players.
    #[schemars(extend("x-for-people" = true))]
    pub label: Option<String>,
}

/// Types of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OptionType {
    /// On or off.
    Bool,
    /// A whole number.
    Int,
    /// One of a list of words.
    Enum,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    /// On or off.
    Bool(bool),
    /// A number.
    Int(i32),
    /// A word.
    Word(String),
}

/// The rulebook to which the paragraph numbers refer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulebookDecl {
    /// The title of the rulebook.
    pub title: String,
    /// The edition of the rulebook.
    pub edition: Option<String>,
    /// The file with the list of paragraphs: `rulebook.toml`.
    pub index: Option<String>,
}
