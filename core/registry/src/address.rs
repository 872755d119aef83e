//! Addresses of registries and archives: https, http on this machine, and folders.

use grognard_packs::Diagnostic;
use std::fmt::{self, Display};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use ureq::http::Uri;

/// The location of a file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A file or folder on this machine.
    Path(PathBuf),
    /// An address that [`Web`](crate::Web) may use: https, or http on this machine.
    Web(String),
}

impl Address {
    /// Parses an address. A relative path is resolved against `base`.
    pub fn parse(text: &str, base: &Path) -> Result<Address, Diagnostic> {
        if let Some(path) = text.strip_prefix("file://") {
            let path = path.strip_prefix("localhost").unwrap_or(path);
            return decode(path)
                .map(|path| Address::Path(path.into()))
                .ok_or_else(|| unusable(text, "it is not valid UTF-8"));
        }
        if !text.contains("://") {
            return Ok(Address::Path(base.join(text)));
        }
        match refusal(text) {
            Some(why) => Err(unusable(text, &why)),
            None => Ok(Address::Web(text.trim_end_matches('/').to_owned())),
        }
    }

    /// Returns the address of a file below this one. The separator in `name` is `/` on every operating system.
    pub fn join(&self, name: &str) -> Address {
        match self {
            Address::Path(path) => Address::Path(path.join(name)),
            Address::Web(url) => Address::Web(format!("{url}/{name}")),
        }
    }
}

impl Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Address::Path(path) => write!(out, "{}", path.display()),
            Address::Web(url) => write!(out, "{url}"),
        }
    }
}

fn unusable(text: &str, why: &str) -> Diagnostic {
    Diagnostic::general("E720", format!("the address `{text}` cannot be used: {why}"))
        .help("use an https address, a folder, or an http address on this machine such as http://127.0.0.1")
}

/// Returns the reason why a URL must not be requested; `None` if it may be.
pub fn refusal(url: &str) -> Option<String> {
    let Ok(uri) = url.parse::<Uri>() else { return Some("it is not a valid URL".to_owned()) };
    let is_plain = uri.query().is_none() && !uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
    match (uri.scheme_str(), uri.host()) {
        (Some("https" | "http"), None | Some("")) => Some("it does not name a server".to_owned()),
        (Some("https" | "http"), _) if !is_plain => Some("it contains a query or a password".to_owned()),
        (Some("https"), _) => None,
        (Some("http"), Some(host)) if is_loopback(host) => None,
        (Some("http"), _) => Some("plain http is allowed only on this machine".to_owned()),
        (scheme, _) => Some(format!("the scheme `{}` is not supported", scheme.unwrap_or_default())),
    }
}

/// Returns whether a URL refers to a server on this machine.
pub fn is_local(url: &str) -> bool {
    url.parse::<Uri>().is_ok_and(|uri| uri.host().is_some_and(is_loopback))
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Decodes percent-encoding such as `%20`; returns `None` if the result is not UTF-8.
fn decode(text: &str) -> Option<String> {
    let (mut out, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((first, others)) = rest.split_first() {
        let code = (*first == b'%').then(|| others.get(..2).and_then(|code| std::str::from_utf8(code).ok()));
        match code.flatten().and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                rest = &others[2..];
            }
            None => {
                out.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, String> {
        Address::parse(text, Path::new("/base")).map(|address| address.to_string()).map_err(|error| error.message)
    }

    #[test]
    fn https_loopback_and_folders_can_be_used() {
        for (text, address) in [
            ("https://example.org/packs/", "https://example.org/packs"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:80/x", "http://[::1]:80/x"),
            ("http://localhost/x", "http://localhost/x"),
            ("registry", "/base/registry"),
            ("/srv/registry", "/srv/registry"),
            ("file:///srv/my%20registry", "/srv/my registry"),
            ("file://localhost/srv/100%", "/srv/100%"),
        ] {
            assert_eq!(parse(text).as_deref(), Ok(address), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in [
            "http://example.org",
            "http://127.0.0.1@example.org/",
            "https://user:secret@example.org/",
            "https://example.org/?x=1",
            "ftp://example.org/",
            "https://",
            "http://127.0.0.1.example.org/",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
