//! Draws the scale of a table: a bar of two lengths that are round numbers.

use super::canvas::{Point, SvgCanvas, TextStyle};
use super::{SCALE, SvgScene};
use grognard_engine::style::Colour;

const BROWN: Colour = Colour::of(0x6c_5f4c);
/// The lengths of the bar, in units of length.
const STEPS: [i64; 12] = [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1];

/// Draws a bar that is at most `room` wide, in a drawing that will be enlarged to the given percentage.
pub fn of_table(scene: &SvgScene, (x, y): Point, room: i64, percent: i64, paper: &mut SvgCanvas) {
    let Some(field) = scene.content.map.field() else { return };
    let wide = |step: i64| step * SCALE * 100 / percent.max(1);
    let Some(step) = STEPS.into_iter().find(|step| 2 * wide(*step) <= room) else { return };
    let length = wide(step);
    for (part, fill) in [(0, "#4a4034"), (1, "#f8f2e2")] {
        paper.put(format_args!(
            "<rect x=\"{}\" y=\"{y}\" width=\"{length}\" height=\"115\" fill=\"{fill}\" stroke=\"#4a4034\" \
             stroke-width=\"18\"/>",
            x + part * length
        ));
    }
    for part in 0..3 {
        let text = field.write_length((step * part) as i32);
        paper.text((x + part * length, y - 110), TextStyle::centred(290, BROWN), &text);
    }
    let unit = scene.options.catalogue.name(&scene.style().length);
    let beside = TextStyle { anchor: "start", ..TextStyle::centred(300, BROWN) };
    paper.text((x + 2 * length + 180, y + 120), beside, unit);
}
