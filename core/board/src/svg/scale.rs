//! Draws the scale: a bar of two lengths that are round numbers.

use super::canvas::{Point, SERIF, SvgCanvas, TextStyle};
use super::{SCALE, SvgScene};
use grognard_engine::style::Colour;

const BROWN: Colour = Colour::of(0x6c_5f4c);
/// The lengths of the bar, in units of length.
const STEPS: [i64; 12] = [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1];
/// The distance between the centres of neighbouring hexes, in picture units.
const HEX: i64 = 1_732;

/// How lengths on the map are measured.
struct Measure<'a> {
    /// Picture units per unit of length, as a fraction.
    picture: (i64, i64),
    unit: &'a str,
}

impl<'a> Measure<'a> {
    /// Returns the measure of a map; `None` if no pack tells it.
    fn of(scene: &'a SvgScene) -> Option<Measure<'a>> {
        if scene.content.map.field().is_some() {
            return Some(Measure { picture: (SCALE, 1), unit: &scene.style().length });
        }
        let (length, unit) = scene.style().across.as_ref()?;
        let (numerator, denominator) = if scene.plan.lattice.is_some() { (HEX, 1) } else { scene.plan.scale };
        Some(Measure { picture: (numerator, denominator * i64::from(*length).max(1)), unit })
    }
}

/// Draws a bar that is at most `room` wide, in a drawing that will be enlarged to the given percentage. Returns whether
/// there was a bar to draw.
pub fn draw(scene: &SvgScene, (x, y): Point, room: i64, percent: i64, paper: &mut SvgCanvas) -> bool {
    let Some(Measure { picture, unit }) = Measure::of(scene) else { return false };
    let wide = |step: i64| step * picture.0 * 100 / (picture.1 * percent.max(1));
    let Some(step) = STEPS.into_iter().find(|step| 2 * wide(*step) <= room) else { return false };
    let length = wide(step);
    for (part, fill) in [(0, "#4a4034"), (1, "#f8f2e2")] {
        paper.put(format_args!(
            "<rect x=\"{}\" y=\"{y}\" width=\"{length}\" height=\"115\" fill=\"{fill}\" stroke=\"#4a4034\" \
             stroke-width=\"18\"/>",
            x + part * length
        ));
    }
    for part in 0..3 {
        let length_here = step * part;
        let text = match scene.content.map.field() {
            Some(field) => field.write_length(length_here as i32),
            None => length_here.to_string(),
        };
        paper.text((x + part * length, y - 110), TextStyle::centred(290, BROWN), &text);
    }
    let unit = scene.options.catalogue.name(unit);
    let beside = TextStyle { anchor: "start", ..TextStyle::centred(300, BROWN) };
    paper.text((x + 2 * length + 180, y + 120), beside, unit);
    if let Some((across, _)) = scene.style().across.as_ref().filter(|_| scene.plan.lattice.is_some()) {
        let note = scene.options.catalogue.say("One hex is {1} across.", &[&format!("{across} {unit}")]);
        paper.group(&format!("font-family=\"{SERIF}\" font-style=\"italic\""));
        paper.text((x, y + 650), TextStyle { anchor: "start", ..TextStyle::centred(340, BROWN) }, &note);
        paper.close();
    }
    true
}
