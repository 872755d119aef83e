//! Finds chart cells that a patch has filled with a value whose type differs from the rest of the column. A chart that
//! lists its results rejects such a cell anyway. In any other chart, only the other cells show which type is expected.

use crate::node::{Node, Value};
use std::collections::BTreeMap;

/// A cell whose type differs from that of its column.
pub struct MixedCell<'a> {
    /// The row of the cell, from 0.
    pub row: usize,
    /// The column of the cell, from 0.
    pub column: usize,
    /// The cell.
    pub cell: &'a Node,
    /// The type of value that is expected.
    pub expected_kind: &'static str,
    /// An example of a value of that type, as TOML: the value before the patch or, for a new cell, another cell in the
    /// column.
    pub example: String,
}

/// Returns the cells to which a patch has given a different type from the rest of their column. A column has a type
/// only if all its values before patches were strings or all were whole numbers. Returns no cells for a chart that
/// lists its results.
pub fn mixed_cells(chart: &Node) -> Vec<MixedCell<'_>> {
    let rows = chart.get("cells").and_then(Node::list).unwrap_or_default();
    if chart.get("values").is_some() {
        return Vec::new();
    }
    let width = rows.iter().filter_map(Node::list).map(<[Node]>::len).max().unwrap_or(0);
    let is_patched = |cell: &Node| cell.place.source.name != chart.place.source.name;
    let mut found = Vec::new();
    for column in 0..width {
        let cells: Vec<(usize, &Node)> =
            rows.iter().enumerate().filter_map(|(row, cells)| Some((row, cells.list()?.get(column)?))).collect();
        let before = |cell: &Node| Some(cell.history.first()?.before.as_ref()?.0.clone());
        let mut known: BTreeMap<&str, String> = BTreeMap::new();
        for (_, cell) in &cells {
            let own = || (!is_patched(cell)).then(|| cell.to_string());
            if let Some(text) = before(cell).or_else(own) {
                known.entry(if text.starts_with('"') { "a string" } else { "a whole number" }).or_insert(text);
            }
        }
        let mut kinds = known.keys();
        let (Some(&expected_kind), None) = (kinds.next(), kinds.next()) else { continue };
        let is_other =
            |cell: &Node| matches!(cell.value, Value::Integer(_) | Value::Text(_)) && cell.kind() != expected_kind;
        for (row, cell) in cells.into_iter().filter(|(_, cell)| is_patched(cell) && is_other(cell)) {
            let example = before(cell).unwrap_or_else(|| known[expected_kind].clone());
            found.push(MixedCell { row, column, cell, expected_kind, example });
        }
    }
    found
}
