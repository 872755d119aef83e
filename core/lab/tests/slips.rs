//! Slips in names a pack is free to choose: options, variables, ways of moving, and texts that a translation is for. Only scripts or
//! nobody can miss those; `check` says so.

#[path = "../../packs/tests/folders/mod.rs"]
mod folders;

use folders::{shipped, toml_files};
use grognard_lab::Battle;
use grognard_lab::check::Checker;
use grognard_packs::locale::Locale;
use grognard_packs::{Diagnostic, Library};
use std::fs;
use std::ops::Range;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Tables whose keys are names that scripts speak of.
const FREE: [&str; 3] = ["options", "variables", "movement"];

/// Tables of translations, whose keys are English texts.
const TEXTS: [&str; 5] = ["log", "prompt", "reason", "label", "name"];

/// Of the texts one in 23 is tried; all of them with `GROGNARD_SLIPS=all`, outside CI.
const TEXTS_TRIED: usize = 23;

/// What is wrong or odd with a pack.
fn complaints(root: &Path, pack: &str) -> Vec<Diagnostic> {
    let roots = [root.to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Battle| Vec::new();
    let mut checker = Checker::new(&library, &roots, &no_types, Locale::default());
    checker.pack(library.get(pack).unwrap());
    checker.finish().diagnostics
}

/// Where free names stand. The keys that a patch puts into a table are those of that table.
fn free_names(table: &DeTable, above: &str, found: &mut Vec<(Range<usize>, bool)>) {
    let patched = table.get("at").and_then(|at| at.get_ref().as_str()).and_then(|at| at.rsplit('.').next());
    for (key, value) in table {
        if FREE.contains(&above) || TEXTS.contains(&above) {
            found.push((key.span(), TEXTS.contains(&above)));
        }
        let name: &str = key.get_ref();
        match value.get_ref() {
            DeValue::Table(table) => free_names(table, patched.filter(|_| name == "value").unwrap_or(name), found),
            DeValue::Array(list) => {
                list.iter().filter_map(|item| item.get_ref().as_table()).for_each(|table| free_names(table, name, found));
            }
            _ => {}
        }
    }
}

/// A letter doubled, and one dropped, near the middle; none where there are but numbers and signs.
fn slips(right: &str) -> Vec<String> {
    let is_plain = |at: &usize| right.as_bytes()[*at].is_ascii_alphabetic();
    let Some(middle) = (right.len() / 2..right.len()).chain(0..right.len() / 2).find(is_plain) else { return Vec::new() };
    vec![format!("{}{}", &right[..=middle], &right[middle..]), format!("{}{}", &right[..middle], &right[middle + 1..])]
}

fn explains(error: &Diagnostic, right: &str, wrong: &str) -> bool {
    let told = format!("{} {}", error.message, error.help.as_deref().unwrap_or_default());
    error.line > 0 && told.contains(&format!("`{wrong}`")) && told.contains(&format!("`{right}`"))
}

/// A slip that makes one name into its neighbour: one complaint tells that the neighbour stands twice, another which name has gone.
fn explain_twice(found: &[Diagnostic], right: &str, wrong: &str) -> bool {
    let twice = format!("`{wrong}` stands twice");
    let gone = format!("\"{right}\"");
    found.iter().any(|error| error.message.contains(&twice))
        && found.iter().any(|error| error.help.as_deref().is_some_and(|help| help.contains(&gone)))
}

/// Spoils the free names of one file, and gives those that nobody misses.
fn spoil(root: &Path, pack: &str, file: &Path, number: &mut usize) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let mut names = Vec::new();
    free_names(DeTable::parse(&text).unwrap().get_ref(), "", &mut names);
    names.sort_by_key(|(span, _)| span.start);
    names.dedup();
    let mut missed = Vec::new();
    for (span, is_text) in names {
        *number += 1;
        if is_text && !number.is_multiple_of(TEXTS_TRIED) && std::env::var_os("GROGNARD_SLIPS").is_none() {
            continue;
        }
        let quote = usize::from(text.as_bytes()[span.start] == b'"');
        let (start, end) = (span.start + quote, span.end - quote);
        let right = &text[start..end];
        for wrong in slips(right) {
            fs::write(file, format!("{}{wrong}{}", &text[..start], &text[end..])).unwrap();
            let found = complaints(root, pack);
            if !found.iter().any(|error| explains(error, right, &wrong)) && !explain_twice(&found, right, &wrong) {
                missed.push(format!("{}: {right} -> {wrong}\n{}", file.display(), grognard_packs::render(&found, false)));
            }
        }
    }
    fs::write(file, &text).unwrap();
    missed
}

/// Spoils every second pack of a copy of their own: how many names there were, and those that nobody misses.
fn spoil_half(half: usize) -> (usize, Vec<String>) {
    let root = shipped();
    let library = Library::open(&[root.path().to_owned()]);
    let (mut number, mut missed) = (0, Vec::new());
    for pack in library.packs().iter().skip(half).step_by(2) {
        let sound = complaints(root.path(), pack.id());
        assert!(sound.is_empty(), "{}", grognard_packs::render(&sound, false));
        let mut files = Vec::new();
        toml_files(pack.folder.path(), &mut files);
        missed.extend(files.iter().flat_map(|file| spoil(root.path(), pack.id(), file, &mut number)));
    }
    (number, missed)
}

#[test]
fn a_slip_in_a_free_name_is_missed() {
    let halves: Vec<_> = std::thread::scope(|scope| {
        let threads = [0, 1].map(|half| scope.spawn(move || spoil_half(half)));
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let missed: Vec<_> = halves.iter().flat_map(|(_, missed)| missed.iter().map(String::as_str)).collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    let number: usize = halves.iter().map(|(number, _)| number).sum();
    assert!(number > 300, "{number}");
}
