//! Packs that are too large: the error names the file and the limit, and nothing is kept in memory.

use grognard_packs::source::{Folder, MAX_FILE, MAX_FILES, MAX_TOTAL};
use grognard_packs::{Diagnostic, Library, archive, load};
use grognard_testing::{copy, workspace};
use std::fs::{self, File};
use std::path::Path;
use tempfile::TempDir;

const BATTLE: &str = "scenarios/battle";

fn base() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    root
}

/// Creates a sparse file that takes no space on the disk.
fn sparse(path: &Path, size: u64) {
    File::create(path).unwrap().set_len(size).unwrap();
}

fn errors(root: &TempDir) -> Vec<Diagnostic> {
    load(&Library::open(&[root.path().to_owned()]), "battle", &[], &[]).err().unwrap_or_default()
}

fn messages(errors: &[Diagnostic]) -> String {
    errors.iter().take(9).map(|error| format!("{}: {}\n", error.file, error.message)).collect()
}

/// Checks the code, file and message of the only error, for each way of loading.
fn refused(root: &TempDir, file: &str, words: &str) {
    let packed = archive::pack(&Folder::open(&root.path().join(BATTLE)).unwrap()).unwrap_err();
    for errors in [errors(root), packed] {
        assert_eq!(errors.len(), 1, "{}", messages(&errors));
        assert_eq!(errors[0].code, "E107");
        assert!(errors[0].file.contains(&format!("{BATTLE}/{file}")), "{}", errors[0].file);
        assert!(errors[0].message.contains(words), "{}", errors[0].message);
        assert!(errors[0].help.as_ref().is_some_and(|help| help.contains("elsewhere")));
    }
}

#[test]
fn a_file_that_is_too_large_is_refused_whatever_it_is() {
    let root = base();
    let large = root.path().join(BATTLE).join("big.md");
    sparse(&large, MAX_FILE);
    assert!(errors(&root).is_empty());
    // Reading it would take a terabyte of memory.
    sparse(&large, 1 << 40);
    refused(&root, "big.md", "`big.md` is larger than 8 megabytes");
    fs::rename(&large, root.path().join(BATTLE).join("game.jsonl")).unwrap();
    assert!(errors(&root).is_empty(), "a game left it behind");
}

#[test]
fn files_that_are_too_large_together_are_refused() {
    let root = base();
    let folder = root.path().join(BATTLE).join("docs");
    fs::create_dir(&folder).unwrap();
    let count = MAX_TOTAL / MAX_FILE;
    (0..count).for_each(|at| sparse(&folder.join(format!("{at:02}.md")), MAX_FILE));
    refused(&root, "", "takes the pack over the limit of 128 megabytes");
}

#[test]
fn too_many_files_are_refused() {
    let root = base();
    let folder = root.path().join(BATTLE).join("docs");
    fs::create_dir(&folder).unwrap();
    (0..=MAX_FILES).for_each(|at| sparse(&folder.join(at.to_string()), 0));
    refused(&root, "pack.toml", "contains more than 5000 files");
}

#[test]
fn a_file_that_grows_after_the_pack_was_found_is_not_read() {
    let root = base();
    let folder = Folder::open(&root.path().join(BATTLE)).unwrap();
    sparse(&root.path().join(BATTLE).join("map.toml"), 1 << 40);
    assert!(folder.read_bytes("map.toml").unwrap_err().to_string().contains("8 megabytes"));
}

#[test]
fn a_toml_file_with_too_many_values_is_refused() {
    let root = base();
    let path = root.path().join(BATTLE).join("map.toml");
    let map = fs::read_to_string(&path).unwrap();
    let tables = |count: usize| (0..count).map(|at| format!("[t{at}]\n")).collect::<String>();
    fs::write(&path, map.clone() + &tables(400_000)).unwrap();
    let found = errors(&root);
    assert_eq!(found.len(), 1, "{}", messages(&found));
    assert_eq!((found[0].code, found[0].line > 149_000), ("E111", true), "{}", found[0].message);
    assert!(found[0].message.contains("150000 values"), "{}", found[0].message);
    fs::write(&path, map + &tables(1000)).unwrap();
    assert_eq!(errors(&root).iter().filter(|error| error.code == "E102").count(), 200, "the others are counted");
}

#[test]
fn the_values_of_all_files_of_a_pack_are_counted_together() {
    let root = base();
    let chart = |name: &str| root.path().join(BATTLE).join(format!("charts/{name}.toml"));
    fs::create_dir(chart("").parent().unwrap()).unwrap();
    let tables: String = (0..120_000).map(|at| format!("t{at}=1\n")).collect();
    ["a", "b", "c"].iter().for_each(|name| fs::write(chart(name), &tables).unwrap());
    let found = errors(&root);
    let limit: Vec<&Diagnostic> = found.iter().filter(|error| error.code == "E111").collect();
    assert_eq!(limit.len(), 1, "{}", messages(&found));
    assert!(
        limit[0].file.ends_with("charts/c.toml") && limit[0].message.contains("300000 values"),
        "{}",
        limit[0].message
    );
}

#[test]
fn too_many_patches_are_refused() {
    let root = base();
    let path = root.path().join(BATTLE).join("patches/all.toml");
    fs::create_dir(path.parent().unwrap()).unwrap();
    let patches = |count: usize| "[[patch]]\nat = \"scenario.turns\"\nop = \"add\"\nvalue = 0\n".repeat(count);
    fs::write(&path, patches(5_000)).unwrap();
    assert!(errors(&root).is_empty());
    fs::write(&path, patches(5_001)).unwrap();
    let found = errors(&root);
    assert_eq!(found.len(), 1, "{}", messages(&found));
    assert!(found[0].code == "E111" && found[0].message.contains("5000 patches"), "{}", found[0].message);
}
