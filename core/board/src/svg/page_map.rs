//! Draws the map without counters, for a page that adds counters and highlights.

use super::canvas::{CREAM, SANS, SvgCanvas};
use super::{
    MARGIN, SvgOptions, SvgScene, boxes, field, fronts, ground as spaces, legend, lines, sheet::Sheet, waters,
};
use grognard_engine::content::Content;
use grognard_engine::view::View;

/// The layers that a page fills below rivers and names, lowest first. The layers in `ABOVE` are on top of them.
const BELOW: [&str; 2] = ["owner", "reach"];
const ABOVE: [&str; 2] = ["offer", "units"];

/// Draws the map without counters. If it has a painting, the page puts that below it.
///
/// Every space (hex, area or box) is a group with a `data-space` attribute. Its outline, which has the class `land`,
/// can be clicked, and nothing above it intercepts the click. The groups with the classes `layer-owner`, `layer-reach`,
/// `layer-offer`, `layer-units` and `layer-marks` are empty; `layer-names` has the names, which counters do not hide.
/// [`super::places()`] returns the positions of counters. No element has an id, so that a page can contain two maps.
pub fn ground(content: &Content, options: &SvgOptions) -> String {
    let scene = SvgScene::new(content, None, options);
    let sheet = Sheet::new(&scene);
    let (width, height) = (sheet.size.0 + 2 * MARGIN, sheet.size.1 + 2 * MARGIN);
    let mut paper = SvgCanvas::default();
    paper.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" \
         font-family=\"{SANS}\">"
    ));
    if options.painting.is_none() {
        paper.put(format_args!(
            "<rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"{CREAM}\"/>"
        ));
    }
    let are_circles = scene.areas_are_circles();
    if are_circles {
        lines::draw(&scene, &mut paper);
    }
    field::table(&scene, &mut paper);
    spaces::draw(&scene, &mut paper);
    let is_drawn = !scene.is_scanned();
    if is_drawn {
        fronts::zones(&scene, &mut paper);
    }
    empty(&BELOW, &mut paper);
    paper.group("class=\"lines\" pointer-events=\"none\"");
    if is_drawn {
        lines::edges(&scene, &mut paper);
    }
    if is_drawn && !are_circles {
        lines::draw(&scene, &mut paper);
    }
    paper.close();
    paper.group("class=\"signs\" pointer-events=\"none\"");
    if is_drawn {
        fronts::zone_names(&scene, &mut paper);
        waters::draw_all(&scene, &mut paper);
        spaces::letter(&scene, &mut paper);
    }
    paper.close();
    boxes::draw(&scene, &mut paper);
    // Before the map, it would make each change of the page 20 times slower to composite in Chromium.
    paper.out += &sheet.column;
    empty(&ABOVE, &mut paper);
    paper.group("class=\"layer layer-names\" pointer-events=\"none\"");
    if is_drawn {
        spaces::names(&scene, &mut paper);
    }
    paper.close();
    empty(&["marks"], &mut paper);
    paper.out + "</svg>\n"
}

/// Draws the content of the layer `layer-owner` of [`ground`]: the owners' land, the front and the flags.
pub fn owner_layer(content: &Content, view: &View, options: &SvgOptions) -> String {
    // The boxes in the column do not matter here, and it takes time to lay them out.
    fronts::owner_layer(&SvgScene::new(content, Some(view), &SvgOptions { column: false, ..*options }))
}

fn empty(layers: &[&str], paper: &mut SvgCanvas) {
    for name in layers {
        paper.group(&format!("class=\"layer layer-{name}\""));
        paper.close();
    }
}

/// Draws the legend as a separate picture, about as wide as the given number of hexes.
pub fn key(content: &Content, options: &SvgOptions, hexes: i64) -> String {
    let scene = SvgScene::new(content, None, options);
    let breadth = hexes.clamp(4, 200) * 1_500;
    let mut inner = SvgCanvas::default();
    let height = legend::draw(&scene, 0, breadth, &mut inner);
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"key\" viewBox=\"-{MARGIN} 0 {} {}\" \
         font-family=\"{SANS}\">\n",
        breadth + 2 * MARGIN,
        height.max(1)
    );
    head + &inner.out + "</svg>\n"
}
