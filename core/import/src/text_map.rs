//! A map drawn as text: a legend, then one symbol for each hex.
//!
//! ```text
//! shifted = even
//! first = 0101
//!
//! . : clear
//! f : forest
//! R : clear, city objective, "Rostov"
//!
//! map
//! . . f .
//! f R . -
//!
//! tag zone-38: 0101..0202 0301
//! border rail: 0101-0202-0301
//! edge west: 0101 0102
//! ```
//!
//! `0101..0202` stands for all hexes on the map in columns 01 to 02 and rows 01 to 02.

use crate::{Drawing, number, points};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan, display_path};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// The symbol for a position without a hex.
const NOTHING: &str = "-";

const SETTINGS: [&str; 3] = ["orientation", "shifted", "first"];

/// A symbol in the legend, with its meaning.
struct LegendSign {
    terrain: String,
    tags: Vec<String>,
    title: Option<String>,
    line: usize,
    used: usize,
}

/// A line that lists the hexes with a tag or along an edge.
struct HexListing {
    is_tag: bool,
    name: String,
    hexes: String,
    line: usize,
}

struct DrawingParser {
    source: Arc<Source>,
    legend: BTreeMap<String, LegendSign>,
    listings: Vec<HexListing>,
    drawing: Drawing,
    first: (i32, i32),
    wrong: Vec<Diagnostic>,
}

/// Reads the file and reports all mistakes.
pub(crate) fn read(path: &Path) -> Result<Drawing, Vec<Diagnostic>> {
    let name = display_path(path);
    let bytes = std::fs::read(path)
        .map_err(|error| vec![Diagnostic::general("E131", format!("cannot read {name}: {error}"))])?;
    match String::from_utf8(bytes) {
        Ok(text) if points::is_meant(&text) => points::parse(&Source::new(name, text)),
        Ok(text) => parse(Source::new(name, text)),
        Err(_) => Err(vec![Diagnostic::file(
            "E131",
            name,
            "this is not UTF-8 text; the name of a Tiled map must end in .tmx",
        )]),
    }
}

fn parse(source: Arc<Source>) -> Result<Drawing, Vec<Diagnostic>> {
    let drawing = Drawing { flat: true, columns: [1, 0], rows: [1, 0], ..Drawing::default() };
    let mut reader = DrawingParser {
        source: source.clone(),
        legend: BTreeMap::new(),
        listings: Vec::new(),
        drawing,
        first: (1, 1),
        wrong: Vec::new(),
    };
    let mut in_map = None;
    for (at, line) in source.text.lines().enumerate() {
        let is_comment = line.trim_start().starts_with('#') && in_map.is_none();
        match (line.trim(), in_map) {
            (_, _) if is_comment => {}
            ("", _) => in_map = None,
            ("map", None) if reader.drawing.rows[1] < reader.drawing.rows[0] => in_map = Some(0),
            ("map", None) => drop(reader.slip(at, "", "there is a second map")),
            (_, Some(row)) => {
                reader.row(at, row, line);
                in_map = Some(row + 1);
            }
            (line, None) => reader.statement(at, line),
        }
    }
    reader.finish()
}

impl DrawingParser {
    /// Reports a mistake. Underlines `part`, or the whole line if `part` is empty.
    fn slip(&mut self, at: usize, part: &str, message: impl Into<String>) -> &mut Diagnostic {
        let mut error = Diagnostic::line("E131", &self.source.name, &self.source.text, at + 1, message);
        let line = self.source.text.lines().nth(at).unwrap_or_default();
        if let Some(offset) = line.find(part).filter(|_| !part.is_empty()) {
            let start = self.source.text.split_inclusive('\n').take(at).map(str::len).sum::<usize>() + offset;
            error = Diagnostic::at(
                "E131",
                &SourceSpan { source: self.source.clone(), span: start..start + part.len() },
                error.message,
            );
        }
        self.wrong.push(error);
        let last = self.wrong.len() - 1;
        &mut self.wrong[last]
    }

    /// Reads a line outside the map: a setting, a symbol of the legend, or a list of tagged hexes, borders or edge
    /// hexes.
    fn statement(&mut self, at: usize, line: &str) {
        if let Some((key, value)) = line.split_once('=').filter(|(key, _)| !key.contains(':')) {
            return self.setting(at, key.trim(), value.trim());
        }
        let Some((head, rest)) = line.split_once(" :").or_else(|| line.split_once(':')) else {
            self.slip(at, "", "this line is not valid").expected =
                Some("expected `symbol : terrain`, `map`, `tag NAME: …`, `border NAME: …` or `edge NAME: …`".into());
            return;
        };
        let words: Vec<&str> = head.split_whitespace().collect();
        match words[..] {
            ["border", name] => add_listing(&mut self.drawing.border, name, rest),
            [word @ ("tag" | "edge"), name] => {
                let (name, hexes) = (name.to_owned(), rest.to_owned());
                self.listings.push(HexListing { is_tag: word == "tag", name, hexes, line: at });
            }
            [sign] => self.sign(at, sign, rest),
            _ => {
                self.slip(at, head, format!("`{head}` is not a symbol, a tag, a border or an edge")).help = Some(
                    "write `. : clear`, `tag city: 0101 0102`, `border rail: 0101-0202` or `edge west: 0101 0102`"
                        .into(),
                )
            }
        }
    }

    fn setting(&mut self, at: usize, key: &str, value: &str) {
        match (key, value) {
            ("orientation", "flat" | "pointy") => self.drawing.flat = value == "flat",
            ("shifted", "odd" | "even") => self.drawing.odd_shifted = value == "odd",
            ("first", _) => match first(value) {
                Some(first) => self.first = first,
                None => {
                    self.slip(at, value, format!("`{value}` is not a hex number")).help =
                        Some("write `first = 0101`".into())
                }
            },
            ("orientation", _) => {
                self.slip(at, value, "`orientation` must be `flat` or `pointy`").expected =
                    Some("expected flat or pointy".into())
            }
            ("shifted", _) => {
                self.slip(at, value, "`shifted` must be `odd` or `even`").expected = Some("expected odd or even".into())
            }
            _ => {
                let near =
                    grognard_luau::suggest::nearest(key, SETTINGS).map(|right| format!("did you mean `{right}`?"));
                self.slip(at, key, format!("there is no setting `{key}`")).help = near;
            }
        }
    }

    fn sign(&mut self, at: usize, sign: &str, meaning: &str) {
        if sign == NOTHING || self.legend.contains_key(sign) {
            let message = if sign == NOTHING {
                "`-` cannot be in the legend: it always means that there is no hex"
            } else {
                "this symbol is in the legend twice"
            };
            self.slip(at, sign, message);
            return;
        }
        let title = meaning.split('"').nth(1).map(str::to_owned);
        let mut parts = meaning.split('"').next().unwrap_or_default().split(',').map(str::trim);
        let terrain = parts.next().unwrap_or_default().to_owned();
        if terrain.is_empty() || terrain.contains(' ') {
            self.slip(at, meaning.trim(), "the meaning of a symbol must begin with a terrain").help =
                Some(format!("write a terrain, then any tags and a title: `{sign} : clear, city, \"Title\"`"));
        }
        let tags = parts.flat_map(str::split_whitespace).map(str::to_owned).collect();
        self.legend.insert(sign.to_owned(), LegendSign { terrain, tags, title, line: at, used: 0 });
    }

    /// Reads a row of the map. If it contains no spaces between symbols, every character is a symbol.
    fn row(&mut self, at: usize, row: i32, line: &str) {
        let apart = line.trim().contains(char::is_whitespace);
        let signs: Vec<String> = match apart {
            true => line.split_whitespace().map(str::to_owned).collect(),
            false => line.trim().chars().map(String::from).collect(),
        };
        let (first, width) = (self.first, signs.len() as i32);
        if row == 0 {
            self.drawing.columns = [first.0, first.0 + width - 1];
        }
        self.drawing.rows = [first.1, first.1 + row];
        let expected = self.drawing.columns[1] - self.drawing.columns[0] + 1;
        if width != expected {
            self.slip(at, "", format!("this row has {width} hexes, but the first one has {expected}")).help =
                Some("write `-` where there is no hex".into());
        }
        for (column, sign) in signs.iter().enumerate() {
            self.hex(at, sign, number(first.0 + column as i32, first.1 + row));
        }
    }

    fn hex(&mut self, at: usize, sign: &str, hex: String) {
        if sign == NOTHING {
            return self.drawing.missing.push(hex);
        }
        let Some(found) = self.legend.get_mut(sign) else {
            let near = grognard_luau::suggest::nearest(sign, self.legend.keys().map(String::as_str)).map(str::to_owned);
            let help = near.map_or("add it to the legend above the map: `x : clear`".to_owned(), |near| {
                format!("did you mean `{near}`?")
            });
            self.slip(at, sign, format!("`{sign}` is not in the legend")).help = Some(help);
            return;
        };
        found.used += 1;
        self.drawing.terrain.entry(found.terrain.clone()).or_default().push(hex.clone());
        for tag in &found.tags {
            self.drawing.tags.entry(tag.clone()).or_default().push(hex.clone());
        }
        if let Some(title) = &found.title {
            self.drawing.titles.insert(hex, title.clone());
        }
    }

    /// Adds the hexes of a listing to its tag or edge, unless they are already there.
    fn listing(&mut self, listing: &HexListing, drawn: &BTreeSet<String>) {
        let mut found = Vec::new();
        for item in items(&listing.hexes) {
            match self.hexes(item, drawn) {
                Some(hexes) => found.extend(hexes),
                None => {
                    let ([west, east], [north, south]) = (self.drawing.columns, self.drawing.rows);
                    let map = format!("the map goes from {} to {}", number(west, north), number(east, south));
                    self.slip(listing.line, item, format!("`{item}` is not on the map")).help =
                        Some(format!("{map}; write hexes and ranges: `0101 0203..0405`"));
                }
            }
        }
        let table = if listing.is_tag { &mut self.drawing.tags } else { &mut self.drawing.edges };
        let hexes = table.entry(listing.name.clone()).or_default();
        for hex in found {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
    }

    /// Returns the hexes on the map that `0101` or the range `0101..0303` covers; `None` if there are none.
    fn hexes(&self, item: &str, drawn: &BTreeSet<String>) -> Option<Vec<String>> {
        let Some((from, to)) = item.split_once("..") else {
            return drawn.contains(item).then(|| vec![item.to_owned()]);
        };
        let on_map = |(column, row): (i32, i32)| {
            let within = |[low, high]: [i32; 2], at: i32| (low..=high).contains(&at);
            (within(self.drawing.columns, column) && within(self.drawing.rows, row)).then_some((column, row))
        };
        let (from, to) = (on_map(first(from)?)?, on_map(first(to)?)?);
        let rows = from.1.min(to.1)..=from.1.max(to.1);
        let all = rows.flat_map(|row| (from.0.min(to.0)..=from.0.max(to.0)).map(move |column| number(column, row)));
        Some(all.filter(|hex| drawn.contains(hex)).collect()).filter(|hexes: &Vec<String>| !hexes.is_empty())
    }

    fn finish(mut self) -> Result<Drawing, Vec<Diagnostic>> {
        if self.drawing.rows[1] < self.drawing.rows[0] && self.wrong.is_empty() {
            self.slip(0, "", "the file contains no map").help =
                Some("write `map`, then one line of symbols for each row".into());
        }
        let odd: Vec<_> = self
            .legend
            .iter()
            .filter_map(|(sign, meaning)| Some((sign.clone(), meaning.line, trouble(meaning)?)))
            .collect();
        for (sign, line, trouble) in odd {
            self.slip(line, &sign, trouble);
        }
        let drawn: BTreeSet<String> = self.drawing.terrain.values().flatten().cloned().collect();
        let listings = std::mem::take(&mut self.listings);
        for listing in listings.iter().filter(|_| !drawn.is_empty()) {
            self.listing(listing, &drawn);
        }
        if self.wrong.is_empty() { Ok(self.drawing) } else { Err(grognard_packs::tidy(self.wrong)) }
    }
}

/// Returns a message if a symbol is never used, or is used more than once although it has a title.
fn trouble(sign: &LegendSign) -> Option<&'static str> {
    match (sign.used, &sign.title) {
        (0, _) => Some("this symbol is not on the map"),
        (2.., Some(_)) => {
            Some("a symbol with a title must stand for one hex, but this one is on the map more than once")
        }
        _ => None,
    }
}

fn add_listing(table: &mut BTreeMap<String, Vec<String>>, name: &str, rest: &str) {
    table.entry(name.to_owned()).or_default().extend(items(rest).map(str::to_owned));
}

/// Splits a list into its parts.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',', '\t']).filter(|item| !item.is_empty())
}

/// Splits a four-digit hex number into its column and row.
fn first(value: &str) -> Option<(i32, i32)> {
    let (column, row) = value.split_at_checked(2)?;
    let part = |text: &str| (text.len() == 2).then(|| text.parse().ok()).flatten();
    Some((part(column)?, part(row)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "\
# Rostov
shifted = odd
first = 0501

. : clear
f : forest
R : clear, city objective, \"Rostov\"

map
. f -
f R .

border rail: 0501-0602 0601/0701
edge west: 0501 0502
";

    fn drawn(text: &str) -> Result<Drawing, String> {
        parse(Source::new("rostov.txt", text)).map_err(|all| grognard_packs::render(&all, false))
    }

    #[test]
    fn a_drawing_becomes_a_map() {
        let drawing = drawn(SMALL).unwrap();
        let expected = r#"# Drawn in rostov.txt.
kind = "hex"
orientation = "flat"
shifted = "odd"
columns = [5, 7]
rows = [1, 2]
missing = ["0701"]

[terrain]
clear = ["0501", "0602", "0702"]
forest = ["0601", "0502"]

[tags]
city = ["0602"] # drawn
objective = ["0602"] # drawn

[titles]
"0602" = "Rostov" # drawn

[border]
rail = ["0501-0602", "0601/0701"] # drawn

[edges]
west = ["0501", "0502"] # drawn
"#;
        assert_eq!(drawing.toml("rostov.txt"), expected);
    }

    #[test]
    fn signs_may_stand_together() {
        let drawing = drawn(&SMALL.replace(". f -\nf R .", ".f-\nfR.")).unwrap();
        assert_eq!(drawing, drawn(SMALL).unwrap());
    }

    #[test]
    fn all_slips_are_reported_with_their_places() {
        let text = SMALL
            .replace("shifted", "shiftd")
            .replace("f R .", "f r . .")
            .replace("f : forest", "f : forest\nw : swamp\nnonsense");
        let error = drawn(&text).unwrap_err();
        for part in [
            "there is no setting `shiftd`",
            "did you mean `shifted`?",
            "this symbol is not on the map",
            "this line is not valid",
            "this row has 4 hexes, but the first one has 3",
            "rostov.txt:13:3",
            "`r` is not in the legend",
            "did you mean `R`?",
        ] {
            assert!(error.contains(part), "{part}\n{error}");
        }
    }

    #[test]
    fn tags_and_edges_lie_over_areas_of_hexes() {
        let text = SMALL.replace(
            "edge west: 0501 0502",
            "edge west: 0501..0502\ntag zone-38: 0702..0601, 0501\ntag city: 0602 0501",
        );
        let drawing = drawn(&text).unwrap();
        assert_eq!(drawing.tags["zone-38"], ["0601", "0602", "0702", "0501"], "0701 is not a hex");
        assert_eq!(drawing.tags["city"], ["0602", "0501"], "0602 has the tag from the legend");
        assert_eq!(drawing.edges["west"], ["0501", "0502"]);
    }

    #[test]
    fn tags_of_hexes_off_the_map_are_refused() {
        for (hexes, wrong) in [("0501 0801", "0801"), ("0501..0803", "0501..0803"), ("0701", "0701"), ("east", "east")]
        {
            let error = drawn(&format!("{SMALL}tag zone-38: {hexes}\n")).unwrap_err();
            assert!(error.contains(&format!("`{wrong}` is not on the map")), "{error}");
            assert!(error.contains("from 0501 to 0702") && error.contains("rostov.txt:15:"), "{error}");
        }
    }

    #[test]
    fn a_title_belongs_to_one_hex() {
        let error = drawn(&SMALL.replace("f R .", "R R .")).unwrap_err();
        assert!(error.contains("on the map more than once"), "{error}");
    }

    #[test]
    fn an_empty_file_has_no_map() {
        assert!(drawn("").unwrap_err().contains("the file contains no map"));
    }
}
