//! Tweaks: changes to a battle that are not made by a pack. Values can be set on the command line, and a mod can be
//! limited to its first changes.

use crate::diagnostic::Diagnostic;
use crate::node::{Node, Value};
use crate::path;
use crate::schema::PatchFile;
use crate::schema_check;
use crate::source::{BY_HAND, Source};
use crate::tree::{PackDeclarations, Patches};

/// Changes to a battle that are not made by a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tweaks {
    /// The values to set: the path and the new value of each.
    pub cells: Vec<(String, String)>,
    /// The id of a pack and the number of its entries to use; its later entries are ignored. `entries` lists all
    /// entries.
    pub only_first: Option<(String, usize)>,
}

/// A change that a pack makes, by a patch or a script, with its file and line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TweakEntry {
    /// The path that the patch changes, or the name of the script.
    pub what: String,
    /// The file with the change.
    pub file: String,
    /// The line of the change.
    pub line: usize,
}

/// Lists the entries of a pack.
pub(crate) fn entries(declared: &PackDeclarations, pack: &str) -> Vec<TweakEntry> {
    let mut all = Vec::new();
    for patches in declared.patches.iter().filter(|patches| patches.pack == pack) {
        let trees = patches.tree.get("patch").and_then(Node::list).unwrap_or_default();
        all.extend(patches.file.patch.iter().zip(trees).map(|(item, tree)| {
            let place = tree.locate(&["at".into()]);
            TweakEntry { what: item.at.clone(), file: place.source.name.clone(), line: place.line_column().0 }
        }));
    }
    let scripts = declared.scripts.iter().filter(|script| script.pack == pack);
    all.extend(scripts.map(|script| TweakEntry {
        what: format!("the script {}", script.module),
        file: script.file.clone(),
        line: 1,
    }));
    all
}

impl Tweaks {
    /// Applies the changes to the data of the packs.
    pub(crate) fn make(&self, declared: &mut PackDeclarations, out: &mut Vec<Diagnostic>) {
        if let Some((pack, count)) = &self.only_first {
            leave_out(declared, pack, *count);
        }
        if !self.cells.is_empty() {
            declared.patches.extend(self.patches(&declared.root, out));
        }
    }

    /// Converts the cells to a patch file.
    fn patches(&self, root: &Node, out: &mut Vec<Diagnostic>) -> Option<Patches> {
        let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
        let patch = |(at, value): &(String, String)| {
            format!("[[patch]]\nat = {}\nop = \"set\"\nvalue = {}\n", quote(at), toml_value(root, at, value))
        };
        let text: String = self.cells.iter().map(patch).collect();
        let (tree, wrong) = Node::parse(&Source::new(BY_HAND, text));
        let before = out.len() + wrong.len();
        out.extend(wrong);
        let file = schema_check::read::<PatchFile>(&tree, out)?;
        (out.len() == before).then(|| Patches { pack: BY_HAND.to_owned(), tree, file })
    }
}

/// Formats a value for a TOML file: as a quoted string if the current value at `at` is a string or if `value` is not
/// valid TOML, and otherwise unchanged.
fn toml_value(root: &Node, at: &str, value: &str) -> String {
    let segments = path::parse(at).unwrap_or_default();
    let now = path::find(root, &segments).ok().and_then(|way| path::get(root, &way));
    let is_text = now.is_some_and(|node| matches!(node.value, Value::Text(_)));
    let is_toml =
        || Node::parse(&Source::new(BY_HAND, format!("value = {value}"))).1.is_empty() && !value.contains('\n');
    if is_text || !is_toml() { serde_json::to_string(value).unwrap_or_default() } else { value.to_owned() }
}

fn leave_out(declared: &mut PackDeclarations, pack: &str, count: usize) {
    let mut left = count;
    for patches in declared.patches.iter_mut().filter(|patches| patches.pack == pack) {
        let here = patches.file.patch.len().min(left);
        *patches = patches.only(|number| number < here);
        left -= here;
    }
    declared.scripts.retain(|script| {
        script.pack != pack || {
            let is_kept = left > 0;
            left = left.saturating_sub(1);
            is_kept
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_as_what_stands_there() {
        let (root, _) = Node::parse(&Source::new("t", "cell = \"3\"\nnumber = 4\nlist = [1]"));
        assert_eq!(toml_value(&root, "cell", "5"), "\"5\"");
        assert_eq!(toml_value(&root, "number", "5"), "5");
        assert_eq!(toml_value(&root, "number", "so many"), "\"so many\"");
        assert_eq!(toml_value(&root, "list", "[1, 2]"), "[1, 2]");
        assert_eq!(toml_value(&root, "not.there", "1\nx = 2"), "\"1\\nx = 2\"");
    }
}
