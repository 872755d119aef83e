//! What stands beside the map on the printed sheet.

use crate::maps::{areas, battle, space, view};
use crate::properties::is_well_formed;
use grognard_board::svg::{self, BoardPlaces, SvgOptions};
use grognard_engine::chart::{Axis, Cell, Chart};
use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_engine::map::{AreaMap, Map};
use grognard_engine::style::{Panel, PanelPlace};

fn places(content: &Content) -> BoardPlaces {
    svg::places(content, &SvgOptions::default())
}

/// Creates a map of two areas, with boxes for a road of four stations beside it.
fn road() -> Map {
    let mut areas = AreaMap::default();
    areas.area("north", None, [0, 0]);
    areas.area("south", None, [0, 4000]);
    for name in ["a", "b", "c", "d"] {
        areas.area(name, None, [0, 0]);
    }
    for (one, other) in [("north", "south"), ("a", "b"), ("b", "c"), ("c", "d")] {
        areas.border(one, other);
    }
    let mut map = areas.build();
    map.seal(&[]);
    map
}

fn panel(content: &Content, place: PanelPlace, columns: u8, names: &[&str]) -> Panel {
    let spaces = names.iter().map(|name| space(content, name)).collect();
    Panel { title: Some("The road".into()), spaces, place, columns, room: [2, 1], side: Some(SideId(0)) }
}

fn at(places: &BoardPlaces, name: &str) -> [i64; 2] {
    assert!(places.spaces[name].is_box, "{name}");
    places.spaces[name].at
}

#[test]
fn boxes_left_of_the_map_stand_beside_their_areas_and_not_on_each_other() {
    let mut areas = AreaMap::default();
    for (name, y) in [("north", 0), ("south", 9000), ("a", 0), ("b", 0), ("c", 0)] {
        areas.area(name, None, [0, y]);
    }
    for (one, other) in [("north", "south"), ("c", "north"), ("a", "south"), ("b", "south")] {
        areas.border(one, other);
    }
    let mut map = areas.build();
    map.seal(&[]);
    let mut content = battle(map);
    content.style.panels = vec![panel(&content, PanelPlace::Left, 1, &["a", "b", "c"])];
    let places = places(&content);
    let [north, south] = ["north", "south"].map(|name| places.spaces[name].at);
    let [a, b, c] = ["a", "b", "c"].map(|name| at(&places, name));
    assert!(a[0] < north[0] - 2000 && a[0] == b[0] && b[0] == c[0], "left of the map");
    assert!((c[1] - north[1]).abs() < 1500, "the box of the north is in the north: {c:?} {north:?}");
    assert!((a[1] - b[1]).abs() > 1500 && (b[1] - south[1]).abs() < 3500, "{a:?} {b:?} {south:?}");
    assert!(a.iter().chain(&b).chain(&c).all(|length| *length > 0), "on the sheet");
}

#[test]
fn a_road_in_the_column_winds_so_that_neighbours_touch() {
    let mut content = battle(road());
    content.style.panels = vec![panel(&content, PanelPlace::Column, 2, &["a", "b", "c", "d"])];
    let places = places(&content);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| at(&places, name));
    assert!(a[0] > places.origin[0] + places.ground[0], "right of the map");
    assert!(a[0] == d[0] && b[0] == c[0] && a[1] == b[1] && c[1] == d[1] && a[1] < c[1] && a[0] < b[0]);
    let picture = svg::ground(&content, &SvgOptions::default());
    assert!(is_well_formed(&picture) && picture.contains(">The road</text>"));
    assert_eq!(picture.matches("stroke-width=\"130\"").count(), 3, "a bar from each station to the next");
    let alone = svg::draw(&content, None, &SvgOptions { column: false, ..SvgOptions::default() });
    assert_eq!(alone.matches("data-space=\"d\"").count(), 1, "without the column, the boxes are below the map");
}

#[test]
fn a_box_is_as_large_as_its_panel_says() {
    let mut far = AreaMap::default();
    far.area("1", None, [0, 0]);
    far.area("2", None, [2000, 0]);
    far.area("rear", None, [6000, 0]);
    far.border("1", "2");
    let mut content = battle(far.build());
    content.style.panels = vec![panel(&content, PanelPlace::Map, 1, &["rear"])];
    let places = places(&content);
    let [width, height] = places.spaces["rear"].room;
    assert!(places.spaces["rear"].is_box && width > 2 * height - 200, "{width} {height}");
    let [one, two, rear] = ["1", "2", "rear"].map(|name| places.spaces[name].at[0]);
    assert_eq!(rear - two, 2 * (two - one), "at its own centre");
}

#[test]
fn the_column_shows_losses_and_the_units_that_wait() {
    let mut content = battle(areas());
    content.placements[4].steps = 0;
    let picture = |content: &Content| svg::draw(content, Some(&view(content)), &SvgOptions::default());
    let boxes = |picture: &str, state: &str| {
        let start = picture.find(&format!("class=\"off-map\" data-side=\"soviet\" data-state=\"{state}\"")).unwrap();
        picture[start..].split("class=\"off-map\"").nth(1).unwrap().contains("scale(0.72)")
    };
    let lost = picture(&content);
    assert!(is_well_formed(&lost) && lost.contains(">Soviet losses<"));
    assert!(boxes(&lost, "lost") && !boxes(&lost, "due"));
    content.placements[4].steps = 2;
    let due = picture(&content);
    assert!(!boxes(&due, "lost") && boxes(&due, "due"));
}

#[test]
fn the_turn_track_shows_who_arrives() {
    let mut content = battle(areas());
    content.sequence.turns = 3;
    let axis = |name: &str, keys: &[&str]| Axis::new(name, keys.iter().map(|key| key.to_string()).collect());
    content.charts = vec![Chart {
        name: "reinforcements".into(),
        title: "Reinforcements".into(),
        rule: None,
        hidden: false,
        rows: axis("unit", &["30", "31", "LVII"]),
        columns: axis("entry", &["turn"]),
        cells: [2, 2, 3].map(Cell::Number).to_vec(),
        below: None,
        shifts: Vec::new(),
        circumstances: Vec::new(),
    }];
    let picture = svg::draw(&content, None, &SvgOptions::default());
    let turn = |number: usize| picture.split("class=\"turn\"").nth(number).unwrap();
    assert!(!turn(1).contains("scale(0.47)"), "nobody arrives on turn 1");
    assert!(turn(2).contains("scale(0.47)") && turn(2).contains("×2"), "two armies arrive on turn 2");
    assert!(turn(3).contains("scale(0.47)") && !turn(3).contains('×'), "one corps on turn 3");
}

#[test]
fn there_is_room_for_the_score() {
    let content = battle(areas());
    let ground = |score_lines| svg::ground(&content, &SvgOptions { score_lines, ..SvgOptions::default() });
    assert!(!ground(0).contains("score-room"));
    assert!(ground(3).contains("class=\"score-room\"") && is_well_formed(&ground(3)));
}

#[test]
fn lines_that_no_rule_uses_are_drawn_and_in_the_key() {
    let mut content = battle(areas());
    let chain = |names: &[&str]| names.iter().map(|name| space(&content, name)).collect::<Vec<_>>();
    content.style.courses =
        vec![("railway".into(), vec![chain(&["1", "2", "3"])]), ("gully".into(), vec![chain(&["4", "3"])])];
    let picture = svg::draw(&content, None, &SvgOptions::default());
    let drawn: Vec<&str> = picture.split("<g class=\"course\">\n").skip(1).collect();
    assert!(
        matches!(drawn[..], [first, last] if first.starts_with("<title>gully") && last.starts_with("<title>railway"))
    );
    assert!(picture.contains(">Railway<") && picture.contains(">Gully<") && is_well_formed(&picture));
}

#[test]
fn the_scale_is_true_to_the_map_however_much_the_column_is_enlarged() {
    let mut content = battle(areas());
    content.style.across = Some((10, "m".into()));
    let picture = svg::draw(&content, None, &SvgOptions::default());
    let number = |text: &str, from: &str| -> f64 {
        let rest = &text[text.find(from).unwrap() + from.len()..];
        rest[..rest.find(['"', ')', ' ', '<']).unwrap()].parse().unwrap()
    };
    let column = &picture[picture.find("sheet-column").unwrap()..];
    let bar = &column[..column.find("fill=\"#4a4034\" stroke=\"#4a4034\"").unwrap()];
    let length = number(&bar[bar.rfind("<rect").unwrap()..], "width=\"") * number(column, "scale(");
    let unit = column.find(">m</text>").unwrap();
    let metres = number(&column[column[..unit].rfind("text-anchor=\"middle\">").unwrap()..], ">") / 2.0;
    // Areas 1 and 2 are 2500 units of their centres apart: 25 kilometres.
    let places = places(&content);
    let far = (places.spaces["2"].at[0] - places.spaces["1"].at[0]) as f64;
    assert!((length / metres * 25_000.0 / far - 1.0).abs() < 0.02, "{length} for {metres} m, {far}");
}
