//! Typed paths: `map.terrain.forest`, `units.unit["VII"].strength`, `charts.crt.cells["3"]["2:1"]`.
//!
//! Elements of lists are found by name, never by index: tables by their `name`, cells of a chart by the keys of its
//! axes, strings by their value.

use crate::node::{Node, Value};

/// One part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The key or the name.
    pub text: String,
    /// Whether the segment is written in brackets: `["VII"]`.
    pub quoted: bool,
}

/// One step of a path, as found in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundStep {
    /// The value under a key.
    Key(String),
    /// An element of a list.
    Index(usize),
}

/// The error for a path that does not exist in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The number of segments found.
    pub depth: usize,
    /// The steps that were found.
    pub so_far: Vec<FoundStep>,
    /// The names that exist where the path fails.
    pub known: Vec<String>,
}

/// Parses a path into its segments; the error is the byte offset where parsing failed.
pub fn parse(text: &str) -> Result<Vec<Segment>, usize> {
    let mut segments = Vec::new();
    let mut rest = text;
    let at = |rest: &str| text.len() - rest.len();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let end = quoted.find("\"]").ok_or(at(rest))?;
            segments.push(Segment { text: quoted[..end].to_owned(), quoted: true });
            rest = &quoted[end + 2..];
        } else {
            if !segments.is_empty() {
                rest = rest.strip_prefix('.').ok_or(at(rest))?;
            }
            let bare = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            let end = rest.find(|c| !bare(c)).unwrap_or(rest.len());
            if end == 0 {
                return Err(at(rest));
            }
            segments.push(Segment { text: rest[..end].to_owned(), quoted: false });
            rest = &rest[end..];
        }
    }
    if segments.is_empty() { Err(0) } else { Ok(segments) }
}

/// Writes segments as a path.
pub fn write(segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        match segment.quoted {
            true => text += &format!("[\"{}\"]", segment.text),
            false if text.is_empty() => text += &segment.text,
            false => text += &format!(".{}", segment.text),
        }
    }
    text
}

/// Finds the value at a path, and returns the steps to it.
pub fn find(root: &Node, segments: &[Segment]) -> Result<Vec<FoundStep>, PathError> {
    let mut found = Vec::new();
    let mut node = root;
    // The chart whose cells the path is in, and whether a row or a column comes next.
    let mut grid: Option<(&Node, &str)> = None;
    for (depth, segment) in segments.iter().map(|segment| &segment.text).enumerate() {
        let keys = names(node, grid);
        let Some(at) = keys.iter().position(|key| key == segment) else {
            return Err(PathError { depth, so_far: found, known: keys });
        };
        let inner = match &node.value {
            Value::Table(table) => {
                grid = (segment == "cells" && node.get("rows").is_some()).then_some((node, "rows"));
                found.push(FoundStep::Key(segment.clone()));
                table.get(segment).map(|entry| &entry.node)
            }
            Value::List(list) => {
                grid = grid.and_then(|(chart, axis)| (axis == "rows").then_some((chart, "columns")));
                found.push(FoundStep::Index(at));
                list.get(at)
            }
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return Err(PathError { depth, so_far: found, known: keys }),
        }
    }
    Ok(found)
}

/// A value in a tree, with its path.
#[derive(Clone, Debug)]
pub struct TreePart<'a> {
    /// The path of the value.
    pub path: String,
    /// The value.
    pub node: &'a Node,
    /// Within the cells of a chart: the chart, and the axis of the next path segment (`rows` or `columns`).
    grid: Option<(&'a Node, &'a str)>,
}

impl<'a> TreePart<'a> {
    /// Creates a part of a tree: a value with its path, which is empty for the whole tree.
    pub fn new(path: &str, node: &'a Node) -> TreePart<'a> {
        TreePart { path: path.to_owned(), node, grid: None }
    }

    /// Returns the named parts of this value.
    pub fn parts(&self) -> Vec<TreePart<'a>> {
        let names = names(self.node, self.grid).into_iter();
        match &self.node.value {
            Value::Table(table) => {
                let is_chart = self.node.get("rows").is_some();
                let inner = |(name, entry): (&String, &'a crate::node::TableEntry)| TreePart {
                    path: join(&self.path, name),
                    node: &entry.node,
                    grid: (name == "cells" && is_chart).then_some((self.node, "rows")),
                };
                table.iter().map(inner).collect()
            }
            Value::List(list) => {
                let grid = self.grid.and_then(|(chart, axis)| (axis == "rows").then_some((chart, "columns")));
                let named = names.zip(list).filter(|(name, _)| !name.is_empty());
                named.map(|(name, node)| TreePart { path: format!("{}[\"{name}\"]", self.path), node, grid }).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Formats the path of the value under a key.
pub fn join(path: &str, key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    match (bare, path) {
        (true, "") => key.to_owned(),
        (true, _) => format!("{path}.{key}"),
        (false, _) => format!("{path}[\"{key}\"]"),
    }
}

/// Returns the names of a value's parts.
fn names(node: &Node, grid: Option<(&Node, &str)>) -> Vec<String> {
    if let (Some((chart, axis)), Value::List(_)) = (grid, &node.value) {
        return keys_of(chart, axis);
    }
    match &node.value {
        Value::Table(table) => table.keys().cloned().collect(),
        Value::List(list) => list.iter().map(|item| name(item).unwrap_or_default()).collect(),
        _ => Vec::new(),
    }
}

fn keys_of(chart: &Node, axis: &str) -> Vec<String> {
    let keys = chart.get(axis).and_then(|axis| axis.get("keys")).and_then(Node::list).unwrap_or_default();
    keys.iter().map(|key| key.text().map_or_else(|| key.to_string(), str::to_owned)).collect()
}

/// Returns the name of a list element: the `name` of a table, or the value of a string or a number.
pub fn name(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Table(_) => node.get("name").and_then(Node::text).map(str::to_owned),
        _ => None,
    }
}

/// Returns the value at the end of a sequence of steps.
pub fn get<'a>(root: &'a Node, way: &[FoundStep]) -> Option<&'a Node> {
    way.iter().try_fold(root, |node, step| match (step, &node.value) {
        (FoundStep::Key(key), Value::Table(table)) => table.get(key).map(|entry| &entry.node),
        (FoundStep::Index(at), Value::List(list)) => list.get(*at),
        _ => None,
    })
}

/// Returns a mutable reference to the value at the end of a sequence of steps.
pub fn get_mut<'a>(root: &'a mut Node, way: &[FoundStep]) -> Option<&'a mut Node> {
    way.iter().try_fold(root, |node, step| match (step, &mut node.value) {
        (FoundStep::Key(key), Value::Table(table)) => table.get_mut(key).map(|entry| &mut entry.node),
        (FoundStep::Index(at), Value::List(list)) => list.get_mut(*at),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn tree(text: &str) -> Node {
        Node::parse(&Source::new("t", text)).0
    }

    fn look<'a>(tree: &'a Node, path: &str) -> Option<&'a Node> {
        find(tree, &parse(path).ok()?).ok().and_then(|way| get(tree, &way))
    }

    #[test]
    fn a_path_is_read_and_written() {
        for path in ["map.terrain.forest", "units.unit[\"VII\"].strength", "charts.crt.cells[\"3\"][\"2:1\"]"] {
            assert_eq!(write(&parse(path).unwrap()), path);
        }
        assert_eq!(parse("a..b"), Err(2));
        assert_eq!(parse("a[\"b"), Err(1));
        assert_eq!(parse(""), Err(0));
    }

    #[test]
    fn elements_are_found_by_what_they_are_called() {
        let tree = tree("unit = [{ name = \"V\", s = 1 }, { name = \"VI\", s = 2 }]\nwords = [\"a\", \"b\"]");
        assert_eq!(look(&tree, "unit[\"VI\"].s").unwrap().to_string(), "2");
        assert_eq!(look(&tree, "words[\"b\"]").unwrap().to_string(), "\"b\"");
        assert!(look(&tree, "unit[\"1\"]").is_none());
    }

    #[test]
    fn cells_are_found_by_the_keys_of_the_axes() {
        let tree =
            tree("rows.keys = [1, 2]\ncolumns.keys = [\"1:1\", \"2:1\"]\ncells = [[\"a\", \"b\"], [\"c\", \"d\"]]");
        assert_eq!(look(&tree, "cells[\"2\"][\"1:1\"]").unwrap().text(), Some("c"));
        let lost = find(&tree, &parse("cells[\"2\"][\"3:1\"]").unwrap()).unwrap_err();
        assert_eq!((lost.depth, lost.known), (2, vec!["1:1".to_owned(), "2:1".to_owned()]));
    }
}
