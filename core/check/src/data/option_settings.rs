//! Checks options and patches under every choice a player can make.

use super::NameIndex;
use grognard_luau::suggest::nearest;
use grognard_packs::Diagnostic;
use grognard_packs::Library;
use grognard_packs::Tweaks;
use grognard_packs::hash;
use grognard_packs::node::ValueStep;
use grognard_packs::patch::InactivePatches;
use grognard_packs::schema::{OptionDecl, Setting};
use grognard_packs::{BattleDraft, Loaded, option_values};
use std::collections::BTreeMap;

/// Maximum number of combinations that are tried; if there are more, each option is tried alone.
const MAX_COMBINATIONS: usize = 64;

/// Options by name, each with its chosen value.
type OptionSettings = Vec<(String, String)>;

/// The result of loading a battle with one combination of options.
struct SettingsOutcome {
    choice: OptionSettings,
    /// Hash of the data.
    content: String,
    inactive: Vec<InactivePatches>,
}

impl SettingsOutcome {
    fn new(choice: OptionSettings, loaded: Loaded) -> SettingsOutcome {
        let content = hash([loaded.tree().json().to_string().as_bytes()]);
        SettingsOutcome { choice, content, inactive: loaded.inactive }
    }
}

/// Reports options without effect, patches that are never applied, and errors that appear only with some options.
pub fn lint_choices(
    library: &Library,
    scenario: &str,
    mods: &[String],
    said: &dyn NameIndex,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let draft = BattleDraft::read(library, scenario, mods, &Tweaks::default())?;
    let base = draft.load(&[])?;
    let mut wrong = Vec::new();
    let mut tried: Vec<SettingsOutcome> = Vec::new();
    for choice in choices(&options_in_conditions(&draft, &base)) {
        match draft.load(&choice) {
            Ok(loaded) => tried.push(SettingsOutcome::new(choice, loaded)),
            Err(errors) => wrong.extend(errors.into_iter().map(|error| with_settings(error, &choice))),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut found = options_without_effect(&base, &tried, said);
    found.extend(patches_never_applied(&base, &tried));
    Ok(found)
}

/// Returns the options that patches depend on. All other options leave the data unchanged.
fn options_in_conditions<'a>(draft: &BattleDraft, base: &'a Loaded) -> BTreeMap<&'a String, &'a OptionDecl> {
    let awaited = draft.options_in_conditions();
    base.system.options.iter().filter(|(name, _)| awaited.contains(name.as_str())).collect()
}

/// Returns every combination of options or, if there are more than [`MAX_COMBINATIONS`], each value of each option on
/// its own.
fn choices(options: &BTreeMap<&String, &OptionDecl>) -> Vec<OptionSettings> {
    let all: Vec<(&String, Vec<String>)> =
        options.iter().map(|(name, option)| (*name, option_values(option))).collect();
    let combinations = all.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()));
    if combinations.is_some_and(|count| count <= MAX_COMBINATIONS) {
        let with = |choices: Vec<OptionSettings>, (name, values): &(&String, Vec<String>)| -> Vec<OptionSettings> {
            let longer = |value: &String| {
                choices.iter().map(|choice| [&choice[..], &[((*name).clone(), value.clone())]].concat()).collect()
            };
            values.iter().flat_map(|value| -> Vec<OptionSettings> { longer(value) }).collect()
        };
        return all.iter().fold(vec![Vec::new()], with);
    }
    let alone = |(name, values): &(&String, Vec<String>)| -> Vec<OptionSettings> {
        values.iter().map(|value| vec![((*name).clone(), value.clone())]).collect()
    };
    all.iter().flat_map(alone).collect()
}

/// Adds a note to an error that appears only with certain options.
fn with_settings(error: Diagnostic, choice: &OptionSettings) -> Diagnostic {
    let options: Vec<String> = choice.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    error.note(format!("this problem appears only with the options {}", options.join(", ")))
}

/// Warns of options that no script mentions and whose values all give the same content.
fn options_without_effect(base: &Loaded, tried: &[SettingsOutcome], said: &dyn NameIndex) -> Vec<Diagnostic> {
    // Rules can still use the old name of an option.
    let is_said =
        |name: &str| said.says(name) || base.system.renamed.iter().any(|(old, new)| new == name && said.says(old));
    let silent = base.system.options.keys().filter(|name| !is_said(name));
    let idle = silent.filter(|name| {
        // Settings that agree in all other options must have the same content.
        let mut contents: BTreeMap<OptionSettings, &String> = BTreeMap::new();
        tried.iter().all(|SettingsOutcome { choice, content, .. }| {
            let others: OptionSettings = choice.iter().filter(|(other, _)| other != *name).cloned().collect();
            *contents.entry(others).or_insert(content) == content
        })
    });
    let warn = |name: &String| {
        let place = base.tree().locate(&["options".into(), ValueStep::Name(name)]);
        let error = Diagnostic::at("W411", place, format!("the option `{name}` changes nothing")).warning();
        error.help(format!(
            "read it in a rule with `game:option(\"{name}\")`, or make a patch depend on it: when = {{ option \
             = \"{name}\" }}"
        ))
    };
    idle.map(warn).collect()
}

/// Warns of patches whose condition was false under every choice that was tried. Patches that depend on another pack
/// are left out.
fn patches_never_applied(base: &Loaded, tried: &[SettingsOutcome]) -> Vec<Diagnostic> {
    let idle = |patch: &&InactivePatches| tried.iter().all(|tried| tried.inactive.contains(patch));
    let by_options = |patch: &&InactivePatches| patch.when.as_ref().is_some_and(|when| when.pack.is_none());
    base.inactive.iter().filter(by_options).filter(idle).map(|patch| warn_of(patch, base)).collect()
}

fn warn_of(patch: &InactivePatches, base: &Loaded) -> Diagnostic {
    let message =
        format!("the patch to `{}` is never applied: its condition is false for every choice of options", patch.at);
    let warning = Diagnostic::at("W412", &patch.place, message).warning();
    let when = patch.when.as_ref();
    let Some((name, option)) = when.and_then(|when| base.system.options.get_key_value(when.option.as_ref()?)) else {
        return warning;
    };
    let possible = option_values(option);
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

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_testing::{copy, workspace};

    /// Returns the choices that are tried for the small battle with a mod.
    fn tried(patches: &str) -> Vec<OptionSettings> {
        let root = tempfile::tempdir().unwrap();
        copy(&workspace().join("tests/broken/base"), root.path());
        let names = ["one", "two", "three", "four", "five"];
        let options: String =
            names.iter().map(|name| format!("[options.{name}]\ntype = \"bool\"\ndefault = false\n")).collect();
        grognard_testing::pack(root.path(), "mods/m", "m.m", "mod", &options);
        std::fs::create_dir_all(root.path().join("mods/m/patches")).unwrap();
        if !patches.is_empty() {
            std::fs::write(root.path().join("mods/m/patches/all.toml"), patches).unwrap();
        }
        let library = Library::open(&[root.path().to_owned()]);
        let draft = BattleDraft::read(&library, "battle", &["m".into()], &Tweaks::default()).unwrap();
        let base = draft.load(&[]).unwrap();
        choices(&options_in_conditions(&draft, &base))
    }

    #[test]
    fn only_options_that_patches_wait_for_take_loads_of_their_own() {
        assert_eq!(tried(""), vec![OptionSettings::new()], "all 32 combinations of options give the same battle");
        let patch = "[[patch]]\nat = \"scenario.turns\"\nop = \"add\"\nvalue = 1\nwhen = { option = \"two\" }\n";
        let of_two = |value: &str| vec![("two".to_owned(), value.to_owned())];
        assert_eq!(tried(patch), vec![of_two("false"), of_two("true")]);
    }
}
