//! Locks: records of the packs, options and rules that a game was played with.

use crate::node::Node;
use crate::rules_impact::RulesImpact;
use crate::schema::take_out;
use crate::source::Source;
use crate::store::PackFiles;
use crate::tree::{PackDeclarations, PackScript};
use crate::{content_hash, hash};
use grognard_engine::content::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The packs, options and rules of a game, recorded in every save, replay and report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// Version of the scripting API.
    pub api: String,
    /// The packs in loading order.
    pub packs: Vec<LockedPack>,
    /// The options in force.
    pub options: BTreeMap<String, OptionValue>,
    /// Hash of everything that affects how the game plays: sealed data, scripts and options. Comments and display-only
    /// values are not included.
    pub rules_hash: String,
}

/// A pack in a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedPack {
    /// The id of the pack.
    pub id: String,
    /// The version of the pack.
    pub version: String,
    /// Hash of the pack's files.
    pub content: String,
    /// Whether a game without the pack would have different rules.
    #[serde(default = "yes")]
    pub affects_rules: bool,
}

/// Returns the default: a pack is assumed to affect the rules unless the lock says otherwise.
fn yes() -> bool {
    true
}

impl Lock {
    /// Returns whether games under two locks have the same rules: either the rules hashes are equal, or the options and
    /// the files that affect the rules are.
    pub fn same_rules(&self, other: &Lock) -> bool {
        let files = |lock: &Lock| -> Vec<String> {
            lock.packs.iter().filter(|pack| pack.affects_rules).map(|pack| pack.content.clone()).collect()
        };
        self.rules_hash == other.rules_hash || (self.options == other.options && files(self) == files(other))
    }

    /// Describes how the packs of `other` differ from those of this lock, in one sentence for each difference. `here`
    /// and `there` are phrases for when this lock and `other` were written.
    pub fn changes(&self, other: &Lock, here: &str, there: &str) -> Vec<String> {
        let mut notes = Vec::new();
        for pack in &self.packs {
            match other.packs.iter().find(|other| other.id == pack.id) {
                Some(other) if other.content == pack.content => {}
                Some(other) if other.version != pack.version => {
                    notes.push(format!(
                        "{} had version {} {here} and has {} {there}",
                        pack.id, pack.version, other.version
                    ));
                }
                Some(_) => notes.push(format!("{} {} has different files {there} than {here}", pack.id, pack.version)),
                None => notes.push(format!("{} {} was in use {here} but is not {there}", pack.id, pack.version)),
            }
        }
        let new = other.packs.iter().filter(|pack| self.packs.iter().all(|known| known.id != pack.id));
        notes.extend(new.map(|pack| format!("{} {} is in use {there} but was not {here}", pack.id, pack.version)));
        notes
    }

    /// Describes a field of this lock that cannot be right, because `given`, the lock made from the same files,
    /// contradicts it.
    pub fn contradiction(&self, given: &Lock) -> Option<String> {
        let is_same =
            |pack: &&LockedPack| given.packs.iter().any(|other| other.id == pack.id && other.content == pack.content);
        let same_files = self.packs.iter().filter(|pack| pack.affects_rules).all(|pack| is_same(&pack))
            && given
                .packs
                .iter()
                .filter(|pack| pack.affects_rules)
                .all(|pack| self.packs.iter().any(|other| other.id == pack.id));
        if !same_files && self.rules_hash != given.rules_hash {
            return None;
        }
        let told = |value: Option<&OptionValue>| {
            value.and_then(|value| serde_json::to_string(value).ok()).unwrap_or("nothing".to_owned())
        };
        let field = |field: String, here: String, there: String| {
            format!("`{field}` is {here}, but the packs and the chosen options give {there}")
        };
        let names: std::collections::BTreeSet<&String> = self.options.keys().chain(given.options.keys()).collect();
        let option = names.into_iter().find(|name| self.options.get(*name) != given.options.get(*name));
        if let Some(name) = option {
            return Some(field(
                format!("lock.options.{name}"),
                told(self.options.get(name)),
                told(given.options.get(name)),
            ));
        }
        // Another version of the program may compute the hash differently.
        if self.rules_hash != given.rules_hash && self.api == given.api {
            return Some(field("lock.rules_hash".into(), self.rules_hash.clone(), given.rules_hash.clone()));
        }
        let versions = |pack: &LockedPack| {
            given.packs.iter().find(|other| other.id == pack.id && other.content == pack.content).cloned()
        };
        let other = self
            .packs
            .iter()
            .filter_map(|pack| Some((pack, versions(pack)?)))
            .find(|(pack, other)| pack.version != other.version);
        other.map(|(pack, other)| field(format!("lock.packs.{}.version", pack.id), pack.version.clone(), other.version))
    }

    /// Returns whether the pack with this name has no effect on the rules.
    pub fn is_cosmetic(&self, name: &str) -> bool {
        let is_it = |pack: &&LockedPack| pack.id == name || crate::library::short_id(&pack.id) == name;
        self.packs.iter().find(is_it).is_some_and(|pack| !pack.affects_rules)
    }
}

pub(crate) fn lock(impact: &RulesImpact, options: BTreeMap<String, OptionValue>) -> Lock {
    let declared = impact.declared;
    let packs = impact.selection.packs.iter().map(|pack| {
        let files = sorted_files(declared, pack.id());
        LockedPack {
            id: pack.id().to_owned(),
            version: pack.version.to_string(),
            content: content_hash(files.iter().map(|(name, source)| (name.as_str(), source.text.as_bytes()))),
            affects_rules: impact.pack(pack),
        }
    });
    let packs = packs.collect();
    Lock { api: crate::API_VERSION.to_owned(), packs, rules_hash: rules_hash(declared, impact.root, &options), options }
}

/// Returns the files of a pack, sorted by name.
fn sorted_files(declared: &PackDeclarations, pack: &str) -> Vec<(String, Arc<Source>)> {
    let mut files = declared.files_of(pack).to_vec();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// Returns the files from which the hashes in a lock were computed.
pub(crate) fn files(lock: &Lock, declared: &PackDeclarations) -> Vec<PackFiles> {
    lock.packs
        .iter()
        .map(|pack| PackFiles { content: pack.content.clone(), files: sorted_files(declared, &pack.id) })
        .collect()
}

/// Hashes the rules in the data, then the scripts, then the options in force.
fn rules_hash<'a>(declared: &'a PackDeclarations, root: &Node, options: &BTreeMap<String, OptionValue>) -> String {
    let data = rules_in(root);
    let chosen = serde_json::to_string(options).unwrap_or_default();
    let parts = |script: &'a PackScript| [&script.pack, &script.module, script.text.tokens_hash()].map(str::as_bytes);
    let scripts = declared.scripts.iter().flat_map(parts);
    hash([data.as_bytes()].into_iter().chain(scripts).chain([chosen.as_bytes()]))
}

/// Formats the tree of all data, without display-only values, as a canonical string: equal rules give equal strings.
pub(crate) fn rules_in(root: &Node) -> String {
    let mut sealed = root.json();
    take_out(&mut sealed);
    canonical(&sealed)
}

/// Formats JSON with sorted keys, whatever features `serde_json` was built with.
fn canonical(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(table) => {
            let sorted: BTreeMap<_, _> = table.iter().collect();
            let fields: Vec<_> = sorted
                .iter()
                .map(|(key, value)| format!("{}:{}", serde_json::Value::from(key.as_str()), canonical(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
        serde_json::Value::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}
