//! Limits the nesting depth of a script, before recursive code reads it.

use full_moon::tokenizer::{InterpolatedStringKind, Token, TokenType};

/// Maximum nesting depth of a script. The parser uses up to 40 KB of stack per level.
pub const MAX_NESTING: usize = 250;

/// The kind of an open block: brackets, or a block that ends with `end` or `until`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Bracket,
    Block,
}

/// An open block, with the number of operators and suffixes chained in it.
struct OpenBlock {
    kind: BlockKind,
    links: usize,
    /// The number of open `<` in types. Unlike `links`, it is not reset after a comma.
    angles: usize,
    /// The number of `if a then` expressions whose `else` has yet to come.
    conditionals: usize,
}

/// The kind of the last token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastToken {
    /// The end of an operand: the next token continues it or begins a statement.
    Operand,
    /// `>` or `?`, possibly the end of a type: a statement may follow.
    Type,
    /// A statement follows.
    BlockStart,
    /// A value follows.
    Other,
}

/// Returns whether a script may be nested deeper than [`MAX_NESTING`]. Both nested and chained elements count.
pub(crate) fn is_too_deep(tokens: &[Token]) -> bool {
    let mut scan = Scan { frames: vec![OpenBlock::new(BlockKind::Block)], last: LastToken::BlockStart };
    tokens.iter().any(|token| {
        scan.last = scan.token(token);
        scan.depth() > MAX_NESTING
    })
}

impl OpenBlock {
    fn new(kind: BlockKind) -> OpenBlock {
        OpenBlock { kind, links: 0, angles: 0, conditionals: 0 }
    }
}

struct Scan {
    /// The open blocks. The file itself is the first.
    frames: Vec<OpenBlock>,
    last: LastToken,
}

impl Scan {
    fn depth(&self) -> usize {
        self.frames.iter().map(|frame| 1 + frame.links + frame.angles).sum()
    }

    fn top(&mut self) -> &mut OpenBlock {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn token(&mut self, token: &Token) -> LastToken {
        match token.token_type() {
            TokenType::Identifier { .. } if self.last == LastToken::Operand => self.begin(LastToken::Operand),
            TokenType::StringLiteral { .. } => self.operand(),
            TokenType::InterpolatedString { kind, .. } => self.piece(kind),
            TokenType::Symbol { symbol } => self.symbol(&symbol.to_string()),
            _ => LastToken::Operand,
        }
    }

    /// Begins a statement, or a similar element with a new chain.
    fn begin(&mut self, last: LastToken) -> LastToken {
        *self.top() = OpenBlock::new(self.top().kind);
        last
    }

    /// Counts a suffix. An operand that follows another operand without an operator is a call argument or an index.
    fn suffix(&mut self) {
        let follows = self.last == LastToken::Operand;
        self.top().links += usize::from(follows);
    }

    fn operand(&mut self) -> LastToken {
        self.suffix();
        LastToken::Operand
    }

    fn piece(&mut self, kind: &InterpolatedStringKind) -> LastToken {
        match kind {
            InterpolatedStringKind::Simple => self.operand(),
            InterpolatedStringKind::Begin => self.open(BlockKind::Bracket),
            InterpolatedStringKind::Middle => self.begin(LastToken::Other),
            InterpolatedStringKind::End => self.close(BlockKind::Bracket, LastToken::Operand),
        }
    }

    fn symbol(&mut self, symbol: &str) -> LastToken {
        match symbol {
            "(" | "{" | "[" => self.open(BlockKind::Bracket),
            ")" | "}" | "]" => self.close(BlockKind::Bracket, LastToken::Operand),
            "function" | "do" | "repeat" => self.block(),
            "end" => self.close(BlockKind::Block, LastToken::Operand),
            "until" => self.close(BlockKind::Block, LastToken::Other),
            "local" | "for" | "while" | "return" => self.begin(LastToken::Other),
            "if" => self.conditional(),
            "then" | "else" => self.branch(symbol == "else"),
            "," | ";" => self.separator(symbol == ";"),
            "true" | "false" | "nil" | "..." | "break" => LastToken::Operand,
            _ => self.link(symbol),
        }
    }

    fn open(&mut self, kind: BlockKind) -> LastToken {
        self.suffix();
        self.frames.push(OpenBlock::new(kind));
        LastToken::Other
    }

    fn block(&mut self) -> LastToken {
        self.frames.push(OpenBlock::new(BlockKind::Block));
        LastToken::BlockStart
    }

    fn close(&mut self, kind: BlockKind, last: LastToken) -> LastToken {
        if self.frames.len() > 1 && self.top().kind == kind {
            self.frames.pop();
        }
        last
    }

    /// Handles `if`, which begins either a block or an expression without an `end`.
    fn conditional(&mut self) -> LastToken {
        if self.last == LastToken::Other {
            self.top().links += 1;
            self.top().conditionals += 1;
        } else {
            self.begin(LastToken::Other);
            self.block();
        }
        LastToken::Other
    }

    fn branch(&mut self, is_else: bool) -> LastToken {
        let is_value = self.top().conditionals > 0;
        self.top().conditionals -= usize::from(is_value && is_else);
        if is_value { LastToken::Other } else { LastToken::BlockStart }
    }

    fn separator(&mut self, is_semicolon: bool) -> LastToken {
        (self.top().links, self.top().conditionals) = (0, 0);
        if is_semicolon && self.top().kind == BlockKind::Block { LastToken::BlockStart } else { LastToken::Other }
    }

    fn link(&mut self, symbol: &str) -> LastToken {
        match symbol {
            "<" => self.top().angles += 1,
            _ => self.top().links += 1,
        }
        if symbol == ">" {
            self.top().angles = self.top().angles.saturating_sub(1);
        }
        if matches!(symbol, ">" | "?") { LastToken::Type } else { LastToken::Other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn too_deep(source: &str) -> bool {
        is_too_deep(&tokens(source).expect("Luau"))
    }

    #[test]
    fn whatever_nests_is_counted() {
        let pairs = [
            ("return ", "(", "1", ")"),
            ("return ", "{", "", "}"),
            ("return ", "f(", "1", ")"),
            ("return ", "f{", "1", "}"),
            ("return ", "not ", "1", ""),
            ("return ", "- ", "1", ""),
            ("return ", "a .. ", "b", ""),
            ("return ", "a + ", "b", ""),
            ("return ", "a > ", "b", ""),
            ("return ", "a < ", "b", ""),
            ("return a", ".a", "", ""),
            ("return a", "()", "", ""),
            ("return a", " 'x'", "", ""),
            ("return ", "`{", "1", "}`"),
            ("return ", "if a then b else ", "c", ""),
            ("return ", "if a then ", "b", " else c"),
            ("return ", "if ", "a", " then b else c"),
            ("return ", "function() return ", "1", " end"),
            ("", "do ", "", " end"),
            ("", "if a then b() else ", "", " end"),
            ("", "if p then local x = if a then b else c else local y = 1 if q then ", "", " end end"),
            ("", "while a do ", "", " end"),
            ("", "repeat ", "", " until a"),
            ("type T = ", "{", "a", "}"),
            ("type T = ", "A<B, ", "a", ">"),
            ("type T = ", "() -> ", "a", ""),
            ("local x: ", "(a: ", "a", ") -> b"),
        ];
        for (head, open, middle, close) in pairs {
            let source = |depth: usize| format!("{head}{}{middle}{}", open.repeat(depth), close.repeat(depth));
            assert!(too_deep(&source(MAX_NESTING)), "{open}");
            assert!(!too_deep(&source(20)), "{open}");
        }
    }

    #[test]
    fn what_stands_side_by_side_is_not_counted() {
        for part in [
            "local x = if a then b else c\n",
            "a.b(c, d)\n",
            "a = b and c\n",
            "if a then b() elseif c then d() else e() end\n",
            "function a.b(c: D<E>?): F<G> if c then return d end return if a then b else c end\n",
            "local t = { a = 1 + 2, b = function() return 1 end; c = if x then y else z }\n",
            "for a, b in c do if d < e then continue end end repeat f() until g\n",
            "local s = `a {b} {if c then d else e}`\n",
        ] {
            assert!(!too_deep(&part.repeat(1000)), "{part}");
        }
    }
}
