//! Finds packs that write the same value. They may do so only in a declared order, unless the order makes no
//! difference.
//!
//! A third pack that comes after both can settle their conflict by writing the value itself. In that case their patches
//! are not applied.

mod renamed;

use super::Patch;
use crate::diagnostic::Diagnostic;
use crate::node::{Node, Value};
use crate::path::{self, Segment};
use crate::resolve::Selection;
use crate::schema::{Op, RoundDecl};
use std::collections::{BTreeMap, BTreeSet};

/// The effect of a patch on the value at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PatchEffect {
    Set,
    Add,
    Mul(Option<RoundDecl>),
    /// A new element at the end of a list.
    Append,
    /// A new element inserted next to an existing one.
    Insert,
    /// An element next to which a new one is inserted: after it if `true`, before it if `false`.
    Anchor(bool),
    Remove,
    Rename,
}

/// One path that a patch writes.
struct PatchWrite {
    patch: usize,
    path: Vec<String>,
    effect: PatchEffect,
}

/// The effects that patches of unordered packs have on each other.
#[derive(Default)]
pub struct Conflicts {
    /// Patches that are not applied, with the pack that settles the conflict; `None` if no pack does, which is an
    /// error.
    pub idle: BTreeMap<usize, Option<String>>,
    /// For each appending patch, the names of the elements that patches of unordered packs append to the same list.
    pub peers: BTreeMap<usize, BTreeSet<String>>,
    /// Errors about conflicts that no pack settles.
    pub errors: Vec<Diagnostic>,
    /// The patches in conflicts that no pack settles. Other errors about these patches are only consequences and are
    /// not reported.
    pub clashing: BTreeSet<usize>,
    /// The reported pairs of patches, with the path of the value in conflict.
    reported: BTreeSet<(usize, usize, Vec<String>)>,
}

/// Finds the conflicts between patches of unordered packs, by comparing every two patches that write the same value, or
/// of which one writes a value and the other a part of it.
pub fn find_conflicts(root: &Node, patches: &[Patch], selection: &Selection) -> Conflicts {
    let writes: Vec<PatchWrite> = patches.iter().enumerate().flat_map(|(at, patch)| writes(root, at, patch)).collect();
    let mut at: BTreeMap<&[String], Vec<&PatchWrite>> = BTreeMap::new();
    for write in &writes {
        at.entry(&write.path).or_default().push(write);
    }
    let mut found = Conflicts::default();
    let unordered = |a: usize, b: usize| {
        let (a, b) = (patches[a].pack, patches[b].pack);
        a != b && !selection.ordered(a, b) && !selection.ordered(b, a)
    };
    for deep in &writes {
        let around = (0..=deep.path.len()).filter_map(|length| at.get(&deep.path[..length])).flatten();
        let same_depth_once = |wide: &&&PatchWrite| wide.path.len() < deep.path.len() || wide.patch < deep.patch;
        for wide in around.filter(same_depth_once).filter(|wide| unordered(wide.patch, deep.patch)) {
            if !commute(wide, deep) {
                found.clash(wide, deep, &writes, patches, selection);
            }
        }
    }
    found.note_peers(&writes, patches, unordered);
    found
}

impl Conflicts {
    fn clash(
        &mut self,
        wide: &PatchWrite,
        deep: &PatchWrite,
        writes: &[PatchWrite],
        patches: &[Patch],
        selection: &Selection,
    ) {
        let [wide_pack, deep_pack] = [wide, deep].map(|write| patches[write.patch].pack);
        let settles = |third: &&PatchWrite| {
            let pack = patches[third.patch].pack;
            matches!(third.effect, PatchEffect::Set | PatchEffect::Remove)
                && deep.path.starts_with(&third.path)
                && selection.ordered(wide_pack, pack)
                && selection.ordered(deep_pack, pack)
        };
        if let Some(third) = writes.iter().find(settles) {
            for write in [wide, deep] {
                let alone = writes.iter().filter(|other| other.patch == write.patch).count() == 1;
                if alone && write.path.starts_with(&third.path) {
                    self.idle.insert(write.patch, Some(patches[third.patch].pack.to_owned()));
                }
            }
            return;
        }
        let (first, second) = (wide.patch.min(deep.patch), wide.patch.max(deep.patch));
        self.clashing.extend([first, second]);
        self.idle.insert(second, None);
        // A conflict about a whole value is reported once, not for each of its parts.
        let at = if wide.path == deep.path { deep.path.clone() } else { wide.path.clone() };
        if self.reported.insert((first, second, at)) {
            let op = |patch: usize| match [wide, deep]
                .iter()
                .any(|write| write.patch == patch && write.effect == PatchEffect::Rename)
            {
                true => Op::Rename,
                false => patches[patch].item.op,
            };
            let [first, second] = [first, second].map(|patch| (&patches[patch], op(patch)));
            self.errors.push(clash(first, second, &path_of(deep, patches)));
        }
    }

    fn note_peers(&mut self, writes: &[PatchWrite], patches: &[Patch], unordered: impl Fn(usize, usize) -> bool) {
        let mut lists: BTreeMap<&[String], Vec<&PatchWrite>> = BTreeMap::new();
        for write in writes.iter().filter(|write| write.effect == PatchEffect::Append) {
            let Some((_, list)) = write.path.split_last() else { continue };
            lists.entry(list).or_default().push(write);
        }
        // The order of elements that a single pack appends is known.
        let is_shared = |list: &&Vec<&PatchWrite>| {
            list.iter().any(|write| patches[write.patch].pack != patches[list[0].patch].pack)
        };
        for (mine, other) in lists
            .values()
            .filter(is_shared)
            .flat_map(|list| list.iter().flat_map(move |a| list.iter().map(move |b| (a, b))))
        {
            if let (true, Some(name)) = (unordered(mine.patch, other.patch), other.path.last()) {
                self.peers.entry(mine.patch).or_default().insert(name.clone());
            }
        }
    }
}

/// Formats the path of a value that two patches write, as written in the patch with the longer path.
fn path_of(deep: &PatchWrite, patches: &[Patch]) -> String {
    let mut segments = patches[deep.patch].segments.clone();
    let rest = deep.path.get(segments.len()..).unwrap_or_default();
    let bare = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    segments.extend(rest.iter().map(|name| Segment { text: name.clone(), quoted: !bare(name) }));
    path::write(&segments)
}

/// Creates the error for two conflicting patches, each given with its operator.
fn clash((first, one): (&Patch, Op), (second, other): (&Patch, Op), path: &str) -> Diagnostic {
    let (code, message) = if one == other {
        let round = if are_rounded_differently(first, second) { ", round it differently," } else { "," };
        let verb = verb(one);
        (
            "E220",
            format!(
                "`{}` and `{}` both {verb} `{path}`{round} and neither is loaded after the other",
                first.pack, second.pack
            ),
        )
    } else {
        let (one, other) = (verb(one), verb(other));
        (
            "E221",
            format!(
                "`{}` would {one} `{path}` and `{}` would {other} it: the result depends on their order, which is not \
                 declared",
                first.pack, second.pack
            ),
        )
    };
    let error = Diagnostic::at(code, &second.place("at"), message)
        .related(&first.place("at"), format!("`{}` changes it here", first.pack));
    error.help(order_advice(first.pack, "sets the value itself"))
}

/// Returns whether both patches multiply and round in different directions, so that their order matters.
fn are_rounded_differently(first: &Patch, second: &Patch) -> bool {
    let both = [first, second];
    both.iter().all(|patch| patch.item.op == Op::Mul && patch.item.round.is_some())
        && first.item.round != second.item.round
}

/// Suggests how to resolve a conflict between two packs, of which one has the id `first`: declare the load order, or
/// write a mod that requires both packs and settles the conflict. `settles` says what that mod does.
pub fn order_advice(first: &str, settles: &str) -> String {
    format!(
        "load one after the other: add `after = [\"{first}\"]` to the other pack.toml, or write a mod that requires \
         both and {settles}"
    )
}

fn verb(op: Op) -> &'static str {
    match op {
        Op::Add => "add to",
        Op::Mul => "multiply",
        Op::Append => "append to",
        Op::Insert => "insert into",
        Op::Merge => "merge into",
        Op::Set => "set",
        Op::Remove => "remove",
        Op::Rename => "rename",
    }
}

/// Returns whether the order of two writes makes no difference. The path of `wide` must be a prefix of the path of
/// `deep`.
fn commute(wide: &PatchWrite, deep: &PatchWrite) -> bool {
    let same = wide.path == deep.path;
    match (wide.effect, deep.effect) {
        (PatchEffect::Add, PatchEffect::Add) => true,
        (PatchEffect::Mul(one), PatchEffect::Mul(other)) => same && (one == other || one.is_none() || other.is_none()),
        (PatchEffect::Anchor(one), PatchEffect::Anchor(other)) => !same || one != other,
        // A change inside an element does not move it.
        (PatchEffect::Anchor(_), _) if !same => true,
        (PatchEffect::Anchor(_), other) | (other, PatchEffect::Anchor(_)) => {
            matches!(other, PatchEffect::Add | PatchEffect::Mul(_))
        }
        _ => false,
    }
}

/// Returns the paths that a patch writes.
fn writes(root: &Node, at: usize, patch: &Patch) -> Vec<PatchWrite> {
    let base: Vec<String> = patch.segments.iter().map(|segment| segment.text.clone()).collect();
    let write = |path: Vec<String>, effect| PatchWrite { patch: at, path, effect };
    let below = |name: String| base.iter().cloned().chain([name]).collect::<Vec<_>>();
    let each = |effect| -> Vec<PatchWrite> {
        let target = path::find(root, &patch.segments).ok().and_then(|way| path::get(root, &way));
        let list = target.and_then(Node::list).unwrap_or_default();
        let elements = patch.raw("value").map(|value| super::change::elements(value, list)).unwrap_or_default();
        elements.iter().map(|element| write(path::name(element).map_or_else(|| base.clone(), below), effect)).collect()
    };
    let mut all = match patch.item.op {
        Op::Set => vec![write(base, PatchEffect::Set)],
        Op::Add => vec![write(base, PatchEffect::Add)],
        Op::Mul => vec![write(base, PatchEffect::Mul(patch.item.round))],
        Op::Append => each(PatchEffect::Append),
        Op::Remove if patch.raw("value").is_some() => each(PatchEffect::Remove),
        Op::Remove => vec![write(base, PatchEffect::Remove)],
        Op::Insert => {
            let anchor = |key, behind| Some(write(below(path::name(patch.raw(key)?)?), PatchEffect::Anchor(behind)));
            each(PatchEffect::Insert).into_iter().chain(anchor("before", false)).chain(anchor("after", true)).collect()
        }
        Op::Rename => {
            let new = patch.raw("value").and_then(Node::text).map(str::to_owned);
            let beside =
                base.split_last().zip(new).map(|((_, around), new)| around.iter().cloned().chain([new]).collect());
            std::iter::once(base.clone()).chain(beside).map(|path| write(path, PatchEffect::Rename)).collect()
        }
        Op::Merge => {
            let mut leaves = Vec::new();
            patch.raw("value").into_iter().for_each(|value| merged_paths(value, base.clone(), &mut leaves));
            leaves.into_iter().map(|path| write(path, PatchEffect::Set)).collect()
        }
    };
    let other_names = renamed::names(root, patch, &all);
    all.extend(other_names.into_iter().map(|path| write(path, PatchEffect::Rename)));
    all
}

/// Collects the paths of the values that a merge sets.
fn merged_paths(value: &Node, path: Vec<String>, leaves: &mut Vec<Vec<String>>) {
    match &value.value {
        Value::Table(table) if !table.is_empty() => {
            for (key, entry) in table {
                merged_paths(&entry.node, path.iter().cloned().chain([key.clone()]).collect(), leaves);
            }
        }
        _ => leaves.push(path),
    }
}
