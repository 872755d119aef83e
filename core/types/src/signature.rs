//! The types of rules as their authors wrote them down.

use grognard_script::Token;
use std::collections::BTreeMap;
use std::ops::Range;

type Words = [(Token, Range<usize>)];

/// What a rule takes and returns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    /// As in the type of a function: `game: Game, side: Side`.
    pub(crate) parameters: String,
    /// `string?`, `()`.
    pub(crate) result: String,
}

/// The rules a module defines: `function combat.cover(space: Space): string?`.
pub(crate) fn signatures(source: &str, words: &Words) -> BTreeMap<String, Signature> {
    let rule = |(at, word): (usize, &(Token, Range<usize>))| {
        let is_function = word.0 == Token::Name("function".to_owned()) && is_outermost(source, word.1.start);
        let named = words.get(at + 1..at + 5).filter(|_| is_function)?;
        let [(Token::Name(_), _), (Token::Sign("."), _), (Token::Name(name), _), (Token::Sign("("), _)] = named else { return None };
        Some((name.clone(), signature(source, words, at + 5)?))
    };
    words.iter().enumerate().filter_map(rule).collect()
}

fn is_outermost(source: &str, at: usize) -> bool {
    at == 0 || source[..at].ends_with('\n')
}

/// The signature whose parameters begin at a word.
fn signature(source: &str, words: &Words, first: usize) -> Option<Signature> {
    let end = closing(words, first)?;
    let parameters: Vec<Range<usize>> = split(words, first..end);
    let parameters: Vec<String> = parameters.into_iter().map(|range| parameter(source, words, range)).collect();
    let result = match is_sign(words, end + 1, ":") {
        true => slice(source, words, end + 2..end_of_type(words, end + 2)).to_owned(),
        false => unsaid(source, words, end + 1).to_owned(),
    };
    Some(Signature { parameters: parameters.join(", "), result })
}

/// A parameter as the type of a function has it; what has no type can be anything.
fn parameter(source: &str, words: &Words, range: Range<usize>) -> String {
    let kind = is_sign(words, range.start + 1, ":").then(|| slice(source, words, range.start + 2..range.end));
    match is_sign(words, range.start, "...") {
        true => format!("...{}", kind.unwrap_or("any")),
        false => format!("{}: {}", slice(source, words, range.start..range.start + 1), kind.unwrap_or("any")),
    }
}

/// What a rule returns that does not say it: nothing, or what cannot be known without looking closer.
fn unsaid(source: &str, words: &Words, body: usize) -> &'static str {
    let end = (body..words.len()).find(|&at| is_outermost(source, words[at].1.start)).unwrap_or(words.len());
    let is_word = |at: usize, name: &str| matches!(&words[at].0, Token::Name(found) if found == name);
    let is_empty = |at: usize| at >= end || ["end", "else", "elseif", "until"].iter().any(|word| is_word(at, word));
    match (body..end).any(|at| is_word(at, "return") && !is_empty(at + 1)) {
        true => "...any",
        false => "()",
    }
}

fn slice<'a>(source: &'a str, words: &Words, range: Range<usize>) -> &'a str {
    match range.is_empty() {
        true => "any",
        false => &source[words[range.start].1.start..words[range.end - 1].1.end],
    }
}

fn is_sign(words: &Words, at: usize, sign: &str) -> bool {
    matches!(words.get(at), Some((Token::Sign(found), _)) if *found == sign)
}

/// The bracket that closes what was opened before a word.
fn closing(words: &Words, first: usize) -> Option<usize> {
    let mut depth = 0;
    (first..words.len()).find(|&at| {
        depth += depth_of(words, at);
        depth < 0
    })
}

fn depth_of(words: &Words, at: usize) -> i32 {
    match words[at].0 {
        Token::Sign("(" | "{" | "[" | "<") => 1,
        Token::Sign(")" | "}" | "]" | ">") => -1,
        _ => 0,
    }
}

/// What stands between commas.
fn split(words: &Words, range: Range<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut depth) = (Vec::new(), range.start, 0);
    for at in range.clone() {
        depth += depth_of(words, at);
        if depth == 0 && is_sign(words, at, ",") {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.extend((start < range.end).then_some(start..range.end));
    parts
}

/// Where a type ends that begins at a word.
fn end_of_type(words: &Words, start: usize) -> usize {
    let mut at = start;
    loop {
        at = end_of_operand(words, at);
        while is_sign(words, at, "?") {
            at += 1;
        }
        if !is_sign(words, at, "->") && !is_sign(words, at, "|") && !is_sign(words, at, "&") {
            return at.min(words.len());
        }
        at += 1;
    }
}

/// A name with its arguments, or what stands in brackets.
fn end_of_operand(words: &Words, start: usize) -> usize {
    let start = if is_sign(words, start, "...") { start + 1 } else { start };
    let mut at = start;
    if !matches!(words.get(at), Some((Token::Name(_) | Token::Text(_), _))) {
        return bracket(words, at);
    }
    at += 1;
    while is_sign(words, at, ".") {
        at += 2;
    }
    let is_typeof = matches!(&words[start].0, Token::Name(name) if name == "typeof");
    if is_sign(words, at, "<") || is_typeof { bracket(words, at) } else { at }
}

fn bracket(words: &Words, at: usize) -> usize {
    closing(words, at + 1).map_or(words.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures_of(source: &str) -> Vec<String> {
        let found = signatures(source, &grognard_script::tokens(source));
        found.into_iter().map(|(name, rule)| format!("{name}({}) -> {}", rule.parameters, rule.result)).collect()
    }

    #[test]
    fn signatures_are_read_as_they_are_written() {
        let source = "\
function m.a(game: Game, units: { [string]: Units }?): (Unit?, Space)
	return nil
end
function m.b(_game, f: (a: number) -> ...any, ...: Unit): string | results.Battle<Unit> return 1 end
function m.c()
	if x then return end
end
function m.d(...) return 3 end
local function e() end
function m.f<T>(x: T) end
";
        assert_eq!(
            signatures_of(source),
            [
                "a(game: Game, units: { [string]: Units }?) -> (Unit?, Space)",
                "b(_game: any, f: (a: number) -> ...any, ...Unit) -> string | results.Battle<Unit>",
                "c() -> ()",
                "d(...any) -> ...any",
            ]
        );
    }

    #[test]
    fn files_that_break_off_are_read_as_far_as_they_go() {
        for source in ["function m.", "function m.a(", "function m.a(x: ", "function m.a():", "function m.a(): (", "function m.a(): typeof"]
        {
            signatures_of(source);
        }
    }
}
