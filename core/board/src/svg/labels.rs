//! Places the names of towns on a hex map so that they cover neither each other nor rivers and roads, and so that the
//! counter in the middle of a hex does not cover its name.

use super::canvas::{Point, SvgCanvas, TextStyle};
use super::{SvgScene, ground, lines, waters};
use crate::geometry::Vertex;
use crate::look::tag::{TagSign, sign_of};
use crate::terminal_text;
use grognard_engine::ids::SpaceId;
use grognard_engine::style::Colour;

const INK: Colour = Colour::of(0x24_1d17);
const HALO: Colour = Colour::of(0xf0_e8d4);
/// Half the size of the counter in the middle of a hex, with a little room around it.
const COUNTER: f64 = 575.0;
/// Names are larger on a distant map; there must be room for that.
const LARGEST: f64 = 1.4;

/// How important a place is, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Importance {
    Place,
    Town,
    Capital,
    Goal,
}

impl Importance {
    const ALL: [Importance; 4] = [Importance::Goal, Importance::Capital, Importance::Town, Importance::Place];

    fn of(scene: &SvgScene, space: SpaceId) -> Importance {
        let tags = scene.content.map.tags().iter().filter(|(_, spaces)| spaces.has(space));
        let signs: Vec<TagSign> = tags.map(|(name, _)| sign_of(name)).collect();
        let has = |sign| signs.contains(&sign);
        if has(TagSign::Capital) && has(TagSign::Goal) {
            Importance::Goal
        } else if has(TagSign::Capital) || ground::is_built(scene, space) {
            Importance::Capital
        } else if has(TagSign::Town) {
            Importance::Town
        } else {
            Importance::Place
        }
    }

    fn class(self) -> &'static str {
        match self {
            Importance::Goal => "goal",
            Importance::Capital => "capital",
            Importance::Town => "town",
            Importance::Place => "place",
        }
    }

    fn size(self) -> i64 {
        match self {
            Importance::Goal => 440,
            Importance::Capital => 410,
            Importance::Town => 370,
            Importance::Place => 330,
        }
    }
}

/// A rectangle: left, top, right and bottom.
type Frame = [f64; 4];

fn overlap(a: Frame, b: Frame) -> f64 {
    let width = a[2].min(b[2]) - a[0].max(b[0]);
    let height = a[3].min(b[3]) - a[1].max(b[1]);
    width.max(0.0) * height.max(0.0)
}

/// Returns about the frame of a letter on a river.
fn around((x, y): Vertex) -> Frame {
    [x - 110.0, y - 220.0, x + 110.0, y + 60.0]
}

/// A name where it is to be drawn.
struct PlacedLabel {
    at: Point,
    anchor: &'static str,
    text: String,
    importance: Importance,
}

/// What names should not cover.
struct Obstacles {
    /// The centres of all hexes, where counters may lie.
    counters: Vec<Vertex>,
    /// Points of lines, each with its weight.
    lines: Vec<(Vertex, f64)>,
    labels: Vec<Frame>,
    edge: Frame,
}

impl Obstacles {
    fn new(scene: &SvgScene) -> Obstacles {
        let vertex = |at: Point| (at.0 as f64, at.1 as f64);
        let rivers = scene.rivers().iter().flat_map(|river| &river.curve).map(|point| (point.at, 5.0));
        let roads = lines::road_points(scene).into_iter().map(|at| (at, 2.0));
        let size = vertex(scene.plan.size);
        Obstacles {
            counters: scene.on_map().map(|(_, at)| vertex(at)).collect(),
            lines: rivers.chain(roads).collect(),
            labels: waters::letters(scene).iter().map(|letter| around(letter.at)).collect(),
            edge: [0.0, 0.0, size.0, size.1],
        }
    }

    /// Returns the cost of covering a frame. One unit is about a thirtieth of a hexside, squared.
    fn cost(&self, frame: Frame) -> f64 {
        const UNIT: f64 = 28.0 * 28.0;
        let counters = self.counters.iter().filter(|at| at.0 > frame[0] - 600.0 && at.0 < frame[2] + 600.0);
        let square = |at: &Vertex| [at.0 - COUNTER, at.1 - COUNTER, at.0 + COUNTER, at.1 + COUNTER];
        let covered: f64 = counters.map(|at| overlap(frame, square(at))).sum();
        let labels: f64 = self.labels.iter().map(|other| overlap(frame, *other)).sum();
        let is_inside = |at: Vertex| (frame[0]..frame[2]).contains(&at.0) && (frame[1]..frame[3]).contains(&at.1);
        let lines: f64 = self.lines.iter().filter(|(at, _)| is_inside(*at)).map(|(_, weight)| weight).sum();
        let area = (frame[2] - frame[0]) * (frame[3] - frame[1]);
        let outside = area - overlap(frame, self.edge);
        (covered * 1.6 + labels * 6.0 + outside * 10.0) / UNIT + lines * 1.4
    }
}

/// The places for a name around its hex, the best first: the shift of its baseline, the part that is aligned, and what
/// is against it.
fn places(size: f64) -> [(f64, f64, &'static str, f64); 8] {
    let (below, above) = (COUNTER + 30.0 + size * 0.72, -COUNTER - 40.0);
    [
        (0.0, below, "middle", 0.0),
        (0.0, above, "middle", 6.0),
        (-250.0, below, "start", 4.0),
        (250.0, below, "end", 5.0),
        (-250.0, above, "start", 9.0),
        (250.0, above, "end", 10.0),
        (COUNTER + 30.0, size * 0.3, "start", 8.0),
        (-COUNTER - 30.0, size * 0.3, "end", 12.0),
    ]
}

/// Returns the names of all hexes at their places. The most important ones choose first.
fn placed(scene: &SvgScene) -> Vec<PlacedLabel> {
    let mut all: Vec<(Importance, SpaceId, Point)> = scene
        .on_map()
        .filter(|(space, _)| !scene.title(*space).is_empty())
        .map(|(space, at)| (Importance::of(scene, space), space, at))
        .collect();
    all.sort_by_key(|(importance, space, _)| (std::cmp::Reverse(*importance), *space));
    let mut obstacles = Obstacles::new(scene);
    let mut out = Vec::new();
    for (importance, space, at) in all {
        let title = terminal_text::shorten(&terminal_text::clean(scene.title(space)), 32);
        let text = if importance == Importance::Goal { title.to_uppercase() } else { title };
        let size = importance.size() as f64 * LARGEST;
        let wide = terminal_text::columns(&text) as f64 * size * 0.5;
        let frame = |dx: f64, dy: f64, anchor: &str| {
            let (x, y) = (at.0 as f64 + dx, at.1 as f64 + dy);
            let left = match anchor {
                "start" => x,
                "end" => x - wide,
                _ => x - wide / 2.0,
            };
            [left, y - size * 0.72, left + wide, y + size * 0.2]
        };
        let rated = places(size).map(|(dx, dy, anchor, against)| {
            let frame = frame(dx, dy, anchor);
            (obstacles.cost(frame) + against, dx, dy, anchor, frame)
        });
        let Some((_, dx, dy, anchor, frame)) = rated.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        obstacles.labels.push(frame);
        let at = (at.0 + dx.round() as i64, at.1 + dy.round() as i64);
        out.push(PlacedLabel { at, anchor, text, importance });
    }
    out
}

/// Draws the names of all hexes, in one group for each degree of importance.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    let all = placed(scene);
    for importance in Importance::ALL.into_iter().rev() {
        let mut here = all.iter().filter(|label| label.importance == importance).peekable();
        if here.peek().is_none() {
            continue;
        }
        paper.group(&format!("class=\"title {}\"", importance.class()));
        for label in here {
            let look = TextStyle::centred(importance.size(), INK);
            let look = if importance > Importance::Place { look.bold() } else { look };
            paper.text(label.at, TextStyle { anchor: label.anchor, halo: Some(HALO), ..look }, &label.text);
        }
        paper.close();
    }
}
