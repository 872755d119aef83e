//! A script word by word: its brackets, its lists, and the texts an expression may come to.

use crate::texts::{Token, tokens};
use std::ops::Range;

/// The words of a script.
pub(crate) struct Reading {
    words: Vec<(Token, Range<usize>)>,
    /// Which of them are numbers.
    numbers: Vec<bool>,
}

impl Reading {
    pub(crate) fn of(source: &str) -> Reading {
        let words = tokens(source);
        let is_number = |span: &Range<usize>| source[span.clone()].starts_with(|c: char| c.is_ascii_digit());
        let numbers = words.iter().map(|(_, span)| is_number(span)).collect();
        Reading { words, numbers }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn sign(&self, at: usize) -> Option<&'static str> {
        match self.words.get(at)?.0 {
            Token::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    pub(crate) fn is_sign(&self, at: usize, sign: &str) -> bool {
        self.sign(at) == Some(sign)
    }

    pub(crate) fn name(&self, at: usize) -> Option<&str> {
        match &self.words.get(at)?.0 {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn is_name(&self, at: usize, name: &str) -> bool {
        self.name(at) == Some(name)
    }

    pub(crate) fn text(&self, at: usize) -> Option<&str> {
        match &self.words.get(at)?.0 {
            Token::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a word is a number.
    pub(crate) fn is_number(&self, at: usize) -> bool {
        self.numbers.get(at).copied().unwrap_or_default()
    }

    /// The bytes a word takes.
    pub(crate) fn span(&self, at: usize) -> Range<usize> {
        self.words[at].1.clone()
    }

    /// Whether a text is compared with something.
    pub(crate) fn is_compared(&self, at: usize) -> bool {
        let comparison = |at: usize| matches!(self.sign(at), Some("==" | "~="));
        comparison(at + 1) || at > 0 && comparison(at - 1)
    }

    /// The elements of a list up to the bracket that closes it; `first` is the word behind the one that opens it.
    pub(crate) fn elements(&self, first: usize) -> Vec<Range<usize>> {
        let (mut found, mut start, mut depth) = (Vec::new(), first, 0);
        for at in first..self.len() {
            match self.sign(at) {
                Some("(" | "{" | "[") => depth += 1,
                Some(")" | "}" | "]") if depth == 0 => {
                    found.extend((start < at).then_some(start..at));
                    return found;
                }
                Some(")" | "}" | "]") => depth -= 1,
                Some("," | ";") if depth == 0 => {
                    found.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        Vec::new()
    }

    /// The key of an element of a table, and its value: `name = …`, `["name"] = …`.
    pub(crate) fn entry(&self, element: &Range<usize>) -> Option<(usize, Range<usize>)> {
        let at = element.start;
        if self.name(at).is_some() && self.is_sign(at + 1, "=") && at + 1 < element.end {
            return Some((at, at + 2..element.end));
        }
        let is_text = self.is_sign(at, "[") && self.text(at + 1).is_some() && self.is_sign(at + 2, "]") && self.is_sign(at + 3, "=");
        (is_text && at + 3 < element.end).then(|| (at + 1, at + 4..element.end))
    }

    /// The texts an expression may come to, unless it puts them together: not those that are compared or handed to a function.
    pub(crate) fn outcomes(&self, range: Range<usize>) -> Vec<usize> {
        let (mut inside, mut found) = (Vec::new(), Vec::new());
        for at in range.clone() {
            match (&self.words[at].0, inside.contains(&true)) {
                (Token::Sign("(" | "{" | "["), _) => {
                    inside.push(!self.is_sign(at, "(") || at > range.start && self.is_callable(at - 1));
                }
                (Token::Sign(")" | "}" | "]"), _) => drop(inside.pop()),
                (Token::Sign("..") | Token::Holes, false) => return Vec::new(),
                (Token::Name(name), false) if name == "function" => return Vec::new(),
                (Token::Text(_), false) if !(self.is_compared(at) || at > range.start && self.is_callable(at - 1)) => found.push(at),
                _ => {}
            }
        }
        found
    }

    /// Whether a bracket or a text behind a word is the argument of a call.
    fn is_callable(&self, at: usize) -> bool {
        match (self.name(at), self.sign(at)) {
            (Some(name), _) => !["and", "or", "not", "then", "else", "elseif", "if", "return"].contains(&name),
            (_, sign) => matches!(sign, Some(")" | "]")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(source: &str) -> Vec<String> {
        let words = Reading::of(source);
        words.outcomes(0..words.len()).into_iter().filter_map(|at| words.text(at).map(str::to_owned)).collect()
    }

    #[test]
    fn texts_an_expression_may_come_to() {
        assert_eq!(outcomes("if a == 'x' then 'p' elseif f('y') then ('q') else g 'z' or 'r'"), ["p", "q", "r"]);
        assert_eq!(outcomes("'a' .. b"), [""; 0]);
        assert_eq!(outcomes("{ 'a' }"), [""; 0]);
    }

    #[test]
    fn elements_and_entries() {
        let words = Reading::of("{ a = 1, ['b c'] = f(2, 3), 4 }");
        let elements = words.elements(1);
        let keys: Vec<_> = elements.iter().map(|element| words.entry(element).map(|(key, _)| words.span(key).len())).collect();
        assert_eq!(keys, [Some(1), Some(5), None]);
        for broken in ["{ a", "f(", "{ [", "{ a =", "{ ['b'] ="] {
            let words = Reading::of(broken);
            // Nothing panics.
            for element in &words.elements(1) {
                let _ = words.entry(element);
            }
        }
    }
}
