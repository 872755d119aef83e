//! The turn track: every turn with its date, its weather, and what it brings to each side.
//!
//! It is drawn from the chart whose rows are the turns of the battle, whatever the system calls its columns.

use super::SvgScene;
use super::canvas::{INK, NARROW, Point, SERIF, SvgCanvas, TextStyle, fit, width};
use super::counter;
use super::sheet::{QUIET, WIDTH, chip, numbered};
use crate::look::side::side_colours_of;
use crate::look::speaks_of;
use crate::stack::{Piece, piece};
use crate::terminal_text;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::chart::{Cell, Chart};
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::unit::Unit;
use std::collections::BTreeMap;

/// The words for charts and columns.
const CALENDAR: &[&str] = &["calendar", "turn", "track", "day", "week", "month"];
const DATE: &[&str] = &["date", "month", "day", "week", "hour", "time"];
/// The words for the column with the turn on which a unit arrives.
const ARRIVAL: &[&str] = &["turn", "day", "arrival", "arrives", "entry"];
/// The maximum number of turns that are drawn as rows. More are drawn as a grid of numbers.
const MAX_ROWS: usize = 14;
const ROW: i64 = 700;
const COLUMNS: i64 = 10;

/// The weather of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weather {
    Clear,
    Mud,
    Snow,
    /// It is decided by dice.
    Rolled,
}

const WEATHER: &[(&[&str], Weather)] = &[
    (&["mud", "rain", "wet", "thaw"], Weather::Mud),
    (&["snow", "frost", "froz", "freeze", "ice", "winter", "blizzard", "arctic"], Weather::Snow),
    (&["rolled", "random", "dice", "die"], Weather::Rolled),
    (&["clear", "fair", "dry", "sun", "fine", "good"], Weather::Clear),
];

/// A turn on the track.
struct TrackedTurn {
    number: i64,
    date: String,
    weather: Option<Weather>,
    /// What the turn brings to each side, as a number.
    chips: Vec<(SideId, String)>,
    /// The first unit that arrives for each side, with the number of such units.
    arrivals: Vec<(Piece, usize)>,
}

/// The turns of a battle.
pub struct TurnTrack {
    turns: Vec<TrackedTurn>,
}

impl TurnTrack {
    /// Returns the track of a battle; `None` if the battle has no turns.
    pub fn of(scene: &SvgScene) -> Option<TurnTrack> {
        let count = i64::from(scene.content.sequence.turns);
        let chart = calendar(scene.content);
        let turns: Vec<TrackedTurn> = (1..=count).map(|number| turn(scene, chart, number)).collect();
        (!turns.is_empty()).then_some(TurnTrack { turns })
    }

    /// Draws the track downwards from `y`. Returns where it ends.
    pub fn draw(&self, scene: &SvgScene, y: i64, paper: &mut SvgCanvas) -> i64 {
        if self.turns.len() > MAX_ROWS {
            return self.draw_grid(scene, y, paper);
        }
        for (at, turn) in self.turns.iter().enumerate() {
            turn.draw(scene, (0, y + at as i64 * ROW), (WIDTH, ROW - 80), paper);
        }
        y + self.turns.len() as i64 * ROW
    }

    fn draw_grid(&self, scene: &SvgScene, y: i64, paper: &mut SvgCanvas) -> i64 {
        let breadth = WIDTH / COLUMNS;
        for (at, turn) in self.turns.iter().enumerate() {
            let (column, row) = (at as i64 % COLUMNS, at as i64 / COLUMNS);
            turn.draw(scene, (column * breadth, y + row * 580), (breadth - 60, 520), paper);
        }
        y + (self.turns.len() as i64 + COLUMNS - 1) / COLUMNS * 580
    }
}

/// Returns the chart whose rows are the turns of a battle.
fn calendar(content: &Content) -> Option<&Chart> {
    let count = i64::from(content.sequence.turns);
    let covers = |chart: &&Chart| {
        chart.rows.range().is_some_and(|(first, last)| first == 1 && last >= count)
            && (speaks_of(&chart.name, CALENDAR) || speaks_of(&chart.rows.name, CALENDAR))
    };
    content.shown_charts().find(covers)
}

/// Returns the cells of a turn, each with the name of its column.
fn cells(chart: Option<&Chart>, number: i64) -> Vec<(&str, &Cell)> {
    let row = chart.and_then(|chart| Some((chart, chart.rows.find_number(i32::try_from(number).ok()?)?)));
    row.map_or(Vec::new(), |(chart, row)| {
        let width = chart.columns.keys.len();
        let cells = chart.cells.get(row * width..(row + 1) * width).unwrap_or_default();
        chart.columns.keys.iter().map(String::as_str).zip(cells).collect()
    })
}

fn date_in<'a>(cells: &[(&str, &'a Cell)]) -> Option<&'a str> {
    cells.iter().find(|(name, _)| speaks_of(name, DATE)).and_then(|(_, cell)| cell.text())
}

/// Returns the date of a turn, translated, if a chart of the battle tells it.
pub fn date(content: &Content, turn: i64, catalogue: &Catalogue) -> Option<String> {
    let date = date_in(&cells(calendar(content), turn))?;
    Some(terminal_text::capitalized(&terminal_text::words(catalogue.name(date))))
}

fn turn(scene: &SvgScene, chart: Option<&Chart>, number: i64) -> TrackedTurn {
    let cells = cells(chart, number);
    let weather = cells
        .iter()
        .find_map(|(_, cell)| WEATHER.iter().find(|(words, _)| cell.text().is_some_and(|text| speaks_of(text, words))));
    let chips = scene.content.sides.iter().filter_map(|(side, name)| {
        let (_, cell) = cells.iter().find(|(column, _)| *column == name)?;
        match cell {
            Cell::Number(number) if *number != 0 => Some((side, format!("+{number}"))),
            _ => None,
        }
    });
    TrackedTurn {
        number,
        date: date_in(&cells).map_or(String::new(), |date| terminal_text::capitalized(&scene.words(date))),
        weather: weather.map(|(_, weather)| *weather),
        chips: chips.collect(),
        arrivals: arrivals(scene.content, &cells, number),
    }
}

/// Returns the units that arrive on a turn: those that the calendar names, and those in whose row of another chart the
/// turn stands. A row can also name a formation.
fn arrivals(content: &Content, calendar: &[(&str, &Cell)], number: i64) -> Vec<(Piece, usize)> {
    let arrives = |chart: &Chart, row: usize| {
        chart.columns.keys.iter().position(|name| speaks_of(name, ARRIVAL)).is_some_and(
            |column| matches!(chart.cell(row, column), Some(Cell::Number(turn)) if i64::from(*turn) == number),
        )
    };
    let mut names: Vec<&str> = calendar.iter().filter_map(|(_, cell)| cell.text()).collect();
    for chart in content.shown_charts() {
        names.extend(
            chart.rows.keys.iter().enumerate().filter(|(row, _)| arrives(chart, *row)).map(|(_, name)| &**name),
        );
    }
    let is_named = |unit: &Unit| {
        names
            .iter()
            .any(|name| *name == unit.name || unit.formation.as_deref().is_some_and(|formation| formation == *name))
    };
    let mut found: BTreeMap<SideId, (Piece, usize)> = BTreeMap::new();
    for (at, unit) in content.units.iter().enumerate().filter(|(_, unit)| is_named(unit)) {
        let Some(piece) = piece(content, UnitId::from_index(at), unit.steps) else { continue };
        found.entry(unit.side).or_insert((piece, 0)).1 += 1;
    }
    found.into_values().collect()
}

impl TrackedTurn {
    fn draw(&self, scene: &SvgScene, (x, y): Point, (width, height): Point, paper: &mut SvgCanvas) {
        let fill = match self.weather {
            Some(Weather::Mud) => "#d7c7a5",
            Some(Weather::Snow) => "#e6ebee",
            _ => "#efe4ca",
        };
        let is_now = scene.view.is_some_and(|view| i64::from(view.turn) == self.number);
        let (edge, line) = if is_now { ("#c98b16", 60) } else { ("#b9a98a", 20) };
        let weather = match self.weather {
            Some(Weather::Mud) => " data-weather=\"mud\"",
            Some(Weather::Snow) => " data-weather=\"snow\"",
            _ => "",
        };
        let name = format!("{} {}", scene.say("Turn"), self.number);
        paper.group(&(numbered("turn", self.number, &name) + weather));
        paper.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"50\" fill=\"{fill}\" stroke=\"{edge}\" \
             stroke-width=\"{line}\"/>"
        ));
        let middle = y + height / 2;
        paper.group(&format!("font-family=\"{NARROW}\""));
        paper.text(
            (x + 400.min(width / 2), middle + 140),
            TextStyle::centred(400, INK).bold(),
            &self.number.to_string(),
        );
        paper.close();
        if width == WIDTH {
            self.draw_details(scene, (x, middle), paper);
        }
        paper.close();
    }

    /// Writes the date, and draws the weather and the chips at the right.
    fn draw_details(&self, scene: &SvgScene, (x, middle): Point, paper: &mut SvgCanvas) {
        let mut right = x + WIDTH - 150;
        if let Some(weather) = self.weather {
            icon(weather, (right - 260, middle), paper);
            right -= 700;
        }
        paper.group(&format!("font-family=\"{NARROW}\""));
        for (side, text) in self.chips.iter().rev() {
            let colours = side_colours_of(scene.style(), Some(*side));
            right -= chip(text, colours.fill, colours.ink, (right, middle), paper) + 90;
        }
        for (piece, count) in self.arrivals.iter().rev() {
            let of_several = format!("×{count}");
            if *count > 1 {
                right -= width(&of_several, 330);
                let look = TextStyle { anchor: "start", ..TextStyle::centred(330, INK).bold() };
                paper.text((right, middle + 115), look, &of_several);
            }
            right -= 500;
            paper.group(&format!("transform=\"translate({} {middle}) scale(0.47)\"", right + 220));
            counter::sample(scene.content, piece, paper);
            paper.close();
            right -= 90;
        }
        paper.close();
        let date = terminal_text::shorten(&self.date, 30);
        let size = fit(&date, right - x - 1_000, 220, 400);
        paper.group(&format!("font-family=\"{SERIF}\" font-style=\"italic\""));
        paper.text((x + 900, middle + 130), TextStyle { anchor: "start", ..TextStyle::centred(size, QUIET) }, &date);
        paper.close();
    }
}

/// Draws the sign of a weather around a point.
fn icon(weather: Weather, (x, y): Point, paper: &mut SvgCanvas) {
    paper.group(&format!("transform=\"translate({x} {y})\" stroke-linecap=\"round\""));
    match weather {
        Weather::Clear => {
            let rays = "M170 0H250M120 120L177 177M0 170V250M-120 120L-177 177M-170 0H-250M-120 -120L-177 -177M0 -170V-250\
                        M120 -120L177 -177";
            paper.path(rays, "fill=\"none\" stroke=\"#c08a1c\" stroke-width=\"40\"");
            paper.put(format_args!("<circle r=\"112\" fill=\"#e9b949\" stroke=\"#c08a1c\" stroke-width=\"25\"/>"));
        }
        Weather::Mud => {
            paper.path(
                "M-190 20A95 95 0 0 1 -112 -120A122 122 0 0 1 115 -115A86 86 0 0 1 185 20Z",
                "fill=\"#a9b0ae\" stroke=\"#6d7673\" stroke-width=\"25\"",
            );
            paper.path(
                "M-120 90L-165 215M0 90L-45 215M120 90L75 215",
                "fill=\"none\" stroke=\"#7a5c3a\" stroke-width=\"42\"",
            );
        }
        Weather::Rolled => {
            let die = "x=\"-175\" y=\"-175\" width=\"350\" height=\"350\" rx=\"60\"";
            paper.put(format_args!("<rect {die} fill=\"#f6efdd\" stroke=\"#8c7f68\" stroke-width=\"25\"/>"));
            let pips = "M-85 -85h0M0 0h0M85 85h0";
            paper.path(pips, "fill=\"none\" stroke=\"#6c5f4c\" stroke-width=\"70\"");
        }
        Weather::Snow => {
            let flake = "M-215 0H215M-107 -186L107 186M-107 186L107 -186M150 -65L215 0L150 65M-150 -65L-215 0L-150 65";
            paper.path(flake, "fill=\"none\" stroke=\"#5f8196\" stroke-width=\"36\"");
        }
    }
    paper.close();
}
