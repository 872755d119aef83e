//! Options and patches under every choice a player can make.

use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::lint::Said;
use crate::load::{Loaded, load};
use crate::node::Step;
use crate::patch::Inactive;
use crate::schema::{OptionDecl, OptionType, Setting};
use grognard_engine::nearest::nearest;
use std::collections::BTreeMap;

/// With more combinations than these, each option is tried alone.
const MOST_COMBINATIONS: usize = 64;

/// Options by name, each with a value to choose.
type Choice = Vec<(String, String)>;

/// Options without effect, patches that are never applied, and what is wrong under other options than the defaults.
pub fn lint_choices(library: &Library, scenario: &str, mods: &[String], said: &dyn Said) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let base = load(library, scenario, mods, &[])?;
    let mut wrong = Vec::new();
    let mut tried: Vec<(Choice, Loaded)> = Vec::new();
    for choice in choices(&base.system.options) {
        match load(library, scenario, mods, &choice) {
            Ok(loaded) => tried.push((choice, loaded)),
            Err(errors) => wrong.extend(errors.into_iter().map(|error| under(error, &choice))),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut found = without_effect(&base, &tried, said);
    found.extend(never_applied(&base, &tried));
    Ok(found)
}

/// Every combination if there are few, else each value of each option alone.
fn choices(options: &BTreeMap<String, OptionDecl>) -> Vec<Choice> {
    let all: Vec<(&String, Vec<String>)> = options.iter().map(|(name, option)| (name, values(option))).collect();
    let combinations = all.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()));
    if combinations.is_some_and(|count| count <= MOST_COMBINATIONS) {
        let with = |choices: Vec<Choice>, (name, values): &(&String, Vec<String>)| -> Vec<Choice> {
            let longer =
                |value: &String| choices.iter().map(|choice| [&choice[..], &[((*name).clone(), value.clone())]].concat()).collect();
            values.iter().flat_map(|value| -> Vec<Choice> { longer(value) }).collect()
        };
        return all.iter().fold(vec![Vec::new()], with);
    }
    let alone = |(name, values): &(&String, Vec<String>)| -> Vec<Choice> {
        values.iter().map(|value| vec![((*name).clone(), value.clone())]).collect()
    };
    all.iter().flat_map(alone).collect()
}

/// The values of an option worth a try: of a number the least, the largest and the default.
pub fn values(option: &OptionDecl) -> Vec<String> {
    match option.kind {
        OptionType::Bool => vec!["false".into(), "true".into()],
        OptionType::Enum => option.values.clone(),
        OptionType::Int => {
            let default = match &option.default {
                Setting::Int(number) => Some(*number),
                _ => None,
            };
            let mut numbers: Vec<i32> = [option.min, default, option.max].into_iter().flatten().collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.iter().map(i32::to_string).collect()
        }
    }
}

/// An error that shows only when a player chooses so.
fn under(error: Diagnostic, choice: &Choice) -> Diagnostic {
    let options: Vec<String> = choice.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let note = format!("this shows with the options {}", options.join(", "));
    let help = error.help.as_ref().map_or_else(|| note.clone(), |help| format!("{help}\n{note}"));
    error.help(help)
}

/// Options that no script names and whose values all give the same content.
fn without_effect(base: &Loaded, tried: &[(Choice, Loaded)], said: &dyn Said) -> Vec<Diagnostic> {
    // Rules go on asking for an option by the name it had.
    let is_said = |name: &str| said.says(name) || base.system.renamed.iter().any(|(old, new)| new == name && said.says(old));
    let silent = base.system.options.keys().filter(|name| !is_said(name));
    let idle = silent.filter(|name| {
        // The content is what is left when everything but this option is chosen alike.
        let mut contents: BTreeMap<Choice, String> = BTreeMap::new();
        tried.iter().all(|(choice, loaded)| {
            let others: Choice = choice.iter().filter(|(other, _)| other != *name).cloned().collect();
            let content = loaded.tree().json().to_string();
            contents.entry(others).or_insert_with(|| content.clone()) == &content
        })
    });
    let warn = |name: &String| {
        let place = base.tree().locate(&["options".into(), Step::Name(name)]);
        let error = Diagnostic::at("W411", place, format!("the option `{name}` changes nothing")).warning();
        error.help(format!(
            "let a rule read it with `game:option(\"{name}\")`, or let a patch depend on it: when = {{ option = \"{name}\" }}"
        ))
    };
    idle.map(warn).collect()
}

/// Patches whose condition holds under no choice that was tried. Those that wait for another pack are left alone.
fn never_applied(base: &Loaded, tried: &[(Choice, Loaded)]) -> Vec<Diagnostic> {
    let idle = |patch: &&Inactive| tried.iter().all(|(_, loaded)| loaded.inactive.contains(patch));
    let by_options = |patch: &&Inactive| patch.when.as_ref().is_some_and(|when| when.pack.is_none());
    base.inactive.iter().filter(by_options).filter(idle).map(|patch| warn_of(patch, base)).collect()
}

fn warn_of(patch: &Inactive, base: &Loaded) -> Diagnostic {
    let message = format!("the patch to `{}` is never applied: no choice of options fulfils its condition", patch.at);
    let warning = Diagnostic::at("W412", &patch.place, message).warning();
    let when = patch.when.as_ref();
    let Some((name, option)) = when.and_then(|when| base.system.options.get_key_value(when.option.as_ref()?)) else { return warning };
    let possible = values(option);
    let wanted = match when.and_then(|when| when.is.clone()) {
        Some(Setting::Word(word)) => word,
        Some(Setting::Int(number)) => number.to_string(),
        Some(Setting::Bool(on)) => on.to_string(),
        None => "true".to_owned(),
    };
    match nearest(&wanted, possible.iter().map(String::as_str)) {
        Some(right) => warning.help(format!("did you mean `{right}`?")),
        None => warning.help(format!("`{name}` can be {}", possible.join(", "))),
    }
}
