//! A map of points written as text.
//!
//! ```text
//! kind = points
//!
//! point Kiel: 130 60, clear, port
//! point Hamburg: 120 160, city, size 3, "Free City of Hamburg"
//!
//! connection road: Kiel-Hamburg
//! connection sea: Kiel/Copenhagen, Kiel/Danzig
//! ```

use crate::{Drawing, DrawnPoint};
use grognard_packs::Diagnostic;
use grognard_packs::source::Source;
use std::collections::BTreeMap;

/// The beginning of the line that says what a file contains.
const KIND: &str = "kind";

/// Returns whether a text describes points.
pub(crate) fn is_meant(text: &str) -> bool {
    let setting = |line: &str| line.split_once('=').map(|(key, value)| (key.trim() == KIND, value.trim() == "points"));
    text.lines().any(|line| setting(line) == Some((true, true)))
}

struct PointsParser<'a> {
    source: &'a Source,
    drawing: Drawing,
    /// The line of each point.
    lines: BTreeMap<String, usize>,
    wrong: Vec<Diagnostic>,
}

/// Reads the text and reports all mistakes.
pub(crate) fn parse(source: &Source) -> Result<Drawing, Vec<Diagnostic>> {
    let (lines, wrong) = (BTreeMap::new(), Vec::new());
    let mut parser = PointsParser { source, drawing: Drawing::default(), lines, wrong };
    let mut connections = Vec::new();
    for (at, line) in source.text.lines().enumerate() {
        let line = line.trim();
        match line.split_once(':').map(|(head, rest)| (head.trim(), rest.trim())) {
            _ if line.is_empty() || line.starts_with('#') || is_meant(line) => {}
            Some((head, rest)) if head.starts_with("point ") => parser.point(at, head["point ".len()..].trim(), rest),
            Some((head, rest)) if head.starts_with("connection ") => {
                connections.push((at, head["connection ".len()..].trim().to_owned(), rest.to_owned()));
            }
            _ => {
                let help = "write `point Kiel: 130 60, clear` or `connection road: Kiel-Hamburg`";
                parser.slip(at, "this line is neither a point nor a connection", help);
            }
        }
    }
    for (at, feature, list) in connections {
        for connection in list.split(',').map(str::trim).filter(|connection| !connection.is_empty()) {
            parser.connection(at, &feature, connection);
        }
    }
    if parser.drawing.points.is_empty() && parser.wrong.is_empty() {
        parser.slip(0, "the file contains no points", "write a line for each: `point Kiel: 130 60, clear`");
    }
    if parser.wrong.is_empty() { Ok(parser.drawing) } else { Err(grognard_packs::tidy(parser.wrong)) }
}

impl PointsParser<'_> {
    fn slip(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        let error = Diagnostic::line("E131", &self.source.name, &self.source.text, at + 1, message);
        self.wrong.push(error.help(help));
    }

    /// Reads the description of a point: `130 60, clear, port, size 2, "Title"`.
    fn point(&mut self, at: usize, name: &str, rest: &str) {
        if let Some(first) = self.lines.insert(name.to_owned(), at) {
            let help = format!("the first is in line {}", first + 1);
            return self.slip(at, format!("there are two points called `{name}`"), help);
        }
        let title = rest.split('"').nth(1);
        let mut parts = rest.split('"').next().unwrap_or_default().split(',').map(str::trim);
        let numbers = parts.next().unwrap_or_default().split_whitespace().map(|number| number.parse().ok());
        let [Some(x), Some(y)] = numbers.collect::<Vec<Option<i32>>>()[..] else {
            let help = format!("write the distances from the left and from the top: `point {name}: 130 60, clear`");
            return self.slip(at, format!("`{name}` has no position"), help);
        };
        let (mut size, mut has_terrain) = (None, false);
        for part in parts.filter(|part| !part.is_empty()) {
            if let Some(text) = part.strip_prefix("size ") {
                size = text.trim().parse().ok().filter(|size| (1..=3).contains(size));
                if size.is_none() {
                    self.slip(at, format!("`{text}` is not a size"), "write `size 1`, `size 2` or `size 3`");
                }
            } else if !std::mem::replace(&mut has_terrain, true) {
                self.drawing.terrain.entry(part.to_owned()).or_default().push(name.to_owned());
            } else {
                for tag in part.split_whitespace() {
                    self.drawing.tags.entry(tag.to_owned()).or_default().push(name.to_owned());
                }
            }
        }
        if let Some(title) = title {
            self.drawing.titles.insert(name.to_owned(), title.to_owned());
        }
        self.drawing.points.push(DrawnPoint { name: name.to_owned(), at: [x, y], size });
    }

    /// Adds a connection `A/B`, or a chain of them: `A-B-C`, or `A - B - C` if names contain hyphens.
    fn connection(&mut self, at: usize, feature: &str, text: &str) {
        let sign = ["/", " - "].into_iter().find(|sign| text.contains(sign)).unwrap_or("-");
        let ends: Vec<&str> = text.split(sign).map(str::trim).collect();
        for end in &ends {
            if !self.lines.contains_key(*end) {
                let near = grognard_luau::suggest::nearest(end, self.lines.keys().map(String::as_str));
                let help = near.map_or("write a line for it: `point NAME: X Y`".to_owned(), |near| {
                    format!("did you mean `{near}`?")
                });
                self.slip(at, format!("there is no point `{end}`"), help);
            }
        }
        if ends.len() < 2 {
            let help = "write `Kiel/Hamburg`, or a chain `Kiel-Hamburg-Berlin`";
            return self.slip(at, format!("`{text}` connects nothing"), help);
        }
        self.drawing.border.entry(feature.to_owned()).or_default().push(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COAST: &str = "\
# The coast
kind = points

point Kiel: 130 60, clear, port naval
point Hamburg: 120 160, city, size 3, \"Free City of Hamburg\"
point Bad Segeberg: 140 110

connection road: Kiel - Bad Segeberg - Hamburg
connection rail: Kiel/Hamburg, Bad Segeberg/Hamburg
";

    fn drawn(text: &str) -> Result<Drawing, String> {
        let source = Source::new("coast.txt", text);
        assert!(is_meant(text));
        parse(&source).map_err(|all| grognard_packs::render(&all, false))
    }

    #[test]
    fn points_become_a_map() {
        let expected = r#"# Drawn in coast.txt.
kind = "points"

point = [
    { name = "Kiel", at = [130, 60] },
    { name = "Hamburg", at = [120, 160], size = 3 },
    { name = "Bad Segeberg", at = [140, 110] },
]

[terrain]
city = ["Hamburg"]
clear = ["Kiel"]

[tags]
naval = ["Kiel"] # drawn
port = ["Kiel"] # drawn

[titles]
"Hamburg" = "Free City of Hamburg" # drawn

[connections]
rail = ["Kiel/Hamburg", "Bad Segeberg/Hamburg"] # drawn
road = ["Kiel - Bad Segeberg - Hamburg"] # drawn
"#;
        let drawing = drawn(COAST).unwrap();
        assert_eq!(drawing.toml("coast.txt"), expected);
        assert_eq!(drawing.merge("map.toml", expected, "coast.txt").unwrap(), expected);
        let moved = drawn(&COAST.replace("130 60", "131 61")).unwrap();
        let merged = moved.merge("map.toml", &format!("{expected}river = [\"Kiel/Hamburg\"]\n"), "coast.txt").unwrap();
        assert!(merged.contains("at = [131, 61]") && merged.contains("river = "), "{merged}");
        let hexes = "kind = \"hex\"\n";
        assert!(
            drawing.merge("map.toml", hexes, "x").unwrap_err()[0].message.contains("the drawing is of kind `points`")
        );
    }

    #[test]
    fn all_slips_are_reported_with_their_places() {
        let text = COAST.replace("130 60", "130").replace("size 3", "size 9").replace("Kiel/Hamburg", "Kil/Hamburg");
        let error = drawn(&format!("{text}point Hamburg: 1 1\nconnection road: Hamburg\nnonsense\n")).unwrap_err();
        for part in [
            "`Kiel` has no position",
            "`9` is not a size",
            "there is no point `Kil`",
            "did you mean `Kiel`?",
            "there are two points called `Hamburg`",
            "the first is in line 5",
            "`Hamburg` connects nothing",
            "this line is neither a point nor a connection",
            "coast.txt:12",
        ] {
            assert!(error.contains(part), "{part}\n{error}");
        }
        assert!(drawn("kind = points\n").unwrap_err().contains("the file contains no points"));
    }
}
