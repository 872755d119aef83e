//! Draws what stands beside the map on a printed sheet: the title, a compass, the scale, the turn track and the key.

use super::canvas::{INK, Point, SERIF, SMALL_CAPITALS, SvgCanvas, TextStyle, escape, fit, width};
use super::turn_track::TurnTrack;
use super::{FAINT, SvgScene};
use super::{legend, off_map, scale};
use crate::terminal_text;
use grognard_engine::style::{Colour, Compass};

/// The width of the column, before it is enlarged to fit the map.
pub const WIDTH: i64 = 8_000;
/// The distance between the map and the column.
const GAP: i64 = 850;
/// The column is at most this part of the map's width, in per cent.
const MAX_SHARE: i64 = 38;
/// The limits of its enlargement, in per cent.
const ENLARGEMENT: (i64, i64) = (40, 400);
/// The height of a heading, with the rule below it.
const HEADING: i64 = 760;
/// The height of a line of the score.
const SCORE_LINE: i64 = 520;
const RULE: &str = "#b9a98a";
const FRAME: &str = "#5a4e3e";
const BROWN: Colour = Colour::of(0x6c_5f4c);

/// The map with the column beside it.
pub struct Sheet {
    /// The width and height of both.
    pub size: Point,
    /// The column.
    pub column: String,
}

impl Sheet {
    /// Lays out the sheet of a scene.
    pub fn new(scene: &SvgScene) -> Sheet {
        let scale = Column::measure(scene);
        let mut inner = SvgCanvas::default();
        draw_column(scene, scale.percent, &mut inner);
        let mut column = SvgCanvas::default();
        neat_line(scene, &mut column);
        let map = scene.plan.size;
        column.group(&format!(
            "class=\"sheet-column\" transform=\"translate({} 0) scale({}.{:02})\" pointer-events=\"none\"",
            map.0 + GAP,
            scale.percent / 100,
            scale.percent % 100
        ));
        column.out += &inner.out;
        column.close();
        let panels = scene.plan.column.size;
        let height = scale.enlarged(scale.height) + panels.1;
        let size = (map.0 + GAP + scale.enlarged(WIDTH).max(panels.0), map.1.max(height));
        Sheet { size, column: column.out }
    }
}

/// Returns the place of the panels below everything else in the column, and the room there.
pub fn room_for_panels(scene: &SvgScene) -> (Point, Point) {
    let scale = Column::measure(scene);
    let (map, panels, top) = (scene.plan.size, scene.plan.column.size, scale.enlarged(scale.height));
    ((map.0 + GAP, top), (scale.enlarged(WIDTH), (map.1 - top).max(panels.1)))
}

/// The size of the column.
struct Column {
    /// Its height before it is enlarged, without the panels.
    height: i64,
    /// Its enlargement, in per cent.
    percent: i64,
}

impl Column {
    /// Returns the size at which the column is as high as the map.
    fn measure(scene: &SvgScene) -> Column {
        let height = draw_column(scene, 100, &mut SvgCanvas::default());
        let (map, panels) = (scene.plan.size, scene.plan.column.size);
        let widest = (map.0 * MAX_SHARE / WIDTH).max(panels.0 * 100 / WIDTH);
        let percent = ((map.1 - panels.1) * 100 / height.max(1)).min(widest).clamp(ENLARGEMENT.0, ENLARGEMENT.1);
        Column { height, percent }
    }

    fn enlarged(&self, length: i64) -> i64 {
        length * self.percent / 100
    }
}

/// Draws the double line around the painted ground.
fn neat_line(scene: &SvgScene, paper: &mut SvgCanvas) {
    if scene.options.painting.is_none() {
        return;
    }
    let Some(plot) = super::plotting::plot_of(scene) else { return };
    for (out, line) in [(0, 44), (110, 16)] {
        paper.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{FRAME}\" stroke-width=\"{line}\" \
             pointer-events=\"none\"/>",
            plot.at.0 - out,
            plot.at.1 - out,
            plot.size.0 + 2 * out,
            plot.size.1 + 2 * out
        ));
    }
}

/// Draws the column, which will be enlarged to the given percentage. Returns its height.
fn draw_column(scene: &SvgScene, percent: i64, paper: &mut SvgCanvas) -> i64 {
    let mut y = cartouche(scene, paper);
    y = compass_and_scale(scene, y, percent, paper);
    if let Some(track) = TurnTrack::of(scene) {
        y = heading(scene.say("Turns"), y, paper);
        y = track.draw(scene, y, paper) + 300;
    }
    y = score(scene, y, paper);
    y = off_map::draw(scene, y, paper) + 150;
    y = heading(scene.say("Key"), y, paper);
    y + legend::draw_in_columns(scene, y, WIDTH, paper)
}

/// Leaves room for the score, which a page keeps up to date.
fn score(scene: &SvgScene, y: i64, paper: &mut SvgCanvas) -> i64 {
    let lines = scene.options.score_lines as i64;
    if lines == 0 {
        return y;
    }
    let y = heading(scene.say("Score"), y, paper);
    let height = lines * SCORE_LINE;
    paper.group(&format!("class=\"score-room\" data-line=\"{SCORE_LINE}\""));
    paper.put(format_args!("<rect x=\"0\" y=\"{y}\" width=\"{WIDTH}\" height=\"{height}\" fill=\"none\"/>"));
    paper.close();
    y + height + 200
}

fn heading(text: &str, y: i64, paper: &mut SvgCanvas) -> i64 {
    paper.group(&format!("font-family=\"{SMALL_CAPITALS}\""));
    paper.text((0, y + 470), TextStyle { anchor: "start", ..TextStyle::centred(430, INK).bold() }, text);
    paper.close();
    paper.path(&format!("M0 {}h{WIDTH}", y + 610), &format!("stroke=\"{RULE}\" stroke-width=\"22\""));
    y + HEADING
}

/// Draws the title between double rules, with the subtitle, and the turn and phase if a view is shown.
fn cartouche(scene: &SvgScene, paper: &mut SvgCanvas) -> i64 {
    let rules = |y: i64| format!("M0 {y}h{WIDTH}M0 {}h{WIDTH}", y + 95);
    let line = format!("stroke=\"{FRAME}\" stroke-width=\"24\"");
    paper.path(&rules(0), &line);
    let title = terminal_text::shorten(&terminal_text::clean(scene.options.catalogue.name(&scene.content.title)), 60);
    let mut y = 180;
    paper.group(&format!("font-family=\"{SMALL_CAPITALS}\""));
    // A title of two parts has a line for each.
    let parts = title.split(": ").flat_map(|part| lines(part, 20));
    for text in parts {
        let size = fit(&text, WIDTH * 9 / 10, 400, 1_000);
        y += size * 98 / 100;
        paper.text((WIDTH / 2, y), TextStyle::centred(size, INK).bold(), &text);
    }
    paper.close();
    y += 150;
    paper.group(&format!("font-family=\"{SERIF}\" font-style=\"italic\""));
    let subtitle = scene.options.subtitle.map(terminal_text::clean).unwrap_or_default();
    let now = scene.now();
    for (text, size) in [(subtitle.as_str(), 430), (now.as_str(), 400)] {
        for text in lines(text, 38) {
            y += size * 115 / 100;
            paper.text((WIDTH / 2, y), TextStyle::centred(fit(&text, WIDTH, 250, size), BROWN), &text);
        }
    }
    paper.close();
    y += 330;
    paper.path(&rules(y), &line);
    y + 350
}

/// Breaks a text into lines of about as many columns as given.
pub fn lines(text: &str, columns: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match all.last_mut() {
            Some(line) if terminal_text::columns(line) + terminal_text::columns(word) < columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}

/// Draws the compass and the scale, if the packs tell north and what a length on the map measures.
fn compass_and_scale(scene: &SvgScene, y: i64, percent: i64, paper: &mut SvgCanvas) -> i64 {
    let north = scene.style().north;
    let x = if north.is_some() { 2_300 } else { 0 };
    let has_scale = scale::draw(scene, (x, y + 1_000), WIDTH - x - 900, percent, paper);
    if let Some(north) = north {
        compass(north, (900, y + 1_050), paper);
    }
    if has_scale || north.is_some() { y + 2_250 } else { y }
}

/// Draws a compass with its needle towards north.
fn compass(north: Compass, (x, y): Point, paper: &mut SvgCanvas) {
    let turn = match north {
        Compass::Up => 0,
        Compass::Right => 90,
        Compass::Down => 180,
        Compass::Left => 270,
    };
    paper.group(&format!("class=\"compass\" transform=\"translate({x} {y}) rotate({turn})\" stroke=\"#4a4034\""));
    paper.put(format_args!("<circle r=\"500\" fill=\"none\" stroke-width=\"22\"/>"));
    paper.put(format_args!("<circle r=\"455\" fill=\"none\" stroke-width=\"11\"/>"));
    for (angle, length, half, width) in [(45, 400, 70, 12), (0, 700, 90, 16)] {
        for quarter in 0..4 {
            paper.group(&format!("transform=\"rotate({})\" stroke-width=\"{width}\"", angle + 90 * quarter));
            paper.path(&format!("M0 -{length}L{half} -{half}L0 0Z"), "fill=\"#4a4034\"");
            paper.path(&format!("M0 -{length}L-{half} -{half}L0 0Z"), "fill=\"#f6f0e0\"");
            paper.close();
        }
    }
    paper.close();
    let (dx, dy) = match north {
        Compass::Up => (0, -800),
        Compass::Right => (880, 110),
        Compass::Down => (0, 1_050),
        Compass::Left => (-880, 110),
    };
    paper.text((x + dx, y + dy), TextStyle::centred(330, BROWN).bold(), "N");
}

/// Draws a rounded tab with a short text, such as the replacements of a side. Returns its width.
pub fn chip(text: &str, fill: Colour, ink: Colour, (right, y): Point, paper: &mut SvgCanvas) -> i64 {
    let wide = width(text, 300) + 220;
    paper.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"400\" rx=\"60\" fill=\"{fill}\"/>",
        right - wide,
        y - 200
    ));
    paper.text((right - wide / 2, y + 105), TextStyle::centred(310, ink).bold(), text);
    wide
}

/// Returns the attributes of an element that a page finds by a number.
pub fn numbered(class: &str, number: i64, name: &str) -> String {
    format!("class=\"{class}\" data-turn=\"{number}\" aria-label=\"{}\"", escape(name))
}

/// The colour of less important lines of text.
pub const QUIET: Colour = FAINT;
