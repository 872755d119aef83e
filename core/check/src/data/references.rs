//! Checks a pack's references to packs that it does not require, and values that it sets twice. Mistakes in either
//! cause no error and would go unnoticed.

use grognard_luau::suggest::nearest;
use grognard_packs::Diagnostic;
use grognard_packs::Patches;
use grognard_packs::node::{Node, ValueStep};
use grognard_packs::patch::patches_in;
use grognard_packs::schema::Op;
use grognard_packs::source::SourceSpan;
use grognard_packs::{Library, Pack};

/// Warns of ids that look like misspelt ids of existing packs, and of values that one pack sets twice.
pub fn lint_references(library: &Library, pack: &Pack) -> Vec<Diagnostic> {
    // Errors in the files are reported when the pack is loaded.
    let patches = patches_in(pack);
    let mut found: Vec<Diagnostic> =
        unneeded_references(pack, &patches).into_iter().filter_map(|(id, place)| slip(library, &id, &place)).collect();
    found.extend(patches.iter().flat_map(set_twice));
    found
}

/// Returns the packs that a pack mentions but does not require, each with the location of the reference.
fn unneeded_references(pack: &Pack, patches: &[Patches]) -> Vec<(String, SourceSpan)> {
    let manifest = &pack.manifest;
    let after = manifest
        .after
        .iter()
        .enumerate()
        .map(|(at, id)| (id.clone(), pack.place(&["after".into(), at.into()]).clone()));
    let listed =
        |table: &'static str, id: &String| (id.clone(), pack.place(&[table.into(), ValueStep::Name(id)]).clone());
    let optional = manifest.optional.keys().map(|id| listed("optional", id));
    let conflicts = manifest.conflicts.keys().map(|id| listed("conflicts", id));
    let awaited = patches.iter().flat_map(|patches| {
        items(patches).filter_map(|(item, tree)| {
            let id = item.when.as_ref()?.pack.clone()?;
            Some((id, tree.locate(&["when".into(), "pack".into()]).clone()))
        })
    });
    after.chain(optional).chain(conflicts).chain(awaited).collect()
}

fn items(patches: &Patches) -> impl Iterator<Item = (&grognard_packs::schema::PatchItem, &Node)> {
    let trees = patches.tree.get("patch").and_then(Node::list).unwrap_or_default();
    patches.file.patch.iter().zip(trees)
}

/// Warns of a missing pack if its id is nearly that of an existing pack. Any other missing pack is allowed.
fn slip(library: &Library, id: &str, place: &SourceSpan) -> Option<Diagnostic> {
    if library.get(id).is_some() || library.is_broken(id) {
        return None;
    }
    let near = nearest(id, library.packs().iter().map(Pack::id))?;
    let warning = Diagnostic::at("W418", place, format!("there is no pack `{id}`")).warning();
    Some(warning.help(format!("did you mean `{near}`?")))
}

/// Warns of a value that is set twice under the same condition, or set again without a condition. Only the second patch
/// has an effect.
fn set_twice(patches: &Patches) -> Vec<Diagnostic> {
    let sets: Vec<_> = items(patches).filter(|(item, _)| item.op == Op::Set).collect();
    let mut found = Vec::new();
    for (at, (second, tree)) in sets.iter().enumerate() {
        let is_lost = |first: &&(&grognard_packs::schema::PatchItem, &Node)| {
            first.0.at == second.at && (second.when.is_none() || first.0.when == second.when)
        };
        if let Some((_, first)) = sets[..at].iter().find(is_lost) {
            let message = format!("`{}` is set twice; only this value has an effect", second.at);
            let warning = Diagnostic::at("W419", tree.locate(&["at".into()]), message).warning();
            found.push(warning.related(first.locate(&["at".into()]), "first set here"));
        }
    }
    found
}
