//! Which patches an error comes from that the files alone would not have.
//!
//! A patch to the value itself is named. Of all others only those are without which the error is gone, found out by leaving them out.

use super::Patches;
use crate::diagnostic::Diagnostic;
use crate::node::{Node, PatchedValue, Value, ValueStep};
use crate::path::{TreePart, join};
use crate::source::SourceSpan;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Most patches that are named beside one error.
const MAX_NAMED: usize = 3;

/// Longest value that is shown.
const MAX_VALUE: usize = 40;

/// With more patches than these, each is not left out alone; those of a pack are left out together.
const MAX_TRIALS: usize = 10;

/// The problems of a battle with some of its patches; nothing if these cannot be applied.
pub type Trial<'a> = dyn Fn(&[Patches]) -> Option<Vec<Diagnostic>> + 'a;

/// Beside each error that was not there before patches, the patches it comes from.
pub fn name_culprits(root: &Node, patches: &[Patches], trial: &Trial, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let before: BTreeSet<Key> = trial(&[]).unwrap_or_default().iter().map(key).collect();
    let suspects = Suspects::new(patches, trial, &errors);
    let changes = changes(&TreePart::new("", root));
    let named = errors.iter().map(|error| if before.contains(&key(error)) { error.clone() } else { suspects.name(root, &changes, error) });
    named.collect()
}

/// The patches of a pack a complaint comes from, beside it; of any pack, if none is given.
pub fn name_patches(root: &Node, complaint: Diagnostic, pack: Option<&str>) -> Diagnostic {
    let mut changes = changes(&TreePart::new("", root));
    changes.retain(|(_, change)| pack.is_none_or(|pack| change.pack == pack));
    let at = place_of(root, &complaint);
    let speaks = |(_, change): &&(String, PatchedValue)| names_in(&complaint.message).any(|name| text_of(change).contains(name));
    let of_file = |(path, _): &&(String, PatchedValue)| !at.is_empty() && is_below(path, file_of(&at));
    let mut named: Vec<&(String, PatchedValue)> = changes.iter().filter(|change| is_of_value(change, &at)).collect();
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
    beside(complaint, named)
}

/// What tells one problem from another.
type Key = (String, usize, usize, String);

fn key(error: &Diagnostic) -> Key {
    (error.file.clone(), error.span.start, error.span.end, error.message.clone())
}

/// Patches under suspicion.
struct Suspects<'a> {
    patches: &'a [Patches],
    trial: &'a Trial<'a>,
    errors: BTreeSet<Key>,
    /// Each patch alone, by its file and its number in it; or, of many patches, each pack.
    parts: Vec<Suspect>,
}

/// Patches that are left out together.
struct Suspect {
    /// The pack.
    pack: String,
    /// The patch; all of the pack without it.
    patch: Option<(usize, usize, SourceSpan)>,
    /// The problems without it, once somebody has asked.
    without: OnceCell<Option<BTreeSet<Key>>>,
}

impl<'a> Suspects<'a> {
    fn new(patches: &'a [Patches], trial: &'a Trial<'a>, errors: &[Diagnostic]) -> Suspects<'a> {
        let suspect = |pack: &str, patch| Suspect { pack: pack.to_owned(), patch, without: OnceCell::new() };
        let of_file = |(file, all): (usize, &Patches)| -> Vec<Suspect> {
            let place = |number: usize| all.tree.locate(&["patch".into(), number.into(), ValueStep::Key("at")]).clone();
            (0..all.file.patch.len()).map(|number| suspect(&all.pack, Some((file, number, place(number))))).collect()
        };
        let mut parts: Vec<Suspect> = patches.iter().enumerate().flat_map(of_file).collect();
        if parts.len() > MAX_TRIALS {
            parts.clear();
        }
        let packs: BTreeSet<&str> = patches.iter().map(|patches| patches.pack.as_str()).collect();
        parts.extend(packs.into_iter().map(|pack| suspect(pack, None)));
        Suspects { patches, trial, errors: errors.iter().map(key).collect(), parts }
    }

    /// An error with the patches it comes from.
    fn name(&self, root: &Node, changes: &[(String, PatchedValue)], error: &Diagnostic) -> Diagnostic {
        let at = place_of(root, error);
        let of_value: Vec<_> = changes.iter().filter(|change| is_of_value(change, &at)).collect();
        if !of_value.is_empty() {
            return beside(error.clone(), of_value);
        }
        let guilty: Vec<&Suspect> = self.parts.iter().filter(|suspect| self.is_guilty(suspect, error)).collect();
        let alone = guilty.iter().any(|suspect| suspect.patch.is_some());
        let is_named = |change: &PatchedValue| {
            let is_it = |suspect: &&Suspect| match &suspect.patch {
                Some((_, _, place)) => *place == change.place,
                None => !alone && suspect.pack == change.pack,
            };
            guilty.iter().any(is_it)
        };
        beside(error.clone(), changes.iter().filter(|(_, change)| is_named(change)).collect())
    }

    /// Whether an error is gone without some patches, and no other has come in its place.
    fn is_guilty(&self, suspect: &Suspect, error: &Diagnostic) -> bool {
        let without = suspect.without.get_or_init(|| self.without(suspect));
        without.as_ref().is_some_and(|left| !left.contains(&key(error)) && left.is_subset(&self.errors))
    }

    fn without(&self, suspect: &Suspect) -> Option<BTreeSet<Key>> {
        let rest = self.patches.iter().enumerate().map(|(file, patches)| match suspect.patch {
            Some((left_out, number, _)) => patches.only(|other| (left_out, number) != (file, other)),
            None => patches.only(|_| patches.pack != suspect.pack),
        });
        let rest: Vec<Patches> = rest.collect();
        Some((self.trial)(&rest)?.iter().map(key).collect())
    }
}

/// Every change, with the path of what it changed.
fn changes(part: &TreePart) -> Vec<(String, PatchedValue)> {
    let own = part.node.history.iter().map(|change| (part.path.clone(), change.clone()));
    own.chain(part.parts().iter().flat_map(changes)).collect()
}

/// The path of the value a problem is about.
fn place_of(root: &Node, error: &Diagnostic) -> String {
    path_of(&TreePart::new("", root), error).map(|(_, path)| path).unwrap_or_default()
}

/// Whether a patch changed the value at a path, a part of it or what it is a part of.
fn is_of_value((path, _): &(String, PatchedValue), at: &str) -> bool {
    !at.is_empty() && (is_below(at, path) || is_below(path, at))
}

/// A problem with the last of some patches.
fn beside(error: Diagnostic, named: Vec<&(String, PatchedValue)>) -> Diagnostic {
    named.into_iter().rev().take(MAX_NAMED).fold(error, |error, (_, change)| told(error, change))
}

/// The names in quotes of a message.
fn names_in(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2).filter(|name| !name.is_empty())
}

/// A patch as it is written, from its path on.
fn text_of(change: &PatchedValue) -> &str {
    let rest = change.place.source.text.get(change.place.span.start..).unwrap_or_default();
    rest.split("[[patch]]").next().unwrap_or_default()
}

/// A patch beside an error: where it stands or, if the error is shown there already, what was there before.
fn told(error: Diagnostic, change: &PatchedValue) -> Diagnostic {
    match &change.before {
        Some((_, place)) if error.file == change.place.source.name && place.source.name == error.file => error,
        Some((value, place)) if error.file == change.place.source.name => {
            error.related(place, format!("`{}` puts it here (`{}`), in the place of {}", change.pack, change.op, shortened(value)))
        }
        _ => error.related(&change.place, format!("`{}` changes `{}` (`{}`)", change.pack, change.at, change.op)),
    }
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(MAX_VALUE) {
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

fn covers(place: &crate::source::SourceSpan, error: &Diagnostic) -> Option<usize> {
    let inside = place.source.name == error.file && place.span.start <= error.span.start && error.span.end <= place.span.end;
    inside.then(|| place.span.len())
}
