//! Facts about the options in force.

use super::fact::{Difference, FactGroup, FactSection, Subject};
use grognard_engine::content::OptionValue;
use grognard_packs::OptionDecl;
use grognard_packs::path::join;
use grognard_play::Battle;

/// Returns the options in force.
pub(super) fn options(battle: &Battle) -> FactSection {
    let subjects = battle.tree.options().iter().map(|(name, value)| {
        let mut subject = Subject::new("option", name, join("options", name));
        subject.fact("value", "is", text(value), join(&join("options", name), "default"));
        subject
    });
    FactSection { group: FactGroup::Options, subjects: subjects.collect() }
}

/// Adds a description of the option to the sentence: its paragraph and label, and its possible values if only one
/// battle has the option.
pub(super) fn add_label(difference: &mut Difference, battle: &Battle) {
    let Some(option) = battle.system.options.get(&difference.name) else { return };
    let facts: Vec<&str> = [&option.rule, &option.label].into_iter().flatten().map(String::as_str).collect();
    let is_new = difference.a.is_none() || difference.b.is_none();
    let values = if is_new { values(option) } else { String::new() };
    let facts: Vec<String> = [facts.join(": "), values].into_iter().filter(|fact| !fact.is_empty()).collect();
    if !facts.is_empty() {
        let label = format!(" ({})", facts.join("; "));
        difference.says += &label;
        difference.predicate += &label;
    }
}

/// Describes the values of an option in words; returns an empty string if its type implies them.
fn values(option: &OptionDecl) -> String {
    match (option.min, option.max) {
        _ if !option.values.is_empty() => format!("one of {}", option.values.join(", ")),
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => String::new(),
    }
}

/// Formats a value as a player would type it.
fn text(value: &OptionValue) -> String {
    match value {
        OptionValue::Bool(on) => on.to_string(),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    }
}
