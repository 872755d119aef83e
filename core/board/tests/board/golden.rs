//! Compares pictures with the stored ones. `UPDATE=1 cargo test -p grognard-board` rewrites them; review the
//! differences.

use crate::maps::{areas, battle, hexes, points, space, view};
use grognard_board::svg::{self, SvgOptions};
use grognard_board::text::{self, TextOptions};
use grognard_engine::content::Content;
use grognard_engine::heading::{HEADING, Headings};
use grognard_engine::ids::{SideId, UnitId};
use grognard_engine::map::Orientation;
use grognard_engine::style::CardFace;
use grognard_engine::variable::Variable;
use grognard_engine::view::UnitView;
use std::path::Path;

fn compare(name: &str, picture: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, picture).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    if kept != picture {
        let new = std::env::temp_dir().join(name);
        std::fs::write(&new, picture).unwrap();
        panic!("{} differs from {}", file.display(), new.display());
    }
}

fn text_of(content: &Content, width: usize, colour: bool) -> String {
    let marked = [space(content, content.map.names.name(grognard_engine::ids::SpaceId(2)))];
    text::draw(
        content,
        &view(content),
        &TextOptions { colour, width, highlight: &marked, numbers: true, ..TextOptions::default() },
    )
}

#[test]
fn flat_hexes() {
    let content = battle(hexes(Orientation::Flat));
    compare("flat.txt", &text_of(&content, 100, false));
    compare("flat-colour.txt", &text_of(&content, 100, true));
    compare("flat.svg", &svg::draw(&content, Some(&view(&content)), &SvgOptions::default()));
}

#[test]
fn flat_hexes_on_a_terminal_that_is_narrow_or_much_too_narrow() {
    let many = (1..=12).flat_map(|column| (1..=3).map(move |row| (format!("{column:02}{row:02}"), column, row)));
    let grid =
        grognard_engine::map::HexGrid { orientation: Orientation::Flat, shifted: grognard_engine::map::Shifted::Odd };
    let mut map = grid.build(many);
    map.seal(&[]);
    let content = battle(map);
    compare("compact.txt", &text_of(&content, 80, false));
    compare("parts.txt", &text_of(&content, 40, false));
}

#[test]
fn pointy_hexes() {
    let content = battle(hexes(Orientation::Pointy));
    compare("pointy.txt", &text_of(&content, 100, false));
    compare("pointy.svg", &svg::draw(&content, None, &SvgOptions::default()));
}

#[test]
fn counters_are_turned_to_their_headings() {
    let mut content = battle(hexes(Orientation::Pointy));
    let names = ["north-east", "east", "south-east", "south-west", "west", "north-west"];
    content.unit_variables = [Variable::word(HEADING, names, 0)].into_iter().collect();
    let mut headings = Headings::new(0);
    headings.initial = vec![(UnitId(0), 1), (UnitId(1), 4)];
    content.headings = Some(headings);
    let picture = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
    compare("headings.svg", &picture);
    assert!(["rotate(30)", "rotate(90)", "rotate(270)"].iter().all(|turn| picture.contains(turn)), "{picture}");
    assert!(picture.contains(", west</title>"));
}

#[test]
fn an_area_map() {
    let content = battle(areas());
    compare("areas.txt", &text_of(&content, 80, false));
    let marked = [space(&content, "3")];
    let options = SvgOptions { highlight: &marked, ..SvgOptions::default() };
    compare("areas.svg", &svg::draw(&content, Some(&view(&content)), &options));
}

#[test]
fn a_map_of_points() {
    let content = points();
    compare("points.txt", &text_of(&content, 80, false));
    let marked = [space(&content, "Berlin")];
    let options = SvgOptions { highlight: &marked, ..SvgOptions::default() };
    compare("points.svg", &svg::draw(&content, Some(&view(&content)), &options));
}

#[test]
fn cards_show_their_faces_and_hidden_ones_their_backs() {
    let mut content = battle(hexes(Orientation::Flat));
    let face = |unit: &grognard_engine::unit::Unit| {
        let text = Some("One of your formations may move twice; the enemy may not react to it.".to_owned());
        let numbers = vec!["movement".to_owned(), "strength".to_owned()];
        (unit.side == SideId(1)).then_some(CardFace {
            title: Some("Forced march {1}".into()),
            text,
            rule: None,
            numbers,
        })
    };
    content.style.cards = content.units.iter().map(face).collect();
    let mut seen = view(&content);
    let hide = |unit: &mut UnitView| {
        if unit.known.as_ref().is_some_and(|known| known.name == "29") {
            (unit.known, unit.token) = (None, Some(7));
        }
    };
    seen.spaces.values_mut().flatten().for_each(hide);
    let picture = svg::draw(&content, Some(&seen), &SvgOptions::default());
    compare("cards.svg", &picture);
    assert!(picture.contains("Forced march 30") && !picture.contains("Forced march 29"));
    assert!(content.has_only_cards(SideId(1)) && !content.has_only_cards(SideId(0)));
    assert!(content.card(UnitId(0), &grognard_engine::catalogue::ENGLISH).is_none());
}
