//! Merges a drawing into an existing `map.toml`. Everything that does not come from a drawing is kept, with its
//! comments.

use crate::{Drawing, MARK, list, quoted};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use std::collections::BTreeMap;
use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

/// The beginning of the line that names the drawing.
const FROM: &str = "# Drawn in ";

impl Drawing {
    /// Merges this drawing into the text of a `map.toml`, replacing any earlier drawing. The first line names `from` as
    /// the source.
    ///
    /// The drawing defines the terrain and every tag, title, feature and edge that it contains. Other entries are
    /// removed if they are marked as drawn. Everything else in the file is kept.
    pub fn merge(&self, name: &str, text: &str, from: &str) -> Result<String, Vec<Diagnostic>> {
        let mut document = read(name, text, self.kind())?;
        self.settings(&mut document);
        let titles = self.titles.iter().map(|(hex, title)| (hex.clone(), quoted(title))).collect();
        let tables = [
            ("terrain", lists(&self.terrain), ""),
            ("tags", lists(&self.tags), MARK),
            ("titles", titles, MARK),
            (self.border_table(), lists(&self.border), MARK),
            ("edges", lists(&self.edges), MARK),
        ];
        for (key, values, mark) in &tables {
            if !fill(&mut document, key, values, mark) {
                let error = Diagnostic::file("E103", name, format!("`{key}` is not a table"));
                return Err(vec![error.help("correct the file, or write the map to a different file")]);
            }
        }
        Ok(with_drawing_name(&document.to_string(), from))
    }

    /// Writes the keys that define the grid: orientation, columns, rows and missing hexes; or the points.
    fn settings(&self, document: &mut DocumentMut) {
        if !self.points.is_empty() {
            put(document.as_table_mut(), "kind", &quoted(self.kind()), "");
            return put(document.as_table_mut(), "point", &self.point_list(), "");
        }
        let words = [
            ("kind", "hex"),
            ("orientation", if self.flat { "flat" } else { "pointy" }),
            ("shifted", if self.odd_shifted { "odd" } else { "even" }),
        ];
        for (key, word) in words {
            put(document.as_table_mut(), key, &quoted(word), "");
        }
        for (key, pair) in [("columns", self.columns), ("rows", self.rows)] {
            put(document.as_table_mut(), key, &format!("{pair:?}"), "");
        }
        match self.missing.is_empty() {
            true => drop(document.remove("missing")),
            false => put(document.as_table_mut(), "missing", &list(&self.missing), ""),
        }
    }
}

/// Formats each list in a table as TOML.
fn lists(table: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, String> {
    table.iter().map(|(key, values)| (key.clone(), list(values))).collect()
}

/// Parses the file, which must be a map of the drawing's kind.
fn read(name: &str, text: &str, drawn: &str) -> Result<DocumentMut, Vec<Diagnostic>> {
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let place = SourceSpan { source: Source::new(name, text), span: error.span().unwrap_or(0..0) };
        vec![
            Diagnostic::at("E101", &place, error.message().to_owned())
                .help("correct the file, or write the map to a different file"),
        ]
    })?;
    match document.get("kind").and_then(Item::as_str) {
        None => Ok(document),
        Some(kind) if kind == drawn => Ok(document),
        Some(kind) => {
            let error = Diagnostic::file(
                "E513",
                name,
                format!("the existing map is of kind `{kind}`, but the drawing is of kind `{drawn}`"),
            );
            Err(vec![error.help("write the map to another file, or delete this one first")])
        }
    }
}

/// Replaces the drawing's values in the table `name`. If `mark` is empty, the whole table belongs to the drawing; if
/// not, only its marked entries do. Returns `false` if `name` is something other than a table.
fn fill(document: &mut DocumentMut, name: &str, values: &BTreeMap<String, String>, mark: &str) -> bool {
    if values.is_empty() && !document.contains_key(name) {
        return true;
    }
    let item = document.entry(name).or_insert_with(|| Item::Table(Table::new()));
    let Some(table) = item.as_table_like_mut() else { return false };
    let is_gone = |(key, item): (&str, &Item)| !values.contains_key(key) && (mark.is_empty() || is_marked(item));
    let gone: Vec<String> = table.iter().filter(|entry| is_gone(*entry)).map(|(key, _)| key.to_owned()).collect();
    for key in gone {
        table.remove(&key);
    }
    for (key, text) in values {
        put(table, key, text, mark);
    }
    if table.is_empty() {
        document.remove(name);
    }
    true
}

/// Sets a value. An equal value keeps its formatting; the comment after the value is always kept.
fn put(table: &mut dyn TableLike, key: &str, text: &str, mark: &str) {
    // The value written here is always a list or a string.
    let Ok(mut new) = text.parse::<Value>() else { return };
    let old = table.get(key).and_then(Item::as_value);
    let comment = old.and_then(comment_of).unwrap_or_default().to_owned();
    let same = old.filter(|old| is_same(old, &new)).cloned();
    let is_new = old.is_none();
    if same.is_some() && (mark.is_empty() || comment.starts_with(MARK)) {
        return;
    }
    new = same.unwrap_or(new);
    let suffix = match comment.as_str() {
        "" if mark.is_empty() => String::new(),
        "" => format!(" {mark}"),
        comment if mark.is_empty() || comment.starts_with(MARK) => format!(" {comment}"),
        comment => format!(" {mark}: {}", comment.trim_start_matches(['#', ' '])),
    };
    new.decor_mut().set_prefix(" ");
    new.decor_mut().set_suffix(suffix);
    match table.get_mut(key).filter(|_| !is_new) {
        Some(item) => *item = Item::Value(new),
        None => drop(table.insert(key, Item::Value(new))),
    }
}

/// Returns the comment after a value.
fn comment_of(value: &Value) -> Option<&str> {
    Some(value.decor().suffix()?.as_str()?.trim()).filter(|comment| !comment.is_empty())
}

/// Returns whether an earlier import wrote a value.
fn is_marked(item: &Item) -> bool {
    item.as_value().and_then(comment_of).is_some_and(|comment| comment.starts_with(MARK))
}

/// Returns whether two values are equal, regardless of how they are written.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::String(a), Value::String(b)) => a.value() == b.value(),
        (Value::Integer(a), Value::Integer(b)) => a.value() == b.value(),
        (Value::InlineTable(a), Value::InlineTable(b)) => {
            let has = |(key, value): (&str, &Value)| b.get(key).is_some_and(|other| is_same(value, other));
            a.len() == b.len() && a.iter().all(has)
        }
        _ => false,
    }
}

/// Adds the line that names the drawing, or replaces it.
fn with_drawing_name(text: &str, from: &str) -> String {
    let line = format!("{FROM}{from}.");
    match text.lines().find(|line| line.starts_with(FROM)) {
        Some(old) => text.replacen(old, &line, 1),
        None => format!("{line}\n{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> Drawing {
        let lists = |all: &[(&str, &[&str])]| {
            all.iter()
                .map(|(key, hexes)| ((*key).to_owned(), hexes.iter().map(|hex| (*hex).to_owned()).collect()))
                .collect()
        };
        Drawing {
            flat: true,
            columns: [1, 2],
            rows: [1, 2],
            terrain: lists(&[("clear", &["0101", "0102", "0201"]), ("forest", &["0202"])]),
            tags: lists(&[("city", &["0202"])]),
            titles: [("0202".to_owned(), "Rostov".to_owned())].into(),
            border: lists(&[("rail", &["0101-0201"])]),
            ..Drawing::default()
        }
    }

    const BY_HAND: &str = r#"# The lower Don.
# Drawn in old.txt.
kind = "hex"                        # of the usual kind
orientation = "flat"
shifted = "even"
columns = [1, 3]                    # west to east
rows = [1, 2]
missing = ["0301"]
source = "Map 32"

[terrain]
clear = [
    "0101", # the corner
    "0102", "0201",
]
swamp = ["0202"]

# Zones of the series.
[tags]
city = ["0101"] # drawn
gone = ["0102"] # drawn
zone-38 = ["0101", "0102"]          # where the 38th begins

[titles]
"0101" = "By hand"
"0202" = "Nowhere"                  # not sure

[border]
river = ["0101/0201"]

[values.points]
0202 = 2
"#;

    #[test]
    fn a_new_drawing_leaves_alone_what_is_not_drawn() {
        let merged = drawing().merge("map.toml", BY_HAND, "rostov.txt").unwrap();
        let expected = BY_HAND
            .replace("old.txt", "rostov.txt")
            .replace("[1, 3]     ", "[1, 2]")
            .replace("[1, 2]               # west", "[1, 2] # west")
            .replace("missing = [\"0301\"]\n", "")
            .replace("swamp", "forest")
            .replace("city = [\"0101\"]", "city = [\"0202\"]")
            .replace("gone = [\"0102\"] # drawn\n", "")
            .replace("\"Nowhere\"                  # not sure", "\"Rostov\" # drawn: not sure")
            .replace("\"0101/0201\"]\n", "\"0101/0201\"]\nrail = [\"0101-0201\"] # drawn\n");
        let plain = |text: &str| {
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect::<String>()
        };
        assert_eq!(plain(&merged), plain(&expected));
        assert!(merged.contains("zone-38 = [\"0101\", \"0102\"]          # where the 38th begins"), "{merged}");
        assert!(merged.contains("    \"0101\", # the corner\n"), "{merged}");
    }

    #[test]
    fn the_same_drawing_again_changes_nothing() {
        let merged = drawing().merge("map.toml", BY_HAND, "rostov.txt").unwrap();
        assert_eq!(drawing().merge("map.toml", &merged, "rostov.txt").unwrap(), merged);
        let new = drawing().toml("rostov.txt");
        assert_eq!(drawing().merge("map.toml", &new, "rostov.txt").unwrap(), new);
    }

    #[test]
    fn what_a_drawing_has_no_more_goes() {
        let nothing = Drawing { tags: BTreeMap::new(), titles: BTreeMap::new(), border: BTreeMap::new(), ..drawing() };
        let merged = nothing.merge("map.toml", &drawing().toml("rostov.txt"), "rostov.txt").unwrap();
        assert_eq!(merged, nothing.toml("rostov.txt"));
    }

    #[test]
    fn files_that_are_no_maps_of_hexes_are_left_alone() {
        let refused = |text: &str| drawing().merge("map.toml", text, "x").unwrap_err().remove(0);
        assert_eq!((refused("kind = \n").code, refused("kind = \n").line), ("E101", 1));
        assert_eq!(refused("kind = \"area\"\n").code, "E513");
        assert_eq!(refused("tags = 3\n").code, "E103");
    }
}
