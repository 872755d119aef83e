//! `pack.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a pack is, what it needs, what a player may choose.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Format of this file: 1.
    pub format: u32,
    /// Namespace and name, never changed: `grognard.battle-for-moscow`.
    pub id: String,
    /// Version by the rules of semver: `1.4.0`.
    pub version: String,
    /// What kind of pack it is.
    pub kind: Kind,
    /// Name shown to players.
    #[schemars(extend("x-for-people" = true))]
    pub name: String,
    /// One sentence.
    #[schemars(extend("x-for-people" = true))]
    pub summary: Option<String>,
    /// For a scenario: how it is won, in a sentence or two, for whoever plays it for the first time.
    #[schemars(extend("x-for-people" = true))]
    pub goal: Option<String>,
    /// Who made it.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub authors: Vec<String>,
    /// SPDX name of the licence.
    #[schemars(extend("x-for-people" = true))]
    pub license: Option<String>,
    /// Range of the scripting API it was written for: `>=0.2, <0.3`. A range that takes in 0.1 is an error.
    pub api: String,
    /// For a scenario: the id of its game system.
    pub system: Option<String>,
    /// Packs that must be there, with the range of their versions.
    #[serde(default)]
    pub requires: BTreeMap<String, String>,
    /// Packs that come before this one when they are there, with the range of versions it goes together with.
    #[serde(default)]
    pub optional: BTreeMap<String, String>,
    /// Packs it cannot be used with.
    #[serde(default)]
    pub conflicts: BTreeMap<String, Conflict>,
    /// Packs that come before this one when they are there, whatever their version.
    #[serde(default)]
    pub after: Vec<String>,
    /// What a player may choose.
    #[serde(default)]
    pub options: BTreeMap<String, OptionDecl>,
    /// The rulebook that paragraph numbers refer to.
    #[schemars(extend("x-for-people" = true))]
    pub rulebook: Option<RulebookDecl>,
    /// Scripts in the order they load; without this key, every `.luau` file of the folder by name.
    pub scripts: Option<Vec<String>>,
}

/// Kinds of packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The rules of a game system.
    System,
    /// A battle: map, units, set-up.
    Scenario,
    /// A variant that patches others.
    Mod,
    /// A mod that changes only what is for people: pictures, titles, explanations.
    Cosmetic,
    /// Scripts that others use.
    Library,
    /// Texts of other packs in another language.
    Translation,
}

impl Kind {
    /// All kinds a name can be asked for.
    pub const ALL: [Kind; 5] = [Kind::System, Kind::Scenario, Kind::Mod, Kind::Library, Kind::Translation];

    /// Whether a pack of this kind is what somebody means who asks for one of another: a cosmetic mod is a mod.
    pub fn serves_as(self, wanted: Kind) -> bool {
        self == wanted || (self, wanted) == (Kind::Cosmetic, Kind::Mod)
    }

    /// Whether it changes other packs.
    pub fn is_mod(self) -> bool {
        self.serves_as(Kind::Mod)
    }

    /// The word in manifests and messages.
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
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// Range of versions; `*` for all.
    pub versions: String,
    /// The reason.
    #[schemars(extend("x-for-people" = true))]
    pub why: String,
}

/// An option: its type and what it means.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionDecl {
    /// What values it takes.
    #[serde(rename = "type")]
    pub kind: OptionType,
    /// The value when nobody chooses.
    pub default: Setting,
    /// Least number, for `int`.
    pub min: Option<i32>,
    /// Largest number, for `int`.
    pub max: Option<i32>,
    /// The words, for `enum`.
    #[serde(default)]
    pub values: Vec<String>,
    /// The paragraph it belongs to.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// What players read.
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

/// Which rulebook the paragraph numbers belong to.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulebookDecl {
    /// Its title.
    pub title: String,
    /// Its edition.
    pub edition: Option<String>,
    /// The file with the list of paragraphs: `rulebook.toml`.
    pub index: Option<String>,
}
