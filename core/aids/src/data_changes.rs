//! Finds the changes made by patches, by comparing the current tree with the unpatched tree.

use crate::phrases;
use grognard_packs::node::{Node, PatchedValue, ValueStep};
use std::collections::BTreeSet;

/// The current tree and the unpatched tree.
#[derive(Clone, Copy)]
pub struct DataChanges<'a> {
    pub now: &'a Node,
    pub before: &'a Node,
}

/// A change to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// The id of the pack that made the change.
    pub pack: String,
    /// The old value; `None` if there was none.
    pub was: Option<String>,
    /// The reason that the patch gives.
    pub why: Option<String>,
}

/// Returns the value at a path.
pub fn at<'a>(root: &'a Node, path: &[ValueStep]) -> Option<&'a Node> {
    path.iter().try_fold(root, |node, step| match step {
        ValueStep::Key(key) | ValueStep::Name(key) => node.get(key),
        ValueStep::Index(index) => node.list()?.get(*index),
    })
}

/// Returns a value as shown to players: strings appear without quotes.
pub fn show(node: &Node) -> String {
    node.text().map_or_else(|| node.to_string(), str::to_owned)
}

/// Returns a value stored as TOML, as shown to players.
fn toml_text(toml: &str) -> String {
    serde_json::from_str::<String>(toml).unwrap_or_else(|_| toml.to_owned())
}

/// Returns a name as it was before patches changed it.
pub fn original(name: &Node) -> String {
    let first = name.history.iter().find_map(|change| change.before.as_ref());
    first.map_or_else(|| show(name), |(text, _)| toml_text(text))
}

impl<'a> DataChanges<'a> {
    /// Returns the changes to the value at a path, given its value `old` before patching. Empty if the value has not
    /// changed, or is absent both before and after.
    pub fn of(&self, path: &[ValueStep], old: Option<&Node>) -> Vec<ValueChange> {
        let new = at(self.now, path);
        let same = match (new, old) {
            (Some(new), Some(old)) => new.same(old),
            (None, None) => true,
            _ => false,
        };
        if same { Vec::new() } else { self.origins(path, old) }
    }

    /// Returns the changes to the value at a path, provided that patching has not moved it.
    pub fn at(&self, path: &[ValueStep]) -> Vec<ValueChange> {
        self.of(path, at(self.before, path))
    }

    /// Returns the changes to the fields of the table at a path, given the table `old` before patching. Each old value
    /// includes the name of its field.
    pub fn fields(&self, path: &[ValueStep], old: &Node) -> Vec<ValueChange> {
        let Some(now) = at(self.now, path) else { return Vec::new() };
        let keys: BTreeSet<&String> =
            now.table().into_iter().chain(old.table()).flat_map(|table| table.keys()).collect();
        let field = |key: &String| -> Vec<ValueChange> {
            let path: Vec<ValueStep> = path.iter().copied().chain([ValueStep::Key(key)]).collect();
            let was = |origin: ValueChange| ValueChange {
                was: Some(phrases::field_was(key, origin.was.as_deref().unwrap_or_default())),
                ..origin
            };
            self.of(&path, old.get(key)).into_iter().map(was).collect()
        };
        keys.into_iter().flat_map(field).collect()
    }

    /// Returns the changes recorded for the value itself. If there are none, returns the change to an enclosing value
    /// by which this value was introduced, or else the latest change to the nearest enclosing value that has one.
    fn origins(&self, path: &[ValueStep], old: Option<&Node>) -> Vec<ValueChange> {
        let leaf = at(self.now, path);
        if let Some(leaf) = leaf.filter(|leaf| !leaf.history.is_empty()) {
            return leaf
                .history
                .iter()
                .map(|change| origin(change, change.before.as_ref().map(|(text, _)| toml_text(text))))
                .collect();
        }
        let around = (0..path.len()).rev().filter_map(|length| at(self.now, &path[..length]));
        let mut candidates = around.flat_map(|node| node.history.iter().rev());
        let brought =
            |change: &&PatchedValue| leaf.is_none_or(|leaf| leaf.place.source.name == change.place.source.name);
        let found = candidates.clone().find(brought).or_else(|| candidates.next());
        found.map(|change| origin(change, old.map(show))).into_iter().collect()
    }
}

fn origin(change: &PatchedValue, was: Option<String>) -> ValueChange {
    ValueChange { pack: change.pack.clone(), was, why: change.why.clone() }
}
