//! Patches: changes to the trees of other packs, before anything is checked.

mod change;

use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::node::{Change, Entry, Node, Step, Value};
use crate::order::Selection;
use crate::path::{self, Found, Lost, Segment};
use crate::schema::{Op, PatchFile, PatchItem, Setting, When};
use crate::source::Place;
use crate::tree;
use grognard_engine::content::OptionValue;
use std::collections::BTreeMap;

/// A patch file that was read and checked.
#[derive(Clone, Debug)]
pub struct Patches {
    /// The pack it belongs to.
    pub pack: String,
    /// The file as a tree.
    pub tree: Node,
    /// The file as data.
    pub file: PatchFile,
}

impl Patches {
    /// The same file with only those changes for which `keep` says so, by their number.
    pub(crate) fn only(&self, keep: impl Fn(usize) -> bool) -> Patches {
        let mut some = self.clone();
        let mut number = 0..;
        some.file.patch.retain(|_| number.next().is_some_and(&keep));
        let mut number = 0..;
        if let Value::Table(table) = &mut some.tree.value
            && let Some(Entry { node: Node { value: Value::List(list), .. }, .. }) = table.get_mut("patch")
        {
            list.retain(|_| number.next().is_some_and(&keep));
        }
        some
    }
}

/// Patches whose condition does not hold.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Inactive {
    /// The pack.
    pub pack: String,
    /// The path of the patch.
    pub at: String,
    /// File and line.
    pub file: String,
    /// The line.
    pub line: usize,
    #[serde(skip)]
    pub(crate) place: Place,
    #[serde(skip)]
    pub(crate) when: Option<When>,
}

/// A change a pack makes, as its file says it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Declared {
    /// The path of what changes.
    pub at: String,
    /// How.
    pub op: &'static str,
    /// The reason.
    pub why: Option<String>,
    /// The condition, in words: `option fog = true`.
    pub condition: Option<String>,
}

/// The changes a pack makes, in their order.
pub fn patches_of(pack: &Pack) -> Result<Vec<Declared>, Vec<Diagnostic>> {
    let mut out = Vec::new();
    let read = tree::declare(&[pack], &mut out);
    if !out.is_empty() {
        return Err(out);
    }
    let items = read.patches.into_iter().flat_map(|patches| patches.file.patch);
    Ok(items
        .map(|item| Declared { condition: item.when.as_ref().map(describe), op: change::word(item.op), at: item.at, why: item.why })
        .collect())
}

fn describe(when: &When) -> String {
    let is = |value: Option<&Setting>| match value {
        None | Some(Setting::Bool(true)) => "true".to_owned(),
        Some(Setting::Bool(false)) => "false".to_owned(),
        Some(Setting::Int(number)) => number.to_string(),
        Some(Setting::Word(word)) => word.clone(),
    };
    let option = when.option.as_ref().map(|name| format!("option {name} = {}", is(when.is.as_ref())));
    let pack = when.pack.as_ref().map(|id| format!("{id} is there"));
    option.into_iter().chain(pack).collect::<Vec<_>>().join(" and ")
}

/// One patch on its way.
struct Patch<'a> {
    pack: &'a str,
    item: &'a PatchItem,
    tree: &'a Node,
    segments: Vec<Segment>,
}

impl Patch<'_> {
    fn place(&self, key: &str) -> Place {
        self.tree.locate(&[key.into()]).clone()
    }

    fn raw(&self, key: &str) -> Option<&Node> {
        self.tree.get(key)
    }

    /// The value to use, or an error that it is missing.
    fn value(&self) -> Result<&Node, Diagnostic> {
        self.raw("value").ok_or_else(|| {
            let place = self.tree.locate(&[Step::Name("op")]);
            Diagnostic::at("E212", place, format!("`{}` needs a `value`", self.word()))
        })
    }

    fn word(&self) -> &'static str {
        change::word(self.item.op)
    }

    /// What to remember about a value that this patch changes.
    fn change(&self, before: Option<&Node>) -> Change {
        let shorten = |text: String| if text.chars().count() > 200 { text.chars().take(200).collect::<String>() + "…" } else { text };
        Change {
            pack: self.pack.to_owned(),
            at: self.item.at.clone(),
            op: self.word(),
            place: self.place("at"),
            why: self.item.why.clone(),
            before: before.map(|node| (shorten(node.to_string()), node.place.clone())),
        }
    }
}

/// Applies patches in order to the tree of everything; first those to options, on which conditions of the others depend.
pub fn apply_to_options(root: &mut Node, all: &[Patches], selection: &Selection, out: &mut Vec<Diagnostic>) {
    for patch in patches(all, out).iter().filter(|patch| patch.segments[0].text == "options") {
        if patch.item.when.is_some() {
            let error = Diagnostic::at("E212", &patch.place("when"), "a patch to an option cannot depend on options");
            out.push(error);
        } else if let Err(error) = apply(root, patch, selection) {
            out.push(error);
        }
    }
}

/// Applies all other patches. Answers with those whose condition does not hold.
pub fn apply_rest(
    root: &mut Node,
    all: &[Patches],
    selection: &Selection,
    options: &BTreeMap<String, OptionValue>,
    out: &mut Vec<Diagnostic>,
) -> Vec<Inactive> {
    let mut inactive = Vec::new();
    // What is wrong with the paths themselves was reported by the first round.
    for patch in patches(all, &mut Vec::new()).iter().filter(|patch| patch.segments[0].text != "options") {
        let holds = patch.item.when.as_ref().map_or(Ok(true), |when| holds(when, patch, selection, options));
        match holds.and_then(|holds| if holds { apply(root, patch, selection).map(|()| true) } else { Ok(false) }) {
            Ok(true) => {}
            Ok(false) => {
                let place = patch.place("at");
                let (file, line) = (place.source.name.clone(), place.line_column().0);
                let when = patch.item.when.clone();
                inactive.push(Inactive {
                    pack: patch.pack.into(),
                    at: patch.item.at.clone(),
                    file,
                    line,
                    place: patch.place("when"),
                    when,
                });
            }
            Err(error) => out.push(error),
        }
    }
    inactive
}

fn patches<'a>(all: &'a [Patches], out: &mut Vec<Diagnostic>) -> Vec<Patch<'a>> {
    let mut found = Vec::new();
    for Patches { pack, tree, file } in all {
        let trees = tree.get("patch").and_then(Node::list).unwrap_or_default();
        for (item, tree) in file.patch.iter().zip(trees) {
            match path::parse(&item.at) {
                Ok(segments) => found.push(Patch { pack, item, tree, segments }),
                Err(at) => {
                    let error = Diagnostic::at("E210", tree.locate(&["at".into()]), format!("`{}` is not a path", item.at));
                    out.push(
                        error
                            .expected(format!("wrong from character {}", at + 1))
                            .help("write keys with dots and names in brackets: units.unit[\"VII\"].strength"),
                    );
                }
            }
        }
    }
    found
}

fn holds(when: &When, patch: &Patch, selection: &Selection, options: &BTreeMap<String, OptionValue>) -> Result<bool, Diagnostic> {
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
    let way = path::find(root, &patch.segments).map_err(|lost| nothing_there(root, patch, &lost))?;
    let target = path::get(root, &way).ok_or_else(|| Diagnostic::at("E210", &patch.place("at"), "nothing is there"))?;
    check_expected(patch, target)?;
    check_rivals(patch, target, selection)?;
    change::make(root, &way, patch)
}

/// The path is wrong from some segment on: names the nearest path that exists.
fn nothing_there(root: &Node, patch: &Patch, lost: &Lost) -> Diagnostic {
    let error = Diagnostic::at("E210", &patch.place("at"), format!("nothing is at `{}`", patch.item.at));
    let wrong = &patch.segments[lost.depth];
    let around = path::write(&patch.segments[..lost.depth]);
    let mut right = patch.segments.clone();
    let error = match grognard_engine::nearest::nearest(&wrong.text, lost.known.iter().map(String::as_str)) {
        Some(name) => {
            right[lost.depth].text = name.to_owned();
            error.help(format!("did you mean `{}`?", path::write(&right)))
        }
        None if lost.known.is_empty() => error.help(format!("`{around}` has no parts")),
        None => {
            let some: Vec<_> = lost.known.iter().take(8).map(String::as_str).collect();
            let more = if lost.known.len() > some.len() { ", …" } else { "" };
            let around = if around.is_empty() { "a path" } else { &format!("`{around}`") };
            error.help(format!("{around} goes on with {}{more}", some.join(", ")))
        }
    };
    match path::get(root, &lost.so_far) {
        Some(node) if lost.depth > 0 => error.related(&node.place, format!("`{around}` is here")),
        _ => error,
    }
}

fn check_expected(patch: &Patch, target: &Node) -> Result<(), Diagnostic> {
    match patch.raw("expect") {
        Some(expected) if !expected.same(target) => {
            let error = Diagnostic::at("E211", &expected.place, format!("`{}` is {target}, not {expected}", patch.item.at));
            let error = error.expected(format!("expected {target}")).related(&target.place, "the value now");
            Err(error.help("look at the change in the other pack, then adapt the patch"))
        }
        _ => Ok(()),
    }
}

/// Two packs may change one value only in an order they declare, or both by adding.
fn check_rivals(patch: &Patch, target: &Node, selection: &Selection) -> Result<(), Diagnostic> {
    let commutes = |op: &str| matches!((op, patch.item.op), ("add", Op::Add) | ("append", Op::Append));
    let rival = target
        .history
        .iter()
        .find(|change| change.pack != patch.pack && !commutes(change.op) && !selection.ordered(&change.pack, patch.pack));
    match rival {
        None => Ok(()),
        Some(change) => {
            let message = format!("`{}` and `{}` both change `{}`", change.pack, patch.pack, patch.item.at);
            let error = Diagnostic::at("E220", &patch.place("at"), message).related(&change.place, "the other change");
            Err(error.help(format!("name one of the two packs in the `after` of the other: after = [\"{}\"]", change.pack)))
        }
    }
}

/// Splits a way into the way to what is around and the last step.
fn split(way: &[Found]) -> Option<(&[Found], &Found)> {
    way.split_last().map(|(last, around)| (around, last))
}
