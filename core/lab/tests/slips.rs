//! Slips in names a pack is free to choose: options, variables and ways of moving. Only scripts miss those; `check` says so.

use grognard_lab::Battle;
use grognard_lab::check::Checker;
use grognard_packs::locale::Locale;
use grognard_packs::{Diagnostic, Library};
use std::fs;
use std::path::Path;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// What is wrong or odd with a system.
fn complaints(root: &Path, pack: &str) -> Vec<Diagnostic> {
    let roots = [root.to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Battle| Vec::new();
    let mut checker = Checker::new(&library, &roots, &no_types, Locale::default());
    checker.pack(library.get(pack).unwrap());
    checker.finish().diagnostics
}

/// A file with a name in it, and what stands before and after the name.
struct Free {
    file: &'static str,
    before: &'static str,
    after: &'static str,
    names: &'static [&'static str],
}

const OPTIONS: &[&str] = &["retreat", "stubborn_defence", "soviet_replacements_4", "panzer_refit_delay", "mud_halves_all"];

const FREE: [Free; 3] = [
    Free { file: "pack.toml", before: "[options.", after: "]", names: OPTIONS },
    Free { file: "system.toml", before: "", after: " = 0", names: &["shock-army-entered"] },
    Free { file: "system.toml", before: "[movement.", after: "]", names: &["normal", "rail", "mud"] },
];

/// A letter doubled, and one dropped.
fn slips(right: &str) -> [String; 2] {
    let middle = right.len() / 2;
    [format!("{}{}", &right[..=middle], &right[middle..]), format!("{}{}", &right[..middle], &right[middle + 1..])]
}

#[test]
fn a_slip_in_a_free_name_is_missed_by_the_scripts() {
    let root = tempfile::tempdir().unwrap();
    for shelf in ["scripts", "scenarios"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(shelf), &root.path().join(shelf));
    }
    let pack = "grognard.battle-for-moscow-system";
    let sound = complaints(root.path(), pack);
    assert!(sound.is_empty(), "{}", grognard_packs::render(&sound, false));
    for Free { file, before, after, names } in FREE {
        let file = root.path().join("scripts/battle-for-moscow").join(file);
        let text = fs::read_to_string(&file).unwrap();
        for (right, wrong) in names.iter().flat_map(|right| slips(right).map(|wrong| (*right, wrong))) {
            let from = format!("{before}{right}{after}");
            assert!(text.contains(&from), "{from}");
            fs::write(&file, text.replace(&from, &format!("{before}{wrong}{after}"))).unwrap();
            let found = complaints(root.path(), pack);
            let explains = |error: &Diagnostic| {
                let told = format!("{} {}", error.message, error.help.as_deref().unwrap_or_default());
                error.line > 0 && told.contains(&format!("`{wrong}`")) && told.contains(&format!("`{right}`"))
            };
            assert!(found.iter().any(explains), "{right} -> {wrong}\n{}", grognard_packs::render(&found, false));
        }
        fs::write(&file, text).unwrap();
    }
}
