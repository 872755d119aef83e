//! Values that several mods write.

use grognard_packs::{Diagnostic, Library, Loaded, load, render};
use grognard_testing::{copy, pack, workspace};
use std::path::Path;
use tempfile::TempDir;

fn base() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    root
}

/// A mod with these lines in its manifest, and its patches.
type Mod<'a> = (&'a str, &'a str, String);

fn patch(at: &str, op: &str, rest: &str) -> String {
    format!("[[patch]]\nat = '{at}'\nop = \"{op}\"\n{rest}\n")
}

fn write(root: &Path, mods: &[Mod]) {
    for (name, extra, patches) in mods {
        pack(root, &format!("mods/{name}"), &format!("m.{name}"), "mod", extra);
        std::fs::create_dir_all(root.join("mods").join(name).join("patches")).unwrap();
        std::fs::write(root.join("mods").join(name).join("patches/all.toml"), patches).unwrap();
    }
}

fn loaded(mods: &[Mod]) -> Result<Loaded, Vec<Diagnostic>> {
    let root = base();
    write(root.path(), mods);
    let names: Vec<String> = mods.iter().map(|(name, ..)| (*name).to_owned()).collect();
    load(&Library::open(&[root.path().to_owned()]), "battle", &names, &[])
}

fn value(mods: &[Mod], at: &str) -> String {
    let loaded = loaded(mods).unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
    loaded.blame(at).unwrap().value
}

/// Returns the code and the message of the only error.
fn error(mods: &[Mod]) -> (&'static str, String) {
    let errors = loaded(mods).expect_err("nothing is wrong");
    assert_eq!(errors.len(), 1, "{}", render(&errors, false));
    let error = &errors[0];
    assert!(!error.file.is_empty() && error.related.iter().any(|other| other.file != error.file), "two files");
    assert!(
        error.help.as_ref().is_some_and(|help| help.contains("after = [") && help.contains("requires both")),
        "no solution is suggested"
    );
    (error.code, error.message.clone())
}

/// Creates two mods without an order.
fn two(one: &str, other: &str) -> [Mod<'static>; 2] {
    [("a", "", one.to_owned()), ("b", "", other.to_owned())]
}

const TURNS: &str = "scenario.turns";
const STRENGTH: &str = "units.unit[\"I\"].strength";
const FOREST: &str = "map.terrain.forest";

#[test]
fn two_that_set_one_value_need_an_order() {
    let both = two(&patch(TURNS, "set", "value = 4"), &patch(TURNS, "set", "value = 5"));
    assert_eq!(
        error(&both),
        ("E220", "`m.a` and `m.b` both set `scenario.turns`, and neither is loaded after the other".into())
    );
    let [a, b] = both;
    assert_eq!(value(&[a.clone(), ("b", "after = [\"m.a\"]", b.2.clone())], TURNS), "5");
    assert_eq!(value(&[("a", "after = [\"m.b\"]", a.2), b], TURNS), "4");
}

#[test]
fn sums_commute_and_so_do_products_which_are_rounded_once() {
    let add = |amount: i32| patch(STRENGTH, "add", &format!("expect = [6, 3]\nvalue = {amount}"));
    assert_eq!(value(&two(&add(1), &add(10)), STRENGTH), "[17, 14]");
    let mul = |ratio: &str, round: &str| {
        patch(STRENGTH, "mul", &format!("expect = [6, 3]\nvalue = \"{ratio}\"\nround = \"{round}\""))
    };
    // In steps, 3 * 1/2 is 1 and 1 * 3/2 is 1; as one product it is 9/4, rounded to 2.
    assert_eq!(value(&two(&mul("1/2", "down"), &mul("3/2", "down")), STRENGTH), "[4, 2]");
    assert_eq!(value(&two(&mul("3/2", "down"), &mul("1/2", "down")), STRENGTH), "[4, 2]");
    assert_eq!(value(&two(&mul("3/2", "up"), &mul("1/2", "up")), STRENGTH), "[5, 3]");
    let differ = two(&mul("3/2", "up"), &mul("1/2", "down"));
    let told = "`m.a` and `m.b` both multiply `units.unit[\"I\"].strength`, round it differently, and neither is \
        loaded after the other";
    assert_eq!(error(&differ), ("E220", told.into()));
}

#[test]
fn who_settles_a_matter_is_told_with_what_does_not_happen() {
    let [a, b] = two(&patch(TURNS, "set", "value = 4\nwhy = \"shorter\""), &patch(TURNS, "set", "value = 5"));
    let extra = "[requires]\n\"m.a\" = \"*\"\n\"m.b\" = \"*\"";
    let blame = loaded(&[a, b, ("c", extra, patch(TURNS, "set", "value = 6"))]).unwrap().blame(TURNS).unwrap();
    let settled: Vec<_> =
        blame.settled.iter().map(|one| (&*one.change.pack, one.change.why.as_deref(), &*one.by)).collect();
    assert_eq!(settled, [("m.a", Some("shorter"), "m.c"), ("m.b", None, "m.c")]);
    assert_eq!((blame.value.as_str(), blame.history.len()), ("6", 1));
}

#[test]
fn a_wrong_chart_points_to_no_file_that_is_not_about_charts() {
    let errors = loaded(&[("a", "", patch("charts.ctr.title", "set", "value = \"x\""))]).unwrap_err();
    assert_eq!((errors.len(), errors[0].code, errors[0].related.len()), (1, "E210", 0), "{}", render(&errors, false));
    let errors = loaded(&[("a", "", patch("map.terain.forest", "set", "value = []"))]).unwrap_err();
    assert_eq!((errors[0].code, errors[0].related.len()), ("E210", 1), "{}", render(&errors, false));
}

#[test]
fn one_product_is_rounded_once_also_within_a_pack() {
    let half = patch(STRENGTH, "mul", "value = \"1/2\"\nround = \"down\"");
    let twice = patch(STRENGTH, "mul", "value = 2");
    assert_eq!(value(&[("a", "", half.clone() + &twice)], STRENGTH), "[6, 3]");
    // A change in between begins a new product.
    let between = half + &patch(STRENGTH, "add", "value = 1") + &twice;
    assert_eq!(value(&[("a", "", between)], STRENGTH), "[8, 4]");
}

#[test]
fn appended_elements_stand_in_the_order_of_their_names() {
    let append = |space: &str| patch(FOREST, "append", &format!("value = {space}"));
    let expected = "[\"0201\", \"0302\", \"0101\", \"0102\", \"0303\"]";
    assert_eq!(value(&two(&append("\"0303\""), &append("[\"0102\", \"0101\"]")), FOREST), expected);
    assert_eq!(value(&two(&append("[\"0102\", \"0101\"]"), &append("\"0303\"")), FOREST), expected);
    // With a declared order, the later mod comes last.
    let ordered = [("a", "after = [\"m.b\"]", append("\"0101\"")), ("b", "", append("\"0303\""))];
    assert_eq!(value(&ordered, FOREST), "[\"0201\", \"0302\", \"0303\", \"0101\"]");
    assert_eq!(error(&two(&append("\"0101\""), &append("\"0101\""))).0, "E220");
}

#[test]
fn mixtures_need_an_order_whichever_comes_first() {
    let unit = "units.unit[\"I\"]";
    let writes = [
        patch(STRENGTH, "set", "value = [9, 4]"),
        patch(STRENGTH, "add", "value = 1"),
        patch(STRENGTH, "mul", "value = 2"),
        patch(unit, "rename", "value = \"Ia\""),
        patch(unit, "remove", ""),
        patch(unit, "merge", "value = { strength = [5, 5] }"),
    ];
    for (at, one) in writes.iter().enumerate() {
        for (other_at, other) in writes.iter().enumerate().filter(|(other, _)| *other != at) {
            assert_eq!(error(&two(one, other)).0, "E221", "{at} and {other_at}: {one}{other}");
        }
    }
    let elements = [patch(FOREST, "append", "value = \"0101\""), patch(FOREST, "set", "value = [\"0303\"]")];
    assert_eq!(error(&two(&elements[0], &elements[1])).0, "E221");
    assert_eq!(error(&two(&elements[1], &elements[0])).0, "E221");
    let insert = |anchor: &str, side: &str, space: &str| {
        patch(FOREST, "insert", &format!("value = \"{space}\"\n{side} = \"{anchor}\""))
    };
    assert_eq!(error(&two(&insert("0302", "before", "0101"), &insert("0302", "before", "0303"))).0, "E220");
    assert_eq!(error(&two(&insert("0302", "after", "0101"), &patch(FOREST, "remove", "value = \"0302\""))).0, "E221");
}

#[test]
fn what_does_not_meet_needs_no_order() {
    let parts = two(
        &patch("units.unit[\"I\"]", "merge", "value = { at = \"0202\" }"),
        &patch(STRENGTH, "set", "value = [9, 4]"),
    );
    assert_eq!(value(&parts, STRENGTH), "[9, 4]");
    let remove = |space: &str| patch(FOREST, "remove", &format!("value = \"{space}\""));
    assert_eq!(value(&two(&remove("0201"), &remove("0302")), FOREST), "[]");
    let insert = |side: &str, space: &str| patch(FOREST, "insert", &format!("value = \"{space}\"\n{side} = \"0302\""));
    assert_eq!(
        value(&two(&insert("before", "0101"), &insert("after", "0303")), FOREST),
        "[\"0201\", \"0101\", \"0302\", \"0303\"]"
    );
}

#[test]
fn a_condition_that_does_not_hold_writes_nothing() {
    let never = patch(TURNS, "set", "value = 4\nwhen = { option = \"fog\" }");
    assert_eq!(value(&two(&never, &patch(TURNS, "set", "value = 5")), TURNS), "5");
}

#[test]
fn a_third_mod_settles_the_matter() {
    let both = two(&patch(TURNS, "set", "expect = 3\nvalue = 4"), &patch(TURNS, "set", "expect = 3\nvalue = 5"));
    let third = |extra: &str, patches: &str| {
        let mods = [both[0].clone(), both[1].clone(), ("c", extra, patches.to_owned())];
        loaded(&mods).map(|loaded| loaded.blame(TURNS).unwrap().value)
    };
    let settle = patch(TURNS, "set", "expect = 3\nvalue = 6");
    let requires = "[requires]\n\"m.a\" = \"*\"\n\"m.b\" = \"*\"";
    assert_eq!(third(requires, &settle).unwrap(), "6");
    // The third pack must come after both and write that very value.
    assert_eq!(third("[requires]\n\"m.a\" = \"*\"", &settle).unwrap_err()[0].code, "E220");
    assert_eq!(third(requires, &patch("scenario.owners", "merge", "value = {}")).unwrap_err()[0].code, "E220");
    // Other values of the same two mods still conflict.
    let [mut a, mut b] = both.clone();
    a.2 += &patch(STRENGTH, "set", "value = [1, 1]");
    b.2 += &patch(STRENGTH, "mul", "value = 2");
    let errors = loaded(&[a, b, ("c", requires, settle)]).unwrap_err();
    assert_eq!((errors.len(), errors[0].code), (1, "E221"));
}

#[test]
fn a_third_mod_settles_mixtures_too() {
    let requires = "[requires]\n\"m.a\" = \"*\"\n\"m.b\" = \"*\"";
    let [a, b] = two(
        &patch("units.unit[\"I\"]", "merge", "value = { strength = [9, 4], at = \"0202\" }"),
        &patch(STRENGTH, "add", "value = 1"),
    );
    let mods = [a, b, ("c", requires, patch(STRENGTH, "set", "value = [8, 8]"))];
    assert_eq!(value(&mods, STRENGTH), "[8, 8]");
    assert_eq!(value(&mods, "units.unit[\"I\"].at"), "\"0202\"");
}

/// Shuffles a list pseudo-randomly.
fn shuffle<T>(list: &mut [T], seed: &mut u64) {
    for at in (1..list.len()).rev() {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list.swap(at, (*seed >> 33) as usize % (at + 1));
    }
}

/// Checks that the battle is the same whatever the names of folders and the order of roots and mods.
#[test]
fn names_of_folders_and_the_order_of_naming_decide_nothing() {
    let append = |space: &str| patch(FOREST, "append", &format!("value = \"{space}\""));
    let mods: [Mod; 6] = [
        ("a", "after = [\"m.f\"]", append("0101") + &patch(TURNS, "set", "value = 4")),
        ("b", "", append("0303") + &patch(STRENGTH, "add", "value = 1")),
        ("c", "[optional]\n\"m.a\" = \">=1\"", patch(TURNS, "set", "value = 7") + &patch(STRENGTH, "add", "value = 2")),
        ("d", "", patch("scenario.turns", "add", "value = 1\nwhen = { pack = \"m.z\" }") + &append("0102")),
        (
            "e",
            "[requires]\n\"m.b\" = \"*\"",
            patch(STRENGTH, "mul", "value = \"1/2\"\nround = \"up\"\nwhen = { option = \"fog\" }"),
        ),
        ("f", "", patch(TURNS, "set", "value = 5")),
    ];
    let mut seed: u64 = 7;
    let mut first: Option<(String, String)> = None;
    for round in 0..24 {
        let roots = [base(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        for (at, (name, extra, patches)) in mods.iter().enumerate() {
            // One round has all packs in one root, as if none were installed; the others distribute them.
            let root = roots[if round == 0 { 0 } else { (at + round) % 3 }].path();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round as u64);
            let folder = format!("mods/{:x}", seed >> 20);
            pack(root, &folder, &format!("m.{name}"), "mod", extra);
            std::fs::create_dir_all(root.join(&folder).join("patches")).unwrap();
            std::fs::write(root.join(&folder).join("patches/all.toml"), patches).unwrap();
        }
        let mut paths: Vec<_> = roots.iter().map(|root| root.path().to_owned()).collect();
        let mut names: Vec<String> = mods.iter().map(|(name, ..)| (*name).to_owned()).collect();
        shuffle(&mut paths, &mut seed);
        shuffle(&mut names, &mut seed);
        let loaded = load(&Library::open(&paths), "battle", &names, &[])
            .unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
        let found = (loaded.lock.rules_hash.clone(), format!("{:?}", loaded.content));
        assert_eq!(*first.get_or_insert(found.clone()), found, "round {round}");
        assert_eq!(loaded.blame(TURNS).unwrap().value, "7");
        assert_eq!(loaded.blame(FOREST).unwrap().value, "[\"0201\", \"0302\", \"0101\", \"0102\", \"0303\"]");
    }
}

/// Returns the code and the message of the only error, with the mods in both alphabetical orders.
fn either_way(one: &str, other: &str) -> Vec<(&'static str, String)> {
    vec![error(&two(one, other)), error(&two(other, one))]
}

#[test]
fn who_sets_a_name_renames_what_others_change() {
    let rename = patch("units.unit[\"I\"].name", "set", "value = \"1\"");
    for at in [STRENGTH, "units.unit[\"1\"].strength"] {
        let found = either_way(&rename, &patch(at, "set", "value = [3, 2]"));
        assert_eq!(
            found[0],
            (
                "E221",
                format!(
                    "`m.a` would rename `{at}` and `m.b` would set it: the result depends on their order, which is not declared"
                )
            )
        );
        assert_eq!(
            found[1],
            (
                "E221",
                format!(
                    "`m.a` would set `{at}` and `m.b` would rename it: the result depends on their order, which is not declared"
                )
            )
        );
    }
    let merged = patch("units.unit[\"I\"]", "merge", "value = { name = \"1\" }");
    assert_eq!(error(&two(&merged, &patch(STRENGTH, "add", "value = 1"))).0, "E221");
    let other = patch("units.unit[\"II\"].strength", "set", "value = [3, 2]");
    assert_eq!(value(&two(&rename, &other), "units.unit[\"1\"].strength"), "[6, 3]", "another unit");
}

#[test]
fn who_renames_a_key_of_an_axis_renames_cells() {
    let cell = patch("charts.crt.cells[\"1\"][\"1:1\"]", "set", "value = \"NE\"");
    let column = patch("charts.crt.columns.keys[\"1:1\"]", "rename", "value = \"even\"");
    let row = patch("charts.crt.rows.keys[\"1\"]", "set", "value = \"one\"");
    for rename in [column, row] {
        assert!(
            either_way(&rename, &cell).iter().all(|(code, message)| *code == "E221" && message.contains("rename")),
            "{rename}"
        );
    }
}

#[test]
fn every_conflict_of_two_mods_is_reported() {
    let told = |one: &str, other: &str| {
        let errors = loaded(&two(one, other)).unwrap_err();
        errors
            .into_iter()
            .map(|error| error.message.split(',').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let sets = |turns: i32, strength: i32| {
        patch(TURNS, "set", &format!("value = {turns}")) + &patch(STRENGTH, "set", &format!("value = [{strength}, 1]"))
    };
    let both = ["`m.a` and `m.b` both set `scenario.turns`", "`m.a` and `m.b` both set `units.unit[\"I\"].strength`"];
    assert_eq!(told(&sets(4, 7), &sets(5, 8)), both, "two patches each");
    let merges = |at: &str| patch("units.unit[\"I\"]", "merge", &format!("value = {{ at = \"{at}\", steps = 1 }}"));
    let keys = [
        "`m.a` and `m.b` both merge into `units.unit[\"I\"].at`",
        "`m.a` and `m.b` both merge into `units.unit[\"I\"].steps`",
    ];
    let mut found = told(&merges("0201"), &merges("0202"));
    found.sort();
    assert_eq!(found, keys, "one patch each");
}
