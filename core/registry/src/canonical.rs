//! Canonical JSON, which is the same for equal values, and hashes of bytes.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Formats a value as indented JSON with sorted keys and a final line break.
pub fn json(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).map(sorted).unwrap_or_default();
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

/// Sorts the keys of all objects, whatever features `serde_json` was built with.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(table) => {
            let entries: BTreeMap<String, Value> = table.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            Value::Object(Map::from_iter(entries))
        }
        Value::Array(list) => Value::Array(list.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// Returns the BLAKE3 hash of bytes as 64 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Returns whether a string has the form of a hash, and is therefore safe as a file name.
pub fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value = serde_json::json!({ "b": [{ "d": 1, "c": 2 }], "a": null });
        assert_eq!(
            json(&value),
            "{\n  \"a\": null,\n  \"b\": [\n    {\n      \"c\": 2,\n      \"d\": 1\n    }\n  ]\n}\n"
        );
    }

    #[test]
    fn a_hash_is_a_safe_file_name() {
        assert!(is_digest(&digest(b"")));
        for wrong in ["", "../x", &"g".repeat(64), &"A".repeat(64), &"a".repeat(63)] {
            assert!(!is_digest(wrong), "{wrong}");
        }
    }
}
