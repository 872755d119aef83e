//! Slips of the pen in the shipped packs: every key, one letter doubled, is an error that names the right key.
//! And worse than slips: files cut short or scrambled end in errors, never in a panic.

mod folders;

use folders::{copy, workspace};
use grognard_packs::{Diagnostic, Library, load};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// Tables whose keys a pack is free to choose: a changed one is another name, which only scripts or nobody can miss.
const FREE: [&str; 4] = ["options", "variables", "movement", "paragraph"];

/// A copy of the shipped packs that tests may spoil.
fn shipped() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for shelf in ["scripts", "scenarios", "mods"] {
        copy(&workspace().join(shelf), &root.path().join(shelf));
    }
    root
}

/// The packs of Battle for Moscow only: others have tests of their own.
fn toml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            toml_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
    found.sort();
}

fn fixtures(root: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    toml_files(root, &mut all);
    all.retain(|path| path.to_string_lossy().contains("battle-for-moscow"));
    all
}

fn errors(root: &Path) -> Vec<Diagnostic> {
    let library = Library::open(&[root.to_owned()]);
    let loaded = load(&library, "battle-for-moscow", &["battle-for-moscow-1986".into()], &[]);
    loaded.err().unwrap_or_default()
}

/// The keys of a table and of everything in it: where they stand, and whether they are free names.
fn keys(table: &DeTable, above: &str, found: &mut Vec<(Range<usize>, bool)>) {
    for (key, value) in table {
        found.push((key.span(), FREE.contains(&above)));
        inner_keys(value.get_ref(), key.get_ref(), found);
    }
}

fn inner_keys(value: &DeValue, above: &str, found: &mut Vec<(Range<usize>, bool)>) {
    match value {
        DeValue::Table(table) => keys(table, above, found),
        DeValue::Array(list) => list.iter().for_each(|item| inner_keys(item.get_ref(), above, found)),
        _ => {}
    }
}

/// The text with the letter in the middle of a key doubled, the key and the slip.
fn slip(text: &str, span: &Range<usize>) -> (String, String, String) {
    let inside = |end: usize| usize::from(text.as_bytes()[end] == b'"');
    let (start, end) = (span.start + inside(span.start), span.end - inside(span.end - 1));
    let middle = start + (end - start) / 2;
    let changed = format!("{}{}{}", &text[..middle], &text[middle..=middle], &text[middle..]);
    let slip = changed[start..=end].to_owned();
    (changed, text[start..end].to_owned(), slip)
}

#[test]
fn every_key_with_a_letter_doubled_is_an_error_that_names_it() {
    let root = shipped();
    assert!(errors(root.path()).is_empty());
    let mut checked = 0;
    let mut missed = Vec::new();
    for file in fixtures(root.path()) {
        let text = fs::read_to_string(&file).unwrap();
        let mut all = Vec::new();
        keys(DeTable::parse(&text).unwrap().get_ref(), "", &mut all);
        all.sort_by_key(|(span, _)| span.start);
        all.dedup();
        for (span, free) in all.iter().filter(|(_, free)| !free) {
            let (changed, right, wrong) = slip(&text, span);
            fs::write(&file, changed).unwrap();
            let says = |error: &Diagnostic| {
                let help = error.help.clone().unwrap_or_default();
                // A word that is declared once and used elsewhere is missed where it is used.
                let named = |text: &str, name: &str| text.contains(&format!("`{name}`")) || text.contains(&format!(".{name}`"));
                // Another hex can be as near as the one that was meant.
                let meant = |name: &str| named(&help, name) || name.bytes().all(|byte| byte.is_ascii_digit());
                let either = |a: &str, b: &str| named(&error.message, a) && meant(b) && help.starts_with("did you mean");
                error.line > 0 && (either(&wrong, &right) || either(&right, &wrong))
            };
            let found = errors(root.path());
            if !found.iter().any(says) {
                let told: Vec<_> = found.iter().map(|error| format!("{} ({:?})", error.message, error.help)).collect();
                missed.push(format!("{} {right} -> {wrong} (free: {free}): {told:?}", file.display()));
            }
            checked += 1;
        }
        fs::write(&file, &text).unwrap();
    }
    assert!(missed.is_empty(), "{} of {checked}:\n{}", missed.len(), missed.join("\n"));
    assert!(checked > 500, "{checked}");
}

/// Numbers in no visible order, the same in every run.
struct Scrambler(u64);

impl Scrambler {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        const PIECES: [&[u8]; 12] = [b"[", b"]]", b"\"", b"=", b"{", b"-1", b"99999999999", b"\xff", b"\n", b"1.5", b"0101-0102-", b"true"];
        match self.below(4) {
            0 => bytes.truncate(self.below(bytes.len().max(1))),
            1 if !bytes.is_empty() => {
                let at = self.below(bytes.len());
                bytes[at] = self.below(256) as u8;
            }
            2 if bytes.len() > 40 => {
                let at = self.below(bytes.len() - 30);
                let piece = bytes[at..at + 30].to_vec();
                let to = self.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let at = self.below(bytes.len() + 1);
                bytes.splice(at..at, PIECES[self.below(PIECES.len())].iter().copied());
            }
        }
    }
}

#[test]
fn scrambled_files_never_panic() {
    let root = shipped();
    let mut scrambler = Scrambler(1941);
    let all = fixtures(root.path());
    for _ in 0..600 {
        let file = &all[scrambler.below(all.len())];
        let text = fs::read(file).unwrap();
        let mut spoiled = text.clone();
        for _ in 0..=scrambler.below(3) {
            scrambler.spoil(&mut spoiled);
        }
        fs::write(file, &spoiled).unwrap();
        let library = Library::open(&[root.path().to_owned()]);
        let loaded = load(&library, "battle-for-moscow", &["battle-for-moscow-1986".into()], &[]);
        grognard_packs::render(loaded.as_ref().err().unwrap_or(&library.diagnostics), true);
        fs::write(file, &text).unwrap();
    }
}
