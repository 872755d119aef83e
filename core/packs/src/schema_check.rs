//! Checks the keys and types of a file against the schema of its Rust type, and reports all problems in one pass.

use crate::diagnostic::{Diagnostic, has_too_many};
use crate::node::{Node, NodeTable, TableEntry, Value, ValueStep};
use crate::schema::{RulebookFile, schema_of};
use crate::source::{Source, SourceSpan};
use grognard_luau::suggest::{all_nearest, nearest};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How reliable the values read from a file are, given its mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Confidence {
    /// The file has no mistakes.
    #[default]
    Sound,
    /// The only mistakes are mistyped words and numbers out of range. The nearest valid values are used in their place.
    Plain,
    /// A value is missing or has the wrong type. An arbitrary valid value is used in its place, so nothing that depends
    /// on it can be checked.
    Guessed,
}

/// Deserializes a TOML file as a `T`; problems are added to `out`.
pub fn read_toml<T: JsonSchema + DeserializeOwned>(source: &Arc<Source>, out: &mut Vec<Diagnostic>) -> Option<T> {
    let (tree, mut errors) = Node::parse(source);
    let is_toml = errors.is_empty();
    out.append(&mut errors);
    if is_toml { read(&tree, out) } else { None }
}

/// Deserializes a tree as a `T`; problems are added to `out`.
pub fn read<T: JsonSchema + DeserializeOwned>(node: &Node, out: &mut Vec<Diagnostic>) -> Option<T> {
    read_with_recovery(node, out).filter(|(_, confidence)| *confidence == Confidence::Sound).map(|(file, _)| file)
}

/// Deserializes a tree as a `T` even if it has problems. Wrong values are replaced with valid ones, so that one pass
/// reports all problems.
pub(crate) fn read_with_recovery<T: JsonSchema + DeserializeOwned>(
    node: &Node,
    out: &mut Vec<Diagnostic>,
) -> Option<(T, Confidence)> {
    let schema = schema_of::<T>();
    let mut checker = SchemaChecker { root: &schema, out, confidence: Confidence::Sound };
    let json = checker.node(node, &node.place, &schema, "");
    match (serde_json::from_value(json), checker.confidence) {
        (Ok(file), confidence) => Some((file, confidence)),
        // The schema matches the type, so this cannot fail; if it ever does, the error names the file.
        (Err(error), Confidence::Sound) => {
            checker.out.push(Diagnostic::at("E104", &node.place, error.to_string()));
            None
        }
        (Err(_), _) => None,
    }
}

/// Drops each problem from index `from` onwards whose location already had a problem, since it concerns the substituted
/// value.
pub(crate) fn only_new(out: &mut Vec<Diagnostic>, from: usize) {
    let later = out.split_off(from);
    let known: BTreeSet<(String, usize)> = out.iter().map(|error| (error.file.clone(), error.span.start)).collect();
    out.extend(later.into_iter().filter(|error| !known.contains(&(error.file.clone(), error.span.start))));
}

/// Reports paragraphs under `not_enforced` that do not exist in the rulebook.
pub(crate) fn check_not_enforced(node: &Node, file: &RulebookFile, out: &mut Vec<Diagnostic>) {
    for number in file.not_enforced.keys().filter(|number| !file.paragraph.contains_key(*number)) {
        let place = node.locate(&["not_enforced".into(), ValueStep::Name(number)]);
        let error = Diagnostic::at("E209", place, format!("the rulebook has no paragraph `{number}`"));
        out.push(error.suggest(number, file.paragraph.keys().map(String::as_str)));
    }
}

/// Creates the error for an unknown name. It suggests the nearest known name, or lists all known names if there are
/// few.
pub(crate) fn unknown<'a>(
    name: &str,
    what: &str,
    place: &SourceSpan,
    names: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let names: Vec<&str> = names.collect();
    let error =
        Diagnostic::at("E201", place, format!("there is no {what} `{name}`")).suggest(name, names.iter().copied());
    if error.help.is_some() {
        return error;
    }
    let few: Vec<_> = names.into_iter().take(9).collect();
    match few.len() {
        0 => error.help(format!("no {what} is declared")),
        9 => error,
        _ => error.help(format!("available: {}", few.join(", "))),
    }
}

/// The keys of a table in a schema.
type Keys = Map<String, Json>;

struct SchemaChecker<'a, 'o> {
    root: &'a Json,
    out: &'o mut Vec<Diagnostic>,
    confidence: Confidence,
}

impl<'a> SchemaChecker<'a, '_> {
    /// Checks a value and returns it as JSON, with wrong parts replaced. `key` is the location of its key, where
    /// missing keys are reported. `path` names the value in messages.
    fn node(&mut self, node: &Node, key: &SourceSpan, schema: &'a Json, path: &str) -> Json {
        let schema = self.resolve(schema);
        if schema == &Json::Bool(true) || is_anything(schema) {
            self.anything(node, path);
            return node.json();
        }
        if let Some(words) = words(schema) {
            return self.word(node, &words, path);
        }
        if let Some(options) = alternatives(schema) {
            return self.check_alternatives(node, key, options, path);
        }
        match &node.value {
            Value::Table(table) if allows(schema, "object") => self.table(node, key, table, schema, path),
            Value::List(list) if allows(schema, "array") => self.list(node, list, schema, path),
            Value::Integer(number) if allows(schema, "integer") => self.number(node, *number, schema, path),
            Value::Text(_) if allows(schema, "string") => node.json(),
            Value::Bool(_) if allows(schema, "boolean") => node.json(),
            _ => {
                self.wrong_type(node, &describe(schema), path);
                self.guess(schema)
            }
        }
    }

    fn guess(&mut self, schema: &Json) -> Json {
        self.confidence = Confidence::Guessed;
        self.stand_in(schema)
    }

    /// Returns a value that the schema allows, in place of a missing or wrong one. Integers take their maximum, if the
    /// schema sets one, so that values compared with them are rarely too large.
    fn stand_in(&self, schema: &Json) -> Json {
        let schema = self.resolve(schema);
        if let Some(word) = words(schema).and_then(|words| words.first().copied()) {
            return word.into();
        }
        if let Some(first) = alternatives(schema).and_then(|options| options.first()) {
            return self.stand_in(first);
        }
        match schema.get("type").and_then(Json::as_str) {
            Some("boolean") => false.into(),
            Some("integer") => schema.get("maximum").cloned().unwrap_or_else(|| 0.into()),
            Some("string") => "".into(),
            Some("array") => {
                let least = schema.get("minItems").and_then(Json::as_u64).unwrap_or(0);
                (0..least).map(|_| self.stand_in(&schema["items"])).collect()
            }
            Some("object") => {
                required(schema).map(|name| (name.to_owned(), self.stand_in(&schema["properties"][name]))).collect()
            }
            _ => Json::Null,
        }
    }

    fn resolve<'s>(&self, schema: &'s Json) -> &'s Json
    where
        'a: 's,
    {
        let pointer = schema.get("$ref").and_then(Json::as_str).and_then(|name| name.strip_prefix('#'));
        match pointer.and_then(|pointer| self.root.pointer(pointer)) {
            Some(found) => self.resolve(found),
            None => schema,
        }
    }

    fn wrong_type(&mut self, node: &Node, expected: &str, path: &str) {
        let message = match path {
            "" => format!("expected {expected}, found {}", node.kind()),
            _ => format!("`{path}` cannot be {}", node.kind()),
        };
        self.out.push(Diagnostic::at("E103", &node.place, message).expected(format!("expected {expected}")));
    }

    /// Checks a value where the schema allows anything: only fractions, dates and numbers out of range are reported.
    fn anything(&mut self, node: &Node, path: &str) {
        match &node.value {
            Value::Other(..) => {
                self.wrong_type(node, "a whole number, a string, true or false, a list or a table", path)
            }
            Value::List(list) => list.iter().for_each(|item| self.anything(item, path)),
            Value::Table(table) => table.values().for_each(|entry| self.anything(&entry.node, path)),
            _ => {}
        }
    }

    fn word(&mut self, node: &Node, words: &[&str], path: &str) -> Json {
        let list = format!("one of {}", words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", "));
        match node.text() {
            Some(text) if words.contains(&text) => return text.into(),
            Some(text) => {
                let error = Diagnostic::at("E105", &node.place, format!("`{path}` cannot be `{text}`"));
                self.out.push(error.expected(format!("expected {list}")).suggest(text, words.iter().copied()));
                if let Some(right) = nearest(text, words.iter().copied()) {
                    self.confidence = self.confidence.max(Confidence::Plain);
                    return right.into();
                }
            }
            None => self.wrong_type(node, &list, path),
        }
        self.confidence = Confidence::Guessed;
        words.first().copied().into()
    }

    /// Checks a value against the first alternative of the right type.
    fn check_alternatives(&mut self, node: &Node, key: &SourceSpan, options: &'a [Json], path: &str) -> Json {
        let mut flat = Vec::new();
        self.flatten(options, &mut flat);
        let fits = flat.iter().find(|option| allows(option, json_type(node)));
        match fits.or_else(|| flat.iter().find(|option| words(option).is_some())) {
            Some(option) => self.node(node, key, option, path),
            None => {
                let names = flat.iter().map(|option| describe(option)).filter(|name| !name.is_empty());
                let names: Vec<_> = names.collect();
                self.wrong_type(node, &names.join(" or "), path);
                self.guess(flat.first().copied().unwrap_or(&Json::Null))
            }
        }
    }

    /// Collects all alternatives, including nested ones.
    fn flatten(&self, options: &'a [Json], flat: &mut Vec<&'a Json>) {
        for option in options {
            let option = self.resolve(option);
            match alternatives(option).filter(|_| words(option).is_none()) {
                Some(inner) => self.flatten(inner, flat),
                None => flat.push(option),
            }
        }
    }

    fn table(&mut self, node: &Node, key: &SourceSpan, table: &NodeTable, schema: &'a Json, path: &str) -> Json {
        let known = schema.get("properties").and_then(Json::as_object);
        let rest = schema.get("additionalProperties");
        let mut all = Map::new();
        for (name, TableEntry { key, node }) in table {
            let value = match (known.and_then(|known| known.get(name)), rest) {
                (Some(schema), _) => Some((name.as_str(), self.node(node, key, schema, &join(path, name)))),
                (None, Some(Json::Bool(false))) => self.unknown_key(name, node, key, (table, known), path),
                (None, Some(schema)) => self.free_key(name, node, key, (schema, table, known), path),
                (None, None) => Some((name.as_str(), node.json())),
            };
            all.extend(value.map(|(name, value)| (name.to_owned(), value)));
        }
        for name in required(schema) {
            if all.contains_key(name) {
                continue;
            }
            all.insert(name.to_owned(), self.guess(known.map_or(&Json::Null, |known| &known[name])));
            let place = if node.place.span.is_empty() { key } else { &node.place };
            let owner = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
            self.out.push(Diagnostic::at("E106", place, format!("the key `{name}` is missing{owner}")));
        }
        Json::Object(all)
    }

    /// Reports an unknown key. Its value is used for the key that was probably meant, if there is one.
    fn unknown_key(
        &mut self,
        name: &str,
        node: &Node,
        key: &SourceSpan,
        (table, known): (&NodeTable, Option<&'a Keys>),
        path: &str,
    ) -> Option<(&'a str, Json)> {
        if has_too_many(self.out) {
            self.out.push(Diagnostic::at("E102", key, unknown_key(name, path)));
            self.confidence = Confidence::Guessed;
            return None;
        }
        let near = all_nearest(name, known.into_iter().flatten().map(|(name, _)| name.as_str()));
        // A key that is present already is less likely to be meant than one that is missing.
        let open: Vec<_> = near.iter().copied().filter(|name| !table.contains_key(*name)).collect();
        let meant = open.first().copied();
        let error = Diagnostic::at("E102", key, unknown_key(name, path));
        let known_names: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        self.out.push(match near.is_empty() && (1..=MAX_KEYS_LISTED).contains(&known_names.len()) {
            true => error.help(format!("the keys are {}", known_names.join(", "))),
            false => error.suggest(name, if open.is_empty() { near } else { open }),
        });
        self.confidence = self.confidence.max(if meant.is_some() { Confidence::Plain } else { Confidence::Guessed });
        let (meant, schema) = known?.get_key_value(meant?)?;
        Some((meant.as_str(), self.node(node, key, schema, &join(path, meant))))
    }

    /// Reads a key of a table that allows any key, besides those that its schema names. If the value is invalid and the
    /// key resembles a named one, the key counts as a misspelling of that one.
    fn free_key<'k>(
        &mut self,
        name: &'k str,
        node: &Node,
        key: &SourceSpan,
        (schema, table, known): (&'a Json, &NodeTable, Option<&'a Keys>),
        path: &str,
    ) -> Option<(&'k str, Json)>
    where
        'a: 'k,
    {
        let mut found = Vec::new();
        let mut checker = SchemaChecker { root: self.root, out: &mut found, confidence: Confidence::Sound };
        let value = checker.node(node, key, schema, &join(path, name));
        let confidence = checker.confidence;
        let names: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        if !found.is_empty() && nearest(name, names).is_some() {
            return self.unknown_key(name, node, key, (table, known), path);
        }
        self.out.append(&mut found);
        self.confidence = self.confidence.max(confidence);
        Some((name, value))
    }

    fn list(&mut self, node: &Node, list: &[Node], schema: &'a Json, path: &str) -> Json {
        let bound = |name| schema.get(name).and_then(Json::as_u64).map(|bound| bound as usize);
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems").unwrap_or(usize::MAX));
        let fits = (least..=most).contains(&list.len());
        if !fits {
            let error = Diagnostic::at(
                "E103",
                &node.place,
                format!("`{path}` has the wrong number of elements: {}", list.len()),
            );
            let expected = match most {
                usize::MAX => format!("expected at least {least}"),
                most if most == least => format!("expected {least}"),
                most => format!("expected from {least} to {most}"),
            };
            self.out.push(error.expected(expected));
        }
        let items = schema.get("items");
        let item = |item: &Node| items.map_or_else(|| item.json(), |items| self.node(item, &item.place, items, path));
        let all = list.iter().map(item).collect();
        if fits { all } else { self.guess(schema) }
    }

    fn number(&mut self, node: &Node, number: i64, schema: &Json, path: &str) -> Json {
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
            self.confidence = self.confidence.max(Confidence::Plain);
            return most.into();
        }
        number.into()
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The maximum number of keys listed in an error about an unknown one.
const MAX_KEYS_LISTED: usize = 16;

fn unknown_key(name: &str, path: &str) -> String {
    match path {
        "" => format!("unknown key `{name}`"),
        _ => format!("unknown key `{name}` in `{path}`"),
    }
}

/// Returns the keys a table must have.
fn required(schema: &Json) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str)
}

fn is_anything(schema: &Json) -> bool {
    let says = ["type", "anyOf", "oneOf", "enum", "const", "properties"];
    schema.as_object().is_some_and(|object| !says.iter().any(|key| object.contains_key(*key)))
}

/// Returns the strings that a schema allows; `None` if it is not an enumeration.
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

/// Describes in words what a schema expects.
fn describe(schema: &Json) -> String {
    if let Some(words) = words(schema) {
        return words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
    }
    let names = [
        ("boolean", "true or false"),
        ("integer", "a whole number"),
        ("string", "a string"),
        ("array", "a list"),
        ("object", "a table"),
    ];
    let bound = |name| schema.get(name).and_then(Json::as_u64);
    if let (Some(least), Some(most)) = (bound("minItems"), bound("maxItems"))
        && least == most
    {
        return format!("a list of {least} elements");
    }
    let allowed = names.iter().filter(|(kind, _)| allows(schema, kind)).map(|(_, name)| *name);
    allowed.collect::<Vec<_>>().join(" or ")
}
