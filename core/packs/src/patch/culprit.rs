//! Which patches an error comes from that the files alone would not have.

use crate::diagnostic::Diagnostic;
use crate::node::{Change, Node, Value};
use crate::path::{Part, join};

/// Most patches that are named beside one error.
const MOST_NAMED: usize = 3;

/// Longest value that is shown.
const LONGEST_VALUE: usize = 40;

/// Beside each error that was not there before patches, the patches it comes from.
pub fn name_culprits(root: &Node, before: &[Diagnostic], errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let changes = changes(&Part::new("", root));
    let is_old =
        |error: &Diagnostic| before.iter().any(|old| (&old.file, &old.span, &old.message) == (&error.file, &error.span, &error.message));
    let named = errors.into_iter().map(|error| if is_old(&error) { error } else { with_culprits(root, &changes, error) });
    named.collect()
}

/// The patches a complaint comes from, beside it.
pub fn name_patches(root: &Node, complaint: Diagnostic) -> Diagnostic {
    with_culprits(root, &changes(&Part::new("", root)), complaint)
}

/// Every change, with the path of what it changed.
fn changes(part: &Part) -> Vec<(String, Change)> {
    let own = part.node.history.iter().map(|change| (part.path.clone(), change.clone()));
    own.chain(part.parts().iter().flat_map(changes)).collect()
}

fn with_culprits(root: &Node, changes: &[(String, Change)], error: Diagnostic) -> Diagnostic {
    let at = path_of(&Part::new("", root), &error).map(|(_, path)| path).unwrap_or_default();
    let of_value = |(path, _): &&(String, Change)| !at.is_empty() && (is_below(&at, path) || is_below(path, &at));
    let speaks = |(_, change): &&(String, Change)| names_in(&error.message).any(|name| text_of(change).contains(name));
    let of_file = |(path, _): &&(String, Change)| !at.is_empty() && is_below(path, file_of(&at));
    let mut named: Vec<&(String, Change)> = changes.iter().filter(of_value).collect();
    if named.is_empty() {
        // What does not fit any more may be wrong because of a patch to another value: to the map, to the results of a chart.
        named = changes.iter().filter(speaks).collect();
    }
    if named.is_empty() {
        named = changes.iter().filter(of_file).collect();
    }
    if named.is_empty() {
        named = changes.iter().collect();
    }
    named.into_iter().rev().take(MOST_NAMED).fold(error, |error, (_, change)| told(error, change))
}

/// The names in quotes of a message.
fn names_in(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2).filter(|name| !name.is_empty())
}

/// A patch as it is written, from its path on.
fn text_of(change: &Change) -> &str {
    let rest = change.place.source.text.get(change.place.span.start..).unwrap_or_default();
    rest.split("[[patch]]").next().unwrap_or_default()
}

/// A patch beside an error: where it stands or, if the error is shown there already, what was there before.
fn told(error: Diagnostic, change: &Change) -> Diagnostic {
    match &change.before {
        Some((_, place)) if error.file == change.place.source.name && place.source.name == error.file => error,
        Some((value, place)) if error.file == change.place.source.name => {
            error.related(place, format!("`{}` puts it here (`{}`), in the place of {}", change.pack, change.op, shortened(value)))
        }
        _ => error.related(&change.place, format!("`{}` changes `{}` (`{}`)", change.pack, change.at, change.op)),
    }
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// Whether one path is that of a value or of a part of it.
fn is_below(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The path of the file a value belongs to: `units`, `charts.crt`.
fn file_of(path: &str) -> &str {
    let ends: Vec<usize> = path.match_indices(['.', '[']).map(|(at, _)| at).collect();
    let depth = usize::from(path.starts_with("charts."));
    ends.get(depth).map_or(path, |end| &path[..*end])
}

/// The path of the smallest value around an error, with its length.
fn path_of(part: &Part, error: &Diagnostic) -> Option<(usize, String)> {
    let own = covers(&part.node.place, error).map(|length| (length, part.path.clone()));
    let keys = match &part.node.value {
        Value::Table(table) => table.iter().collect(),
        _ => Vec::new(),
    };
    let named = keys.into_iter().filter_map(|(key, entry)| Some((covers(&entry.key, error)?, join(&part.path, key))));
    let inside = part.parts().into_iter().filter_map(|part| path_of(&part, error));
    own.into_iter().chain(named).chain(inside).min_by_key(|(length, path)| (*length, usize::MAX - path.len()))
}

fn covers(place: &crate::source::Place, error: &Diagnostic) -> Option<usize> {
    let inside = place.source.name == error.file && place.span.start <= error.span.start && error.span.end <= place.span.end;
    inside.then(|| place.span.len())
}
