//! Slips of the pen in the shipped packs: every key of every file, with a letter doubled, dropped, swapped or replaced, is an error that
//! names the right key. (Names a pack is free to choose are in `core/lab/tests/slips.rs`: only scripts miss those.)
//! And worse than slips: files cut short or scrambled end in errors, never in a panic.

use grognard_packs::option_values;
use grognard_packs::{Diagnostic, Library, OptionDecl, load};
use grognard_testing::{copy, one_in, shipped, toml_files};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// Tables whose keys a pack is free to choose: a changed one is another name, which only scripts or nobody can miss. The `answers` of a
/// policy name questions of scripts; nothing misses them yet.
const FREE: [&str; 7] = ["options", "variables", "movement", "paragraph", "layers", "policies", "answers"];

/// Tables of translations whose keys are the English texts; those that nothing says are found by `check`.
const TEXTS: [&str; 7] = ["log", "prompt", "reason", "label", "name", "paragraph", "screen"];

/// Of the further elements of a longer list one in 23 is tried; all of them with `GROGNARD_SLIPS=all`.
const MANY: usize = 20;

fn fixtures(root: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    toml_files(root, &mut all);
    all
}

/// A scenario with or without a mod, and the folders of its packs.
struct Battle {
    scenario: String,
    mods: Vec<String>,
    folders: Vec<PathBuf>,
    /// Each value of each option alone, as `check` tries them.
    choices: Vec<(String, String)>,
}

impl Battle {
    fn errors(&self, root: &Path, chosen: &[(String, String)]) -> Vec<Diagnostic> {
        let library = Library::open(&[root.to_owned()]);
        let mut errors = library.diagnostics.clone();
        errors.extend(load(&library, &self.scenario, &self.mods, chosen).err().unwrap_or_default());
        errors
    }

    /// The errors in the translations of all packs.
    fn in_translations(root: &Path) -> Vec<Diagnostic> {
        let library = Library::open(&[root.to_owned()]);
        let mut errors = library.diagnostics.clone();
        for pack in library.packs() {
            pack.languages().iter().for_each(|language| drop(pack.locale(language, &mut errors)));
        }
        errors
    }

    /// Whether there is a choice in it of all options that patches wait for.
    fn has_the_options_of(&self, patches: &str) -> bool {
        let mut waited_for = patches.split("option = \"").skip(1).filter_map(|rest| rest.split('"').next());
        waited_for.all(|option| self.choices.iter().any(|(name, _)| name == option))
    }

    /// A copy of its packs alone, which is read faster than all of them.
    fn alone(&self, root: &Path) -> tempfile::TempDir {
        let own = tempfile::tempdir().unwrap();
        for folder in &self.folders {
            copy(folder, &own.path().join(folder.strip_prefix(root).unwrap()));
        }
        own
    }

    /// Why no error explains a slip: what is told instead. A patch that waits for an option its file names is read with that option.
    fn unexplained(&self, root: &Path, text: &str, is_locale: bool, (right, wrong): (&str, &str)) -> Option<String> {
        let mut told = if is_locale { Battle::in_translations(root) } else { self.errors(root, &[]) };
        for choice in self.choices.iter().filter(|(name, _)| text.contains(&format!("option = \"{name}\""))) {
            if told.iter().any(|error| explains(error, right, wrong)) {
                return None;
            }
            told.extend(self.errors(root, std::slice::from_ref(choice)));
        }
        let explained = told.iter().any(|error| explains(error, right, wrong));
        let mut told: Vec<_> = told.iter().map(|error| format!("{} ({:?})", error.message, error.help)).collect();
        told.dedup();
        (!explained).then(|| format!("{told:?}"))
    }
}

/// Each value of each option: words, and the ends of numbers.
fn choices(options: &BTreeMap<String, OptionDecl>) -> Vec<(String, String)> {
    let with = |(name, option): (&String, &OptionDecl)| -> Vec<(String, String)> {
        option_values(option).into_iter().map(|value| (name.clone(), value)).collect()
    };
    options.iter().flat_map(with).collect()
}

/// Every scenario alone, and with every mod that goes with it.
fn battles(root: &Path) -> Vec<Battle> {
    let library = Library::open(&[root.to_owned()]);
    assert!(library.diagnostics.is_empty());
    let mut found = Vec::new();
    for scenario in library.scenarios() {
        let alone = std::iter::once(Vec::new());
        for mods in alone.chain(library.mods().map(|pack| vec![pack.id().to_owned()])) {
            let Ok(loaded) = load(&library, scenario.id(), &mods, &[]) else {
                assert!(!mods.is_empty(), "{} does not load", scenario.id());
                continue;
            };
            let folders = loaded.system.packs.iter().map(|id| library.get(id).unwrap().folder.path().to_owned()).collect();
            let choices = choices(&loaded.system.options);
            found.push(Battle { scenario: scenario.id().to_owned(), mods, folders, choices });
        }
    }
    found
}

/// The keys of a table and of everything in it: where they stand, and whether they are free names. The keys that a patch puts into a
/// table are those of that table.
fn keys(table: &DeTable, above: &str, found: &mut Vec<(Range<usize>, bool)>) {
    let patched = table.get("at").and_then(|at| at.get_ref().as_str()).and_then(|at| at.rsplit('.').next());
    for (key, value) in table {
        found.push((key.span(), FREE.contains(&above) || TEXTS.contains(&above)));
        let name: &str = key.get_ref();
        inner_keys(value.get_ref(), patched.filter(|_| name == "value").unwrap_or(name), found);
    }
}

fn inner_keys(value: &DeValue, above: &str, found: &mut Vec<(Range<usize>, bool)>) {
    match value {
        DeValue::Table(table) => keys(table, above, found),
        DeValue::Array(list) => {
            let tried = list.iter().enumerate().filter(|(at, _)| *at < MANY || at % one_in(23) == 0);
            tried.for_each(|(_, item)| inner_keys(item.get_ref(), above, found));
        }
        _ => {}
    }
}

/// The word with one slip of each kind, at a place that differs from key to key.
fn slips(word: &str, number: usize) -> Vec<String> {
    // A paragraph with another digit or letter is another paragraph: `9.0`, `E3`, `G4`.
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    if word.contains('.') && word.chars().all(is_digit)
        || word.len() < 4 && word.strip_prefix(|c: char| c.is_ascii_uppercase()).is_some_and(|rest| rest.starts_with(is_digit))
    {
        return Vec::new();
    }
    let letters: Vec<char> = word.chars().collect();
    let at = number % letters.len();
    let with = |from: usize, to: usize, new: &[char]| -> String { [&letters[..from], new, &letters[to..]].concat().iter().collect() };
    let mut all = vec![with(at, at, &[letters[at]])];
    // Another number is another hex.
    if is_number(word) {
        return all;
    }
    // A name of one letter is as near to every other.
    if letters.len() > 1 {
        all.push(with(at, at + 1, &[if letters[at] == 'q' { 'x' } else { 'q' }]));
        all.push(with(at, at + 1, &[]));
    }
    let pair =
        (0..letters.len().saturating_sub(1)).map(|step| (at + step) % (letters.len() - 1)).find(|&at| letters[at] != letters[at + 1]);
    all.extend(pair.map(|at| with(at, at + 2, &[letters[at + 1], letters[at]])));
    all
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an error explains a slip.
fn explains(error: &Diagnostic, right: &str, wrong: &str) -> bool {
    let help = error.help.clone().unwrap_or_default();
    // A word that is declared once and used elsewhere is missed where it is used.
    let named = |text: &str, name: &str| text.contains(&format!("`{name}`")) || text.contains(&format!(".{name}`"));
    // Another hex can be as near as the one that was meant.
    let meant = |name: &str| named(&help, name) || is_number(name);
    // Another key of the same table: which of the two is the slip, nobody can know.
    if error.line > 0 && error.message == format!("the key `{wrong}` stands twice in its table") {
        return true;
    }
    let either = |a: &str, b: &str| named(&error.message, a) && meant(b) && help.starts_with("did you mean");
    // For a number nothing is suggested: any other is as likely.
    let is_number_named = is_number(right) && named(&error.message, wrong);
    error.line > 0 && (is_number_named || either(wrong, right) || either(right, wrong))
}

/// Spoils some of the files of a copy of their own: how many slips there were, and those that no error explains.
fn spoil(which: impl Iterator<Item = usize>) -> (usize, Vec<String>) {
    let root = shipped();
    let battles = battles(root.path());
    let files = fixtures(root.path());
    let (mut checked, mut missed) = (0, Vec::new());
    for at in which {
        let file = &files[at];
        // One in which what patches wait for can be chosen, if there is any.
        let patches = fs::read_to_string(file).unwrap();
        let of = |battle: &&Battle| battle.folders.iter().any(|folder| file.starts_with(folder));
        let battle = battles.iter().filter(of).find(|battle| battle.has_the_options_of(&patches)).or_else(|| battles.iter().find(of));
        // A translation belongs to all battles of its packs, or to a pack of its own.
        let is_locale = battle.is_none() || file.iter().any(|part| part == "locale");
        let battle = battle.unwrap_or(&battles[0]);
        let own = if is_locale { shipped() } else { battle.alone(root.path()) };
        let file = &own.path().join(file.strip_prefix(root.path()).unwrap());
        let text = fs::read_to_string(file).unwrap();
        let mut all = Vec::new();
        keys(DeTable::parse(&text).unwrap().get_ref(), "", &mut all);
        all.sort_by_key(|(span, _)| span.start);
        all.dedup();
        // A translation is for whoever has the game: without it, it is merely of no use.
        let is_translation = text.contains("kind = \"translation\"");
        for (number, (span, _)) in all.iter().filter(|(_, free)| !free).enumerate().step_by(one_in(16)) {
            if is_translation && text[span.clone()].contains("grognard.") {
                continue;
            }
            let inside = |end: usize| usize::from(text.as_bytes()[end] == b'"');
            let (start, end) = (span.start + inside(span.start), span.end - inside(span.end - 1));
            let right = &text[start..end];
            for wrong in slips(right, number) {
                // Another paragraph of the rulebook: 11 for 1.
                if is_number(right) && all.iter().any(|(span, _)| text[span.clone()].trim_matches('"') == wrong) {
                    continue;
                }
                fs::write(file, format!("{}{wrong}{}", &text[..start], &text[end..])).unwrap();
                if let Some(told) = battle.unexplained(own.path(), &text, is_locale, (right, &wrong)) {
                    missed.push(format!("{} {right} -> {wrong}: {told}", file.display()));
                }
                checked += 1;
            }
        }
    }
    (checked, missed)
}

#[test]
fn every_key_with_a_slip_is_an_error_that_names_it() {
    let root = shipped();
    let battles = battles(root.path());
    assert!(battles.iter().all(|battle| battle.errors(root.path(), &[]).is_empty()));
    let files = fixtures(root.path()).len();
    let parts = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let halves: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..parts).map(|part| scope.spawn(move || spoil((0..files).filter(|at| at % parts == part)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let checked: usize = halves.iter().map(|(checked, _)| checked).sum();
    let missed: Vec<&str> = halves.iter().flat_map(|(_, missed)| missed.iter().map(String::as_str)).collect();
    assert!(missed.is_empty(), "{} of {checked}:\n{}", missed.len(), missed.join("\n"));
    assert!(checked * one_in(16) > 2000, "{checked}");
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
