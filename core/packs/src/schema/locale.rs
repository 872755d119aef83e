//! `locale/fr.toml`: texts of a pack, or of the packs a translation is for, in another language.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Texts in one language. In each table the English text is the key; `{1}`, `{2}`… may stand in another order.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocaleFile {
    /// About the language.
    #[serde(default)]
    pub language: LanguageDecl,
    /// Lines of the game log.
    #[serde(default)]
    pub log: Texts,
    /// Questions, and how declining them reads.
    #[serde(default)]
    pub prompt: Texts,
    /// Why something is refused, why a column moves, how the game ended.
    #[serde(default)]
    pub reason: Texts,
    /// Words that can be chosen.
    #[serde(default)]
    pub label: Texts,
    /// Names of units, spaces, sides, phases, terrain, results.
    #[serde(default)]
    pub name: Texts,
    /// Titles of paragraphs, and what packs say about themselves, their options and the results of their charts.
    #[serde(default)]
    pub paragraph: Texts,
    /// What the program says itself.
    #[serde(default)]
    pub screen: Texts,
}

/// Texts by their English.
pub type Texts = BTreeMap<String, WordingDecl>;

/// About a language.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LanguageDecl {
    /// Its name, in itself: `français`.
    pub name: Option<String>,
    /// Numbers with which the first of several words goes, `[0, 1]` in French; `[1]` unless said otherwise.
    #[serde(default)]
    pub singular: Vec<i32>,
}

/// A text in the language.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WordingDecl {
    /// The text.
    Text(String),
    /// The text of a name, with which other words agree.
    Formed(FormedDecl),
}

/// A name with which other words agree.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormedDecl {
    /// The name.
    pub text: String,
    /// Which of several words goes with it: `{1?attaqué|attaquée}` has the first with form 1, the second with form 2.
    #[schemars(range(min = 1, max = 9))]
    pub form: u8,
}
