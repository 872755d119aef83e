//! The layout of the tests: one test program per crate, and every file of a `tests` folder is a module of it.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files in and below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

/// The `tests` folders next to a manifest, in and below a folder.
fn test_folders(folder: &Path, found: &mut Vec<PathBuf>) {
    let tests = folder.join("tests");
    if folder.join("Cargo.toml").exists() && tests.is_dir() {
        found.push(tests);
    }
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name();
        if entry.path().is_dir() && !["target", "tests", "src", ".git"].iter().any(|other| name == *other) {
            test_folders(&entry.path(), found);
        }
    }
}

/// Returns whether a file is named by `mod` in the file above it.
fn is_declared(file: &Path) -> bool {
    let is_folder = file.file_name().is_some_and(|name| name == "mod.rs");
    let module = if is_folder { file.parent().unwrap() } else { file };
    let (name, folder) = (module.file_stem().unwrap().to_string_lossy(), module.parent().unwrap());
    let declaration = format!("mod {name};");
    [folder.join("main.rs"), folder.join("mod.rs"), folder.with_extension("rs")].iter().any(|above| {
        let text = fs::read_to_string(above).unwrap_or_default();
        text.lines().any(|line| line.trim_start_matches("pub ") == declaration)
    })
}

/// Each test program is linked by itself, which takes longer than most tests; and Cargo does not report a file that is in no program.
#[test]
fn each_crate_has_one_test_program_with_every_file_in_it() {
    let mut folders = Vec::new();
    test_folders(Path::new("."), &mut folders);
    assert!(folders.len() > 5, "{folders:?}");
    for folder in folders {
        let mut files = Vec::new();
        rust_files(&folder, &mut files);
        files.retain(|file| !is_declared(file));
        assert!(files.len() == 1, "expected one main file, found {files:?} (add `mod NAME;` to the main file)");
    }
}

/// The only files that write in place: to a temporary file, or into a folder that is moved to its own place as a whole.
const STAGED: [&str; 5] = [
    "core/cli/deadline.rs",
    "core/cli/new/skeleton.rs",
    "core/play/src/atomic_file.rs",
    "core/packs/src/installed.rs",
    "core/packs/src/store.rs",
];

/// A file that is written in place is left empty or half written by a full disk.
#[test]
fn files_are_written_whole() {
    let mut files = Vec::new();
    for part in fs::read_dir("core").unwrap().flatten().filter(|part| part.file_name() != "testing") {
        let folder = if part.file_name() == "cli" { part.path() } else { part.path().join("src") };
        if folder.is_dir() {
            rust_files(&folder, &mut files);
        }
    }
    assert!(files.len() > 200, "{} files", files.len());
    files.retain(|file| !STAGED.iter().any(|staged| file == Path::new(staged)) && !file.ends_with("tests.rs"));
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        let in_place = ["fs::write(", "File::create("].into_iter().find(|call| program.contains(call));
        assert_eq!(in_place, None, "{}: use `grognard_play::atomic_file::write`", file.display());
    }
}
