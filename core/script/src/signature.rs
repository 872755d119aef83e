//! What the functions of a script take and return, as far as it says.

use crate::reading::Reading;
use std::ops::Range;

/// A function with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The last part of its name: `column`.
    pub name: String,
    /// The line it begins in.
    pub line: usize,
    /// The types of its parameters; empty where the script does not say.
    pub parameters: Vec<String>,
    /// What it returns, if the script says.
    pub result: Option<String>,
    /// Its parameters as they are written.
    pub written: String,
}

/// The functions of a script that are fields of a table: `function combat.column(…)`.
pub fn signatures(source: &str) -> Vec<Signature> {
    let words = Reading::of(source);
    (0..words.len()).filter(|&at| words.is_name(at, "function")).filter_map(|at| signature(&words, source, at)).collect()
}

fn signature(words: &Reading, source: &str, at: usize) -> Option<Signature> {
    let mut last = at + 1;
    words.name(last)?;
    while words.is_sign(last + 1, ".") && words.name(last + 2).is_some() {
        last += 2;
    }
    if last == at + 1 || !words.is_sign(last + 1, "(") {
        return None;
    }
    let said = |range: &Range<usize>| match range.is_empty() {
        true => String::new(),
        false => source[words.span(range.start).start..words.span(range.end - 1).end].to_owned(),
    };
    let listed = words.elements(last + 2);
    let close = listed.last().map_or(last + 2, |element| element.end);
    let kind = |element: &Range<usize>| match words.is_sign(element.start + 1, ":") {
        true => said(&(element.start + 2..element.end)),
        false => String::new(),
    };
    // A type is a word with a sign or two behind it, or something too odd to judge.
    let result = words.is_sign(close + 1, ":").then(|| match (words.name(close + 2), words.sign(close + 3)) {
        (Some(name), None | Some("-" | ";" | "(")) => Some(name.to_owned()),
        _ => None,
    });
    Some(Signature {
        name: words.name(last)?.to_owned(),
        line: source[..words.span(at).start].matches('\n').count() + 1,
        parameters: listed.iter().map(kind).collect(),
        result: result.flatten(),
        written: listed.iter().map(said).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_functions_take_and_return() {
        let source = "local function no() end\nfunction a.b(game: Game, units: {Unit}?, x): boolean\nend\nfunction a.c.d()\nend\nfunction a.e(): (A | B)?\nend";
        let found: Vec<_> = signatures(source)
            .into_iter()
            .map(|found| format!("{}:{} {:?} {:?}", found.name, found.line, found.parameters, found.result))
            .collect();
        assert_eq!(found, ["b:2 [\"Game\", \"{Unit}?\", \"\"] Some(\"boolean\")", "d:4 [] None", "e:6 [] None"]);
        assert_eq!(signatures(source)[0].written, "game: Game, units: {Unit}?, x");
        for broken in ["function", "function a.", "function a.b(", "function a.b():"] {
            signatures(broken);
        }
    }
}
