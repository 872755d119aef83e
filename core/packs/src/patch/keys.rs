//! Finds keys of a patch that have no effect: keys that belong to other operators, and conditions that require nothing.

use super::change::word;
use crate::diagnostic::Diagnostic;
use crate::library::check_id;
use crate::node::Node;
use crate::schema::{Op, PatchItem, When};

/// Reports keys that would be ignored.
pub(super) fn check(item: &PatchItem, tree: &Node, out: &mut Vec<Diagnostic>) {
    let keys = [("before", Op::Insert), ("after", Op::Insert), ("round", Op::Mul)];
    for (key, op) in keys.into_iter().filter(|(key, op)| tree.get(key).is_some() && item.op != *op) {
        let message = format!("`{key}` is only for `{}`, but this patch uses `{}`", word(op), word(item.op));
        out.push(Diagnostic::at("E212", tree.locate(&[key.into()]), message));
    }
    if let Some(when) = &item.when {
        condition(when, tree, out);
    }
}

fn condition(when: &When, tree: &Node, out: &mut Vec<Diagnostic>) {
    let place = tree.locate(&["when".into()]);
    let missing = match (&when.option, &when.pack, &when.is) {
        (None, _, Some(_)) => Some("`is` needs an `option`, but this condition has none"),
        (None, None, None) => Some("this condition is empty"),
        _ => None,
    };
    if let Some(message) = missing {
        out.push(Diagnostic::at("E212", place, message).help("write `option = \"…\"`, `pack = \"…\"` or both"));
    }
    if let Some(id) = &when.pack {
        check_id(id, tree.locate(&["when".into(), "pack".into()]).clone(), out);
    }
}
