//! Guides, introductions, and scenarios that build on others.

use grognard_packs::store::PackFiles;
use grognard_packs::{GuideOpponent, Library, Loaded, load, render};
use grognard_testing::{copy, workspace};
use std::fs;

const GUIDE: &str = "title = \"First battle\"\nminutes = 5\nside = \"red\"\nseed = 1\n\n\
    [[step]]\nturn = 2\nphase = \"Movement\"\ntext = \"Move.\"\nuntil = { unit = \"1st\", at = \"0302\" }\n\n\
    [[step]]\nover = true\ntext = \"The end.\"\n";

fn base() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    root
}

fn loaded(library: &Library, scenario: &str, mods: &[&str]) -> Loaded {
    let mods: Vec<String> = mods.iter().map(|name| (*name).to_owned()).collect();
    load(library, scenario, &mods, &[]).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

#[test]
fn a_guide_is_read_with_its_battle_and_changes_no_rule() {
    let root = base();
    let before = loaded(&Library::open(&[root.path().to_owned()]), "battle", &[]);
    assert!(before.system.guide.is_none());
    fs::write(root.path().join("scenarios/battle/guide.toml"), GUIDE).unwrap();
    let after = loaded(&Library::open(&[root.path().to_owned()]), "battle", &[]);
    let guide = after.system.guide.expect("a guide").file;
    assert_eq!((guide.title.as_str(), guide.side.as_str(), guide.step.len()), ("First battle", "red", 2));
    assert_eq!(guide.step[0].until.as_ref().and_then(|until| until.at.as_deref()), Some("0302"));
    assert_eq!(before.lock.rules_hash, after.lock.rules_hash);
    assert_ne!(before.lock.packs, after.lock.packs, "the guide belongs to the files of the pack");
}

#[test]
fn the_guide_of_a_mod_takes_the_place_of_that_of_the_battle() {
    let root = base();
    fs::write(root.path().join("scenarios/battle/guide.toml"), GUIDE).unwrap();
    fs::create_dir_all(root.path().join("mods/course")).unwrap();
    let pack = "format = 1\nid = \"test.course\"\nversion = \"1.0.0\"\nkind = \"cosmetic\"\nname = \"Course\"\n\
        api = \"*\"\n\n[requires]\n\"test.battle\" = \"*\"\n";
    fs::write(root.path().join("mods/course/pack.toml"), pack).unwrap();
    fs::write(root.path().join("mods/course/guide.toml"), GUIDE.replace("First battle", "Another course")).unwrap();
    let library = Library::open(&[root.path().to_owned()]);
    let title = |mods: &[&str]| loaded(&library, "battle", mods).system.guide.expect("a guide").file.title;
    assert_eq!((title(&[]), title(&["course"])), ("First battle".to_owned(), "Another course".to_owned()));
}

#[test]
fn a_scenario_builds_on_another_one() {
    let library = Library::open(&[workspace()]);
    let first = loaded(&library, "battle-for-moscow-first-battle", &[]);
    let whole = loaded(&library, "battle-for-moscow", &[]);
    assert_eq!(first.content.id, "grognard.battle-for-moscow-first-battle");
    assert_eq!((first.content.sequence.turns, first.content.units.len()), (2, 8));
    assert_eq!(first.content.map.names.iter().count(), whole.content.map.names.iter().count());
    // The files of the other scenario have the same hash in both battles, so the store has them only once.
    let content = |battle: &Loaded| {
        let pack = battle.lock.packs.iter().find(|pack| pack.id == "grognard.battle-for-moscow");
        pack.expect("the pack").content.clone()
    };
    assert_eq!(content(&first), content(&whole));
    let pack = library.get("grognard.battle-for-moscow").expect("the pack");
    assert_eq!(PackFiles::of(pack).expect("files").content, content(&whole));
    let guide = &first.system.guide.expect("a guide").file;
    assert_eq!(guide.players.get("soviet"), Some(&GuideOpponent::Recruit));
    assert!(whole.system.guide.is_none());
}

#[test]
fn every_shipped_system_has_an_introduction() {
    let library = Library::open(&[workspace()]);
    for scenario in library.scenarios() {
        let introduction = loaded(&library, scenario.id(), &[]).system.introduction;
        let introduction = introduction.unwrap_or_else(|| panic!("{} has no introduction", scenario.id()));
        let words = serde_json::to_string(&introduction.text).unwrap().split(' ').count();
        assert!((150..=400).contains(&words), "{}: {words} words", introduction.pack);
        let file = library.get(&introduction.pack).map(|pack| pack.folder.has("locale/introduction.fr.md"));
        assert_eq!(file, Some(true), "{} is not translated", introduction.pack);
    }
}
