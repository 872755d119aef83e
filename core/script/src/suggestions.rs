//! Suggestions for misspelt names.

use crate::outcome::{Result, fail};
use grognard_luau::suggest::suggestions;

/// Returns `; did you mean …?` with the most similar known name, or an empty string if no name is similar.
pub(crate) fn hint<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    suggestions(wrong, known).first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// Creates an error for an unknown name, with a suggestion.
#[cold]
pub(crate) fn no_such<'a, T>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Result<T> {
    fail(format!("{what} `{}`{}", shorten(name), hint(name, known)))
}

/// Shortens a long name for display.
pub(crate) fn shorten(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
