//! Finds packs, whatever the names of their folders.

use grognard_packs::{Kind, Library, load, schemas};
use grognard_testing::{copy, workspace};
use std::fs;
use std::path::Path;

fn base() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    root
}

fn open(root: &Path) -> Library {
    Library::open(&[root.to_owned()])
}

#[test]
fn the_id_counts_and_not_the_folder() {
    let root = base();
    let before = load(&open(root.path()), "battle", &[], &[]).unwrap().lock;
    fs::rename(root.path().join("scripts/system"), root.path().join("scripts/zzz")).unwrap();
    fs::rename(root.path().join("scenarios/battle"), root.path().join("scenarios/000")).unwrap();
    let after = load(&open(root.path()), "test.battle", &[], &[]).unwrap().lock;
    assert_eq!(before, after);
}

#[test]
fn comments_change_the_files_but_not_the_rules() {
    let root = base();
    let before = load(&open(root.path()), "battle", &[], &[]).unwrap().lock;
    let map = root.path().join("scenarios/battle/map.toml");
    fs::write(&map, format!("# A comment.\n{}", fs::read_to_string(&map).unwrap())).unwrap();
    let after = load(&open(root.path()), "battle", &[], &[]).unwrap().lock;
    assert_eq!(before.rules_hash, after.rules_hash);
    assert_ne!(before.packs, after.packs);
    fs::write(root.path().join("scripts/system/rules.luau"), "return {}").unwrap();
    assert_ne!(before.rules_hash, load(&open(root.path()), "battle", &[], &[]).unwrap().lock.rules_hash);
}

#[test]
fn a_broken_pack_does_not_hide_the_others() {
    let root = base();
    fs::create_dir_all(root.path().join("mods/bad")).unwrap();
    fs::write(root.path().join("mods/bad/pack.toml"), "format = ").unwrap();
    let library = open(root.path());
    assert_eq!(library.diagnostics.len(), 1);
    assert!(load(&library, "battle", &[], &[]).is_ok());
}

#[test]
fn a_name_nearly_right_is_suggested() {
    let library = open(base().path());
    let error = library.find(Kind::Scenario, "batle").unwrap_err();
    assert_eq!(error.help.as_deref(), Some("did you mean `battle`?"));
    let errors = load(&library, "battle", &["mud".into()], &[]).unwrap_err();
    assert_eq!(errors[0].message, "there is no mod called `mud`");
}

#[test]
fn options_are_checked() {
    let root = base();
    let library = open(root.path());
    let say = |name: &str, value: &str| {
        let errors = load(&library, "battle", &[], &[(name.into(), value.into())]).unwrap_err();
        format!("{} / {}", errors[0].message, errors[0].help.clone().unwrap_or_default())
    };
    assert_eq!(say("fgo", "true"), "there is no option `fgo` / did you mean `fog`?");
    assert_eq!(say("fog", "maybe"), "the option `fog` cannot be `maybe` / expected true or false");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_read() {
    let root = base();
    let map = root.path().join("scenarios/battle/map.toml");
    fs::remove_file(&map).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&map).status();
    if made.is_ok_and(|status| status.success()) {
        let errors = load(&open(root.path()), "battle", &[], &[]).unwrap_err();
        assert_eq!(errors[0].message, "`map.toml` is not a regular file");
    }
}

#[test]
fn a_pack_waits_for_those_it_names() {
    let root = base();
    for (name, extra) in [("a", "after = [\"m.c\"]"), ("b", ""), ("c", "[requires]\n\"l.std\" = \"*\"")] {
        let folder = root.path().join("mods").join(name);
        fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "format = 1\nid = \"m.{name}\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"M\"\napi = \"*\"\n{extra}\n"
        );
        fs::write(folder.join("pack.toml"), text).unwrap();
    }
    let folder = root.path().join("scripts/std");
    fs::create_dir_all(&folder).unwrap();
    let text = "format = 1\nid = \"l.std\"\nversion = \"1.0.0\"\nkind = \"library\"\nname = \"L\"\napi = \"*\"\n";
    fs::write(folder.join("pack.toml"), text).unwrap();
    let mods = ["a", "b", "c"].map(String::from);
    let loaded = load(&open(root.path()), "battle", &mods, &[]).unwrap();
    assert_eq!(loaded.system.packs, ["l.std", "test.system", "test.battle", "m.b", "m.c", "m.a"]);
    let shuffled = ["c", "a", "b"].map(String::from);
    assert_eq!(loaded.lock, load(&open(root.path()), "battle", &shuffled, &[]).unwrap().lock);
}

/// Creates a library that provides a map and an order of battle, which the battle then lacks.
fn shared() -> tempfile::TempDir {
    let root = base();
    let (battle, folder) = (root.path().join("scenarios/battle"), root.path().join("scenarios/country"));
    fs::create_dir_all(&folder).unwrap();
    let text =
        "format = 1\nid = \"test.country\"\nversion = \"1.0.0\"\nkind = \"library\"\nname = \"C\"\napi = \"*\"\n";
    fs::write(folder.join("pack.toml"), text).unwrap();
    for file in ["map.toml", "units.toml"] {
        fs::rename(battle.join(file), folder.join(file)).unwrap();
    }
    let pack = fs::read_to_string(battle.join("pack.toml")).unwrap();
    fs::write(battle.join("pack.toml"), pack + "[requires]\n\"test.country\" = \"*\"\n").unwrap();
    root
}

fn append(file: &Path, text: &str) {
    fs::write(file, fs::read_to_string(file).unwrap() + text).unwrap();
}

#[test]
fn battles_share_the_map_and_the_order_of_battle_of_a_library() {
    let alone = load(&open(base().path()), "battle", &[], &[]).unwrap();
    let root = shared();
    let loaded = load(&open(root.path()), "battle", &[], &[]).unwrap();
    assert_eq!((loaded.content.map.len(), &loaded.content.units), (alone.content.map.len(), &alone.content.units));
    assert_eq!(loaded.content.placements, alone.content.placements);
    assert!(loaded.lock.packs.iter().any(|pack| pack.id == "test.country" && pack.affects_rules));
}

#[test]
fn a_battle_says_where_shared_units_begin() {
    let root = shared();
    append(&root.path().join("scenarios/battle/scenario.toml"), "[at]\n\"0201\" = [\"II\", \"I\"]\n[steps]\nI = 1\n");
    let content = load(&open(root.path()), "battle", &[], &[]).unwrap().content;
    let begins: Vec<(Option<&str>, u8)> = content
        .placements
        .iter()
        .map(|unit| (unit.place.map(|place| content.map.names.name(place)), unit.steps))
        .collect();
    assert_eq!(begins, [(Some("0201"), 1), (Some("0201"), 2), (Some("0403"), 1)]);
    append(&root.path().join("scenarios/battle/scenario.toml"), "II = 3\nIII = 1\n");
    let errors = load(&open(root.path()), "battle", &[], &[]).unwrap_err();
    assert_eq!(
        errors.iter().map(|error| &error.message[..]).collect::<Vec<_>>(),
        ["`II` cannot begin with 3 steps", "there is no unit `III`"]
    );
}

#[test]
fn two_maps_are_one_too_many() {
    let root = shared();
    let map = root.path().join("scenarios/country/map.toml");
    fs::copy(map, root.path().join("scenarios/battle/map.toml")).unwrap();
    let errors = load(&open(root.path()), "battle", &[], &[]).unwrap_err();
    assert_eq!(errors[0].message, "`map` is defined twice");
}

#[test]
fn the_schemas_are_json_schemas() {
    let all = schemas();
    assert_eq!(all.len(), 13);
    for (name, schema) in all {
        assert!(name.ends_with(".schema.json"));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(schema["properties"].is_object(), "{name}");
    }
}
