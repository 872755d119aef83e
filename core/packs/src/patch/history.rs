//! Adds notes to an error about a value, naming the patches that changed the value.

use super::Patches;
use crate::diagnostic::Diagnostic;
use crate::node::{Node, PatchedValue, Value};
use crate::path::{TreePart, join};
use crate::source::SourceSpan;
use std::collections::BTreeSet;

/// Maximum number of patches named in one error.
const MAX_NAMED: usize = 3;

/// Maximum length of a value in a message, in characters.
const MAX_VALUE: usize = 40;

/// Adds notes about the responsible patches to errors that did not exist before patches were applied. If there is only
/// one patch, it is responsible; otherwise, the patches to the value in question are. If no responsible patch is found
/// and there were no errors before, the note names all packs that have patches.
pub fn name_culprits(
    root: &Node,
    patches: &[Patches],
    before: &[Diagnostic],
    errors: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let all = changes(&TreePart::new("", root));
    let packs: BTreeSet<String> = patches.iter().map(|patches| format!("`{}`", patches.pack)).collect();
    let packs = packs.into_iter().collect::<Vec<_>>().join(" and ");
    let is_only = patches.iter().map(|patches| patches.file.patch.len()).sum::<usize>() == 1;
    let is_old = |error: &Diagnostic| {
        before.iter().any(|old| (&old.file, &old.span, &old.message) == (&error.file, &error.span, &error.message))
    };
    let name = |error: Diagnostic| {
        let at = place_of(root, &error);
        let named: Vec<_> = all.iter().filter(|(path, _)| is_only || is_of_value(path, &at)).collect();
        match (is_old(&error), named.is_empty() && before.is_empty()) {
            (true, _) => error,
            (false, false) => beside(error, named.into_iter()),
            (false, true) => error.note(format!("this error appears only with the patches of {packs}")),
        }
    };
    errors.into_iter().map(name).collect()
}

/// Adds a note to a problem for each patch that `pack` makes to the value in question. If the pack has only one patch,
/// the note names it, whatever value it changes. If `pack` is `None`, considers the patches of all packs.
pub fn name_patches(root: &Node, complaint: Diagnostic, pack: Option<&str>) -> Diagnostic {
    let at = place_of(root, &complaint);
    let mut own = changes(&TreePart::new("", root));
    own.retain(|(_, change)| pack.is_none_or(|pack| change.pack == pack));
    let is_only = own.len() == 1;
    beside(complaint, own.iter().filter(|(path, _)| is_only || is_of_value(path, &at)))
}

/// Returns every change, with the path of the changed value.
fn changes(part: &TreePart) -> Vec<(String, PatchedValue)> {
    let own = part.node.history.iter().map(|change| (part.path.clone(), change.clone()));
    own.chain(part.parts().iter().flat_map(changes)).collect()
}

/// Returns the path of the value that a problem concerns.
fn place_of(root: &Node, error: &Diagnostic) -> String {
    path_of(&TreePart::new("", root), error).map(|(_, path)| path).unwrap_or_default()
}

/// Returns whether a change at `path` concerns the value at `at`: the value itself, a part of it, or a value that
/// contains it.
fn is_of_value(path: &str, at: &str) -> bool {
    !at.is_empty() && (is_below(at, path) || is_below(path, at))
}

/// Adds notes about the last [`MAX_NAMED`] of these patches to a problem.
fn beside<'a>(error: Diagnostic, named: impl DoubleEndedIterator<Item = &'a (String, PatchedValue)>) -> Diagnostic {
    named.rev().take(MAX_NAMED).fold(error, |error, (_, change)| with_patch(error, change))
}

/// Adds a note about a patch to an error. The note shows the location of the patch or, if the error is in the same file
/// as the patch, the value before the patch and where it was set. Adds no note if all three are in the same file.
fn with_patch(error: Diagnostic, change: &PatchedValue) -> Diagnostic {
    match &change.before {
        Some((_, place)) if error.file == change.place.source.name && place.source.name == error.file => error,
        Some((value, place)) if error.file == change.place.source.name => error.related(
            place,
            format!("`{}` changes this value (`{}`); it was {}", change.pack, change.op, shortened(value)),
        ),
        _ => error.related(&change.place, format!("`{}` changes `{}` (`{}`)", change.pack, change.at, change.op)),
    }
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// Returns whether `path` equals `of` or leads to a part of it.
fn is_below(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Finds the smallest part of the file that holds a value and contains the error. Returns the length of that part and
/// the path of the value.
fn path_of(part: &TreePart, error: &Diagnostic) -> Option<(usize, String)> {
    let own = covers(&part.node.place, error).map(|length| (length, part.path.clone()));
    let keys = match &part.node.value {
        Value::Table(table) => table.iter().collect(),
        _ => Vec::new(),
    };
    let named = keys.into_iter().filter_map(|(key, entry)| Some((covers(&entry.key, error)?, join(&part.path, key))));
    let inside = part.parts().into_iter().filter_map(|part| path_of(&part, error));
    own.into_iter().chain(named).chain(inside).min_by_key(|(length, path)| (*length, usize::MAX - path.len()))
}

fn covers(place: &SourceSpan, error: &Diagnostic) -> Option<usize> {
    let inside =
        place.source.name == error.file && place.span.start <= error.span.start && error.span.end <= place.span.end;
    inside.then(|| place.span.len())
}
