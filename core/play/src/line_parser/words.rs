//! A typed line as a sequence of words.

/// The maximum number of words in a name.
pub(super) const MAX_WORDS: usize = 6;

/// The words of a line that have not been consumed.
#[derive(Clone, Debug)]
pub struct Words {
    words: Vec<Word>,
    at: usize,
}

#[derive(Clone, Debug, Default)]
struct Word {
    text: String,
    /// Whether a comma follows the word, so that another option is expected.
    comma: bool,
}

impl Words {
    /// Splits a line into words. Quotes keep a name of several words together.
    pub fn new(line: &str) -> Words {
        let mut words = Vec::new();
        let mut word = Word::default();
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' | ';' if !quoted => {
                    finish(&mut words, &mut word);
                    if let Some(last) = words.last_mut() {
                        last.comma = true;
                    }
                }
                c if c.is_whitespace() && !quoted => finish(&mut words, &mut word),
                c => word.text.push(c),
            }
        }
        finish(&mut words, &mut word);
        Words { words, at: 0 }
    }

    /// Returns whether all words have been consumed.
    pub fn is_done(&self) -> bool {
        self.at >= self.words.len()
    }

    /// Returns the next word.
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(|word| word.text.as_str())
    }

    /// Returns the next `count` words as one name; `None` if there is a comma between them or too few words are left.
    pub fn phrase(&self, count: usize) -> Option<String> {
        let words = self.words.get(self.at..self.at + count).filter(|words| !words.is_empty())?;
        let split = words[..words.len() - 1].iter().any(|word| word.comma);
        (!split).then(|| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
    }

    /// Consumes words. Returns whether a comma followed them.
    pub fn take(&mut self, count: usize) -> bool {
        self.at = (self.at + count).min(self.words.len());
        self.at.checked_sub(1).is_some_and(|last| self.words[last].comma)
    }

    /// Returns the remaining words, with their commas.
    pub fn rest(&self) -> String {
        let rest = self.words[self.at.min(self.words.len())..].iter();
        let rest = rest.map(|word| format!("{}{}", word.text, if word.comma { "," } else { "" }));
        rest.collect::<Vec<_>>().join(" ").trim_end_matches(',').to_owned()
    }
}

fn finish(words: &mut Vec<Word>, word: &mut Word) {
    if !word.text.is_empty() {
        words.push(std::mem::take(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_join_and_quotes_keep_together() {
        let mut words = Words::new("  XXIV, XL;  \"1st Shock\" 0604 ");
        assert_eq!(words.phrase(2), None, "there is a comma in between");
        assert_eq!(words.rest(), "XXIV, XL, 1st Shock 0604");
        assert!(words.take(1) && words.take(1));
        assert_eq!(words.phrase(2).as_deref(), Some("1st Shock 0604"));
        assert_eq!(words.peek(), Some("1st Shock"));
        assert!(!words.take(1));
        assert_eq!(words.rest(), "0604");
        assert!(!words.take(5) && words.is_done());
        assert_eq!(words.phrase(1), None);
    }
}
