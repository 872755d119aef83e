//! The shipped scripts load without errors.

use grognard_script::{Host, ScriptFile};
use std::path::Path;

#[test]
fn every_shipped_system_loads() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let mut libraries = files(&scripts.join("std"), "std/");
    libraries.extend(files(&scripts.join("battle-for-moscow"), ""));
    assert!(libraries.len() > 10);
    if let Err(errors) = Host::load(libraries.into()) {
        panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"));
    }
}

fn files(folder: &Path, prefix: &str) -> Vec<ScriptFile> {
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let scripts = names.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "luau"));
    let file = |path: std::path::PathBuf| {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        ScriptFile::new(
            path.display().to_string(),
            format!("{prefix}{stem}"),
            std::fs::read_to_string(&path).unwrap(),
            false,
        )
    };
    scripts.map(file).collect()
}
