//! Tests the input of a page: the map alone, positions, counters as fragments.

use crate::maps::{battle, hexes, table, view};
use crate::properties::{all, is_well_formed};
use grognard_board::svg::{self, SvgOptions};
use grognard_board::{Piece, pieces};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::content::Content;
use grognard_engine::ids::{SideId, UnitId};
use grognard_engine::map::Orientation;
use grognard_engine::view::View;

fn ground(content: &Content) -> String {
    svg::ground(content, &SvgOptions::default())
}

/// Returns the part of a picture that belongs to a space.
fn group<'a>(picture: &'a str, name: &str) -> &'a str {
    let start = picture.find(&format!("<g data-space=\"{name}\">")).unwrap();
    &picture[start..start + picture[start..].find("</g>").unwrap()]
}

#[test]
fn every_space_can_be_clicked() {
    for content in all() {
        let picture = ground(&content);
        assert!(is_well_formed(&picture));
        for (_, name) in content.map.names.iter() {
            assert_eq!(picture.matches(&format!("data-space=\"{name}\"")).count(), 1, "{name}");
            assert_eq!(group(&picture, name).matches("class=\"land\"").count(), 1, "{name}");
        }
    }
}

#[test]
fn layers_are_in_order_and_empty_but_for_names() {
    for content in all() {
        let picture = ground(&content);
        let layers = ["spaces", "layer layer-owner", "layer layer-reach", "lines", "signs"];
        let above = ["layer layer-offer", "layer layer-units", "layer layer-names", "layer layer-marks"];
        let at = |class: &&str| picture.find(&format!("<g class=\"{class}\"")).unwrap_or_else(|| panic!("no {class}"));
        let places: Vec<usize> = layers.iter().chain(&above).map(at).collect();
        assert!(places.is_sorted(), "{places:?}");
        let is_empty =
            |class: &&&str| **class != "layer layer-names" && picture.contains(&format!("<g class=\"{class}\">\n</g>"));
        assert_eq!(layers.iter().chain(&above).filter(|class| class.starts_with("layer")).filter(is_empty).count(), 5);
    }
}

/// Checks that no element has an id, because a page may show a map twice, as in "what if".
#[test]
fn no_element_has_an_id_and_no_counter_is_on_it() {
    for content in all() {
        let picture = ground(&content);
        assert!(!picture.contains(" id=") && !picture.contains("url(") && !picture.contains("data-unit"), "{picture}");
    }
}

#[test]
fn every_space_has_a_place_on_the_picture() {
    for content in all() {
        let places = svg::places(&content, &SvgOptions::default());
        assert_eq!(places.spaces.len(), content.map.len());
        let viewed =
            format!("viewBox=\"{} {} {} {}\"", places.origin[0], places.origin[1], places.size[0], places.size[1]);
        assert!(ground(&content).contains(&viewed), "{viewed}");
        for (name, place) in &places.spaces {
            let inside =
                |axis: usize| (places.origin[axis]..places.origin[axis] + places.size[axis]).contains(&place.at[axis]);
            assert!(inside(0) && inside(1), "{name}: {place:?}");
            assert!(place.room.iter().all(|room| *room >= 640), "{name}: {place:?}");
            assert_eq!(place.is_box, content.map.space(content.map.names.find(name).unwrap()).off_map);
        }
    }
}

fn fragment(content: &Content, piece: &Piece) -> String {
    svg::fragment(content, piece, &ENGLISH)
}

#[test]
fn a_fragment_is_one_counter_around_the_origin() {
    let content = battle(hexes(Orientation::Flat));
    let view = view(&content);
    let pieces = pieces(&content, &view.spaces["0102"], &ENGLISH);
    assert_eq!(pieces.iter().map(|piece| piece.id.as_str()).collect::<Vec<_>>(), ["LVII", "XXIV"]);
    let drawn = fragment(&content, &pieces[0]);
    let first = drawn.lines().next().unwrap();
    assert_eq!(first, "<g class=\"counter\" data-unit=\"LVII\" data-side=\"german\">");
    assert!(is_well_formed(&drawn) && drawn.ends_with("</g>\n") && drawn.matches("<title>").count() == 1);
    assert!(drawn.contains("x=\"-480\"") && drawn.contains("width=\"960\""));
}

#[test]
fn a_hidden_unit_is_called_by_its_token() {
    let content = battle(hexes(Orientation::Flat));
    let mut table = table(&content);
    table.state.set_hidden(UnitId(0), SideId(1), true);
    table.state.set_hidden(UnitId(1), SideId(1), true);
    let units = View::new(&table, Some(SideId(1))).spaces["0102"].clone();
    let pieces = pieces(&content, &units, &ENGLISH);
    for piece in &pieces {
        let drawn = fragment(&content, piece);
        assert!(
            piece.id.starts_with('?')
                && drawn.contains(&format!("class=\"counter hidden\" data-unit=\"{}\"", piece.id)),
            "{drawn}"
        );
        assert!(!drawn.contains("XXIV") && !drawn.contains("LVII") && !drawn.contains("panzer"), "{drawn}");
    }
}
