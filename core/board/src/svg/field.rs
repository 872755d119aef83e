//! Draws a table, with terrain and bases to scale and a ruler along its sides.

use super::canvas::{CREAM, INK, Point, SvgCanvas, TextStyle, escape};
use super::counter::{self, HALF};
use super::{FAINT, SvgOptions, SvgScene, ground::GRID};
use super::{course_piece, piece_of_ground, waters};
use crate::geometry::Vertex;
use crate::look::ground::{PLAIN, TerrainLook, ground_of};
use crate::look::hash;
use crate::stack::{self, word_for};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::field::{Facing, Field, Footprint, Rectangle, Shape};
use grognard_engine::ids::UnitId;
use grognard_engine::view::UnitView;

/// The number of picture units per unit of length.
pub const SCALE: i64 = 30;

/// Half the length of a cross on the table.
const CROSS: i64 = 130;
/// The depth up to which the name of a piece of ground is below it, in units of length.
const SMALL: i64 = 62;
/// The length of the ticks of the ruler, outside the table.
const TICK: i64 = 160;

/// A piece on the table: its view, its footprint, the same footprint placed on the table, and its facing.
struct TablePiece<'a> {
    view: &'a UnitView,
    footprint: Footprint,
    shape: Shape,
    facing: Facing,
}

/// Draws the empty table with its ruler.
pub fn table(scene: &SvgScene, paper: &mut SvgCanvas) {
    let Some(field) = scene.content.map.field() else { return };
    let [width, height] = field.size.map(|length| i64::from(length) * SCALE);
    let name = &scene.content.map.space(field.table).name;
    let fill = scene.content.map.terrains.iter().next().map_or(PLAIN, |(_, name)| ground_of(scene.style(), name)).fill;
    paper.group(&format!("class=\"table\" data-space=\"{}\"", escape(name)));
    paper.put(format_args!(
        "<rect width=\"{width}\" height=\"{height}\" class=\"land\" fill=\"{fill}\" fill-opacity=\"{}\" \
         stroke=\"{GRID}\" stroke-width=\"40\"/>",
        u8::from(scene.options.painting.is_none())
    ));
    paper.close();
    ruler(scene, field, (width, height), paper);
}

/// Draws a cross at every hundred units of length, and labels them outside two edges of the table.
fn ruler(scene: &SvgScene, field: &Field, (width, height): Point, paper: &mut SvgCanvas) {
    let length = match scene.style().length.as_str() {
        "" => String::new(),
        name => format!(" {}", scene.options.catalogue.name(name)),
    };
    let lines = |size: i32| (100..size).step_by(100).map(|at| (i64::from(at) * SCALE, field.write_length(at)));
    let cross = |x: i64, y: i64| format!("M{} {y}h{}M{x} {}v{}", x - CROSS, 2 * CROSS, y - CROSS, 2 * CROSS);
    let crosses: String =
        lines(field.size[0]).flat_map(|(x, _)| lines(field.size[1]).map(move |(y, _)| cross(x, y))).collect();
    paper.group("class=\"ruler\" pointer-events=\"none\"");
    paper.path(&crosses, &format!("stroke=\"{INK}\" stroke-width=\"16\" stroke-opacity=\"0.45\""));
    let ticks: String = lines(field.size[0])
        .map(|(x, _)| format!("M{x} 0v-{TICK}M{x} {height}v{TICK}"))
        .chain(lines(field.size[1]).map(|(y, _)| format!("M0 {y}h-{TICK}M{width} {y}h{TICK}")))
        .collect();
    paper.path(&ticks, &format!("stroke=\"{INK}\" stroke-width=\"24\" stroke-opacity=\"0.7\""));
    let look = TextStyle::centred(300, FAINT);
    lines(field.size[0]).for_each(|(x, text)| paper.text((x, -TICK - 90), look, &(text + &length)));
    let look = TextStyle { anchor: "end", ..look };
    lines(field.size[1]).for_each(|(y, text)| paper.text((-TICK - 60, y + 100), look, &text));
    paper.close();
}

/// Draws a terrain piece as a fragment at its position, for a page that puts it on the map from [`super::ground()`].
/// Returns `None` for any other unit.
pub fn ground_fragment(content: &Content, view: &UnitView, catalogue: &Catalogue) -> Option<String> {
    let options = SvgOptions { catalogue, ..SvgOptions::default() };
    let scene = SvgScene::new(content, None, &options);
    let piece = lay_in(content, view).filter(|piece| !matches!(piece.footprint, Footprint::Base(..)))?;
    let mut paper = SvgCanvas::default();
    lie(&scene, &piece, &mut paper);
    Some(paper.out)
}

/// Draws a bridge, a ford or mines as a fragment around the origin, for a page that puts it on the map from
/// [`super::ground()`]. The base is 1000 units wide and deep, or that part of it that is a square. Returns `None` for
/// any other unit.
pub fn crossing_fragment(content: &Content, view: &UnitView, catalogue: &Catalogue) -> Option<String> {
    let piece = stack::pieces(content, std::slice::from_ref(view), catalogue).pop()?;
    let Rectangle { left, top, right, bottom } = base_of(content, view)?;
    let ground = piece.face.as_ref()?.ground()?;
    let (width, height) = ((right - left) * SCALE, (bottom - top) * SCALE);
    let mut paper = SvgCanvas::default();
    paper.group(&format!("class=\"crossing\" transform=\"scale({})\"", 1_000.0 / width.min(height).max(1) as f64));
    paper.title(&piece.describe(content, catalogue));
    // A clear ground to click on.
    paper.put(format_args!(
        "<rect x=\"-{}\" y=\"-{}\" width=\"{width}\" height=\"{height}\" fill=\"none\" pointer-events=\"all\"/>",
        width / 2,
        height / 2
    ));
    let is_drawn = course_piece::crossing(&ground.word, view.stand?.facing, (width, height), &mut paper);
    paper.close();
    is_drawn.then_some(paper.out)
}

/// Returns the rectangle that a unit's base covers on the table, if the unit has a base.
pub fn base_of(content: &Content, view: &UnitView) -> Option<Rectangle> {
    lay_in(content, view)
        .filter(|piece| matches!(piece.footprint, Footprint::Base(..)))
        .map(|piece| *piece.shape.bounds())
}

/// Draws all pieces on the table.
pub fn pieces(scene: &SvgScene, paper: &mut SvgCanvas) {
    let laid = table_pieces(scene);
    let (bases, ground): (Vec<&TablePiece>, Vec<&TablePiece>) =
        laid.iter().partition(|piece| matches!(piece.footprint, Footprint::Base(..)));
    draw_table_features(scene, &ground, paper);
    for base in bases {
        stand(scene, base, paper);
    }
}

/// Draws terrain areas, then roads and rivers, in a nested SVG that is clipped at the edges of the table.
fn draw_table_features(scene: &SvgScene, ground: &[&TablePiece], paper: &mut SvgCanvas) {
    let Some(field) = scene.content.map.field().filter(|_| !ground.is_empty()) else { return };
    let [width, height] = field.size.map(|length| i64::from(length) * SCALE);
    paper.put(format_args!("<svg class=\"grounds\" width=\"{width}\" height=\"{height}\" overflow=\"hidden\">"));
    let (areas, lines): (Vec<&&TablePiece>, Vec<&&TablePiece>) =
        ground.iter().partition(|piece| piece.shape.half() == 0);
    areas.into_iter().chain(lines).for_each(|piece| lie(scene, piece, paper));
    paper.put(format_args!("</svg>"));
}

fn table_pieces<'a>(scene: &SvgScene<'a>) -> Vec<TablePiece<'a>> {
    let content = scene.content;
    let Some((field, view)) = content.map.field().zip(scene.view) else { return Vec::new() };
    let units = view.spaces.get(&content.map.space(field.table).name).map_or(&[][..], Vec::as_slice);
    units.iter().filter_map(|view| lay_in(content, view)).collect()
}

fn lay_in<'a>(content: &Content, view: &'a UnitView) -> Option<TablePiece<'a>> {
    let stand = view.stand?;
    let unit = view.known.as_ref().and_then(|known| content.unit_names.find(&known.name));
    // An unknown unit is drawn with a default base.
    let footprint = unit.and_then(|unit: UnitId| content.footprint(unit)).cloned().unwrap_or(Footprint::Base(20, 20));
    Some(TablePiece { view, shape: footprint.at(stand), footprint, facing: stand.facing })
}

/// Draws a terrain piece.
fn lie(scene: &SvgScene, piece: &TablePiece, paper: &mut SvgCanvas) {
    let kind = piece.view.known.as_ref().map_or("", |known| known.kind.as_str());
    let look = ground_of(scene.style(), kind);
    let name = piece.view.known.as_ref().map_or("", |known| known.name.as_str());
    paper.group(&format!("class=\"ground\" data-unit=\"{}\"", escape(name)));
    paper.title(&format!("{} ({})", scene.options.catalogue.name(name), scene.words(kind)));
    let corners: Vec<Point> = piece.shape.points().iter().map(|point| (point[0] * SCALE, point[1] * SCALE)).collect();
    match (piece.shape.half(), piece.view.known.as_ref().map(word_for)) {
        (0, _) => piece_of_ground::draw(&corners, kind, look, hash(name), paper),
        (half, word) => course_piece::draw(&corners, 2 * half * SCALE, word.unwrap_or_default(), look, paper),
    }
    if let Some((field, named)) = scene.content.map.field().zip(named(scene, piece)) {
        name_ground(field, piece, &corners, look, &named.caption(), paper);
    }
    paper.close();
}

/// Returns a terrain piece with its translated names, if its name is written on the table: an area, or water with a
/// title.
fn named(scene: &SvgScene, piece: &TablePiece) -> Option<stack::Piece> {
    let named = stack::pieces(scene.content, std::slice::from_ref(piece.view), scene.options.catalogue).pop()?;
    let face = named.face.as_ref()?;
    let is_named = piece.shape.half() == 0 || face.title.is_some() && course_piece::is_water(&face.ground()?.word);
    is_named.then_some(named)
}

/// Writes the name of a terrain piece: on or below an area, or along water.
fn name_ground(
    field: &Field,
    piece: &TablePiece,
    corners: &[Point],
    look: TerrainLook,
    name: &str,
    paper: &mut SvgCanvas,
) {
    if piece.shape.half() > 0 {
        let line: Vec<Vertex> = course_piece::line(corners).into_iter().filter(|at| is_on_table(field, *at)).collect();
        return waters::name_course(&line, (2 * piece.shape.half() * SCALE) as f64, name, paper);
    }
    let letters = TextStyle { halo: Some(look.fill.towards(CREAM, 45)), ..TextStyle::centred(380, INK).bold() };
    let (x, y) = middle(&piece.shape, field);
    // A name beside a small piece hides nothing of it.
    let Rectangle { top, bottom, .. } = *piece.shape.bounds();
    let is_below = bottom - top <= SMALL && bottom < i64::from(field.size[1]) - 20;
    let y = if is_below { bottom * SCALE + 330 } else { y + 120 };
    paper.group("class=\"ground-name\"");
    paper.text((x, y), letters, name);
    paper.close();
}

fn is_on_table(field: &Field, (x, y): Vertex) -> bool {
    let [width, height] = field.size.map(|length| (i64::from(length) * SCALE) as f64);
    (0.0..=width).contains(&x) && (0.0..=height).contains(&y)
}

/// Returns the centre of the part of an area that is on the table.
fn middle(shape: &Shape, field: &Field) -> Point {
    let [width, height] = field.size.map(i64::from);
    let Rectangle { left, top, right, bottom } = *shape.bounds();
    let halfway = |low: i64, high: i64, size: i64| (low.max(0) + high.min(size)) / 2 * SCALE;
    (halfway(left, right, width), halfway(top, bottom, height))
}

/// Draws a base, with its counter and a line along its front.
fn stand(scene: &SvgScene, base: &TablePiece, paper: &mut SvgCanvas) {
    let Some(piece) = stack::pieces(scene.content, std::slice::from_ref(base.view), scene.options.catalogue).pop()
    else {
        return;
    };
    let Rectangle { left, top, right, bottom } = *base.shape.bounds();
    let [left, top, right, bottom] = [left, top, right, bottom].map(|at| at * SCALE);
    let (width, height) = (right - left, bottom - top);
    if let Some(ground) = piece.face.as_ref().and_then(stack::Face::ground) {
        let mut picture = SvgCanvas::default();
        if course_piece::crossing(&ground.word, base.facing, (width, height), &mut picture) {
            paper.group(&format!(
                "class=\"ground\" data-unit=\"{}\" transform=\"translate({} {})\"",
                escape(&piece.id),
                (left + right) / 2,
                (top + bottom) / 2
            ));
            paper.title(&piece.describe(scene.content, scene.options.catalogue));
            paper.out += &picture.out;
            return paper.close();
        }
    }
    paper.group("class=\"base\"");
    let percent = 100 * width.min(height) / (2 * HALF);
    paper.put(format_args!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{INK}\" fill-opacity=\"0.25\" \
         stroke=\"{INK}\" stroke-width=\"12\"/>"
    ));
    let middle = ((left + right) / 2, (top + bottom) / 2);
    paper.group(&format!(
        "transform=\"translate({} {}) scale({}.{:02})\"",
        middle.0,
        middle.1,
        percent / 100,
        percent % 100
    ));
    counter::counter(scene.content, scene.options.catalogue, &piece, (0, 0), paper);
    paper.close();
    let front = match base.facing {
        Facing::North => format!("M{left} {top}H{right}"),
        Facing::East => format!("M{right} {top}V{bottom}"),
        Facing::South => format!("M{left} {bottom}H{right}"),
        Facing::West => format!("M{left} {top}V{bottom}"),
    };
    paper.path(&front, "class=\"front\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"70\"");
    paper.close();
}

/// Describes a table, for the title of the picture.
pub fn describe(scene: &SvgScene) -> Option<String> {
    let field = scene.content.map.field()?;
    let [width, height] = field.size.map(|length| field.write_length(length));
    let length = &scene.style().length;
    let height = if length.is_empty() { height } else { format!("{height} {length}") };
    Some(format!("A table of {width} by {height} with {} units", table_pieces(scene).len()))
}
