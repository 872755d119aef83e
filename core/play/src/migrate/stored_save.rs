//! A save with its original text.

use crate::save::{self, Footer, Header, Save};
use grognard_engine::journal::SavedEntry;
use grognard_packs::{Diagnostic, Lock};
use serde::Serialize;
use std::path::Path;

/// A save with its original text, for messages.
#[derive(Clone, Debug)]
pub struct StoredSave {
    /// The name of the file.
    pub name: String,
    /// The original text.
    pub text: String,
    /// The parsed save.
    pub save: Save,
}

impl StoredSave {
    /// Reads a save.
    pub fn read(path: &Path) -> Result<StoredSave, Diagnostic> {
        let save = Save::read(path)?;
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Diagnostic::general("E401", format!("cannot read the save {name}: {error}")))?;
        Ok(StoredSave { name, text, save })
    }

    /// Parses the text of a save.
    pub fn parse(name: &str, text: String) -> Result<StoredSave, Diagnostic> {
        Ok(StoredSave { name: name.to_owned(), save: Save::parse(name, &text)?, text })
    }

    /// Returns the text of the save with a different lock.
    pub(super) fn under(&self, lock: &Lock) -> String {
        let header = Header { lock: lock.clone(), pinned: false, ..self.save.header.clone() };
        text(&header, &self.save.entries, self.save.footer.as_ref())
    }

    /// Returns the text of the save, pinned to the rules under which it was played.
    pub(super) fn pinned(&self) -> String {
        let header = Header { pinned: true, ..self.save.header.clone() };
        text(&header, &self.save.entries, self.save.footer.as_ref())
    }

    /// Returns the text of the save under different rules, with the new results of its decisions.
    pub(super) fn migrated(&self, lock: &Lock, mut entries: Vec<SavedEntry>, footer: Option<&Footer>) -> String {
        let from = self.save.header.lock.rules_hash.clone();
        entries.push(SavedEntry::Migrated { from, to: lock.rules_hash.clone() });
        let header = Header { lock: lock.clone(), pinned: false, ..self.save.header.clone() };
        text(&header, &entries, footer)
    }
}

/// Formats a save as text.
pub fn text(header: &Header, entries: &[SavedEntry], footer: Option<&Footer>) -> String {
    let lines: Vec<String> =
        [line(header)].into_iter().chain(entries.iter().map(line)).chain(footer.map(line)).collect();
    save::text(lines.iter().map(String::as_str))
}

/// Serializes a line. The keys of all saved values are strings, so this never fails.
fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
