//! Writes the names of rivers along their courses, and those of lakes and broad rivers across them.

use super::SvgScene;
use super::canvas::{Point, SERIF, SvgCanvas, escape};
use super::ground::look_of;
use crate::course::{CurvePoint, smooth};
use crate::geometry::Vertex;
use crate::look::ground::Motif;
use crate::terminal_text;
use grognard_engine::ids::SpaceId;
use std::cmp::Ordering;

const INK: &str = "#2d5670";
const HALO: &str = "#e9e4cd";
/// The size of letters along a river, and across water.
const SIZES: (f64, f64) = (350.0, 900.0);
/// The size of letters along a river of a table.
const COURSE_SIZE: f64 = 420.0;
/// The gap between letters, as a part of their size: along a river, and across water.
const SPACING: (f64, f64) = (0.08, 0.65);
/// The distance between the foot of a letter and the water, as a part of its size.
const ABOVE: f64 = 0.22;
/// Half the length of the line on which the name of a single space of water is written.
const ALONE: i64 = 3_000;
/// How far along its river a name may be moved if something covers its place, the best place first.
const SHIFTS: [f64; 7] = [0.0, -1_000.0, 1_000.0, -2_000.0, 2_000.0, -3_500.0, 3_500.0];
/// How far a name may be from the border at which it is to be written.
const FAR: f64 = 1_200.0;

/// A letter: its place, and the direction in which the text runs there.
pub struct Letter {
    letter: char,
    /// The middle of its foot.
    pub at: Vertex,
    direction: Vertex,
    size: f64,
}

/// Returns the letters of all names of waters at their best places.
pub fn letters(scene: &SvgScene) -> Vec<Letter> {
    names(scene, &SHIFTS[..1]).into_iter().flatten().flatten().collect()
}

/// Returns the names of all waters, each with the letters at its places.
fn names(scene: &SvgScene, shifts: &[f64]) -> Vec<Vec<Vec<Letter>>> {
    let mut out = Vec::new();
    for (name, places) in &scene.style().waters {
        let text = terminal_text::clean(scene.options.catalogue.name(name));
        for place in places {
            let at: Vec<_> = shifts.iter().filter_map(|shift| written(scene, &text, place, *shift)).collect();
            if !at.is_empty() {
                out.push(at);
            }
        }
    }
    out
}

/// Draws the names of all waters at their best places.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    draw_at(scene, &SHIFTS[..1], paper);
}

/// Draws the names of all waters at all of their places, of which a page shows at most one (see `printed-names.js`).
pub fn draw_all(scene: &SvgScene, paper: &mut SvgCanvas) {
    draw_at(scene, &SHIFTS, paper);
}

/// Draws the names of all waters at some of their places. Those of rivers are not legible on a distant map.
fn draw_at(scene: &SvgScene, shifts: &[f64], paper: &mut SvgCanvas) {
    let all = names(scene, shifts);
    if all.is_empty() {
        return;
    }
    let halo = halo();
    let ink = format!("fill=\"{INK}\"");
    paper.group(&format!(
        "class=\"water-names\" font-family=\"{SERIF}\" font-style=\"italic\" pointer-events=\"none\" \
         aria-hidden=\"true\""
    ));
    for places in &all {
        let is_river = places[0].iter().all(|letter| letter.size == SIZES.0);
        paper.group(if is_river { "class=\"water-name fine\"" } else { "class=\"water-name\"" });
        for letters in places {
            paper.group("class=\"written\"");
            for look in is_river.then_some(&halo).into_iter().chain([&ink]) {
                paper.group(look);
                letters.iter().for_each(|letter| letter.draw("", paper));
                paper.close();
            }
            paper.close();
        }
        paper.close();
    }
    paper.close();
}

/// Writes the name of a river of a table along the middle of its line, if there is room for it.
pub fn name_course(line: &[Vertex], width: f64, name: &str, paper: &mut SvgCanvas) {
    let middle = Measured::new(line).length() / 2.0;
    let above = width / 2.0 + 60.0 + ABOVE * COURSE_SIZE;
    let Some(letters) = along(line, middle, name, (COURSE_SIZE, SPACING.0), above) else { return };
    paper.group(&format!("class=\"ground-name\" font-family=\"{SERIF}\" font-style=\"italic\""));
    for look in [halo(), format!("fill=\"{INK}\"")] {
        letters.iter().for_each(|letter| letter.draw(&format!(" {look}"), paper));
    }
    paper.close();
}

/// Returns the attributes of the light border around letters.
fn halo() -> String {
    format!(
        "fill=\"{HALO}\" stroke=\"{HALO}\" stroke-width=\"80\" stroke-opacity=\"0.6\" \
         stroke-linejoin=\"round\""
    )
}

impl Letter {
    fn draw(&self, look: &str, paper: &mut SvgCanvas) {
        let ((x, y), (right, down)) = (self.at, self.direction);
        let [x, y, size] = [x, y, self.size].map(|length| length.round() as i64);
        paper.group(&format!("transform=\"matrix({right:.3} {down:.3} {:.3} {right:.3} {x} {y})\"", -down));
        paper.put(format_args!(
            "<text x=\"0\" y=\"0\" font-size=\"{size}\" text-anchor=\"middle\"{look}>{}</text>",
            escape(&self.letter.to_string())
        ));
        paper.close();
    }
}

/// Returns the letters of a name at one of its places: across the spaces if they are water, or else along the river
/// between them, moved along it by `shift`. Returns `None` if there is no river, or if it is too short for the name.
fn written(scene: &SvgScene, text: &str, spaces: &[SpaceId], shift: f64) -> Option<Vec<Letter>> {
    let centres: Vec<Point> = spaces.iter().filter_map(|space| scene.centre(*space)).collect();
    let is_water = spaces.iter().all(|space| look_of(scene, *space).motif == Motif::Waves);
    if is_water {
        // A broad water has one place for its name.
        if shift != 0.0 {
            return None;
        }
        let mut centres = centres;
        if let [(x, y)] = centres[..] {
            centres = vec![(x - ALONE, y), (x + ALONE, y)];
        }
        let points: Vec<CurvePoint> =
            centres.iter().map(|(x, y)| CurvePoint { at: (*x as f64, *y as f64), width: 0.0 }).collect();
        let line: Vec<Vertex> = smooth(&points, 150.0).iter().map(|point| point.at).collect();
        let middle = Measured::new(&line).length() / 2.0;
        return along(&line, middle, text, (SIZES.1, SPACING.1), -0.35 * SIZES.1);
    }
    let [a, b] = [*centres.first()?, *centres.last()?];
    let border = ((a.0 + b.0) as f64 / 2.0, (a.1 + b.1) as f64 / 2.0);
    let rivers = scene.rivers().iter();
    let points = rivers.flat_map(|river| river.curve.iter().enumerate().map(move |(at, point)| (river, at, point)));
    let (river, at, point) = points.min_by(|a, b| nearer(border, a.2.at, b.2.at))?;
    if distance(border, point.at) > FAR {
        return None;
    }
    let line: Vec<Vertex> = river.curve.iter().map(|point| point.at).collect();
    let measured = Measured::new(&line);
    let middle = measured.lengths[at] + shift;
    if !(0.0..=measured.length()).contains(&middle) {
        return None;
    }
    let letters = along(&line, middle, text, (SIZES.0, SPACING.0), point.width / 2.0 + 40.0 + ABOVE * SIZES.0)?;
    (shift == 0.0 || is_smooth(&letters)).then_some(letters)
}

/// Returns whether no letter is turned far from the one before it.
fn is_smooth(letters: &[Letter]) -> bool {
    let turn = |a: &Letter, b: &Letter| a.direction.0 * b.direction.0 + a.direction.1 * b.direction.1;
    letters.windows(2).all(|pair| turn(&pair[0], &pair[1]) > 0.93)
        && letters.first().zip(letters.last()).is_none_or(|(first, last)| turn(first, last) > 0.8)
}

fn distance(a: Vertex, b: Vertex) -> f64 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    (dx * dx + dy * dy).sqrt()
}

fn nearer(to: Vertex, a: Vertex, b: Vertex) -> Ordering {
    distance(to, a).total_cmp(&distance(to, b))
}

/// Returns the letters of a text that is centred at a distance from the beginning of a line, and `above` it. The text
/// runs from left to right.
fn along(line: &[Vertex], middle: f64, text: &str, (size, spacing): (f64, f64), above: f64) -> Option<Vec<Letter>> {
    if line.len() < 2 {
        return None;
    }
    let mut length = 0.0;
    let letters: Vec<(char, f64)> = text
        .chars()
        .map(|letter| {
            let broad = size * (breadth(letter) + spacing);
            length += broad;
            (letter, length - broad / 2.0)
        })
        .collect();
    let measured = Measured::new(line);
    if measured.length() < length {
        return None;
    }
    let middle = middle.clamp(length / 2.0, measured.length() - length / 2.0);
    let [first, last] = [-0.5, 0.5].map(|part| measured.point(middle + part * length));
    let turned = if last.0 < first.0 { -1.0 } else { 1.0 };
    let letter = |(letter, along): (char, f64)| {
        let at = middle + turned * (along - length / 2.0);
        let [from, to] = [-1.4, 1.4].map(|part| measured.point(at + turned * part * size));
        let far = distance(from, to).max(1.0);
        let direction = ((to.0 - from.0) / far, (to.1 - from.1) / far);
        let (x, y) = measured.point(at);
        Letter { letter, at: (x + direction.1 * above, y - direction.0 * above), direction, size }
    };
    Some(letters.into_iter().map(letter).collect())
}

/// Returns about the breadth of a letter, as a part of its size.
fn breadth(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | '\'' | ' ' => 0.3,
        'm' | 'w' => 0.7,
        letter if letter.is_uppercase() => 0.62,
        _ => 0.45,
    }
}

/// A line with the distance of each of its points from its beginning.
struct Measured<'a> {
    line: &'a [Vertex],
    lengths: Vec<f64>,
}

impl<'a> Measured<'a> {
    fn new(line: &'a [Vertex]) -> Measured<'a> {
        let mut sum = 0.0;
        let steps = line.windows(2).map(|pair| distance(pair[0], pair[1]));
        let lengths = std::iter::once(0.0).chain(steps).map(|step| {
            sum += step;
            sum
        });
        Measured { line, lengths: lengths.collect() }
    }

    fn length(&self) -> f64 {
        self.lengths.last().copied().unwrap_or_default()
    }

    /// Returns the point at a distance from the beginning.
    fn point(&self, at: f64) -> Vertex {
        let next = self.lengths.partition_point(|length| *length < at).clamp(1, self.line.len() - 1);
        let ([from, to], [start, end]) =
            ([next - 1, next].map(|i| self.line[i]), [next - 1, next].map(|i| self.lengths[i]));
        let part = ((at - start) / (end - start).max(1.0)).clamp(0.0, 1.0);
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }
}
