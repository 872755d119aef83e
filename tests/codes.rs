//! The explanations of codes are complete, and their examples report the codes they explain.
//!
//! An example is added to the small battle of `tests/broken/base` and the scripts and mods of `tests/codes`, and its
//! command is run. It must report the code, and nothing once the example is corrected.

use grognard_check::codes::{self, Explanation};
use grognard_testing::{copy, workspace};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// A lower limit, so that it is noticed if examples are no longer run.
const MIN_RUN: usize = 120;

/// The codes that occur as strings in the Rust files below a folder.
fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() && entry.file_name() != "tests" {
            codes_in(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let is_code = |word: &&str| {
                word.len() == 4
                    && word.starts_with(['E', 'W'])
                    && word.bytes().skip(1).all(|byte| byte.is_ascii_digit())
            };
            found.extend(text.split("#[cfg(test)]").next().unwrap().split('"').filter(is_code).map(str::to_owned));
        }
    }
}

#[test]
fn every_code_is_explained_and_every_explanation_has_a_code() {
    let mut used = BTreeSet::new();
    codes_in(&workspace().join("core"), &mut used);
    let explained: BTreeSet<String> = codes::all().map(|known| known.code.clone()).collect();
    let missing: Vec<_> = used.difference(&explained).collect();
    assert!(used.len() > 180 && missing.is_empty(), "core/check/src/codes does not explain {missing:?}");
    let unused: Vec<_> = explained.difference(&used).collect();
    assert!(unused.is_empty(), "core/check/src/codes explains {unused:?}, which nothing reports");
}

#[test]
fn explanations_are_short_and_whole() {
    for known in codes::all() {
        let Explanation { code, title, cause, cure, .. } = known;
        assert!(title.len() <= 90 && !title.ends_with('.') && title.starts_with(char::is_uppercase), "{code}: {title}");
        assert!(cause.trim().ends_with('.') && cure.trim().ends_with('.'), "{code}: a sentence ends with a full stop");
        assert!(known.wrong.is_none() || known.file.is_some(), "{code}: the example names no file");
        assert!(!known.run || known.wrong.is_some() || known.command.is_some(), "{code}: there is no example to run");
    }
}

/// The packs of an example.
struct Ground(tempfile::TempDir);

impl Ground {
    fn new(known: &Explanation) -> Ground {
        let ground = Ground(tempfile::tempdir().unwrap());
        copy(&workspace().join("tests/broken/base"), ground.0.path());
        copy(&workspace().join("tests/codes"), ground.0.path());
        known.with.iter().for_each(|(file, text)| ground.write(file, text));
        ground
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes an example into its file: in place of `at`, in place of the corrected text, or as the whole file.
    fn put(&self, known: &Explanation, text: &str) {
        let file = known.file.as_deref().unwrap();
        let old = fs::read_to_string(self.0.path().join(file)).unwrap_or_default();
        let place = known.at.as_deref().or(known.right.as_deref().filter(|right| old.contains(right)));
        let new = match place {
            None => text.to_owned(),
            Some("") => old + text,
            Some(place) => {
                assert!(old.contains(place), "{}: {file} has no `{place}`", known.code);
                old.replacen(place, text, 1)
            }
        };
        self.write(file, &new);
    }

    /// Runs a command; returns its output and whether it succeeded.
    fn run(&self, line: &str) -> (String, bool) {
        let words = line.split_whitespace().skip(1);
        let output = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(words)
            .current_dir(self.0.path())
            .env_remove("GROGNARD_DATA")
            .env_remove("CLICOLOR_FORCE")
            .env("GROGNARD_PACKS", ".")
            .env("GROGNARD_BUILT_IN", "off")
            .env("GROGNARD_CONFIG", self.path("config.toml"))
            .env("GROGNARD_LANG", "en")
            .env("XDG_DATA_HOME", self.path("data"))
            .stdin(Stdio::null())
            .output()
            .expect("a command that starts");
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (printed, output.status.success())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Whether this build includes the feature that reports the code.
fn is_built(known: &Explanation) -> bool {
    let is_served = known.command.as_deref().is_some_and(|command| command.starts_with("grognard serve"));
    (cfg!(feature = "serve") || !is_served) && (cfg!(type_checker) || !known.code.starts_with("E31"))
}

/// How an example differs from its explanation.
fn problem(known: &Explanation) -> Option<String> {
    let command = known.command.as_deref().unwrap_or("grognard check");
    let ground = Ground::new(known);
    if let Some(wrong) = &known.wrong {
        ground.put(known, wrong);
    }
    let (printed, _) = ground.run(command);
    let code = format!("[{}]", known.code);
    if !printed.contains(&code) {
        return Some(format!("{}: expected {code}, found\n{printed}", known.code));
    }
    let right = known.right.as_ref()?;
    let ground = Ground::new(known);
    let (printed, is_well) = if known.wrong.is_some() {
        ground.put(known, right);
        ground.run(command)
    } else {
        ground.run(right)
    };
    let is_silent = is_well && !printed.contains("error[") && !printed.contains("warning[");
    (!is_silent).then(|| format!("{}: the corrected example is not accepted:\n{printed}", known.code))
}

#[test]
fn examples_report_their_codes_until_they_are_put_right() {
    let run: Vec<&Explanation> = codes::all().filter(|known| known.run && is_built(known)).collect();
    let (open, wrong) = (Mutex::new(run.iter()), Mutex::new(Vec::new()));
    let next = || open.lock().unwrap().next();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(known) = next() {
                    let found = problem(known);
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} examples were run; {} codes are only described", run.len(), codes::all().count() - run.len());
    assert!(run.len() >= MIN_RUN, "only {} examples are run", run.len());
}

/// The output and exit code of `grognard explain`.
fn explain(arguments: &str) -> (String, Option<i32>) {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_grognard"));
    let output = command.arg("explain").args(arguments.split_whitespace()).env("COLUMNS", "80").output().unwrap();
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (printed, output.status.code())
}

#[test]
fn codes_are_explained_at_the_terminal() {
    let river = codes::find("E207")[0].text(80);
    assert_eq!(explain("E207"), (river.clone(), Some(0)));
    assert_eq!(explain("207"), (river.clone(), Some(0)));
    assert_eq!(explain("e207 W430"), (format!("{river}\n{}", codes::find("W430")[0].text(80)), Some(0)));
    assert_eq!(explain(""), (codes::list(), Some(0)));
    let (json, _) = explain("422 --json");
    let found: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let found: Vec<&str> = found.iter().filter_map(|known| known["code"].as_str()).collect();
    assert_eq!(found, ["E422", "W422"]);
    let unknown = "error[E522]: unknown code `E229`\n |\n = help: similar codes: E230, E231, E232\n";
    assert_eq!(explain("E229"), (unknown.to_owned(), Some(2)));
}
