//! `locale/fr.toml`: translations of the strings of a pack or, in a translation pack, of the packs that it translates.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Translations into one language. In each table the English string is the key. `{1}`, `{2}`… may appear in any order.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocaleFile {
    /// Details of the language.
    #[serde(default)]
    pub language: LanguageDecl,
    /// Lines of the game log.
    #[serde(default)]
    pub log: Texts,
    /// Questions, and the labels for declining them.
    #[serde(default)]
    pub prompt: Texts,
    /// Reasons for refusals and column shifts, and descriptions of how the game ended.
    #[serde(default)]
    pub reason: Texts,
    /// Labels that players can choose.
    #[serde(default)]
    pub label: Texts,
    /// Names of units, spaces, sides, phases, terrain, results.
    #[serde(default)]
    pub name: Texts,
    /// Titles of paragraphs, and descriptions of packs, options and chart results.
    #[serde(default)]
    pub paragraph: Texts,
    /// The program's own messages.
    #[serde(default)]
    pub screen: Texts,
}

/// Translations by English string.
pub type Texts = BTreeMap<String, WordingDecl>;

/// Details of a language.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LanguageDecl {
    /// The name of the language in that language: `français`.
    pub name: Option<String>,
    /// The numbers that take the singular, which is the first of several forms: `[0, 1]` in French; `[1]` by default.
    #[serde(default)]
    pub singular: Vec<i32>,
}

/// A translation: a string, or a name with its form.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WordingDecl {
    /// The translated text.
    Text(String),
    /// A name, with the form of the words that agree with it.
    Formed(FormedDecl),
}

/// A name with which other words agree.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormedDecl {
    /// The name.
    pub text: String,
    /// The form of words that agree with the name: `{1?attaqué|attaquée}` becomes the first word for form 1 and the
    /// second for form 2.
    #[schemars(range(min = 1, max = 9))]
    pub form: u8,
}
