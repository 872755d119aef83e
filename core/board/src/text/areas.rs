//! Draws area maps as tables: each area with its properties, units and borders. On a large map, areas that have no
//! units and are not on offer are left out of the table and listed by owner below it.

use super::TextScene;
use super::canvas::{CellStyle, StyledText, columns};
use super::key::ground;
use super::units;
use crate::stack::Piece;
use crate::terminal_text;
use grognard_engine::ids::SpaceId;
use std::fmt::Write;

const AREA_HEADINGS: [&str; 4] = ["area", "ground", "units", "borders"];
const POINT_HEADINGS: [&str; 4] = ["point", "ground", "units", "connections"];
const MARK: u8 = 227;
const GAP: &str = "  ";
/// The number of areas above which a map counts as large.
const MANY: usize = 40;

/// Draws the areas of a map as a table, followed by the list of empty areas.
pub fn draw(scene: &TextScene) -> String {
    let areas: Vec<SpaceId> =
        scene.content.map.all().filter(|&space| !scene.content.map.space(space).off_map).collect();
    let is_told = |space: &SpaceId| areas.len() <= MANY || !scene.pieces(*space).is_empty() || scene.is_marked(*space);
    let (told, empty): (Vec<SpaceId>, Vec<SpaceId>) = areas.iter().partition(|space| is_told(space));
    let rows: Vec<Row> = told.into_iter().map(|space| row(scene, space)).collect();
    if areas.is_empty() {
        return String::new();
    }
    let widths = widths(&rows, scene.options.width);
    let mut out = String::new();
    for row in [headings(scene)].iter().chain(&rows) {
        row.print(&widths, scene.options.colour, &mut out);
    }
    out + &empty_areas(scene, &empty)
}

/// Lists the empty areas, by owner.
fn empty_areas(scene: &TextScene, empty: &[SpaceId]) -> String {
    let mut out = String::new();
    let mut owners: Vec<Option<char>> = empty.iter().map(|space| scene.owner(*space)).collect();
    owners.sort_unstable();
    owners.dedup();
    for owner in owners {
        let here = empty.iter().filter(|space| scene.owner(**space) == owner);
        let names: Vec<StyledText> = here
            .map(|space| (terminal_text::clean(scene.content.map.names.name(*space)), CellStyle::default()))
            .collect();
        let head = owner.map_or(String::new(), |letter| format!(" :{letter}"));
        let head = format!("{}{head}  ", scene.say("empty"));
        let width = scene.options.width.saturating_sub(terminal_text::columns(&head));
        for (at, line) in wrap(&names, width).into_iter().enumerate() {
            let indent = if at == 0 { head.clone() } else { " ".repeat(terminal_text::columns(&head)) };
            let spans: Vec<StyledText> = std::iter::once((indent, CellStyle::default().bold())).chain(line).collect();
            out += &super::canvas::line(&spans, scene.options.colour);
        }
    }
    out
}

/// Formats a unit with its name, or with its token if it is hidden.
fn piece(scene: &TextScene, piece: &Piece) -> StyledText {
    let (chip, style) = units::chip(scene, piece);
    match (&piece.face, piece.token) {
        (Some(face), _) => {
            let marks: String = face.marks.iter().map(|(_, sign)| units::character(*sign)).collect();
            (format!("{chip}{marks} {}", terminal_text::clean(&face.name)), style)
        }
        (None, Some(token)) => (format!("{chip}{token}"), style),
        (None, None) => (chip, style),
    }
}

/// The cells of a row. Content that is too long for a line is wrapped between spans.
struct Row {
    cells: [Vec<StyledText>; 4],
}

fn headings(scene: &TextScene) -> Row {
    Row {
        cells: if scene.content.style.points.is_empty() { AREA_HEADINGS } else { POINT_HEADINGS }
            .map(|text| vec![(scene.say(text).to_owned(), CellStyle::default().bold())]),
    }
}

fn row(scene: &TextScene, space: SpaceId) -> Row {
    let chips = scene.pieces(space).iter().map(|unit| piece(scene, unit)).collect();
    Row { cells: [vec![name(scene, space)], vec![terrain(scene, space)], chips, borders(scene, space)] }
}

fn name(scene: &TextScene, space: SpaceId) -> StyledText {
    let label = terminal_text::clean(&scene.label(space));
    let owner = scene.owner(space).map_or(String::new(), |letter| format!(" :{letter}"));
    match scene.is_marked(space) {
        true => (format!(">{label}{owner}<"), CellStyle::ink(16).bold().on(MARK)),
        false => (format!(" {label}{owner}"), CellStyle::default()),
    }
}

fn terrain(scene: &TextScene, space: SpaceId) -> StyledText {
    let terrain = scene.key.terrain(scene.content, space);
    let signs: String = scene.key.tags_at(space).map(|tag| tag.character).collect();
    let name = terrain.map_or("", |terrain| &terrain.name);
    let text = if signs.is_empty() { name.to_owned() } else { format!("{name} {signs}") };
    let style = if text.is_empty() { CellStyle::default() } else { CellStyle::ink(16).on(ground(terrain).ansi) };
    (text.trim().to_owned(), style)
}

fn borders(scene: &TextScene, space: SpaceId) -> Vec<StyledText> {
    let map = &scene.content.map;
    let border = |link: &grognard_engine::map::Link| {
        let here = scene.key.features.iter().filter(|key| key.bit & link.features != 0);
        let marks: String = here.clone().map(|key| key.character).collect();
        let ink = here.clone().next().map_or(CellStyle::default(), |key| CellStyle::ink(key.look.ansi));
        (terminal_text::clean(map.names.name(link.to)) + &marks, ink)
    };
    map.links(space).iter().map(border).collect()
}

/// Returns the column widths. Names and terrain get their full width up to a limit; units and borders share the
/// remaining width.
fn widths(rows: &[Row], total: usize) -> [usize; 4] {
    let widest = |at: usize, least: usize, most: usize| {
        let all = rows.iter().map(|row| {
            row.cells[at].iter().map(|span| terminal_text::columns(&span.0) + 1).sum::<usize>().saturating_sub(1)
        });
        all.max().unwrap_or(0).clamp(least, most.max(least))
    };
    let name = widest(0, 4, total * 3 / 10);
    let terrain = widest(1, 6, total / 6);
    let rest = total.saturating_sub(name + terrain + 3 * GAP.len()).max(12);
    let units = widest(2, 5, rest / 2);
    [name, terrain, units, rest - units]
}

impl Row {
    fn print(&self, widths: &[usize; 4], colour: bool, out: &mut String) {
        let cells: Vec<Vec<Vec<StyledText>>> =
            self.cells.iter().zip(widths).map(|(cell, &width)| wrap(cell, width)).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(1);
        for at in 0..lines {
            let mut spans: Vec<StyledText> = Vec::new();
            for (cell, width) in cells.iter().zip(widths) {
                let line = cell.get(at).cloned().unwrap_or_default();
                let fill = width.saturating_sub(columns(&line));
                spans.extend(line);
                spans.push((" ".repeat(fill) + GAP, CellStyle::default()));
            }
            // Writing to a string cannot fail.
            let _ = write!(out, "{}", super::canvas::line(&spans, colour));
        }
    }
}

/// Arranges spans in lines of at most the given width, with a space between spans on the same line.
pub fn wrap(spans: &[StyledText], width: usize) -> Vec<Vec<StyledText>> {
    let mut lines: Vec<Vec<StyledText>> = vec![Vec::new()];
    for (text, style) in spans {
        let text = terminal_text::shorten(text, width);
        let used = lines.last().map_or(0, |line| columns(line));
        if used > 0 && used + 1 + terminal_text::columns(&text) > width {
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push((" ".to_owned(), CellStyle::default()));
            }
            line.push((text, *style));
        }
    }
    lines
}
