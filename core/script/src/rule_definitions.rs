//! The origins of rules: where each rule was defined, and which mods changed it, in order.

use crate::declarations;
use crate::loader::{Loading, RuleEdit};
use mlua::Result;

/// A rule, where it is defined, and how mods changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDefinition {
    /// The rule: `combat.column`.
    pub rule: String,
    /// The file that defines the rule.
    pub path: String,
    /// The line where the function begins, from 1.
    pub line: usize,
    /// The changes by mods, in the order they were made.
    pub changes: Vec<RuleModification>,
}

/// A change that a mod made to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleModification {
    /// Whether the rule is replaced rather than wrapped.
    pub replace: bool,
    /// The file that makes the change.
    pub path: String,
    /// The line of the change, from 1.
    pub line: usize,
}

/// Returns all rules as their modules define them, with the changes that mods are about to make.
pub(crate) fn origins(loading: &Loading) -> Result<Vec<RuleDefinition>> {
    let rules = declarations::rules(loading)?.into_iter().map(|(rule, function)| {
        let info = function.info();
        let path = info.short_src.and_then(|chunk| loading.sources.file(&chunk)).map(|file| file.path.clone());
        let is_of = |change: &&RuleEdit| change.rule == rule;
        let changes = loading.changes.iter().filter(is_of).map(|change| RuleModification {
            replace: change.replace,
            path: change.place.path.clone(),
            line: change.place.line,
        });
        let changes = changes.collect();
        RuleDefinition { path: path.unwrap_or_default(), line: info.line_defined.unwrap_or(0), changes, rule }
    });
    Ok(rules.collect())
}
