//! The codes of languages, such as `fr` and `pt-BR`, and their English names.

use crate::{Diagnostic, Pack};

/// English names of languages, with their codes.
const NAMES: [(&str, &str); 26] = [
    ("arabic", "ar"),
    ("bulgarian", "bg"),
    ("catalan", "ca"),
    ("chinese", "zh"),
    ("czech", "cs"),
    ("danish", "da"),
    ("dutch", "nl"),
    ("estonian", "et"),
    ("finnish", "fi"),
    ("french", "fr"),
    ("german", "de"),
    ("greek", "el"),
    ("hungarian", "hu"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("korean", "ko"),
    ("latvian", "lv"),
    ("lithuanian", "lt"),
    ("norwegian", "nb"),
    ("polish", "pl"),
    ("portuguese", "pt"),
    ("russian", "ru"),
    ("spanish", "es"),
    ("swedish", "sv"),
    ("turkish", "tr"),
    ("ukrainian", "uk"),
];

/// Reports a catalogue whose file name is not a language code, since it could never be selected.
pub fn problem(pack: &Pack, language: &str) -> Option<Diagnostic> {
    problem_of(pack, &format!("locale/{language}.toml"), language)
}

/// Reports a file that is named after `language`, if that is not a language code.
pub fn problem_of(pack: &Pack, file: &str, language: &str) -> Option<Diagnostic> {
    if is_code(language) {
        return None;
    }
    let message = format!(
        "`{language}` is not a language code, which consists of two or three lower-case letters and an \
         optional region, such as fr or pt-BR"
    );
    let help = code_of(language).map_or_else(
        || "rename the file".to_owned(),
        |code| format!("rename it to `{}`", file.replace(language, code)),
    );
    Some(Diagnostic::file("E615", pack.folder.show(file), message).help(help))
}

/// Returns the code of the language with this English name.
pub fn code_of(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == name.to_lowercase()).map(|(_, code)| *code)
}

/// Returns whether a string is a language code: two or three lower-case letters, and optionally a script or a region.
pub fn is_code(language: &str) -> bool {
    let mut parts = language.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && first.chars().all(|c| c.is_ascii_lowercase())
        && parts.all(|part| (2..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_what_is_none() {
        assert!(["fr", "de", "pt-BR", "zh-Hant-TW", "gsw"].into_iter().all(is_code));
        assert!(["french", "français", "FR", "f", "", "pt_BR", "fr-", "fr-x"].into_iter().all(|name| !is_code(name)));
    }
}
