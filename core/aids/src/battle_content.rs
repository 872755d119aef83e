//! The content from which player aids are made.

use crate::data_changes::DataChanges;
use crate::effects::{self, TerrainEffects};
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{SideId, SpaceId};
use grognard_packs::schema::SystemFile;
use grognard_packs::{Diagnostic, Library, Loaded};
use grognard_play::{Battle, BattleRequest};
use grognard_script::RuleChange;
use std::collections::BTreeMap;

/// A battle with its packs and the effects of its terrain on combat.
pub struct BattleContent {
    pub(crate) battle: Battle,
    pub(crate) loaded: Loaded,
    pub(crate) system: SystemFile,
    pub(crate) effects: Option<TerrainEffects>,
    /// The effects as they would be without mods; `None` if there are no mods or the effects cannot be determined.
    pub(crate) effects_before: Option<TerrainEffects>,
    pub(crate) rule_changes: Vec<RuleChange>,
    pub(crate) catalogue: Catalogue,
    /// The packs of the battle, with their translations.
    pub(crate) library: Library,
    names: BTreeMap<String, String>,
}

impl BattleContent {
    /// Loads a battle and determines the effects of its terrain on combat.
    pub fn load(request: BattleRequest) -> Result<BattleContent, Vec<Diagnostic>> {
        let library = Library::open(&request.roots);
        let loaded =
            grognard_packs::load_with(&library, &request.scenario, &request.mods, &request.options, &request.tweaks)?;
        let battle = Battle::load(request)?;
        let system = loaded.tree().get("system").map(|node| node.json()).unwrap_or_default();
        let wrong = |error: serde_json::Error| vec![Diagnostic::general("E200", error.to_string())];
        let system = serde_json::from_value(system).map_err(wrong)?;
        let host = battle.host().map_err(|error| grognard_play::diagnose(&[error], &battle.scripts))?;
        let effects = effects::find(&battle)?;
        let effects_before = before(&battle).and_then(|battle| effects::find(&battle).ok().flatten());
        let names = library.packs().iter().map(|pack| (pack.id().to_owned(), pack.manifest.name.clone())).collect();
        Ok(BattleContent {
            rule_changes: host.changes().to_vec(),
            library: library.of_battle(&battle.system.packs),
            battle,
            loaded,
            system,
            effects,
            effects_before,
            catalogue: Catalogue::default(),
            names,
        })
    }

    /// Returns the same content with another catalogue for translations.
    pub fn read_in(self, catalogue: Catalogue) -> BattleContent {
        BattleContent { catalogue, ..self }
    }

    /// Returns the battle that the aids describe.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Returns the language code of the pages.
    pub(crate) fn language(&self) -> &str {
        if self.catalogue.language.is_empty() { "en" } else { &self.catalogue.language }
    }

    /// Translates a string used on the pages.
    pub(crate) fn say(&self, text: &str) -> String {
        self.catalogue.say(text, &[])
    }

    /// Translates the reason of a modifier.
    pub(crate) fn reason(&self, reason: &str) -> String {
        self.catalogue.text(TextKind::Reason, reason).to_owned()
    }

    /// Translates a string used on the pages, and fills its placeholders.
    pub(crate) fn fill(&self, text: &str, about: &[&str]) -> String {
        self.catalogue.say(text, about)
    }

    /// Translates a name from a pack.
    pub(crate) fn name(&self, name: &str) -> String {
        self.catalogue.name(name).to_owned()
    }

    /// Returns the number and title of a space.
    pub(crate) fn space(&self, space: SpaceId) -> String {
        self.catalogue.choice(&Choice::Space(space), self.content()).text
    }

    /// Translates the title of a paragraph.
    pub(crate) fn paragraph(&self, title: &str) -> String {
        self.catalogue.text(TextKind::Paragraph, title).to_owned()
    }

    pub(crate) fn content(&self) -> &Content {
        &self.battle.content
    }

    pub(crate) fn changes(&self) -> DataChanges<'_> {
        DataChanges { now: self.loaded.tree(), before: self.loaded.tree_before_patches() }
    }

    /// Returns the display name of a pack.
    pub(crate) fn pack_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }

    /// Returns the adjective of a side: `German`.
    pub(crate) fn adjective(&self, side: SideId) -> &str {
        self.catalogue.name(self.content().side_title(side))
    }
}

/// Returns the battle without mods. Returns `None` if the battle has no mods, or cannot be loaded without them.
fn before(battle: &Battle) -> Option<Battle> {
    let request = &battle.request;
    if request.mods.is_empty() {
        return None;
    }
    let plain =
        |options: &[(String, String)]| BattleRequest { mods: Vec::new(), options: options.to_vec(), ..request.clone() };
    Battle::load(plain(&request.options)).or_else(|_| Battle::load(plain(&[]))).ok()
}
