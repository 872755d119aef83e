//! Checksums in saves. Each line ends with a checksum that covers the line itself and all lines above it.

/// The number of digits of a checksum.
const DIGITS: usize = 16;

/// The JSON before and after the digits.
const KEY: (&str, &str) = (",\"sum\":\"", "\"}");

/// The checksum of the lines so far.
#[derive(Clone, Default)]
pub struct Checksum(blake3::Hasher);

impl Checksum {
    /// Adds a line of JSON, an object without a checksum, and returns the line with its checksum.
    pub fn seal(&mut self, json: &str) -> String {
        let bare = json.trim_end();
        let bare = bare.strip_suffix('}').unwrap_or(bare);
        format!("{bare}{}{}{}\n", KEY.0, self.add(bare), KEY.1)
    }

    /// Adds a line without its checksum, and returns the checksum of all lines so far.
    pub fn add(&mut self, bare: &str) -> String {
        self.0.update(bare.as_bytes()).update(b"\n");
        self.0.finalize().to_hex()[..DIGITS].to_owned()
    }
}

/// Splits a line into the part before its checksum and the checksum; `None` if there is no checksum.
pub fn split(line: &str) -> Option<(&str, &str)> {
    let digits = line.strip_suffix(KEY.1)?;
    let (rest, digits) = digits.split_at_checked(digits.len().checked_sub(DIGITS)?)?;
    let is_sum = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    rest.strip_suffix(KEY.0).filter(|_| is_sum).map(|bare| (bare, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_covers_all_lines_above() {
        let mut sum = Checksum::default();
        let first = sum.seal("{\"seed\":1}");
        let second = sum.seal("{\"roll\":{}}\n");
        assert_eq!(split(second.trim_end()).map(|(bare, _)| bare), Some("{\"roll\":{}"));
        assert!(first.starts_with("{\"seed\":1,\"sum\":\"") && first.ends_with("\"}\n"), "{first}");
        assert_ne!(Checksum::default().seal("{\"roll\":{}}"), second);
    }

    #[test]
    fn a_line_without_a_checksum_has_none() {
        for line in [
            "",
            "}",
            "\"}",
            "{\"a\":1}",
            "{\"a\":1,\"sum\":\"123\"}",
            "{\"a\":1,\"sum\":\"0123456789ABCDEF\"}",
            "日本語日本語日本語\"}",
        ] {
            assert_eq!(split(line), None, "{line}");
        }
    }
}
