//! Boxes off the map, including the squares of tracks, such as a turn track.

use super::canvas::{INK, Point, SvgCanvas, TextStyle, escape, fit};
use super::layout::{HEAD, PlacedBox, Rect, TILE};
use super::{SvgScene, counter};
use crate::terminal_text;

/// Draws all boxes with their names.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    for boxed in &scene.plan.boxes {
        draw_box(scene, boxed, paper);
    }
}

fn draw_box(scene: &SvgScene, boxed: &PlacedBox, paper: &mut SvgCanvas) {
    let (at, size) = (boxed.rect.at, boxed.rect.size);
    let label = name(scene, boxed);
    let marked = scene.options.highlight.contains(&boxed.space);
    let (stroke, width) = if marked { (super::OFFER, 80) } else { ("#9c927b", 24) };
    paper.group(&format!("data-space=\"{}\"", escape(&scene.content.map.space(boxed.space).name)));
    paper.title(&if marked { format!("{label}; {}", scene.say("on offer")) } else { label.clone() });
    paper.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"90\" class=\"land\" fill=\"#ece4cf\" \
         stroke=\"{stroke}\" stroke-width=\"{width}\"/>",
        at.0, at.1, size.0, size.1
    ));
    let name = terminal_text::shorten(&terminal_text::clean(&label), 48);
    paper.text(
        (at.0 + size.0 / 2, at.1 + 290),
        TextStyle::centred(fit(&name, size.0 - 200, 110, 280), INK).bold(),
        &name,
    );
    paper.close();
}

/// Returns the name shown on a box: its title, or else its name as words with an initial capital.
pub fn name(scene: &SvgScene, boxed: &PlacedBox) -> String {
    let label = scene.label(boxed.space);
    if scene.content.map.space(boxed.space).title.is_some() {
        return label;
    }
    terminal_text::capitalized(&terminal_text::words(&label))
}

/// Draws the counters in the boxes.
pub fn counters(scene: &SvgScene, paper: &mut SvgCanvas) {
    for boxed in &scene.plan.boxes {
        draw_filled_box(scene, boxed, paper);
    }
}

/// Returns the position of the counters in a box, and the size of the area available for them.
pub fn room(boxed: &PlacedBox) -> (Point, Point) {
    let Rect { at, size } = boxed.rect;
    let head = if boxed.abreast == 0 { 2 * HEAD / 3 } else { HEAD };
    ((at.0 + size.0 / 2, at.1 + (size.1 + head) / 2), (size.0, size.1 - head))
}

fn draw_filled_box(scene: &SvgScene, boxed: &PlacedBox, paper: &mut SvgCanvas) {
    let (at, size) = (boxed.rect.at, boxed.rect.size);
    if boxed.abreast == 0 {
        counter::stacks(scene, boxed.space, room(boxed).0, 84, paper);
        return;
    }
    let left = at.0 + (size.0 - boxed.abreast * TILE) / 2 + TILE / 2;
    for (number, piece) in scene.pieces(boxed.space).iter().enumerate() {
        let (column, row) = (number as i64 % boxed.abreast, number as i64 / boxed.abreast);
        counter::counter(
            scene.content,
            scene.options.catalogue,
            piece,
            (left + column * TILE, at.1 + HEAD + row * TILE + TILE / 2 - 60),
            paper,
        );
    }
}
