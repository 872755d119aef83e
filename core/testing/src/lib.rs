//! Folders of packs for the tests of every crate, a [small battle](small_battle), helpers for waiting, and players for
//! a [`board`] server.

pub mod board;
pub mod served_folder;
pub mod small_battle;

use grognard_engine::content::Content;
use grognard_engine::state::{State, VariableOwner};
use grognard_engine::variable::Variable;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a test waits for an event before it fails. Even a busy machine needs only a small part of this time.
pub const MAX_WAIT: Duration = Duration::from_secs(300);

/// Waits for a condition, such as that a file exists or contains a line.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < MAX_WAIT, "timed out waiting until {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Returns the root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies the contents of a folder into another folder, which may exist; symbolic links are preserved.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_symlink() {
            let _ = fs::remove_file(&target);
            #[cfg(unix)]
            std::os::unix::fs::symlink(fs::read_link(&path).unwrap(), target).unwrap();
        } else if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// Replaces a file atomically: a program that watches it never reads half of it.
pub fn replace(path: &Path, text: &str) {
    let name = path.file_name().unwrap().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.new"));
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

/// Returns a copy of the shipped packs that tests may modify.
pub fn shipped() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for kind_folder in ["scripts", "scenarios", "mods"] {
        copy(&workspace().join(kind_folder), &root.path().join(kind_folder));
    }
    root
}

/// Adds the TOML files in and below a folder, except in templates: a system's template is not a pack until `new` has
/// filled it in.
pub fn toml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "template") {
            toml_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
    found.sort();
}

/// Returns the number that rules keep for the game, a unit or a space under a name.
pub fn number(content: &Content, state: &State, owner: VariableOwner, name: &str) -> i32 {
    state.values(owner, variable(content, owner, name))[0]
}

/// Sets the number that rules keep for the game, a unit or a space under a name.
pub fn set_number(content: &Content, state: &mut State, owner: VariableOwner, name: &str, value: i32) {
    state.set_values(owner, variable(content, owner, name), &[value]);
}

fn variable<'a>(content: &'a Content, owner: VariableOwner, name: &str) -> &'a Variable {
    let variables = match owner {
        VariableOwner::Game => &content.variables,
        VariableOwner::Unit(_) => &content.unit_variables,
        VariableOwner::Space(_) => &content.space_variables,
    };
    variables.find(name).unwrap_or_else(|| panic!("there is no variable {name}"))
}

/// Writes the manifest of a pack.
pub fn pack(root: &Path, folder: &str, id: &str, kind: &str, extra: &str) {
    let folder = root.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let text = format!(
        "format = 1\nid = \"{id}\"\nversion = \"1.0.0\"\nkind = \"{kind}\"\nname = \"A pack\"\napi = \"*\"\n{extra}\n"
    );
    fs::write(folder.join("pack.toml"), text).unwrap();
}

/// Returns a save in the format without checksums, whose lines a test may change.
pub fn without_checksums(save: &str) -> String {
    let line = |line: &str| match line.rsplit_once(",\"sum\":\"") {
        Some((bare, _)) => format!("{bare}}}\n"),
        None => format!("{line}\n"),
    };
    let all: String = save.lines().map(line).collect();
    all.replacen("\"grognard_save\":2", "\"grognard_save\":1", 1)
}
