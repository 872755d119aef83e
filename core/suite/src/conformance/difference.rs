//! The difference between two records of the same moment, for the message about a violation.

use serde_json::Value;

/// Returns the first difference between two records, each a line of JSON: its path, and the value in each record.
/// `None` if the records are equal.
pub(super) fn difference(here: &str, there: &str) -> Option<String> {
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| Value::String(line.to_owned()));
    let (path, here, there) = first("", Some(&read(here)), Some(&read(there)))?;
    Some(format!("`{}` is {here} and, with hidden units exchanged, {there}", path.trim_start_matches('.')))
}

/// Returns the path of the first difference between two values, and both values.
fn first(path: &str, here: Option<&Value>, there: Option<&Value>) -> Option<(String, String, String)> {
    match (here, there) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let mut keys: Vec<&String> = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))).collect();
            keys.sort();
            keys.into_iter().find_map(|key| first(&format!("{path}.{key}"), one.get(key), other.get(key)))
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            (0..one.len().max(other.len())).find_map(|at| first(&format!("{path}[{at}]"), one.get(at), other.get(at)))
        }
        _ if here == there => None,
        _ => Some((path.to_owned(), show(here), show(there))),
    }
}

fn show(value: Option<&Value>) -> String {
    value.map_or_else(|| "missing".to_owned(), Value::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_with_its_path() {
        let here = r#"{"view":{"log":[["M2","a mask"],["F3","3 units"]]}}"#;
        let there = r#"{"view":{"log":[["M2","a mask"],["F3","4 units"]]}}"#;
        assert_eq!(
            difference(here, there).as_deref(),
            Some(r#"`view.log[1][1]` is "3 units" and, with hidden units exchanged, "4 units""#)
        );
    }

    #[test]
    fn what_only_one_record_has_is_missing_from_the_other() {
        let found = difference(r#"{"asked":{"options":["a","b"]}}"#, r#"{"asked":{"options":["a"]}}"#);
        assert_eq!(found.as_deref(), Some(r#"`asked.options[1]` is "b" and, with hidden units exchanged, missing"#));
        let found = difference(r#"{"asked":null}"#, r#"{"asked":null,"costs":[]}"#);
        assert_eq!(found.as_deref(), Some("`costs` is missing and, with hidden units exchanged, []"));
    }

    #[test]
    fn equal_records_do_not_differ() {
        assert_eq!(difference(r#"{"turn":1}"#, r#"{"turn":1}"#), None);
    }
}
