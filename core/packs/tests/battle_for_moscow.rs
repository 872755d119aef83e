//! The shipped packs load, and agree with the reference game.

use grognard_engine::chart::Cell;
use grognard_engine::content::{Content, OptionValue};
use grognard_engine::ids::{Id, SpaceId};
use grognard_packs::{Library, Loaded, load, render};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battle(mods: &[&str], options: &[(&str, &str)]) -> Loaded {
    let library = Library::open(&[root()]);
    assert!(library.diagnostics.is_empty(), "{}", render(&library.diagnostics, false));
    let mods: Vec<_> = mods.iter().map(|name| name.to_string()).collect();
    let options: Vec<_> = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    load(&library, "battle-for-moscow", &mods, &options).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

fn tagged(content: &Content, tag: &str) -> usize {
    content.map.tag(tag).unwrap().len()
}

fn borders(content: &Content, feature: &str) -> usize {
    let bit = content.map.feature(feature).unwrap();
    content.map.all().flat_map(|space| content.map.links(space)).filter(|link| link.features & bit != 0).count() / 2
}

fn terrain(content: &Content, name: &str) -> usize {
    let id = content.map.terrains.find(name).unwrap();
    content.map.all().filter(|&space| content.map.terrain(space) == id).count()
}

fn cell<'a>(content: &'a Content, chart: &str, row: &str, column: &str) -> &'a Cell {
    let chart = &content.charts[content.chart(chart).unwrap().index()];
    chart.cell(chart.rows.find(row).unwrap(), chart.columns.find(column).unwrap()).unwrap()
}

fn place(content: &Content, unit: &str) -> Option<(String, u8)> {
    let unit = content.unit_names.find(unit).unwrap();
    let placement = content.placements[unit.index()];
    placement.place.map(|space| (content.map.names.name(space).to_owned(), placement.steps))
}

#[test]
fn the_map_of_the_second_edition() {
    let content = battle(&[], &[]).content;
    assert_eq!(content.map.len(), 147);
    assert_eq!(content.map.names.name(SpaceId(0)), "0101");
    assert!(content.map.names.iter().map(|(_, name)| name).is_sorted());
    assert_eq!((terrain(&content, "forest"), borders(&content, "river"), borders(&content, "rail")), (32, 58, 71));
    let tags = ["city", "major-city", "fortification", "star", "cross"].map(|tag| tagged(&content, tag));
    assert_eq!(tags, [11, 2, 22, 14, 22]);
    assert_eq!(["black", "red"].map(|edge| content.map.edge(edge).unwrap().len()), [11, 17]);
    assert_eq!(content.map.label(content.map.names.find("1103").unwrap()), "1103 Moscow");
    assert_eq!(content.owners.len(), 11);
}

#[test]
fn the_order_of_battle() {
    let content = battle(&[], &[]).content;
    assert_eq!(content.units.len(), 39);
    assert_eq!(content.properties, ["strength", "movement"], "in the order of the file");
    let shock = &content.units[0];
    assert_eq!((shock.name.as_str(), shock.values[0].as_slice()), ("1st Shock", [5, 10].as_slice()));
    let panzer = &content.units[content.unit_names.find("XXIV").unwrap().index()];
    assert_eq!(
        (panzer.values[1].as_slice(), panzer.tags.as_slice()),
        ([6, 6].as_slice(), ["tank".to_owned()].as_slice())
    );
    assert_eq!(place(&content, "43"), Some(("0803".to_owned(), 1)));
    assert_eq!(place(&content, "49"), None);
    assert_eq!(content.placements.iter().filter(|placement| placement.place.is_some()).count(), 14);
    let strength = |side: u16| -> i32 {
        content.units.iter().filter(|unit| unit.side.0 == side).filter_map(|unit| unit.value(0, 2)).sum()
    };
    assert_eq!((strength(0), strength(1)), (165, 138));
}

#[test]
fn sequence_charts_and_options() {
    let loaded = battle(&[], &[("mud_halves_all", "true")]);
    let content = &loaded.content;
    assert_eq!((content.sequence.turns, content.sequence.setup.len()), (7, 1));
    assert_eq!(content.sequence.turn.iter().map(|turn| turn.phases.len()).collect::<Vec<_>>(), [4, 4, 1]);
    assert_eq!(content.sequence.turn[0].phases[1].turns, [(2, 7)]);
    assert_eq!(content.sequence.turn[2].phases[0].side, None);
    assert_eq!(cell(content, "crt", "6", "1:1"), &Cell::Text("AL".into()));
    assert_eq!(cell(content, "calendar", "4", "soviet"), &Cell::Number(4));
    assert_eq!(content.options["mud_halves_all"], OptionValue::Bool(true));
    assert_eq!(content.options["retreat"], OptionValue::Word("from-attackers".into()));
    assert_eq!(loaded.system.hooks.odds.as_deref(), Some("combat.odds_at"));
    assert_eq!(
        loaded.system.packs,
        ["grognard.std", "grognard.battle-for-moscow-system", "grognard.battle-for-moscow"]
    );
    assert_eq!(loaded.system.paragraphs.last().unwrap().number, "15.0");
}

#[test]
fn every_prepared_hex_is_a_cross() {
    for mods in [&[][..], &["battle-for-moscow-1986"]] {
        let content = battle(mods, &[]).content;
        let crosses = content.map.tag("cross").unwrap();
        let german = content.sides.find("german").unwrap();
        let mut taken = 0;
        for unit in content.units.iter().filter(|unit| unit.side == german) {
            let Cell::Text(hex) = cell(&content, "prepared", &unit.name, "hex") else { panic!("{}", unit.name) };
            assert!(crosses.has(content.map.names.find(hex).unwrap()), "{} {hex}", unit.name);
            taken += 1;
        }
        assert_eq!(taken, crosses.len());
    }
}

#[test]
fn the_first_edition_is_a_mod() {
    let loaded = battle(&["battle-for-moscow-1986"], &[]);
    let content = &loaded.content;
    assert_eq!(content.map.len(), 140);
    assert_eq!((terrain(content, "forest"), borders(content, "river"), borders(content, "rail")), (25, 57, 70));
    assert_eq!((tagged(content, "star"), tagged(content, "cross"), tagged(content, "major-city")), (13, 22, 1));
    assert_eq!((place(content, "19"), place(content, "43")), (Some(("0504".into(), 1)), None));
    assert_eq!(cell(content, "calendar", "4", "soviet"), &Cell::Number(5));
    assert_eq!(content.sequence.turn[0].phases[1].turns, []);
    assert_eq!(content.options["mud_halves_all"], OptionValue::Bool(true));
    let stars: Vec<_> = content.placements.iter().filter_map(|placement| placement.place).collect();
    assert_eq!(stars, content.map.tag("star").unwrap().iter().collect::<Vec<_>>());
    let blame = loaded.blame("units.unit[\"VII\"].strength").unwrap();
    assert_eq!((blame.value.as_str(), blame.history[0].pack.as_str()), ("[7, 4]", "grognard.battle-for-moscow-1986"));
    assert!(blame.place.source.name.ends_with("mods/battle-for-moscow-1986/patches/units.toml"));
}

#[test]
fn the_rules_hash_tells_rules_apart() {
    let hash = |mods: &[&str], options: &[(&str, &str)]| battle(mods, options).lock.rules_hash;
    let plain = hash(&[], &[]);
    assert_eq!(plain, hash(&[], &[("mud_halves_all", "false")]));
    assert_ne!(plain, hash(&[], &[("mud_halves_all", "true")]));
    assert_ne!(plain, hash(&["battle-for-moscow-1986"], &[]));
}
