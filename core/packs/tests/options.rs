//! Options that mods add, remove or rename, or give another default.

use grognard_engine::content::OptionValue;
use grognard_packs::{Diagnostic, Library, Loaded, load, render};
use grognard_testing::{copy, pack, workspace};
use std::fs;
use tempfile::TempDir;

fn base() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    root
}

fn patch(at: &str, op: &str, rest: &str) -> String {
    format!("[[patch]]\nat = '{at}'\nop = \"{op}\"\n{rest}\n")
}

fn load_with(root: &TempDir, patches: &str, chosen: &[(&str, &str)]) -> Result<Loaded, Vec<Diagnostic>> {
    pack(root.path(), "mods/m", "m.m", "mod", "");
    fs::create_dir_all(root.path().join("mods/m/patches")).unwrap();
    fs::write(root.path().join("mods/m/patches/all.toml"), patches).unwrap();
    let chosen: Vec<_> = chosen.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    load(&Library::open(&[root.path().to_owned()]), "battle", &["m".into()], &chosen)
}

fn loaded(patches: &str, chosen: &[(&str, &str)]) -> Loaded {
    load_with(&base(), patches, chosen).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

fn turns(patches: &str, chosen: &[(&str, &str)]) -> u16 {
    loaded(patches, chosen).content.sequence.turns
}

fn snow() -> String {
    patch("options", "merge", "value.snow = { type = \"bool\", default = false, rule = \"2.0\" }")
}

#[test]
fn an_added_option_is_chosen_and_patches_depend_on_it() {
    let patches = patch("scenario.turns", "set", "value = 9\nwhen = { option = \"snow\" }") + &snow();
    assert_eq!((turns(&patches, &[]), turns(&patches, &[("snow", "true")])), (3, 9));
    let found = loaded(&patches, &[("snow", "on")]);
    assert_eq!(found.content.options["snow"], OptionValue::Bool(true));
    assert!(found.system.options.contains_key("snow"));
    // What a patch adds is checked in the same way as a declaration in a manifest.
    let wrong = patch("options", "merge", "value.snow = { type = \"bool\", default = 3 }");
    let error = load_with(&base(), &wrong, &[]).unwrap_err().remove(0);
    assert_eq!((error.code, error.line), ("E125", 4));
}

#[test]
fn an_option_is_added_where_there_was_none() {
    let root = base();
    let manifest = root.path().join("scripts/system/pack.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let (without, _) = text.split_once("[options.fog]").expect("the option of the base");
    fs::write(&manifest, without).unwrap();
    let patches = snow() + &patch("scenario.turns", "set", "value = 9\nwhen = { option = \"snow\" }");
    assert_eq!(load_with(&root, &patches, &[("snow", "true")]).unwrap().content.sequence.turns, 9);
}

#[test]
fn an_option_that_is_taken_away_stays_as_it_is() {
    let remove = patch("options.fog", "remove", "");
    let fixed = patch("options.fog.default", "set", "value = true") + &remove;
    let when = patch("scenario.turns", "set", "value = 9\nwhen = { option = \"fog\" }");
    for (patches, value, expected) in [(&remove, false, 3), (&fixed, true, 9)] {
        let found = loaded(&(patches.clone() + &when), &[]);
        assert_eq!(
            (&found.content.options["fog"], found.content.sequence.turns),
            (&OptionValue::Bool(value), expected)
        );
        assert!(found.system.options.is_empty(), "it is not offered");
        assert_eq!(found.lock.options["fog"], OptionValue::Bool(value));
    }
    let error = load_with(&base(), &fixed, &[("fog", "false")]).unwrap_err().remove(0);
    assert_eq!((error.code, error.message.as_str()), ("E126", "the option `fog` is fixed by `m.m`"));
    assert_eq!((error.related[0].line, error.related[0].text.as_str()), (6, "it keeps the value true"));
    assert_eq!(turns(&(fixed + &when), &[("fog", "true")]), 9, "asking for an existing option is not a mistake");
}

#[test]
fn a_renamed_option_is_chosen_by_either_name_and_rules_ask_for_the_old_one() {
    let patches = patch("options.fog", "rename", "value = \"mist\"")
        + &patch("options.mist", "rename", "value = \"haze\"")
        + &patch("scenario.turns", "set", "value = 9\nwhen = { option = \"haze\" }");
    for name in ["haze", "mist", "fog"] {
        let found = loaded(&patches, &[(name, "true")]);
        assert_eq!(found.content.sequence.turns, 9, "{name}");
        assert!(["haze", "mist", "fog"].iter().all(|name| found.content.options[*name] == OptionValue::Bool(true)));
        assert_eq!(found.system.options.keys().collect::<Vec<_>>(), ["haze"]);
    }
    assert_eq!(turns(&patches, &[]), 3);
}

#[test]
fn a_renamed_option_can_be_taken_away() {
    let patches = patch("options.fog", "rename", "value = \"mist\"") + &patch("options.mist", "remove", "");
    assert_eq!(loaded(&patches, &[]).content.options["fog"], OptionValue::Bool(false));
    assert_eq!(load_with(&base(), &patches, &[("fog", "true")]).unwrap_err()[0].code, "E126");
}

#[test]
fn a_patch_to_an_option_depends_on_packs_only() {
    let default = |when: &str| patch("options.fog.default", "set", &format!("value = true\nwhen = {{ {when} }}"));
    assert_eq!(loaded(&default("pack = \"test.system\""), &[]).content.options["fog"], OptionValue::Bool(true));
    assert_eq!(loaded(&default("pack = \"test.other\""), &[]).content.options["fog"], OptionValue::Bool(false));
    let error = load_with(&base(), &default("option = \"fog\""), &[]).unwrap_err().remove(0);
    assert_eq!(error.message, "a patch to an option cannot depend on options");
}

#[test]
fn two_mods_that_change_one_default_need_an_order() {
    let root = base();
    pack(root.path(), "mods/n", "m.n", "mod", "");
    fs::create_dir_all(root.path().join("mods/n/patches")).unwrap();
    fs::write(root.path().join("mods/n/patches/all.toml"), patch("options.fog.default", "set", "value = false"))
        .unwrap();
    pack(root.path(), "mods/m", "m.m", "mod", "");
    fs::create_dir_all(root.path().join("mods/m/patches")).unwrap();
    fs::write(root.path().join("mods/m/patches/all.toml"), patch("options.fog.default", "set", "value = true"))
        .unwrap();
    let library = Library::open(&[root.path().to_owned()]);
    assert_eq!(load(&library, "battle", &["m".into(), "n".into()], &[]).unwrap_err()[0].code, "E220");
}

#[test]
fn an_option_with_two_names_has_one_value() {
    let rename = patch("options.fog", "rename", "value = \"mist\"");
    assert_eq!(loaded(&rename, &[("fog", "true"), ("mist", "true")]).content.options["mist"], OptionValue::Bool(true));
    let errors = load_with(&base(), &rename, &[("fog", "true"), ("mist", "false")]).unwrap_err();
    assert_eq!(errors[0].message, "`fog` and `mist` are the same option, which cannot be both `true` and `false`");
}

#[test]
fn a_patch_that_spoils_an_option_is_named() {
    let snow = patch("options", "merge", "value.snow = { type = \"enum\", default = \"deep\" }");
    let errors = load_with(&base(), &snow, &[]).unwrap_err();
    assert_eq!((errors[0].code, &*errors[0].message), ("E125", "the option `snow` has no values to choose from"));
    let root = base();
    let manifest = root.path().join("scripts/system/pack.toml");
    let declared = "\n[options.snow]\ntype = \"enum\"\ndefault = \"deep\"\nvalues = [\"deep\", \"thin\"]\n";
    fs::write(&manifest, fs::read_to_string(&manifest).unwrap() + declared).unwrap();
    let remove = patch("options.snow.values", "remove", "value = \"deep\"");
    let error = load_with(&root, &remove, &[]).unwrap_err().remove(0);
    assert!(
        error.code == "E125" && error.related.iter().any(|other| other.text.contains("options.snow.values")),
        "{error:?}"
    );
}
