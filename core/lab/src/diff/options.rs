//! Facts about options: what is in force.

use super::fact::{Difference, Group, Section, Subject};
use crate::battle::Battle;
use grognard_engine::content::OptionValue;
use grognard_packs::path::join;

/// The options in force.
pub(super) fn options(battle: &Battle) -> Section {
    let subjects = battle.tree.options().iter().map(|(name, value)| {
        let mut subject = Subject::new("option", name, join("options", name));
        subject.fact("value", "is", text(value), join(&join("options", name), "default"));
        subject
    });
    Section { group: Group::Options, subjects: subjects.collect() }
}

/// Adds what an option means: its paragraph and its label.
pub(super) fn add_label(difference: &mut Difference, battle: &Battle) {
    let Some(option) = battle.system.options.get(&difference.name) else { return };
    let facts: Vec<&str> = [&option.rule, &option.label].into_iter().flatten().map(String::as_str).collect();
    if !facts.is_empty() {
        let label = format!(" ({})", facts.join(": "));
        difference.says += &label;
        difference.predicate += &label;
    }
}

/// A value as it is typed.
fn text(value: &OptionValue) -> String {
    match value {
        OptionValue::Bool(on) => on.to_string(),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    }
}
