//! A script as the checker reads it, with inserted code that the author did not write.

/// A script with its replacements.
pub(crate) struct AdaptedScript {
    /// The source that the checker reads.
    pub(crate) source: String,
    changes: Vec<Replacement>,
}

/// A replacement in a script.
pub(crate) struct Replacement {
    /// The position in the author's source.
    pub(crate) at: usize,
    /// The number of bytes replaced.
    pub(crate) length: usize,
    /// The new source.
    pub(crate) text: String,
}

impl AdaptedScript {
    /// Creates a script with replacements, which must be sorted by position.
    pub(crate) fn new(original: &str, changes: Vec<Replacement>) -> AdaptedScript {
        let (mut source, mut from) = (String::new(), 0);
        for change in &changes {
            source += &original[from..change.at];
            source += &change.text;
            from = change.at + change.length;
        }
        source += &original[from..];
        AdaptedScript { source, changes }
    }

    /// Maps a position in the adapted source to the author's source; `None` if it is in inserted code.
    pub(crate) fn original(&self, at: usize) -> Option<usize> {
        let (mut here, mut there) = (0, 0);
        for change in &self.changes {
            let start = here + change.at - there;
            if at < start {
                break;
            }
            if at < start + change.text.len() {
                return None;
            }
            (here, there) = (start + change.text.len(), change.at + change.length);
        }
        Some(there + at - here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_author() {
        let change = |at, length, text: &str| Replacement { at, length, text: text.to_owned() };
        let adapted = AdaptedScript::new("one two three", vec![change(4, 3, "twenty-two"), change(8, 0, "and ")]);
        assert_eq!(adapted.source, "one twenty-two and three");
        assert_eq!([0, 3, 14, 19].map(|at| adapted.original(at)), [Some(0), Some(3), Some(7), Some(8)]);
        assert_eq!([4, 13, 15, 18].map(|at| adapted.original(at)), [None; 4]);
    }
}
