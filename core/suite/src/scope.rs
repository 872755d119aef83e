//! Selects the cases to run.

use super::given::Given;
use super::markdown::PageSection;
use super::page::Page;
use grognard_packs::belongs;
use grognard_packs::{Kind, Library, Pack};

/// A selection of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseScope {
    /// All cases.
    All,
    /// Cases about the given paragraph or its subparagraphs, and cases whose name or file name contains the given
    /// string.
    Letters(String),
    /// Cases in the folder of the pack with this id, and cases about battles that use the pack.
    Pack(String),
}

impl CaseScope {
    pub(super) fn holds(&self, page: &Page, section: &PageSection, library: &Library) -> bool {
        match self {
            CaseScope::All => true,
            CaseScope::Letters(pattern) => matches(page, section, pattern),
            CaseScope::Pack(id) => {
                library.get(id).is_some_and(|pack| is_in(page, pack) || is_played_with(pack, page, section, library))
            }
        }
    }
}

fn is_in(page: &Page, pack: &Pack) -> bool {
    page.path
        .canonicalize()
        .ok()
        .zip(pack.folder.path().canonicalize().ok())
        .is_some_and(|(page, pack)| page.starts_with(pack))
}

/// Returns whether the battle of a case uses a pack. A mod counts only if the case names it.
fn is_played_with(pack: &Pack, page: &Page, section: &PageSection, library: &Library) -> bool {
    let given = Given::read(page, &section.blocks, &mut Vec::new());
    if pack.manifest.kind.is_mod() {
        return given.mods.iter().any(|name| library.find(Kind::Mod, name).is_ok_and(|named| named.id() == pack.id()));
    }
    library.find(Kind::Scenario, &given.scenario).is_ok_and(|scenario| belongs(pack, scenario, library))
}

/// Returns whether a pattern is a lettered series of paragraphs, such as `G`, which contains `G3.1`.
fn is_series(pattern: &str) -> bool {
    pattern.ends_with(|c: char| c.is_ascii_uppercase())
}

fn matches(page: &Page, section: &PageSection, pattern: &str) -> bool {
    let is_part = |rest: &str| {
        rest.is_empty()
            || rest.starts_with('.')
            || (is_series(pattern) && rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let below = section.paragraph.strip_prefix(pattern).is_some_and(is_part);
    let contains = |text: &str| text.to_lowercase().contains(&pattern.to_lowercase());
    below || contains(&section.name) || contains(&page.name)
}
