//! A player's request for a pack, with a range of versions.

use grognard_packs::Diagnostic;
use semver::{Version, VersionReq};

/// A request to install a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The id of the pack, or the part of the id after the dot.
    pub name: String,
    /// The acceptable versions.
    pub range: VersionReq,
}

impl Request {
    /// Parses `NAME` or `NAME@RANGE`. A complete version number means exactly that version.
    pub fn parse(text: &str) -> Result<Request, Diagnostic> {
        let (name, range) = text.split_once('@').unwrap_or((text, "*"));
        let range = range.trim();
        let exact = Version::parse(range).and_then(|version| VersionReq::parse(&format!("={version}")));
        let range = exact.or_else(|_| VersionReq::parse(range)).map_err(|_| {
            Diagnostic::general("E730", format!("`{range}` is not a version or a range of versions"))
                .help("write a version such as `1.4.0`, or a range such as `>=1, <2`")
        })?;
        Ok(Request { name: name.trim().to_owned(), range })
    }

    /// Describes the request: `` `me.rivers` >=1 ``.
    pub fn text(&self) -> String {
        requirement(&self.name, &self.range.to_string())
    }
}

/// Describes a requirement: `` `me.rivers` >=1 ``.
pub fn requirement(id: &str, range: &str) -> String {
    if range == "*" { format!("`{id}`") } else { format!("`{id}` {range}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_version_means_that_version() {
        let fits = |text: &str, version: &str| Request::parse(text).unwrap().range.matches(&version.parse().unwrap());
        assert!(fits("me.a", "3.0.0") && fits("me.a@1", "1.9.0") && fits("me.a@ >=1, <2 ", "1.9.0"));
        assert!(fits("me.a@1.2.0", "1.2.0") && !fits("me.a@1.2.0", "1.2.1"));
        assert!(fits("me.a@1.2.0-beta.1", "1.2.0-beta.1") && !fits("me.a", "1.2.0-beta.1"));
        assert_eq!(Request::parse("me.a@soon").unwrap_err().code, "E730");
        assert_eq!(Request::parse("me.a@^1").unwrap().text(), "`me.a` ^1");
    }
}
