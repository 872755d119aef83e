//! Tests properties that hold for any map.

use crate::maps::{areas, battle, hexes, table, view};
use grognard_board::pieces;
use grognard_board::svg::{self, SvgOptions};
use grognard_board::text::{self, TextOptions};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::content::Content;
use grognard_engine::ids::{SideId, SpaceId, TerrainId, UnitId};
use grognard_engine::map::{AreaMap, HexGrid, Map, Orientation, Shifted};
use grognard_engine::style::MarkSign;
use grognard_engine::view::View;

pub fn all() -> Vec<Content> {
    [
        hexes(Orientation::Flat),
        hexes(Orientation::Pointy),
        areas(),
        large(Orientation::Flat),
        large(Orientation::Pointy),
    ]
    .map(battle)
    .into()
}

fn large(orientation: Orientation) -> Map {
    let hexes = (0..30).flat_map(|column| (0..20).map(move |row| (format!("{column:02}{row:02}"), column, row)));
    let mut map = HexGrid { orientation, shifted: Shifted::Odd }.build(hexes);
    map.seal(&[]);
    map
}

/// Draws both pictures in every size, to check that nothing panics.
fn draw_all(content: &Content, view: &View) -> Vec<String> {
    let far = [SpaceId(0), SpaceId(60_000)];
    let texts = [0, 40, 79, 100, 500].into_iter().flat_map(|width| {
        let options = TextOptions { width, highlight: &far, ..TextOptions::default() };
        [TextOptions { colour: true, ..options }, TextOptions { numbers: false, ..options }]
            .map(|options| text::draw(content, view, &options))
    });
    let options = SvgOptions { highlight: &far, ..SvgOptions::default() };
    let bare = SvgOptions { numbers: false, column: false, scale: 0, ..SvgOptions::default() };
    let pictures = [svg::draw(content, Some(view), &options), svg::draw(content, None, &bare)];
    texts.chain(pictures).collect()
}

#[test]
fn every_space_is_drawn_once() {
    for content in all() {
        let picture = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
        for (_, name) in content.map.names.iter() {
            assert_eq!(picture.matches(&format!("data-space=\"{name}\"")).count(), 1, "{name}");
        }
    }
}

#[test]
fn every_number_stands_once_on_a_board_of_text_whatever_its_width() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let content = battle(large(orientation));
        for width in [40, 60, 80, 100, 120, 300] {
            let board = text::draw(&content, &view(&content), &TextOptions { width, ..TextOptions::default() });
            let numbers: Vec<&str> =
                board.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4).collect();
            assert_eq!(numbers.len(), content.map.len(), "{width}");
            assert!(content.map.names.iter().all(|(_, name)| numbers.contains(&name)));
            let broad = board.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(broad <= width, "{broad} columns on a terminal of {width}");
        }
    }
}

#[test]
fn no_line_is_broader_than_the_terminal() {
    for content in all() {
        for width in [40, 55, 80, 100] {
            let all = [SpaceId(0), SpaceId(1)];
            let board = text::draw(
                &content,
                &view(&content),
                &TextOptions { width, highlight: &all, ..TextOptions::default() },
            );
            let broad = board.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(broad.chars().count() <= width, "{width}: {broad}");
        }
    }
}

#[test]
fn a_map_of_fourteen_by_eleven_fits_into_a_hundred_columns() {
    let hexes = (1..=14).flat_map(|column| (1..=11).map(move |row| (format!("{column:02}{row:02}"), column, row)));
    let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(hexes);
    map.seal(&[]);
    let content = battle(map);
    for (width, sides_are_drawn) in [(120, true), (100, true), (99, false), (80, false)] {
        let board = text::draw(&content, &view(&content), &TextOptions { width, ..TextOptions::default() });
        assert!(board.lines().all(|line| line.chars().count() <= width));
        assert_eq!(board.contains("/1401"), sides_are_drawn, "{width}");
    }
}

#[test]
fn what_is_on_offer_is_marked_with_and_without_colour() {
    for content in all() {
        let view = view(&content);
        for colour in [false, true] {
            let plain = text::draw(&content, &view, &TextOptions { colour, ..TextOptions::default() });
            for space in content.map.all().take(20) {
                let marked =
                    text::draw(&content, &view, &TextOptions { colour, highlight: &[space], ..TextOptions::default() });
                assert!(marked.matches('>').count() > plain.matches('>').count() + 1, "{marked}");
            }
        }
        let options = SvgOptions { highlight: &[SpaceId(1)], column: false, ..SvgOptions::default() };
        assert_eq!(svg::draw(&content, Some(&view), &options).matches("class=\"offer\"").count(), 1);
    }
}

#[test]
fn without_colour_there_is_no_escape_code() {
    for content in all() {
        let board = text::draw(&content, &view(&content), &TextOptions::default());
        assert!(board.chars().all(|character| character == '\n' || !character.is_control()));
    }
}

/// Returns whether elements are nested, attributes are quoted, and there is nothing else.
pub fn is_well_formed(picture: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = picture;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { return false };
        let element = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if element.contains('<') || !element.matches('"').count().is_multiple_of(2) {
            return false;
        }
        match element.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if element.ends_with('/') => {}
            None => open.push(element.split_whitespace().next().unwrap_or("")),
        }
    }
    open.is_empty()
}

const HOSTILE: &str = "\"><script>alert('x')</script>&amp;\u{1b}[31m\u{202e}\u{0}]]>";

#[test]
fn hostile_names_neither_break_the_picture_nor_steer_the_terminal() {
    let mut areas = AreaMap::default();
    areas.area(HOSTILE, Some(HOSTILE.into()), [0, 0]);
    areas.area("b", Some("b".repeat(5000)), [900, 10]);
    areas.border(HOSTILE, "b");
    let mut map = areas.build();
    map.add_box(&format!("box {HOSTILE}"), [0, 0]);
    map.terrains = [HOSTILE.to_owned()].into_iter().collect();
    let bit = map.add_feature(HOSTILE);
    map.mark_border(SpaceId(0), SpaceId(1), bit);
    map.add_tag(HOSTILE, [SpaceId(0)]);
    map.add_edge(HOSTILE, [SpaceId(1)]);
    map.seal(&[]);
    let mut content = Content { title: HOSTILE.into(), ..Content::default() };
    content.sides = [HOSTILE.to_owned()].into_iter().collect();
    content.unit_types = [HOSTILE.to_owned()].into_iter().collect();
    content.properties = vec![HOSTILE.into()];
    content.unit_names.insert(HOSTILE);
    let values = vec![vec![i32::MIN]];
    let unit = grognard_engine::unit::Unit {
        name: HOSTILE.into(),
        side: SideId(0),
        kind: grognard_engine::ids::UnitTypeId(0),
        formation: None,
        steps: 1,
        tags: vec![HOSTILE.into()],
        values,
    };
    content.units.push(unit);
    content.placements.push(grognard_engine::content::Placement { unit: UnitId(0), place: Some(SpaceId(0)), steps: 1 });
    content.owners.push((SpaceId(0), SideId(0)));
    content.map = map;
    content.style.symbols = vec![HOSTILE.to_owned()];
    let picture = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
    assert!(is_well_formed(&picture), "{picture}");
    assert!(
        !picture.contains("<script") && picture.chars().all(|character| character == '\n' || !character.is_control())
    );
    let board = text::draw(&content, &view(&content), &TextOptions::default());
    assert!(board.chars().all(|character| character == '\n' || !character.is_control()) && !board.contains('\u{202e}'));
}

#[test]
fn pictures_are_well_formed_and_the_same_each_time() {
    for content in all() {
        let picture = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
        assert!(is_well_formed(&picture));
        assert_eq!(picture, svg::draw(&content, Some(&view(&content)), &SvgOptions::default()));
    }
}

#[test]
fn an_edge_that_lies_on_another_is_dashed_so_that_both_are_seen() {
    let picture = |second: &str| {
        let mut map = hexes(Orientation::Flat);
        let space = map.names.find(second).unwrap();
        map.add_edge("blue", [space]);
        svg::draw(&battle(map), None, &SvgOptions { column: false, ..SvgOptions::default() })
    };
    let stroke = |picture: &str, ink: &str| {
        let line =
            picture.lines().find(|line| line.starts_with("<g fill") && line.contains(&format!("stroke=\"{ink}\"")));
        line.unwrap_or_else(|| panic!("no edge in {ink}")).to_owned()
    };
    let (on, beside) = (picture("0401"), picture("0101"));
    for picture in [&on, &beside] {
        assert!(!stroke(picture, "#a83a2b").contains("dasharray"), "the first is solid");
    }
    assert!(stroke(&on, "#3f6690").contains("stroke-dasharray=\"240 240\""));
    assert!(!stroke(&beside, "#3f6690").contains("dasharray"));
}

#[test]
fn a_mark_with_a_sign_is_on_the_counter_and_one_without_is_not() {
    let mut content = battle(hexes(Orientation::Flat));
    content.marks = ["dug-in", "plotting"].map(String::from).into();
    content.style.marks = vec![Some(MarkSign::Works), None];
    let mut table = table(&content);
    for unit in [UnitId(0), UnitId(2)] {
        table.state.set_mark(unit, 0, true);
        table.state.set_mark(unit, 1, true);
    }
    table.state.set_hidden(UnitId(2), SideId(0), true);
    let (german, soviet) = (View::new(&table, Some(SideId(0))), View::new(&table, Some(SideId(1))));
    let drawn = |view: &View| svg::draw(&content, Some(view), &SvgOptions { column: false, ..SvgOptions::default() });
    assert_eq!(drawn(&german).matches("class=\"mark works\"").count(), 1, "hidden units show no marks");
    assert_eq!(drawn(&soviet).matches("class=\"mark works\"").count(), 2);
    assert!(drawn(&soviet).contains("1 of 2 steps, dug in</title>") && !drawn(&soviet).contains("plotting"));
    let board = text::draw(&content, &soviet, &TextOptions::default());
    assert!(board.contains("#: dug in") && !board.contains("plotting"), "{board}");
}

#[test]
fn a_block_shows_its_steps_to_its_own_side_alone() {
    let content = battle(hexes(Orientation::Flat));
    let mut table = table(&content);
    table.state.set_hidden(UnitId(2), SideId(0), true);
    let drawn = |side: u8| {
        let units = View::new(&table, Some(SideId(side.into()))).spaces["0103"].clone();
        svg::fragment(&content, &pieces(&content, &units, &ENGLISH)[0], &ENGLISH)
    };
    let (enemy, own) = (drawn(0), drawn(1));
    let edge = "<path d=\"M-480 -470l155 -150h960l-155 150z\"";
    assert!(enemy.contains(edge) && own.contains(edge));
    assert_eq!((enemy.matches("<circle").count(), own.matches("<circle").count()), (0, 2));
    assert!(own.contains(">29<") && !enemy.contains(">29<"));
}

/// Checks that the front runs through the middle between the units of two sides, and that it has no gaps, however far
/// away they are.
#[test]
fn the_front_runs_between_the_units_of_the_sides() {
    let mut content = battle(large(Orientation::Flat));
    let place = |content: &Content, name: &str| content.map.names.find(name);
    (content.placements[0].place, content.placements[2].place) = (place(&content, "0505"), place(&content, "0508"));
    content
        .placements
        .iter_mut()
        .enumerate()
        .filter(|(at, _)| ![0, 2].contains(at))
        .for_each(|(_, unit)| unit.place = None);
    content.owners.clear();
    let drawn = svg::draw(&content, Some(&view(&content)), &SvgOptions { column: false, ..SvgOptions::default() });
    let front = drawn.split("class=\"front\"").nth(1).unwrap().split("</g>").next().unwrap();
    assert_eq!(front.matches("<path").count(), 3, "a tint for each side and a line: {front}");
    // Each column of hexes has one or two sides of the front, each drawn three times.
    let columns = 30;
    let pieces = front.matches('M').count();
    assert!((3 * columns..=6 * columns).contains(&pieces), "{pieces} pieces");
    content.placements[2].place = None;
    let alone = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
    assert!(!alone.contains("class=\"front\"") && !alone.contains("front line"));
}

#[test]
fn a_chart_is_drawn_with_every_cell_and_what_it_means() {
    let chart = svg::ChartTable {
        title: HOSTILE.into(),
        corner: "die ↓ → odds".into(),
        columns: vec!["1:1".into(), "2:1".into()],
        rows: vec![("1".into(), vec!["AR".into(), "NE".into()]), ("2".into(), vec!["DR".into(), HOSTILE.repeat(9)])],
        key: vec![("AR".into(), "the attacker goes back ".repeat(30))],
    };
    let drawn = svg::table(&chart);
    assert!(is_well_formed(&drawn) && !drawn.contains("<script"), "{drawn}");
    for text in ["1:1", "2:1", "AR", "NE", "DR"] {
        assert_eq!(drawn.matches(&format!(">{text}</text>")).count(), 1, "{text}");
    }
    assert!(drawn.matches("goes back").count() > 20 && drawn.contains(">AR: the attacker"));
    assert!(is_well_formed(&svg::table(&svg::ChartTable::default())));
}

#[test]
fn empty_and_strange_maps_do_not_panic() {
    let empty = Content::default();
    draw_all(&empty, &view(&empty));

    let mut boxes = Map::default();
    boxes.add_box("pool", [i32::MIN, i32::MAX]);
    boxes.seal(&[]);
    let boxes = battle_without_units(boxes);
    draw_all(&boxes, &view(&boxes));

    let mut areas = AreaMap::default();
    for (at, centre) in [[i32::MIN, i32::MIN], [i32::MAX, i32::MAX], [0, 0], [0, 0]].into_iter().enumerate() {
        areas.area(&at.to_string(), None, centre);
    }
    areas.border("0", "1");
    let mut far = areas.build();
    far.add_box("near nothing", [5, 5]);
    far.seal(&[]);
    let far = battle_without_units(far);
    draw_all(&far, &view(&far));
}

fn battle_without_units(map: Map) -> Content {
    Content { map, ..Content::default() }
}

#[test]
fn areas_without_a_centre_do_not_lie_on_each_other() {
    let mut areas = AreaMap::default();
    (0..9).for_each(|at| assert!(areas.area(&format!("area {at}"), None, [0, 0])));
    let mut map = areas.build();
    map.seal(&[]);
    let content = battle_without_units(map);
    let picture = svg::draw(&content, None, &SvgOptions { column: false, ..SvgOptions::default() });
    let mut circles: Vec<&str> = picture.lines().filter(|line| line.starts_with("<circle")).collect();
    assert_eq!(circles.len(), 9);
    circles.sort_unstable();
    circles.dedup();
    assert_eq!(circles.len(), 9);
}

#[test]
fn values_that_are_missing_are_left_out() {
    let mut content = battle(hexes(Orientation::Flat));
    content.properties.clear();
    content.units.iter_mut().for_each(|unit| unit.values.clear());
    content.map.set_terrain(SpaceId(0), TerrainId(500));
    let pictures = draw_all(&content, &view(&content));
    assert!(pictures[2].contains("G-"), "{}", pictures[2]);
}

#[test]
fn a_view_may_speak_of_things_the_content_does_not_know() {
    let content = battle(hexes(Orientation::Flat));
    let mut view = view(&content);
    let mut units = view.spaces["0102"].clone();
    units[0].side = "martians".into();
    if let Some(known) = &mut units[0].known {
        (known.name, known.kind, known.steps) = ("?".into(), "tripod".into(), (0, 0));
    }
    view.spaces.insert("nowhere".into(), units.clone());
    view.spaces.insert("0404".into(), units);
    view.owners.insert("0404".into(), "martians".into());
    draw_all(&content, &view);
}

#[test]
fn a_unit_that_is_hidden_shows_its_side_only() {
    let content = battle(hexes(Orientation::Flat));
    let mut table = table(&content);
    [UnitId(0), UnitId(1)].into_iter().for_each(|unit| table.state.set_hidden(unit, SideId(1), true));
    let view = View::new(&table, Some(SideId(1)));
    assert!(text::draw(&content, &view, &TextOptions::default()).contains("G?"));
    let picture = svg::draw(&content, Some(&view), &SvgOptions::default());
    assert!(picture.contains("<title>german: unknown unit</title>") && !picture.contains("XXIV"));
}

#[test]
fn the_symbol_of_a_type_comes_before_its_name() {
    let draw = |symbols: &[&str]| {
        let mut content = battle(hexes(Orientation::Flat));
        content.style.symbols = symbols.iter().map(ToString::to_string).collect();
        svg::draw(&content, Some(&view(&content)), &SvgOptions::default())
    };
    assert_ne!(draw(&[]), draw(&["artillery", "cavalry"]));
    assert_eq!(draw(&[]), draw(&["armour", "infantry"]));
}

/// Checks that the name of a river follows its course from left to right, and that a name without a river near it, or
/// too long for it, is left out.
#[test]
fn the_name_of_a_river_follows_its_course() {
    let mut content = battle(hexes(Orientation::Flat));
    let border = ["0202", "0302"].map(|name| content.map.names.find(name).unwrap());
    let apart = ["0401", "0402"].map(|name| content.map.names.find(name).unwrap());
    let mut drawn = |name: &str, place: [SpaceId; 2]| {
        content.style.waters = vec![(name.into(), vec![place.into()])];
        let picture = svg::draw(&content, None, &SvgOptions { column: false, ..SvgOptions::default() });
        let names = picture.split("class=\"water-names\"").nth(1).unwrap_or_default().to_owned();
        let letters = names.split("matrix(").skip(1).map(|part| {
            let numbers: Vec<f64> = part.split([' ', ')']).take(6).map(|number| number.parse().unwrap()).collect();
            let (_, letter) = part.split_once("text-anchor=\"middle\">").unwrap();
            (numbers[4], letter[..1].to_owned())
        });
        letters.collect::<Vec<_>>()
    };
    let oka = drawn("Oka", border);
    // Each letter has a halo below it.
    assert_eq!(oka.iter().map(|(_, letter)| letter.as_str()).collect::<String>(), "OkaOka");
    assert!(oka[..3].is_sorted_by(|a, b| a.0 < b.0), "{oka:?}");
    assert_eq!(drawn("Oka", apart), []);
    assert_eq!(drawn(&"A very long name ".repeat(4), border), []);
}
