//! The shipped mods do what their pages say, alone and together.

use grognard_board::svg::{self, SvgOptions};
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use grognard_packs::{Diagnostic, Library};
use grognard_play::{Battle, BattleRequest};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

fn load(mods: &[&str]) -> Result<Battle, Vec<Diagnostic>> {
    let mods = mods.iter().map(|name| (*name).to_owned()).collect();
    Battle::load(BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: "battle-for-moscow".into(),
        mods,
        ..BattleRequest::default()
    })
}

fn hash(mods: &[&str]) -> String {
    load(mods).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false))).lock.rules_hash
}

/// Mods that change the game and do not conflict.
const FRIENDS: [&str; 5] = ["help-the-germans", "help-the-soviets", "frozen-rivers", "cossacks", "assaults-agreed"];

#[test]
fn every_mod_but_the_cosmetic_ones_makes_another_game() {
    let plain = hash(&[]);
    assert_eq!(hash(&["plain-talk"]), plain);
    assert_eq!(hash(&["drawn-counters"]), plain);
    for name in FRIENDS.into_iter().chain(["bloody-assault", "probing-attacks", "battle-for-moscow-1986"]) {
        assert_ne!(hash(&[name]), plain, "{name}");
    }
}

#[test]
fn drawn_counters_show_their_pictures_in_their_colours() {
    let draw = |mods: &[&str]| {
        let battle = load(mods).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
        let table = Table::new(battle.content.clone(), Arc::from([]), 0, Service::BARE);
        svg::draw(&battle.content, Some(&View::new(&table, None)), &SvgOptions::default())
    };
    let (plain, drawn) = (draw(&[]), draw(&["drawn-counters"]));
    assert!(!plain.contains("class=\"picture\"") && drawn.contains("class=\"picture\""));
    for colour in ["#b08d57", "#f1f2ec", "#c9d6c8"] {
        assert!(drawn.contains(&format!("fill=\"{colour}\"")), "{colour}");
    }
    assert!(
        drawn.contains("<path d=\"M22 54Q22 10 60 10T98 54l10 6H12z\" fill=\"#2b2825\"/>") && !drawn.contains("<!--")
    );
}

#[test]
fn small_mods_go_together_in_any_order() {
    let all: Vec<&str> = FRIENDS.into_iter().chain(["plain-talk"]).collect();
    let backwards: Vec<&str> = all.iter().rev().copied().collect();
    assert_eq!(hash(&all), hash(&backwards));
    assert_eq!(hash(&all), hash(&FRIENDS), "the cosmetic one makes no difference");
}

#[test]
fn two_mods_that_change_one_cell_are_brought_together_by_a_third() {
    let errors = load(&["bloody-assault", "probing-attacks"]).err().expect("they quarrel");
    let files: Vec<&str> =
        errors[0].related.iter().map(|other| other.file.as_str()).chain([errors[0].file.as_str()]).collect();
    assert_eq!((errors.len(), errors[0].code), (1, "E220"));
    for name in ["bloody-assault", "probing-attacks"] {
        assert!(files.iter().any(|file| file.ends_with(&format!("mods/{name}/patches/crt.toml"))), "{files:?}");
    }
    let battle = load(&["assaults-agreed"]).unwrap();
    let cell = battle.tree.blame("charts.crt.cells[\"6\"][\"1:1\"]").unwrap();
    assert_eq!((cell.value.as_str(), cell.history.len()), ("\"DRL\"", 1), "what the two say does not happen");
    assert_eq!(hash(&["assaults-agreed"]), hash(&["probing-attacks", "assaults-agreed", "bloody-assault"]));
}

#[test]
fn the_page_of_the_mods_lists_every_one() {
    let page = std::fs::read_to_string("mods/README.md").unwrap();
    let listed: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(name, _)| name).collect();
    let library = Library::open(&[PathBuf::from(".")]);
    let in_mods =
        library.packs().iter().filter(|pack| pack.folder.path().components().any(|part| part.as_os_str() == "mods"));
    let there: BTreeSet<&str> = in_mods.map(|pack| pack.short()).collect();
    assert_eq!(listed, there);
}
