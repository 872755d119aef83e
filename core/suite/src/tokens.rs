//! Splits lines into words and lists. Names that could be misread are written in quotation marks.

use super::page::{LINE, LineResult, wrong};

/// A word, or a name in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The word or name without quotes.
    pub text: String,
    /// Whether the token was quoted and is therefore always a name.
    pub quoted: bool,
}

/// Splits a line into words.
pub(super) fn words(line: &str) -> LineResult<Vec<Token>> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(name) => {
                let Some((name, after)) = name.split_once('"') else { return wrong(LINE, "a quote is not closed") };
                (Token { text: name.to_owned(), quoted: true }, after)
            }
            None => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
                (Token { text: rest[..end].to_owned(), quoted: false }, &rest[end..])
            }
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// Splits a line at commas; a quoted name may contain a comma.
pub(super) fn list(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => parts.push(String::new()),
            c => parts.last_mut().into_iter().for_each(|part| part.push(c)),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Returns the text between the quotation marks that enclose a line; `None` if the line is not enclosed in them.
pub(super) fn quotation(line: &str) -> Option<&str> {
    line.trim().strip_prefix('"')?.strip_suffix('"')
}

/// Parses a number.
pub(super) fn number<N: std::str::FromStr>(text: &str, what: &str) -> LineResult<N> {
    text.trim().parse().or_else(|_| wrong(LINE, format!("`{}` is not {what}", text.trim())))
}

/// Parses `name = value`.
pub(super) fn assignment(line: &str, example: &str) -> LineResult<(String, String)> {
    match line.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => wrong(LINE, format!("expected a name, `=` and a value: `{example}`")),
    }
}

/// Parses dice such as `3 5` or `3, 5`.
pub(super) fn dice(line: &str) -> LineResult<Vec<u32>> {
    let dice = line.split([' ', ',']).filter(|die| !die.is_empty());
    let dice: Vec<u32> = dice.map(|die| number(die, "a die result")).collect::<LineResult<_>>()?;
    if dice.is_empty() { wrong(LINE, "expected dice results: `dice 3 5`") } else { Ok(dice) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_names_together() {
        let texts: Vec<_> =
            words("soviet army 5-4 \"1st Shock\" at 1103").unwrap().into_iter().map(|word| word.text).collect();
        assert_eq!(texts, ["soviet", "army", "5-4", "1st Shock", "at", "1103"]);
        assert!(words("\"1st Shock at 1103").is_err());
        assert_eq!(list("XXIV, \"one, two\" , 3"), ["XXIV", "one, two", "3"]);
    }
}
