//! Patches: changes that packs make to the data of other packs, applied before anything is checked.

mod change;
mod history;
mod keys;
mod multiply;
mod value_conflicts;

pub(crate) use history::{name_culprits, name_patches};
pub use value_conflicts::order_advice;

use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::node::{Node, PatchedValue, SettledConflict, TableEntry, Value, ValueStep};
use crate::options::AlteredOptions;
use crate::path::{self, FoundStep, PathError, Segment};
use crate::resolve::Selection;
use crate::schema::{Op, PatchItem, Setting, When};
use crate::source::SourceSpan;
use crate::tree::{self, Patches};
use grognard_engine::content::OptionValue;
use std::collections::{BTreeMap, BTreeSet};

/// A patch whose condition does not hold.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct InactivePatches {
    /// The pack.
    pub pack: String,
    /// The path of the value that the patch would change.
    pub at: String,
    /// The file of the patch.
    pub file: String,
    /// The line of the patch.
    pub line: usize,
    #[serde(skip)]
    /// The location of the condition.
    pub place: SourceSpan,
    #[serde(skip)]
    /// The condition under which the patch is applied.
    pub when: Option<When>,
}

impl InactivePatches {
    /// Returns the option and the value that the condition requires, if it depends on an option.
    pub fn choice(&self) -> Option<(String, String)> {
        let when = self.when.as_ref()?;
        Some((when.option.clone()?, condition_text(when.is.as_ref())))
    }
}

/// A change that a pack makes, as written in its file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct DeclaredPatch {
    /// The path of the value to change.
    pub at: String,
    /// The operator.
    pub op: &'static str,
    /// The new value as TOML, shortened if it is long.
    pub value: Option<String>,
    /// The reason.
    pub why: Option<String>,
    /// The condition, in words: `option fog = true`.
    pub condition: Option<String>,
}

/// Reads the patch files of one pack. Ignores errors, which are reported when the pack is loaded.
pub fn patches_in(pack: &Pack) -> Vec<Patches> {
    tree::declare(&[pack], pack, &mut Vec::new()).patches
}

/// Returns the changes that a pack makes, in order.
pub fn patches_of(pack: &Pack) -> Result<Vec<DeclaredPatch>, Vec<Diagnostic>> {
    let mut out = Vec::new();
    let read = tree::declare(&[pack], pack, &mut out);
    if !out.is_empty() {
        return Err(out);
    }
    let declared = |(item, tree): (PatchItem, &Node)| DeclaredPatch {
        condition: item.when.as_ref().map(describe),
        op: change::word(item.op),
        at: item.at,
        value: tree.get("value").map(shorten),
        why: item.why,
    };
    let mut all = Vec::new();
    for Patches { tree, file, .. } in read.patches {
        let trees = tree.get("patch").and_then(Node::list).unwrap_or_default();
        all.extend(file.patch.into_iter().zip(trees).map(declared));
    }
    Ok(all)
}

/// Formats the value that a condition requires; `true` by default.
fn condition_text(value: Option<&Setting>) -> String {
    match value {
        None | Some(Setting::Bool(true)) => "true".to_owned(),
        Some(Setting::Bool(false)) => "false".to_owned(),
        Some(Setting::Int(number)) => number.to_string(),
        Some(Setting::Word(word)) => word.clone(),
    }
}

fn describe(when: &When) -> String {
    let option = when.option.as_ref().map(|name| format!("option {name} = {}", condition_text(when.is.as_ref())));
    let pack = when.pack.as_ref().map(|id| format!("{id} is in use"));
    option.into_iter().chain(pack).collect::<Vec<_>>().join(" and ")
}

/// A patch that is being applied.
struct Patch<'a> {
    pack: &'a str,
    item: &'a PatchItem,
    tree: &'a Node,
    segments: Vec<Segment>,
    /// The names of the elements that packs without a declared order relative to this patch's pack append to the same
    /// list. These elements and the patch's own are sorted by name, so that the order of the packs does not matter.
    peers: BTreeSet<String>,
}

impl Patch<'_> {
    fn place(&self, key: &str) -> SourceSpan {
        self.tree.locate(&[key.into()]).clone()
    }

    fn raw(&self, key: &str) -> Option<&Node> {
        self.tree.get(key)
    }

    /// Returns the value that the patch gives, or an error if it gives none.
    fn value(&self) -> Result<&Node, Diagnostic> {
        self.raw("value").ok_or_else(|| {
            let place = self.tree.locate(&[ValueStep::Name("op")]);
            Diagnostic::at("E212", place, format!("`{}` needs a `value`", self.word()))
        })
    }

    fn word(&self) -> &'static str {
        change::word(self.item.op)
    }

    /// Returns the record of a patch that is not applied because its condition does not hold.
    fn inactive(&self) -> InactivePatches {
        let place = self.place("at");
        InactivePatches {
            pack: self.pack.into(),
            at: self.item.at.clone(),
            file: place.source.name.clone(),
            line: place.line_column().0,
            place: self.place("when"),
            when: self.item.when.clone(),
        }
    }

    /// Creates the record of a change that this patch makes to a value.
    fn change(&self, before: Option<&Node>) -> PatchedValue {
        PatchedValue {
            pack: self.pack.to_owned(),
            at: self.item.at.clone(),
            op: self.word(),
            place: self.place("at"),
            why: self.item.why.clone(),
            before: before.map(|node| (shorten(node), node.place.clone())),
            factor: None,
        }
    }
}

/// Patches that are not applied.
pub struct IdlePatches {
    /// Patches whose condition does not hold.
    pub inactive: Vec<InactivePatches>,
    /// Patches in conflicts that another pack settles.
    pub settled: Vec<SettledConflict>,
}

impl AlteredOptions {
    /// Records the option that a patch is about to remove or rename, if any.
    fn note(&mut self, root: &Node, patch: &Patch) {
        let [_, name] = &patch.segments[..] else { return };
        let declared = root.get("options").and_then(|options| options.get(&name.text));
        match (patch.item.op, patch.raw("value"), declared) {
            (Op::Remove, None, Some(node)) => {
                if let Ok(option) = serde_json::from_value(node.json()) {
                    self.fixed.insert(name.text.clone(), (option, patch.pack.to_owned(), patch.place("at")));
                }
            }
            (Op::Rename, Some(new), Some(_)) => {
                let new = new.text().unwrap_or_default();
                self.renamed
                    .values_mut()
                    .filter(|target| **target == name.text)
                    .for_each(|target| *target = new.to_owned());
                self.renamed.insert(name.text.clone(), new.to_owned());
            }
            _ => {}
        }
    }
}

/// Applies the patches that change options. This comes first, because the conditions of all other patches depend on the
/// options.
pub fn apply_to_options(
    root: &mut Node,
    all: &[Patches],
    selection: &Selection,
    out: &mut Vec<Diagnostic>,
) -> AlteredOptions {
    if let (Value::Table(table), false) = (&mut root.value, all.is_empty()) {
        // A patch can add an option even if no pack declares any.
        let place = root.place.clone();
        table.entry("options".into()).or_insert_with(|| TableEntry { key: place.clone(), node: Node::empty(place) });
    }
    let mut active = Vec::new();
    for patch in patches(all, out).into_iter().filter(|patch| patch.segments[0].text == "options") {
        match patch.item.when.as_ref().map(|when| (&when.option, holds(when, &patch, selection, &BTreeMap::new()))) {
            Some((Some(_), _)) => {
                let error =
                    Diagnostic::at("E212", &patch.place("when"), "a patch to an option cannot depend on options");
                out.push(error);
            }
            Some((None, Ok(false))) => {}
            _ => active.push(patch),
        }
    }
    let mut altered = AlteredOptions::default();
    altered.settled = apply_all(root, active, selection, out, |root, patch| altered.note(root, patch));
    altered
}

/// Applies all patches except those that change options. Returns the patches that were not applied.
pub fn apply_rest(
    root: &mut Node,
    all: &[Patches],
    selection: &Selection,
    options: &BTreeMap<String, OptionValue>,
    out: &mut Vec<Diagnostic>,
) -> IdlePatches {
    let (mut active, mut inactive) = (Vec::new(), Vec::new());
    // Problems with the paths themselves were reported in the first round.
    for patch in patches(all, &mut Vec::new()).into_iter().filter(|patch| patch.segments[0].text != "options") {
        match patch.item.when.as_ref().map_or(Ok(true), |when| holds(when, &patch, selection, options)) {
            Ok(true) => active.push(patch),
            Ok(false) => inactive.push(patch.inactive()),
            Err(error) => out.push(error),
        }
    }
    let settled = apply_all(root, active, selection, out, |_, _| ());
    IdlePatches { inactive, settled }
}

/// Applies patches in order, except those left out because of a conflict. Conflicts that no pack settles are reported;
/// the patches left out of settled conflicts are returned.
fn apply_all(
    root: &mut Node,
    mut patches: Vec<Patch>,
    selection: &Selection,
    out: &mut Vec<Diagnostic>,
    mut before: impl FnMut(&Node, &Patch),
) -> Vec<SettledConflict> {
    let mut found = value_conflicts::find_conflicts(root, &patches, selection);
    out.append(&mut found.errors);
    for (at, peers) in found.peers {
        patches[at].peers = peers;
    }
    for (at, patch) in patches.iter().enumerate().filter(|(at, _)| !found.idle.contains_key(at)) {
        before(root, patch);
        out.extend(apply(root, patch, selection).err().filter(|_| !found.clashing.contains(&at)));
    }
    let settled = found
        .idle
        .iter()
        .filter_map(|(at, by)| Some(SettledConflict { change: patches[*at].change(None), by: by.clone()? }));
    settled.collect()
}

fn patches<'a>(all: &'a [Patches], out: &mut Vec<Diagnostic>) -> Vec<Patch<'a>> {
    let mut found = Vec::new();
    for Patches { pack, tree, file } in all {
        let trees = tree.get("patch").and_then(Node::list).unwrap_or_default();
        for (item, tree) in file.patch.iter().zip(trees) {
            match path::parse(&item.at) {
                Ok(segments) => {
                    keys::check(item, tree, out);
                    found.push(Patch { pack, item, tree, segments, peers: BTreeSet::new() });
                }
                Err(at) => {
                    let error = Diagnostic::at(
                        "E210",
                        tree.locate(&["at".into()]),
                        format!("`{}` is not a valid path", item.at),
                    );
                    out.push(
                        error
                            .expected(format!("error at character {}", at + 1))
                            .help("separate keys with dots and put names in brackets: units.unit[\"VII\"].strength"),
                    );
                }
            }
        }
    }
    found
}

fn holds(
    when: &When,
    patch: &Patch,
    selection: &Selection,
    options: &BTreeMap<String, OptionValue>,
) -> Result<bool, Diagnostic> {
    let pack = when.pack.as_ref().is_none_or(|id| selection.has(id));
    let Some(name) = &when.option else { return Ok(pack) };
    let Some(value) = options.get(name) else {
        let place = patch.tree.locate(&["when".into(), "option".into()]);
        let error = Diagnostic::at("E212", place, format!("there is no option `{name}`"));
        return Err(error.suggest(name, options.keys().map(String::as_str)));
    };
    let wanted = match when.is.clone().unwrap_or(Setting::Bool(true)) {
        Setting::Bool(on) => OptionValue::Bool(on),
        Setting::Int(number) => OptionValue::Number(number),
        Setting::Word(word) => OptionValue::Word(word),
    };
    Ok(pack && *value == wanted)
}

fn apply(root: &mut Node, patch: &Patch, selection: &Selection) -> Result<(), Diagnostic> {
    let way = path::find(root, &patch.segments).map_err(|lost| missing_path(root, patch, &lost))?;
    let target = path::get(root, &way)
        .ok_or_else(|| Diagnostic::at("E210", &patch.place("at"), "there is nothing at this path"))?;
    check_expected(patch, target, selection)?;
    change::make(root, &way, patch)
}

/// Creates the error for a path that does not exist in full, and suggests the nearest path that does.
fn missing_path(root: &Node, patch: &Patch, lost: &PathError) -> Diagnostic {
    let missing = format!("there is nothing at `{}`", patch.item.at);
    let parts = path::get(root, &lost.so_far).and_then(Node::list).unwrap_or_default();
    if let Some((key, place)) = parts.iter().find_map(misspelt_name) {
        let error = Diagnostic::at("E210", place, format!("this has `{key}` and no `name`, so {missing}"));
        return error.help("did you mean `name`?").related(&patch.place("at"), "it is patched here");
    }
    let error = Diagnostic::at("E210", &patch.place("at"), missing);
    let wrong = &patch.segments[lost.depth];
    let around = path::write(&patch.segments[..lost.depth]);
    let mut right = patch.segments.clone();
    let error = match grognard_luau::suggest::nearest(&wrong.text, lost.known.iter().map(String::as_str)) {
        Some(name) => {
            right[lost.depth].text = name.to_owned();
            error.help(format!("did you mean `{}`?", path::write(&right)))
        }
        None if lost.known.is_empty() => error.help(format!("nothing can follow `{around}` in a path")),
        None => {
            let some: Vec<_> = lost.known.iter().take(8).map(String::as_str).collect();
            let more = if lost.known.len() > some.len() { ", …" } else { "" };
            let around = if around.is_empty() { "a path" } else { &format!("`{around}`") };
            error.help(format!("{around} can be followed by {}{more}", some.join(", ")))
        }
    };
    match path::get(root, &lost.so_far) {
        Some(node) if lost.depth > 0 && has_place(node, &patch.segments[lost.depth - 1].text) => {
            error.related(&node.place, format!("`{around}` is here"))
        }
        _ => error,
    }
}

/// Returns the key of a part without a name that is nearly called `name`, and its place.
fn misspelt_name(part: &Node) -> Option<(&str, &SourceSpan)> {
    let table = part.table().filter(|table| !table.contains_key("name"))?;
    let near = |key: &str| grognard_luau::suggest::nearest(key, ["name"]).is_some();
    table.iter().find(|(key, _)| near(key)).map(|(key, entry)| (key.as_str(), &entry.key))
}

/// Returns whether a value has a location of its own. A whole file has one, but a table made of several files, such as
/// the charts, has none.
fn has_place(node: &Node, name: &str) -> bool {
    !node.place.span.is_empty() || node.place.source.name.ends_with(&format!("/{name}.toml"))
}

/// Checks that the current value is the one a patch expects. Changes by packs that need not load before the patch's own
/// pack are ignored.
fn check_expected(patch: &Patch, target: &Node, selection: &Selection) -> Result<(), Diagnostic> {
    let Some(expected) = patch.raw("expect") else { return Ok(()) };
    let other = |change: &&PatchedValue| change.pack != patch.pack && !selection.ordered(&change.pack, patch.pack);
    let before = target.history.iter().find(other).and_then(|change| change.before.as_ref());
    let (there, place) = before.map_or_else(|| (shorten(target), &target.place), |(text, place)| (text.clone(), place));
    let same = if before.is_some() { shorten(expected) == there } else { expected.same(target) };
    if same {
        return Ok(());
    }
    let error = Diagnostic::at("E211", &expected.place, format!("`{}` is {there}, not {expected}", patch.item.at));
    let error = error.expected(format!("expected {there}")).related(place, "the current value");
    Err(error.help("look at the change in the other pack, then adapt the patch"))
}

/// Formats a value, shortened if necessary.
fn shorten(node: &Node) -> String {
    let text = node.to_string();
    if text.chars().count() > 200 { text.chars().take(200).collect::<String>() + "…" } else { text }
}

/// Splits a path into the path of the enclosing value and the last step.
fn split(way: &[FoundStep]) -> Option<(&[FoundStep], &FoundStep)> {
    way.split_last().map(|(last, around)| (around, last))
}
