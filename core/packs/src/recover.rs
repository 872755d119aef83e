//! A file with mistakes as its author may have meant it, so that the rest of it can be looked over in the same run.

use crate::node::{Node, Value};
use crate::source::SourceSpan;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a file was read that has mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Confidence {
    /// There are none.
    #[default]
    Sound,
    /// What was meant is plain: a key with a slip of the pen.
    Plain,
    /// Something stands for what is wrong: what others find in this file is not to be trusted.
    Guessed,
}

/// What to read in the place of what is wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recovery {
    values: BTreeMap<Spot, Json>,
    keys: BTreeMap<Spot, Option<String>>,
    missing: BTreeMap<Spot, Vec<(String, Json)>>,
    pub(crate) mended: Confidence,
}

/// A place, cheap to compare.
type Spot = (usize, usize, usize);

fn spot(place: &SourceSpan) -> Spot {
    (Arc::as_ptr(&place.source) as usize, place.span.start, place.span.end)
}

impl Recovery {
    /// Another value.
    pub(crate) fn put(&mut self, at: &SourceSpan, value: Json) {
        self.values.insert(spot(at), value);
        self.mended = Confidence::Guessed;
    }

    /// A number that is allowed. No name depends on it.
    pub(crate) fn number(&mut self, at: &SourceSpan, number: i64) {
        self.values.insert(spot(at), number.into());
        self.mended = self.mended.max(Confidence::Plain);
    }

    /// The word that was meant.
    pub(crate) fn word(&mut self, at: &SourceSpan, word: &str) {
        self.values.insert(spot(at), word.into());
        self.mended = self.mended.max(Confidence::Plain);
    }

    /// The key that was meant; without one the value is left out.
    pub(crate) fn key(&mut self, at: &SourceSpan, right: Option<&str>) {
        self.keys.insert(spot(at), right.map(str::to_owned));
        self.mended = self.mended.max(if right.is_some() { Confidence::Plain } else { Confidence::Guessed });
    }

    /// A key that is missing.
    pub(crate) fn add(&mut self, table: &SourceSpan, key: &str, value: Json) {
        self.missing.entry(spot(table)).or_default().push((key.to_owned(), value));
        self.mended = Confidence::Guessed;
    }

    /// Takes over those of a part.
    pub(crate) fn join(&mut self, other: Recovery) {
        self.values.extend(other.values);
        self.keys.extend(other.keys);
        self.missing.extend(other.missing);
        self.mended = self.mended.max(other.mended);
    }

    /// The tree as JSON, cured.
    pub(crate) fn json(&self, node: &Node) -> Json {
        if let Some(value) = self.values.get(&spot(&node.place)) {
            return value.clone();
        }
        match &node.value {
            Value::List(list) => list.iter().map(|item| self.json(item)).collect(),
            Value::Table(table) => {
                let mut all: Map<String, Json> = Map::new();
                for (key, entry) in table {
                    let cured = self.keys.get(&spot(&entry.key)).cloned();
                    if let Some(key) = cured.unwrap_or_else(|| Some(key.clone())) {
                        all.insert(key, self.json(&entry.node));
                    }
                }
                all.extend(self.missing.get(&spot(&node.place)).into_iter().flatten().cloned());
                Json::Object(all)
            }
            _ => node.json(),
        }
    }
}
