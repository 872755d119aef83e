//! Finds names that change without a `rename` patch: an element's `name`, or the axis keys that identify a chart's
//! cells.

use super::{Patch, PatchEffect, PatchWrite};
use crate::node::Node;
use crate::path::{self, Segment};

/// Returns the old and new paths of everything that a patch renames with these writes.
pub(super) fn names(root: &Node, patch: &Patch, writes: &[PatchWrite]) -> Vec<Vec<String>> {
    let written = writes.iter().filter(|write| matches!(write.effect, PatchEffect::Set | PatchEffect::Rename));
    let of = |path: &[String]| [elements(root, patch, path), cells(root, path)].concat();
    written
        .flat_map(|write| [of(&write.path), new_key(patch, write).map(|path| of(&path)).unwrap_or_default()].concat())
        .collect()
}

/// Returns the path of an axis key after a patch has set it.
fn new_key(patch: &Patch, write: &PatchWrite) -> Option<Vec<String>> {
    let [axis @ .., keys, _] = &write.path[..] else { return None };
    let new = patch.raw("value").and_then(Node::text).filter(|_| keys == "keys" && write.effect == PatchEffect::Set)?;
    Some([axis, &[keys.clone(), new.to_owned()]].concat())
}

fn at<'a>(root: &'a Node, names: &[String]) -> Option<&'a Node> {
    let segments: Vec<Segment> = names.iter().map(|text| Segment { text: text.clone(), quoted: true }).collect();
    path::find(root, &segments).ok().and_then(|way| path::get(root, &way))
}

/// Returns the old and new paths of a list element that a patch renames by setting its name.
fn elements(root: &Node, patch: &Patch, written: &[String]) -> Vec<Vec<String>> {
    let [list @ .., name, key] = written else { return Vec::new() };
    if key != "name" || at(root, list).and_then(Node::list).is_none() {
        return Vec::new();
    }
    // A patch sets the name itself, or merges it into the element.
    let new = patch.raw("value").map(|value| value.get("name").unwrap_or(value)).and_then(Node::text);
    let Some(new) = new.filter(|new| new != name) else { return Vec::new() };
    [name.as_str(), new].map(|name| [list, &[name.to_owned()]].concat()).to_vec()
}

/// Returns the paths of the cells whose names change when a patch writes the keys of an axis, because cells are
/// identified by those keys.
fn cells(root: &Node, written: &[String]) -> Vec<Vec<String>> {
    let is_axis = |name: &String| name == "rows" || name == "columns";
    let Some(axis) = written.iter().rposition(is_axis) else { return Vec::new() };
    let (chart, cells) = (&written[..axis], [&written[..axis], &["cells".to_owned()]].concat());
    if at(root, &cells).is_none() {
        return Vec::new();
    }
    match (&written[axis + 1..], written[axis].as_str()) {
        ([keys, key], "rows") if keys == "keys" => vec![[&cells[..], std::slice::from_ref(key)].concat()],
        ([keys, key], _) if keys == "keys" => {
            let rows = at(root, &[chart, &["rows".to_owned(), "keys".to_owned()]].concat())
                .and_then(Node::list)
                .unwrap_or_default();
            rows.iter().filter_map(path::name).map(|row| [&cells[..], &[row, key.clone()]].concat()).collect()
        }
        ([keys], _) if keys == "keys" => vec![cells],
        _ => Vec::new(),
    }
}
