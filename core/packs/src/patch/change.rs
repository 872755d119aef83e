//! Applies patch operators to values.

use super::multiply::multiply;
use super::{Patch, split};
use crate::diagnostic::Diagnostic;
use crate::node::{Node, PatchedValue, TableEntry, Value};
use crate::path::{self, FoundStep};
use crate::schema::Op;

/// Returns an operator's keyword, as written in patch files.
pub fn word(op: Op) -> &'static str {
    match op {
        Op::Set => "set",
        Op::Append => "append",
        Op::Insert => "insert",
        Op::Remove => "remove",
        Op::Merge => "merge",
        Op::Add => "add",
        Op::Mul => "mul",
        Op::Rename => "rename",
    }
}

/// Applies a patch to the value at an existing path.
pub fn make(root: &mut Node, way: &[FoundStep], patch: &Patch) -> Result<(), Diagnostic> {
    if patch.item.op == Op::Rename {
        return rename(root, way, patch);
    }
    if patch.item.op == Op::Remove && patch.raw("value").is_none() {
        return remove(root, way, patch);
    }
    let target = path::get_mut(root, way).ok_or_else(|| unfit(patch, "a value"))?;
    let mut change = patch.change(Some(target));
    match patch.item.op {
        Op::Set => set(target, patch.value()?.clone()),
        Op::Append => append(target, patch)?,
        Op::Insert => insert(target, patch)?,
        Op::Remove => remove_elements(target, patch)?,
        Op::Merge => merge(target, patch.value()?, patch)?,
        Op::Add => add(target, patch)?,
        Op::Mul => change.factor = Some(multiply(target, patch)?),
        Op::Rename => {}
    }
    target.history.push(change);
    Ok(())
}

/// Creates the error for an operator that does not work on its target.
pub fn unfit(patch: &Patch, wanted: &str) -> Diagnostic {
    let message = format!("`{}` works only on {wanted}, not on `{}`", patch.word(), patch.item.at);
    Diagnostic::at("E212", &patch.place("at"), message)
}

fn set(target: &mut Node, value: Node) {
    target.value = value.value;
    target.place = value.place;
}

/// Returns the elements in a patch's value: its elements if it is a list, otherwise the value itself. If the elements
/// of the target list `list` are themselves lists, a value that is a list but contains no lists is a single element.
pub fn elements(value: &Node, list: &[Node]) -> Vec<Node> {
    let of_lists = list.first().is_some_and(|first| first.list().is_some());
    match value.list() {
        Some(several) if !of_lists || several.first().is_some_and(|first| first.list().is_some()) => several.to_vec(),
        _ => vec![value.clone()],
    }
}

fn list_of<'a>(target: &'a mut Node, patch: &Patch) -> Result<&'a mut Vec<Node>, Diagnostic> {
    match &mut target.value {
        Value::List(list) => Ok(list),
        _ => Err(unfit(patch, "a list")),
    }
}

/// Returns the elements to add, or an error if the list already contains an element with the same name.
fn new_elements(list: &[Node], patch: &Patch) -> Result<Vec<Node>, Diagnostic> {
    let new = elements(patch.value()?, list);
    for element in &new {
        let twin = |old: &&Node| path::name(element).is_some() && path::name(old) == path::name(element);
        if let Some(old) = list.iter().find(twin) {
            let name = path::name(element).unwrap_or_default();
            let error = Diagnostic::at("E213", &element.place, format!("`{}` already has `{name}`", patch.item.at));
            return Err(error.related(&old.place, "it is already listed here"));
        }
    }
    Ok(new)
}

fn append(target: &mut Node, patch: &Patch) -> Result<(), Diagnostic> {
    let list = list_of(target, patch)?;
    let new = new_elements(list, patch)?;
    // Elements that unordered packs append are sorted by name.
    let is_peer = |node: &&Node| path::name(node).is_some_and(|name| patch.peers.contains(&name));
    let peers = list.iter().rev().take_while(is_peer).count();
    let shared = list.len() - peers;
    list.extend(new);
    if peers > 0 {
        list[shared..].sort_by_key(path::name);
    }
    Ok(())
}

fn insert(target: &mut Node, patch: &Patch) -> Result<(), Diagnostic> {
    let list = list_of(target, patch)?;
    let new = new_elements(list, patch)?;
    let (anchor, behind) = match (patch.raw("before"), patch.raw("after")) {
        (Some(anchor), None) => (anchor, 0),
        (None, Some(anchor)) => (anchor, 1),
        _ => {
            let error = Diagnostic::at("E212", &patch.place("op"), "`insert` needs either `before` or `after`");
            return Err(error.help("use `append` to add at the end"));
        }
    };
    let at = position(list, anchor, patch)? + behind;
    list.splice(at..at, new);
    Ok(())
}

/// Returns the position of the element that equals `wanted` or, if `wanted` is a string, has that string as its name.
fn position(list: &[Node], wanted: &Node, patch: &Patch) -> Result<usize, Diagnostic> {
    let is =
        |node: &Node| node.same(wanted) || wanted.text().is_some_and(|name| path::name(node).as_deref() == Some(name));
    list.iter().position(is).ok_or_else(|| {
        let names: Vec<_> = list.iter().filter_map(path::name).collect();
        let error = Diagnostic::at("E210", &wanted.place, format!("`{}` has no {wanted}", patch.item.at));
        error.suggest(wanted.text().unwrap_or_default(), names.iter().map(String::as_str))
    })
}

fn remove_elements(target: &mut Node, patch: &Patch) -> Result<(), Diagnostic> {
    let place = target.place.clone();
    let list = list_of(target, patch)?;
    for wanted in elements(patch.value()?, list) {
        let at = position(list, &wanted, patch)
            .map_err(|error| error.related(&place, format!("`{}` is here", patch.item.at)))?;
        list.remove(at);
    }
    Ok(())
}

fn remove(root: &mut Node, way: &[FoundStep], patch: &Patch) -> Result<(), Diagnostic> {
    let (around, last) = split(way).ok_or_else(|| unfit(patch, "a value"))?;
    let around = path::get_mut(root, around).ok_or_else(|| unfit(patch, "a value"))?;
    let gone = match (&mut around.value, last) {
        (Value::Table(table), FoundStep::Key(key)) => table.remove(key).map(|entry| entry.node),
        (Value::List(list), FoundStep::Index(at)) if *at < list.len() => Some(list.remove(*at)),
        _ => None,
    };
    let change = PatchedValue { ..patch.change(gone.as_ref()) };
    around.history.push(change);
    Ok(())
}

fn merge(target: &mut Node, value: &Node, patch: &Patch) -> Result<(), Diagnostic> {
    let (Value::Table(table), Some(new)) = (&mut target.value, value.table()) else {
        return Err(unfit(patch, "a table, with a table as `value`"));
    };
    for (key, entry) in new {
        match table.get_mut(key) {
            Some(old) if old.node.table().is_some() && entry.node.table().is_some() => {
                merge(&mut old.node, &entry.node, patch)?
            }
            Some(old) => {
                let change = patch.change(Some(&old.node));
                set(&mut old.node, entry.node.clone());
                old.node.history.push(change);
            }
            None => {
                let mut node = entry.node.clone();
                node.history.push(patch.change(None));
                table.insert(key.clone(), TableEntry { key: entry.key.clone(), node });
            }
        }
    }
    Ok(())
}

/// Applies a change to a number, or to every number in a list.
fn numbers(target: &mut Node, patch: &Patch, change: &dyn Fn(i64) -> Option<i64>) -> Result<(), Diagnostic> {
    let place = patch.value()?.place.clone();
    match &mut target.value {
        Value::Integer(number) => {
            *number = change(*number).ok_or_else(|| Diagnostic::at("E212", &place, "the result is too large"))?;
        }
        Value::List(list) if !list.is_empty() => {
            list.iter_mut().try_for_each(|item| numbers(item, patch, change))?;
        }
        _ => return Err(unfit(patch, "whole numbers")),
    }
    target.place = place;
    Ok(())
}

fn add(target: &mut Node, patch: &Patch) -> Result<(), Diagnostic> {
    let value = patch.value()?;
    let Value::Integer(amount) = value.value else {
        return Err(Diagnostic::at("E212", &value.place, "`add` needs a whole number"));
    };
    numbers(target, patch, &|number| number.checked_add(amount))
}

fn rename(root: &mut Node, way: &[FoundStep], patch: &Patch) -> Result<(), Diagnostic> {
    let value = patch.value()?;
    let Some(name) = value.text() else {
        return Err(Diagnostic::at("E212", &value.place, "`rename` needs the new name as a string"));
    };
    let (around, last) = split(way).ok_or_else(|| unfit(patch, "a named element"))?;
    let around = path::get_mut(root, around).ok_or_else(|| unfit(patch, "a named element"))?;
    let taken = Diagnostic::at("E213", &value.place, format!("the name `{name}` is taken"));
    match (&mut around.value, last) {
        (Value::Table(table), FoundStep::Key(_)) if table.contains_key(name) => Err(taken),
        (Value::Table(table), FoundStep::Key(key)) => {
            if let Some(TableEntry { mut node, .. }) = table.remove(key) {
                node.history.push(patch.change(Some(&node)));
                table.insert(name.to_owned(), TableEntry { key: value.place.clone(), node });
            }
            Ok(())
        }
        (Value::List(list), FoundStep::Index(_))
            if list.iter().any(|item| path::name(item).as_deref() == Some(name)) =>
        {
            Err(taken)
        }
        (Value::List(list), FoundStep::Index(at)) => match list.get_mut(*at) {
            Some(Node { value: Value::Table(table), .. }) if table.contains_key("name") => {
                if let Some(entry) = table.get_mut("name") {
                    let change = patch.change(Some(&entry.node));
                    set(&mut entry.node, value.clone());
                    entry.node.history.push(change);
                }
                Ok(())
            }
            Some(text) if text.text().is_some() => {
                let change = patch.change(Some(text));
                set(text, value.clone());
                text.history.push(change);
                Ok(())
            }
            _ => Err(unfit(patch, "a named element")),
        },
        _ => Err(unfit(patch, "a named element")),
    }
}
