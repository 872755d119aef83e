//! Mods that change the same rule, and mods that conflict, tested from their files to a battle.

use grognard_packs::Diagnostic;
use grognard_play::{Battle, BattleRequest};
use std::path::Path;

fn write(root: &Path, name: &str, extra: &str, script: &str) {
    let folder = root.join("mods").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let requires = "[requires]\n\"grognard.battle-for-moscow-system\" = \"*\"\n";
    let manifest =
        format!("format = 1\nid = \"m.{name}\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"M\"\napi = \"*\"\n");
    let manifest = if extra.contains("[requires]") { manifest + extra } else { manifest + extra + "\n" + requires };
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("rules.luau"), script).unwrap();
}

fn load(root: &Path, mods: &[&str]) -> Result<Battle, Vec<Diagnostic>> {
    let mods = mods.iter().map(|name| (*name).to_owned()).collect();
    Battle::load(BattleRequest {
        roots: vec![root.to_owned()],
        scenario: "battle-for-moscow".into(),
        mods,
        ..BattleRequest::default()
    })
}

const REPLACE: &str =
    "--!strict\nreplace(\"combat.may_hold\", function(_game: Game, _target: Unit): boolean\n\treturn false\nend)\n";
const WRAP: &str = "--!strict\nwrap(\"combat.may_hold\", function(next, game: Game, target: Unit): boolean\n\treturn \
    not next(game, target)\nend)\n";

fn error(root: &Path, mods: &[&str]) -> Diagnostic {
    let mut errors = load(root, mods).err().expect("an error");
    assert_eq!(errors.len(), 1, "{}", grognard_packs::render(&errors, false));
    errors.remove(0)
}

#[test]
fn two_that_replace_one_rule_need_an_order() {
    let root = crate::pack_copy::packs();
    write(root.path(), "a", "", REPLACE);
    write(root.path(), "b", "", REPLACE);
    let expected = "\
error[E220]: `m.a` and `m.b` both replace the rule `combat.may_hold`, and neither is loaded after the other
 --> mods/b/rules.luau:2:1
  |
2 | replace(\"combat.may_hold\", function(_game: Game, _target: Unit): boolean
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: `m.a` changes it here
  |
 ::: mods/a/rules.luau:2:1
  |
2 | replace(\"combat.may_hold\", function(_game: Game, _target: Unit): boolean
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: load one after the other: add `after = [\"m.a\"]` to the other pack.toml, or write a mod that requires both \
        and replaces the rule itself
";
    let said = grognard_packs::render(&[error(root.path(), &["a", "b"])], false);
    assert_eq!(said.replace(&format!("{}/", root.path().display()), ""), expected);
    write(root.path(), "b", "after = [\"m.a\"]", REPLACE);
    assert!(load(root.path(), &["a", "b"]).is_ok());
}

#[test]
fn a_wrap_and_a_replacement_need_an_order_and_two_wraps_do_not() {
    let root = crate::pack_copy::packs();
    write(root.path(), "a", "", WRAP);
    write(root.path(), "b", "", REPLACE);
    let error = error(root.path(), &["a", "b"]);
    let message = "`m.a` would wrap the rule `combat.may_hold`, and `m.b` would replace it: the result depends on \
        their order, which is not declared";
    assert_eq!((error.code, error.message.as_str()), ("E221", message));
    write(root.path(), "b", "", WRAP);
    let battle = load(root.path(), &["b", "a"]).expect("wraps lie around each other");
    let host = battle.host().unwrap();
    let files: Vec<&str> = host.changes().iter().map(|change| change.file.rsplit('/').nth(1).unwrap()).collect();
    assert_eq!(files, ["a", "b"], "in the order of their ids");
}

#[test]
fn a_third_mod_that_replaces_the_rule_settles_the_matter() {
    let root = crate::pack_copy::packs();
    let requires = "[requires]\n\"grognard.battle-for-moscow-system\" = \"*\"\n\"m.a\" = \"*\"\n\"m.b\" = \"*\"\n";
    write(root.path(), "a", "", REPLACE);
    write(root.path(), "b", "", REPLACE);
    write(root.path(), "c", requires, REPLACE);
    assert!(load(root.path(), &["c"]).is_ok());
    write(root.path(), "c", requires, WRAP);
    assert_eq!(error(root.path(), &["c"]).code, "E220");
}

#[test]
fn a_pack_replaces_a_rule_once() {
    let root = crate::pack_copy::packs();
    write(root.path(), "a", "", &format!("{REPLACE}{REPLACE}"));
    assert_eq!(error(root.path(), &["a"]).message, "`m.a` replaces the rule `combat.may_hold` twice");
}
