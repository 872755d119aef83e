//! Tests pictures as PNG.

use crate::maps::{battle, view};
use crate::properties::all;
use grognard_board::png;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::map::Orientation;

/// Returns the width and height of a PNG, from its first chunk.
fn size(picture: &[u8]) -> (u32, u32) {
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_picture_is_as_large_as_it_says_or_as_broad_as_is_asked_for() {
    let content = battle(crate::maps::hexes(Orientation::Flat));
    let drawn = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
    let says = |name: &str| -> u32 {
        drawn.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let whole = png::render(&drawn, None).unwrap();
    assert_eq!(size(&whole), (says(" width"), says(" height")));
    assert_eq!(size(&png::render(&drawn, Some(100)).unwrap()).0, 100);
    assert_eq!(whole, png::render(&drawn, None).unwrap());
}

#[test]
fn every_map_can_be_drawn_and_what_is_no_picture_is_refused() {
    for content in all() {
        let drawn = svg::draw(&content, Some(&view(&content)), &SvgOptions::default());
        assert_eq!(size(&png::render(&drawn, Some(300)).unwrap()).0, 300);
    }
    assert!(png::render("<svg", None).is_err());
    assert!(png::render("", None).is_err());
}

#[test]
fn a_giant_picture_gets_smaller() {
    let giant = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"90000\"><rect width=\"9\" \
        height=\"9\"/></svg>";
    let (width, height) = size(&png::render(giant, None).unwrap());
    assert!(width == height && (7_900..=8_001).contains(&width), "{width}");
}

/// Checks that text is drawn: without letters the picture differs.
#[test]
fn there_are_letters_on_it() {
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 300\" width=\"400\" height=\"300\">\n";
    let draw = |inside: &str| png::render(&format!("{head}{inside}</svg>\n"), None).unwrap();
    let text = "<text x=\"200\" y=\"200\" font-size=\"200\" fill=\"#000000\" text-anchor=\"middle\">Ж8</text>\n";
    assert!(draw(text).len() > draw("").len() + 500);
}
