//! A file of a pack: the battle loads, or there is a diagnostic that can be displayed. The first byte selects the file.

#![no_main]

use grognard_packs::Library;
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const FILES: [&str; 9] = [
    "scenarios/battle/pack.toml",
    "scenarios/battle/map.toml",
    "scenarios/battle/units.toml",
    "scenarios/battle/scenario.toml",
    "scripts/system/system.toml",
    "scripts/system/sequence.toml",
    "scripts/system/rulebook.toml",
    "scripts/system/charts/crt.toml",
    "mods/patcher/patches/all.toml",
];

/// Returns a folder of valid pack files, one of which each run replaces; it is in memory if the system allows it.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = tempfile::tempdir_in(parent).expect("a folder").keep();
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken/base");
        let copy = |file: &str| {
            let to = folder.join(file);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder that can be made");
            fs::copy(base.join(file), to).expect("a file that can be copied");
        };
        FILES[..8].iter().chain(&["scripts/system/pack.toml"]).for_each(|file| copy(file));
        let manifest = "format = 1\nid = \"test.patcher\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Patcher\"\n\
            api = \"*\"\n";
        fs::create_dir_all(folder.join("mods/patcher/patches")).expect("a folder that can be made");
        fs::write(folder.join("mods/patcher/pack.toml"), manifest).expect("a file that can be written");
        folder
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((which, text)) = bytes.split_first() else { return };
    let path = folder().join(FILES[usize::from(*which) % FILES.len()]);
    let sound = fs::read(&path).ok();
    fs::write(&path, text).expect("a file that can be written");
    let library = Library::open(&[folder().to_owned()]);
    let _ = grognard_packs::render(&library.diagnostics, false);
    for scenario in library.scenarios() {
        let mods: Vec<String> = library.mods().map(|pack| pack.id().to_owned()).collect();
        if let Err(errors) = grognard_packs::load(&library, scenario.id(), &mods, &[]) {
            assert!(!errors.is_empty());
            let _ = grognard_packs::render(&errors, true);
        }
    }
    match sound {
        Some(sound) => fs::write(&path, sound),
        None => fs::remove_file(&path),
    }
    .expect("a file that can be put back");
});
