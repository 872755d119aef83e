//! Imports maps drawn as text or in Tiled into a `map.toml`: hexes, or points with their connections.
//!
//! [`import`] reads a file as a [`Drawing`]. [`Drawing::toml`] writes a new map, and [`Drawing::merge`] updates an
//! existing one without losing what is not in the drawing.

mod layout;
mod merge;
mod points;
mod text_map;
mod tiled;
mod tiled_points;

use grognard_packs::Diagnostic;
use grognard_packs::source::{MAX_FILE, display_path};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A map as read from a drawing. Its names are checked when the map is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The points; if there are any, the map is a map of points, and has no hexes.
    pub points: Vec<DrawnPoint>,
    /// Whether the hexes are flat-topped, rather than pointy-topped.
    pub flat: bool,
    /// Whether the columns with odd printed numbers are the shifted ones; for pointy-topped hexes, the rows.
    pub odd_shifted: bool,
    /// First and last column.
    pub columns: [i32; 2],
    /// First and last row.
    pub rows: [i32; 2],
    /// Hexes of the rectangle that are not on the map.
    pub missing: Vec<String>,
    /// Hexes by terrain.
    pub terrain: BTreeMap<String, Vec<String>>,
    /// Hexes by tag.
    pub tags: BTreeMap<String, Vec<String>>,
    /// Titles by hex.
    pub titles: BTreeMap<String, String>,
    /// Borders by feature or, on a map of points, connections.
    pub border: BTreeMap<String, Vec<String>>,
    /// Hexes by edge.
    pub edges: BTreeMap<String, Vec<String>>,
}

/// A point of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnPoint {
    /// The name.
    pub name: String,
    /// The position.
    pub at: [i32; 2],
    /// How large the point is drawn, if the drawing tells it.
    pub size: Option<u8>,
}

/// Reads a drawing: a Tiled map if the file name ends in `.tmx`, otherwise a map drawn as text.
pub fn import(path: &Path) -> Result<Drawing, Vec<Diagnostic>> {
    if std::fs::metadata(path).is_ok_and(|drawing| drawing.len() > MAX_FILE) {
        let message = format!("the drawing is larger than {} megabytes", MAX_FILE >> 20);
        return Err(vec![Diagnostic::file("E131", display_path(path), message)]);
    }
    let is_tiled = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("tmx"));
    if is_tiled { tiled::read(path).map_err(|error| vec![error]) } else { text_map::read(path) }
}

/// Formats the printed number of a hex.
fn number(column: i32, row: i32) -> String {
    format!("{column:02}{row:02}")
}

impl Drawing {
    /// Formats the drawing as a `map.toml`, whose first line names `from` as the source.
    pub fn toml(&self, from: &str) -> String {
        let mut text = format!("# Drawn in {from}.\nkind = \"{}\"\n", self.kind());
        if !self.points.is_empty() {
            let _ = writeln!(text, "\npoint = {}", self.point_list());
        }
        self.grid(&mut text);
        section(&mut text, "terrain", &self.terrain, "");
        section(&mut text, "tags", &self.tags, MARK);
        if !self.titles.is_empty() {
            text += "\n[titles]\n";
            for (hex, title) in &self.titles {
                let _ = writeln!(text, "{} = {} {MARK}", quoted(hex), quoted(title));
            }
        }
        for (name, table) in [(self.border_table(), &self.border), ("edges", &self.edges)] {
            section(&mut text, name, table, MARK);
        }
        text
    }

    /// Returns the kind of the map.
    fn kind(&self) -> &'static str {
        if self.points.is_empty() { "hex" } else { "points" }
    }

    /// Returns the name of the table that lists the features of borders or of connections.
    fn border_table(&self) -> &'static str {
        if self.points.is_empty() { "border" } else { "connections" }
    }

    /// Formats the points as a list, one to a line.
    fn point_list(&self) -> String {
        let size = |point: &DrawnPoint| point.size.map_or(String::new(), |size| format!(", size = {size}"));
        let point = |point: &DrawnPoint| {
            let name = quoted(&point.name);
            format!("    {{ name = {name}, at = {:?}{} }},\n", point.at, size(point))
        };
        format!("[\n{}]", self.points.iter().map(point).collect::<String>())
    }

    /// Writes the keys that define the grid of hexes, if there is one.
    fn grid(&self, text: &mut String) {
        if !self.points.is_empty() {
            return;
        }
        let orientation = if self.flat { "flat" } else { "pointy" };
        let shifted = if self.odd_shifted { "odd" } else { "even" };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "orientation = \"{orientation}\"\nshifted = \"{shifted}\"");
        let _ = writeln!(text, "columns = {:?}\nrows = {:?}", self.columns, self.rows);
        if !self.missing.is_empty() {
            let _ = writeln!(text, "missing = {}", list(&self.missing));
        }
    }
}

/// The mark on entries that come from a drawing, in tables that can also have other entries. The next import removes
/// marked entries that are no longer in the drawing.
const MARK: &str = "# drawn";

fn section(text: &mut String, name: &str, table: &BTreeMap<String, Vec<String>>, mark: &str) {
    if table.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n[{name}]");
    for (key, values) in table {
        let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let key = if is_bare { key.clone() } else { quoted(key) };
        let _ = writeln!(text, "{}", format!("{key} = {} {mark}", list(values)).trim_end());
    }
}

/// Formats a list of strings, twelve to a line.
fn list(values: &[String]) -> String {
    let lines: Vec<_> =
        values.chunks(12).map(|some| some.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", ")).collect();
    match &lines[..] {
        [] => "[]".to_owned(),
        [one] => format!("[{one}]"),
        many => format!("[\n    {},\n]", many.join(",\n    ")),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
