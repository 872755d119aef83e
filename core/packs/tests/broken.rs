//! The corpus of broken packs in `tests/broken`: no panic, and always a place and a cause.

use grognard_packs::{Diagnostic, Library, load, render};
use grognard_testing::{copy, workspace};
use std::fs;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| entry.path().is_dir());
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Formats the report of a case, with the temporary folder removed from the paths.
fn report(case: &Path) -> (Vec<Diagnostic>, String) {
    let root = tempfile::tempdir().unwrap();
    copy(&case.join("../base"), root.path());
    copy(case, root.path());
    let library = Library::open(&[root.path().to_owned()]);
    let scenario = fs::read_to_string(case.join("scenario.txt")).unwrap_or("battle".into());
    let loaded = load(&library, scenario.trim(), &names(&case.join("mods")), &[]);
    let mut all = library.diagnostics.clone();
    all.extend(loaded.err().into_iter().flatten().filter(|error| !library.diagnostics.contains(error)));
    let text = render(&all, false).replace(&format!("{}/", root.path().display()), "");
    (all, text)
}

#[test]
fn the_base_is_sound() {
    let (all, text) = report(&workspace().join("tests/broken/base"));
    assert!(all.is_empty(), "{text}");
}

#[test]
fn every_broken_pack_is_explained() {
    let corpus = workspace().join("tests/broken");
    let cases: Vec<_> = names(&corpus).into_iter().filter(|name| name != "base").collect();
    assert!(cases.len() >= 25);
    let mut wrong = Vec::new();
    for case in cases {
        let (all, text) = report(&corpus.join(&case));
        let placed = |error: &Diagnostic| {
            error.line > 0 && error.column > 0 && !error.file.is_empty() && !error.message.is_empty()
        };
        assert!(all.iter().any(placed), "{case}: no place or no cause\n{text}");
        assert!(serde_json::to_string(&all).is_ok());
        let file = corpus.join(&case).join("expected.txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &text).unwrap();
        }
        if fs::read_to_string(&file).unwrap_or_default() != text {
            wrong.push(format!("--- {case}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
