//! Checks the names of files in archives. A name is allowed only if it refers to the same file on every system, inside
//! the folder of the pack.

use crate::source::MAX_FOLDER_DEPTH;

/// Maximum length of a path, in bytes.
const MAX_BYTES: usize = 200;

/// Names that Windows reserves for devices, with or without an extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns what is wrong with a path, if anything.
pub fn problem(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("its name is empty".to_owned());
    }
    if name.starts_with('/') {
        return Some("its path is absolute".to_owned());
    }
    if name.contains('\\') {
        return Some("its path contains backslashes".to_owned());
    }
    if name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic() {
        return Some("its path begins with a drive letter".to_owned());
    }
    if name.len() > MAX_BYTES {
        return Some(format!("its path has {} bytes; the limit is {MAX_BYTES}", name.len()));
    }
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() > MAX_FOLDER_DEPTH {
        return Some(format!("it is {} folders deep; the limit is {MAX_FOLDER_DEPTH}", parts.len() - 1));
    }
    parts.into_iter().find_map(part)
}

/// Returns what is wrong with the name of a file or folder, if anything.
fn part(part: &str) -> Option<String> {
    let stem = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    match part {
        "" => Some("its path contains two slashes in a row".to_owned()),
        "." | ".." => Some(format!("its path contains `{part}`")),
        _ if DEVICES.contains(&stem.as_str()) || port.is_some_and(is_digit) => {
            Some(format!("Windows reserves the name `{part}` for a device"))
        }
        _ if part.ends_with(['.', ' ']) || part.starts_with(' ') => {
            Some("a part of its path begins or ends with a space, or ends with a dot".to_owned())
        }
        _ => part.chars().find(|c| is_odd(*c)).map(|c| format!("its path contains the character {c:?}")),
    }
}

fn is_digit(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a character is invisible, or not allowed in file names on some system.
fn is_odd(c: char) -> bool {
    let invisible = matches!(u32::from(c), 0xAD | 0x300..=0x36F | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF0..=0xFFFF);
    c.is_control() || invisible || matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names() {
        for name in [
            "pack.toml",
            "patches/first.toml",
            "a b/Ряза́нь.md".replace('\u{301}', "").as_str(),
            "command.luau",
            "x.y.z",
            ".hidden",
        ] {
            assert_eq!(problem(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_mean_something_else_somewhere() {
        let odd = [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a/./b",
            "a//b",
            "C:/x",
            "c:x",
            "a\\b",
            "NUL",
            "a/com1.toml",
            "x.",
            "x ",
            " x",
            "a\0b",
            "a\nb",
            "a\u{202e}b",
            "a?b",
            "a:stream",
        ];
        for name in odd {
            assert!(problem(name).is_some(), "{name:?}");
        }
        assert!(problem(&"a/".repeat(40)).is_some_and(|text| text.contains("deep")));
        assert!(problem(&"a".repeat(201)).is_some_and(|text| text.contains("201 bytes")));
    }
}
