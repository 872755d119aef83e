//! Whole games written down: a change of the rules shows as a change of these files. `UPDATE=1` writes them anew.

use grognard_play::{Battle, BattleRequest};
use grognard_suite::transcript;
use std::path::PathBuf;

fn plays_as_recorded(scenario: &str, mods: &[&str], name: &str) {
    let mods = mods.iter().map(|id| (*id).to_owned()).collect();
    let request = BattleRequest { roots: vec![PathBuf::from(".")], scenario: scenario.to_owned(), mods, ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let found = transcript::record(&battle, 1941, &[("setup.how", "prepared")]).unwrap_or_else(|error| panic!("{error}"));
    let file = format!("tests/playthrough/{name}.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &found).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    if let Some((line, (old, new))) = expected.lines().zip(found.lines()).enumerate().find(|(_, (old, new))| old != new) {
        panic!("{file}:{} was\n{old}\nand is now\n{new}\nrun with UPDATE=1 if the change is meant", line + 1);
    }
    assert_eq!(expected.lines().count(), found.lines().count(), "{file} has another length");
}

#[test]
fn battle_for_moscow() {
    plays_as_recorded("battle-for-moscow", &[], "battle-for-moscow");
}
