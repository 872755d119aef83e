//! The effects of patches on a battle, one operator at a time.

use grognard_engine::chart::Cell;
use grognard_packs::{Diagnostic, Library, Loaded, load};
use grognard_testing::{copy, workspace};
use std::fs;
use std::path::Path;

/// Loads the small battle with one mod made of these patches.
fn patched(patches: &str, options: &[(&str, &str)]) -> Result<Loaded, Vec<Diagnostic>> {
    changed(patches, options, |_| ())
}

fn changed(patches: &str, options: &[(&str, &str)], change: impl Fn(&Path)) -> Result<Loaded, Vec<Diagnostic>> {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    change(root.path());
    fs::create_dir_all(root.path().join("mods/m/patches")).unwrap();
    let manifest = "format = 1\nid = \"m.m\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"M\"\napi = \"*\"\n";
    fs::write(root.path().join("mods/m/pack.toml"), manifest).unwrap();
    fs::write(root.path().join("mods/m/patches/all.toml"), patches).unwrap();
    let options: Vec<_> = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    load(&Library::open(&[root.path().to_owned()]), "battle", &["m".into()], &options)
}

/// Loads the small battle with one mod and a changed map.
fn with_map(patches: &str, edits: &[(&str, &str)]) -> Result<Loaded, Vec<Diagnostic>> {
    changed(patches, &[], |root| {
        let path = root.join("scenarios/battle/map.toml");
        let edit = |text: String, (from, to): &(&str, &str)| text.replacen(from, to, 1);
        fs::write(&path, edits.iter().fold(fs::read_to_string(&path).unwrap(), edit)).unwrap();
    })
}

fn patch(at: &str, op: &str, rest: &str) -> String {
    format!("[[patch]]\nat = '{at}'\nop = \"{op}\"\n{rest}\n")
}

fn strengths(loaded: &Loaded, unit: &str) -> Vec<i32> {
    let id = loaded.content.unit_names.find(unit).unwrap();
    loaded.content.units[usize::from(id.0)].values[0].clone()
}

fn error(patches: &str) -> String {
    patched(patches, &[]).unwrap_err()[0].message.clone()
}

#[test]
fn set_and_blame() {
    let loaded = patched(&patch("scenario.turns", "set", "expect = 3\nvalue = 5\nwhy = \"more time\""), &[]).unwrap();
    assert_eq!(loaded.content.sequence.turns, 5);
    let blame = loaded.blame("scenario.turns").unwrap();
    let change = &blame.history[0];
    assert_eq!(
        (change.op, change.why.as_deref(), change.before.as_ref().unwrap().0.as_str()),
        ("set", Some("more time"), "3")
    );
    assert!(change.before.as_ref().unwrap().1.source.name.ends_with("scenarios/battle/scenario.toml"));
    let lost = loaded.blame("scenario.turn").unwrap_err().help.unwrap();
    assert!(lost.starts_with("did you mean `scenario.turns`? `scenario` can be followed by "), "{lost}");
}

#[test]
fn add_and_multiply_also_whole_lists() {
    let at = "units.unit[\"I\"].strength";
    assert_eq!(strengths(&patched(&patch(at, "add", "value = 1"), &[]).unwrap(), "I"), [4, 7]);
    assert_eq!(strengths(&patched(&patch(at, "mul", "value = \"3/2\"\nround = \"down\""), &[]).unwrap(), "I"), [4, 9]);
    assert_eq!(strengths(&patched(&patch(at, "mul", "value = \"3/2\"\nround = \"up\""), &[]).unwrap(), "I"), [5, 9]);
    assert_eq!(error(&patch("scenario.turns", "mul", &format!("value = {}", i64::MAX))), "the result is too large");
}

#[test]
fn lists_grow_and_shrink_by_element() {
    let forest = |patches: &str| {
        let loaded = patched(patches, &[]).unwrap();
        loaded.blame("map.terrain.forest").unwrap().value
    };
    let at = "map.terrain.forest";
    assert_eq!(forest(&patch(at, "append", "value = \"0101\"")), "[\"0201\", \"0302\", \"0101\"]");
    assert_eq!(forest(&patch(at, "insert", "value = [\"0101\"]\nbefore = \"0302\"")), "[\"0201\", \"0101\", \"0302\"]");
    assert_eq!(forest(&patch(at, "insert", "value = [\"0101\"]\nafter = \"0302\"")), "[\"0201\", \"0302\", \"0101\"]");
    assert_eq!(forest(&patch(at, "remove", "value = [\"0201\"]")), "[\"0302\"]");
    assert_eq!(forest(&patch("map.terrain.forest[\"0201\"]", "remove", "")), "[\"0302\"]");
}

#[test]
fn phases_are_inserted_removed_and_renamed() {
    let at = "sequence.player_turn[\"Blue turn\"].phase";
    let phase = "value = { name = \"Supply\", run = \"supply.phase\" }\nbefore = \"Combat\"";
    let names = |patches: &str| -> Vec<String> {
        let loaded = patched(patches, &[]).unwrap();
        loaded.content.sequence.turn[0].phases.iter().map(|phase| phase.name.clone()).collect()
    };
    assert_eq!(names(&patch(at, "insert", phase)), ["Movement", "Supply", "Combat"]);
    assert_eq!(names(&patch(&format!("{at}[\"Combat\"]"), "remove", "")), ["Movement"]);
    assert_eq!(names(&patch(&format!("{at}[\"Combat\"]"), "rename", "value = \"Battle\"")), ["Movement", "Battle"]);
}

#[test]
fn merge_adds_keys_and_replaces_others() {
    let patches =
        patch("units.unit[\"II\"]", "merge", "value = { at = \"0301\", strength = [9, 4], tags = [\"elite\"] }");
    let loaded = patched(&patches, &[]).unwrap();
    assert_eq!(strengths(&loaded, "II"), [4, 9]);
    let id = loaded.content.unit_names.find("II").unwrap();
    assert!(loaded.content.placements[usize::from(id.0)].place.is_some());
    assert_eq!(loaded.content.units[usize::from(id.0)].tags, ["elite"]);
}

#[test]
fn cells_are_named_by_row_and_column() {
    let loaded =
        patched(&patch("charts.crt.cells[\"2\"][\"1:1\"]", "set", "expect = \"DR\"\nvalue = \"DE\""), &[]).unwrap();
    assert_eq!(loaded.content.charts[0].cell(1, 0), Some(&Cell::Text("DE".into())));
}

#[test]
fn a_condition_looks_at_options_and_packs() {
    let on = patch("scenario.turns", "set", "value = 9\nwhen = { option = \"fog\" }");
    assert_eq!(patched(&on, &[("fog", "true")]).unwrap().content.sequence.turns, 9);
    let loaded = patched(&on, &[]).unwrap();
    assert_eq!((loaded.content.sequence.turns, loaded.inactive.len()), (3, 1));
    let off = patch("scenario.turns", "set", "value = 9\nwhen = { option = \"fog\", is = false }");
    assert_eq!(patched(&off, &[]).unwrap().content.sequence.turns, 9);
    let pack = patch("scenario.turns", "set", "value = 9\nwhen = { pack = \"m.other\" }");
    assert_eq!(patched(&pack, &[]).unwrap().content.sequence.turns, 3);
}

#[test]
fn defaults_of_options_change_before_conditions_are_asked() {
    let patches = patch("scenario.turns", "set", "value = 9\nwhen = { option = \"fog\" }")
        + &patch("options.fog.default", "set", "value = true");
    assert_eq!(patched(&patches, &[]).unwrap().content.sequence.turns, 9);
    assert_eq!(patched(&patches, &[("fog", "false")]).unwrap().content.sequence.turns, 3);
}

#[test]
fn an_error_in_a_patched_value_names_the_patch() {
    let errors = patched(&patch("map.terrain.forest", "append", "value = \"0104\""), &[]).unwrap_err();
    assert_eq!(errors[0].message, "there is no space `0104`");
    assert!(errors[0].file.ends_with("mods/m/patches/all.toml"));
}

#[test]
fn keys_that_would_be_passed_over_are_refused() {
    for (rest, expected) in [
        ("value = 4\nround = \"up\"", "`round` is only for `mul`, but this patch uses `set`"),
        ("value = 4\nafter = 3", "`after` is only for `insert`, but this patch uses `set`"),
        ("value = 4\nwhen = {}", "this condition is empty"),
        ("value = 4\nwhen = { is = true }", "`is` needs an `option`, but this condition has none"),
        ("value = 4\nwhen = { pack = \"fog\" }", "`fog` is not a valid pack id"),
    ] {
        assert_eq!(error(&patch("scenario.turns", "set", rest)), expected);
    }
}

/// Checks that an error names the patches of its value, and no others.
#[test]
fn an_error_about_another_value_names_no_patch() {
    let unrelated = patch("scenario.turns", "set", "value = 5")
        + &patch("units.unit[\"I\"].strength", "add", "value = 1")
        + &patch("units.unit[\"II\"].strength", "add", "value = 1");
    let twice = |patches: &str, map: &[(&str, &str)]| {
        let errors = with_map(patches, map).unwrap_err();
        assert_eq!(errors.len(), 1, "{}", grognard_packs::render(&errors, false));
        errors.into_iter().next().unwrap()
    };
    // A patch declares the tag, so without patches the file has a different error.
    let tag = patch("system.tags", "append", "value = [\"hill\"]");
    let hex = twice(&(tag + &unrelated), &[("city = [\"0403\"]", "city = [\"0403\"]\nhill = [\"0201\", \"0201\"]")]);
    assert_eq!((hex.code, hex.message.as_str()), ("E205", "`0201` is already in `tags.hill`"));
    assert!(hex.related.is_empty(), "{:?}", hex.related);
    // Three files mention a hex that is gone; nothing else was wrong.
    let narrower = patch("map.columns", "set", "value = [1, 3]");
    let gone = with_map(&(narrower.clone() + &unrelated), &[]).unwrap_err();
    assert_eq!(gone.len(), 3, "{}", grognard_packs::render(&gone, false));
    for error in &gone {
        let help = error.help.as_deref().unwrap_or_default();
        assert!(error.code == "E201" && error.related.is_empty(), "{}", error.message);
        assert!(help.ends_with("this error appears only with the patches of `m.m`"), "{help}");
    }
    // The only patch must be the cause.
    for error in with_map(&narrower, &[]).unwrap_err() {
        let named: Vec<&str> = error.related.iter().map(|place| place.text.as_str()).collect();
        assert_eq!(named, ["`m.m` changes `map.columns` (`set`)"], "{}", error.message);
    }
}
