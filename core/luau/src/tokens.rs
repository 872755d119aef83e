//! The tokens of a script.

use full_moon::LuaVersion;
use full_moon::tokenizer::{Lexer, LexerResult, StringLiteralQuoteType, Token, TokenType};
use std::iter::Peekable;
use std::str::Chars;

/// Returns the tokens of a script, without comments and whitespace; `None` if the source is not Luau.
pub(crate) fn tokens(source: &str) -> Option<Vec<Token>> {
    let LexerResult::Ok(tokens) = Lexer::new(source, LuaVersion::luau()).collect() else { return None };
    let is_code = |token: &Token| !token.token_type().is_trivia() && !matches!(token.token_type(), TokenType::Eof);
    Some(tokens.into_iter().filter(is_code).collect())
}

/// Returns the source of a token.
fn slice<'a>(source: &'a str, token: &Token) -> &'a str {
    source.get(token.start_position().bytes()..token.end_position().bytes()).unwrap_or_default()
}

/// Returns the parts of a script that can affect the rules: its tokens, without comments and whitespace. A string is a
/// single token, as written. An interpolated string has a token for each piece between its expressions. Symbols are
/// split into characters. Source that is not Luau is a single token.
pub fn rule_tokens(source: &str) -> Vec<&str> {
    let Some(tokens) = tokens(source) else { return vec![source] };
    let parts = |token: &Token| match token.token_type() {
        TokenType::StringLiteral { .. } | TokenType::InterpolatedString { .. } => vec![slice(source, token)],
        _ => characters(slice(source, token)),
    };
    tokens.iter().flat_map(parts).collect()
}

/// Splits a token into characters, but keeps runs of letters, digits and underscores whole.
fn characters(token: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = token;
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(word.max(if is_word(first) { 1 } else { first.len_utf8() }));
        found.push(part);
        rest = behind;
    }
    found
}

/// Returns the value of a string, or of a piece of an interpolated string.
pub(crate) fn decode(token: &TokenType) -> String {
    match token {
        TokenType::StringLiteral { literal, quote_type: StringLiteralQuoteType::Brackets, .. } => {
            literal.strip_prefix('\n').unwrap_or(literal).to_owned()
        }
        TokenType::StringLiteral { literal, .. } | TokenType::InterpolatedString { literal, .. } => unescaped(literal),
        _ => String::new(),
    }
}

fn unescaped(literal: &str) -> String {
    let mut letters = literal.chars().peekable();
    let mut string = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => escape(&mut letters, &mut string),
            letter => string.push(letter),
        }
    }
    string
}

type Letters<'a> = Peekable<Chars<'a>>;

/// Decodes an escape sequence whose backslash has already been read.
fn escape(letters: &mut Letters, string: &mut String) {
    let Some(letter) = letters.next() else { return };
    match letter {
        'n' => string.push('\n'),
        't' => string.push('\t'),
        'r' => string.push('\r'),
        'z' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
        'x' => string.extend(character(letters, 0, 16, 2)),
        'u' => {
            letters.next_if_eq(&'{');
            string.extend(character(letters, 0, 16, 8));
            letters.next_if_eq(&'}');
        }
        '0'..='9' => string.extend(character(letters, letter.to_digit(10).unwrap_or(0), 10, 2)),
        other => string.push(other),
    }
}

/// Decodes a character code that begins with `number` and has at most `max` more digits.
fn character(letters: &mut Letters, mut number: u32, radix: u32, max: usize) -> Option<char> {
    for _ in 0..max {
        let Some(digit) = letters.next_if(|letter| letter.is_digit(radix)) else { break };
        number = number.saturating_mul(radix).saturating_add(digit.to_digit(radix).unwrap_or(0));
    }
    char::from_u32(number)
}

/// Returns the value of a number.
pub(crate) fn number(token: &str) -> f64 {
    let digits = token.replace('_', "").to_lowercase();
    let whole = |digits: &str, radix| u64::from_str_radix(digits, radix).map_or(f64::NAN, |number| number as f64);
    match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => whole(digits, 16),
        (_, Some(digits)) => whole(digits, 2),
        _ => digits.parse().unwrap_or(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(source: &str) -> Vec<String> {
        let is_string = |token: &&Token| matches!(token.token_type(), TokenType::StringLiteral { .. });
        let tokens = tokens(source).expect("Luau");
        tokens.iter().filter(is_string).map(|token| decode(token.token_type())).collect()
    }

    #[test]
    fn strings_in_every_form() {
        let source = r#"a("it's \"so\"", 'x\ty', [[long]], [=[a]]b]=]) -- "no"
            --[[ "no" ]] "\u{e9}t\xe9" "a\z   b" "\065\10" "#;
        assert_eq!(strings(source), ["it's \"so\"", "x\ty", "long", "a]]b", "été", "ab", "A\n"]);
    }

    #[test]
    fn numbers_in_every_form() {
        assert_eq!(["1", "1_0.5", "0xFF", "0b11", "1e3"].map(number), [1.0, 10.5, 255.0, 3.0, 1000.0]);
    }

    #[test]
    fn comments_and_blanks_do_not_count() {
        let tight = rule_tokens("local function f(a)return a..'x -- y'end");
        let wide = rule_tokens(
            "-- A rule.\nlocal function f( a ) --[[ why\n]] return a .. 'x -- y' -- so\n\tend --[=[ ]] ]=]\n",
        );
        assert_eq!(tight, wide);
        assert_eq!(tight, ["local", "function", "f", "(", "a", ")", "return", "a", ".", ".", "'x -- y'", "end"]);
        assert_eq!(rule_tokens("x=1.5e-3"), ["x", "=", "1", ".", "5e", "-", "3"]);
    }

    #[test]
    fn strings_count_to_the_letter() {
        assert_ne!(rule_tokens("'a b'"), rule_tokens("'a  b'"));
        assert_eq!(rule_tokens(r#"f "\"-- no" -- yes"#), ["f", r#""\"-- no""#]);
        assert_eq!(rule_tokens("[==[ -- ]] ]==] x"), ["[==[ -- ]] ]==]", "x"]);
        assert_eq!(rule_tokens("'a\\z  \n  b' c"), ["'a\\z  \n  b'", "c"]);
        assert_eq!(rule_tokens("é = 'é' -- é"), ["é = 'é' -- é"], "not Luau");
    }

    #[test]
    fn expressions_in_strings_are_rules() {
        let source = "`-- a {f({1}, `b{c}--d`)} -- e` -- gone";
        assert_eq!(rule_tokens(source), ["`-- a {", "f", "(", "{", "1", "}", ",", "`b{", "c", "}--d`", ")", "} -- e`"]);
        assert_eq!(rule_tokens("`{ a --[[x]] }`"), rule_tokens("`{a}`"));
        assert_ne!(rule_tokens("` {a}`"), rule_tokens("`{a}`"));
    }

    #[test]
    fn anything_can_be_read() {
        for source in [
            "\"", "`{", "`", "}", "[=[", "--[[", "--", "\\", "'\\", "é\\é", "'é\\é", "`\\", "[", "[==", "'\\z", "`}{`",
            "\"\\u{", "0x",
        ] {
            assert!(rule_tokens(source).concat().len() <= source.len(), "{source}");
        }
    }
}
