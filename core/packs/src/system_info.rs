//! What a game system says beside the content of a battle: scripts, rules called by name, layers, paragraphs, options.

use crate::army::ArmyRules;
use crate::resolve::Order;
use crate::schema::{Hooks, OptionDecl, PolicyDecl};
use crate::tree::PackScript;
use std::collections::BTreeMap;

/// What the scripting host and the tools need to know.
#[derive(Clone, Debug)]
pub struct SystemInfo {
    /// Id of the game system.
    pub id: String,
    /// Ids of all packs in loading order.
    pub packs: Vec<String>,
    /// Which pack comes before which.
    pub order: Order,
    /// Scripts in loading order.
    pub scripts: Vec<PackScript>,
    /// Rules that the platform calls by itself.
    pub hooks: Hooks,
    /// What can be shown over the map, in the order to show it.
    pub layers: Vec<LayerInfo>,
    /// Ways of taking the decisions inside a battle, by name.
    pub policies: BTreeMap<String, PolicyDecl>,
    /// Paragraphs of the rulebooks.
    pub paragraphs: Vec<Paragraph>,
    /// Options as they are declared.
    pub options: BTreeMap<String, OptionDecl>,
    /// Options that a mod has fixed: as they were declared, their default being the value in force, and the mod.
    pub fixed: BTreeMap<String, (OptionDecl, String)>,
    /// New names of options by those they had before a mod renamed them.
    pub renamed: BTreeMap<String, String>,
    /// For each way of moving, the paragraph.
    pub movement_rules: BTreeMap<String, String>,
    /// What an army is, where players bring their own.
    pub army: Option<ArmyRules>,
}

impl SystemInfo {
    /// The rules that the platform calls by itself: hooks and layers.
    pub fn platform_rules(&self) -> impl Iterator<Item = &str> {
        let hooks = self.hooks.declared().map(|(_, rule)| rule);
        hooks.chain(self.layers.iter().map(|layer| layer.script.as_str()))
    }
}

/// Something that can be shown over the map for a side.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LayerInfo {
    /// Its name: `supply`.
    pub name: String,
    /// What players read.
    pub title: String,
    /// The paragraph.
    pub rule: Option<String>,
    /// The rule that finds it.
    pub script: String,
}

/// A paragraph of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Paragraph {
    /// The pack whose rulebook it is.
    pub pack: String,
    /// Its number.
    pub number: String,
    /// Its subject, in our words.
    pub title: String,
    /// Why there is nothing to enforce in it; `None` when there is.
    pub not_enforced: Option<String>,
}
