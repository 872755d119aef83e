//! A map drawn as text: a legend, then one sign for each hex.
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
//! border rail: 0101-0202-0301
//! edge west: 0101 0102
//! ```

use super::{Drawing, number};
use crate::diagnostic::Diagnostic;
use crate::source::{Place, Source};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The sign of a place that is no hex.
const NOTHING: &str = "-";

const SETTINGS: [&str; 3] = ["orientation", "shifted", "first"];

/// What a sign of the legend stands for.
struct Sign {
    terrain: String,
    tags: Vec<String>,
    title: Option<String>,
    line: usize,
    used: usize,
}

struct Reader {
    source: Arc<Source>,
    legend: BTreeMap<String, Sign>,
    drawing: Drawing,
    first: (i32, i32),
    wrong: Vec<Diagnostic>,
}

/// Reads the file; all slips are reported.
pub(super) fn read(path: &Path) -> Result<Drawing, Vec<Diagnostic>> {
    let name = crate::source::shown(path);
    let bytes = std::fs::read(path).map_err(|error| vec![Diagnostic::general("E131", format!("cannot read {name}: {error}"))])?;
    match String::from_utf8(bytes) {
        Ok(text) => parse(Source::new(name, text)),
        Err(_) => Err(vec![Diagnostic::file("E131", name, "a map drawn as text is UTF-8; maps of Tiled end in .tmx")]),
    }
}

fn parse(source: Arc<Source>) -> Result<Drawing, Vec<Diagnostic>> {
    let drawing = Drawing { flat: true, columns: [1, 0], rows: [1, 0], ..Drawing::default() };
    let mut reader = Reader { source: source.clone(), legend: BTreeMap::new(), drawing, first: (1, 1), wrong: Vec::new() };
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

impl Reader {
    /// A slip; `part` is what is underlined, the whole line if it is empty.
    fn slip(&mut self, at: usize, part: &str, message: impl Into<String>) -> &mut Diagnostic {
        let mut error = Diagnostic::line("E131", &self.source.name, &self.source.text, at + 1, message);
        let line = self.source.text.lines().nth(at).unwrap_or_default();
        if let Some(offset) = line.find(part).filter(|_| !part.is_empty()) {
            let start = self.source.text.split_inclusive('\n').take(at).map(str::len).sum::<usize>() + offset;
            error = Diagnostic::at("E131", &Place { source: self.source.clone(), span: start..start + part.len() }, error.message);
        }
        self.wrong.push(error);
        let last = self.wrong.len() - 1;
        &mut self.wrong[last]
    }

    /// A line outside the map: a setting, a sign of the legend, borders, an edge.
    fn statement(&mut self, at: usize, line: &str) {
        if let Some((key, value)) = line.split_once('=').filter(|(key, _)| !key.contains(':')) {
            return self.setting(at, key.trim(), value.trim());
        }
        let Some((head, rest)) = line.split_once(" :").or_else(|| line.split_once(':')) else {
            self.slip(at, "", "this line says nothing").expected =
                Some("expected `sign : terrain`, `map`, `border NAME: …` or `edge NAME: …`".into());
            return;
        };
        let words: Vec<&str> = head.split_whitespace().collect();
        match words[..] {
            ["border", name] => listed(&mut self.drawing.border, name, rest),
            ["edge", name] => listed(&mut self.drawing.edges, name, rest),
            [sign] => self.sign(at, sign, rest),
            _ => {
                self.slip(at, head, format!("`{head}` is neither a sign nor a border nor an edge")).help =
                    Some("write `. : clear`, `border rail: 0101-0202` or `edge west: 0101 0102`".into())
            }
        }
    }

    fn setting(&mut self, at: usize, key: &str, value: &str) {
        match (key, value) {
            ("orientation", "flat" | "pointy") => self.drawing.flat = value == "flat",
            ("shifted", "odd" | "even") => self.drawing.odd_shifted = value == "odd",
            ("first", _) => match first(value) {
                Some(first) => self.first = first,
                None => self.slip(at, value, format!("`{value}` is not the number of a hex")).help = Some("write `first = 0101`".into()),
            },
            ("orientation", _) => {
                self.slip(at, value, "orientation is `flat` or `pointy`").expected = Some("expected flat or pointy".into())
            }
            ("shifted", _) => {
                self.slip(at, value, "shifted columns or rows are the `odd` or the `even` ones").expected =
                    Some("expected odd or even".into())
            }
            _ => {
                let near = grognard_engine::nearest::nearest(key, SETTINGS).map(|right| format!("did you mean `{right}`?"));
                self.slip(at, key, format!("there is no setting `{key}`")).help = near;
            }
        }
    }

    fn sign(&mut self, at: usize, sign: &str, meaning: &str) {
        if sign == NOTHING || self.legend.contains_key(sign) {
            let message = if sign == NOTHING { "`-` always means that there is no hex" } else { "this sign is in the legend twice" };
            self.slip(at, sign, message);
            return;
        }
        let title = meaning.split('"').nth(1).map(str::to_owned);
        let mut parts = meaning.split('"').next().unwrap_or_default().split(',').map(str::trim);
        let terrain = parts.next().unwrap_or_default().to_owned();
        if terrain.is_empty() || terrain.contains(' ') {
            self.slip(at, meaning.trim(), "a sign stands for a terrain first").help =
                Some(format!("write `{sign} : clear, tag tag, \"Title\"`"));
        }
        let tags = parts.flat_map(str::split_whitespace).map(str::to_owned).collect();
        self.legend.insert(sign.to_owned(), Sign { terrain, tags, title, line: at, used: 0 });
    }

    /// One row of the map. Signs stand apart, or every character is one.
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
            self.slip(at, "", format!("this row has {width} hexes, the first one {expected}")).help =
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
            let near = grognard_engine::nearest::nearest(sign, self.legend.keys().map(String::as_str)).map(str::to_owned);
            let help = near.map_or("add it to the legend above the map: `x : clear`".to_owned(), |near| format!("did you mean `{near}`?"));
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

    fn finish(mut self) -> Result<Drawing, Vec<Diagnostic>> {
        if self.drawing.rows[1] < self.drawing.rows[0] && self.wrong.is_empty() {
            self.slip(0, "", "there is no map here").help = Some("write `map`, then one line of signs for each row".into());
        }
        let odd: Vec<_> = self.legend.iter().filter_map(|(sign, meaning)| Some((sign.clone(), meaning.line, trouble(meaning)?))).collect();
        for (sign, line, trouble) in odd {
            self.slip(line, &sign, trouble);
        }
        if self.wrong.is_empty() { Ok(self.drawing) } else { Err(crate::diagnostic::tidy(self.wrong)) }
    }
}

/// What is odd about how often a sign is used.
fn trouble(sign: &Sign) -> Option<&'static str> {
    match (sign.used, &sign.title) {
        (0, _) => Some("this sign is not on the map"),
        (2.., Some(_)) => Some("a sign with a title stands for one hex, but it is on the map more than once"),
        _ => None,
    }
}

fn listed(table: &mut BTreeMap<String, Vec<String>>, name: &str, rest: &str) {
    let items = rest.split([' ', ',', '\t']).filter(|item| !item.is_empty()).map(str::to_owned);
    table.entry(name.to_owned()).or_default().extend(items);
}

/// Column and row of a number of four digits.
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
        parse(Source::new("rostov.txt", text)).map_err(|all| crate::render(&all, false))
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
city = ["0602"]
objective = ["0602"]

[titles]
"0602" = "Rostov"

[border]
rail = ["0501-0602", "0601/0701"]

[edges]
west = ["0501", "0502"]
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
        let text = SMALL.replace("shifted", "shiftd").replace("f R .", "f r . .").replace("f : forest", "f : forest\nw : swamp\nnonsense");
        let error = drawn(&text).unwrap_err();
        for part in [
            "there is no setting `shiftd`",
            "did you mean `shifted`?",
            "this sign is not on the map",
            "this line says nothing",
            "this row has 4 hexes, the first one 3",
            "rostov.txt:13:3",
            "`r` is not in the legend",
            "did you mean `R`?",
        ] {
            assert!(error.contains(part), "{part}\n{error}");
        }
    }

    #[test]
    fn a_title_belongs_to_one_hex() {
        let error = drawn(&SMALL.replace("f R .", "R R .")).unwrap_err();
        assert!(error.contains("on the map more than once"), "{error}");
    }

    #[test]
    fn an_empty_file_has_no_map() {
        assert!(drawn("").unwrap_err().contains("there is no map here"));
    }
}
