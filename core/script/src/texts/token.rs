//! The words of a Luau script, as far as finding texts in it needs them.

use std::ops::Range;

/// A word of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Name(String),
    /// A text without holes.
    Text(String),
    /// A text with holes: `it takes {cost}`.
    Holes,
    /// A sign: `(`, `..`, `==`.
    Sign(&'static str),
    /// Anything else.
    Other,
}

/// Signs that matter, longer ones first.
const SIGNS: [&str; 27] = [
    "...", "..=", "..", "==", "~=", "<=", ">=", "->", "::", "(", ")", "{", "}", "[", "]", ",", ";", ":", ".", "=", "<", ">", "+", "-", "?",
    "|", "&",
];

/// The words of a script with the bytes they take. Comments are left out. Whatever is not Luau is taken as it comes.
pub fn tokens(source: &str) -> Vec<(Token, Range<usize>)> {
    let mut reader = Reader { source, at: 0, found: Vec::new() };
    while let Some(next) = reader.rest().chars().next() {
        reader.token(next);
    }
    reader.found
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    found: Vec<(Token, Range<usize>)>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn token(&mut self, next: char) {
        let (start, rest) = (self.at, self.rest());
        if next.is_whitespace() {
            self.at += next.len_utf8();
            return;
        }
        if let Some(comment) = rest.strip_prefix("--") {
            let length = long_bracket(comment).map(|(whole, _)| whole.len());
            self.at += 2 + length.unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()));
            return;
        }
        let token = if next.is_alphabetic() || next == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.at += length;
            Token::Name(rest[..length].to_owned())
        } else if next.is_ascii_digit() {
            self.at += rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            Token::Other
        } else if matches!(next, '"' | '\'' | '`') {
            self.quoted(next)
        } else if let Some((whole, inside)) = long_bracket(rest) {
            self.at += whole.len();
            Token::Text(inside.strip_prefix('\n').unwrap_or(inside).to_owned())
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            Token::Sign(sign)
        } else {
            self.at += next.len_utf8();
            Token::Other
        };
        self.found.push((token, start..self.at));
    }

    fn quoted(&mut self, quote: char) -> Token {
        let (mut text, mut has_holes) = (String::new(), false);
        let rest = self.rest();
        let mut letters = rest.char_indices().skip(1).peekable();
        let mut end = rest.len();
        while let Some((at, c)) = letters.next() {
            match c {
                '\\' => escape(&mut letters, &mut text),
                '\n' => {
                    end = at;
                    break;
                }
                c if c == quote => {
                    end = at + 1;
                    break;
                }
                '{' if quote == '`' => {
                    has_holes = true;
                    let mut depth = 1;
                    while depth > 0
                        && let Some((_, c)) = letters.next()
                    {
                        depth += i32::from(c == '{') - i32::from(c == '}');
                    }
                }
                c => text.push(c),
            }
        }
        self.at += end;
        if has_holes { Token::Holes } else { Token::Text(text) }
    }
}

type Letters<'a> = std::iter::Peekable<std::iter::Skip<std::str::CharIndices<'a>>>;

/// What follows a backslash.
fn escape(letters: &mut Letters, text: &mut String) {
    let Some((_, c)) = letters.next() else { return };
    match c {
        'n' => text.push('\n'),
        't' => text.push('\t'),
        'r' => text.push('\r'),
        'z' => while letters.next_if(|(_, c)| c.is_whitespace()).is_some() {},
        'x' => text.extend(number(letters, 0, 16, 2)),
        'u' => {
            letters.next_if(|(_, c)| *c == '{');
            text.extend(number(letters, 0, 16, 8));
            letters.next_if(|(_, c)| *c == '}');
        }
        '0'..='9' => text.extend(number(letters, c.to_digit(10).unwrap_or(0), 10, 2)),
        other => text.push(other),
    }
}

/// The character with the number that begins with `number` and goes on with at most so many digits.
fn number(letters: &mut Letters, mut number: u32, radix: u32, most: usize) -> Option<char> {
    for _ in 0..most {
        let Some((_, digit)) = letters.next_if(|(_, c)| c.is_digit(radix)) else { break };
        number = number.saturating_mul(radix).saturating_add(digit.to_digit(radix).unwrap_or(0));
    }
    char::from_u32(number)
}

/// `[[ ]]`, `[=[ ]=]`: the whole of it, and what is inside.
fn long_bracket(text: &str) -> Option<(&str, &str)> {
    let level = text.strip_prefix('[')?.find(|c| c != '=')?;
    let inside = text[1 + level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    let length = inside.find(&close).unwrap_or(inside.len());
    let end = (2 + level + length + close.len()).min(text.len());
    Some((&text[..end], &inside[..length]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let text = |(token, _)| match token {
            Token::Text(text) => Some(text),
            Token::Holes => Some("HOLES".to_owned()),
            _ => None,
        };
        tokens(source).into_iter().filter_map(text).collect()
    }

    #[test]
    fn texts_in_every_form() {
        let source = r#"a("it's \"so\"", 'x\ty', `plain`, `with {hole .. "}"}`, [[long]], [=[a]]b]=]) -- "no"
            --[[ "no" ]] "\u{e9}t\xe9" "open
            "next" "#;
        assert_eq!(texts(source), ["it's \"so\"", "x\ty", "plain", "HOLES", "long", "a]]b", "été", "open", "next"]);
    }

    #[test]
    fn spans_are_those_of_the_source() {
        let source = "é = \"ü\" .. x";
        let found: Vec<&str> = tokens(source).into_iter().map(|(_, span)| &source[span]).collect();
        assert_eq!(found, ["é", "=", "\"ü\"", "..", "x"]);
    }

    #[test]
    fn anything_can_be_read() {
        for source in ["\"", "`{", "[=[", "--[[", "\\", "'\\", "\"\\u{", "\u{301}", "[", "[==", "0x"] {
            tokens(source);
        }
    }
}
