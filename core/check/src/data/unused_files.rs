//! Reports files in a pack that nothing reads, most often because the name of the file or its folder is misspelt.

use grognard_luau::suggest::nearest;
use grognard_packs::Diagnostic;
use grognard_packs::Pack;
use grognard_packs::expected_files;
use grognard_packs::rules_text::{INTRODUCTION_FILE, RULES_FILE};
use grognard_packs::schema::Kind;
use grognard_packs::source::is_leftover;
use std::collections::BTreeSet;

/// The folders of a pack, each with the extension of the files that are read from it.
const FOLDERS: [(&str, &str); 5] =
    [("charts", ".toml"), ("locale", ".toml"), ("patches", ".toml"), ("pictures", ".svg"), ("tests", ".md")];

/// Prefixes of the names of documentation files, such as `README`.
const FOR_PEOPLE: [&str; 10] =
    ["readme", "rulings", "notes", "license", "licence", "copying", "notice", "authors", "credits", "changelog"];

/// Extensions of pictures.
const PICTURES: [&str; 6] = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"];

/// Warns of files that nothing reads, with one warning per folder.
pub fn lint_files(pack: &Pack) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let files = pack.folder.files("").unwrap_or_default();
    let unused_files = files.iter().filter(|file| !is_read(pack, file) && !is_for_people(file));
    unused_files
        .filter_map(|file| unused_file(pack, file).filter(|warning| told.insert(warning.file.clone())))
        .collect()
}

/// Returns whether a file is read as a part of its pack. Problems with TOML files at the top level are reported when
/// the pack is loaded.
fn is_read(pack: &Pack, file: &str) -> bool {
    let index = pack.manifest.rulebook.as_ref().and_then(|rulebook| rulebook.index.as_ref());
    let is_translated_rules = file.starts_with("locale/rules.") && file.ends_with(".md");
    if index.is_some() && file == RULES_FILE || is_translated_rules && has_rules(pack) {
        return true;
    }
    let is_translated_introduction = file.starts_with("locale/introduction.") && file.ends_with(".md");
    if file == INTRODUCTION_FILE || is_translated_introduction && has_introduction(pack) {
        return true;
    }
    let Some((folder, rest)) = file.split_once('/') else {
        return match &pack.manifest.scripts {
            Some(scripts) if file.ends_with(".luau") => scripts.iter().any(|script| script == file),
            _ => file.ends_with(".toml") || file.ends_with(".luau"),
        };
    };
    let named = |name: &String| name == file;
    let listed = pack.manifest.scripts.iter().flatten().chain(index).any(named);
    let template = folder == "template" && pack.manifest.kind == Kind::System;
    let ending = FOLDERS.iter().find(|(name, _)| *name == folder).map(|(_, ending)| *ending);
    listed || template || ending.is_some_and(|ending| rest.ends_with(ending) && !rest.contains('/'))
}

/// Returns whether a pack can have translated rules: its own, or those of the packs that it translates.
fn has_rules(pack: &Pack) -> bool {
    pack.manifest.kind == Kind::Translation || pack.folder.has(RULES_FILE)
}

/// Returns whether a pack can have translated introductions: of its own, or of the packs that it translates.
fn has_introduction(pack: &Pack) -> bool {
    pack.manifest.kind == Kind::Translation || pack.folder.has(INTRODUCTION_FILE)
}

fn is_for_people(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file).to_lowercase();
    let is_text = FOR_PEOPLE.iter().any(|start| name.starts_with(start));
    let is_picture = PICTURES.iter().any(|ending| name.ends_with(ending)) && !file.starts_with("pictures/");
    is_text || file.starts_with("docs/") || is_picture || is_leftover(file)
}

fn unused_file(pack: &Pack, file: &str) -> Option<Diagnostic> {
    let warning = |name: &str, what: &str| {
        Diagnostic::file("W413", pack.folder.show(name), format!("the {what} `{name}` is never read")).warning()
    };
    match file.split_once('/') {
        Some((folder, _)) => match FOLDERS.iter().find(|(name, _)| *name == folder) {
            Some((_, ending)) => {
                Some(warning(file, "file").help(format!("files in `{folder}` must end in `{ending}`")))
            }
            None => Some(folder_help(warning(folder, "folder"), pack, folder, file)),
        },
        None if file.ends_with(".luau") => Some(warning(file, "script").help("list it under `scripts` in pack.toml")),
        None => {
            let known = ["pack.toml"].into_iter().chain(expected_files(pack.manifest.kind));
            Some(warning(file, "file").suggest(file, known))
        }
    }
}

fn folder_help(warning: Diagnostic, pack: &Pack, folder: &str, file: &str) -> Diagnostic {
    let template = (pack.manifest.kind == Kind::System).then_some("template");
    let known: Vec<&str> = FOLDERS.iter().map(|(name, _)| *name).chain(template).collect();
    let one = |name: &str| name.to_lowercase().trim_end_matches('s').trim_end_matches('e').to_owned();
    match known.iter().find(|name| one(name) == one(folder)).copied().or_else(|| nearest(folder, known.iter().copied()))
    {
        Some(right) => warning.help(format!("did you mean `{right}`?")),
        None if file.ends_with(".luau") => warning.help("put scripts next to pack.toml, not in a folder"),
        None => warning.help(format!(
            "a {} can have the folders {}; put files for human readers into `docs`",
            pack.manifest.kind.word(),
            known.join(", ")
        )),
    }
}
