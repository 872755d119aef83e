//! Slips in names a pack is free to choose: options, variables, ways of moving, and texts that a translation is for. Only scripts or
//! nobody can miss those; `check` says so.

use grognard_check::PackChecker;
use grognard_packs::locale::Locale;
use grognard_packs::{Diagnostic, Library};
use grognard_play::Battle;
use grognard_testing::{one_in, shipped, toml_files};
use std::fs;
use std::ops::Range;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Tables whose keys are names that scripts speak of.
const FREE: [&str; 3] = ["options", "variables", "movement"];

/// Tables of translations, whose keys are English texts.
const TEXTS: [&str; 5] = ["log", "prompt", "reason", "label", "name"];

/// What is wrong or odd with a pack.
fn complaints(root: &Path, pack: &str) -> Vec<Diagnostic> {
    let roots = [root.to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Battle| Vec::new();
    let mut checker = PackChecker::new(&library, &roots, &no_types, Locale::default());
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

/// Whether an error names both the typo and the right name, by themselves or as the end of a path.
fn explains(error: &Diagnostic, right: &str, wrong: &str) -> bool {
    let text = format!("{} {}", error.message, error.help.as_deref().unwrap_or_default());
    let named = |name: &str| [format!("`{name}`"), format!(".{name}`"), format!("[\"{name}\"]`")].iter().any(|form| text.contains(form));
    error.line > 0 && named(right) && named(wrong)
}

/// A wrong text may be told by two complaints: nobody says this one, or it stands twice; and that one has gone.
fn explain_apart(found: &[Diagnostic], slip: &Slip) -> bool {
    let wrong = format!("`{}`", slip.wrong);
    let gone = format!("\"{}\"", slip.right);
    let names = |error: &Diagnostic| error.line > 0 && error.message.contains(&wrong);
    let misses = |error: &Diagnostic| error.line > 0 && error.help.as_deref().is_some_and(|help| help.contains(&gone));
    slip.is_text && found.iter().any(names) && found.iter().any(misses)
}

/// A name in a file, and what somebody writes instead.
#[derive(Clone)]
struct Slip {
    place: Range<usize>,
    right: String,
    wrong: String,
    is_text: bool,
}

/// The text of a file with these slips in it.
fn with(text: &str, slips: &[Slip]) -> String {
    let mut spoiled = text.to_owned();
    slips.iter().rev().for_each(|slip| spoiled.replace_range(slip.place.clone(), &slip.wrong));
    spoiled
}

/// A file whose names are spoilt.
struct Spoilt<'a> {
    root: &'a Path,
    pack: &'a str,
    file: &'a Path,
    text: &'a str,
}

impl Spoilt<'_> {
    /// Those of some slips that nobody misses when all are made at once, and what is said instead.
    fn missed(&self, slips: &[Slip]) -> (Vec<Slip>, String) {
        fs::write(self.file, with(self.text, slips)).unwrap();
        let found = complaints(self.root, self.pack);
        fs::write(self.file, self.text).unwrap();
        let is_told = |slip: &&Slip| found.iter().any(|error| explains(error, &slip.right, &slip.wrong)) || explain_apart(&found, slip);
        (slips.iter().filter(|slip| !is_told(slip)).cloned().collect(), grognard_packs::render(&found, false))
    }

    /// The slip, made alone, if nobody misses it.
    fn missed_alone(&self, slip: Slip) -> Option<String> {
        let (missed, said) = self.missed(std::slice::from_ref(&slip));
        (!missed.is_empty()).then(|| format!("{}: {} -> {}\n{said}", self.file.display(), slip.right, slip.wrong))
    }
}

/// Spoils the free names of one file, and gives those that nobody misses. A wrong text breaks nothing, so all are made at once; a name
/// that becomes that of another does, and is tried alone as every name of a script is.
fn spoil(root: &Path, pack: &str, file: &Path, number: &mut usize) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let mut names = Vec::new();
    free_names(DeTable::parse(&text).unwrap().get_ref(), "", &mut names);
    names.sort_by_key(|(span, _)| span.start);
    names.dedup();
    let first = *number;
    *number += names.len();
    let spoilt = Spoilt { root, pack, file, text: &text };
    let mut alone = Vec::new();
    for nth in 0..2 {
        let mut together = Vec::new();
        for (span, is_text) in &names {
            let quote = usize::from(text.as_bytes()[span.start] == b'"');
            let place = span.start + quote..span.end - quote;
            let right = text[place.clone()].to_owned();
            let Some(wrong) = slips(&right).into_iter().nth(nth) else { continue };
            let becomes_another = text.contains(&format!("\n{wrong} =")) || text.contains(&format!("\n\"{wrong}\" ="));
            let slip = Slip { place, right, wrong, is_text: *is_text };
            if slip.is_text && !becomes_another { together.push(slip) } else { alone.push(slip) }
        }
        if !together.is_empty() {
            // Beside other slips one may be taken for another than it is.
            alone.extend(spoilt.missed(&together).0);
        }
    }
    let tried = alone.into_iter().enumerate().filter(|(at, _)| (first + at).is_multiple_of(one_in(8)));
    tried.filter_map(|(_, slip)| spoilt.missed_alone(slip)).collect()
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
