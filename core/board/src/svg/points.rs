//! Draws maps of points: towns as circles, the connections between them as lines, and beside each town its name and its
//! counters, where they cover as little else as possible.

use super::canvas::{CREAM, INK, Point, SvgCanvas, TextStyle, width};
use super::{SvgScene, counter, ground, lines, signs};
use crate::geometry::Vertex;
use crate::look::feature::{FeatureLook, Stroke};
use crate::look::speaks_of;
use crate::terminal_text;
use grognard_engine::ids::{Id, SpaceId};

/// The radius of the circle of a point, by its size.
const RADII: [i64; 3] = [170, 230, 300];
/// The height of a name, by the size of its point.
const LETTERS: [i64; 3] = [290, 330, 390];
/// The distance between a circle and the counters and the name beside it.
const GAP: i64 = 70;
/// The distance between two lines along the same connection.
const ASIDE: f64 = 150.0;
/// Half the width of a small sign.
const SIGN: i64 = 140;
/// The length of a name at which it is cut off.
const LONGEST: usize = 32;

/// The places of the parts of a point: its circle, its counters and its name.
#[derive(Clone, Debug)]
pub struct PointPlace {
    /// The radius of the circle.
    pub radius: i64,
    /// The point on which counters are centred.
    pub counters: Point,
    /// The name, with the point on its baseline and the part that is aligned there.
    name: (String, Point, &'static str),
    letters: i64,
}

/// A rectangle: left, top, right and bottom.
type Frame = [i64; 4];

fn frame_around((x, y): Point, half: Point) -> Frame {
    [x - half.0, y - half.1, x + half.0, y + half.1]
}

fn overlap(a: Frame, b: Frame) -> i64 {
    let length = |low: usize, high: usize| (a[high].min(b[high]) - a[low].max(b[low])).max(0);
    length(0, 2) * length(1, 3)
}

/// Returns how much of a line, in hundredths of its length, lies in a frame.
fn covered((from, to): (Point, Point), frame: Frame) -> i64 {
    let at = |part: i64| (from.0 + (to.0 - from.0) * part / 40, from.1 + (to.1 - from.1) * part / 40);
    let is_in = |(x, y): &Point| (frame[0]..frame[2]).contains(x) && (frame[1]..frame[3]).contains(y);
    (0..=40).map(at).filter(is_in).count() as i64
}

/// What names and counters should not cover.
struct Obstacles {
    lines: Vec<(Point, Point)>,
    frames: Vec<Frame>,
    size: Point,
}

impl Obstacles {
    fn cost(&self, frame: Frame) -> i64 {
        let area = (frame[2] - frame[0]) * (frame[3] - frame[1]);
        let outside = area - overlap(frame, [0, 0, self.size.0, self.size.1]);
        // Whatever the extent, covering something is worse than covering lines.
        let covering = |other: &Frame| match overlap(frame, *other) {
            0 => 0,
            extent => 400_000 + extent,
        };
        let frames: i64 = self.frames.iter().map(covering).sum();
        let lines: i64 = self.lines.iter().map(|line| covered(*line, frame)).sum();
        (frames + outside) / 400 + lines * 12
    }
}

/// Returns the place of every point, by space; all are `None` if this is not a map of points.
pub fn place(scene: &SvgScene) -> Vec<Option<PointPlace>> {
    let map = &scene.content.map;
    let mut places = vec![None; map.len()];
    let size_of = |space: &SpaceId| scene.style().points.get(space).map(|size| usize::from(size.clamp(&1, &3) - 1));
    let mut all: Vec<(SpaceId, Point, usize)> =
        scene.on_map().filter_map(|(space, at)| Some((space, at, size_of(&space)?))).collect();
    let connected = |space: SpaceId, at: Point| {
        let links = map.links(space).iter().filter(move |link| link.to > space);
        links.filter_map(move |link| Some((at, scene.centre(link.to)?)))
    };
    let lines = all.iter().flat_map(|(space, at, _)| connected(*space, *at)).collect();
    let circle = |(_, at, size): &(SpaceId, Point, usize)| frame_around(*at, (RADII[*size] + 30, RADII[*size] + 30));
    let mut obstacles = Obstacles { lines, frames: all.iter().map(circle).collect(), size: scene.plan.size };
    for (space, at, size) in &all {
        let signs = sign_spots(RADII[*size]).into_iter().take(signs::small_signs(scene, *space).len());
        obstacles.frames.extend(signs.map(|(x, y)| frame_around((at.0 + x, at.1 + y), (SIGN, SIGN))));
    }
    // The most important points choose first.
    all.sort_by_key(|(space, _, size)| (3 - size, *space));
    for (space, at, size) in &all {
        let half = counter::HALF + 40;
        let far = RADII[*size] + GAP + half;
        let best = ways().map(|((x, y), usual)| {
            let centre = (at.0 + x * far / 100, at.1 + y * far / 100);
            (obstacles.cost(frame_around(centre, (half, half))) + usual, centre)
        });
        let counters = best.min_by_key(|(cost, _)| *cost).map_or(*at, |(_, centre)| centre);
        obstacles.frames.push(frame_around(counters, (half, half)));
        places[space.index()] = Some(PointPlace {
            radius: RADII[*size],
            counters,
            name: (String::new(), *at, "middle"),
            letters: LETTERS[*size],
        });
    }
    for (space, at, size) in &all {
        let name = name_of(scene, *space);
        let (letters, radius) = (LETTERS[*size], RADII[*size]);
        let broad = width(&name, letters);
        let spot = |(x, y): Point, anchor: &'static str| {
            let foot = (at.0 + x, at.1 + y);
            (foot, anchor, frame_of_text(foot, anchor, (broad, letters)))
        };
        let (out, slanted) = (radius + GAP, radius * 7 / 10 + GAP);
        let spots = [
            (spot((out, letters / 3), "start"), 0),
            (spot((-out, letters / 3), "end"), 60),
            (spot((0, out + letters * 8 / 10), "middle"), 40),
            (spot((0, -out - letters / 4), "middle"), 50),
            (spot((slanted, -slanted), "start"), 20),
            (spot((slanted, slanted + letters / 2), "start"), 30),
            (spot((-slanted, -slanted), "end"), 70),
            (spot((-slanted, slanted + letters / 2), "end"), 80),
        ];
        let best = spots.into_iter().min_by_key(|((_, _, frame), usual)| obstacles.cost(*frame) + usual);
        if let (Some(((foot, anchor, frame), _)), Some(place)) = (best, &mut places[space.index()]) {
            obstacles.frames.push(frame);
            place.name = (name, foot, anchor);
        }
    }
    places
}

/// Returns the frame of a line of text, given the point on its baseline, the part that is aligned there, and its width and
/// height.
fn frame_of_text((x, foot): Point, anchor: &str, (broad, letters): Point) -> Frame {
    let left = x - if anchor == "start" { 0 } else { broad } / if anchor == "middle" { 2 } else { 1 };
    [left - 30, foot - letters * 8 / 10, left + broad + 30, foot + letters / 4]
}

/// Returns the directions in which counters can stand beside a point, in hundredths of their distance, each with the
/// cost of choosing it.
fn ways() -> impl Iterator<Item = (Point, i64)> {
    let all = [(100, -40), (-100, -40), (0, -100), (0, 100), (90, -90), (-90, -90), (90, 90), (-90, 90)];
    (0..).zip(all).map(|(cost, way)| (way, cost))
}

/// Returns where small signs stand beside a circle, from its centre.
pub fn sign_spots(radius: i64) -> [Point; 4] {
    let out = radius * 7 / 10 + SIGN;
    [(-out, out), (out, out), (-out, -out), (out, -out)]
}

fn name_of(scene: &SvgScene, space: SpaceId) -> String {
    let title = scene.title(space);
    let name =
        if title.is_empty() { scene.options.catalogue.name(&scene.content.map.space(space).name) } else { title };
    terminal_text::shorten(&terminal_text::clean(name), LONGEST)
}

/// Draws the sign of a town in a circle: the larger the town, the more of it.
pub fn sign(place: &PointPlace, at: Point, paper: &mut SvgCanvas) {
    let ring = |radius: i64, fill: &str, stroke: i64| {
        format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{stroke}\" \
             pointer-events=\"none\"/>",
            at.0, at.1
        )
    };
    let dot = INK.to_string();
    paper.put(format_args!("{}", ring(place.radius, "none", 44)));
    if place.radius >= RADII[1] {
        paper.put(format_args!("{}", ring(place.radius * 45 / 100, &dot, 1)));
    }
    if place.radius >= RADII[2] {
        paper.put(format_args!("{}", ring(place.radius * 75 / 100, "none", 30)));
    }
}

/// Writes the names of the points.
pub fn names(scene: &SvgScene, paper: &mut SvgCanvas) {
    for place in scene.on_map().filter_map(|(space, _)| scene.point(space)) {
        let (name, at, anchor) = &place.name;
        let look = TextStyle { halo: Some(CREAM), anchor, ..TextStyle::centred(place.letters, INK).bold() };
        paper.group(if place.radius == RADII[2] { "class=\"title capital\"" } else { "class=\"title town\"" });
        paper.text(*at, look, name);
        paper.close();
    }
}

/// Returns the look of a connection with a feature. Every feature leads from point to point.
pub fn connection_look(look: FeatureLook) -> FeatureLook {
    let stroke = match look.stroke {
        Stroke::Wall | Stroke::Gully => Stroke::Track,
        stroke => stroke,
    };
    FeatureLook { stroke, leads_across: true, ..look }
}

/// Draws the connections: those with several features as lines side by side.
pub fn connections(scene: &SvgScene, paper: &mut SvgCanvas) {
    let map = &scene.content.map;
    let pairs = lines::borders(scene, 0);
    let features = lines::features(scene);
    let all_of = |a: SpaceId, b: SpaceId| {
        let link = map.links(a).iter().find(|link| link.to == b).map_or(0, |link| link.features);
        features.iter().filter(move |(bit, ..)| bit & link != 0).map(|(bit, ..)| *bit).collect::<Vec<u32>>()
    };
    for (bit, name, look) in &features {
        let mut commands = String::new();
        for &(a, b) in &pairs {
            let (Some(from), Some(to)) = (scene.centre(a), scene.centre(b)) else { continue };
            let here = all_of(a, b);
            let Some(at) = here.iter().position(|other| other == bit) else { continue };
            let out = ASIDE * (at as f64 - (here.len() - 1) as f64 / 2.0);
            commands += &crate::course::path(beside(from, to, out));
        }
        connection(scene, name, *look, &commands, paper);
    }
    let bare = pairs.into_iter().filter(|(a, b)| all_of(*a, *b).is_empty());
    let ends = bare.filter_map(|(a, b)| Some([scene.centre(a)?, scene.centre(b)?]));
    let commands: String = ends.map(|[from, to]| crate::course::path(beside(from, to, 0.0))).collect();
    paper.path(&commands, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"50\"", ground::GRID));
}

/// Draws connections with a feature: those across the sea as dotted lines.
pub fn connection(scene: &SvgScene, name: &str, look: FeatureLook, commands: &str, paper: &mut SvgCanvas) {
    if !speaks_of(name, &["sea", "ferry", "convoy", "strait"]) {
        return lines::feature(name, look, commands, paper);
    }
    paper.group("fill=\"none\" stroke-linecap=\"round\"");
    paper.title(&scene.words(name));
    paper.path(commands, "stroke=\"#5f93b4\" stroke-width=\"80\" stroke-dasharray=\"10 170\"");
    paper.close();
}

/// Returns the line between two points, moved sideways in its middle part.
fn beside(from: Point, to: Point, out: f64) -> [Vertex; 4] {
    let (from, to) = ((from.0 as f64, from.1 as f64), (to.0 as f64, to.1 as f64));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let near = (350.0 / length).min(0.5);
    let at = |part: f64, out: f64| (from.0 + dx * part - dy / length * out, from.1 + dy * part + dx / length * out);
    [at(0.0, 0.0), at(near, out), at(1.0 - near, out), at(1.0, 0.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::SvgOptions;
    use grognard_engine::content::Content;
    use grognard_engine::map::AreaMap;

    /// Returns a map of towns in two rings, all connected with their neighbours.
    fn towns() -> Content {
        let mut map = AreaMap::default();
        let turns = [(100, 0), (71, 71), (0, 100), (-71, 71), (-100, 0), (-71, -71), (0, -100), (71, -71)];
        for (ring, reach) in [("Inner", 150), ("Outer", 300)] {
            for (at, (x, y)) in turns.iter().enumerate() {
                assert!(map.area(&format!("{ring} Town {at}"), None, [x * reach / 100, y * reach / 100]));
            }
        }
        for at in 0..8 {
            let name = |ring: &str, at: usize| format!("{ring} Town {}", at % 8);
            assert!(map.border(&name("Inner", at), &name("Inner", at + 1)));
            assert!(map.border(&name("Outer", at), &name("Outer", at + 1)));
            assert!(map.border(&name("Inner", at), &name("Outer", at)));
        }
        let mut map = map.build();
        map.seal(&[]);
        let mut content = Content { map, ..Content::default() };
        content.style.points = content.map.all().map(|space| (space, (space.0 % 3 + 1) as u8)).collect();
        content
    }

    #[test]
    fn names_and_counters_cover_neither_each_other_nor_towns() {
        let content = towns();
        let options = SvgOptions { column: false, ..SvgOptions::default() };
        let scene = SvgScene::new(&content, None, &options);
        let mut frames = Vec::new();
        for (space, at) in scene.on_map() {
            let place = scene.point(space).expect("a point");
            let (name, foot, anchor) = &place.name;
            frames.push(frame_around(at, (place.radius, place.radius)));
            frames.push(frame_around(place.counters, (counter::HALF, counter::HALF)));
            frames.push(frame_of_text(*foot, anchor, (width(name, place.letters), place.letters)));
        }
        for (at, frame) in frames.iter().enumerate() {
            assert!(frames[..at].iter().all(|other| overlap(*frame, *other) == 0), "{at}: {frame:?}");
        }
    }
}
