//! Keys and types of a file, held against the schema of its Rust type: every problem at once.

use crate::diagnostic::Diagnostic;
use crate::node::{Entry, Node, Table, Value};
use crate::schema::schema_of;
use crate::source::Place;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Reads a tree as a type; problems are added to `out`.
pub fn read<T: JsonSchema + DeserializeOwned>(node: &Node, out: &mut Vec<Diagnostic>) -> Option<T> {
    let schema = schema_of::<T>();
    let before = out.len();
    Checker { root: &schema, out }.node(node, &node.place.clone(), &schema, "");
    if out.len() > before {
        return None;
    }
    // The schema says the same as the type, so this cannot fail; if it ever does, the file is named.
    serde_json::from_value(node.json()).map_err(|error| out.push(Diagnostic::at("E104", &node.place, error.to_string()))).ok()
}

/// The keys of a table in a schema.
type Keys = serde_json::Map<String, Json>;

struct Checker<'a> {
    root: &'a Json,
    out: &'a mut Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    /// Checks one value; `key` is where its key stands, for what is missing inside, and `path` how people call it.
    fn node(&mut self, node: &Node, key: &Place, schema: &'a Json, path: &str) {
        let schema = self.resolve(schema);
        if schema == &Json::Bool(true) || is_anything(schema) {
            return self.anything(node, path);
        }
        if let Some(words) = words(schema) {
            return self.word(node, &words, path);
        }
        if let Some(options) = alternatives(schema) {
            return self.any_of(node, key, options, path);
        }
        match &node.value {
            Value::Table(table) if allows(schema, "object") => self.table(node, key, table, schema, path),
            Value::List(list) if allows(schema, "array") => self.list(node, list, schema, path),
            Value::Integer(number) if allows(schema, "integer") => self.number(node, *number, schema, path),
            Value::Text(_) if allows(schema, "string") => {}
            Value::Bool(_) if allows(schema, "boolean") => {}
            _ => self.wrong_type(node, &describe(schema), path),
        }
    }

    fn resolve(&self, schema: &'a Json) -> &'a Json {
        let pointer = schema.get("$ref").and_then(Json::as_str).and_then(|name| name.strip_prefix('#'));
        match pointer.and_then(|pointer| self.root.pointer(pointer)) {
            Some(found) => self.resolve(found),
            None => schema,
        }
    }

    fn wrong_type(&mut self, node: &Node, expected: &str, path: &str) {
        let message = match path {
            "" => format!("{} cannot stand here", node.kind()),
            _ => format!("`{path}` cannot be {}", node.kind()),
        };
        self.out.push(Diagnostic::at("E103", &node.place, message).expected(format!("expected {expected}")));
    }

    /// Where everything may stand, numbers must still be whole.
    fn anything(&mut self, node: &Node, path: &str) {
        match &node.value {
            Value::Other(..) => self.wrong_type(node, "a whole number, a text, true or false, a list or a table", path),
            Value::List(list) => list.iter().for_each(|item| self.anything(item, path)),
            Value::Table(table) => table.values().for_each(|entry| self.anything(&entry.node, path)),
            _ => {}
        }
    }

    fn word(&mut self, node: &Node, words: &[&str], path: &str) {
        let list = format!("one of {}", words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", "));
        match node.text() {
            Some(text) if words.contains(&text) => {}
            Some(text) => {
                let error = Diagnostic::at("E105", &node.place, format!("`{path}` cannot be `{text}`"));
                self.out.push(error.expected(format!("expected {list}")).suggest(text, words.iter().copied()));
            }
            None => self.wrong_type(node, &list, path),
        }
    }

    /// The first alternative of the right kind speaks for all.
    fn any_of(&mut self, node: &Node, key: &Place, options: &'a [Json], path: &str) {
        let mut flat = Vec::new();
        self.flatten(options, &mut flat);
        let fits = |option: &&&Json| allows(option, json_type(node)) || words(option).is_some();
        match flat.iter().find(fits) {
            Some(option) => self.node(node, key, option, path),
            None => {
                let names = flat.iter().map(|option| describe(option)).filter(|name| !name.is_empty());
                let names: Vec<_> = names.collect();
                self.wrong_type(node, &names.join(" or "), path);
            }
        }
    }

    /// All alternatives, also those inside alternatives.
    fn flatten(&self, options: &'a [Json], flat: &mut Vec<&'a Json>) {
        for option in options {
            let option = self.resolve(option);
            match alternatives(option).filter(|_| words(option).is_none()) {
                Some(inner) => self.flatten(inner, flat),
                None => flat.push(option),
            }
        }
    }

    fn table(&mut self, node: &Node, key: &Place, table: &Table, schema: &'a Json, path: &str) {
        let known = schema.get("properties").and_then(Json::as_object);
        let rest = schema.get("additionalProperties");
        for (name, Entry { key, node }) in table {
            let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match (known.and_then(|known| known.get(name)), rest) {
                (Some(schema), _) => self.node(node, key, schema, &inner),
                (None, Some(Json::Bool(false))) => {
                    let names = known.into_iter().flatten().map(|(name, _)| name.as_str());
                    let error = Diagnostic::at("E102", key, unknown_key(name, path)).suggest(name, names);
                    self.out.push(error);
                }
                (None, Some(schema)) => self.free_key(name, node, key, (schema, known), path),
                (None, None) => {}
            }
        }
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
        for name in required.filter(|name| !table.contains_key(*name)) {
            let place = if node.place.span.is_empty() { key } else { &node.place };
            let owner = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
            self.out.push(Diagnostic::at("E106", place, format!("the key `{name}` is missing{owner}")));
        }
    }

    /// A key that may be free or a slip: of the wrong type, and in a table that has keys of its own, it is a slip.
    fn free_key(&mut self, name: &str, node: &Node, key: &Place, (schema, known): (&'a Json, Option<&'a Keys>), path: &str) {
        let inner = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let mut found = Vec::new();
        Checker { root: self.root, out: &mut found }.node(node, key, schema, &inner);
        let names: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        let slip = Diagnostic::at("E102", key, unknown_key(name, path)).suggest(name, names);
        if !found.is_empty() && slip.help.is_some() {
            found = vec![slip];
        }
        self.out.append(&mut found);
    }

    fn list(&mut self, node: &Node, list: &[Node], schema: &'a Json, path: &str) {
        let bound = |name| schema.get(name).and_then(Json::as_u64).map(|bound| bound as usize);
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems").unwrap_or(usize::MAX));
        if list.len() < least || list.len() > most {
            let error = Diagnostic::at("E103", &node.place, format!("`{path}` has {} elements", list.len()));
            self.out.push(error.expected(format!("expected {least}")));
        }
        if let Some(items) = schema.get("items") {
            list.iter().for_each(|item| self.node(item, &item.place, items, path));
        }
    }

    fn number(&mut self, node: &Node, number: i64, schema: &Json, path: &str) {
        let bound = |name| schema.get(name).and_then(Json::as_i64);
        let wide = schema.get("format").and_then(Json::as_str);
        let (mut least, mut most) = match wide {
            Some("int32") => (i32::MIN.into(), i32::MAX.into()),
            Some("uint32") => (0, u32::MAX.into()),
            _ => (i64::MIN, i64::MAX),
        };
        least = least.max(bound("minimum").unwrap_or(least));
        most = most.min(bound("maximum").unwrap_or(most));
        if !(least..=most).contains(&number) {
            let error = Diagnostic::at("E103", &node.place, format!("`{path}` cannot be {number}"));
            self.out.push(error.expected(format!("expected a number from {least} to {most}")));
        }
    }
}

fn unknown_key(name: &str, path: &str) -> String {
    match path {
        "" => format!("unknown key `{name}`"),
        _ => format!("unknown key `{name}` in `{path}`"),
    }
}

fn is_anything(schema: &Json) -> bool {
    let says = ["type", "anyOf", "oneOf", "enum", "const", "properties"];
    schema.as_object().is_some_and(|object| !says.iter().any(|key| object.contains_key(*key)))
}

/// The words of an enumeration.
fn words(schema: &Json) -> Option<Vec<&str>> {
    if let Some(list) = schema.get("enum").and_then(Json::as_array) {
        return Some(list.iter().filter_map(Json::as_str).collect());
    }
    if let Some(one) = schema.get("const").and_then(Json::as_str) {
        return Some(vec![one]);
    }
    let options = schema.get("oneOf")?.as_array()?;
    options.iter().map(|option| option.get("const").and_then(Json::as_str)).collect()
}

fn alternatives(schema: &Json) -> Option<&[Json]> {
    let options = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
    options.as_array().map(Vec::as_slice)
}

fn allows(schema: &Json, kind: &str) -> bool {
    match schema.get("type") {
        Some(Json::String(only)) => only == kind,
        Some(Json::Array(kinds)) => kinds.iter().any(|one| one == kind),
        _ => false,
    }
}

fn json_type(node: &Node) -> &'static str {
    match &node.value {
        Value::Bool(_) => "boolean",
        Value::Integer(_) => "integer",
        Value::Text(_) => "string",
        Value::List(_) => "array",
        Value::Table(_) => "object",
        Value::Other(..) => "none",
    }
}

/// What a schema wants, in words.
fn describe(schema: &Json) -> String {
    if let Some(words) = words(schema) {
        return words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
    }
    let names =
        [("boolean", "true or false"), ("integer", "a whole number"), ("string", "a text"), ("array", "a list"), ("object", "a table")];
    let bound = |name| schema.get(name).and_then(Json::as_u64);
    if let (Some(least), Some(most)) = (bound("minItems"), bound("maxItems"))
        && least == most
    {
        return format!("a list of {least}");
    }
    let allowed = names.iter().filter(|(kind, _)| allows(schema, kind)).map(|(_, name)| *name);
    allowed.collect::<Vec<_>>().join(" or ")
}
