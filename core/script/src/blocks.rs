//! The functions, loops and branches of a script, by the words that open and close them.

use crate::reading::Reading;
use std::ops::Range;

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Function,
    /// `for` and `while`.
    Loop,
    /// `if` as a statement, `do` alone, `repeat`.
    Other,
}

/// A block: from the word that opens it up to the one that closes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) words: Range<usize>,
    /// Where its branches begin, if it is an `if`.
    branches: Vec<usize>,
}

impl Block {
    /// The branch of an `if` a word is in.
    fn branch(&self, at: usize) -> usize {
        self.branches.iter().filter(|branch| **branch <= at).count()
    }
}

/// What is open while a script is read.
enum Open {
    Block(Kind, usize, Vec<usize>),
    /// `if a then b else c`, which nothing closes.
    Expression,
}

/// The blocks of a script, inner ones first.
pub(crate) fn blocks(words: &Reading) -> Vec<Block> {
    let mut reader = Reader { words, open: Vec::new(), head: None, in_expression: false, found: Vec::new() };
    (0..words.len()).for_each(|at| reader.word(at));
    reader.found
}

/// Whether two words are in branches of one `if` of which only one is taken.
pub(crate) fn exclude(blocks: &[Block], one: usize, other: usize) -> bool {
    let around = blocks.iter().filter(|block| block.words.contains(&one) && block.words.contains(&other));
    around.into_iter().any(|block| block.branch(one) != block.branch(other))
}

struct Reader<'a> {
    words: &'a Reading,
    open: Vec<Open>,
    /// The `for` or `while` whose `do` is still to come.
    head: Option<usize>,
    /// The last word was the `else` of an expression.
    in_expression: bool,
    found: Vec<Block>,
}

impl Reader<'_> {
    fn word(&mut self, at: usize) {
        let after_else = std::mem::take(&mut self.in_expression);
        match self.words.name(at) {
            Some("function") => self.begin(Kind::Function, at),
            Some("for" | "while") => self.head = Some(at),
            Some("do") => match self.head.take() {
                Some(head) => self.begin(Kind::Loop, head),
                None => self.begin(Kind::Other, at),
            },
            Some("repeat") => self.begin(Kind::Other, at),
            Some("if") if after_else || self.is_value(at) => self.open.push(Open::Expression),
            Some("if") => self.begin(Kind::Other, at),
            Some("elseif") => self.branch(at),
            Some("else") => match self.open.last() {
                Some(Open::Expression) => {
                    self.open.pop();
                    self.in_expression = true;
                }
                _ => self.branch(at),
            },
            Some("end" | "until") => self.close(at),
            _ => {}
        }
    }

    fn begin(&mut self, kind: Kind, at: usize) {
        self.open.push(Open::Block(kind, at, Vec::new()));
    }

    fn branch(&mut self, at: usize) {
        if let Some(Open::Block(_, _, branches)) = self.open.last_mut() {
            branches.push(at);
        }
    }

    fn close(&mut self, at: usize) {
        while let Some(open) = self.open.pop() {
            if let Open::Block(kind, start, branches) = open {
                self.found.push(Block { kind, words: start..at + 1, branches });
                return;
            }
        }
    }

    /// Whether an `if` stands where a value does.
    fn is_value(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        match (self.words.name(before), self.words.sign(before)) {
            (Some("return" | "and" | "or" | "not" | "in"), _) => true,
            (Some("then" | "elseif"), _) => matches!(self.open.last(), Some(Open::Expression)),
            // `?` and `>` end the type that a function returns.
            (Some(_), _) | (_, Some(")" | "]" | "}" | ";" | "..." | "?" | ">")) => false,
            (_, Some(_)) => true,
            // A number or a text ends a statement; `*` and `/` go on with it.
            (None, None) => self.words.text(before).is_none() && !self.words.is_number(before),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(Kind, String)> {
        let words = Reading::of(source);
        blocks(&words)
            .into_iter()
            .map(|block| (block.kind, source[words.span(block.words.start).start..words.span(block.words.end - 1).end].to_owned()))
            .collect()
    }

    #[test]
    fn blocks_end_where_they_are_closed() {
        let source = "function a() for x in y do if x then b() else c() end end repeat z() until w end";
        let found = kinds(source);
        assert_eq!(found.len(), 4);
        assert_eq!(found[0], (Kind::Other, "if x then b() else c() end".into()));
        assert_eq!(found[1], (Kind::Loop, "for x in y do if x then b() else c() end end".into()));
        assert_eq!(found[3], (Kind::Function, source.into()));
    }

    #[test]
    fn values_with_if_are_closed_by_nothing() {
        for value in
            ["if a then b else c", "1 * if a then b else if c then d else e", "f(if a then b elseif c then if x then y else z else e)"]
        {
            let source = format!("function a() local x = {value} if x then return if y then 1 else 2 end x = 3 if x then y() end end");
            let found = kinds(&source);
            assert_eq!(found.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), [Kind::Other, Kind::Other, Kind::Function], "{value}");
            assert_eq!(found[2].1, source);
        }
    }

    #[test]
    fn a_type_is_no_value() {
        for kind in ["Space?", "Box<Unit>", "{ Unit }", "boolean"] {
            let source = format!("function a(b: number): {kind} if b then return c end end");
            assert_eq!(kinds(&source).last(), Some(&(Kind::Function, source.clone())));
        }
    }

    #[test]
    fn one_of_two_branches_is_taken() {
        let words = Reading::of("if a then b() elseif c then d() else e() end f()");
        let blocks = blocks(&words);
        let at = |name: &str| (0..words.len()).find(|at| words.is_name(*at, name)).expect("the word");
        assert!(exclude(&blocks, at("b"), at("d")) && exclude(&blocks, at("d"), at("e")));
        assert!(!exclude(&blocks, at("a"), at("b")) && !exclude(&blocks, at("b"), at("f")));
    }
}
