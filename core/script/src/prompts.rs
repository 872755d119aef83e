//! Questions where they are asked: what is handed over to fill the places of their prompts.

use crate::reading::Reading;
use std::collections::BTreeMap;
use std::ops::Range;

/// A question that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedHere {
    /// The variable it is kept in: `GOAL`.
    pub question: String,
    /// Its prompt.
    pub prompt: String,
    /// How many things fill the places of the prompt.
    pub count: usize,
    /// Where it is asked.
    pub span: Range<usize>,
}

/// The questions a script asks itself, with the prompts it declares. Those it hands to other functions are asked there, and those behind
/// which a call or `...` stands are filled nobody knows how.
pub fn prompts(source: &str) -> Vec<AskedHere> {
    let words = Reading::of(source);
    let declared: BTreeMap<&str, &str> = (0..words.len()).filter_map(|at| question(&words, at)).collect();
    let mut found = Vec::new();
    for at in (1..words.len()).filter(|&at| words.is_sign(at - 1, ":") && words.is_sign(at + 1, "(")) {
        let Some(method) = words.name(at) else { continue };
        let arguments = words.elements(at + 2);
        let mut add = |value: &Range<usize>, count: usize| {
            let name = words.name(value.start).filter(|_| value.len() == 1);
            let Some((question, prompt)) = name.and_then(|name| declared.get_key_value(name)) else { return };
            found.push(AskedHere { question: (*question).into(), prompt: (*prompt).into(), count, span: words.span(value.start) });
        };
        if let Some(first) = first_filling(method) {
            let filled = arguments.len().saturating_sub(first);
            let is_open = arguments.last().is_some_and(|last| matches!(words.sign(last.end - 1), Some(")" | "...")));
            if let Some(question) = arguments.get(1).filter(|_| !is_open || filled == 0) {
                add(question, filled);
            }
        }
        for element in arguments.get(1).filter(|_| method == "march").into_iter().flat_map(|table| words.elements(table.start + 1)) {
            let Some((key, value)) = words.entry(&element) else { continue };
            // A march tells its goal which unit goes there.
            match words.name(key) {
                Some("which") => add(&value, 0),
                Some("goal") => add(&value, 1),
                _ => {}
            }
        }
    }
    found
}

/// The number of the first argument that fills a place, from 0.
fn first_filling(method: &str) -> Option<usize> {
    match method {
        "choose" | "choose_order" => Some(3),
        "choose_number" => Some(4),
        "choose_several" | "allocate" => Some(5),
        _ => None,
    }
}

/// `local GOAL = ask("…", { prompt = "…" })`.
fn question(words: &Reading, at: usize) -> Option<(&str, &str)> {
    let is_declared =
        words.is_name(at, "local") && words.is_sign(at + 2, "=") && words.is_name(at + 3, "ask") && words.is_sign(at + 4, "(");
    let (name, arguments) = (words.name(at + 1).filter(|_| is_declared)?, words.elements(at + 5));
    let table = arguments.get(1).filter(|table| words.is_sign(table.start, "{"))?;
    let entries = words.elements(table.start + 1);
    let prompt = entries.iter().filter_map(|element| words.entry(element)).find(|(key, _)| words.is_name(*key, "prompt"))?;
    Some((name, words.text(prompt.1.start)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_where_they_are_asked() {
        let source = r#"local A = ask("a", { rule = "1.0", prompt = "{1}?" }) local B = ask("b", { prompt = "{1} {2}" })
            game:choose(side, A, options) game:choose(side, B, f(x), unit, space) game:choose(side, B, options, f(x))
            game:march(side, { which = A, goal = B }) game:choose_number(side, A, 1, 2, unit) other(side, A) game:choose(side, B, f(x))"#;
        let found: Vec<_> = prompts(source).into_iter().map(|asked| format!("{} {}", asked.question, asked.count)).collect();
        assert_eq!(found, ["A 0", "B 2", "A 0", "B 1", "A 1", "B 0"]);
        for broken in ["local A = ask(", "local A = ask('a', {", "x:choose(", "x:march(a, {"] {
            prompts(broken);
        }
    }
}
