//! Names of new packs.

use crate::failure::Failure;
use grognard_packs::{Diagnostic, is_id};

/// Maximum length of a name, short enough to form a valid id with a namespace.
const MAX_NAME_LENGTH: usize = 50;

/// Names of Windows devices: a pack with such a name could not be unpacked on Windows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The name of a new pack, in several forms.
#[derive(Debug, PartialEq, Eq)]
pub struct Name {
    /// The id: `me.river-war`.
    pub id: String,
    /// The title: `River war`.
    pub title: String,
}

impl Name {
    /// Checks a name, and an id if one was given.
    pub fn new(name: &str, id: Option<&str>) -> Result<Name, Failure> {
        if let Some(problem) = problem(name) {
            let error = Diagnostic::general("E530", format!("`{name}` cannot be the name of a pack: {problem}"));
            let better = simplify(name);
            let help = match problem_free(&better) && better != name {
                true => format!("did you mean `{better}`?"),
                false => "use lower-case letters, digits and hyphens: `river-war`".to_owned(),
            };
            return Err(Failure::usage(error.help(help)));
        }
        let id = id.map_or_else(|| format!("me.{name}"), str::to_owned);
        if !is_id(&id) {
            let error = Diagnostic::general("E530", format!("`{id}` cannot be the id of a pack"));
            return Err(Failure::usage(
                error.help("an id is a namespace, a dot and a name in lower-case letters: `me.river-war`"),
            ));
        }
        Ok(Name { id, title: title(name) })
    }
}

fn problem_free(name: &str) -> bool {
    problem(name).is_none()
}

fn problem(name: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() {
        return Some("it is empty".to_owned());
    }
    if let Some(odd) = name.chars().find(|c| !is_plain(*c)) {
        return Some(format!("it contains the character {odd:?}"));
    }
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || name.ends_with('-') {
        return Some("it begins or ends with a hyphen".to_owned());
    }
    if name.len() > MAX_NAME_LENGTH {
        return Some(format!("it has {} characters, more than {MAX_NAME_LENGTH}", name.len()));
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_device = DEVICES.contains(&name) || (name.len() == stem.len() + 1 && ["com", "lpt"].contains(&stem));
    is_device.then(|| "Windows reserves it for a device".to_owned())
}

/// Returns the name that was probably meant: `River War!` becomes `river-war`.
fn simplify(name: &str) -> String {
    let kept: String = name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    kept.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Converts a name to a title: `river-war` becomes `River war`.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names() {
        let name = Name::new("river-war-1757", None).unwrap();
        assert_eq!((name.id.as_str(), name.title.as_str()), ("me.river-war-1757", "River war 1757"));
        assert_eq!(Name::new("x", Some("clio.rivers")).unwrap().id, "clio.rivers");
        assert!(Name::new("com10", None).is_ok() && Name::new("nulls", None).is_ok());
    }

    #[test]
    fn bad_names_are_explained() {
        let told = |name: &str, id| Name::new(name, id).unwrap_err().describe(false);
        assert!(told("River War!", None).contains("did you mean `river-war`?"), "{}", told("River War!", None));
        assert!(told("", None).contains("it is empty"));
        assert!(told("../up", None).contains("the character '.'"));
        assert!(told("-x", None).contains("did you mean `x`?"));
        assert!(told("con", None).contains("Windows") && told("lpt1", None).contains("Windows"));
        assert!(told("Ряжск", None).contains("lower-case letters"));
        assert!(told(&"a".repeat(51), None).contains("51 characters"));
        assert!(told("x", Some("Clio")).contains("namespace, a dot"));
    }
}
