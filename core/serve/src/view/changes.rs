//! The difference between two views of a game.

use crate::dto::{Snapshot, SnapshotPart};
use crate::view::client_view::ClientView;
use std::collections::BTreeMap;
use std::fmt::Display;

/// The difference between two views.
#[derive(Default)]
pub struct Changes {
    /// Keys that are new or have a different value.
    pub set: Snapshot,
    /// Keys that were removed.
    pub removed: Vec<String>,
}

impl Changes {
    /// Adds the differences within a group of entries. The keys of the group begin with `name`.
    pub fn add<'a, K: Ord + Display, V: PartialEq + 'a, Entries: Iterator<Item = (K, &'a V)>>(
        &mut self,
        name: &str,
        before: Option<&'a ClientView>,
        now: &'a ClientView,
        entries: impl Fn(&'a ClientView) -> Entries,
        part: impl Fn(&V) -> Option<SnapshotPart>,
    ) {
        let mut old: BTreeMap<K, &V> = before.into_iter().flat_map(&entries).collect();
        for (key, new) in entries(now) {
            if old.remove(&key) != Some(new)
                && let Some(part) = part(new)
            {
                self.set.insert(format!("{name}{key}"), part);
            }
        }
        self.removed.extend(old.into_keys().map(|key| format!("{name}{key}")));
    }
}
