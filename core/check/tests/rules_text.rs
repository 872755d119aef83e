//! Diagnostics about the rules in a pack's own words, and their translations.

use grognard_check::{CheckReport, PackChecker};
use grognard_packs::Library;
use grognard_packs::locale::Locale;
use grognard_play::Battle;
use grognard_testing::{copy, workspace};
use std::fs;

const ENGLISH: &str = "# Small rules\n\n## 1.0 What it is\n\nAn overview.\n\n## 2.0 Movement\n\nUnits move (1.0).\n";
const CATALOGUE: &str = "[paragraph]\n\"Movement\" = \"Mouvement\"\n";

/// Returns the codes, lines and messages that `check` reports about Markdown files and rulebooks.
fn found(files: &[(&str, &str)]) -> Vec<(&'static str, String, usize, String)> {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    for (file, text) in files {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let roots = [root.path().to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Battle| Vec::new();
    let mut checker = PackChecker::new(&library, &roots, &no_types, Locale::default());
    library.packs().iter().for_each(|pack| checker.pack(pack));
    let CheckReport { diagnostics, .. } = checker.finish();
    let about = |file: &str| file.ends_with(".md") || file.ends_with("rulebook.toml");
    let name = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
    let diagnostics = diagnostics.into_iter().filter(|found| about(&found.file));
    diagnostics.map(|found| (found.code, name(&found.file), found.line, found.message)).collect()
}

fn codes(files: &[(&str, &str)]) -> Vec<(&'static str, String, usize)> {
    found(files).into_iter().map(|(code, file, line, _)| (code, file, line)).collect()
}

const RULES: &str = "scripts/system/rules.md";
const FRENCH: &str = "scripts/system/locale/rules.fr.md";

#[test]
fn complete_rules_are_not_odd() {
    let french = "# Petites règles\n\n## 1.0 Présentation\nUn aperçu.\n## 2.0 Mouvement\nDes pas (1.0).\n";
    let files = [(RULES, ENGLISH), (FRENCH, french), ("scripts/system/locale/fr.toml", CATALOGUE)];
    assert_eq!(codes(&files), []);
}

#[test]
fn a_paragraph_without_a_text() {
    let all = found(&[(RULES, "# Small rules\n\n## 1.0 What it is\nAn overview.\n\n## 2.0 Movement\n")]);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].3, "paragraph `2.0` has no text in `rules.md`");
    assert_eq!((all[0].0, &*all[0].1, all[0].2), ("W432", "rulebook.toml", 3));
}

#[test]
fn a_title_other_than_that_of_the_rulebook() {
    let rules = ENGLISH.replace("2.0 Movement", "2.0 March");
    assert_eq!(codes(&[(RULES, &rules)]), [("W433", "rules.md".to_owned(), 7)]);
}

#[test]
fn mistakes_in_a_translation() {
    let french = "# Petites règles\n\n## 2.0 La marche\nDes pas.\n\n## 2.0 La marche\nEncore.\n\n## 2.1 Trop\nQuoi ?\n\n\
        ### 1.0 Quoi\nUn aperçu.\n";
    let files = [(RULES, ENGLISH), (FRENCH, french), ("scripts/system/locale/fr.toml", CATALOGUE)];
    let expected = [("E216", 12), ("E217", 6), ("E215", 9), ("W432", 1), ("W433", 3), ("W433", 6)]
        .map(|(code, line)| (code, "rules.fr.md".to_owned(), line));
    assert_eq!(codes(&files), expected);
}

#[test]
fn files_that_are_not_read() {
    let unread = |file: &str, text: &str| codes(&[(file, text)]);
    assert_eq!(unread("scenarios/battle/rules.md", ENGLISH), [("W413", "rules.md".to_owned(), 1)], "no rulebook");
    assert_eq!(unread(FRENCH, "# Règles\n"), [("W413", "rules.fr.md".to_owned(), 1)], "nothing to translate");
    let named = [(RULES, ENGLISH), ("scripts/system/locale/rules.french.md", "# Règles\n")];
    assert_eq!(codes(&named), [("E615", "rules.french.md".to_owned(), 1)]);
}
