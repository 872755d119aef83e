//! Tables that scripts write down, by their keys.

use crate::reading::Reading;
use std::ops::Range;

/// A table with keys that are texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Where it begins.
    pub start: Range<usize>,
    /// Its keys and where they stand.
    pub keys: Vec<(String, Range<usize>)>,
    /// All its values are functions.
    pub is_of_functions: bool,
}

/// The tables of a script, those inside others too.
pub fn literals(source: &str) -> Vec<Literal> {
    let words = Reading::of(source);
    (0..words.len()).filter(|&at| words.is_sign(at, "{")).filter_map(|at| literal(&words, at)).collect()
}

fn literal(words: &Reading, at: usize) -> Option<Literal> {
    let entries: Vec<_> = words.elements(at + 1).iter().filter_map(|element| words.entry(element)).collect();
    let key = |at: usize| words.name(at).or_else(|| words.text(at)).map(|name| (name.to_owned(), words.span(at)));
    let is_of_functions = entries.iter().all(|(_, value)| words.is_name(value.start, "function"));
    let keys: Vec<_> = entries.iter().filter_map(|(at, _)| key(*at)).collect();
    (!keys.is_empty()).then(|| Literal { start: words.span(at), keys, is_of_functions })
}

/// The names of all fields a script uses: `results.DRL`, `results["DRL"]`.
pub fn fields(source: &str) -> Vec<String> {
    let words = Reading::of(source);
    let field = |at: usize| match words.sign(at)? {
        "." => words.name(at + 1).map(str::to_owned),
        "[" if words.is_sign(at + 2, "]") && !words.is_sign(at + 3, "=") => words.text(at + 1).map(str::to_owned),
        _ => None,
    };
    (0..words.len()).filter_map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_tables() {
        let found = literals("a.results = { NE = function() return { x = 1 } end, ['A L'] = function() end } local t = { 1, 2 }");
        let keys: Vec<Vec<&str>> = found.iter().map(|table| table.keys.iter().map(|(key, _)| key.as_str()).collect()).collect();
        assert_eq!(keys, [vec!["NE", "A L"], vec!["x"]]);
        assert_eq!(found.iter().map(|table| table.is_of_functions).collect::<Vec<_>>(), [true, false]);
        assert_eq!(fields("a.DRL = b['EX'] { ['no'] = 1 }"), ["DRL", "EX"]);
    }
}
