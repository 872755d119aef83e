//! Draws a board that looks printed, as an SVG picture.
//!
//! One picture unit is a thousandth of a hexside, so that all numbers are whole and the same on every machine.

mod boxes;
pub(crate) mod canvas;
mod card;
mod cells;
mod counter;
mod counter_sheet;
mod course_piece;
mod courses;
mod crossings;
mod face;
mod field;
mod fronts;
mod ground;
mod hexside;
mod labels;
mod layout;
mod legend;
mod lines;
mod marker;
mod off_map;
mod page_map;
mod panels;
mod piece_of_ground;
mod places;
mod plotting;
mod points;
mod relief;
mod scale;
mod sheet;
mod signs;
mod symbol;
mod table;
mod town;
mod turn_track;
mod waters;

use crate::course::Strand;
use crate::lattice::HexAxes;
use crate::look::side::side_colours_of;
use crate::stack::{Piece, stacks};
use crate::terminal_text;
pub use canvas::escape;
use canvas::{CREAM, Point, SANS, SvgCanvas};
use cells::AreaCell;
pub use counter_sheet::{CounterSheet, counter, fragment, sheet};
use crossings::Crossing;
pub use field::{SCALE, base_of, crossing_fragment, ground_fragment};
use grognard_engine::catalogue::{Catalogue, ENGLISH, TextKind};
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::style::{Colour, Style};
use grognard_engine::view::View;
use layout::BoardLayout;
pub use page_map::{ground, key, owner_layer};
pub use places::{BoardPlace, BoardPlaces, places};
pub use plotting::{painting_address, plot};
use points::PointPlace;
use sheet::Sheet;
use std::cell::OnceCell;
pub use table::{ChartTable, table};
pub use turn_track::date;

/// Options of a printed board.
#[derive(Clone, Copy, Debug)]
pub struct SvgOptions<'a> {
    /// The spaces to mark: the destinations on offer.
    pub highlight: &'a [SpaceId],
    /// Whether to print the numbers of spaces.
    pub numbers: bool,
    /// Whether to print, beside the map, the title of the battle, a compass, the scale, the turns and a key.
    pub column: bool,
    /// The line below the title.
    pub subtitle: Option<&'a str>,
    /// The number of lines to leave for the score in the column.
    pub score_lines: usize,
    /// The length of a hexside in pixels.
    pub scale: u32,
    /// The number of counters that each box must have room for, by space, so that all pictures of a game are the same
    /// size.
    pub room: &'a [usize],
    /// The catalogue that translates names and words.
    pub catalogue: &'a Catalogue,
    /// The address of the painted ground ([`crate::paint`]). If there is none, spaces are filled with flat colours.
    pub painting: Option<&'a str>,
}

impl Default for SvgOptions<'_> {
    fn default() -> Self {
        SvgOptions {
            highlight: &[],
            numbers: true,
            column: true,
            subtitle: None,
            score_lines: 0,
            scale: 44,
            room: &[],
            catalogue: &ENGLISH,
            painting: None,
        }
    }
}

/// Everything needed to draw the parts of the picture.
struct SvgScene<'a> {
    content: &'a Content,
    view: Option<&'a View>,
    options: &'a SvgOptions<'a>,
    stacks: Vec<Vec<Piece>>,
    plan: BoardLayout,
    /// The rivers and streams, found when they are first asked for.
    rivers: OnceCell<Vec<Strand>>,
    /// The crossings of roads and rivers, found in the same way.
    crossings: OnceCell<Vec<Crossing>>,
    /// On a map of points, the place of each point, found in the same way.
    points: OnceCell<Vec<Option<PointPlace>>>,
}

impl<'a> SvgScene<'a> {
    fn new(content: &'a Content, view: Option<&'a View>, options: &'a SvgOptions<'a>) -> SvgScene<'a> {
        let stacks = view.map_or(Vec::new(), |view| stacks(content, view, options.catalogue));
        let room = |at: usize| options.room.get(at).copied().unwrap_or(0);
        let counts: Vec<usize> = content
            .map
            .all()
            .map(|space| stacks.get(space.index()).map_or(0, Vec::len).max(room(space.index())))
            .collect();
        let plan = BoardLayout::new(content, &counts, options.column);
        let (rivers, crossings, points) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let mut scene = SvgScene { content, view, options, stacks, plan, rivers, crossings, points };
        if !scene.plan.column.boxes.is_empty() {
            let (at, room) = sheet::room_for_panels(&scene);
            scene.plan.settle(at, room);
        }
        scene
    }

    /// Returns whether areas are drawn as circles, because they have no land.
    fn areas_are_circles(&self) -> bool {
        self.plan.lattice.is_none() && self.plan.cells.is_empty()
    }

    /// Returns whether this is a map of points.
    fn has_points(&self) -> bool {
        !self.style().points.is_empty()
    }

    /// Returns the place of a point.
    fn point(&self, space: SpaceId) -> Option<&PointPlace> {
        self.points.get_or_init(|| points::place(self)).get(space.index())?.as_ref()
    }

    /// Returns the point on which the counters in a space of the map are centred.
    fn counters_at(&self, space: SpaceId, at: Point) -> Point {
        self.point(space).map_or(at, |place| place.counters)
    }

    /// Returns the rivers and streams, the longest first, with their widths.
    fn rivers(&self) -> &[Strand] {
        self.rivers.get_or_init(|| lines::rivers(self))
    }

    /// Returns where roads and railways cross rivers.
    fn crossings(&self) -> &[Crossing] {
        self.crossings.get_or_init(|| lines::crossings(self))
    }

    /// Returns whether a scan of a printed map is below the board. It shows everything but the pieces.
    fn is_scanned(&self) -> bool {
        self.options.painting.is_some() && self.style().scan.is_some()
    }

    fn style(&self) -> &'a Style {
        &self.content.style
    }

    fn pointing(&self) -> Option<HexAxes> {
        self.plan.lattice.as_ref().map(|lattice| lattice.pointing)
    }

    fn pieces(&self, space: SpaceId) -> &[Piece] {
        self.stacks.get(space.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the outline of a space, at a percentage of its full size.
    fn outline(&self, space: SpaceId, at: Point, percent: i64, attributes: &str) -> String {
        match (self.cell(space), self.point(space)) {
            (Some(cell), _) => cell.outline(at, percent, attributes),
            (None, Some(place)) => ground::circle(at, place.radius * percent / 100, attributes),
            (None, None) => ground::outline(self.pointing(), at, percent, attributes),
        }
    }

    /// Returns the land of an area.
    fn cell(&self, space: SpaceId) -> Option<&AreaCell> {
        self.plan.cells.get(space.index())?.as_ref()
    }

    fn centre(&self, space: SpaceId) -> Option<Point> {
        *self.plan.centres.get(space.index())?
    }

    /// Returns the spaces other than boxes, with their centres.
    fn on_map(&self) -> impl Iterator<Item = (SpaceId, Point)> + '_ {
        self.content.map.all().filter_map(|space| Some((space, self.centre(space)?)))
    }

    /// Returns the title of a space.
    fn title(&self, space: SpaceId) -> &str {
        self.content.map.space(space).title.as_deref().map_or("", |title| self.options.catalogue.name(title))
    }

    /// Returns the number and title of a space.
    fn label(&self, space: SpaceId) -> String {
        self.options.catalogue.choice(&Choice::Space(space), self.content).text
    }

    /// Returns the numeric values of a space: `points 3`.
    fn values(&self, space: SpaceId) -> impl Iterator<Item = String> {
        self.content.map.values_of(space).map(|(name, value)| format!("{} {value}", self.words(name)))
    }

    /// Returns a word from a pack as shown to players.
    fn words(&self, name: &str) -> String {
        let title = self.style().titles.get(name).map_or(name, String::as_str);
        terminal_text::words(self.options.catalogue.name(title))
    }

    /// Translates one of the program's own strings.
    fn say<'b>(&'b self, text: &'b str) -> &'b str {
        self.options.catalogue.text(TextKind::Screen, text)
    }

    /// Returns the turn and the phase; an empty string without a view.
    fn now(&self) -> String {
        let Some(view) = self.view else { return String::new() };
        let turn = match view.turn {
            0 => self.say("Set-up").to_owned(),
            turn => format!("{} {turn}", self.say("Turn")),
        };
        let phase = terminal_text::shorten(&terminal_text::clean(self.options.catalogue.name(&view.phase)), 60);
        if phase.is_empty() { turn } else { format!("{turn} · {phase}") }
    }

    fn owner(&self, space: SpaceId) -> Option<SideId> {
        let side = self.view?.owners.get(&self.content.map.space(space).name)?;
        self.content.sides.find(side)
    }
}

/// Returns a side's colours: for its counters, for the printing on them, and for its flags on the map.
pub fn colours(content: &Content, side: SideId) -> [Colour; 3] {
    let colours = side_colours_of(&content.style, Some(side));
    [colours.fill, colours.ink, colours.flag]
}

/// The margin around the whole picture.
const MARGIN: i64 = 700;
/// The colour of less important text and lines.
const FAINT: Colour = Colour::of(0x6b_6455);
/// The colour of choices on offer.
const OFFER: &str = "#d9a400";

/// Draws the map, with everything that a view shows on it.
///
/// Every space is a group with a `data-space` attribute and a `<title>`. The picture needs no fonts, scripts or other
/// files.
pub fn draw(content: &Content, view: Option<&View>, options: &SvgOptions) -> String {
    let scene = SvgScene::new(content, view, options);
    let mut paper = SvgCanvas::default();
    map(&scene, &mut paper);
    if !options.column {
        return page(&scene, scene.plan.size, &paper.out);
    }
    let sheet = Sheet::new(&scene);
    page(&scene, sheet.size, &(sheet.column + &paper.out))
}

/// Draws the layers, lowest first.
fn map(scene: &SvgScene, paper: &mut SvgCanvas) {
    ground::draw_painting(scene, paper);
    field::table(scene, paper);
    field::pieces(scene, paper);
    // Areas without land are drawn as circles. The lines between them run from centre to centre and are drawn below the
    // circles.
    let are_circles = scene.areas_are_circles();
    if are_circles {
        lines::draw(scene, paper);
    }
    ground::draw(scene, paper);
    if !scene.is_scanned() {
        fronts::zones(scene, paper);
        lines::edges(scene, paper);
        if !are_circles {
            lines::draw(scene, paper);
        }
    }
    fronts::draw(scene, paper);
    if !scene.is_scanned() {
        fronts::zone_names(scene, paper);
        waters::draw(scene, paper);
        ground::letter(scene, paper);
    }
    ground::flags(scene, paper);
    boxes::draw(scene, paper);
    for &space in scene.options.highlight {
        if let Some(at) = scene.centre(space) {
            paper.put(format_args!("{}", scene.outline(space, at, 92, &offer_mark(100))));
        }
    }
    for (space, at) in scene.on_map() {
        // Slightly lower, so that the number above stays visible.
        let percent = 100 * counter::half_in(scene, space, at) / counter::HALF;
        let (x, y) = scene.counters_at(space, at);
        counter::stacks(scene, space, (x, y + 20), percent, paper);
    }
    if !scene.is_scanned() {
        ground::names(scene, paper);
    }
    boxes::counters(scene, paper);
}

/// Returns the attributes that mark a space as a choice on offer.
fn offer_mark(percent: i64) -> String {
    let width = 100 * percent.max(50) / 100;
    format!("fill=\"{OFFER}\" fill-opacity=\"0.28\" stroke=\"{OFFER}\" stroke-width=\"{width}\" class=\"offer\"")
}

/// Wraps a drawing in a page with a frame.
fn page(scene: &SvgScene, size: Point, inner: &str) -> String {
    let (width, height) = (size.0 + 2 * MARGIN, size.1 + 2 * MARGIN);
    let pixels = |length: i64| length * i64::from(scene.options.scale.clamp(1, 1_000)) / 1_000;
    let title = if scene.content.title.is_empty() { "Map" } else { scene.options.catalogue.name(&scene.content.title) };
    let mut paper = SvgCanvas::default();
    paper.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" width=\"{}\" \
         height=\"{}\" \
         role=\"img\" font-family=\"{SANS}\">",
        pixels(width),
        pixels(height)
    ));
    paper.title(title);
    paper.put(format_args!("<desc>{}</desc>", escape(&description(scene))));
    let frame = MARGIN / 2;
    paper.put(format_args!(
        "<rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"{CREAM}\"/>"
    ));
    // A painting has a frame of its own.
    if scene.options.painting.is_none() {
        paper.put(format_args!(
            "<rect x=\"-{frame}\" y=\"-{frame}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#6b6455\" \
             stroke-width=\"30\"/>",
            width - 2 * frame,
            height - 2 * frame
        ));
    }
    paper.out + inner + "</svg>\n"
}

fn description(scene: &SvgScene) -> String {
    if let Some(table) = field::describe(scene) {
        return table;
    }
    let spaces = scene.on_map().count();
    let units: usize = scene.stacks.iter().map(Vec::len).sum();
    let what = match scene.plan.lattice {
        Some(_) => "hexes",
        None if scene.has_points() => "points",
        None => "areas",
    };
    format!("A map of {spaces} {what} and {} boxes with {units} units", scene.plan.boxes.len())
}
