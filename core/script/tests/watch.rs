//! The file watcher.

use grognard_script::{WatchLimits, Watcher};
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_secs(300);
const LIMITS: WatchLimits = WatchLimits { file: 1 << 20, total: 4 << 20, files: 100, depth: 8 };

fn name(path: &std::path::Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn only_files_of_packs_whose_text_changed_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("combat.luau");
    fs::write(&script, "return {}").unwrap();
    let mut watcher = Watcher::new(&[folder.path().canonicalize().unwrap()], PAUSE, LIMITS).unwrap();
    fs::write(folder.path().join(".combat.luau.swp"), "x").unwrap();
    fs::write(folder.path().join("4913"), "x").unwrap();
    fs::write(&script, "return {}").unwrap();
    fs::write(folder.path().join("march.luau"), "return {}").unwrap();
    let changed = watcher.wait(PATIENCE);
    assert_eq!(
        changed.iter().map(|path| name(path)).collect::<Vec<_>>(),
        ["march.luau"],
        "the other was saved unchanged"
    );
    fs::write(&script, "return { 1 }").unwrap();
    let changed = watcher.wait(PATIENCE);
    assert_eq!(changed.iter().map(|path| name(path)).collect::<Vec<_>>(), ["combat.luau"]);
}

#[test]
fn a_folder_that_is_moved_away_takes_its_files_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, elsewhere) = (folder.path().join("watched"), folder.path().join("elsewhere"));
    fs::create_dir_all(inside.join("std")).unwrap();
    fs::write(inside.join("std/zoc.luau"), "return {}").unwrap();
    let mut watcher = Watcher::new(&[inside.canonicalize().unwrap()], PAUSE, LIMITS).unwrap();
    fs::rename(inside.join("std"), &elsewhere).unwrap();
    assert_eq!(watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(), ["zoc.luau"]);
    fs::rename(&elsewhere, inside.join("standard")).unwrap();
    assert_eq!(watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(), ["zoc.luau"]);
    assert!(watcher.changed().is_empty());
}

#[test]
fn a_file_put_in_the_place_of_another_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let chart = folder.path().join("crt.toml");
    fs::write(&chart, "a = 1").unwrap();
    let mut watcher = Watcher::new(&[folder.path().canonicalize().unwrap()], PAUSE, LIMITS).unwrap();
    let beside = folder.path().join("crt.toml.new~");
    fs::write(&beside, "a = 2").unwrap();
    fs::rename(&beside, &chart).unwrap();
    let changed = watcher.wait(PATIENCE);
    assert_eq!(changed.iter().map(|path| name(path)).collect::<Vec<_>>(), ["crt.toml"]);
}

#[test]
fn a_folder_that_is_deleted_and_made_again_is_watched_on() {
    for gone in ["mods/fog", "mods"] {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("mods/fog");
        let script = folder.join("fog.luau");
        fs::create_dir_all(&folder).unwrap();
        fs::write(&script, "return 1").unwrap();
        let mut watcher = Watcher::new(&[folder.canonicalize().unwrap()], PAUSE, LIMITS).unwrap();
        fs::remove_dir_all(root.path().join(gone)).unwrap();
        assert_eq!(
            watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(),
            ["fog.luau"],
            "{gone} is gone"
        );
        fs::create_dir_all(&folder).unwrap();
        fs::write(&script, "return 2").unwrap();
        assert_eq!(
            watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(),
            ["fog.luau"],
            "{gone} is back"
        );
        for text in ["return 3", "return 4"] {
            fs::write(&script, text).unwrap();
            assert_eq!(
                watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(),
                ["fog.luau"],
                "{text}"
            );
        }
    }
}

#[test]
fn a_folder_put_in_the_place_of_another_is_watched_on() {
    let root = tempfile::tempdir().unwrap();
    let (folder, beside) = (root.path().join("fog"), root.path().join("fog.new"));
    for (folder, text) in [(&folder, "return 1"), (&beside, "return 2")] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("fog.luau"), text).unwrap();
    }
    let mut watcher = Watcher::new(&[folder.canonicalize().unwrap()], PAUSE, LIMITS).unwrap();
    fs::rename(&folder, root.path().join("fog.old")).unwrap();
    fs::rename(&beside, &folder).unwrap();
    assert_eq!(watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(), ["fog.luau"]);
    fs::write(folder.join("fog.luau"), "return 3").unwrap();
    assert_eq!(watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(), ["fog.luau"]);
}

#[test]
fn a_file_beyond_the_limits_is_not_read_and_its_change_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("big.md");
    // Reading it would take a terabyte of memory.
    fs::File::create(&large).unwrap().set_len(1 << 40).unwrap();
    fs::write(folder.path().join("small.md"), "one").unwrap();
    let mut watcher = Watcher::new(&[folder.path().canonicalize().unwrap()], PAUSE, LIMITS).unwrap();
    fs::write(folder.path().join("small.md"), "two").unwrap();
    assert_eq!(watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(), ["small.md"]);
    fs::File::options().write(true).open(&large).unwrap().set_len(1 << 39).unwrap();
    assert_eq!(watcher.wait(PATIENCE).iter().map(|path| name(path)).collect::<Vec<_>>(), ["big.md"]);
}

#[test]
fn of_a_folder_with_too_many_files_only_some_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    (0..50).for_each(|at| fs::write(folder.path().join(format!("{at}.md")), "x").unwrap());
    let limits = WatchLimits { files: 10, ..LIMITS };
    let mut watcher = Watcher::new(&[folder.path().canonicalize().unwrap()], PAUSE, limits).unwrap();
    (0..50).for_each(|at| fs::write(folder.path().join(format!("{at}.md")), "y").unwrap());
    let mut changed = BTreeSet::new();
    while changed.len() < 10 {
        changed.extend(watcher.wait(PATIENCE));
    }
    changed.extend(watcher.changed());
    assert_eq!(changed.len(), 10);
}
