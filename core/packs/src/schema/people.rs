//! Keys that are only for display, marked `x-for-people` in the types. They do not affect how a game plays.
//!
//! Anything that a script can read is a rule, even if it looks like a name: the name of a phase, the title of a hex.

use super::{ChartFile, MapFile, ScenarioFile, SequenceFile, SystemFile, UnitsFile, schema_of};
use serde_json::Value;
use std::sync::LazyLock;

/// The mark of a display-only key in a schema.
const MARK: &str = "x-for-people";

/// The schemas of a battle's files, by the name of the file in the tree of all data.
static FILES: LazyLock<[(&str, Value); 6]> = LazyLock::new(|| {
    [
        ("system", schema_of::<SystemFile>()),
        ("sequence", schema_of::<SequenceFile>()),
        ("map", schema_of::<MapFile>()),
        ("units", schema_of::<UnitsFile>()),
        ("scenario", schema_of::<ScenarioFile>()),
        ("chart", schema_of::<ChartFile>()),
    ]
});

/// Removes display-only values and the rulebook from the tree of all data. Also removes the declarations of options,
/// because only the chosen values affect play.
pub fn take_out(tree: &mut Value) {
    let Some(parts) = tree.as_object_mut() else { return };
    parts.remove("options");
    parts.remove("rulebook");
    for (name, schema) in FILES.iter() {
        match *name {
            "chart" => parts
                .get_mut("charts")
                .and_then(Value::as_object_mut)
                .into_iter()
                .flat_map(|charts| charts.values_mut())
                .for_each(|chart| from_value(chart, schema, schema)),
            name => parts.get_mut(name).into_iter().for_each(|file| from_value(file, schema, schema)),
        }
    }
}

/// Returns whether the schema of a key marks the key as display-only.
pub fn is_for_display(schema: &Value) -> bool {
    schema[MARK] == true
}

fn from_value(value: &mut Value, schema: &Value, root: &Value) {
    let reference = schema["$ref"].as_str().and_then(|name| root.pointer(name.strip_prefix('#')?));
    if let Some(schema) = reference {
        return from_value(value, schema, root);
    }
    let alternatives = ["anyOf", "oneOf"].iter().filter_map(|key| schema[*key].as_array()).flatten();
    for alternative in alternatives {
        from_value(value, alternative, root);
    }
    match value {
        Value::Object(table) => {
            table.retain(|key, _| !is_for_display(&schema["properties"][key]));
            for (key, value) in table {
                let own = &schema["properties"][key];
                from_value(value, if own.is_null() { &schema["additionalProperties"] } else { own }, root);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|item| from_value(item, &schema["items"], root)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn marked_keys_are_taken_out_wherever_they_stand() {
        let mut tree = json!({
            "system": { "side": [{ "name": "red", "adjective": "Red" }], "movement": { "road": { "rule": "4.0", "base": 1 } } },
            "sequence": { "player_turn": [{ "name": "Red turn", "phase": [{ "name": "move", "run": "move.phase", "rule": "3.0" }] }] },
            "map": { "source": "a book", "titles": { "0101": "Town" } },
            "charts": { "crt": { "title": "Results", "meaning": { "DR": "back" }, "cells": [["DR"]] } },
            "options": { "fog": { "default": true } },
            "rulebook": { "paragraph": { "1.0": "Setting up" } },
        });
        take_out(&mut tree);
        let rules = json!({
            "system": { "side": [{ "name": "red" }], "movement": { "road": { "base": 1 } } },
            "sequence": { "player_turn": [{ "phase": [{ "name": "move", "run": "move.phase" }] }] },
            "map": { "titles": { "0101": "Town" } },
            "charts": { "crt": { "cells": [["DR"]] } },
        });
        assert_eq!(tree, rules);
    }
}
