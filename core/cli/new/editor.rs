//! `grognard new editor`: writes files that let editors complete names and report mistakes in packs without any set-up.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::source::display_path;
use grognard_packs::{Library, schemas};
use grognard_play::atomic_file;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Write files for editors: type definitions of the scripting API, schemas for TOML files, and settings that refer to
/// both.
///
/// Types and schemas are updated; existing settings are left unchanged.
#[derive(clap::Args)]
pub struct Args {
    /// Folder that contains `scripts`, `scenarios` and `mods`.
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// The settings files, as names and contents: they configure the script checks, and refer to the types and schemas.
const SETTINGS: [(&str, &str); 3] = [
    (".luaurc", include_str!("skeleton/editor/luaurc.json")),
    (".vscode/settings.json", include_str!("skeleton/editor/settings.json")),
    ("tombi.toml", include_str!("skeleton/editor/tombi.toml")),
];

/// The files written and skipped.
pub struct EditorFiles {
    /// Files that are new or have changed.
    pub written: Vec<PathBuf>,
    /// Settings that the user has edited, and that were left unchanged.
    pub kept: Vec<PathBuf>,
}

impl Args {
    /// Writes the files.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let mut roots = roots.to_vec();
        crate::roots::add(&mut roots, &self.folder);
        let done = write(&self.folder, &roots)?;
        for path in &done.written {
            screen.say(&format!("created {}", display_path(path)))?;
        }
        for path in &done.kept {
            screen.say(&format!("kept {}, which you have edited", display_path(path)))?;
        }
        if done.written.is_empty() { screen.say("Everything is up to date.") } else { Ok(()) }
    }
}

/// Writes the files that are missing or out of date.
pub fn write(folder: &Path, roots: &[PathBuf]) -> Result<EditorFiles, Failure> {
    let mut done = EditorFiles { written: Vec::new(), kept: Vec::new() };
    for (name, text) in SETTINGS {
        let path = folder.join(name);
        match fs::read_to_string(&path) {
            Ok(own) if own != text => done.kept.push(path),
            _ => put(&path, text, &mut done)?,
        }
    }
    let properties = properties(roots);
    put(
        &folder.join("types/grognard.d.luau"),
        &grognard_script::stubs(Some(&*properties).filter(|known| !known.is_empty()), false),
        &mut done,
    )?;
    // If no battle can be loaded, the properties are unknown and each would look like a typo.
    for (name, schema) in if properties.is_empty() { schemas() } else { schemas_with(&properties) } {
        let path = folder.join("schemas").join(name);
        let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::File(path.clone(), error.into()))?;
        put(&path, &(text + "\n"), &mut done)?;
    }
    Ok(done)
}

/// Writes a file unless it is up to date.
fn put(path: &Path, text: &str, done: &mut EditorFiles) -> Result<(), Failure> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::file(folder))?;
    }
    atomic_file::write(path, text).map_err(Failure::file(path))?;
    done.written.push(path.to_owned());
    Ok(())
}

/// Returns the unit properties of all battles: an editor does not know which battle a script is for.
fn properties(roots: &[PathBuf]) -> Vec<String> {
    let library = Library::open(roots);
    let battles =
        library.scenarios().filter_map(|scenario| grognard_packs::load(&library, scenario.id(), &[], &[]).ok());
    let all: BTreeSet<String> = battles.flat_map(|battle| battle.content.properties).collect();
    all.into_iter().collect()
}

/// Returns the schema for a file in a pack.
pub fn schema_of(file: &str) -> Option<&'static str> {
    match file {
        "pack.toml" => Some("pack.schema.json"),
        "system.toml" => Some("system.schema.json"),
        "sequence.toml" => Some("sequence.schema.json"),
        "rulebook.toml" => Some("rulebook.schema.json"),
        "scenario.toml" => Some("scenario.schema.json"),
        "map.toml" => Some("map.schema.json"),
        "units.toml" => Some("units.schema.json"),
        "fonts.toml" => Some("fonts.schema.json"),
        "scan.toml" => Some("scan.schema.json"),
        "guide.toml" => Some("guide.schema.json"),
        _ if !file.ends_with(".toml") => None,
        _ if file.starts_with("charts/") => Some("chart.schema.json"),
        _ if file.starts_with("patches/") => Some("patches.schema.json"),
        _ if file.starts_with("locale/") => Some("locale.schema.json"),
        _ => None,
    }
}

/// Generates the schemas with these properties of units, so that any other key of a unit is reported as a mistake.
fn schemas_with(properties: &[String]) -> Vec<(String, serde_json::Value)> {
    let mut all = schemas();
    for (_, schema) in all.iter_mut().filter(|(name, _)| name == "units.schema.json") {
        let unit = &mut schema["$defs"]["UnitDecl"];
        let number = unit["additionalProperties"].take();
        for property in properties {
            unit["properties"][property] = number.clone();
        }
        unit["additionalProperties"] = serde_json::Value::Bool(false);
        unit["description"] =
            "A unit. Its properties are those of the systems that were present when `grognard new editor` wrote this schema."
                .into();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_belongs_to_files_and_is_named_in_the_settings() {
        let files = ["pack", "system", "sequence", "rulebook", "scenario", "map", "units", "guide", "scan", "fonts"]
            .map(|name| format!("{name}.toml"));
        let files = files.into_iter().chain(["charts/crt.toml", "patches/a.toml", "locale/fr.toml"].map(String::from));
        let used: BTreeSet<_> = files.filter_map(|file| schema_of(&file)).collect();
        for (name, _) in schemas() {
            assert!(used.contains(name.as_str()), "{name}");
            assert!(SETTINGS[1..].iter().all(|(_, text)| text.contains(&name)), "{name}");
        }
    }

    #[test]
    fn where_the_properties_are_known_any_other_key_is_a_slip() {
        let schema = |all: Vec<(String, serde_json::Value)>| {
            all.into_iter().find(|(name, _)| name == "units.schema.json").unwrap().1
        };
        let (open, closed) = (schema(schemas()), schema(schemas_with(&["strength".to_owned()])));
        let (open, closed) = (&open["$defs"]["UnitDecl"], &closed["$defs"]["UnitDecl"]);
        assert!(open["additionalProperties"].is_object(), "numbers for each step");
        assert_eq!(
            (&closed["properties"]["strength"], &closed["additionalProperties"]),
            (&open["additionalProperties"], &false.into())
        );
    }
}
