//! Keys and types of a file, held against the schema of its Rust type: every problem at once.

use crate::diagnostic::{Diagnostic, crowded};
use crate::node::{Entry, Node, Step, Table, Value};
use crate::recover::{Confidence, Recovery};
use crate::schema::{RulebookFile, schema_of};
use crate::source::Place;
use grognard_engine::nearest;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Reads a tree as a type; problems are added to `out`.
pub fn read<T: JsonSchema + DeserializeOwned>(node: &Node, out: &mut Vec<Diagnostic>) -> Option<T> {
    read_on(node, out).filter(|(_, mended)| *mended == Confidence::Sound).map(|(file, _)| file)
}

/// The same, and where there are problems the file as it may have been meant: what else is wrong with it is then told as well.
pub(crate) fn read_on<T: JsonSchema + DeserializeOwned>(node: &Node, out: &mut Vec<Diagnostic>) -> Option<(T, Confidence)> {
    let schema = schema_of::<T>();
    let mut checker = Checker { root: &schema, out, cures: Recovery::default() };
    checker.node(node, &node.place.clone(), &schema, "");
    let cures = checker.cures;
    match (serde_json::from_value(cures.json(node)), cures.mended) {
        (Ok(file), mended) => Some((file, mended)),
        // The schema says the same as the type, so this cannot fail; if it ever does, the file is named.
        (Err(error), Confidence::Sound) => {
            out.push(Diagnostic::at("E104", &node.place, error.to_string()));
            None
        }
        (Err(_), _) => None,
    }
}

/// Of the problems from some number on leaves out those at places where something was wrong before: they are about what stands
/// there instead.
pub(crate) fn only_new(out: &mut Vec<Diagnostic>, from: usize) {
    let later = out.split_off(from);
    let known: BTreeSet<(String, usize)> = out.iter().map(|error| (error.file.clone(), error.span.start)).collect();
    out.extend(later.into_iter().filter(|error| !known.contains(&(error.file.clone(), error.span.start))));
}

/// Only paragraphs of this rulebook can be said to need no rule.
pub(crate) fn check_not_enforced(node: &Node, file: &RulebookFile, out: &mut Vec<Diagnostic>) {
    for number in file.not_enforced.keys().filter(|number| !file.paragraph.contains_key(*number)) {
        let place = node.locate(&["not_enforced".into(), Step::Name(number)]);
        let error = Diagnostic::at("E209", place, format!("the rulebook has no paragraph `{number}`"));
        out.push(error.suggest(number, file.paragraph.keys().map(String::as_str)));
    }
}

/// There is nothing of this name. The nearest of the names there are is suggested, or all of them where they are few.
pub(crate) fn unknown<'a>(name: &str, what: &str, place: &Place, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let names: Vec<&str> = names.collect();
    let error = Diagnostic::at("E201", place, format!("there is no {what} `{name}`")).suggest(name, names.iter().copied());
    if error.help.is_some() {
        return error;
    }
    let few: Vec<_> = names.into_iter().take(9).collect();
    match few.len() {
        0 => error.help(format!("no {what} is declared")),
        9 => error,
        _ => error.help(format!("there is {}", few.join(", "))),
    }
}

/// The keys of a table in a schema.
type Keys = serde_json::Map<String, Json>;

struct Checker<'a, 'o> {
    root: &'a Json,
    out: &'o mut Vec<Diagnostic>,
    cures: Recovery,
}

impl<'a> Checker<'a, '_> {
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
            _ => {
                self.wrong_type(node, &describe(schema), path);
                self.cures.put(&node.place, self.stand_in(schema));
            }
        }
    }

    /// A value that a schema allows, for one that is wrong. A number is the largest: the fewest others are too large beside it.
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
            Some("object") => required(schema).map(|name| (name.to_owned(), self.stand_in(&schema["properties"][name]))).collect(),
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
                match nearest::nearest(text, words.iter().copied()) {
                    Some(right) => self.cures.word(&node.place, right),
                    None => self.cures.put(&node.place, words.first().copied().into()),
                }
            }
            None => {
                self.wrong_type(node, &list, path);
                self.cures.put(&node.place, words.first().copied().into());
            }
        }
    }

    /// The first alternative of the right kind speaks for all.
    fn any_of(&mut self, node: &Node, key: &Place, options: &'a [Json], path: &str) {
        let mut flat = Vec::new();
        self.flatten(options, &mut flat);
        let fits = flat.iter().find(|option| allows(option, json_type(node)));
        match fits.or_else(|| flat.iter().find(|option| words(option).is_some())) {
            Some(option) => self.node(node, key, option, path),
            None => {
                let names = flat.iter().map(|option| describe(option)).filter(|name| !name.is_empty());
                let names: Vec<_> = names.collect();
                self.wrong_type(node, &names.join(" or "), path);
                self.cures.put(&node.place, flat.first().map(|option| self.stand_in(option)).unwrap_or_default());
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
        let mut meant = Vec::new();
        for (name, Entry { key, node }) in table {
            let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match (known.and_then(|known| known.get(name)), rest) {
                (Some(schema), _) => self.node(node, key, schema, &inner),
                (None, Some(Json::Bool(false))) => meant.extend(self.unknown_key(name, node, key, (table, known), path)),
                (None, Some(schema)) => meant.extend(self.free_key(name, node, key, (schema, table, known), path)),
                (None, None) => {}
            }
        }
        for name in required(schema).filter(|name| !table.contains_key(*name) && !meant.contains(name)) {
            self.cures.add(&node.place, name, known.map(|known| self.stand_in(&known[name])).unwrap_or_default());
            let place = if node.place.span.is_empty() { key } else { &node.place };
            let owner = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
            self.out.push(Diagnostic::at("E106", place, format!("the key `{name}` is missing{owner}")));
        }
    }

    /// A key that is none. Where it is plain which is meant, the value is checked as that one's.
    fn unknown_key(
        &mut self,
        name: &str,
        node: &Node,
        key: &Place,
        (table, known): (&Table, Option<&'a Keys>),
        path: &str,
    ) -> Option<&'a str> {
        if crowded(self.out) {
            self.out.push(Diagnostic::at("E102", key, unknown_key(name, path)));
            self.cures.key(key, None);
            return None;
        }
        let near = nearest::all(name, known.into_iter().flatten().map(|(name, _)| name.as_str()));
        // A key that stands there already is less likely meant than one that does not.
        let open: Vec<_> = near.iter().copied().filter(|name| !table.contains_key(*name)).collect();
        let meant = open.first().copied();
        self.out.push(Diagnostic::at("E102", key, unknown_key(name, path)).suggest(name, if open.is_empty() { near } else { open }));
        self.cures.key(key, meant);
        if let Some((meant, schema)) = meant.and_then(|meant| Some((meant, known?.get(meant)?))) {
            let inner = if path.is_empty() { meant.to_owned() } else { format!("{path}.{meant}") };
            self.node(node, key, schema, &inner);
        }
        meant
    }

    /// A key that may be free or a slip: of the wrong type, and in a table that has keys of its own, it is a slip.
    fn free_key(
        &mut self,
        name: &str,
        node: &Node,
        key: &Place,
        (schema, table, known): (&'a Json, &Table, Option<&'a Keys>),
        path: &str,
    ) -> Option<&'a str> {
        let inner = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let mut found = Vec::new();
        let mut checker = Checker { root: self.root, out: &mut found, cures: Recovery::default() };
        checker.node(node, key, schema, &inner);
        let cures = checker.cures;
        let names: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        if !found.is_empty() && nearest::nearest(name, names).is_some() {
            return self.unknown_key(name, node, key, (table, known), path);
        }
        self.out.append(&mut found);
        self.cures.join(cures);
        None
    }

    fn list(&mut self, node: &Node, list: &[Node], schema: &'a Json, path: &str) {
        let bound = |name| schema.get(name).and_then(Json::as_u64).map(|bound| bound as usize);
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems").unwrap_or(usize::MAX));
        if list.len() < least || list.len() > most {
            let error = Diagnostic::at("E103", &node.place, format!("`{path}` has {} elements", list.len()));
            self.out.push(error.expected(format!("expected {least}")));
            self.cures.put(&node.place, self.stand_in(schema));
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
            self.cures.number(&node.place, most);
        }
    }
}

fn unknown_key(name: &str, path: &str) -> String {
    match path {
        "" => format!("unknown key `{name}`"),
        _ => format!("unknown key `{name}` in `{path}`"),
    }
}

/// The keys a table must have.
fn required(schema: &Json) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str)
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
