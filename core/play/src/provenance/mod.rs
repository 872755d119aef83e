//! The origins of a battle's rules: where each rule is defined, changed and mentioned.

mod paragraph;
mod passage;

pub use paragraph::{is_chapter, is_paragraph, leading, paragraph_numbers};
pub use passage::Passage;

use crate::battle::Battle;
use grognard_packs::path::TreePart;
use grognard_script::{RuleDefinition, RuleModification, ScriptError};
use serde::Serialize;

/// The definition of a rule, and the changes to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleFacts {
    /// The name of the rule: `combat.column`.
    pub rule: String,
    /// The definition of the rule.
    pub defined: Passage,
    /// The changes made by mods, in order.
    pub changes: Vec<RuleChange>,
}

/// A change to a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleChange {
    /// Whether the change replaces the previous rule rather than wrapping it.
    pub replaces: bool,
    /// The function that makes the change.
    #[serde(flatten)]
    pub by: Passage,
}

impl RuleFacts {
    /// Returns the passages in force, without passages that were replaced.
    pub fn in_force(&self) -> impl Iterator<Item = &Passage> {
        let start = self.changes.iter().rposition(|change| change.replaces);
        let defined = start.is_none().then_some(&self.defined);
        defined.into_iter().chain(self.changes[start.unwrap_or(0)..].iter().map(|change| &change.by))
    }

    /// Returns the paragraphs that the rule refers to, without duplicates.
    pub fn paragraphs(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for number in self.in_force().flat_map(|passage| &passage.paragraphs) {
            if !all.contains(&number.as_str()) {
                all.push(number);
            }
        }
        all
    }
}

/// Returns all rules of a battle, sorted by name.
pub fn rules(battle: &Battle) -> Result<Vec<RuleFacts>, ScriptError> {
    Ok(battle.host()?.origins().iter().map(|origin| facts(battle, origin)).collect())
}

fn facts(battle: &Battle, origin: &RuleDefinition) -> RuleFacts {
    let change = |change: &RuleModification| RuleChange {
        replaces: change.replace,
        by: Passage::read(battle, &change.path, change.line),
    };
    RuleFacts {
        rule: origin.rule.clone(),
        defined: Passage::read(battle, &origin.path, origin.line),
        changes: origin.changes.iter().map(change).collect(),
    }
}

/// A location in the data where a rule is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DataMention {
    /// The path of the value.
    pub path: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// Returns the locations in a battle's data where a rule is named, such as phases and hooks.
pub fn mentions(battle: &Battle, rule: &str) -> Vec<DataMention> {
    let mut found = Vec::new();
    let mut open = vec![TreePart::new("", battle.tree.root())];
    while let Some(part) = open.pop() {
        if part.node.text() == Some(rule) {
            let (file, line) = (part.node.place.source.name.clone(), part.node.place.line_column().0);
            found.push(DataMention { path: part.path.clone(), file, line });
        }
        open.extend(part.parts());
    }
    found.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    found
}
