//! Checks what affects how a game plays, and what is only for display.

use grognard_packs::{Diagnostic, Library, Lock, load};
use grognard_testing::{copy, workspace};
use std::fs;
use std::path::Path;

/// Creates the small battle with a script, in a folder of its own.
fn base() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    write(
        root.path(),
        "scripts/system/rules.luau",
        "local rules = {}\n\n-- 1.0 Yes.\nfunction rules.yes()\n\treturn \"yes\"\nend\n\nreturn rules\n",
    );
    root
}

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn edit(root: &Path, file: &str, old: &str, new: &str) {
    let text = fs::read_to_string(root.join(file)).unwrap();
    assert_eq!(text.matches(old).count(), 1, "{file}: {old}");
    write(root, file, &text.replace(old, new));
}

fn loaded(root: &Path, mods: &[&str]) -> Result<Lock, Vec<Diagnostic>> {
    let mods: Vec<_> = mods.iter().map(|name| (*name).to_owned()).collect();
    load(&Library::open(&[root.to_owned()]), "battle", &mods, &[]).map(|loaded| loaded.lock)
}

/// Returns the hash of the rules before and after a change.
fn changed(file: &str, old: &str, new: &str) -> (String, String) {
    let root = base();
    let before = loaded(root.path(), &[]).unwrap().rules_hash;
    edit(root.path(), file, old, new);
    (before, loaded(root.path(), &[]).unwrap().rules_hash)
}

#[test]
fn what_is_only_for_people_does_not_count() {
    let changes = [
        (
            "scripts/system/charts/crt.toml",
            "title = \"Combat results\"",
            "title = \"Results of combat\"\nrule = \"2.0\"\nmeaning = { DR = \"back\" }",
        ),
        ("scripts/system/system.toml", "name = \"blue\"", "name = \"blue\"\nadjective = \"Blue\""),
        ("scripts/system/system.toml", "name = \"corps\"", "name = \"corps\"\nsymbol = \"infantry\""),
        ("scripts/system/system.toml", "rule = \"2.0\"", "rule = \"1.0\""),
        ("scripts/system/sequence.toml", "name = \"Blue turn\"", "name = \"The blue turn\""),
        ("scripts/system/sequence.toml", "rule = \"2.0\"\n", ""),
        ("scripts/system/rulebook.toml", "\"Movement\"", "\"Marches\""),
        ("scripts/system/pack.toml", "default = false", "default = false\nlabel = \"Fog of war\""),
        ("scenarios/battle/pack.toml", "A small battle", "A little battle"),
        ("scenarios/battle/map.toml", "kind = \"hex\"", "kind = \"hex\"\nsource = \"a printed map\" # seen"),
        ("scripts/system/rules.luau", "-- 1.0 Yes.", "-- 1.0 Always yes.\n--[[ Why not? ]]"),
        (
            "scripts/system/rules.luau",
            "function rules.yes()\n\treturn \"yes\"",
            "function rules.yes( ) return   \"yes\"",
        ),
    ];
    for (file, old, new) in changes {
        let (before, after) = changed(file, old, new);
        assert_eq!(before, after, "{file}: {new}");
    }
}

#[test]
fn the_rules_in_our_own_words_do_not_count() {
    let root = base();
    let before = loaded(root.path(), &[]).unwrap().rules_hash;
    write(root.path(), "scripts/system/rules.md", "# Small rules\n\n## 2.0 Movement\n\nUnits move.\n");
    write(root.path(), "scripts/system/locale/rules.fr.md", "## 2.0 Mouvement\n\nLes unités se déplacent.\n");
    assert_eq!(before, loaded(root.path(), &[]).unwrap().rules_hash);
}

#[test]
fn what_rules_can_ask_counts() {
    let changes = [
        ("scripts/system/charts/crt.toml", "[\"DR\", \"DE\"],\n]", "[\"DR\", \"DR\"],\n]"),
        ("scripts/system/sequence.toml", "name = \"Movement\"", "name = \"Marching\""),
        ("scripts/system/sequence.toml", "turns = \"2-3\"", "turns = \"1-3\""),
        ("scripts/system/system.toml", "forest = 2", "forest = 3"),
        ("scripts/system/pack.toml", "default = false", "default = true"),
        ("scenarios/battle/map.toml", "kind = \"hex\"", "kind = \"hex\"\ntitles = { \"0403\" = \"Town\" }"),
        ("scenarios/battle/units.toml", "[6, 3]", "[6, 4]"),
        ("scripts/system/rules.luau", "return \"yes\"", "return \"yes \""),
    ];
    for (file, old, new) in changes {
        let (before, after) = changed(file, old, new);
        assert_ne!(before, after, "{file}: {new}");
    }
}

fn add_mod(root: &Path, name: &str, kind: &str, patches: &str) {
    let manifest = format!(
        "format = 1\nid = \"test.{name}\"\nversion = \"1.0.0\"\nkind = \"{kind}\"\nname = \"{name}\"\napi = \"*\"\n"
    );
    write(root, &format!("mods/{name}/pack.toml"), &manifest);
    write(root, &format!("mods/{name}/patches/all.toml"), patches);
}

const TITLE: &str = "[[patch]]\nat = \"charts.crt.title\"\nop = \"set\"\nvalue = \"The great table\"\n";
const MEANING: &str = "[[patch]]\nat = \"charts.crt\"\nop = \"merge\"\nvalue = { meaning = { DR = \"they run\" } }\n";
const CELL: &str = "[[patch]]\nat = 'charts.crt.cells[\"2\"][\"2:1\"]'\nop = \"set\"\nvalue = \"DR\"\n";

#[test]
fn a_cosmetic_mod_leaves_the_rules_alone() {
    let root = base();
    let plain = loaded(root.path(), &[]).unwrap();
    add_mod(root.path(), "titles", "cosmetic", &format!("{TITLE}{MEANING}"));
    let with = loaded(root.path(), &["titles"]).unwrap();
    assert_eq!(plain.rules_hash, with.rules_hash);
    let affects: Vec<_> = with.packs.iter().map(|pack| (pack.id.as_str(), pack.affects_rules)).collect();
    assert_eq!(affects, [("test.system", true), ("test.battle", true), ("test.titles", false)]);
    assert!(with.is_cosmetic("titles") && with.is_cosmetic("test.titles") && !with.is_cosmetic("test.battle"));
}

#[test]
fn whether_a_mod_touches_the_rules_is_found_out() {
    let root = base();
    let turns = "[[patch]]\nat = \"scenario.turns\"\nop = \"set\"\nvalue = 3\n";
    add_mod(root.path(), "titles", "mod", TITLE);
    add_mod(root.path(), "same", "mod", turns);
    add_mod(root.path(), "longer", "mod", "[[patch]]\nat = \"scenario.turns\"\nop = \"add\"\nvalue = 1\n");
    for (name, affects) in [("titles", false), ("same", false), ("longer", true)] {
        let lock = loaded(root.path(), &[name]).unwrap();
        assert_eq!(lock.packs.last().unwrap().affects_rules, affects, "{name}");
    }
}

#[test]
fn a_cosmetic_mod_that_touches_the_rules_is_refused_where_it_does() {
    let root = base();
    add_mod(root.path(), "titles", "cosmetic", &format!("{TITLE}\n{CELL}"));
    write(root.path(), "mods/titles/extra.luau", "return {}\n");
    let errors = loaded(root.path(), &["titles"]).unwrap_err();
    let found: Vec<_> =
        errors.iter().map(|error| (error.code, error.file.rsplit('/').next().unwrap(), error.line)).collect();
    assert_eq!(found, [("E230", "extra.luau", 1), ("E230", "all.toml", 7)]);
}

#[test]
fn what_old_saves_do_not_tell_is_taken_for_a_rule() {
    let lock =
        r#"{"api":"0.1.0","packs":[{"id":"a.b","version":"1.0.0","content":"b3:0"}],"options":{},"rules_hash":"b3:0"}"#;
    let lock: Lock = serde_json::from_str(lock).unwrap();
    assert!(lock.packs[0].affects_rules);
}
