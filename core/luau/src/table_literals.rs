//! Finds table literals in scripts.

use crate::script::Script;
use crate::tree::{Expression, ExpressionKind, Span, TableElement};

/// A table with string keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLiteral {
    /// The span of the opening bracket.
    pub start: Span,
    /// The keys, with their spans.
    pub keys: Vec<(String, Span)>,
    /// Whether the values of all these keys are functions.
    pub is_of_functions: bool,
}

/// Returns the tables of a script that have string keys, including nested tables.
pub fn table_literals(script: &Script) -> Vec<TableLiteral> {
    script.expressions().filter_map(literal).collect()
}

fn literal(table: &Expression) -> Option<TableLiteral> {
    let named: Vec<(&TableElement, (&str, &Span))> =
        table.table()?.iter().filter_map(|entry| Some((entry, entry.named()?))).collect();
    let is_of_functions = named.iter().all(|(entry, _)| matches!(entry.value.kind, ExpressionKind::Function(_)));
    let keys: Vec<_> = named.iter().map(|(_, (name, span))| ((*name).to_owned(), (*span).clone())).collect();
    (!keys.is_empty()).then(|| TableLiteral { start: table.span.start..table.span.start + 1, keys, is_of_functions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_tables() {
        let source =
            "a.results = { NE = function() return { x = 1 } end, ['A L'] = function() end } local t = { 1, 2 }";
        let found = table_literals(&Script::parse(source).expect("Luau"));
        let keys: Vec<Vec<&str>> =
            found.iter().map(|table| table.keys.iter().map(|(key, _)| key.as_str()).collect()).collect();
        assert_eq!(keys, [vec!["NE", "A L"], vec!["x"]]);
        assert_eq!(found.iter().map(|table| table.is_of_functions).collect::<Vec<_>>(), [true, false]);
    }
}
