//! How long it takes to read and search the list of a large registry: `cargo bench -p grognard-registry`.

use divan::Bencher;
use grognard_packs::Kind;
use grognard_registry::format::{FORMAT, SearchEntry, SearchFile};
use grognard_registry::search;
use semver::Version;

fn main() {
    divan::main();
}

fn list() -> SearchFile {
    let entry = |number: usize| SearchEntry {
        id: format!("me.pack-{number}"),
        version: Version::new(1, 0, 0),
        kind: Kind::Mod,
        system: Some("test.system".to_owned()),
        name: format!("Pack {number}"),
        summary: Some("A pack among many, with a summary of an ordinary length".to_owned()),
    };
    SearchFile { format: FORMAT, packs: (0..5000).map(entry).collect() }
}

/// Reads the list of 5,000 packs.
#[divan::bench]
fn read(bencher: Bencher) {
    let json = serde_json::to_vec(&list()).unwrap_or_default();
    bencher.bench(|| serde_json::from_slice::<SearchFile>(&json));
}

/// Searches 5,000 packs for two words.
#[divan::bench]
fn find(bencher: Bencher) {
    let lists = [("many".to_owned(), list())];
    let words = ["among".to_owned(), "4711".to_owned()];
    bencher.bench(|| search(&lists, &words).len());
}
