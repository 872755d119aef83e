//! The declarations of a game system that are not part of a battle's content: scripts, rules called by name, layers,
//! paragraphs and options.

use crate::army::ArmyRules;
use crate::node::Node;
use crate::resolve::Order;
use crate::rules_text::TextBlock;
use crate::schema::{CharacterDecl, EloDecl, GuideFile, Hooks, OptionDecl, PolicyDecl};
use crate::tree::PackScript;
use std::collections::BTreeMap;

/// The declarations that the scripting host and the tools need.
#[derive(Clone, Debug)]
pub struct SystemInfo {
    /// Id of the game system.
    pub id: String,
    /// Ids of all packs in loading order.
    pub packs: Vec<String>,
    /// The declared order of the packs.
    pub order: Order,
    /// Scripts in loading order.
    pub scripts: Vec<PackScript>,
    /// Rules that the platform calls directly.
    pub hooks: Hooks,
    /// How strong the agents are.
    pub elo: EloDecl,
    /// The characters that agents can have, by name.
    pub characters: BTreeMap<String, CharacterDecl>,
    /// The layers, in display order.
    pub layers: Vec<LayerInfo>,
    /// Policies for the decisions inside a battle, by name.
    pub policies: BTreeMap<String, PolicyDecl>,
    /// Paragraphs of the rulebooks.
    pub paragraphs: Vec<Paragraph>,
    /// The rulebooks, in the order of their first paragraphs.
    pub rulebooks: Vec<RulebookText>,
    /// The introduction for new players: that of the battle, or else that of its system.
    pub introduction: Option<Introduction>,
    /// Options as declared.
    pub options: BTreeMap<String, OptionDecl>,
    /// Options that a mod has fixed, each with its declaration and the mod. The declared default is the fixed value.
    pub fixed: BTreeMap<String, (OptionDecl, String)>,
    /// The new names of options that mods have renamed, by their old names.
    pub renamed: BTreeMap<String, String>,
    /// The paragraph for each way of moving.
    pub movement_rules: BTreeMap<String, String>,
    /// The rules for armies, if players bring their own.
    pub army: Option<ArmyRules>,
    /// The guide, if the battle is a guided one.
    pub guide: Option<Guide>,
}

impl SystemInfo {
    /// Returns the rules that the platform calls directly: hooks and layers.
    pub fn platform_rules(&self) -> impl Iterator<Item = &str> {
        let hooks = self.hooks.declared().map(|(_, rule)| rule);
        hooks.chain(self.layers.iter().map(|layer| layer.script.as_str()))
    }
}

/// An introduction for new players.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Introduction {
    /// The id of the pack that it belongs to.
    pub pack: String,
    /// The title.
    pub title: String,
    /// The text.
    pub text: Vec<TextBlock>,
}

/// The guide of a battle.
#[derive(Clone, Debug)]
pub struct Guide {
    /// What the file says. All names in it exist.
    pub file: GuideFile,
    /// The file as a tree, with the locations of its values.
    pub tree: Node,
}

/// A layer: information that can be shown over the map for a side.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LayerInfo {
    /// The name of the layer: `supply`.
    pub name: String,
    /// The title that players see.
    pub title: String,
    /// The paragraph of the rulebook: `9.2`.
    pub rule: Option<String>,
    /// The rule that computes the layer.
    pub script: String,
}

/// A paragraph of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Paragraph {
    /// The id of the pack that the rulebook belongs to.
    pub pack: String,
    /// The number of the paragraph.
    pub number: String,
    /// The subject of the paragraph, in our own words.
    pub title: String,
    /// Why the paragraph contains nothing to enforce; `None` if it contains something to enforce.
    pub not_enforced: Option<String>,
    /// The rule in our own words; empty if the pack has no text for it.
    pub text: Vec<TextBlock>,
}

/// The title of a rulebook, and the text before its first paragraph.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RulebookText {
    /// The id of the pack that the rulebook belongs to.
    pub pack: String,
    /// The title.
    pub title: String,
    /// The text before the first paragraph.
    pub introduction: Vec<TextBlock>,
}
