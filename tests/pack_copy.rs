//! An editable copy of the packs of Battle for Moscow.

use grognard_testing::copy;
use std::path::Path;

pub fn packs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for pack in
        ["scripts/std", "scripts/battle-for-moscow", "scenarios/battle-for-moscow", "mods/battle-for-moscow-1986"]
    {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(pack), &folder.path().join(pack));
    }
    folder
}
