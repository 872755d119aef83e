//! TOML values that record where they come from.
//!
//! Patches change trees of nodes before anything is checked, so a later error can still name the file that set the
//! value.

use crate::diagnostic::Diagnostic;
use crate::schema::RoundDecl;
use crate::source::{Source, SourceSpan};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::de::{DeInteger, DeTable, DeValue};
use toml_parser::lexer::TokenKind;

/// Maximum number of values in a TOML file; each table, list, key and element counts.
pub const MAX_VALUES: usize = 150_000;

/// Maximum number of values in all TOML files of a pack.
pub const MAX_VALUES_OF_PACK: usize = 2 * MAX_VALUES;

/// Maximum number of syntax errors reported in one file. The rest are probably consequences of the first.
const MAX_SYNTAX_ERRORS: usize = 5;

/// A value, with its location.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where the value was written.
    pub place: SourceSpan,
    /// The changes that patches made to the value, oldest first.
    pub history: Vec<PatchedValue>,
}

/// A change that a patch made to a value.
#[derive(Clone, Debug)]
pub struct PatchedValue {
    /// The pack.
    pub pack: String,
    /// The path of the changed value, as written in the patch.
    pub at: String,
    /// The operator.
    pub op: &'static str,
    /// The location of the patch.
    pub place: SourceSpan,
    /// The reason that the patch gives.
    pub why: Option<String>,
    /// The previous value, as TOML, and where it was set.
    pub before: Option<(String, SourceSpan)>,
    /// For a multiplication: the exact product up to and including this patch.
    pub(crate) factor: Option<Factor>,
}

/// A patch that is not applied, because its conflict with another pack's patch is settled by a third pack, which is
/// loaded after both packs.
#[derive(Clone, Debug)]
pub struct SettledConflict {
    /// The change that the patch would have made.
    pub change: PatchedValue,
    /// The pack that settles the conflict.
    pub by: String,
}

/// An exact product, kept beside its rounded value so that consecutive multiplications are rounded only once.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    /// The original number.
    pub start: Value,
    /// The numerator of the factor.
    pub above: i128,
    /// The denominator of the factor.
    pub below: i128,
    /// The direction of rounding.
    pub round: Option<RoundDecl>,
}

/// A value of a TOML file. Fractions and dates are kept as strings, so that they can be reported with their location.
#[derive(Clone, Debug)]
pub enum Value {
    /// A boolean: `true`.
    Bool(bool),
    /// A whole number: `42`.
    Integer(i64),
    /// A string: `"text"`.
    Text(String),
    /// A number too large for 64 bits, a fraction or a date: never valid, kept as it was written.
    Other(&'static str, String),
    /// A list: `[1, 2]`.
    List(Vec<Node>),
    /// A table: `{ a = 1 }` or `[a]`.
    Table(NodeTable),
}

/// A table, sorted by key.
pub type NodeTable = BTreeMap<String, TableEntry>;

/// A key with its value.
#[derive(Clone, Debug)]
pub struct TableEntry {
    /// The location of the key.
    pub key: SourceSpan,
    /// The value.
    pub node: Node,
}

impl Node {
    /// Creates a value at a location, without history.
    pub fn new(value: Value, place: SourceSpan) -> Node {
        Node { value, place, history: Vec::new() }
    }

    /// Creates an empty table.
    pub fn empty(place: SourceSpan) -> Node {
        Node::new(Value::Table(NodeTable::new()), place)
    }

    /// Parses a TOML file. The tree contains everything that could be parsed.
    pub fn parse(source: &Arc<Source>) -> (Node, Vec<Diagnostic>) {
        if let Some(error) = too_many_values(source) {
            return (Node::empty(SourceSpan::start(source)), vec![error]);
        }
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let mut found: Vec<Diagnostic> = errors
            .iter()
            .map(|error| {
                let place = SourceSpan { source: source.clone(), span: error.span().unwrap_or(0..0) };
                if error.message() == "duplicate key" {
                    return stands_twice(&place);
                }
                if let Some(found) = leading_zero(&place).filter(|_| error.message().contains("leading zero")) {
                    return found;
                }
                let found = Diagnostic::at("E101", &place, lower(error.message()));
                if is_open_list(&found) { found.help("is the list before this line closed?") } else { found }
            })
            .collect();
        found.sort_by_key(|diagnostic| diagnostic.span.start);
        found.dedup_by_key(|diagnostic| diagnostic.line);
        // In a list that is not closed, every following line is an error; closing it corrects them all.
        if let Some(open) = found.iter().position(is_open_list) {
            found.truncate(open + 1);
        }
        found.truncate(MAX_SYNTAX_ERRORS);
        (Node::new(Value::Table(read_table(source, table.get_ref())), SourceSpan::start(source)), found)
    }

    /// Returns the table, if the value is one.
    pub fn table(&self) -> Option<&NodeTable> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Returns the list, if the value is one.
    pub fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// Returns the string, if the value is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value under a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.table()?.get(key).map(|entry| &entry.node)
    }

    /// Returns the location of a nested value or, if it does not exist, of the nearest enclosing value.
    pub fn locate(&self, path: &[ValueStep]) -> &SourceSpan {
        let Some((step, rest)) = path.split_first() else { return &self.place };
        match (step, &self.value) {
            (ValueStep::Key(key), Value::Table(table)) => table.get(*key).map(|entry| &entry.node),
            (ValueStep::Index(at), Value::List(list)) => list.get(*at),
            (ValueStep::Name(key), Value::Table(table)) => {
                return table.get(*key).map_or(&self.place, |entry| &entry.key);
            }
            _ => None,
        }
        .map_or(&self.place, |node| node.locate(rest))
    }

    /// Returns the type of the value, in words.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Bool(_) => "true or false",
            Value::Integer(_) => "a whole number",
            Value::Text(_) => "a string",
            Value::Other(kind, _) => kind,
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// Converts the value to JSON, from which the schema types are deserialized.
    pub fn json(&self) -> serde_json::Value {
        match &self.value {
            Value::Bool(value) => (*value).into(),
            Value::Integer(value) => (*value).into(),
            Value::Text(text) | Value::Other(_, text) => text.clone().into(),
            Value::List(list) => list.iter().map(Node::json).collect(),
            Value::Table(table) => table.iter().map(|(key, entry)| (key.clone(), entry.node.json())).collect(),
        }
    }

    /// Formats the value as TOML, on several lines if necessary.
    pub fn toml(&self) -> String {
        match &self.value {
            Value::Table(_) => toml::to_string_pretty(&self.json()).unwrap_or_else(|_| self.to_string()),
            Value::List(list) if self.to_string().chars().count() > 100 => {
                let lines: String = list.iter().map(|item| format!("    {item},\n")).collect();
                format!("[\n{lines}]")
            }
            _ => self.to_string(),
        }
    }

    /// Returns whether two values are equal, regardless of where they were written.
    pub fn same(&self, other: &Node) -> bool {
        self.json() == other.json() && self.kind() == other.kind()
    }
}

/// Formats the value on one line, in TOML syntax.
impl std::fmt::Display for Node {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match &self.value {
            Value::Table(table) => {
                let fields: Vec<_> = table.iter().map(|(key, entry)| format!("{key} = {}", entry.node)).collect();
                write!(out, "{{ {} }}", fields.join(", "))
            }
            Value::List(list) => {
                let items: Vec<_> = list.iter().map(Node::to_string).collect();
                write!(out, "[{}]", items.join(", "))
            }
            Value::Other(_, text) => out.write_str(text),
            _ => write!(out, "{}", self.json()),
        }
    }
}

/// A step on the path to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStep<'a> {
    /// The value under a key.
    Key(&'a str),
    /// The key itself.
    Name(&'a str),
    /// An element of a list.
    Index(usize),
}

impl<'a> From<&'a str> for ValueStep<'a> {
    fn from(key: &'a str) -> Self {
        ValueStep::Key(key)
    }
}

impl<'a> From<&'a String> for ValueStep<'a> {
    fn from(key: &'a String) -> Self {
        ValueStep::Key(key)
    }
}

impl From<usize> for ValueStep<'_> {
    fn from(at: usize) -> Self {
        ValueStep::Index(at)
    }
}

fn read_table(source: &Arc<Source>, table: &DeTable) -> NodeTable {
    let place = |span| SourceSpan { source: source.clone(), span };
    let entries = table.iter().map(|(key, value)| {
        let node = Node::new(read_value(source, value.get_ref()), place(value.span()));
        (key.get_ref().to_string(), TableEntry { key: place(key.span()), node })
    });
    entries.collect()
}

fn read_value(source: &Arc<Source>, value: &DeValue) -> Value {
    match value {
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Integer(value) => read_integer(value),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Float(value) => Value::Other("a number with a fraction", value.to_string()),
        DeValue::Datetime(value) => Value::Other("a date", value.to_string()),
        DeValue::Table(table) => Value::Table(read_table(source, table)),
        DeValue::Array(list) => {
            let place = |span| SourceSpan { source: source.clone(), span };
            let nodes = list.iter().map(|item| Node::new(read_value(source, item.get_ref()), place(item.span())));
            Value::List(nodes.collect())
        }
    }
}

fn read_integer(value: &DeInteger) -> Value {
    match i64::from_str_radix(value.as_str(), value.radix()) {
        Ok(value) => Value::Integer(value),
        Err(_) => Value::Other("a number that is too large", value.to_string()),
    }
}

/// Reports a file with too many values. The file is only split into tokens, so that no tree is built if it is
/// oversized.
fn too_many_values(source: &Arc<Source>) -> Option<Diagnostic> {
    // Each value takes at least one byte.
    let long = (source.text.len() > MAX_VALUES).then(|| toml_parser::Source::new(&source.text))?;
    let mut open = Vec::new();
    let token = long.lex().filter(|token| begins_value(token.kind(), &mut open)).nth(MAX_VALUES)?;
    let place = SourceSpan { source: source.clone(), span: token.span().start()..token.span().end() };
    let message = format!("from here on, the file exceeds the limit of {MAX_VALUES} values for a TOML file");
    Some(
        Diagnostic::at("E111", &place, message).help("remove data that no rule needs, or split it among several packs"),
    )
}

/// Counts the values of a file.
pub(crate) fn count_values(source: &Source) -> usize {
    let mut open = Vec::new();
    toml_parser::Source::new(&source.text).lex().filter(|token| begins_value(token.kind(), &mut open)).count()
}

/// Returns whether a value begins at a token or right after it. `open` is the stack of open brackets.
fn begins_value(kind: TokenKind, open: &mut Vec<TokenKind>) -> bool {
    match kind {
        TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => open.push(kind),
        TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => drop(open.pop()),
        _ => {}
    }
    match kind {
        TokenKind::Equals | TokenKind::Dot | TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => true,
        // In an inline table a comma separates keys, which have been counted.
        TokenKind::Comma => open.last() != Some(&TokenKind::LeftCurlyBracket),
        _ => false,
    }
}

fn stands_twice(place: &SourceSpan) -> Diagnostic {
    let key = place.source.text.get(place.span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
    let error = Diagnostic::at("E101", place, format!("the key `{key}` appears twice in its table"));
    error.help("rename one of the two, or delete it")
}

/// Reports a number that begins with 0, such as a hex number without quotes.
fn leading_zero(near: &SourceSpan) -> Option<Diagnostic> {
    let text = near.source.text.as_str();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let at = near.span.start.min(text.len());
    let start = text.get(..at)?.trim_end_matches(is_part).len();
    let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |length| start + length);
    let number = &text[start..end];
    let before = text[..start].lines().last().unwrap_or_default().trim_end();
    let key = before.strip_suffix('=').and_then(|before| before.trim_end().rsplit([' ', '\t', '{', ',']).next());
    let key = key.filter(|key| !key.is_empty()).map(|key| format!("{key} = ")).unwrap_or_default();
    let error = Diagnostic::at(
        "E101",
        &SourceSpan { source: near.source.clone(), span: start..end },
        "a number cannot begin with 0",
    );
    let is_hex = number.len() > 1 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_hex.then(|| error.help(format!("hex numbers are strings: write `{key}\"{number}\"`")))
}

/// Returns whether an error comes from an unclosed list, which the parser notices only at the start of the next line.
fn is_open_list(error: &Diagnostic) -> bool {
    error.message.starts_with("missing comma") && error.column == 1
}

fn lower(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    first + letters.as_str().trim_end_matches('.')
}
