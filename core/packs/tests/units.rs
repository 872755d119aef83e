//! The printed numbers of units, and the defaults of their types.

use grognard_packs::{Library, load};
use grognard_testing::{copy, workspace};
use std::fs;

const UNITS: &str = "\
unit = [
    { name = \"I\", side = \"blue\", type = \"corps\", strength = [4, 2], at = \"0101\" },
    { name = \"II\", side = \"blue\", type = \"corps\", strength = 3, morale = 1 },
    { name = \"Card\", side = \"red\", type = \"card\" },
]
";

#[test]
fn a_unit_without_a_number_has_the_default_of_its_type_at_every_strength() {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    let path = root.path().join("scripts/system/system.toml");
    let text = fs::read_to_string(&path).unwrap();
    let types = "name = \"corps\"\ndefaults = { morale = 2 }\n\n[[unit_type]]\nname = \"card\"\n\
                 defaults = { strength = 0, morale = -1 }\n";
    let text = text.replace("name = \"corps\"\n", types);
    let text = text.replace(
        "[[unit_type]]\nname = \"corps\"",
        "morale = { type = \"int\", min = -3 }\n\n[[unit_type]]\nname = \"corps\"",
    );
    fs::write(&path, text).unwrap();
    fs::write(root.path().join("scenarios/battle/units.toml"), UNITS).unwrap();
    let load = || load(&Library::open(&[root.path().to_owned()]), "battle", &[], &[]);
    let loaded = load().unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let content = &loaded.content;
    assert_eq!(content.properties, ["strength", "morale"]);
    let values: Vec<_> = content.units.iter().map(|unit| unit.values.clone()).collect();
    assert_eq!(values, [[vec![2, 4], vec![2, 2]], [vec![3], vec![1]], [vec![0], vec![-1]]]);
    // Without the default, the unit has to give its number.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("defaults = { morale = 2 }", "")).unwrap();
    let errors = load().err().unwrap();
    let told: Vec<_> = errors.iter().map(|error| (error.code, error.help.as_deref())).collect();
    assert_eq!(told, [("E106", Some("give it one, or its type a default: `defaults = { morale = 0 }`"))]);
}
