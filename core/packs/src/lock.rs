//! Which packs a game was played under.

use crate::order::Selection;
use crate::tree::Declared;
use grognard_engine::content::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The packs, options and rules of a game; it goes into every save, replay and report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// Version of the scripting API.
    pub api: String,
    /// The packs in loading order.
    pub packs: Vec<LockedPack>,
    /// The options in force.
    pub options: BTreeMap<String, OptionValue>,
    /// Hash of everything that decides how the game plays: sealed data, scripts, options. Comments in data do not count.
    pub rules_hash: String,
}

/// One pack of a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedPack {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Hash of its files.
    pub content: String,
}

pub(crate) fn lock(selection: &Selection, declared: &Declared, options: BTreeMap<String, OptionValue>) -> Lock {
    let packs = selection.packs.iter().map(|pack| {
        let files = declared.files.iter().find(|(id, _)| id == pack.id()).map(|(_, files)| files.as_slice()).unwrap_or_default();
        let mut sorted: Vec<_> = files.iter().collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let parts = sorted.iter().flat_map(|(name, source)| [name.as_bytes(), source.text.as_bytes()]);
        LockedPack { id: pack.id().to_owned(), version: pack.version.to_string(), content: hash(parts) }
    });
    let packs = packs.collect();
    Lock { api: crate::API_VERSION.to_owned(), packs, rules_hash: rules_hash(declared, &options), options }
}

/// The sealed tree without the printed names of options, then the scripts, then the options in force.
fn rules_hash(declared: &Declared, options: &BTreeMap<String, OptionValue>) -> String {
    let mut sealed = declared.root.json();
    if let Some(table) = sealed.as_object_mut() {
        // What was offered does not matter, only what was chosen.
        table.remove("options");
        table.remove("rulebook");
    }
    let data = canonical(&sealed);
    let chosen = serde_json::to_string(options).unwrap_or_default();
    let scripts =
        declared.scripts.iter().flat_map(|script| [script.pack.as_bytes(), script.module.as_bytes(), script.text.text.as_bytes()]);
    hash([data.as_bytes()].into_iter().chain(scripts).chain([chosen.as_bytes()]))
}

/// JSON with sorted keys, whatever features `serde_json` was built with.
fn canonical(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(table) => {
            let sorted: BTreeMap<_, _> = table.iter().collect();
            let fields: Vec<_> =
                sorted.iter().map(|(key, value)| format!("{}:{}", serde_json::Value::from(key.as_str()), canonical(value))).collect();
            format!("{{{}}}", fields.join(","))
        }
        serde_json::Value::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// A hash of parts; their lengths count, so that text cannot wander from one into the next.
pub(crate) fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    format!("b3:{}", hasher.finalize().to_hex())
}
