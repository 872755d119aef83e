//! The words of a Luau script without comments and blank space: what of it can be a rule.

/// The words of a script in their order. Texts are single words, as they are written; a text with holes is one word for each
/// piece between them. Whatever is not Luau is taken as it comes.
pub fn words(source: &str) -> Vec<&str> {
    let mut reader = Reader { source, at: 0, found: Vec::new(), holes: Vec::new() };
    while let Some(next) = reader.rest().chars().next() {
        reader.word(next);
    }
    reader.found
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    found: Vec<&'a str>,
    /// For each text whose hole is open, the braces that are open in it.
    holes: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn word(&mut self, next: char) {
        let rest = self.rest();
        if next.is_whitespace() {
            self.at += next.len_utf8();
        } else if let Some(comment) = rest.strip_prefix("--") {
            self.at += 2 + long_bracket(comment).unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()));
        } else if next.is_ascii_alphanumeric() || next == '_' {
            self.take(rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len()));
        } else if matches!(next, '"' | '\'') {
            self.take(quoted(rest, next as u8));
        } else if let Some(length) = long_bracket(rest) {
            self.take(length);
        } else {
            self.sign(next);
        }
    }

    fn take(&mut self, length: usize) {
        self.found.push(&self.rest()[..length]);
        self.at += length;
    }

    /// A sign; the braces and the marks of texts with holes among them.
    fn sign(&mut self, next: char) {
        match (next, self.holes.last_mut()) {
            ('`', _) => self.piece(),
            ('{', Some(depth)) => {
                *depth += 1;
                self.take(1);
            }
            ('}', Some(0)) => {
                self.holes.pop();
                self.piece();
            }
            ('}', Some(depth)) => {
                *depth -= 1;
                self.take(1);
            }
            _ => self.take(next.len_utf8()),
        }
    }

    /// A text with holes from its beginning, or from the end of a hole, to the next hole or its end.
    fn piece(&mut self) {
        let length = quoted(self.rest(), b'`');
        if length > 1 && self.rest().as_bytes()[length - 1] == b'{' {
            self.holes.push(0);
        }
        self.take(length);
    }
}

/// The length of a text up to its closing quote, up to a hole if it can have some, or else to the end of the line.
fn quoted(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += escape(&bytes[at..]),
            b'\n' => return at,
            b'{' if quote == b'`' => return at + 1,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The length of a backslash with what it says: `\z` goes on to the next thing that can be seen.
fn escape(bytes: &[u8]) -> usize {
    match bytes {
        [_, b'z', rest @ ..] => 2 + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
        [_, b'\r', b'\n', ..] => 3,
        _ => 2,
    }
}

/// The length of `[[ ]]` or `[=[ ]=]`, if the text begins with one.
fn long_bracket(text: &str) -> Option<usize> {
    let level = text.strip_prefix('[')?.find(|c| c != '=')?;
    let inside = text[1 + level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    let length = inside.find(&close).map_or(inside.len(), |at| at + close.len());
    Some(2 + level + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_space_do_not_count() {
        let tight = words("local function f(a)return a..'x -- y'end");
        let wide = words("-- A rule.\nlocal function f( a ) --[[ why\n]] return a .. 'x -- y' -- so\n\tend --[=[ ]] ]=]\n");
        assert_eq!(tight, wide);
        assert_eq!(tight, ["local", "function", "f", "(", "a", ")", "return", "a", ".", ".", "'x -- y'", "end"]);
    }

    #[test]
    fn texts_count_to_the_letter() {
        assert_ne!(words("'a b'"), words("'a  b'"));
        assert_eq!(words(r#"f "\"-- no" -- yes"#), ["f", r#""\"-- no""#]);
        assert_eq!(words("[==[ -- ]] ]==] x"), ["[==[ -- ]] ]==]", "x"]);
        assert_eq!(words("'a\\z  \n  b' c"), ["'a\\z  \n  b'", "c"]);
    }

    #[test]
    fn holes_are_rules_and_texts_around_them_are_texts() {
        let source = "`-- a {f({1}, `b{c}--d`)} -- e` -- gone";
        assert_eq!(words(source), ["`-- a {", "f", "(", "{", "1", "}", ",", "`b{", "c", "}--d`", ")", "} -- e`"]);
        assert_eq!(words("`{ a --[[x]] }`"), words("`{a}`"));
        assert_ne!(words("` {a}`"), words("`{a}`"));
    }

    #[test]
    fn anything_can_be_read() {
        for source in ["\"", "`{", "`", "}", "[=[", "--[[", "--", "\\", "'\\", "é\\é", "'é\\é", "`\\", "[", "[==", "'\\z", "`}{`"] {
            assert!(words(source).concat().len() <= source.len(), "{source}");
        }
        assert_eq!(words(&"`{".repeat(100_000)).len(), 100_000);
    }
}
