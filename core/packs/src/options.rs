//! Pack options: declarations and choices.

use crate::diagnostic::Diagnostic;
use crate::node::{Node, SettledConflict, ValueStep};
use crate::schema::{OptionDecl, OptionType, Setting};
use crate::source::SourceSpan;
use grognard_engine::content::OptionValue;
use std::collections::BTreeMap;

/// Options that patches remove or rename.
#[derive(Debug, Default)]
pub struct AlteredOptions {
    /// Options that can no longer be chosen: the declaration, whose default stays in force, the pack that removes the
    /// option, and the location of the patch that does so.
    pub fixed: BTreeMap<String, (OptionDecl, String, SourceSpan)>,
    /// New names of renamed options, by the old names that rules still use.
    pub renamed: BTreeMap<String, String>,
    /// Patches to options that are left unapplied, because another pack settles their conflict.
    pub settled: Vec<SettledConflict>,
}

/// Checks one declaration in a manifest.
pub fn check_declaration(name: &str, option: &OptionDecl, manifest: &Node, out: &mut Vec<Diagnostic>) {
    let at = |key| manifest.locate(&["options".into(), name.into(), key]).clone();
    let mut only_for = |set: bool, key: &'static str, kind: OptionType, word: &str| {
        if set && option.kind != kind {
            out.push(Diagnostic::at(
                "E125",
                &at(ValueStep::Name(key)),
                format!("`{key}` is only for options of type \"{word}\""),
            ));
        }
    };
    only_for(option.min.is_some(), "min", OptionType::Int, "int");
    only_for(option.max.is_some(), "max", OptionType::Int, "int");
    only_for(!option.values.is_empty(), "values", OptionType::Enum, "enum");
    if option.kind == OptionType::Enum && option.values.is_empty() {
        let error =
            Diagnostic::at("E125", &at("type".into()), format!("the option `{name}` has no values to choose from"));
        return out.push(error.help("list them: values = [\"one\", \"another\"]"));
    }
    if let (Some(min), Some(max)) = (option.min, option.max)
        && min > max
    {
        return out.push(Diagnostic::at(
            "E125",
            &at("max".into()),
            format!("the minimum {min} exceeds the maximum {max}"),
        ));
    }
    if let Err(expected) = fits(option, &option.default) {
        out.push(
            Diagnostic::at("E125", &at("default".into()), "the default is not one of the values of the option")
                .expected(expected),
        );
    }
}

/// Checks that a setting is a valid value for an option. The error says what was expected.
fn fits(option: &OptionDecl, setting: &Setting) -> Result<(), String> {
    match (option.kind, setting) {
        (OptionType::Bool, Setting::Bool(_)) => Ok(()),
        (OptionType::Int, Setting::Int(number)) => {
            let (least, most) = (option.min.unwrap_or(i32::MIN), option.max.unwrap_or(i32::MAX));
            if (least..=most).contains(number) {
                Ok(())
            } else {
                Err(format!("expected a number from {least} to {most}"))
            }
        }
        (OptionType::Enum, Setting::Word(word)) if option.values.contains(word) => Ok(()),
        (OptionType::Bool, _) => Err("expected true or false".into()),
        (OptionType::Int, _) => Err("expected a whole number".into()),
        (OptionType::Enum, _) => Err(format!("expected one of {}", option.values.join(", "))),
    }
}

/// Returns the value in force for every option: the player's choice or, if there is none, the default. A renamed option
/// can be set under either name, and is returned under both.
pub fn settle(
    declared: &BTreeMap<String, OptionDecl>,
    altered: &AlteredOptions,
    chosen: &[(String, String)],
    out: &mut Vec<Diagnostic>,
) -> BTreeMap<String, OptionValue> {
    let fixed = altered.fixed.iter().map(|(name, (option, ..))| (name, option));
    let defaults = fixed.chain(declared).map(|(name, option)| (name.clone(), value(option.default.clone())));
    let mut all: BTreeMap<_, _> = defaults.collect();
    for (at, (typed, text)) in chosen.iter().enumerate() {
        let meant = |name: &'_ String| altered.renamed.get(name).unwrap_or(name).clone();
        let name = &meant(typed);
        let rival = chosen[..at].iter().find(|(other, value)| other != typed && meant(other) == *name && value != text);
        if let Some((other, value)) = rival {
            let message =
                format!("`{other}` and `{typed}` are the same option, which cannot be both `{value}` and `{text}`");
            out.push(Diagnostic::general("E126", message).help(format!("set `{name}` only")));
            continue;
        }
        match choose(name, text, declared, altered) {
            Ok(setting) => drop(all.insert(name.clone(), value(setting))),
            Err(error) => out.push(error),
        }
    }
    for (old, new) in &altered.renamed {
        all.get(new).cloned().into_iter().for_each(|value| drop(all.insert(old.clone(), value)));
    }
    all
}

fn choose(
    name: &str,
    text: &str,
    declared: &BTreeMap<String, OptionDecl>,
    altered: &AlteredOptions,
) -> Result<Setting, Diagnostic> {
    if let Some((option, pack, place)) = altered.fixed.get(name).filter(|_| !declared.contains_key(name)) {
        let error = Diagnostic::general("E126", format!("the option `{name}` is fixed by `{pack}`"));
        let same = read(option, text).ok().filter(|setting| *setting == option.default);
        return same.ok_or_else(|| error.related(place, format!("it keeps the value {}", word(&option.default))));
    }
    let Some(option) = declared.get(name) else {
        let error = Diagnostic::general("E126", format!("there is no option `{name}`"));
        return Err(error.suggest(name, declared.keys().map(String::as_str)));
    };
    read(option, text).map_err(|expected| {
        let error = Diagnostic::general("E126", format!("the option `{name}` cannot be `{text}`"));
        let error = error.suggest(text, option.values.iter().map(String::as_str));
        if error.help.is_some() { error } else { error.help(expected) }
    })
}

fn word(setting: &Setting) -> String {
    match setting {
        Setting::Bool(on) => on.to_string(),
        Setting::Int(number) => number.to_string(),
        Setting::Word(word) => word.clone(),
    }
}

fn read(option: &OptionDecl, text: &str) -> Result<Setting, String> {
    let setting = match (option.kind, text) {
        (OptionType::Bool, "true" | "on" | "yes") => Setting::Bool(true),
        (OptionType::Bool, "false" | "off" | "no") => Setting::Bool(false),
        (OptionType::Int, number) if number.parse::<i32>().is_ok() => Setting::Int(number.parse().unwrap_or_default()),
        (_, word) => Setting::Word(word.to_owned()),
    };
    fits(option, &setting).map(|()| setting)
}

fn value(setting: Setting) -> OptionValue {
    match setting {
        Setting::Bool(on) => OptionValue::Bool(on),
        Setting::Int(number) => OptionValue::Number(number),
        Setting::Word(word) => OptionValue::Word(word),
    }
}

/// Returns the values of an option that are worth trying. For a number, they are the minimum, the maximum and the
/// default.
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
